import {
  type CSSProperties,
  Fragment,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { DEFAULT_PAGE_SIZE, LIMITS, PAGE_SIZES, RESULTS_STEP } from '#product/limits.ts'
import { formatCount } from '#money/format.ts'
import { bulk } from '#engine/bulk/client.ts'
import {
  type PreviewRow,
  type RowPosition,
  type RowsSummary,
  type Snapshot,
  countOmitted,
} from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useRowPage } from '../../results/use-row-page.ts'
import { findOpenQuestions } from '../notices/questions.tsx'
import { NOTHING_SPECIAL } from './column-widths.ts'
import { hasBothCurrencies, isStacked, sourceCurrency, targetCurrency } from './columns.ts'
import { RowFilterBar, SheetToolbar } from './filters.tsx'
import { SheetFoot, SheetPages } from './foot.tsx'
import { SheetHead } from './head.tsx'
import { usePaste } from './paste.tsx'
import { nameCellId } from './name-cell.tsx'
import { leavesAsIs, type PasteHandler, priceCellId } from './price-cell.tsx'
import {
  type AmbiguousPrice,
  type PriceAnswerSets,
  findAmbiguousPrices,
  findDoubtfulPrices,
} from './ambiguous-prices.ts'
import {
  type SheetLine,
  contentOf,
  fetchLines,
  lastShown,
  linesOf,
  namesakesOf,
  priceTextOf,
  wholeLines,
} from './lines.ts'
import { useFilledLines } from './converted.tsx'
import { SheetRow, WideCell } from './row.tsx'
import { rowsBeingTyped, useFocusedRow, useLastFocusedRow } from './use-focused-row.ts'
import { useRowsAnnouncement } from './use-rows-announcement.ts'
import { guessedPriceTitle, useColumns, usePriceColumns } from './use-columns.ts'

const NONE: readonly PreviewRow[] = []

type SheetProps = {
  rows: RowsSummary
  view: Snapshot['view']
  undo: Snapshot['undo']
  revision: number
  firstRows: Snapshot['firstRows']
  canReread: boolean
  isConverting: boolean
  /** How many prices that is of. */
  converting: number
  isEditing: boolean
  /** How the rows are looked at: to convert or to edit. */
  modes: ReactNode
  undoButton: ReactNode
  onClear: () => void
  /** Focuses this row whenever the object changes. */
  rowToFocus: RowPosition | undefined
  /** The same for the price of a row. */
  priceToFocus: RowPosition | undefined
  /** Leads to the questions about prices. */
  questionChip: ReactNode
  /** How many there are. */
  questions: number
  answers: PriceAnswerSets
  isCurrencyAssumed: boolean
  /** The rows of this page that have a question about their price, and all of it. Must be the same function at each render. */
  onAsked: (asked: readonly PreviewRow[], page: readonly PreviewRow[]) => void
}

/** The rows of the list as a sheet, paged: they can be edited, added and deleted (BULK-12). */
export function Sheet({
  rows,
  view,
  undo,
  revision,
  firstRows,
  rowToFocus,
  priceToFocus,
  isConverting,
  converting,
  ...props
}: SheetProps) {
  const lang = useLang()
  const { alert } = useAlerts()
  const isManual = rows.source === 'manual'
  const [pageSize, setPageSize] = useState<number>(isManual ? LIMITS.manualRows : DEFAULT_PAGE_SIZE)
  const [requestedPage, setRequestedPage] = useState(0)
  const { total } = view
  const omitted = countOmitted(rows.omitted)
  const rowCount = rows.counts.totalRows + rows.convertedRows + omitted
  const paste = usePaste(isManual)
  const currentPaste = useRef(paste.onPaste)
  useEffect(() => {
    currentPaste.current = paste.onPaste
  })
  // Stable, so that a memoized row renders only for its own changes.
  const onPaste = useCallback<PasteHandler>((...paste) => currentPaste.current(...paste), [])
  const announcement = useRowsAnnouncement(view, undo)
  const guess = guessedPriceTitle(rows)
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const lastRow = useLastFocusedRow(body)
  const { focused, handlers } = useFocusedRow()
  const [content, setContent] = useState(NOTHING_SPECIAL)
  const { columns, widths, width, hidden, areAllShown, toggle } = useColumns(rows, rowCount, content, frame)
  const isScrolled = widths.total !== undefined
  const { priceTitles, nameColumns } = usePriceColumns(rows)
  const perLine = isStacked(columns) ? 1 : Math.max(1, nameColumns.length)
  // The requested page may no longer exist.
  const page = Math.min(requestedPage, Math.max(0, Math.ceil(total / pageSize) - 1))
  const fetchRows = useMemo(() => fetchLines(perLine), [perLine])
  const areFirst = firstRows.length > 0 && page === 0 && pageSize === DEFAULT_PAGE_SIZE
  const known = useMemo(
    () =>
      areFirst
        ? wholeLines(firstRows.slice(0, DEFAULT_PAGE_SIZE + perLine - 1), 0, DEFAULT_PAGE_SIZE)
        : undefined,
    [firstRows, areFirst, perLine],
  )
  const pageRows = useRowPage(fetchRows, revision, page * pageSize, pageSize, known)
  const contentNow = pageRows ? contentOf(pageRows) : content
  // While a row is typed in, a text that is no price yet makes no column wider.
  const contentShown = focused ? { ...content, areLarge: contentNow.areLarge } : contentNow
  if (JSON.stringify(contentShown) !== JSON.stringify(content)) setContent(contentShown)
  const target = targetCurrency(rows)
  const source = sourceCurrency(rows)
  const question = findOpenQuestions(rows).find(({ what }) => what === 'ambiguous-prices')
  const asked = question?.what === 'ambiguous-prices' ? question.example : undefined
  const askedRow = asked === undefined ? undefined : pageRows?.find((row) => priceTextOf(row, rows) === asked)
  const isAsking = asked !== undefined
  const doubtful = useMemo(
    () => findDoubtfulPrices(isAsking ? (pageRows ?? []) : [], rows),
    [isAsking, pageRows, rows],
  )
  const { onAsked } = props
  const { settled, typed } = props.answers
  const typedPrice = focused?.typedPrice
  const ambiguous = useMemo(
    () =>
      isConverting
        ? []
        : findAmbiguousPrices(pageRows ?? [], rows, { settled, typed }).filter(
            // It is asked about when its cell is left.
            ({ isTyped, row }) => !isTyped || row.id !== typedPrice,
          ),
    [pageRows, rows, settled, typed, isConverting, typedPrice],
  )
  const inQuestion = useMemo(() => {
    const ambiguousRows = ambiguous.map(({ row }) => row)
    const found = (pageRows ?? []).filter(
      (row) =>
        row === askedRow ||
        (row.problem === 'ambiguous' && row.id !== typedPrice) ||
        ambiguousRows.includes(row),
    )
    // The same array: many changes in a row would update the parent with each.
    return found.length === 0 ? NONE : found
  }, [pageRows, askedRow, ambiguous, typedPrice])
  useEffect(() => onAsked(inQuestion, pageRows ?? NONE), [onAsked, inQuestion, pageRows])
  const lines = useMemo(() => linesOf(pageRows ?? [], columns), [pageRows, columns])
  const areAllDrawn = useIsDrawn(lines.length > 0)
  const beingTyped = lines.flatMap((line) => rowsBeingTyped(line, focused))
  const invalidRows = rows.counts.invalidRows - beingTyped.length
  const leftRows = rows.leftRows - beingTyped.filter(leavesAsIs).length
  const edge = rows.columnsKnown ? lastShown(lines) : -1
  const areOthersFilled = isConverting && converting >= rows.counts.validRows
  const filledLines = useFilledLines(isConverting ? converting : undefined, rows, lines)

  const goToRow = useCallback(
    ({ id, index }: RowPosition, ...cellIds: ((id: number) => string)[]) => {
      setRequestedPage(Math.floor(index / pageSize))
      focusOn(...cellIds.map((cellId) => cellId(id)))
    },
    [pageSize],
  )
  const shown = useRef(rowToFocus)
  useEffect(() => {
    // Of several prices of a line only the first has a cell for the name.
    if (rowToFocus && rowToFocus !== shown.current) goToRow(rowToFocus, nameCellId, priceCellId)
    shown.current = rowToFocus
  }, [rowToFocus, goToRow])
  const shownPrice = useRef(priceToFocus)
  useEffect(() => {
    if (priceToFocus && priceToFocus !== shownPrice.current) goToRow(priceToFocus, priceCellId)
    shownPrice.current = priceToFocus
  }, [priceToFocus, goToRow])

  /** Another page begins at its top. */
  function goToPage(next: number) {
    setRequestedPage(next)
    frame.current?.closest('section')?.scrollIntoView({ block: 'start' })
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
    <section aria-labelledby="rows-title" className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <h2 id="rows-title" tabIndex={-1} className="sr-only">
        {m.rows_title()}
      </h2>
      <fieldset disabled={isConverting} className="contents">
        <SheetToolbar
          content={[
            lang,
            view.filter,
            total,
            rowCount,
            invalidRows,
            rows.counts.validRows,
            hidden,
            areAllShown,
            props.questions,
          ].join(' ')}
          modes={props.modes}
          columns={
            (hidden > 0 || areAllShown) && (
              <ColumnsToggle hidden={hidden} areAllShown={areAllShown} onToggle={toggle} />
            )
          }
          isConverting={isConverting}
        >
          {rows.columnsKnown ? (
            <>
              <RowFilterBar
                filter={view.filter}
                rows={{ ...rows, leftRows, counts: { ...rows.counts, invalidRows } }}
                onFilter={() => setRequestedPage(0)}
                // The only row that is shown is not led to.
                onNextInvalid={
                  invalidRows > 0 && !(view.filter === 'invalid' && total === 1)
                    ? () => void goToNextInvalid()
                    : undefined
                }
              />
              {props.questionChip}
            </>
          ) : (
            guess !== undefined && (
              <p className="text-muted wrap-anywhere max-sm:shrink-0">{m.rows_guess({ column: guess })}</p>
            )
          )}
        </SheetToolbar>
        <div
          ref={frame}
          data-editing={((props.isEditing || isManual) && !isConverting) || undefined}
          data-converting={isConverting || undefined}
          data-large={content.areLarge || undefined}
          className="group/sheet sheet -scroll-mt-12 data-converting:pointer-events-none max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
        >
          <div
            // Positioned, so that texts for screen readers are cut off with the columns that hold them.
            className={isScrolled ? 'relative overflow-x-auto' : ''}
            style={{ '--in-sight': isScrolled ? `${width}px` : '100%' } as CSSProperties}
            {...(isScrolled && { role: 'group', 'aria-labelledby': 'rows-title', tabIndex: 0 })}
          >
            <table
              // Sideways scrolling would keep the head from staying in sight.
              data-sticky-head={!isScrolled || undefined}
              className="table-fixed"
              style={{ width: widths.total }}
              data-testid="rows"
            >
              <colgroup>
                {widths.columns.map((width, i) => (
                  <col key={i} style={{ width }} />
                ))}
              </colgroup>
              <SheetHead
                rows={rows}
                columns={columns}
                target={target}
                source={source}
                isAssumed={props.isCurrencyAssumed}
                canReread={props.canReread}
                isConverting={isConverting}
                stays={widths.stays}
              />
              <tbody ref={body} {...handlers}>
                {(areAllDrawn ? lines : lines.slice(0, linesInSight())).map((line, i) => (
                  <Fragment key={line[0].id}>
                    <SheetRow
                      line={line}
                      columns={columns}
                      stays={widths.stays}
                      nameColumns={nameColumns}
                      priceTitles={priceTitles}
                      target={target}
                      source={source}
                      areMixed={hasBothCurrencies(rows)}
                      isKnown={rows.columnsKnown}
                      {...namesakesOf(lines, i, nameColumns)}
                      doubtful={doubtful}
                      questionId={askedRow?.id}
                      askedId={askedRow && line.includes(askedRow) ? askedRow.id : undefined}
                      askedText={askedRow && line.includes(askedRow) ? asked : undefined}
                      {...ambiguousOf(line, ambiguous)}
                      isFilled={i < filledLines}
                      isLastFilled={i === filledLines - 1 && filledLines < lines.length}
                      focused={focused?.id === line[0].id ? focused : undefined}
                      onPaste={onPaste}
                    />
                    {i === edge && (
                      <tr>
                        <WideCell columns={columns} className="bg-sunken!">
                          <p className="text-center text-small font-semibold text-muted">
                            {areOthersFilled
                              ? m.sheet_edge_filling()
                              : m.sheet_edge({ n: formatCount(RESULTS_STEP, lang) })}
                          </p>
                        </WideCell>
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
            pageSize={isManual || total <= PAGE_SIZES[0] ? undefined : pageSize}
            onPageSize={(size) => {
              setRequestedPage(Math.floor((page * pageSize) / size))
              setPageSize(size)
            }}
            arePrices={nameColumns.length > 1}
            isConverting={isConverting}
            onAdd={() => void addRow()}
            onClear={props.onClear}
            undo={props.undoButton}
          />
        </div>
        {isManual && <p className="max-w-prose text-small text-muted lg:max-w-none">{m.paste_hint()}</p>}
      </fieldset>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {paste.dialog}
    </section>
  )
}

/** The height of a line; the others are higher. */
const LINE_PX = 36

/** How many lines of a sheet are in sight at most. */
const linesInSight = (): number => Math.ceil(window.innerHeight / LINE_PX)

/** Whether a frame with the first lines was drawn: those out of sight follow it. */
function useIsDrawn(hasLines: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!hasLines) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawn(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [hasLines])
  return isDrawn
}

type ColumnsToggleProps = { hidden: number; areAllShown: boolean; onToggle: () => void }

/** Shows the columns that have no room, or hides them again. */
function ColumnsToggle({ hidden, areAllShown, onToggle }: ColumnsToggleProps) {
  const n = formatCount(hidden, useLang())
  return (
    <Button look="plain" size="small" className="whitespace-nowrap" onClick={onToggle}>
      <Icon name="columns" className="size-4" />
      <span className="max-lg:sr-only not-group-data-[room=2]/tools:sr-only">
        {areAllShown ? m.sheet_fewer_columns() : m.sheet_all_columns({ count: hidden, n })}
      </span>
      <span aria-hidden="true" className="hidden max-lg:inline not-group-data-[room=2]/tools:inline">
        {areAllShown ? '\u2212' : '+'}
        {n}
      </span>
    </Button>
  )
}

/** The row of a line whose price may be read wrongly, and the text of that price. */
function ambiguousOf(line: SheetLine, ambiguous: readonly AmbiguousPrice[]) {
  const found = ambiguous.find(({ row }) => line.includes(row))
  return { ambiguousId: found?.row.id, ambiguousText: found?.text, isAmbiguousTyped: found?.isTyped === true }
}
