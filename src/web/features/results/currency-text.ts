import type { CurrencyConflict, CurrencyStatement } from '#pricelist/types.ts'
import type { Currency } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'

const NAME = { BGN: m.word_leva, EUR: m.word_euro } satisfies Record<Currency, () => string>

export const currencyName = (currency: Currency): string => NAME[currency]()

const SHORT_NAME = { BGN: m.word_leva_short, EUR: m.word_euro_short } satisfies Record<Currency, () => string>

/** For the narrow columns of a phone. */
export const shortCurrencyName = (currency: Currency): string => SHORT_NAME[currency]()

const STATEMENT = {
  title: m.stated_title,
  cells: m.stated_cells,
  between: m.stated_between,
  above: m.stated_above,
  below: m.stated_below,
  beside: m.stated_beside,
  sheet: m.stated_sheet,
  'file-name': m.stated_file,
} satisfies Record<CurrencyStatement['where'], (params: { text: string }) => string>

/** Quotes a currency statement outside the prices: 'Above the table it says “…”.' */
export const currencyStatementMessage = ({ where, text }: CurrencyStatement): string =>
  STATEMENT[where]({ text })

/** Quotes both statements that name different currencies, or the only one that is not about the prices themselves. */
export function currencyConflictMessage({ by, stated, taken }: CurrencyConflict): string {
  const { where, text, currency } = stated
  const own = by === 'formats' ? m.stated_formats({ currency: taken }) : by && currencyStatementMessage(by)
  if (where === 'between') return `${own ?? m.currency_untold()} ${m.currency_part({ text, currency })}`
  if (own === undefined)
    return where === 'title' ? m.currency_doubt_title({ text }) : m.currency_doubt_cells({ text })
  const other = currencyStatementMessage(stated)
  return [own, ...(other === own ? [] : [other]), m.currency_both()].join(' ')
}
