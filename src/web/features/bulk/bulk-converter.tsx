import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { FilePicker, FilePickerSkeleton } from '../file/file-picker.tsx'
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
import { type RowPlace, type Snapshot, countOmitted } from '#engine/types.ts'
import { openQuestionMessage, findOpenQuestion } from './questions.tsx'
import { focusOn, scrollToAndFocus } from '../../ui/focus.ts'
import { ReadingProgress, ReadFailure, WorkerFailure } from '../file/reading.tsx'
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

type Props = {
  onFile: (file: File) => void
  onManual: () => void
  /** The way back to rows that were just cleared. */
  undo: ReactNode
}

/** The first question of the bulk mode: a file, or rows by hand (BULK-01, BULK-02). */
export function ChooseInput({ onFile, onManual, undo }: Props) {
  return (
    <div className="grid gap-4 md:grid-cols-[3fr_2fr] print:hidden">
      {undo && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-y border-line py-2 md:col-span-2">
          <p>{m.rows_cleared()}</p>
          {undo}
        </div>
      )}
      <FilePicker titleId="choose-title" title={m.bulk_upload_title()} onFile={onFile}>
        {null}
      </FilePicker>
      <div className="grid content-center justify-items-start gap-3 rounded-base border border-line p-6 sm:p-10">
        <h2 className="text-xl">{m.bulk_manual_title()}</h2>
        <p className="text-muted">{m.bulk_manual_text()}</p>
        <Button look="plain" onClick={onManual}>
          {m.bulk_manual()}
        </Button>
      </div>
    </div>
  )
}

const INITIAL_MANUAL_ROWS = 5

/** Whole catalogues: a file or typed rows in, results out. */
export default function BulkConverter() {
  const state = useBulk()
  const lang = useLang()
  const { confirm } = useAlerts()
  const [isMapping, setMapping] = useState(false)
  const { rows, phase, results, revision, view, undo } = state
  const [lookAt, setLookAt] = useState<RowPlace>()
  const reread = useReread()
  const hasOwnResults = useOwnResults(results)
  const take = useOpenFile()
  const isUnanswered = useHasPendingSubmission(state)
  const convertedBefore = useConvertedBefore(rows)
  const conversion = useConversion(
    state,
    isUnanswered,
    convertedBefore,
    () => setMapping(true),
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
    if (needsColumns) setMapping(true)
  })

  async function clear() {
    if (await confirm(clearRowsConfirmation())) await bulk.tell('clearRows')
  }

  /** What is in the file alone can be had from it again: only what was changed by hand is asked about. */
  async function removeFile() {
    const { phase: now, rows: latest } = await bulk.caughtUp()
    if (now !== 'ready') return
    await (latest?.isEdited ? clear() : bulk.tell('clearRows'))
  }

  async function takeBack() {
    const { undo: last } = await bulk.caughtUp()
    const label = last && undoLabel(last, lang)
    const place = await bulk.ask('undo').catch(() => null)
    if (label) toasts.show(label)
    if (place) setLookAt(place)
    else focusOn('file-title', 'rows-title')
  }

  const isConverting = phase === 'converting'
  const canUndo = undo !== null && (phase === 'idle' || phase === 'ready')
  useUndoKeys(canUndo ? () => void takeBack() : undefined)
  const undoButton = canUndo && <UndoButton undo={undo} onUndo={() => void takeBack()} />
  return (
    <div className="grid grid-cols-1 gap-10">
      {phase === 'starting' && <FilePickerSkeleton />}
      {phase === 'failed' && <WorkerFailure />}
      {phase === 'idle' && (
        <ChooseInput
          undo={undoButton}
          onFile={(file) => void take(file)}
          onManual={() =>
            void bulk.tell('startManual', INITIAL_MANUAL_ROWS).then(() => focusOn(nameCellId(1)))
          }
        />
      )}
      {phase === 'parsing' && <ReadingProgress state={state} onCancel={() => void bulk.cancel()} />}
      {phase === 'error' && <ReadFailure state={state} onAgain={() => void bulk.tell('clearRows')} />}
      {rows && (phase === 'ready' || isConverting) && (
        <div className="grid grid-cols-1 gap-6" aria-busy={isConverting}>
          {rows.file && (
            <FileCard
              rows={{ ...rows, file: rows.file }}
              canReread={state.hasFile}
              isConverting={isConverting}
              onConvert={conversion.start}
              onEdit={() => scrollToAndFocus('rows-title')}
              onColumns={() => setMapping(true)}
              onRemove={() => void removeFile()}
            />
          )}
          <fieldset disabled={isConverting} className="contents">
            {isUnanswered && !isConverting && (
              <Notice>
                <p>{m.unanswered_notice()}</p>
              </Notice>
            )}
            {/* It is looked up when the rows are there already. */}
            <div role="status" className="contents">
              {convertedBefore.text && (
                <Notice>
                  <p>{convertedBefore.text}</p>
                </Notice>
              )}
            </div>
            <Notices rows={rows} canReread={state.hasFile} onColumns={() => setMapping(true)} />
            <RowsTable rows={rows} view={view} undo={undo} revision={revision} lookAt={lookAt} />
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
      {isMapping && rows?.file && rows.choices && (
        <ColumnsDialog
          file={rows.file}
          choices={rows.choices}
          isKnown={rows.columnsKnown}
          reasons={
            <>
              {hasNoValidPrices(rows) && <NoValidPrices rows={rows} />}
              {state.hasFile && sheets.length > 0 && (
                <AlternativeSheets sheets={sheets} onPick={() => setMapping(false)} />
              )}
            </>
          }
          onDismiss={() => setMapping(false)}
          onApply={(choices) => {
            setMapping(false)
            void reread.rows(choices, true).then(() => focusOn('file-title'))
          }}
        />
      )}
    </div>
  )
}

/**
 * Whether the results on this device are those of whoever is here. Others' are forgotten as soon as that is known: their
 * person has signed out, in another tab or by time, or somebody else has signed in (CONV-04).
 */
function useOwnResults(results: ConversionSummary | null): boolean {
  const session = useSession()
  const isOthers =
    results !== null &&
    ((session.status === 'signed-out' && session.known) ||
      (session.status === 'signed-in' && results.owner !== '' && session.email !== results.owner))
  useEffect(() => {
    if (isOthers) void bulk.forgetResults()
  }, [isOthers])
  return results !== null && !isOthers && session.status !== 'loading'
}

/** Whether whoever is here has sent these very rows, and never heard what became of them. */
function useHasPendingSubmission({ unansweredOf }: Snapshot): boolean {
  const session = useSession()
  return (
    unansweredOf !== null &&
    session.status === 'signed-in' &&
    (unansweredOf === '' || unansweredOf === session.email)
  )
}

/** The focus goes where the work goes: to what was read, to what went wrong, or back to the first question. */
function useFocusOnOutcome({ phase, results }: Snapshot, onRead: () => void): void {
  const before = useRef(phase)
  useEffect(() => {
    const from = before.current
    before.current = phase
    if (from === phase) return
    if (phase === 'error' || phase === 'failed') return focusOn('failure-title')
    // What a page starts with has not come of anybody's work.
    if (from === 'starting') return
    // After a conversion the results have the focus.
    if (phase === 'idle' && !(from === 'converting' && results)) focusOn('choose-title')
    else if (from === 'parsing' && phase === 'ready') {
      focusOn('file-title')
      requestAnimationFrame(onRead)
    }
  })
}
