import type { CurrencyConflict, CurrencyStatement } from '#pricelist/types.ts'
import type { Currency } from '#money/amount.ts'
import { m } from '#i18n/messages/messages.js'

export const currencyName = (currency: Currency): string =>
  currency === 'BGN' ? m.word_leva() : m.word_euro()

/** Quotes a currency statement outside the prices: 'Above the table it says “…”.' */
export function currencyStatementMessage({ where, text }: CurrencyStatement): string {
  switch (where) {
    case 'title':
      return m.stated_title({ text })
    case 'cells':
      return m.stated_cells({ text })
    case 'between':
      return m.stated_between({ text })
    case 'above':
      return m.stated_above({ text })
    case 'below':
      return m.stated_below({ text })
    case 'sheet':
      return m.stated_sheet({ text })
    case 'file-name':
      return m.stated_file({ text })
  }
}

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
