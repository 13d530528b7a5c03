import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { m } from '#i18n/messages/messages.js'
import { SheetSkeleton } from '../file/drop-overlay.tsx'
import { useAlerts } from '../../ui/alerts.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { cancelProbe, many } from '#engine/many/client.ts'
import { useLang } from '../../routing/location.ts'
import { useSession } from '../../session/session.ts'
import { toasts } from '../../ui/toasts.tsx'
import { BESIDE_MODE } from './file-line.tsx'
import { ColumnsDialog } from './dialogs/columns-dialog.tsx'
import { InputChoice } from './start/input-choice.tsx'
import {
  NoValidPrices,
  AlternativeSheets,
  hasNoValidPrices,
  findAlternativeSheets,
} from './notices/no-valid-prices.tsx'
import { type PendingConversion, type RowPosition, type Snapshot, countOmitted } from '#engine/types.ts'
import { findOpenQuestion } from './notices/questions.tsx'
import { focusOn } from '../../ui/focus.ts'
import { scrollToAndFocus } from '../file/scroll-to.ts'
import { Failure, ReadFailure, ReadingProgress } from '../file/reading.tsx'
import { LargeReview } from './large-review.tsx'
import { forgetLargeFile, useLostLargeFile } from './use-lost-large-file.ts'
import { usePurchase } from './use-purchase.ts'
import { ResultsSection } from './results/results-section.tsx'
import { Review } from './review.tsx'
import { usePriceAnswers } from './sheet/ambiguous-prices.ts'
import { nameCellId } from './sheet/name-cell.tsx'
import type { ConversionSummary } from '#reports/types.ts'
import { UndoButton, undoLabel, useUndoKeys } from './undo.tsx'
import { useBulk } from './use-bulk.ts'
import { useConvertedBefore } from './dialogs/confirm-dialogs.tsx'
import { useConversion } from './use-conversion.tsx'
import { useConvertedElsewhere } from './use-converted-elsewhere.ts'
import { useReread } from './use-reread.ts'
import { useResumedConversion } from './use-resumed-conversion.ts'
import { clearRowsConfirmation, useOpenFile } from './use-open-file.ts'

/** Converts a whole price list: from a file or typed rows to the results. */
export default function BulkConverter() {
  const { probed } = useSyncExternalStore(many.subscribe, many.snapshot)
  return (
    <>
      {probed !== null && (
        <div className="grid grid-cols-1 gap-2">
          <ReadingProgress state={{ fileName: probed, progress: null }} onCancel={cancelProbe} />
          <SheetSkeleton />
        </div>
      )}
      {/* Its state stays: it moves the focus to the outcome. */}
      <div hidden={probed !== null}>
        <OneList />
      </div>
    </>
  )
}

function OneList() {
  const state = useBulk()
  const lang = useLang()
  const { confirm } = useAlerts()
  const [isColumnsOpen, setColumnsOpen] = useState(false)
  const { rows, large, revision, phase, results, undo } = state
  const [rowToFocus, setRowToFocus] = useState<RowPosition>()
  const reread = useReread()
  const ownership = useResultsOwnership(results)
  const { openFile, openFiles } = useOpenFile()
  const pending = usePending(state)
  const convertedBefore = useConvertedBefore(rows, pending !== undefined)
  const answers = usePriceAnswers(state.answers)
  useConvertedElsewhere(state)
  const conversion = useConversion(
    state,
    pending,
    convertedBefore,
    answers.settled.size,
    () => setColumnsOpen(true),
    () => scrollToAndFocus('results-title'),
  )
  const purchase = usePurchase(phase)
  const isLargeLost = useLostLargeFile(state)
  useResumedConversion(state, conversion.start)
  const question = rows ? findOpenQuestion(rows) : undefined
  const sheets = rows ? findAlternativeSheets(rows) : []
  const needsColumns =
    rows?.file !== undefined &&
    question?.what !== 'column' &&
    question?.what !== 'lists' &&
    !rows.file.isStrict &&
    (!rows.columnsKnown || rows.counts.validRows + rows.convertedRows + countOmitted(rows.omitted) === 0)
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

  async function startManual(count: number) {
    // Typed rows do not have the name of a file that could not be read.
    if (phase === 'error') await bulk.tryRequest('clearRows')
    await bulk.tryRequest('startManual', count)
    focusOn(nameCellId(1))
  }

  const isConverting = phase === 'converting'
  const canUndo = undo !== null && (phase === 'idle' || phase === 'ready')
  useUndoKeys(canUndo ? () => void undoLastStep() : undefined)
  const undoButton = canUndo && <UndoButton undo={undo} onUndo={() => void undoLastStep()} />
  const isChoosing = phase === 'idle' || phase === 'error'
  const hasResults = results !== null && ownership === 'own' && phase !== 'failed' && phase !== 'parsing'
  return (
    <div className="grid grid-cols-1 gap-8">
      {(phase === 'starting' || (isChoosing && ownership === 'unknown')) && <SheetSkeleton />}
      {phase === 'failed' && (
        <Failure title={m.worker_failed()} action={m.try_again()} onAction={() => void bulk.restart()}>
          <p>{m.worker_failed_text()}</p>
        </Failure>
      )}
      {phase === 'parsing' && (
        <div className="grid grid-cols-1 gap-2">
          <div className={rows || large ? BESIDE_MODE : ''}>
            <ReadingProgress state={state} onCancel={() => void bulk.cancel()} />
          </div>
          <SheetSkeleton />
        </div>
      )}
      {rows && (phase === 'ready' || isConverting) && (
        <Review
          state={{ ...state, rows }}
          pending={pending}
          convertedBefore={convertedBefore}
          purchase={purchase}
          rowToFocus={rowToFocus}
          undo={undoButton}
          converting={conversion.prices}
          answers={answers}
          onConvert={conversion.start}
          onConvertFirst={conversion.startFirst}
          onChooseColumns={() => setColumnsOpen(true)}
          onFile={openFile}
          onRemove={() => void removeFile()}
          onClear={() => void clear()}
        />
      )}
      {large && phase === 'ready' && (
        <LargeReview
          large={large}
          revision={revision}
          answers={answers}
          onFile={openFile}
          onRemove={() => {
            forgetLargeFile()
            void removeFile()
          }}
        />
      )}
      {hasResults && (
        <ResultsSection
          key={results.jobId}
          results={results}
          rest={
            results.waiting !== undefined &&
            rows &&
            rows.convertedRows > 0 &&
            rows.counts.validRows > 0 &&
            (phase === 'ready' || isConverting)
              ? {
                  rows,
                  pending,
                  converting: isConverting ? conversion.prices : undefined,
                  onConvert: conversion.start,
                }
              : undefined
          }
        />
      )}
      {isChoosing && ownership !== 'unknown' && (
        <InputChoice
          undo={undoButton}
          isLargeLost={isLargeLost}
          isCompact={hasResults}
          failure={
            phase === 'error' ? (
              <ReadFailure state={state} onReset={() => void bulk.tryRequest('clearRows')} />
            ) : undefined
          }
          onFile={openFile}
          onFiles={openFiles}
          onManual={(count) => void startManual(count)}
        />
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
                <AlternativeSheets file={rows.file} sheets={sheets} onPick={() => setColumnsOpen(false)} />
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
 * Whose results this device has: none, the current user's, or not known until the server answers. Results of another user
 * are erased as soon as that is known: after a sign-out in another tab, an expired session, or another user's sign-in
 * (CONV-04).
 */
function useResultsOwnership(results: ConversionSummary | null): 'none' | 'own' | 'unknown' {
  const session = useSession()
  const hasOtherOwner =
    results !== null &&
    ((session.status === 'signed-out' && session.known) ||
      (session.status === 'signed-in' && results.owner !== '' && session.email !== results.owner))
  useEffect(() => {
    if (hasOtherOwner) void bulk.eraseResults()
  }, [hasOtherOwner])
  if (results === null || hasOtherOwner) return 'none'
  return session.status === 'loading' ? 'unknown' : 'own'
}

/** What the current user has submitted of these rows without getting a response: it may be paid for already. */
function usePending({ pending }: Snapshot): PendingConversion | undefined {
  const session = useSession()
  const isOwn =
    pending !== null &&
    session.status === 'signed-in' &&
    (pending.owner === '' || pending.owner === session.email)
  return isOwn ? pending : undefined
}

/** Moves the focus with each new phase: to the file card, the error, or the file picker. */
function useFocusOnOutcome({ phase, results, rows }: Snapshot, onRead: () => void): void {
  const reading = rows?.file && JSON.stringify([rows.file, rows.guards?.hash, rows.choices])
  const before = useRef({ phase, jobId: results?.jobId, reading })
  useEffect(() => {
    const { phase: from, jobId, reading: earlier } = before.current
    // While a file is read, the earlier rows are kept: they are back where it cannot be read.
    const isBack = reading !== undefined && reading === earlier
    before.current = { phase, jobId: results?.jobId, reading: phase === 'parsing' ? earlier : reading }
    if (from === phase) return
    if (phase === 'error' || phase === 'failed') return focusOn('failure-title')
    // No focus change for the state that the page starts with.
    if (from === 'starting') return
    // After a conversion, here or in another tab, the results receive the focus.
    const isConverted = results !== null && (from === 'converting' || results.jobId !== jobId)
    if (phase === 'idle' && !isConverted) focusOn('choose-title')
    else if (from === 'parsing' && phase === 'ready') {
      // What comes above the rows is in sight, too.
      window.scrollTo(0, 0)
      focusOn('file-title')
      if (!isBack) requestAnimationFrame(onRead)
    }
  })
}
