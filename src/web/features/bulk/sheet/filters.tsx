import { Fragment, type ReactNode } from 'react'
import { formatCount } from '#money/format.ts'
import { COUNT_FIELD } from '#pricelist/row.ts'
import { bulk } from '#engine/bulk/client.ts'
import { ROW_FILTERS, type RowFilter, type RowsSummary, countOmitted } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useRoom } from '../use-room.ts'

const FILTER_NAME = {
  all: m.filter_all,
  valid: m.filter_valid,
  invalid: m.filter_invalid,
  empty: m.filter_empty,
  omitted: m.filter_omitted,
} satisfies Record<RowFilter, () => string>

type ToolbarProps = {
  children: ReactNode
  /** Changes with the texts of the children. */
  content: string
  /** Shows the columns that have no room. */
  columns: ReactNode
  /** How the rows are looked at, at the end of the line. */
  modes: ReactNode
  isConverting: boolean
}

/** Above the sheet, in one line: where it has no room its texts are shorter, and then what is before the modes scrolls. */
export function SheetToolbar({ children, content, columns, modes, isConverting }: ToolbarProps) {
  const room = useRoom(2, content)
  return (
    <div
      ref={room}
      // From 1024 px it also spans the second column, which starts below it.
      className={`group/tools flex min-h-9 items-center gap-x-3 ${modes ? 'lg:-me-88' : ''} ${isConverting ? 'opacity-50' : ''}`}
    >
      <div
        data-whole
        // Positioned, so that texts for screen readers are cut off where it is scrolled. The padding shows the ring of the focus.
        className="relative -my-1 -ms-4 flex min-w-0 flex-1 items-center gap-x-3 overflow-x-auto py-1 ps-4 pe-1 [scrollbar-width:none] max-sm:pe-5 max-sm:[mask-image:linear-gradient(to_right,transparent,#000_1rem_calc(100%-1.25rem),transparent)] sm:group-data-[room=0]/tools:pe-5 sm:group-data-[room=0]/tools:[mask-image:linear-gradient(to_right,transparent,#000_1rem_calc(100%-1.25rem),transparent)]"
      >
        {children}
        <div className="ms-auto flex shrink-0 items-center">{columns}</div>
      </div>
      {modes}
    </div>
  )
}

type RowFilterBarProps = {
  filter: RowFilter
  rows: RowsSummary
  onFilter: () => void
  /** Leads to the next row to fix; undefined where there is none. */
  onNextInvalid: (() => void) | undefined
}

/** Filters the rows by status, where there are any of it. Pressing the current filter again applies it to rows edited since (BULK-18). */
export function RowFilterBar({ filter, rows, onFilter, onNextInvalid }: RowFilterBarProps) {
  const lang = useLang()
  const { counts, convertedRows } = rows
  const omitted = countOmitted(rows.omitted)
  const areErrors = hasErrors(rows)
  const nameOf = (value: RowFilter): string => {
    if (value === 'valid' && convertedRows > 0) return m.filter_rest()
    return value === 'invalid' && !areErrors ? m.filter_left() : FILTER_NAME[value]()
  }
  const countOf = (value: RowFilter): number => {
    if (value === 'all') return counts.totalRows + convertedRows + omitted
    return value === 'omitted' ? omitted : counts[COUNT_FIELD[value]]
  }
  // A phone shows what is to be corrected first: the line of the file has the number of prices.
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
              className={`inline-flex min-h-9 items-center gap-1.5 rounded-base px-2.5 text-[0.9375rem] font-semibold whitespace-nowrap text-muted hover:bg-hover sm:max-lg:gap-1 sm:max-lg:px-2 sm:group-data-[room=0]/tools:gap-1 sm:group-data-[room=0]/tools:px-2 aria-pressed:bg-ink aria-pressed:text-surface pointer-coarse:min-h-11 ${count === 0 ? 'font-medium!' : ''} ${value === 'all' || value === 'invalid' ? '' : 'max-sm:order-1'}`}
            >
              {nameOf(value)}
              <span
                className={`${count === 0 ? '' : 'font-bold'} ${value === 'invalid' && count > 0 && areErrors && filter !== value ? 'text-error' : ''}`}
              >
                {formatCount(count, lang)}
              </span>
            </button>
            {value === 'invalid' && areErrors && onNextInvalid && (
              <Button
                look="plain"
                size="small"
                className={`${filter === value ? 'ms-0.5' : '-ms-1.5'} shrink-0 gap-0.5! max-sm:min-w-9 px-2! sm:max-lg:px-1! sm:not-group-data-[room=2]/tools:px-1! font-medium! whitespace-nowrap text-muted!`}
                aria-label={m.next_invalid()}
                title={m.next_invalid()}
                onClick={onNextInvalid}
              >
                <span className="max-lg:hidden not-group-data-[room=2]/tools:hidden">
                  {m.next_invalid_short()}
                </span>
                <Icon name="down" className="size-4" />
              </Button>
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

/** Whether rows are to be corrected: those that stay as they are have nothing wrong. Typed ones have not got their price yet. */
export const hasErrors = ({ counts, leftRows, source }: RowsSummary): boolean =>
  source === 'manual' || counts.invalidRows > leftRows

type QuestionProps = { count: number; onGo: () => void }

/** How many questions there are, also where a filter hides their rows; leads to the first. */
export function QuestionChip({ count, onGo }: QuestionProps) {
  const lang = useLang()
  return (
    <button
      type="button"
      onClick={onGo}
      className="inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-base px-2.5 text-[0.9375rem] font-semibold whitespace-nowrap text-ask hover:bg-ask-soft pointer-coarse:min-h-11"
    >
      {m.filter_questions()}
      <span className="font-bold">{formatCount(count, lang)}</span>
    </button>
  )
}
