import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Finalized } from '#api/payments.ts'
import { formatCount } from '#money/format.ts'
import { type Failed as Failure, type Outcome as Finalizing, finalize } from '../features/billing/checkout.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { forgetSession, refreshSession } from '../session/session.ts'
import { Button, ButtonAnchor, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { Outcome, StatusLine } from '../ui/form-status.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.success_title(), description: m.success_description() })

type State = Checking | Missing | Exclude<Finalizing, { status: 'signed-out' }>

/** The address has no session id. */
type Missing = { status: 'failed'; kind: 'missing'; message: string }

type Checking = {
  status: 'checking'
  attempts: number
  /** Of the last attempt: whether the provider has not confirmed the payment yet, or could not be reached. */
  kind: Failure['kind']
}

const FIRST: Checking = { status: 'checking', attempts: 0, kind: 'pending' }

/** Number of unsuccessful attempts after which a message is shown. */
const PATIENT_ATTEMPTS = 3

/** The return address of the payment page: waits until the tokens are credited (PAY-04, PAY-05). */
export default function CheckoutSuccessPage() {
  const { state, round, retry } = useFinalizing()
  switch (state.status) {
    case 'checking':
      return <Waiting {...state} />
    case 'credited':
      return <Credited reply={state.reply} />
    case 'failed':
      // A new key announces a repeated failure.
      return <Failed key={round} failure={state} onRetry={retry} />
  }
}

function useFinalizing(): { state: State; round: number; retry: () => void } {
  const lang = useLang()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<State>(FIRST)
  useEffect(() => {
    const sessionId = new URLSearchParams(search).get('session_id') ?? ''
    if (sessionId === '') {
      return setState({ status: 'failed', kind: 'missing', message: m.success_missing() })
    }
    const leaving = new AbortController()
    const onWait = (attempts: number, kind: Failure['kind']) =>
      setState({ status: 'checking', attempts, kind })
    setState(FIRST)
    const run = async () => {
      const outcome = await finalize(sessionId, { signal: leaving.signal, onWait })
      if (outcome === undefined) return
      if (outcome.status === 'signed-out') {
        await forgetSession(client)
        const next = encodeURIComponent(pathOf('success', lang) + search)
        void navigate(`${pathOf('login', lang)}?next=${next}`, { replace: true })
        return
      }
      setState(outcome)
      if (outcome.status === 'credited') await refreshSession(client)
    }
    void run()
    return () => leaving.abort()
  }, [search, lang, client, navigate, round])
  return { state, round, retry: () => setRound((n) => n + 1) }
}

function Waiting({ attempts, kind }: Checking) {
  const isLong = attempts > PATIENT_ATTEMPTS
  return (
    <Outcome title={m.success_checking()}>
      {!isLong && <p>{m.success_checking_text()}</p>}
      <StatusLine text={isLong && (kind === 'pending' ? m.success_waiting() : m.success_unasked())} />
    </Outcome>
  )
}

function Credited({ reply }: { reply: Finalized }) {
  const lang = useLang()
  const tokens = (count: number) => m.tokens_for({ count, n: formatCount(count, lang) })
  return (
    <Outcome title={m.success_done()}>
      <p className="flex items-start gap-2 text-lead font-semibold text-ink">
        <Icon name="check" className="mt-1 size-5" />
        {reply.tokensAdded > 0
          ? m.success_added({ tokens: tokens(reply.tokensAdded) })
          : m.success_already({ tokens: tokens(reply.purchaseTokens) })}
      </p>
      <p className="text-lead">{m.success_balance({ tokens: tokens(reply.balance) })}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink look="filled" to={pathOf('converter', lang)}>
          {m.go_to_converter()}
        </ButtonLink>
        <ButtonLink look="tinted" to={pathOf('pricing', lang)}>
          {m.success_more()}
        </ButtonLink>
      </div>
      {reply.receiptUrl !== null && (
        <ButtonAnchor
          look="plain"
          className="-ms-4"
          href={reply.receiptUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          {m.success_receipt()}
          <Icon name="external" className="size-4 text-muted" />
          <span className="sr-only">{m.in_new_tab()}</span>
        </ButtonAnchor>
      )}
    </Outcome>
  )
}

/** Advice where the tokens may still be credited. */
const ADVICE = {
  pending: m.success_pending_text,
  unverified: m.success_failed_text,
  missing: m.success_mangled,
} as const

function Failed({ failure, onRetry }: { failure: Failure | Missing; onRetry: () => void }) {
  const { kind, message } = failure
  const lang = useLang()
  return (
    <Outcome title={m.success_failed()}>
      <p role="alert" className="wrap-anywhere">
        {message}
      </p>
      {kind !== 'final' && (
        <p>
          <LinkedText text={ADVICE[kind]()} />
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {/* What is final comes out the same again. */}
        <Button look={kind === 'final' ? 'tinted' : 'filled'} onClick={onRetry}>
          {m.success_retry()}
        </Button>
        <ButtonLink look="tinted" to={pathOf('pricing', lang)}>
          {m.back_to_pricing()}
        </ButtonLink>
      </div>
    </Outcome>
  )
}
