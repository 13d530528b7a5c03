import {
  type ClipboardEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { DEFAULT_PAGE_SIZE, LIMITS, RESULTS_STEP } from '#product/limits.ts'
import { nameColumnOf } from '#pricelist/types.ts'
import { formatCount } from '#money/format.ts'
import { otherCurrency } from '#money/currency.ts'
import { listPriceColumns, disambiguateTitles } from '#engine/bulk/choices.ts'
import { bulk } from '#engine/bulk/client.ts'
import {
  type PasteRequest,
  type PreviewRow,
  type RowPosition,
  type RowsSummary,
  type Snapshot,
  countOmitted,
} from '#engine/types.ts'
import { columnTitle } from '#reports/labels.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type FetchRows, useRowPage } from '../../results/use-row-page.ts'
import { findOpenQuestion } from '../notices/questions.tsx'
import { RowCountForm } from '../start/row-count-form.tsx'
import { type SheetColumn, fittingColumns, sheetColumns, targetCurrency } from './columns.ts'
import { RowFilterBar } from './filters.tsx'
import { SheetFoot, SheetPages } from './foot.tsx'
import { SheetHead } from './head.tsx'
import { usePaste } from './paste.tsx'
import { ROW, SheetRow, nameCellId, priceCellId } from './row.tsx'

const fetchPreviewRows: FetchRows<PreviewRow> = (offset, limit) => bulk.request('page', offset, limit)

type SheetProps = {
  rows: RowsSummary
  view: Snapshot['view']
  undo: Snapshot['undo']
  revision: number
  canReread: boolean
  isConverting: boolean
  isEditing: boolean
  /** How the rows are looked at: to convert or to edit. */
  modes: ReactNode
  undoButton: ReactNode
  onClear: () => void
  /** Focuses this row whenever the object changes. */
  rowToFocus: RowPosition | undefined
}

/** The rows of the list as a sheet, paged: they can be edited, added and deleted (BULK-12). */
export function Sheet({ rows, view, undo, revision, rowToFocus, isConverting, ...props }: SheetProps) {
  const lang = useLang()
  const { alert } = useAlerts()
  const isManual = rows.source === 'manual'
  const [pageSize, setPageSize] = useState<number>(isManual ? LIMITS.manualRows : DEFAULT_PAGE_SIZE)
  const [requestedPage, setRequestedPage] = useState(0)
  const { total } = view
  const omitted = countOmitted(rows.omitted)
  const rowCount = rows.counts.totalRows + rows.convertedRows + omitted
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
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const lastRow = useLastFocusedRow(body)
  const { columns, hidden, areAllShown, toggle } = useColumns(rows, frame)
  const target = targetCurrency(rows)
  const question = findOpenQuestion(rows)
  const asked = question?.what === 'ambiguous-prices' ? question.example : undefined
  const askedRow = asked === undefined ? undefined : pageRows?.find((row) => hasPrice(row, asked, rows))
  const edge = lastShown(pageRows ?? [])

  const goToRow = useCallback(
    ({ id, index }: RowPosition, cellId: (id: number) => string) => {
      setRequestedPage(Math.floor(index / pageSize))
      focusOn(cellId(id))
    },
    [pageSize],
  )
  const shown = useRef(rowToFocus)
  useEffect(() => {
    if (rowToFocus && rowToFocus !== shown.current) goToRow(rowToFocus, nameCellId)
    shown.current = rowToFocus
  }, [rowToFocus, goToRow])

  /** Another page begins at its top. */
  function goToPage(next: number) {
    setRequestedPage(next)
    frame.current?.scrollIntoView({ block: 'start' })
  }

  async function addRow() {
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
    <section aria-labelledby="rows-title" className="grid min-w-0 content-start gap-1.5">
      <h2 id="rows-title" tabIndex={-1} className="sr-only">
        {m.rows_title()}
      </h2>
      {isManual && <RowCountForm rowCount={rowCount} />}
      <fieldset disabled={isConverting} className="contents">
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4">
          {rows.columnsKnown ? (
            <>
              <RowFilterBar
                filter={view.filter}
                counts={rows.counts}
                convertedRows={rows.convertedRows}
                omitted={omitted}
                onFilter={() => setRequestedPage(0)}
              />
              {rows.counts.invalidRows > 0 && (
                <Button
                  look="plain"
                  size="small"
                  className="-ms-2 w-9 shrink-0 px-0! pointer-coarse:w-11"
                  aria-label={m.next_invalid()}
                  title={m.next_invalid()}
                  onClick={() => void goToNextInvalid()}
                >
                  <Icon name="next" className="size-4" />
                </Button>
              )}
            </>
          ) : (
            guess !== undefined && (
              <p className="wrap-anywhere text-muted">{m.rows_guess({ column: guess })}</p>
            )
          )}
          <div className="ms-auto flex items-center gap-2">{props.modes}</div>
        </div>
        <div
          ref={frame}
          data-editing={props.isEditing || isManual || undefined}
          className="group/sheet sheet scroll-mt-20 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
        >
          <div
            className={areAllShown ? 'overflow-x-auto' : ''}
            {...(areAllShown && { role: 'region', 'aria-labelledby': 'rows-title', tabIndex: 0 })}
          >
            <table className={`${areAllShown ? 'min-w-max' : ''} max-sm:table-fixed`} data-testid="rows">
              <ColumnWidths columns={columns} />
              <SheetHead
                rows={rows}
                columns={columns}
                target={target}
                source={otherCurrency(target)}
                canReread={props.canReread && !isConverting}
              />
              <tbody ref={body} className={isConverting ? 'filling' : ''}>
                {pageRows?.map((row, i) => (
                  <Fragment key={row.id}>
                    <SheetRow
                      row={row}
                      columns={columns}
                      nameIndex={rows.choices ? ownNameIndex(rows, row, columns) : null}
                      priceTitle={titles[row.priceColumnIndex]}
                      target={target}
                      question={row === askedRow ? asked : undefined}
                      onPaste={onPaste}
                    />
                    {i === edge && (
                      <tr>
                        <td
                          colSpan={columns.length + 1}
                          className="bg-sunken! text-center text-small font-semibold text-muted"
                        >
                          {m.sheet_edge({ n: formatCount(RESULTS_STEP, lang) })}
                        </td>
                      </tr>
                    )}
                  </Fragment>
                ))}
              </tbody>
            </table>
          </div>
          {total === 0 && (
            <p className="px-4 py-4 text-muted">{view.filter === 'all' ? m.rows_none() : m.filter_none()}</p>
          )}
          <SheetFoot
            pages={
              total > pageSize && (
                <SheetPages page={page} pageSize={pageSize} total={total} onPage={goToPage} />
              )
            }
            pageSize={isManual ? undefined : pageSize}
            onPageSize={(size) => {
              setRequestedPage(Math.floor((page * pageSize) / size))
              setPageSize(size)
            }}
            isConverting={isConverting}
            onAdd={() => void addRow()}
            onClear={props.onClear}
            undo={props.undoButton}
            more={
              (hidden > 0 || areAllShown) && (
                <Button look="plain" size="small" onClick={toggle}>
                  <Icon name="columns" className="size-4" />
                  {areAllShown
                    ? m.sheet_fewer_columns()
                    : m.sheet_all_columns({ count: hidden, n: formatCount(hidden, lang) })}
                </Button>
              )
            }
          />
        </div>
        {isManual && <p className="max-w-prose text-small text-muted">{m.paste_hint()}</p>}
      </fieldset>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {paste.dialog}
    </section>
  )
}

/** Fixed on a phone, where the name takes what is left. */
function ColumnWidths({ columns }: { columns: readonly SheetColumn[] }) {
  return (
    <colgroup>
      <col className="max-sm:w-12" />
      {columns.map((column, i) => (
        <col
          key={i}
          className={
            column.kind === 'price' ? 'max-sm:w-24' : column.kind === 'converted' ? 'max-sm:w-21' : ''
          }
        />
      ))}
    </colgroup>
  )
}

/** The columns that fit into the width of the sheet, or all of them when the user asks. */
function useColumns(rows: RowsSummary, frame: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(960)
  const [areAllShown, setAllShown] = useState(false)
  const { file, choices } = rows
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  // The snapshot is another object after each edit: only what the columns are made of counts.
  const key = JSON.stringify([file?.detection.all, file?.format, choices?.columns])
  const [kept, setKept] = useState(() => ({ key, all: sheetColumns(rows) }))
  if (kept.key !== key) setKept({ key, all: sheetColumns(rows) })
  const { all } = kept
  const fitting = useMemo(() => fittingColumns(all, width), [all, width])
  const hidden = all.length - fitting.length
  return {
    columns: areAllShown ? all : fitting,
    hidden,
    areAllShown: areAllShown && hidden > 0,
    toggle: () => setAllShown(!areAllShown),
  }
}

/** The name column of a row in the file; null where the sheet has one of its own. */
function ownNameIndex(
  { choices }: RowsSummary,
  row: PreviewRow,
  columns: readonly SheetColumn[],
): number | null {
  const index = choices ? nameColumnOf(choices.columns, row.priceColumnIndex) : null
  return columns.some((column) => column.kind === 'name' && column.index === index) ? index : null
}

/** Whether the price of a row is written like this in the file. */
function hasPrice(row: PreviewRow, text: string, { choices }: RowsSummary): boolean {
  const { price, morePrices = [] } = choices?.columns ?? {}
  const index = [price, ...morePrices][row.priceColumnIndex] ?? -1
  return row.cells[index]?.trim() === text
}

/** The index of the last row that shows its conversion, where others wait for theirs below it. */
function lastShown(rows: readonly PreviewRow[]): number {
  const last = rows.findLastIndex(({ converted, isConverted }) => converted !== null && !isConverted)
  const isFollowed = rows.some(
    ({ status, converted }, i) => i > last && status === 'valid' && converted === null,
  )
  return isFollowed ? last : -1
}

/** The id of the row that had the focus last; the search for the next invalid row starts there. */
function useLastFocusedRow(body: RefObject<HTMLElement | null>): RefObject<number> {
  const id = useRef(0)
  useEffect(() => {
    const rows = body.current
    const remember = ({ target }: Event) => {
      const row = target instanceof Element && target.closest<HTMLElement>(ROW)
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
