import type { Assumption, CurrencyStatement, OmissionReason, PriceKind } from '#pricelist/price-list.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { priceColumnsOf } from '#pricelist/price-columns.ts'
import { otherSheets } from '#formats/spreadsheet/sheet-choice.ts'
import { summarizeProblems } from '#pricelist/rows/price-problems.ts'
import type { Currency } from '#money/amount.ts'
import type { CatalogueReading } from './read-file.ts'
import { columnLetters, nameOfColumn } from './columns.ts'
import { reasonsOf } from './reading-report.ts'

/** Lines that are named of each kind. */
const SHOWN_ROWS = 5

type Lines = { readonly count: number; readonly first: readonly number[] }

/** A column of prices; `kind` is null for one whose title says nothing. */
type PriceColumn = {
  readonly title: string
  readonly column: string
  readonly kind: PriceKind | null
}

/** What was taken of a file and what was left, as `inspect` prints it. Rows and columns as the person counts them. */
export type TakenAndLeft = {
  readonly taken: {
    readonly prices: readonly PriceColumn[]
    readonly currency: {
      readonly BGN: number
      readonly EUR: number
      /** Prices whose currency nothing but a statement or the default names. */
      readonly assumed: number
      readonly assumedAs: Currency | null
      readonly stated: CurrencyStatement | null
    }
    /** Tables to the right of the first whose rows are read too. */
    readonly sideTables: number
  }
  readonly left: {
    /** Other sheets with data that are not hidden. */
    readonly sheets: readonly string[]
    readonly columns: readonly PriceColumn[]
    readonly totals: Lines
    /** Prices that are in the currency of --to already. */
    readonly inWantedCurrency: Lines
    /** Named rows that have no price. */
    readonly withoutPrice: Lines
    readonly invalid: Lines
  }
}

export function takenAndLeft(reading: CatalogueReading): TakenAndLeft {
  const { file, choice, detection, rows } = reading
  const { columns, certain } = choice
  const taken = certain ? priceColumnsOf(columns) : []
  const used = [...taken, columns.otherPrice]
  const others = detection.all.filter(({ index, isPriced }) => isPriced && !used.includes(index))
  const assumed = assumedCurrency(reading.assumptions)
  const omittedFor = (reason: OmissionReason) => linesOf(reading, rows.omitted, (one) => one === reason)
  return {
    taken: {
      prices: taken.map((index) => columnOf(reading, index)),
      currency: {
        ...rows.currencies,
        assumed: assumed?.rows ?? 0,
        assumedAs: assumed?.currency ?? null,
        stated: assumed?.stated ?? null,
      },
      sideTables: columns.sideTables?.length ?? 0,
    },
    left: {
      sheets: otherSheets(file),
      columns: others.map(({ index }) => columnOf(reading, index)),
      totals: omittedFor('total'),
      inWantedCurrency: omittedFor('wanted-currency'),
      withoutPrice: linesOf(reading, rows.problems, (one) => one === 'no-price'),
      invalid: linesOf(reading, rows.problems, (one) => one !== 'no-price'),
    },
  }
}

const assumedCurrency = (assumptions: readonly Assumption[]) =>
  assumptions.find((one): one is Extract<Assumption, { what: 'currency' }> => one.what === 'currency')

function columnOf({ table, choice }: CatalogueReading, index: number): PriceColumn {
  const title = headerTitles(table, choice.columns.headerRow)[index] ?? ''
  return { title, column: columnLetters(index), kind: meaningOfHeader(title).kind ?? null }
}

/** The lines of the rows that have one of the reasons. */
function linesOf<Reason>(
  { rows }: CatalogueReading,
  reasons: ReadonlyMap<number, Reason>,
  isOne: (reason: Reason) => boolean,
): Lines {
  const lines = new Set<number>()
  for (const [i, reason] of reasons) if (isOne(reason)) lines.add(rows.lines[i]!)
  return { count: lines.size, first: [...lines].sort((one, other) => one - other).slice(0, SHOWN_ROWS) }
}

/** What was taken and what was left, in one line for standard error. */
export function readingLine(reading: CatalogueReading): string {
  const { taken, left } = takenAndLeft(reading)
  const { otherPrice } = reading.choice.columns
  const unread = summarizeProblems(reading.rows).filter(({ problem }) => problem !== 'no-price')
  const names = priceColumnsOf(reading.choice.columns).map((index) => nameOfColumn(reading.detection, index))
  const sides =
    taken.sideTables > 0 ? `, ${count(taken.sideTables, 'table', 'tables')} to the right included` : ''
  const said = [`Taken: prices of ${names.join(', ')}${sides}, ${currencyText(taken.currency)}`]
  if (otherPrice !== null && !priceColumnsOf(reading.choice.columns).includes(otherPrice))
    said.push(
      `${nameOfColumn(reading.detection, otherPrice)} was compared, and taken where the first has no price`,
    )
  for (const one of reading.assumptions)
    if (one.what === 'currency-conflict' && !one.asked && one.stated.where === 'between')
      said.push(`as confirmed, also below the text between the products '${one.stated.text}'`)
  if (reading.choice.columns.name === null) said.push('no column of names was found (--name)')
  if (left.sheets.length > 0)
    said.push(
      `not read: ${left.sheets.length === 1 ? 'sheet' : 'sheets'} ${left.sheets.map((name) => `'${name}'`).join(', ')} (--sheet)`,
    )
  if (left.columns.length > 0) {
    const columns = left.columns.map(({ title, column, kind }) => {
      const name = title === '' ? column : `'${title.replace(/\s+/g, ' ')}' (${column})`
      return kind === null || kind === 'selling' ? name : `${name.slice(0, -1)}, ${KINDS[kind]})`
    })
    said.push(
      `not converted, though prices seem to stand there too: ${columns.join(', ')} (--price takes more)`,
    )
  }
  if (left.totals.count > 0) said.push(`left out: ${rowsText(left.totals, 'total', 'totals')}`)
  if (left.inWantedCurrency.count > 0)
    said.push(
      `left as they are: ${rowsText(left.inWantedCurrency, 'price in the wanted currency', 'prices in the wanted currency')}`,
    )
  if (left.invalid.count > 0)
    said.push(
      `left as written: ${rowsText(left.invalid, 'price that cannot be read', 'prices that cannot be read')}: ${reasonsOf(unread)}`,
    )
  if (left.withoutPrice.count > 0) said.push(`without a price: ${rowsText(left.withoutPrice, 'row', 'rows')}`)
  return `${said.join('; ')}.`
}

const KINDS = {
  selling: 'selling',
  measure: 'per unit of measure',
  list: 'list',
  'bare-currency': 'currency alone',
  net: 'net of VAT',
  wholesale: 'wholesale',
  promotional: 'promotional',
  cost: 'cost',
  old: 'old',
  'line-amount': 'line amount',
} satisfies Record<PriceKind, string>

const NAMES = { BGN: 'lev', EUR: 'euro' } satisfies Record<Currency, string>

function currencyText({ BGN, EUR, assumed, assumedAs, stated }: TakenAndLeft['taken']['currency']): string {
  const counted = [BGN > 0 ? `${BGN} in lev` : '', EUR > 0 ? `${EUR} in euro` : ''].filter(
    (text) => text !== '',
  )
  if (assumed === 0 || assumedAs === null) return counted.join(' and ')
  const why = stated === null ? 'nothing says so (--from)' : `stated by '${stated.text}' (--from)`
  return `${counted.join(' and ')}; ${NAMES[assumedAs]} was assumed for those that name none: ${why}`
}

function rowsText({ count: all, first }: Lines, one: string, many: string): string {
  const rows = `${all === 1 ? 'row' : 'rows'} ${first.join(', ')}${all > first.length ? ', …' : ''}`
  return `${count(all, one, many)} (${rows})`
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`
