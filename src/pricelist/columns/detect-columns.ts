import type { ColumnInfo, ColumnQuestion, Columns, Detection, RivalColumn, SideTable } from '../types.ts'
import { type Table, type TableRow, isBlankCell, cellText, columnCount } from '#table/table.ts'
import { ColumnSample, guessColumns } from './column-sample.ts'
import {
  HEADER_ROWS,
  findHeaderRow,
  headerTitles,
  likelyHeaderRow,
  meaningsOf,
} from '../headers/header-row.ts'
import type { HeaderMeaning } from '../headers/header-meaning.ts'
import {
  areTitlesShifted,
  hasRowsAbove,
  betterInOtherMoney,
  hundredthsBeside,
  isHeaderDamaged,
  isTitleDamaged,
  mayContinue,
  otherMoneyBeside,
  otherMoneyIn,
  untitledNumbers,
} from '../headers/header-warnings.ts'
import { namesHundredths, statedHundredths, unsureUnit } from '../rows/stated-hundredths.ts'
import { firstRowOfData } from './column-numbers.ts'
import { currencyColumn, nameColumn, titledNameColumn } from './column-roles.ts'
import { type Candidate, choosePrice, isQuantity } from './choose-price.ts'
import { findSideBlocks, tableIn } from './side-tables.ts'
import { areReadTogether } from './table-columns.ts'
import { MAX_HEADERS } from '../headers/title-rows.ts'

const NO_MEANING: HeaderMeaning = { price: 0, name: 0, isCurrency: false }

/**
 * Finds the columns for name, price and currency from English and Bulgarian headers (BULK-05), in whichever
 * of the first 20 rows the header is. Where only the user can decide, `question` is set and the columns are a
 * suggestion.
 * @param named the header row that the user chose, null for none; rows above it are ignored
 */
export function detectColumns(table: Table, named?: number | null): Detection {
  const headerRow = named === undefined ? (findHeaderRow(table) ?? likelyHeaderRow(table) ?? null) : named
  const candidates = candidatesOf(table, headerRow)
  const from = firstRowOfData(table, headerRow)
  const blocks = findSideBlocks(table, from, candidates)
  const shown = { all: infoOf(table, from, [blocks.own, ...blocks.further]), firstRows: firstRowsOf(table) }
  const { own } = blocks
  const choice = choosePrice(table, from, own)
  const isUnpriced = choice === undefined || choice.price.sample.prices === 0
  const otherMoneyAlone = isUnpriced ? suggestedOtherMoney(headerRow, own) : undefined
  if (choice === undefined || otherMoneyAlone !== undefined) {
    const found = otherMoneyAlone ?? suggestion(guess(headerRow, candidates))
    return { ...found, ...shown, tables: [] }
  }
  const { price, otherPrice, question, rivals } = choice
  const main: Columns = {
    headerRow,
    price: price.index,
    name: nameColumn(own),
    currency: currencyColumn(own, price),
    otherPrice: otherPrice?.index ?? null,
    morePrices: [],
  }
  // Each begins with a name or a price, and has a price.
  const found = blocks.further.map((block) => tableIn(block, price)!)
  const areTables = blocks.isSure && found.every(({ isAlike }) => isAlike)
  const further = found.map(({ table: side }) => side)
  const first = { name: main.name, price: price.index, currency: main.currency }
  const tables = further.length > 0 ? [first, ...further] : []
  const areAllRead = further.length > 0 && areTables && areReadTogether(tables)
  const columns = areAllRead ? { ...main, sideTables: further } : main
  const unread = columns === main ? further : []
  // Any row can be chosen as the header: 'BGN' in a row of data is no price title without prices below it.
  const isSure = named === undefined ? !hasRowsAbove(table, columns) : price.sample.prices > 0
  const mayTitlesGoOn = named === undefined && mayContinue(table, columns, own)
  const { inHundredths, otherMoney } = otherMoneyOf(table, main, price, own)
  const isDamaged = isHeaderDamaged(table, headerRow) || isTitleDamaged(price, rivals.length, own)
  const untitled = untitledNumbers(price, own).map(({ index }) => index)
  const areShifted = areTitlesShifted(price, own)
  const asked =
    question ??
    (areTables ? null : 'equal-prices') ??
    (inHundredths ? 'hundredths' : null) ??
    (otherMoney === undefined ? null : 'other-money') ??
    (isLineAmountAlone(price, columns, own) ? 'line-amount' : null) ??
    (isDamaged ? 'damaged-header' : null) ??
    (mayTitlesGoOn ? 'titles-go-on' : null) ??
    (areShifted ? 'titles-shifted' : null) ??
    (untitled.length > 0 ? 'equal-prices' : null) ??
    (isSure ? null : 'rows-above')
  const choices = [
    ...choice.candidates,
    ...(areTables ? [] : further.map((side) => side.price)),
    ...(mayTitlesGoOn || areShifted ? own.filter(holdsPrices).map(({ index }) => index) : []),
    ...untitled,
  ]
  const areTitlesDoubtful = areShifted || untitled.length > 0
  const isChoice = (c: number) => !areTitlesDoubtful || c === price.index || holdsNumbers(candidates[c])
  return {
    columns: withoutSharedColumn(columns),
    certain: asked === null,
    question: asked,
    candidates: asked === null ? [] : [...new Set(choices.filter(isChoice))],
    ...((asked === 'other-money' || asked === 'hundredths') && otherMoney !== undefined && { otherMoney }),
    tables,
    rivals: [...rivals, ...unread.map((side) => rivalOf(side, candidates))],
    ...shown,
  }
}

/** A text that says that prices are in other money or in hundredths, and whether it says the latter of all of them for sure. */
function otherMoneyOf(
  table: Table,
  columns: Pick<Columns, 'headerRow' | 'currency'>,
  price: Candidate,
  own: readonly Candidate[],
): { readonly inHundredths: boolean; readonly otherMoney: string | undefined } {
  const { headerRow } = columns
  const from = firstRowOfData(table, headerRow)
  const areWhole = price.sample.prices > 0 && price.sample.decimals === 0
  const whole = areWhole ? price.meaning.whole : undefined
  const stated = statedHundredths(table, columns, price.index)
  const otherMoney =
    (stated?.currencyAt === undefined ? undefined : stated.title) ??
    (whole === undefined ? undefined : price.title) ??
    hundredthsBeside(price, own) ??
    betterInOtherMoney(price, own) ??
    unsureUnit(table, from, price.index, otherTitles(price, own)) ??
    (price.meaning.currency === undefined
      ? (otherMoneyIn(table, headerRow) ?? otherMoneyBeside(price, own))
      : contradictingUnit(table, headerRow, areWhole))
  return { inHundredths: stated?.currencyAt !== undefined || whole === 'hundredths', otherMoney }
}

/** A text around the list that says stotinki or cents where the title says the whole unit: whole prices may be in either. */
function contradictingUnit(table: Table, headerRow: number | null, areWhole: boolean): string | undefined {
  const text = areWhole ? otherMoneyIn(table, headerRow) : undefined
  return text !== undefined && namesHundredths(text) ? text : undefined
}

const otherTitles = (price: Candidate, candidates: readonly Candidate[]) =>
  candidates.filter((one) => one !== price).map(({ index, title }) => [index, title] as const)

/**
 * The questions that a table gives a reason for whichever of its columns are the prices: about their money, the place of the
 * titles, and rows above them.
 */
export function questionsAbout(
  table: Table,
  columns: Columns,
  index: number,
): readonly Pick<Detection, 'question' | 'otherMoney'>[] {
  const { headerRow } = columns
  const candidates = candidatesOf(table, headerRow)
  const price = candidates[index]
  if (price === undefined) return []
  const blocks = findSideBlocks(table, firstRowOfData(table, headerRow), candidates)
  const own = blocks.further.find((block) => block.includes(price)) ?? blocks.own
  const { inHundredths, otherMoney } = otherMoneyOf(table, columns, price, own)
  const questions: (ColumnQuestion | false)[] = [
    isHeaderDamaged(table, headerRow) && 'damaged-header',
    areTitlesShifted(price, own) && 'titles-shifted',
    hasRowsAbove(table, { ...columns, price: index }) && 'rows-above',
  ]
  return [
    ...(otherMoney === undefined
      ? []
      : [{ question: inHundredths ? ('hundredths' as const) : ('other-money' as const), otherMoney }]),
    ...questions.filter((one) => one !== false).map((question) => ({ question })),
  ]
}

/** False for a column of names below a price title. */
const holdsNumbers = (candidate: Candidate | undefined): boolean =>
  candidate?.sample.holdsNumbersBut(1) === true

/** Amounts, or numbers without a title. */
const holdsPrices = ({ title, sample }: Candidate): boolean =>
  title === '' ? sample.holdsNumbersBut(1) : sample.holdsAmountsBut(1)

/** The price column of a side table that is not read. */
const rivalOf = ({ price }: SideTable, candidates: readonly Candidate[]): RivalColumn => ({
  index: price,
  title: candidates[price]!.title,
  kind: 'selling',
})

/**
 * Whether a line amount may not be a price: neither its title nor a column names a currency, or the table has
 * quantities.
 */
const isLineAmountAlone = (
  { meaning }: Candidate,
  { currency }: Columns,
  candidates: readonly Candidate[],
): boolean =>
  meaning.kind === 'line-amount' &&
  ((meaning.currency === undefined && currency === null) || candidates.some(isQuantity))

const suggestion = (columns: Columns): Omit<Detection, 'all' | 'firstRows' | 'tables'> => ({
  columns,
  certain: false,
  question: 'no-price-title',
  candidates: columns.price === null ? [] : [columns.price],
  rivals: [],
})

/** The suggestion where the only titles of prices are in hundredths, or in a currency that is not converted. */
function suggestedOtherMoney(
  headerRow: number | null,
  candidates: readonly Candidate[],
): ReturnType<typeof suggestion> | undefined {
  const priced = candidates.filter(({ sample }) => sample.prices > 0)
  const hundredths = priced.filter(({ meaning }) => meaning.isInHundredths)
  const [first] = hundredths
  const title = (first ?? priced.find(({ meaning }) => meaning.isOtherMoney))?.title
  if (title === undefined) return undefined
  const columns: Columns = {
    headerRow,
    price: first?.index ?? null,
    name: nameColumn(candidates),
    currency: currencyColumn(candidates, first),
    otherPrice: null,
    morePrices: [],
  }
  return {
    columns: withoutSharedColumn(columns),
    certain: false,
    question: first === undefined ? 'other-money' : 'hundredths',
    otherMoney: title,
    candidates: hundredths.map(({ index }) => index),
    rivals: [],
  }
}

/** Every column of the table with its title and sample, for a known header row. */
function candidatesOf(table: Table, headerRow: number | null): Candidate[] {
  const from = firstRowOfData(table, headerRow)
  const titles = headerTitles(table, headerRow)
  const meanings = meaningsOf(titles)
  const width = Math.min(columnCount(table), MAX_HEADERS)
  return Array.from({ length: width }, (_, index) => ({
    index,
    title: titles[index] ?? '',
    meaning: meanings[index] ?? NO_MEANING,
    sample: new ColumnSample(table, index, from),
  }))
}

const withoutSharedColumn = (columns: Columns): Columns =>
  columns.name === columns.price || columns.name === columns.currency ? { ...columns, name: null } : columns

function guess(headerRow: number | null, candidates: readonly Candidate[]): Columns {
  const guessed = guessColumns(candidates)
  return withoutSharedColumn({
    headerRow,
    price: guessed.price,
    name: titledNameColumn(candidates) ?? guessed.name,
    currency: currencyColumn(candidates, guessed.price === null ? undefined : candidates[guessed.price]),
    otherPrice: null,
    morePrices: [],
  })
}

/** @param blocks the columns of each table, from left to right */
function infoOf(table: Table, from: number, blocks: readonly (readonly Candidate[])[]): ColumnInfo[] {
  const rows = fullestRows(table, from)
  return blocks.flatMap((block) =>
    block.map((candidate) => ({
      index: candidate.index,
      title: candidate.title,
      samples: rows.map((row) => shortened(cellText(row[candidate.index]).trim())),
      isPriced: isPriced(candidate),
      ...(candidate.sample.isConstant && { isConstant: true as const }),
      ...currencyBeside(block, candidate),
    })),
  )
}

function currencyBeside(block: readonly Candidate[], candidate: Candidate): Pick<ColumnInfo, 'currency'> {
  const currency = isPriced(candidate) ? currencyColumn(block, candidate) : null
  return currency !== null && Math.abs(currency - candidate.index) === 1 ? { currency } : {}
}

/** Whether the column holds prices: by title, or because nearly all cells are numbers with decimals. */
const isPriced = ({ meaning, sample }: Candidate): boolean =>
  meaning.price !== 0 ? sample.prices > 0 : sample.holdsAmounts

/** Number of rows shown in the columns dialog, and of those from which the fullest are taken. */
const SAMPLES = { shown: 5, among: 200 }

/** Whole rows in file order, so that a blank cell is seen next to the filled ones of its row. */
function fullestRows(table: Table, from: number): readonly TableRow[] {
  const filled = (row: TableRow) => row.slice(0, MAX_HEADERS).filter((cell) => !isBlankCell(cell)).length
  return table
    .slice(from, from + SAMPLES.among)
    .map((row, at) => ({ row, at, filled: filled(row) }))
    .filter((one) => one.filled > 0)
    .sort((one, other) => other.filled - one.filled)
    .slice(0, SAMPLES.shown)
    .sort((one, other) => one.at - other.at)
    .map(({ row }) => row)
}

/** How much of a row is shown to distinguish it from the others. */
const SHOWN_OF_ROW = { cells: 6, letters: 80 }

const firstRowsOf = (table: Table): string[] =>
  table.slice(0, HEADER_ROWS + 1).map((row) => {
    const texts = row.slice(0, MAX_HEADERS).map((cell) => cellText(cell).trim())
    return shortened(
      texts
        .filter((one) => one !== '')
        .slice(0, SHOWN_OF_ROW.cells)
        .join(' · '),
    )
  })

function shortened(text: string): string {
  const letters = Array.from(text.slice(0, 4 * SHOWN_OF_ROW.letters))
  if (letters.length <= SHOWN_OF_ROW.letters) return text
  const shown = letters.slice(0, SHOWN_OF_ROW.letters - 1).join('')
  return `${shown.replace(/[ ·]+$/, '')}…`
}
