import {
  type ClipboardEvent,
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { DEFAULT_PAGE_SIZE, LIMITS, PAGE_SIZES, QUICK_COUNTS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { useSession } from '../../session/session.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { toasts } from '../../ui/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { formatCount } from '#money/format.ts'
import { COUNT_FIELD, type RowCounts } from '#pricelist/row.ts'
import { useLang } from '../../routing/location.ts'
import {
  type PasteRequest,
  type PreviewRow,
  ROW_FILTERS,
  type RowFilter,
  type RowPosition,
  type RowsSummary,
  type Snapshot,
  countOmitted,
} from '#engine/types.ts'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Select } from '../../ui/field.tsx'
import { columnTitle } from '#reports/labels.ts'
import { listPriceColumns, disambiguateTitles } from '#engine/bulk/choices.ts'
import { focusOn } from '../../ui/focus.ts'
import { RowEditor, nameCellId, priceCellId } from './row-editor.tsx'
import { type FetchRows, useRowPage } from '../results/use-row-page.ts'
import { usePaste } from './paste.tsx'
import { HeaderCell } from '../results/header-cell.tsx'

/** Sets the number of typed rows; limited by the user's tokens and by LIMITS.manualRows (BULK-13). */
function RowCountForm() {
  const { alert } = useAlerts()
  const session = useSession()
  const id = useId()
  const [text, setText] = useState('')
  const tokens = session.status === 'signed-in' ? session.tokens : undefined

  async function set(count: number) {
    if (!Number.isInteger(count) || count < 1) return alert(m.count_not_valid())
    if (tokens !== undefined && count > tokens) return alert(m.count_no_tokens())
    if (count > LIMITS.manualRows) return alert(m.count_not_valid())
    const rows = await bulk.request('setRowCount', count).catch(() => count)
    if (rows > count) toasts.show(m.count_kept())
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void set(/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : NaN)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label htmlFor={id} className="text-muted">
        {m.count_label()}
      </label>
      <div role="group" aria-label={m.count_quick()} className="flex gap-2">
        {QUICK_COUNTS.map((count) => (
          <Button
            key={count}
            look="tinted"
            className="min-w-11 px-2.5"
            aria-label={m.count_of({ count })}
            onClick={() => void set(count)}
          >
            {count}
          </Button>
        ))}
      </div>
      <div className="flex gap-2">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          maxLength={6}
          placeholder={m.count_hint({ most: LIMITS.manualRows })}
          onChange={(event) => setText(event.target.value)}
          className="min-h-11 w-24 rounded-base border border-line-strong bg-raised px-3"
        />
        <Button look="tinted" type="submit">
          {m.count_set()}
        </Button>
      </div>
    </form>
  )
}

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
  /** Number of excluded rows; at 0 their button is hidden unless it is the current filter. */
  omitted: number
  onFilter: () => void
}

/** Filters the rows by status. Pressing the current filter again applies it to rows edited since (BULK-18). */
function RowFilterBar({ filter, counts, omitted, onFilter }: RowFilterBarProps) {
  const lang = useLang()
  const filters = ROW_FILTERS.filter((value) => value !== 'omitted' || omitted > 0 || filter === value)
  const countOf = (value: RowFilter): number => {
    if (value === 'all') return counts.totalRows + omitted
    return value === 'omitted' ? omitted : counts[COUNT_FIELD[value]]
  }
  return (
    <div role="group" aria-label={m.filter()} className="flex flex-wrap gap-2" data-testid="row-filter">
      {filters.map((value) => (
        <button
          key={value}
          type="button"
          data-status={value}
          aria-pressed={filter === value}
          onClick={() => {
            void bulk.tryRequest('filterRows', value)
            onFilter()
          }}
          className="inline-flex min-h-11 items-center gap-2 rounded-base border border-line-strong bg-raised px-3 font-semibold hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface"
        >
          {FILTER_NAME[value]()}
          <span className="font-medium opacity-80">{formatCount(countOf(value), lang)}</span>
        </button>
      ))}
    </div>
  )
}

const fetchPreviewRows: FetchRows<PreviewRow> = (offset, limit) => bulk.request('page', offset, limit)

type RowsTableProps = {
  rows: RowsSummary
  view: Snapshot['view']
  undo: Snapshot['undo']
  revision: number
  /** Focuses this row whenever the object changes. */
  rowToFocus: RowPosition | undefined
}

/** The editable rows, paged: rows can be edited, added and deleted (BULK-12). */
export function RowsTable({ rows, view, undo, revision, rowToFocus }: RowsTableProps) {
  const lang = useLang()
  const { alert } = useAlerts()
  const isManual = rows.source === 'manual'
  const [pageSize, setPageSize] = useState<number>(isManual ? LIMITS.manualRows : DEFAULT_PAGE_SIZE)
  const [requestedPage, setPage] = useState(0)
  const { total } = view
  const omitted = countOmitted(rows.omitted)
  // The requested page may no longer exist.
  const page = Math.min(requestedPage, Math.max(0, Math.ceil(total / pageSize) - 1))
  const pageRows = useRowPage(fetchPreviewRows, revision, page * pageSize, pageSize)
  const paste = usePaste(isManual)
  const currentPaste = useRef(paste.onPaste)
  useEffect(() => {
    currentPaste.current = paste.onPaste
  })
  // Stable, so that a memoized row renders only for its own changes.
  const onPaste = useCallback(
    (event: ClipboardEvent<HTMLInputElement>, id: number, column: PasteRequest['column']) =>
      currentPaste.current(event, id, column),
    [],
  )
  const announcement = useRowsAnnouncement(view, undo)
  const titles = listPriceColumns(rows).map(({ index, title }) => columnTitle(index, title))
  const guess = guessedPriceTitle(rows)
  const body = useRef<HTMLTableSectionElement>(null)
  const lastRow = useLastFocusedRow(body)

  const goToRow = useCallback(
    ({ id, index }: RowPosition, cellId: (id: number) => string) => {
      setPage(Math.floor(index / pageSize))
      focusOn(cellId(id))
    },
    [pageSize],
  )
  const shown = useRef(rowToFocus)
  useEffect(() => {
    if (rowToFocus && rowToFocus !== shown.current) goToRow(rowToFocus, nameCellId)
    shown.current = rowToFocus
  }, [rowToFocus, goToRow])

  async function addRow() {
    const rowCount = rows.counts.totalRows + omitted
    if (isManual && rowCount >= LIMITS.manualRows) return alert(m.manual_limit())
    if (rowCount >= LIMITS.bulkRows) return alert(m.rows_limit({ limit: formatCount(LIMITS.bulkRows, lang) }))
    const position = await bulk.request('addRow').catch(() => null)
    if (position) goToRow(position, nameCellId)
  }

  async function goToNextInvalid() {
    const position = await bulk.request('nextInvalid', lastRow.current).catch(() => null)
    if (position) goToRow(position, priceCellId)
  }

  return (
    <section aria-labelledby="rows-title" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="rows-title" tabIndex={-1} className="text-h3 outline-none">
          {m.rows_title()}
        </h2>
        {isManual ? (
          <RowCountForm />
        ) : (
          <Select
            inline
            label={m.page_size()}
            value={String(pageSize)}
            options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
            onPick={(value) => {
              setPage(Math.floor((page * pageSize) / Number(value)))
              setPageSize(Number(value))
            }}
          />
        )}
      </div>
      {isManual && <p className="max-w-prose text-muted">{m.paste_hint()}</p>}
      {rows.columnsKnown ? (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <RowFilterBar
            filter={view.filter}
            counts={rows.counts}
            omitted={omitted}
            onFilter={() => setPage(0)}
          />
          {rows.counts.invalidRows > 0 && (
            <Button look="tinted" onClick={() => void goToNextInvalid()}>
              <Icon name="next" className="size-4" />
              {m.next_invalid()}
            </Button>
          )}
        </div>
      ) : (
        guess !== undefined && <p className="wrap-anywhere text-muted">{m.rows_guess({ column: guess })}</p>
      )}
      <table className="w-full max-md:block" data-testid="rows">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line-strong text-start">
            <HeaderCell className="w-12 ps-1 text-start text-muted lg:w-16">{m.column_line()}</HeaderCell>
            <HeaderCell className="ps-2 text-start">{m.column_name()}</HeaderCell>
            <HeaderCell className="w-40 pe-5 text-end lg:w-44">{m.column_price()}</HeaderCell>
            <HeaderCell className="w-24 ps-2 text-start lg:w-28">{m.column_currency()}</HeaderCell>
            <HeaderCell className="w-44 ps-3 text-start lg:w-64">{m.column_status()}</HeaderCell>
            <th scope="col" className="w-12">
              <span className="sr-only">{m.column_actions()}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} className="max-md:block">
          {pageRows?.map((row) => (
            <RowEditor key={row.id} row={row} priceTitle={titles[row.priceColumnIndex]} onPaste={onPaste} />
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {total === 0 && (
        <p className="py-4 text-muted">{view.filter === 'all' ? m.rows_none() : m.filter_none()}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button look="tinted" onClick={() => void addRow()}>
          {m.row_add()}
        </Button>
        {total > pageSize && <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />}
      </div>
      {paste.dialog}
    </section>
  )
}

/** The id of the row that had the focus last; the search for the next invalid row starts there. */
function useLastFocusedRow(body: RefObject<HTMLElement | null>): RefObject<number> {
  const id = useRef(0)
  useEffect(() => {
    const rows = body.current
    const remember = ({ target }: Event) => {
      const row = target instanceof Element && target.closest<HTMLElement>('tr[data-row]')
      if (row) id.current = Number(row.dataset['row'])
    }
    rows?.addEventListener('focusin', remember)
    return () => rows?.removeEventListener('focusin', remember)
  }, [body])
  return id
}

/** The title of the column shown while the price column is only a guess. */
function guessedPriceTitle({ columnsKnown, file, choices }: RowsSummary): string | undefined {
  const price = choices?.columns.price ?? null
  if (columnsKnown || !file || price === null) return undefined
  const { all, candidates } = file.detection
  const [shown] = disambiguateTitles([...new Set([price, ...candidates])], all)
  return shown && columnTitle(shown.index, shown.title)
}

/** For screen readers: the latest change of the rows, a deleted or excluded row or another filter. */
function useRowsAnnouncement(view: Snapshot['view'], undo: Snapshot['undo']): string {
  const lang = useLang()
  const [announcement, setAnnouncement] = useState('')
  const { what, id, line = 0, count = 0 } = undo ?? {}
  useEffect(() => {
    if (what === 'delete') setAnnouncement(m.row_deleted({ line }))
    else if (what === 'omit' && count === 1) setAnnouncement(m.row_left_out({ line }))
    else if (what === 'include') setAnnouncement(m.row_converted_too({ line }))
  }, [what, id, line, count])
  const first = useRef(view.filter)
  const { filter, total } = view
  const shown = useRef(total)
  useEffect(() => {
    shown.current = total
  })
  useEffect(() => {
    if (first.current === filter) return
    first.current = filter
    setAnnouncement(m.rows_shown({ count: shown.current, n: formatCount(shown.current, lang) }))
  }, [filter, lang])
  return announcement
}
