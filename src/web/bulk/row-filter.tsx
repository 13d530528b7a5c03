import { formatCount } from '#domain/format.ts'
import { COUNTER, type RowCounts } from '#domain/row.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { bulk } from './bulk-client.ts'
import { ROW_FILTERS, type RowFilter } from './snapshot.ts'

const TEXT = {
  all: m.filter_all,
  valid: m.filter_valid,
  invalid: m.filter_invalid,
  empty: m.filter_empty,
} satisfies Record<RowFilter, () => string>

type Props = { filter: RowFilter; counts: RowCounts; onFilter: () => void }

/** Which rows are shown. The one that is chosen can be pressed again: rows mended since then leave it (BULK-18). */
export function RowFilterBar({ filter, counts, onFilter }: Props) {
  const lang = useLang()
  return (
    <div role="group" aria-label={m.filter()} className="flex flex-wrap gap-2" data-testid="row-filter">
      {ROW_FILTERS.map((one) => {
        const count = one === 'all' ? counts.totalRows : counts[COUNTER[one]]
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
            <span className="font-medium opacity-80">{formatCount(count, lang)}</span>
          </button>
        )
      })}
    </div>
  )
}
