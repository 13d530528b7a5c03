import { formatRate } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { FilePickerSkeleton } from '../file/drop-overlay.tsx'
import { FilePicker } from '../file/file-picker.tsx'
import { pathOf } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { Failure, ReadingProgress, ReadFailure } from '../file/reading.tsx'
import { type SessionState, refreshSession, useSession } from '../../session/session.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { focusOn } from '../../ui/focus.ts'
import { LoadFailure } from '../../ui/form-status.tsx'
import { CheckOutcome } from './outcome.tsx'
import { check } from '#engine/check/client.ts'
import { type CheckSnapshot, EMPTY_CHECK_SNAPSHOT } from '#engine/check/types.ts'

/** Describes what is checked, the rule and the result. */
function CheckDescription() {
  const lang = useLang()
  const points = [m.check_what_pairs(), m.check_what_rule({ rate: formatRate(lang) }), m.check_what_result()]
  return (
    <section aria-labelledby="check-what" className="grid content-start gap-3 md:py-6">
      <h2 id="check-what" className="text-h3">
        {m.check_what_title()}
      </h2>
      <ul className="grid max-w-prose list-disc gap-2 ps-5 text-muted marker:text-line-strong">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

function CheckFilePicker({ onFile }: { onFile: (file: File) => Promise<void> }) {
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-[3fr_2fr] print:hidden">
      <FilePicker titleId="check-choose-title" title={m.check_choose_title()} onFile={onFile}>
        <p className="max-w-prose">{m.check_free()}</p>
      </FilePicker>
      <CheckDescription />
    </div>
  )
}

/** The check is free but needs an account. Signing in or registering leads back to it. */
function SignInRequired() {
  const lang = useLang()
  const next = `?next=${encodeURIComponent(pathOf('check', lang))}`
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-[3fr_2fr]">
      <section
        aria-labelledby="check-gate"
        className="grid content-start justify-items-start gap-4 border-y border-line py-6"
      >
        <h2 id="check-gate" tabIndex={-1} className="text-h3 outline-none">
          {m.check_gate_title()}
        </h2>
        <p className="max-w-prose">
          {m.check_gate_text()} {m.check_free()}
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink look="filled" to={pathOf('login', lang) + next}>
            {m.nav_login()}
          </ButtonLink>
          <ButtonLink look="tinted" to={pathOf('register', lang) + next}>
            {m.nav_register()}
          </ButtonLink>
        </div>
      </section>
      <CheckDescription />
    </div>
  )
}

type Props = {
  /** A file dropped on the page. */
  file: File | undefined
  /** Called when the file was received: the parent then clears it. */
  onFileReceived: () => void
}

/** Checks every pair of a lev and a euro price in a price list; needs a signed-in user, but no tokens (CHECK-01). */
export default function PriceCheck({ file, onFileReceived: onTaken }: Props) {
  const session = useSession()
  const client = useQueryClient()
  useRejectedDrop(file, session, onTaken)
  if (session.status === 'loading') return <FilePickerSkeleton />
  if (session.status === 'signed-in')
    return <Check key={session.email} file={file} onFileReceived={onTaken} />
  if (!session.known)
    return <LoadFailure text={m.check_unknown()} onRetry={() => void refreshSession(client)} />
  return <SignInRequired />
}

/** Explains to a signed-out user why a dropped file is not checked. */
function useRejectedDrop(file: File | undefined, session: SessionState, onTaken: () => void): void {
  const { alert } = useAlerts()
  useEffect(() => {
    if (file === undefined || session.status !== 'signed-out') return
    onTaken()
    alert(session.known ? m.check_gate_drop() : m.check_unknown())
  })
}

function Check({ file, onFileReceived: onTaken }: Props) {
  const state = useSyncExternalStore(check.subscribe, check.snapshot, () => EMPTY_CHECK_SNAPSHOT)
  const [direction, setDirection] = useState<PairDirection>('either')
  const openedFile = useRef<File>(undefined)
  const openFile = (next: File) => check.open(next, direction)
  useEffect(() => {
    if (file === undefined || file === openedFile.current) return
    openedFile.current = file
    onTaken()
    void openFile(file)
  })
  // Discards the file when the user leaves the check or signs out.
  useEffect(() => () => check.stop(), [])
  useFocusOnOutcome(state)
  const { phase, checked, revision } = state
  return (
    <div className="grid grid-cols-1 gap-8">
      {phase === 'idle' && <CheckFilePicker onFile={openFile} />}
      {phase === 'reading' && <ReadingProgress state={state} onCancel={() => check.stop()} />}
      {phase === 'error' && <ReadFailure state={state} onReset={() => check.stop()} />}
      {phase === 'failed' && (
        <Failure title={m.check_failed()} action={m.try_another_file()} onAction={() => check.stop()}>
          <p>{m.check_failed_text()}</p>
        </Failure>
      )}
      {phase === 'done' && checked && (
        <CheckOutcome
          checked={checked}
          direction={direction}
          revision={revision}
          onDirection={(next) => {
            setDirection(next)
            void check.tryRequest('setDirection', next)
          }}
        />
      )}
    </div>
  )
}

/** Moves the focus with each new phase: to the outcome, the error, or the file picker. */
function useFocusOnOutcome({ phase }: CheckSnapshot): void {
  const before = useRef(phase)
  useEffect(() => {
    if (before.current === phase) return
    before.current = phase
    if (phase === 'error' || phase === 'failed') focusOn('failure-title')
    else if (phase === 'done') focusOn('check-title')
    else if (phase === 'idle') focusOn('check-choose-title')
  })
}
