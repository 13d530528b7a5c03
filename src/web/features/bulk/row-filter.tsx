import { formatCount } from '#money/format.ts'
import { COUNTER, type RowCounts } from '#pricelist/row.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { bulk } from '#engine/bulk/client.ts'
import { ROW_FILTERS, type RowFilter } from '#engine/types.ts'

const TEXT = {
  all: m.filter_all,
  valid: m.filter_valid,
  invalid: m.filter_invalid,
  empty: m.filter_empty,
  omitted: m.filter_omitted,
} satisfies Record<RowFilter, () => string>

type Props = {
  filter: RowFilter
  counts: RowCounts
  /** How many rows are left out; without any they have no button, but where they are shown. */
  omitted: number
  onFilter: () => void
}

/** Which rows are shown. The one that is chosen can be pressed again: rows mended since then leave it (BULK-18). */
export function RowFilterBar({ filter, counts, omitted, onFilter }: Props) {
  const lang = useLang()
  const filters = ROW_FILTERS.filter((one) => one !== 'omitted' || omitted > 0 || filter === one)
  const countOf = (one: RowFilter): number => {
    if (one === 'all') return counts.totalRows + omitted
    return one === 'omitted' ? omitted : counts[COUNTER[one]]
  }
  return (
    <div role="group" aria-label={m.filter()} className="flex flex-wrap gap-2" data-testid="row-filter">
      {filters.map((one) => {
        return (
          <button
            key={one}
            type="button"
            data-status={one}
            aria-pressed={filter === one}
            onClick={() => {
              void bulk.tell('filterRows', one)
              onFilter()
            }}
            className="inline-flex min-h-11 items-center gap-2 rounded-base border border-line-strong bg-raised px-3 font-semibold hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface"
          >
            {TEXT[one]()}
            <span className="font-medium opacity-80">{formatCount(countOf(one), lang)}</span>
          </button>
        )
      })}
    </div>
  )
}
