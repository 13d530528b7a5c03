import { type Currency, CURRENCIES } from '#domain/money.ts'
import type { OpenedFile, Table } from './catalogue.ts'
import type { Assumption, Columns, CurrencyStatement, RowsOptions, RowsReading } from './price-list.ts'
import { cellAt, isBlankCell, rowAt, textOf } from './cells.ts'
import { isPriceCell } from './column-sample.ts'
import { firstHeaderRow, headerTitles } from './header-row.ts'
import { meaningOfHeader } from './header-meaning.ts'
import { priceColumnsOf } from './price-columns.ts'

/** Words for the two currencies that are nothing else; `lev` is a lion and a name as well. */
const WORDS = {
  BGN: 'bgn|lv|leva|лв|лева|левове',
  EUR: 'eur|euro|euros|evro|евро|€',
} as const satisfies Record<Currency, string>

const ANY_CURRENCY = `${WORDS.BGN}|${WORDS.EUR}`

const wholeWord = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'u')

const ANYWHERE = { BGN: wholeWord(WORDS.BGN), EUR: wholeWord(WORDS.EUR) }

/** These can be part of a company's name too: then only what is said of prices counts. */
const IN_NAMES = wholeWord('euro|evro|евро')

const OF_PRICES = wholeWord(
  'цена|цени|цените|ценова|ценоразпис|валута|валутата|суми|сумите|стойности|price|prices|pricelist|pricing|currency|amounts|ceni|cena|cenite',
)
/** `в евро`, `in EUR`, `валута: лева` */
const SAID_OF_PRICES = wholeWord(
  `(?:в|във|in|валута|валутата|currency|v)(?: (?:е|is|български|bulgarian))? +(?:${ANY_CURRENCY})`,
)
/** A word right after 'евро' that makes it a name: 'в Евро Маркет'. */
const NAME_AFTER =
  /(?<!\p{L})(?:в|във|in|v) +(?:euro|evro|евро) +(?!(?:с|без|от|до|към|и|за|на|вкл|incl|excl|with|without|from|and|per|г|ддс|vat|eur|euro|bgn|€|са|е|is|are|\d)(?!\p{L}))\p{L}/u

/** Words that a statement without a preposition may have besides the currency ('Цени, евро с ДДС'). */
const NEUTRAL = wholeWord(
  'цена|цени|цените|ценова|листа|ценоразпис|всички|са|крайни|крайна|с|без|вкл|включено|ддс|на|дребно|едро|и|за|price|prices|list|pricelist|all|are|incl|excl|vat|retail|wholesale|\\d{4}|г|год|ceni|cena|dds|bez|s',
)
/** A slogan, a limit of deliveries, what may be paid with. */
const NOT_OF_PRICES = new RegExp(
  `\\d ?(?:${ANY_CURRENCY})(?![\\p{L}\\d])|(?<!\\p{L})(?:плащан|доставк|безплатн|курс|1[.,]955|не са|ще |стари|предишни|на сайта|pay|deliver|shipping|free|rate|are not|will|old prices)`,
  'u',
)

/** Rows above the header and below the last price whose cells are looked at, and the longest of their texts. */
const AROUND = { rows: 20, letters: 120 }

/** Rows below the header that are looked at for statements between the products. */
const WITHIN_ROWS = 2000

/** Rows that are looked at to tell the currency of their number formats. */
const SAMPLE_CELLS = 400
const MOST = 0.8

/**
 * What the file says of the currency outside its titles: in the rows above and below the table, in the names of the sheet
 * and of the file. One statement for each currency, the nearest to the table first; a text that names both is none.
 */
export function findCurrencyStatements(
  { table, sheet }: Pick<OpenedFile, 'table' | 'sheet'>,
  fileName: string,
  columns: Pick<Columns, 'headerRow' | 'price'>,
): readonly CurrencyStatement[] {
  const texts = [
    ...textsAbove(table, columns).map((text) => ({ where: 'above' as const, text })),
    ...textsBelow(table, columns).map((text) => ({ where: 'below' as const, text })),
    ...(sheet === undefined ? [] : [{ where: 'sheet' as const, text: sheet }]),
    { where: 'file-name' as const, text: fileName },
  ]
  const found = new Map<Currency, CurrencyStatement>()
  for (const { where, text } of texts) {
    const currency = statedIn(text, where)
    if (currency !== undefined && !found.has(currency)) found.set(currency, { where, text, currency })
  }
  return [...found.values()]
}

/** The currency of prices that name none, where all statements agree; undefined where there are none. */
export function statedCurrency(statements: readonly CurrencyStatement[]): Currency | undefined {
  const [first, ...others] = statements
  return others.length === 0 ? first?.currency : undefined
}

/** What was assumed of the rows, with the statement that it rests on, and the statements that contradict each other. */
export function withStatements(
  file: Pick<OpenedFile, 'table' | 'sheet'>,
  fileName: string,
  options: RowsOptions,
  reading: Pick<RowsReading, 'assumptions'>,
): Assumption[] {
  const statements = findCurrencyStatements(file, fileName, options.columns)
  const conflict = findCurrencyConflict(file.table, options.columns, statements)
  const stated = statements.find(({ currency }) => currency === options.defaultCurrency)
  const assumptions = reading.assumptions.map((one) =>
    one.what === 'currency' && stated !== undefined && one.currency === stated.currency
      ? { ...one, stated }
      : one,
  )
  const asked = options.isCurrencyForced !== true
  if (conflict === undefined) return assumptions
  const { taken, stated: other } = conflict
  return [{ what: 'currency-conflict', taken, stated: other, asked }, ...assumptions]
}

export type CurrencyConflict = {
  readonly taken: Currency
  readonly stated: CurrencyStatement
  /** Two statements contradict each other, and the prices name no currency. */
  readonly isOfStatements?: boolean
}

/** Where the title, the number formats and the statements name different currencies. A column of currencies settles it. */
export function findCurrencyConflict(
  table: Table,
  columns: Columns,
  statements: readonly CurrencyStatement[],
): CurrencyConflict | undefined {
  if (columns.currency !== null || columns.otherPrice !== null) return undefined
  const titles = headerTitles(table, columns.headerRow)
  const own = priceColumnsOf(columns).map((index) => {
    const text = titles[index] ?? ''
    return { text, title: meaningOfHeader(text).currency, format: formatCurrency(table, columns, index) }
  })
  const [first, second] = statements
  for (const { text, title, format } of own) {
    if (title !== undefined && format !== undefined && title !== format)
      return { taken: format, stated: { where: 'title', text, currency: title } }
  }
  const named = new Set(own.flatMap(({ title, format }) => format ?? title ?? []))
  // Columns in both currencies: each has its own, and a statement can be of one of them.
  if (named.size > 1) return undefined
  const [taken] = named
  if (taken !== undefined) {
    const other = statements.find(({ currency }) => currency !== taken)
    return other && { taken, stated: other }
  }
  return first !== undefined && second !== undefined
    ? { taken: first.currency, stated: second, isOfStatements: true }
    : undefined
}

/** The currency that nearly all stored numbers of a column are formatted in. */
function formatCurrency(table: Table, { headerRow }: Columns, index: number): Currency | undefined {
  const counts = { BGN: 0, EUR: 0 }
  let numbers = 0
  const from = (headerRow ?? -1) + 1
  for (let r = from; r < Math.min(table.length, from + SAMPLE_CELLS); r++) {
    const cell = cellAt(table, r, index)
    if (typeof cell !== 'object' || cell.kind !== 'number') continue
    numbers++
    if (cell.currency !== undefined) counts[cell.currency]++
  }
  return CURRENCIES.find((currency) => counts[currency] > MOST * numbers)
}

/** The texts of rows above the header, and of rows without a price between the products: each can be of a part of them. */
const textsAbove = (table: Table, { headerRow, price }: Pick<Columns, 'headerRow' | 'price'>): string[] => [
  ...textsOver(table, headerRow),
  ...textsWithin(table, headerRow, price),
]

function textsWithin(table: Table, headerRow: number | null, price: number | null): string[] {
  if (headerRow === null || price === null) return []
  const texts: string[] = []
  for (let r = headerRow + 1; r < Math.min(table.length, headerRow + 1 + WITHIN_ROWS); r++) {
    const cell = cellAt(table, r, price)
    // Most rows have a price, which a glance tells.
    if (typeof cell === 'string' ? /^\s*\d/.test(cell) : cell !== undefined && cell.kind !== 'text') continue
    const row = rowAt(table, r)!
    const filled = row.filter((one) => !isBlankCell(one))
    if (filled.length === 1) texts.push(...textsOf(filled))
  }
  return texts
}

const textsOver = (table: Table, headerRow: number | null): string[] =>
  table
    .slice(0, headerRow === null ? 0 : Math.min(firstHeaderRow(table, headerRow), AROUND.rows))
    .flatMap((row) => textsOf(row))

function textsBelow(table: Table, { price }: Pick<Columns, 'price'>): string[] {
  const texts: string[] = []
  for (let r = table.length - 1; r >= Math.max(0, table.length - AROUND.rows); r--) {
    const row = rowAt(table, r)!
    if (price !== null && isPriceCell(row[price])) break
    texts.push(...textsOf(row))
  }
  return texts
}

const textsOf = (row: Parameters<typeof textOf>[0][] | readonly Parameters<typeof textOf>[0][]): string[] =>
  row
    .filter((cell) => !isBlankCell(cell))
    .map((cell) => textOf(cell).trim())
    .filter((text) => text.length <= AROUND.letters)

/** The currency that a text states, undefined where it names none, both or says something else. */
export function statedIn(text: string, where: CurrencyStatement['where']): Currency | undefined {
  const bare = where === 'file-name' ? text.replace(/\.\w{2,4}$/, '') : text
  const words = bare
    .normalize('NFKC')
    .replace(/[_\-–—./\\()[\],;:+*!"'„“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .trim()
  const [named, ...others] = CURRENCIES.filter((currency) => ANYWHERE[currency].test(words))
  const dateless = bare
    .toLowerCase()
    .replace(/(?<!\d)(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d(?: ?г\.?)?(?!\d)/g, ' ')
  if (named === undefined || others.length > 0 || NOT_OF_PRICES.test(dateless)) return undefined
  const rest = words.replace(ANYWHERE[named], '').trim()
  if (rest === '' || (SAID_OF_PRICES.test(words) && !NAME_AFTER.test(words))) return named
  if (rest.split(' ').every((word) => word === '' || NEUTRAL.test(word))) return named
  // 'Валута: евро'
  if (where !== 'file-name' && /^[^\d:]{1,24} ?: ?\S+$/u.test(text.trim())) return named
  const isInName = IN_NAMES.test(words)
  if (where === 'above' || where === 'below') return OF_PRICES.test(words) && !isInName ? named : undefined
  // The name of a file or a sheet is about its prices, a company can be called so.
  return isInName && !words.startsWith(rest) ? undefined : named
}
