import { useEffect } from 'react'
import { check } from '#engine/check/client.ts'
import type { CheckSnapshot } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { focusOn } from '../../ui/focus.ts'
import { Failure, ReadFailure, ReadingProgress } from '../file/reading.tsx'
import { CheckSheet } from './check-sheet.tsx'
import { CheckOutcome, type OutcomeProps } from './outcome.tsx'

type Props = Omit<OutcomeProps, 'checked' | 'revision'> & { state: CheckSnapshot }

/** A file that is being read, its outcome, or why there is none. */
export default function OpenedFile({ state, ...outcome }: Props) {
  const { phase, checked, revision } = state
  // The focus follows each phase: to the outcome or the error.
  useEffect(() => {
    if (phase === 'error' || phase === 'failed') focusOn('failure-title')
    else if (phase === 'done') focusOn('check-title')
  }, [phase])
  if (phase === 'done' && checked) return <CheckOutcome checked={checked} revision={revision} {...outcome} />
  return (
    <div className="grid grid-cols-1 gap-8">
      <h1 className="text-h1">{m.check_page_title()}</h1>
      {phase === 'reading' && <ReadingProgress state={state} onCancel={() => check.stop()} />}
      {phase === 'error' && (
        <CheckSheet>
          <ReadFailure state={state} onReset={() => check.stop()} />
        </CheckSheet>
      )}
      {phase === 'failed' && (
        <CheckSheet>
          <Failure title={m.check_failed()} action={m.choose_another_file()} onAction={() => check.stop()}>
            <p>{m.check_failed_text()}</p>
          </Failure>
        </CheckSheet>
      )}
    </div>
  )
}
