import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { PendingConversion, PreviewRow, RowPosition, RowsSummary, Snapshot } from '#engine/types.ts'
import { bulk } from '#engine/bulk/client.ts'
import { otherSheets, readPartOf } from '#formats/format.ts'
import type { FileSummary } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { focusInPlace, focusOn } from '../../ui/focus.ts'
import { scrollToAndFocus } from '../file/scroll-to.ts'
import { Notice } from '../file/notice.tsx'
import type { ConvertedBefore } from './dialogs/confirm-dialogs.tsx'
import { BESIDE_MODE, FileLine, ManualLine } from './file-line.tsx'
import { ConvertedNotice } from './notices/converted-notice.tsx'
import type { CurrencyAnswer } from './notices/currency-notices.tsx'
import { type Asked, QuestionLine } from './notices/asked-rows.tsx'
import { Notices, Questions, RailLines } from './notices/notices.tsx'
import { findAlternativeSheets } from './notices/no-valid-prices.tsx'
import { QUESTION_ID } from './notices/questions.tsx'
import { unconvertedLabels } from './notices/replaced.ts'
import { OtherCurrencies } from './notices/other-currencies.tsx'
import type { Purchase } from '../../session/purchase.ts'
import { SheetChoice } from '../file/file-details.tsx'
import { PaidCard } from '../file/paid-card.tsx'
import { PHONE_CONVERT_ID, PhoneBar, hasLongTotals } from './rail/phone-bar.tsx'
import { CONVERT_ID, Rail, type RailProps, ToResult } from './rail/rail.tsx'
import { ReadNotes } from './rail/read-notes.tsx'
import { ReviewModes } from './review-modes.tsx'
import { type PriceAnswerSets, countAssumed, settleCurrency } from './sheet/ambiguous-prices.ts'
import { QuestionChip } from './sheet/filters.tsx'
import { Sheet } from './sheet/sheet.tsx'
import { BulkHelp } from './start/help.tsx'
import { RowCountForm } from './start/row-count-form.tsx'
import { useFunds } from '../../session/use-funds.ts'
import { useReread } from './use-reread.ts'
import { useReviewQuestions } from './use-review-questions.ts'

type ReviewProps = {
  state: Snapshot & { rows: RowsSummary }
  /** What was submitted of these rows without a response. */
  pending: PendingConversion | undefined
  convertedBefore: ConvertedBefore
  /** The purchase from which the user comes back to these rows. */
  purchase: Purchase | undefined
  rowToFocus: RowPosition | undefined
  undo: ReactNode
  /** How many prices the conversion that is running, or was started last, is of. */
  converting: number
  answers: PriceAnswerSets
  onConvert: () => void
  onConvertFirst: (count: number) => void
  onChooseColumns: () => void
  onFile: (file: File) => Promise<void>
  onRemove: () => void
  onClear: () => void
}

const ASIDE_ID = 'review-aside'

/** Visible only with the focus: keyboard users can skip the rows. */
const SKIP_LINK =
  'sr-only focus:not-sr-only focus:absolute! focus:inset-s-0 focus:top-0 focus:z-30 focus:rounded-base focus:bg-raised focus:px-4! focus:py-2! focus:font-semibold focus:underline focus:shadow-float'

/** The rows before the conversion: the file in one line, its sheet, and beside it what the conversion comes to. */
export function Review({
  state,
  pending,
  convertedBefore,
  purchase: bought,
  rowToFocus,
  undo,
  converting,
  answers,
  ...actions
}: ReviewProps) {
  const { rows, view, revision, firstRows, hasFile } = state
  const lang = useLang()
  const [isEditing, setEditing] = useState(false)
  const isConverting = state.phase === 'converting'
  const questions = useReviewQuestions(rows, answers, isConverting)
  const { asked, unnamed, warning, toAnswer } = questions
  const [priceToFocus, setPriceToFocus] = useState<RowPosition>()
  async function goToQuestion() {
    const [first] = asked
    if (questions.open > 1) scrollToAndFocus(QUESTION_ID)
    else if (first) setPriceToFocus(await bulk.request('showRow', first.id).catch(() => undefined))
  }
  // It has been read, and something else is happening.
  const isUnanswered = pending !== undefined && !isConverting
  // What was bought may be spent already.
  const purchase = isConverting || isUnanswered ? undefined : bought
  const convertedText = isConverting ? undefined : convertedBefore.text
  const isSomethingAbove = purchase !== undefined || convertedText !== undefined || isUnanswered
  const funds = useFunds(rows.counts.tokenCost, pending)
  const { file } = rows
  const isPaidFor = purchase !== undefined && funds.balance !== undefined && funds.missing === 0
  // Before that a phone has the button of the rail alone, far below the rows.
  useEffect(() => {
    if (isPaidFor) focusInPlace(CONVERT_ID, PHONE_CONVERT_ID)
  }, [isPaidFor])
  const rail = {
    rows,
    funds,
    isConverting,
    converting,
    pendingFirst: pending?.first,
    isAsked: questions.isBlocked,
    ambiguous: questions.ambiguous,
    hasResult: convertedText !== undefined && convertedBefore.at !== undefined,
    onConvert: actions.onConvert,
    onConvertFirst: actions.onConvertFirst,
  }
  const about = { rows, canReread: hasFile, onChooseColumns: actions.onChooseColumns }
  const answer = {
    isCurrencyAsked: unnamed !== undefined,
    isCurrencySettled: answers.isCurrencySettled,
    onCurrency: settleCurrency,
  }
  const inSight = { rows: asked, isSettled: countAssumed(rows, answers.settled.size) === 0 }
  const isShort = funds.missing > 0 && rows.columnsKnown
  return (
    <div
      // What appears above the rows must not push them out of sight.
      className="grid grid-cols-1 gap-x-6 gap-y-1 [overflow-anchor:none] lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:grid-rows-[auto_auto_1fr]"
      aria-busy={isConverting}
      data-testid="review"
    >
      <Above
        purchase={purchase}
        isOfFile={file !== undefined}
        isUnanswered={isUnanswered}
        convertedBefore={convertedText === undefined ? undefined : convertedBefore}
        isAnything={isSomethingAbove}
      />
      <div className="lg:col-span-2">
        <div className={BESIDE_MODE}>
          {file ? (
            <FileLine
              rows={{ ...rows, file }}
              canReread={hasFile}
              isConverting={isConverting}
              question={toAnswer}
              isAskedBelow={asked.length > 0 || (hasFile && unnamed !== undefined) || warning !== undefined}
              missing={!isConverting && questions.open === 0 && rows.columnsKnown ? funds.missing : 0}
              onChooseColumns={actions.onChooseColumns}
              onFile={actions.onFile}
              onRemove={actions.onRemove}
            />
          ) : (
            <ManualLine rows={rows} question={toAnswer}>
              {!isConverting && <RowCountForm rowCount={rows.counts.totalRows + rows.convertedRows} />}
            </ManualLine>
          )}
        </div>
        {file && !isConverting && <ReadPart rows={rows} file={file} canReread={hasFile} />}
        {file && !isConverting && <CompetingPrices rows={rows} />}
        {file && !isConverting && (
          <AboveRows
            rows={rows}
            open={questions.open}
            asked={asked}
            unnamed={hasFile ? unnamed : undefined}
            warning={warning}
            onGo={() => void goToQuestion()}
          />
        )}
      </div>
      <div
        className={`relative min-w-0 lg:col-start-1 lg:row-start-2 ${isSomethingAbove ? 'lg:row-span-2' : ''}`}
      >
        <a
          href={`#${ASIDE_ID}`}
          className={SKIP_LINK}
          onClick={(event) => {
            event.preventDefault()
            scrollToAndFocus(ASIDE_ID)
          }}
        >
          {m.skip_rows()}
        </a>
        <Sheet
          rows={rows}
          view={view}
          undo={state.undo}
          revision={revision}
          firstRows={firstRows}
          canReread={hasFile}
          isConverting={isConverting}
          converting={converting}
          isEditing={isEditing}
          rowToFocus={rowToFocus}
          answers={answers}
          isCurrencyAssumed={unnamed !== undefined}
          onAsked={questions.setAsked}
          priceToFocus={priceToFocus}
          questions={questions.count}
          questionChip={
            asked.length > 0 &&
            questions.count > 0 && <QuestionChip count={questions.count} onGo={() => void goToQuestion()} />
          }
          modes={
            file && (
              <ReviewModes
                isEditing={isEditing}
                onConvert={() => {
                  setEditing(false)
                  focusOn(CONVERT_ID, PHONE_CONVERT_ID)
                }}
                onEdit={() => {
                  setEditing(true)
                  focusOn('rows-title')
                }}
              />
            )
          }
          undoButton={
            undo && (
              <span
                data-on-phone={hasLongTotals(rows, lang) || undefined}
                className="max-lg:not-data-on-phone:hidden"
              >
                {undo}
              </span>
            )
          }
          onClear={actions.onClear}
        />
      </div>
      <Aside
        {...{ rail, isShort, isConverting }}
        isBelow={isSomethingAbove}
        about={about}
        answer={answer}
        asked={inSight}
      />
      <PhoneBar {...rail} undo={undo} />
    </div>
  )
}

/** A phone has no room for them in the sheet. */
function CompetingPrices({ rows }: { rows: RowsSummary }) {
  const columns = rows.columnsKnown ? unconvertedLabels(rows, true) : []
  if (columns.length === 0) return null
  return (
    <p className="mb-1.5 line-clamp-2 text-small wrap-anywhere text-muted sm:hidden">
      {m.rivals({ columns: columns.join(', ') })}
    </p>
  )
}

/** Which of its sheets, files or lists the rows are of, in sight of them: the others are not read. */
function ReadPart({ rows, file, canReread }: { rows: RowsSummary; file: FileSummary; canReread: boolean }) {
  const reread = useReread()
  if (readPartOf(file) === undefined) return null
  // Where this one has no prices, a notice suggests the others; where none is the better one, a question does.
  const isSaid = file.equalSheets !== undefined || findAlternativeSheets(rows).length > 0
  const unread = isSaid ? [] : otherSheets(file)
  return (
    <div
      className="mb-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.9375rem]"
      data-testid="read-part"
    >
      <SheetChoice
        file={file}
        unread={unread}
        onRead={canReread ? (change) => void reread.file(change) : undefined}
      />
    </div>
  )
}

type AsideProps = {
  rail: RailProps
  /** Something stands above it. */
  isBelow: boolean
  isShort: boolean
  isConverting: boolean
  about: { rows: RowsSummary; canReread: boolean; onChooseColumns: () => void }
  answer: CurrencyAnswer
  asked: Asked
}

/** The second column of the review, below the rows under 1024 px: totals, open questions, cost, and how the file was read. */
function Aside({ rail, isBelow, isShort, isConverting, about, answer, asked }: AsideProps) {
  const element = useScrolledBack()
  const questionsId = useId()
  const { file } = about.rows
  return (
    <aside
      ref={element}
      id={ASIDE_ID}
      tabIndex={-1}
      // As high as it is in sight before the page is scrolled. The top margin aligns the rail with the sheet, which starts below a toolbar that spans both columns.
      className={`fades-below grid content-start gap-4 outline-none max-lg:mt-6 lg:sticky lg:top-18 lg:col-start-2 lg:-mx-1 lg:self-start lg:overflow-y-auto lg:px-1 lg:py-1 low:static low:max-h-none ${file && readPartOf(file) ? 'lg:max-h-[calc(100dvh-12.75rem)]' : 'lg:max-h-[calc(100dvh-10rem)]'} ${isBelow ? 'lg:row-start-3' : 'lg:row-start-2 lg:mt-9.5 lg:pointer-coarse:mt-11.5'}`}
    >
      <Rail
        {...rail}
        questionsId={questionsId}
        questions={<Questions {...about} {...answer} asked={asked} isShort={isShort} countId={questionsId} />}
        lines={<RailLines {...about} {...answer} />}
      />
      {/* Nothing to do there while the rows are converted; the same is there again if that fails. */}
      <fieldset disabled={isConverting} className={isConverting ? 'hidden' : 'contents'}>
        <Notices {...about} asked={asked} />
      </fieldset>
      {file && !isConverting && <ReadNotes {...about} rows={{ ...about.rows, file }} />}
      {!isConverting && <BulkHelp hasTemplates />}
    </aside>
  )
}

type AboveProps = {
  purchase: Purchase | undefined
  isOfFile: boolean
  /** What was submitted of these rows had no response. */
  isUnanswered: boolean
  convertedBefore: ConvertedBefore | undefined
  isAnything: boolean
}

/** What has happened to these rows before: on a phone above the file, on a wide page above what it costs. */
const Above = ({ purchase, isOfFile, isUnanswered, convertedBefore, isAnything }: AboveProps) => (
  <div
    className={
      isAnything ? 'grid gap-3 max-lg:mb-1 lg:col-start-2 lg:row-start-2 lg:mt-10.5 lg:mb-2' : 'contents'
    }
  >
    {purchase && <PaidCard purchase={purchase} kept={isOfFile ? m.paid_file_kept() : m.paid_rows_kept()} />}
    {/* The region must exist before its text: screen readers announce only changes in it. Empty, it takes no gap. */}
    <div role="status" className="empty:absolute">
      {isUnanswered && (
        <Notice>
          <p>{m.unanswered_notice()}</p>
        </Notice>
      )}
      {convertedBefore && <ConvertedNotice {...convertedBefore} />}
    </div>
  </div>
)

type AboveRowsProps = {
  rows: RowsSummary
  open: number
  asked: readonly PreviewRow[]
  unnamed: number | undefined
  warning: string | undefined
  /** Leads to the first question about a price. */
  onGo: () => void
}

/** Below 1024 px what the rail says is below the rows: above them is the way to it. */
function AboveRows({ rows, open, asked, unnamed, warning, onGo }: AboveRowsProps) {
  const reread = useReread()
  return (
    <>
      {rows.convertedRows > 0 && (
        <p className="text-small lg:hidden">
          <ToResult />
        </p>
      )}
      <QuestionLine
        open={open}
        rows={asked}
        unnamed={unnamed}
        warning={warning}
        onGo={onGo}
        onCurrency={async (currency) => {
          settleCurrency()
          await reread.currency(currency)
          focusOn('file-title')
        }}
      />
      <OtherCurrencies rows={rows} className="mt-1 lg:hidden" />
    </>
  )
}

/** Scrolls the element back to its top when the focus leaves it. */
function useScrolledBack(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = element
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (current && relatedTarget instanceof Node && !current.contains(relatedTarget)) current.scrollTop = 0
    }
    current?.addEventListener('focusout', onFocusOut)
    return () => current?.removeEventListener('focusout', onFocusOut)
  }, [])
  return element
}
