import { useEffect, useRef, useState } from 'react'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useSession } from '../../session/session.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { toasts } from '../../ui/toasts.ts'
import { bulk } from '#engine/bulk/client.ts'
import { BulkHelp } from './help.tsx'
import { ChooseInput } from './choose-input.tsx'
import { ChooseSkeleton } from '../file/choose-skeleton.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { ConvertBar } from './convert-bar.tsx'
import { FileCard } from './file-card.tsx'
import { lacksPrices, NoValidPrices } from './no-valid-prices.tsx'
import { Notice } from '../file/notice.tsx'
import { Notices } from './notices.tsx'
import { countOmitted } from '#engine/omissions.ts'
import { OtherSheets, sheetsInstead } from './other-sheets.tsx'
import { answerFirst, openQuestion } from './questions.ts'
import { focusOn, goTo } from '../../ui/focus.ts'
import { Parsing, ReadFailure, WorkbenchFailure } from '../file/reading.tsx'
import { ResultsSection } from './results/results-section.tsx'
import { nameCellId } from './row-editor.tsx'
import { RowsTable } from './rows-table.tsx'
import type { ResultsFacts, RowPlace, Snapshot } from '#engine/types.ts'
import { UndoButton, undoLabel } from './undo.tsx'
import { useBulk } from './use-bulk.ts'
import { useConvertedBefore } from './use-converted-before.ts'
import { useConversion } from './use-conversion.tsx'
import { useReread } from './use-reread.ts'
import { clearRowsQuestion, useTakeFile } from './use-take-file.ts'
import { useUndoKeys } from './use-undo.ts'

const MANUAL_ROWS_AT_FIRST = 5

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
  const take = useTakeFile()
  const isUnanswered = useIsUnanswered(state)
  const convertedBefore = useConvertedBefore(rows)
  const conversion = useConversion(
    state,
    isUnanswered,
    convertedBefore,
    () => setMapping(true),
    () => goTo('results-title'),
  )
  const question = rows ? openQuestion(rows) : undefined
  const sheets = rows ? sheetsInstead(rows) : []
  const needsColumns =
    rows?.file !== undefined &&
    question?.what !== 'column' &&
    rows.file.format !== 'json' &&
    (!rows.columnsKnown || rows.counts.validRows + countOmitted(rows.omitted) === 0)
  useFocusOnOutcome(state, () => {
    if (needsColumns) setMapping(true)
  })

  async function clear() {
    if (await confirm(clearRowsQuestion())) await bulk.tell('clearRows')
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
      {phase === 'starting' && <ChooseSkeleton />}
      {phase === 'failed' && <WorkbenchFailure />}
      {phase === 'idle' && (
        <ChooseInput
          undo={undoButton}
          onFile={(file) => void take(file)}
          onManual={() =>
            void bulk.tell('startManual', MANUAL_ROWS_AT_FIRST).then(() => focusOn(nameCellId(1)))
          }
        />
      )}
      {phase === 'parsing' && <Parsing state={state} onCancel={() => void bulk.cancel()} />}
      {phase === 'error' && <ReadFailure state={state} onAgain={() => void bulk.tell('clearRows')} />}
      {rows && (phase === 'ready' || isConverting) && (
        <div className="grid grid-cols-1 gap-6" aria-busy={isConverting}>
          {rows.file && (
            <FileCard
              rows={{ ...rows, file: rows.file }}
              canReread={state.hasFile}
              isConverting={isConverting}
              onConvert={conversion.start}
              onEdit={() => goTo('rows-title')}
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
            question={question && question.what !== 'dialog' ? answerFirst(question) : undefined}
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
              {lacksPrices(rows) && <NoValidPrices rows={rows} />}
              {state.hasFile && sheets.length > 0 && (
                <OtherSheets sheets={sheets} onPick={() => setMapping(false)} />
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
function useOwnResults(results: ResultsFacts | null): boolean {
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
function useIsUnanswered({ unansweredOf }: Snapshot): boolean {
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
