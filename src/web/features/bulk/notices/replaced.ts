import { type PriceKind, priceColumnsOf } from '#pricelist/types.ts'
import { disambiguateTitles } from '#engine/bulk/choices.ts'
import type { RowsSummary } from '#engine/types.ts'
import { columnTitle } from '#reports/labels.ts'
import { m } from '#i18n/messages/messages.js'
import { targetCurrency } from '../sheet/columns.ts'

const PRICE_KIND_NAME = {
  selling: m.kind_selling,
  measure: m.kind_measure,
  list: m.kind_list,
  'bare-currency': m.kind_bare_currency,
  net: m.kind_net,
  wholesale: m.kind_wholesale,
  promotional: m.kind_promotional,
  cost: m.kind_cost,
  old: m.kind_old,
  'line-amount': m.kind_line_amount,
} satisfies Record<PriceKind, () => string>

/** They are not what is paid for a product. */
const OTHER_KINDS: readonly (PriceKind | null)[] = ['cost', 'old', 'line-amount', null]

/**
 * The price columns that are not converted, each with the kind of price by its title.
 * @param isCompeting only those whose prices could be the ones to convert
 */
export function unconvertedLabels({ guards, file, choices }: RowsSummary, isCompeting = false): string[] {
  const rivals = guards?.rivals ?? []
  const converted = choices ? priceColumnsOf(choices.columns) : []
  const titles = disambiguateTitles(
    [...converted, ...rivals.map(({ index }) => index)],
    file?.detection.all ?? [],
  ).slice(converted.length)
  return rivals.flatMap(({ index, title, kind }, i) => {
    if (isCompeting && OTHER_KINDS.includes(kind)) return []
    // Further keys of strict JSON are no columns of its table.
    const column = columnTitle(index, titles[i]?.title || title)
    return kind === null ? m.rival_untold({ column }) : m.rival({ column, kind: PRICE_KIND_NAME[kind]() })
  })
}

/**
 * Says what the file would be like with the new prices in place of the old ones, which is chosen after the conversion: prices that
 * are not converted stay beside the new ones, or the old ones cannot be replaced. Undefined where no other price is left.
 */
export function replacedText(rows: RowsSummary): string | undefined {
  const { rivals = [], replacing = [] } = rows.guards ?? {}
  if (!rows.columnsKnown) return undefined
  if (replacing.includes('rows-cut')) return m.not_replaced_cut()
  if (replacing.includes('currency-shared')) return m.not_replaced_shared()
  const target = targetCurrency(rows)
  const isOneKept = rivals.some(({ currency }) => currency !== target)
  // All of those that are listed before it stay.
  return isOneKept ? m.replaced_beside({ count: rivals.length }) : undefined
}
