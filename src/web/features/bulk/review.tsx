import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { PendingConversion, PreviewRow, RowPosition, RowsSummary, Snapshot } from '#engine/types.ts'
import { NATIONAL } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { focusInPlace, focusOn } from '../../ui/focus.ts'
import { scrollToAndFocus } from '../file/scroll-to.ts'
import { Notice } from '../file/notice.tsx'
import type { ConvertedBefore } from './dialogs/confirm-dialogs.tsx'
import { FileLine, ManualLine } from './file-line.tsx'
import { ConvertedNotice } from './notices/converted-notice.tsx'
import { QuestionLine } from './notices/doubt.tsx'
import {
  Decisions,
  Notices,
  isAssumedCurrency,
  selectNoticeContent,
  severeWarnings,
} from './notices/notices.tsx'
import { findOpenQuestion, openQuestionMessage } from './notices/questions.tsx'
import { shortWarning } from './notices/warnings.tsx'
import type { Purchase } from '../../session/purchase.ts'
import { PaidCard } from '../file/paid-card.tsx'
import { PHONE_CONVERT_ID, PhoneBar, hasLongTotals } from './rail/phone-bar.tsx'
import { CONVERT_ID, Rail, ToResult } from './rail/rail.tsx'
import { ReadNotes } from './rail/read-notes.tsx'
import { type PriceAnswerSets, assumedText, countAssumed, settleCurrency } from './sheet/ambiguous-prices.ts'
import { Sheet } from './sheet/sheet.tsx'
import { BulkHelp } from './start/help.tsx'
import { RowCountForm } from './start/row-count-form.tsx'
import { useFunds } from './use-funds.ts'
import { useReread } from './use-reread.ts'

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
  const { rows, view, revision, hasFile } = state
  const lang = useLang()
  const reread = useReread()
  const [isEditing, setEditing] = useState(false)
  const [asked, setAsked] = useState<readonly PreviewRow[]>([])
  const { settled } = answers
  const isConverting = state.phase === 'converting'
  const unnamed = isConverting ? undefined : unnamedPrices(rows, answers)
  // It has been read, and something else is happening.
  const isUnanswered = pending !== undefined && !isConverting
  // What was bought may be spent already.
  const purchase = isConverting || isUnanswered ? undefined : bought
  const convertedText = isConverting ? undefined : convertedBefore.text
  const isSomethingAbove = purchase !== undefined || convertedText !== undefined || isUnanswered
  const question = findOpenQuestion(rows)
  const assumed =
    unnamed === undefined ? assumedText(rows, settled.size, asked, lang) : m.pill_question_currency()
  const [severe] = isConverting ? [] : severeWarnings(rows)
  const warning = severe && shortWarning(severe)
  const toAnswer = isConverting ? undefined : (assumed ?? (question === undefined ? warning : undefined))
  const funds = useFunds(rows.counts.tokenCost, pending)
  const { file } = rows
  const aside = useScrolledBack()
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
    question: question && question.what !== 'dialog' ? openQuestionMessage(question) : undefined,
    hasResult: convertedText !== undefined && convertedBefore.at !== undefined,
    onConvert: actions.onConvert,
    onConvertFirst: actions.onConvertFirst,
  }
  return (
    <div
      className="grid grid-cols-1 gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:grid-rows-[auto_auto_1fr]"
      aria-busy={isConverting}
      data-testid="review"
    >
      {/* On a phone above the file, on a wide page above what it costs. */}
      <div
        className={
          isSomethingAbove
            ? 'grid gap-3 max-lg:mb-1 lg:col-start-2 lg:row-start-2 lg:mt-10.5 lg:mb-2'
            : 'contents'
        }
      >
        {purchase && <PaidCard purchase={purchase} kept={file ? m.paid_file_kept() : m.paid_rows_kept()} />}
        {/* The region must exist before its text: screen readers announce only changes in it. Empty, it takes no gap. */}
        <div role="status" className="empty:absolute">
          {isUnanswered && (
            <Notice>
              <p>{m.unanswered_notice()}</p>
            </Notice>
          )}
          {convertedText !== undefined && <ConvertedNotice {...convertedBefore} />}
        </div>
      </div>
      {file && (
        <div className="lg:col-span-2">
          <FileLine
            rows={{ ...rows, file }}
            canReread={hasFile}
            isConverting={isConverting}
            question={toAnswer}
            isAskedBelow={asked.length > 0 || (hasFile && unnamed !== undefined) || warning !== undefined}
            missing={!isConverting && question === undefined && rows.columnsKnown ? funds.missing : 0}
            onChooseColumns={actions.onChooseColumns}
            onFile={actions.onFile}
            onRemove={actions.onRemove}
          />
          {!isConverting && rows.convertedRows > 0 && (
            <p className="text-small lg:hidden">
              <ToResult />
            </p>
          )}
          {!isConverting && (
            <QuestionLine
              rows={asked}
              unnamed={hasFile ? unnamed : undefined}
              warning={warning}
              onCurrency={async (currency) => {
                settleCurrency()
                await reread.currency(currency)
                focusOn('file-title')
              }}
            />
          )}
        </div>
      )}
      {!file && (
        <div className="lg:col-span-2">
          <ManualLine rows={rows} question={toAnswer}>
            {!isConverting && <RowCountForm rowCount={rows.counts.totalRows + rows.convertedRows} />}
          </ManualLine>
        </div>
      )}
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
          canReread={hasFile}
          isConverting={isConverting}
          converting={converting}
          isEditing={isEditing}
          rowToFocus={rowToFocus}
          answers={answers}
          isCurrencyAssumed={unnamed !== undefined}
          onAsked={setAsked}
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
      <aside
        ref={aside}
        id={ASIDE_ID}
        tabIndex={-1}
        // The top margin aligns the rail with the sheet, which starts below a toolbar that spans both columns.
        className={`grid content-start gap-4 outline-none max-lg:mt-6 lg:sticky lg:top-18 lg:col-start-2 lg:-mx-1 lg:max-h-[calc(100dvh-5rem)] lg:self-start lg:overflow-y-auto lg:px-1 lg:py-1 low:static low:max-h-none ${isSomethingAbove ? 'lg:row-start-3' : 'lg:row-start-2 lg:mt-9.5'}`}
      >
        <Rail
          {...rail}
          decisions={
            <Decisions
              rows={rows}
              canReread={hasFile}
              onChooseColumns={actions.onChooseColumns}
              isShort={funds.missing > 0 && rows.columnsKnown}
              isCurrencySettled={unnamed === undefined}
              onCurrency={settleCurrency}
            />
          }
        />
        {/* Nothing to do there while the rows are converted; the same is there again if that fails. */}
        <fieldset disabled={isConverting} className={isConverting ? 'hidden' : 'contents'}>
          <Notices
            rows={rows}
            asked={{ rows: asked, isSettled: countAssumed(rows, settled.size) === 0 }}
            canReread={hasFile}
            onChooseColumns={actions.onChooseColumns}
          />
        </fieldset>
        {file && !isConverting && (
          <ReadNotes rows={{ ...rows, file }} canReread={hasFile} onChooseColumns={actions.onChooseColumns} />
        )}
        {!isConverting && <BulkHelp hasTemplates />}
      </aside>
      <PhoneBar {...rail} undo={undo} />
    </div>
  )
}

/** How many prices name no currency and are taken to be in lev, until the user says so or that they are not. */
function unnamedPrices(rows: RowsSummary, { isCurrencySettled }: PriceAnswerSets): number | undefined {
  const { columnsKnown, choices, convertedRows } = rows
  // The first prices were converted in this currency: it is no longer a question.
  if (!columnsKnown || isCurrencySettled || convertedRows > 0) return undefined
  if (choices?.defaultCurrency !== NATIONAL) return undefined
  return selectNoticeContent(rows).assumptions.find(isAssumedCurrency)?.rows
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

type ReviewModesProps = { isEditing: boolean; onConvert: () => void; onEdit: () => void }

/** The sheet to read and convert, or with every cell outlined to edit (BULK-03). */
function ReviewModes({ isEditing, onConvert, onEdit }: ReviewModesProps) {
  // A phone has room for the one that is not chosen, in a word.
  const look =
    'min-h-8 rounded-[8px] px-2.5 sm:max-lg:px-2 text-small font-semibold whitespace-nowrap text-muted hover:text-ink sm:aria-pressed:bg-raised sm:aria-pressed:text-ink sm:aria-pressed:ring sm:aria-pressed:ring-line-strong max-sm:aria-pressed:hidden pointer-coarse:min-h-11'
  return (
    <div className="inline-flex gap-0.5 rounded-base bg-sunken p-[2px] inset-ring inset-ring-line print:hidden">
      <button type="button" aria-pressed={!isEditing} onClick={onConvert} className={look}>
        <ByWidth text={m.review_and_convert()} short={m.review_and_convert_short()} />
      </button>
      <button type="button" aria-pressed={isEditing} onClick={onEdit} className={look}>
        <ByWidth text={m.review_and_edit()} short={m.review_and_edit_short()} />
      </button>
    </div>
  )
}

/** The whole text, of which a phone shows a word. */
const ByWidth = ({ text, short }: { text: string; short: string }) => (
  <>
    <span className="max-sm:sr-only">{text}</span>
    <span aria-hidden="true" className="sm:hidden">
      {short}
    </span>
  </>
)
