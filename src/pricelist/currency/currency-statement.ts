import { CURRENCY_CODES, type Currency, byCurrency } from '#money/currency.ts'
import { WORDS } from '#money/currency-words.ts'
import { type SheetTable, type Table, type TableRow, cellText, isBlankCell, rowAt } from '#table/table.ts'
import type { Columns, CurrencyStatement } from '../types.ts'
import { isPriceCell } from '../columns/column-sample.ts'
import { firstHeaderRow, headerTitles, titleAt } from '../headers/header-row.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { hintsInTable, hintsInTotals } from './currency-hints.ts'
import { withoutLookalikes } from '../headers/header-text.ts'
import { currencyOfWord, withoutRate } from './currency-words.ts'

const ANY_CURRENCY = CURRENCY_CODES.map((currency) => WORDS[currency].statement).join('|')

const wholeWord = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'u')

const ANYWHERE = byCurrency((currency) => wholeWord(WORDS[currency].statement))

/** Words that can be part of a company's name: they count only in a clause about prices. */
const IN_NAMES = wholeWord('euro|evro|евро')

/** Words of texts about prices. */
const PRICES =
  'цена|цени|цените|ценова|ценоразпис|суми|сумите|стойности|прайс|тарифа|price|prices|pricelist|pricing|amounts|ceni|cena|cenite'
const PRICES_THEMSELVES = wholeWord(PRICES)
export const OF_PRICES = wholeWord(`${PRICES}|валута|валутата|currency`)
/** An explicit statement, whatever else the text says. */
const ARE_IN = new RegExp(
  `(?<!\\p{L})(?:цен(?:а|ата|и|ите)|суми(?:те)?|prices?|amounts)(?!\\p{L})(?!.*(?:не са|няма|ще |are not|will ))` +
    `.* (?:са|е|are|is) (?:в|във|in) (?:${ANY_CURRENCY})(?![\\p{L}\\d])`,
  'u',
)
/** Other prices than those of the list, or a part of them. */
const OTHER_PRICES =
  /(?<!\p{L})(?:(?:стар|предишн|досегашн|минал|бивш)\p{L}*|не всички|част от|някои|old|previous|former|not all|some|shipping|delivery)(?: \p{L}+)? (?:цен|price)|(?<!\p{L})само (?:цените|\p{L}+ цени)|(?<!\p{L})(?:цен|price)\p{L}* (?:за|на|for|on|of)(?: the| our)? (?:доставк|транспорт|куриер|сайт|shipping|delivery)/u
/** `в евро`, `in EUR`, `валута: лева` */
const SAID_OF_PRICES = wholeWord(
  `(?:в|във|in|валута|валутата|currency|v)(?: (?:е|is|български|bulgarian))? +(?:${ANY_CURRENCY})`,
)
/** 'Евро' before another capitalised word: the name of a company or shop ('в Евро Маркет'). */
const NAME_AFTER =
  /(?<!\p{L})(?:в|във|in|v) +(?:Euro|Evro|Евро|EURO|ЕВРО) +(?!(?:ДДС|VAT|BGN|EUR|С|СЪС|БЕЗ|INCL|EXCL|WITH|WITHOUT)(?!\p{L}))\p{Lu}/u

/** Words that a statement without a preposition may have next to the currency ('Цени, евро с ДДС'). */
const NEUTRAL = wholeWord(
  'цена|цени|цените|ценова|листа|ценоразпис|всички|са|крайни|крайна|прайс|лист|оферта|тарифа|каталог|с|без|вкл|включено|ддс|на|дребно|едро|и|за|price|prices|list|pricelist|all|are|incl|excl|vat|retail|wholesale|\\d{4}|г|год|ceni|cena|dds|bez|s',
)
/** Slogans, delivery limits, payment, bank accounts, addresses, pallets, other money. */
const NOT_OF_PRICES = new RegExp(
  `\\d ?(?:${ANY_CURRENCY})(?![\\p{L}\\d])|@|(?<!\\p{L})(?:плащан|доставк|безплатн|курс|1[.,]955|не са|няма да (?:са|бъдат) |не в |not in |запитване|отменен|ще |на сайта|` +
    'сметк|банк|iban|bic|swift|www|e-?mail|имейл|палет|pallet|usd|gbp|chf|ron|pay|bank|deliver|shipping|free|rate|are not|will)',
  'u',
)

/** Negations and future tense. */
const NOT_YET = /(?:^| )(?:ще|няма|не са|will|are not|отменен\p{L}*) /u

/** Payment words. A currency next to one of them is that of a bank account, not of the prices. */
const OF_PAYMENTS = /сметк|банк|iban|bic|swift|плащан|pay|bank/u

/**
 * Number of rows above the header and below the last price that are searched, and the maximum length of their
 * texts.
 */
export const AROUND = { rows: 20, letters: 120 }

/** Number of rows below the header that are searched for the first product. */
const FIRST_ROWS = 2000

/**
 * Finds statements of the currency outside the price titles: in the rows above and below the table, in its
 * other titles, units and totals, in the names of the sheet and of the file. One statement for each currency,
 * the nearest to the table first; a text that names both is none.
 * @param areTotalsRead false ignores totals
 */
export function findCurrencyStatements(
  { table, sheet, notes = [] }: SheetTable,
  fileName: string,
  columns: Pick<Columns, 'headerRow' | 'price'> & Partial<Pick<Columns, 'otherPrice' | 'currency'>>,
  areTotalsRead = true,
): readonly CurrencyStatement[] {
  const names = [
    ...(sheet === undefined ? [] : [{ where: 'sheet' as const, text: sheet }]),
    { where: 'file-name' as const, text: fileName },
  ]
  const statementsOf = (texts: readonly Pick<CurrencyStatement, 'where' | 'text'>[]): CurrencyStatement[] =>
    texts.flatMap(({ where, text }) => {
      const currency = statedIn(text, where)
      return currency === undefined ? [] : { where, text, currency }
    })
  const hints = hintsInTable(table, columns, (text) => statedIn(text, 'above'))
  const beside = [
    ...textsAround(table, columns),
    ...notes.map((text) => ({ where: 'beside' as const, text })),
  ]
  const sure = [...statementsOf(beside), ...hints, ...statementsOf(names)]
  const found = sure.length > 0 || !areTotalsRead ? sure : hintsInTotals(table, columns)
  const ofOther = currencyOfOther(table, columns)
  const isFirst = ({ currency }: CurrencyStatement, i: number): boolean =>
    found.findIndex((one) => one.currency === currency) === i
  return found.filter((one, i) => one.currency !== ofOther && isFirst(one, i))
}

/** The currency in the title of the other price column: the prices themselves are not in it. */
function currencyOfOther(
  table: Table,
  { headerRow, otherPrice }: Pick<Columns, 'headerRow'> & Partial<Pick<Columns, 'otherPrice'>>,
): Currency | undefined {
  if (otherPrice === undefined || otherPrice === null) return undefined
  return meaningOfHeader(titleAt(headerTitles(table, headerRow), otherPrice)).currency
}

/** The currency of prices that name none, where all statements agree; undefined where there are none. */
export function statedCurrency(statements: readonly CurrencyStatement[]): Currency | undefined {
  const [first, ...others] = statements
  return others.length === 0 ? first?.currency : undefined
}

const textsAround = (table: Table, columns: Pick<Columns, 'headerRow' | 'price'>) => [
  ...textsAbove(table, columns).map((text) => ({ where: 'above' as const, text })),
  ...textsBelow(table, columns).map((text) => ({ where: 'below' as const, text })),
]

/** The texts of rows above the header, and of rows below it before the first product. */
const textsAbove = (table: Table, { headerRow }: Pick<Columns, 'headerRow'>): string[] => [
  ...textsOver(table, headerRow),
  ...textsBeforeProducts(table, headerRow),
]

/**
 * A text in rows `from` to `end`, between two products, that states another currency than theirs: it may
 * apply to some of them.
 */
export function statedBetween(
  table: Table,
  from: number,
  end: number,
  isOther: (currency: Currency) => boolean,
): CurrencyStatement | undefined {
  for (let r = from; r < end; r++) {
    const text = onlyTextIn(table, r)
    const currency = text === undefined ? undefined : currencyBetween(text)
    if (text !== undefined && currency !== undefined && isOther(currency))
      return { where: 'between', text, currency }
  }
  return undefined
}

/** The currency that a text states, alone in its row between two products. */
export const currencyBetween = (text: string): Currency | undefined =>
  statedIn(text, 'above') ?? currencyInBrackets(text)

/** 'ВНОС (EUR)', 'БЪЛГАРСКИ (лв.)' above a part of the products. */
const IN_BRACKETS = byCurrency((currency) => new RegExp(`\\((?:${WORDS[currency].statement})\\.?\\)$`, 'i'))

const currencyInBrackets = (text: string): Currency | undefined =>
  CURRENCY_CODES.find((currency) => IN_BRACKETS[currency].test(text))

/** Texts that are alone in their rows below the header, before the first product. */
function textsBeforeProducts(table: Table, headerRow: number | null): string[] {
  if (headerRow === null) return []
  const texts: string[] = []
  for (let r = headerRow + 1; r < Math.min(table.length, headerRow + 1 + FIRST_ROWS); r++) {
    const filled = rowAt(table, r)!.filter((cell) => !isBlankCell(cell))
    if (filled.length > 1 || isPriceCell(filled[0])) return texts
    texts.push(...textsOf(filled))
  }
  // Without a product after them they are below the table.
  return []
}

function onlyTextIn(table: Table, r: number): string | undefined {
  const filled = rowAt(table, r)!.filter((cell) => !isBlankCell(cell))
  return filled.length === 1 ? textsOf(filled)[0] : undefined
}

function textsOver(table: Table, headerRow: number | null): string[] {
  const first = firstHeaderRow(table, headerRow ?? 0)
  return table.slice(Math.max(0, first - AROUND.rows), first).flatMap((row) => textsOf(row))
}

function textsBelow(table: Table, { price }: Pick<Columns, 'price'>): string[] {
  const texts: string[] = []
  for (let r = table.length - 1; r >= Math.max(0, table.length - AROUND.rows); r--) {
    const row = rowAt(table, r)!
    if (price !== null && (isPriceCell(row[price]) || isMisaligned(row))) break
    const found = textsOf(row)
    // A currency alone next to a code and a name is that of a product without a price.
    const isProduct = found.filter((text) => text !== '').length >= LEAST_OF_PRODUCT
    texts.push(...(isProduct ? found.filter((text) => currencyOfWord(text) === undefined) : found))
  }
  return texts
}

/** Number of filled cells from which on a row may be a product. */
const LEAST_OF_PRODUCT = 3

const isMisaligned = (row: TableRow): boolean =>
  row.some((cell) => typeof cell === 'object' && cell.kind === 'other' && cell.what === 'out-of-place')

const textsOf = (
  row: Parameters<typeof cellText>[0][] | readonly Parameters<typeof cellText>[0][],
): string[] => row.map((cell) => cellText(cell).trim()).filter((text) => text.length <= AROUND.letters)

const wordsOf = (text: string): string =>
  withoutLookalikes(text)
    .normalize('NFKC')
    .replace(/[_\-–—./\\()[\],;:+*!"'„“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .trim()

/** A longer text is prose; file names are not longer. */
const LONGEST_STATEMENT = 255

/** The currency that a text states; undefined where it names none or both, or is about something else. */
export function statedIn(text: string, where: CurrencyStatement['where']): Currency | undefined {
  if (text.length > LONGEST_STATEMENT) return undefined
  const rest = withoutRate(text)
  // A rate names both currencies: the rest must say which of them the prices are in.
  const isLeft = rest === text.trim() || (OF_PRICES.test(wordsOf(rest)) && SAID_OF_PRICES.test(wordsOf(rest)))
  if (!isLeft) return undefined
  const clauses = where === 'file-name' ? [rest] : rest.split(CLAUSE_END)
  const aboutPrices = OF_PAYMENTS.test(rest.toLowerCase()) ? PRICES_THEMSELVES : OF_PRICES
  const found = new Set<Currency>()
  let isOfElse = false
  for (const clause of clauses) {
    // The subject of a clause applies to the next ones: 'IBAN: …, EUR'.
    const words = wordsOf(clause)
    isOfElse &&= !aboutPrices.test(words)
    const currency = isOfElse ? undefined : statedInClause(clause, where)
    if (currency !== undefined) found.add(currency)
    const isOther = !PRICES_THEMSELVES.test(words) || NOT_YET.test(words)
    isOfElse ||= (isOther && NOT_OF_PRICES.test(yearlessText(clause))) || OTHER_PRICES.test(words)
  }
  const [stated, ...others] = found
  return others.length === 0 ? stated : undefined
}

/** The end of a clause; the point of an abbreviation is treated as one. */
const CLAUSE_END = /[;!?\n\r]|[.,](?=\s|$)/

/** A year before a currency is no amount. */
const yearlessText = (text: string): string =>
  text.toLowerCase().replace(/(?<!\d)(?:19|20)\d\d(?!\d)/g, ' - ')

function statedInClause(text: string, where: CurrencyStatement['where']): Currency | undefined {
  const bare = where === 'file-name' ? text.replace(/(?:\.\w{2,6})?(?:\.gz)?$/i, '') : text
  const words = wordsOf(bare)
  const [named, ...others] = CURRENCY_CODES.filter((currency) => ANYWHERE[currency].test(words))
  if (named === undefined || others.length > 0) return undefined
  if (OTHER_PRICES.test(words)) return undefined
  if (ARE_IN.test(words)) return named
  if (NOT_OF_PRICES.test(yearlessText(bare))) return undefined
  const rest = words.replace(ANYWHERE[named], '')
  const isName = NAME_AFTER.test(bare) && /\p{Ll}{2}/u.test(bare)
  if (SAID_OF_PRICES.test(words) && !isName) return named
  if (rest.split(' ').every((word) => word === '' || NEUTRAL.test(word))) return named
  // 'Валута: евро'
  if (/^[^\d:]{1,24} ?: ?\S+$/u.test(text.trim())) return named
  const isInName = IN_NAMES.test(words)
  if (where === 'above' || where === 'below' || where === 'beside')
    return OF_PRICES.test(words) && !isInName ? named : undefined
  // The name of a file or sheet is about its prices; the name of a company may begin with the word.
  return isInName && !words.startsWith(rest) ? undefined : named
}
