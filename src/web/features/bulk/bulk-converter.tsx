import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { FilePickerSkeleton } from '../file/drop-overlay.tsx'
import { FilePicker } from '../file/file-picker.tsx'
import { useAlerts } from '../../ui/alerts.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { useLang } from '../../routing/location.ts'
import { useSession } from '../../session/session.ts'
import { toasts } from '../../ui/toasts.tsx'
import { BulkHelp } from './help.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { ConvertBar } from './convert-bar.tsx'
import { FileCard } from './file-card.tsx'
import {
  NoValidPrices,
  AlternativeSheets,
  hasNoValidPrices,
  findAlternativeSheets,
} from './no-valid-prices.tsx'
import { Notice } from '../file/notice.tsx'
import { Notices } from './notices.tsx'
import { type RowPosition, type Snapshot, countOmitted } from '#engine/types.ts'
import { openQuestionMessage, findOpenQuestion } from './questions.tsx'
import { focusOn, scrollToAndFocus } from '../../ui/focus.ts'
import { Failure, ReadFailure, ReadingProgress } from '../file/reading.tsx'
import { ResultsSection } from './results/results-section.tsx'
import { nameCellId } from './row-editor.tsx'
import { RowsTable } from './rows-table.tsx'
import type { ConversionSummary } from '#reports/types.ts'
import { UndoButton, undoLabel, useUndoKeys } from './undo.tsx'
import { useBulk } from './use-bulk.ts'
import { useConvertedBefore } from './confirm-dialogs.tsx'
import { useConversion } from './use-conversion.tsx'
import { useReread } from './use-reread.ts'
import { clearRowsConfirmation, useOpenFile } from './use-open-file.ts'

type InputChoiceProps = {
  onFile: (file: File) => Promise<void>
  onManual: () => void
  /** A button that restores rows that were just cleared. */
  undo: ReactNode
}

/** The choice between a file and rows typed by hand (BULK-01, BULK-02). */
function InputChoice({ onFile, onManual, undo }: InputChoiceProps) {
  return (
    <div className="grid gap-4 md:grid-cols-[3fr_2fr] print:hidden">
      {undo && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-y border-line py-2 md:col-span-2">
          <p>{m.rows_cleared()}</p>
          {undo}
        </div>
      )}
      <FilePicker titleId="choose-title" title={m.bulk_upload_title()} onFile={onFile} />
      <div className="grid content-center justify-items-start gap-3 rounded-base border border-line p-6 sm:p-10">
        <h2 className="text-h3">{m.bulk_manual_title()}</h2>
        <p className="text-muted">{m.bulk_manual_text()}</p>
        <Button look="tinted" onClick={onManual}>
          {m.bulk_manual()}
        </Button>
      </div>
    </div>
  )
}

const INITIAL_MANUAL_ROWS = 5

/** Converts a whole price list: from a file or typed rows to the results. */
export default function BulkConverter() {
  const state = useBulk()
  const lang = useLang()
  const { confirm } = useAlerts()
  const [isColumnsOpen, setColumnsOpen] = useState(false)
  const { rows, phase, results, revision, view, undo } = state
  const [rowToFocus, setRowToFocus] = useState<RowPosition>()
  const reread = useReread()
  const hasOwnResults = useOwnResults(results)
  const openFile = useOpenFile()
  const hasPendingSubmission = useHasPendingSubmission(state)
  const convertedBefore = useConvertedBefore(rows)
  const conversion = useConversion(
    state,
    hasPendingSubmission,
    convertedBefore,
    () => setColumnsOpen(true),
    () => scrollToAndFocus('results-title'),
  )
  const question = rows ? findOpenQuestion(rows) : undefined
  const sheets = rows ? findAlternativeSheets(rows) : []
  const needsColumns =
    rows?.file !== undefined &&
    question?.what !== 'column' &&
    rows.file.format !== 'json' &&
    (!rows.columnsKnown || rows.counts.validRows + countOmitted(rows.omitted) === 0)
  useFocusOnOutcome(state, () => {
    if (needsColumns) setColumnsOpen(true)
  })

  async function clear() {
    if (await confirm(clearRowsConfirmation())) await bulk.tryRequest('clearRows')
  }

  /** Asks for confirmation only if rows were edited: the rest can be read from the file again. */
  async function removeFile() {
    const latest = await bulk.flush()
    if (latest.phase !== 'ready') return
    await (latest.rows?.isEdited ? clear() : bulk.tryRequest('clearRows'))
  }

  async function undoLastStep() {
    const { undo: lastStep } = await bulk.flush()
    const label = lastStep && undoLabel(lastStep, lang)
    const position = await bulk.request('undo').catch(() => null)
    if (label) toasts.show(label)
    if (position) setRowToFocus(position)
    else focusOn('file-title', 'rows-title')
  }

  const isConverting = phase === 'converting'
  const canUndo = undo !== null && (phase === 'idle' || phase === 'ready')
  useUndoKeys(canUndo ? () => void undoLastStep() : undefined)
  const undoButton = canUndo && <UndoButton undo={undo} onUndo={() => void undoLastStep()} />
  return (
    <div className="grid grid-cols-1 gap-10">
      {phase === 'starting' && <FilePickerSkeleton />}
      {phase === 'failed' && (
        <Failure title={m.worker_failed()} action={m.try_again()} onAction={() => void bulk.restart()}>
          <p>{m.worker_failed_text()}</p>
        </Failure>
      )}
      {phase === 'idle' && (
        <InputChoice
          undo={undoButton}
          onFile={openFile}
          onManual={() =>
            void bulk.tryRequest('startManual', INITIAL_MANUAL_ROWS).then(() => focusOn(nameCellId(1)))
          }
        />
      )}
      {phase === 'parsing' && <ReadingProgress state={state} onCancel={() => void bulk.cancel()} />}
      {phase === 'error' && <ReadFailure state={state} onReset={() => void bulk.tryRequest('clearRows')} />}
      {rows && (phase === 'ready' || isConverting) && (
        <div className="grid grid-cols-1 gap-6" aria-busy={isConverting}>
          {rows.file && (
            <FileCard
              rows={{ ...rows, file: rows.file }}
              canReread={state.hasFile}
              isConverting={isConverting}
              onConvert={conversion.start}
              onEdit={() => scrollToAndFocus('rows-title')}
              onChooseColumns={() => setColumnsOpen(true)}
              onRemove={() => void removeFile()}
            />
          )}
          <fieldset disabled={isConverting} className="contents">
            {hasPendingSubmission && !isConverting && (
              <Notice>
                <p>{m.unanswered_notice()}</p>
              </Notice>
            )}
            {/* The region must exist before its text: screen readers announce only changes in it. */}
            <div role="status" className="contents">
              {convertedBefore.text && (
                <Notice>
                  <p>{convertedBefore.text}</p>
                </Notice>
              )}
            </div>
            <Notices rows={rows} canReread={state.hasFile} onChooseColumns={() => setColumnsOpen(true)} />
            <RowsTable rows={rows} view={view} undo={undo} revision={revision} rowToFocus={rowToFocus} />
          </fieldset>
          <ConvertBar
            counts={rows.counts}
            isCostKnown={rows.columnsKnown}
            isConverting={isConverting}
            question={question && question.what !== 'dialog' ? openQuestionMessage(question) : undefined}
            onConvert={conversion.start}
            onClear={() => void clear()}
            undo={undoButton}
          />
        </div>
      )}
      {results && hasOwnResults && phase !== 'failed' && (
        <ResultsSection key={results.jobId} results={results} />
      )}
      {phase !== 'starting' && phase !== 'failed' && (
        <BulkHelp key={String(!rows)} isOpen={!rows && !results} />
      )}
      {conversion.dialog}
      {isColumnsOpen && rows?.file && rows.choices && (
        <ColumnsDialog
          file={rows.file}
          choices={rows.choices}
          isKnown={rows.columnsKnown}
          reasons={
            <>
              {hasNoValidPrices(rows) && <NoValidPrices rows={rows} />}
              {state.hasFile && sheets.length > 0 && (
                <AlternativeSheets sheets={sheets} onPick={() => setColumnsOpen(false)} />
              )}
            </>
          }
          onDismiss={() => setColumnsOpen(false)}
          onApply={(choices) => {
            setColumnsOpen(false)
            void reread.rows(choices, true).then(() => focusOn('file-title'))
          }}
        />
      )}
    </div>
  )
}

/**
 * Whether the results on this device belong to the current user. Results of another user are erased as soon as that is
 * known: after a sign-out in another tab, an expired session, or another user's sign-in (CONV-04).
 */
function useOwnResults(results: ConversionSummary | null): boolean {
  const session = useSession()
  const hasOtherOwner =
    results !== null &&
    ((session.status === 'signed-out' && session.known) ||
      (session.status === 'signed-in' && results.owner !== '' && session.email !== results.owner))
  useEffect(() => {
    if (hasOtherOwner) void bulk.eraseResults()
  }, [hasOtherOwner])
  return results !== null && !hasOtherOwner && session.status !== 'loading'
}

/** Whether the current user has submitted these rows and got no response: they may be paid for already. */
function useHasPendingSubmission({ pendingOwner }: Snapshot): boolean {
  const session = useSession()
  return (
    pendingOwner !== null &&
    session.status === 'signed-in' &&
    (pendingOwner === '' || pendingOwner === session.email)
  )
}

/** Moves the focus with each new phase: to the file card, the error, or the file picker. */
function useFocusOnOutcome({ phase, results }: Snapshot, onRead: () => void): void {
  const before = useRef(phase)
  useEffect(() => {
    const from = before.current
    before.current = phase
    if (from === phase) return
    if (phase === 'error' || phase === 'failed') return focusOn('failure-title')
    // No focus change for the state that the page starts with.
    if (from === 'starting') return
    // After a conversion the results receive the focus.
    if (phase === 'idle' && !(from === 'converting' && results)) focusOn('choose-title')
    else if (from === 'parsing' && phase === 'ready') {
      focusOn('file-title')
      requestAnimationFrame(onRead)
    }
  })
}
