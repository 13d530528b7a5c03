import { type Currency, CURRENCIES } from '#domain/money.ts'
import type { Columns, OpenedFile, RowsReading } from './catalogue.ts'
import { textOf } from './cells.ts'
import { headerTitles } from './header-row.ts'
import { meaningOfHeader } from './headers.ts'

/** What of a file names another currency than most of its rows were taken for. */
export type NamedCurrency = {
  readonly where: 'title' | 'above' | 'sheet' | 'file-name'
  readonly text: string
  readonly named: Currency
}

/** Words for the two currencies that are nothing else; `lev` is a lion and a name as well. */
const WORDS = {
  BGN: 'bgn|lv|leva|лв|лева|левове',
  EUR: 'eur|euro|euros|evro|евро|€',
} as const satisfies Record<Currency, string>

const wholeWord = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'u')

const ANYWHERE = { BGN: wholeWord(WORDS.BGN), EUR: wholeWord(WORDS.EUR) }

/** 'Евро' can be part of a company's name as well: then only what is said of prices counts. */
const IN_NAMES = wholeWord('euro|evro|евро')
const OF_PRICES = wholeWord(
  `цена|цени|цените|ценова|ценоразпис|валута|суми|price|prices|pricelist|currency|ceni|cena|(?:в|in) +(?:${WORDS.BGN}|${WORDS.EUR})`,
)

/** Rows above the header whose cells are looked at, and the longest of their texts. */
const ABOVE = { rows: 20, letters: 120 }

/**
 * The title of a price column, the rows above the header, the sheet or the file, if one of them names the currency
 * that most rows were not taken for; a title that names any settles it.
 */
export function findNamedCurrency(
  { table, sheet }: Pick<OpenedFile, 'table' | 'sheet'>,
  fileName: string,
  { headerRow }: Pick<Columns, 'headerRow'>,
  column: number,
  taken: Currency,
): NamedCurrency | undefined {
  const title = headerTitles(table, headerRow)[column] ?? ''
  const ofTitle = meaningOfHeader(title).currency
  if (ofTitle !== undefined)
    return ofTitle === taken ? undefined : { where: 'title', text: title, named: ofTitle }
  const above = table
    .slice(0, Math.min(headerRow ?? 0, ABOVE.rows))
    .flatMap((row) => row.map((cell) => textOf(cell).trim()))
    .filter((text) => text !== '' && text.length <= ABOVE.letters)
    .map((text) => ({ where: 'above' as const, text }))
  const others = [
    ...above,
    ...(sheet === undefined ? [] : [{ where: 'sheet' as const, text: sheet }]),
    { where: 'file-name' as const, text: fileName },
  ]
  for (const { where, text } of others) {
    const named = currencyIn(text, where)
    if (named !== undefined) return named === taken ? undefined : { where, text, named }
  }
  return undefined
}

/** The currency that more than half of the prices of the n-th price column were taken for. */
export function currencyTaken({ rows, nth, problems }: RowsReading, n: number): Currency | undefined {
  const counts = { BGN: 0, EUR: 0 }
  rows.forEach(({ price, currency }, i) => {
    if (nth[i] === n && price !== '' && !problems.has(i)) counts[currency]++
  })
  return CURRENCIES.find((currency) => counts[currency] > (counts.BGN + counts.EUR) / 2)
}

function currencyIn(text: string, where: NamedCurrency['where']): Currency | undefined {
  const bare = where === 'file-name' ? text.replace(/\.\w{2,4}$/, '') : text
  const words = bare
    .normalize('NFKC')
    .replace(/[_\-./\\()[\],;:+]/g, ' ')
    .toLowerCase()
    .trim()
  const [named, ...others] = CURRENCIES.filter((currency) => ANYWHERE[currency].test(words))
  if (named === undefined || others.length > 0) return undefined
  const rest = words.replace(ANYWHERE[named], '').trim()
  if (rest === '' || OF_PRICES.test(words)) return named
  // A sentence above the table is about many things, the name of a file or a sheet about this one.
  if (where === 'above') return undefined
  return IN_NAMES.test(words) && !words.startsWith(rest) ? undefined : named
}
