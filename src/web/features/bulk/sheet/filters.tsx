import { Fragment } from 'react'
import { formatCount } from '#money/format.ts'
import { COUNT_FIELD, type RowCounts } from '#pricelist/row.ts'
import { bulk } from '#engine/bulk/client.ts'
import { type PreviewRow, ROW_FILTERS, type RowFilter } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { priceCellId } from './price-cell.tsx'

const FILTER_NAME = {
  all: m.filter_all,
  valid: m.filter_valid,
  invalid: m.filter_invalid,
  empty: m.filter_empty,
  omitted: m.filter_omitted,
} satisfies Record<RowFilter, () => string>

type RowFilterBarProps = {
  filter: RowFilter
  counts: RowCounts
  convertedRows: number
  /** Number of excluded rows. */
  omitted: number
  onFilter: () => void
  /** Leads to the next row to fix; undefined where there is none. */
  onNextInvalid: (() => void) | undefined
}

/** Filters the rows by status, where there are any of it. Pressing the current filter again applies it to rows edited since (BULK-18). */
export function RowFilterBar({
  filter,
  counts,
  convertedRows,
  omitted,
  onFilter,
  onNextInvalid,
}: RowFilterBarProps) {
  const lang = useLang()
  const countOf = (value: RowFilter): number => {
    if (value === 'all') return counts.totalRows + convertedRows + omitted
    return value === 'omitted' ? omitted : counts[COUNT_FIELD[value]]
  }
  const filters = ROW_FILTERS.filter((value) => value === 'all' || countOf(value) > 0 || filter === value)
  return (
    <div role="group" aria-label={m.filter()} className="flex shrink-0 gap-0.5" data-testid="row-filter">
      {filters.map((value) => {
        const count = countOf(value)
        return (
          <Fragment key={value}>
            <button
              type="button"
              data-status={value}
              aria-pressed={filter === value}
              onClick={() => {
                void bulk.tryRequest('filterRows', value)
                onFilter()
              }}
              className={`inline-flex min-h-9 items-center gap-1.5 rounded-base px-2.5 text-[0.9375rem] font-semibold whitespace-nowrap text-muted hover:bg-hover sm:max-lg:gap-1 sm:max-lg:px-2 aria-pressed:bg-ink aria-pressed:text-surface pointer-coarse:min-h-11 ${count === 0 ? 'font-medium!' : ''}`}
            >
              {(value === 'valid' && convertedRows > 0 ? m.filter_rest : FILTER_NAME[value])()}
              <span
                className={`${count === 0 ? '' : 'font-bold'} ${value === 'invalid' && count > 0 && filter !== value ? 'text-error' : ''}`}
              >
                {formatCount(count, lang)}
              </span>
            </button>
            {value === 'invalid' && onNextInvalid && (
              <Button
                look="plain"
                size="small"
                className={`${filter === value ? 'ms-0.5' : '-ms-1.5'} shrink-0 gap-0.5! max-sm:min-w-9 px-2! sm:max-lg:px-1! font-medium! whitespace-nowrap text-muted!`}
                aria-label={m.next_invalid()}
                title={m.next_invalid()}
                onClick={onNextInvalid}
              >
                <span className="max-lg:hidden">{m.next_invalid_short()}</span>
                <Icon name="down" className="size-4" />
              </Button>
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

type QuestionProps = { rows: readonly PreviewRow[] }

/** How many prices of this page are asked about; leads to the first of them. */
export function QuestionChip({ rows }: QuestionProps) {
  const lang = useLang()
  return (
    <button
      type="button"
      onClick={() => rows[0] && focusOn(priceCellId(rows[0].id))}
      className="inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-base px-2.5 text-[0.9375rem] font-semibold whitespace-nowrap text-ask hover:bg-ask-soft pointer-coarse:min-h-11"
    >
      {m.filter_questions()}
      <span className="font-bold">{formatCount(rows.length, lang)}</span>
    </button>
  )
}
