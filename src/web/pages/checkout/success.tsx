import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Lang } from '#i18n/language.ts'
import { loadResume } from '#engine/storage/resume.ts'
import { formatCount } from '#money/format.ts'
import {
  type Failed as Failure,
  type Outcome as Finalizing,
  finalize,
} from '../../features/billing/checkout.ts'
import type { AwaitedPurchase, Credit, Reversal } from '../../features/billing/finalize-reply.ts'
import { DropOverlay } from '../../features/file/drop-overlay.tsx'
import { leaveFiles } from '../../features/file/pending-file.ts'
import { Receipt } from '../../features/billing/receipt.tsx'
import { reversalNotes } from '../../features/billing/reversal-notes.ts'
import { useLang } from '../../routing/location.ts'
import { useNavigateTo } from '../../routing/navigation.ts'
import { m } from '#i18n/messages/messages.js'
import { entryPath, pathOf } from '../../routing/paths.ts'
import { forgetSession, refreshSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OperatorLine } from '../../layout/operator-line.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Outcome, StatusLine } from '../../ui/form-status.tsx'
import type { PageHead } from '../../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.success_title(), description: m.success_description() })

type State = Checking | Missing | Exclude<Finalizing, { status: 'signed-out' }>

/** The address has no session id. */
type Missing = { status: 'failed'; kind: 'missing'; message: string }

type Checking = {
  status: 'checking'
  attempts: number
  /** What the last attempt has shown: an unpaid or unconfirmed payment, or a provider that could not be reached. */
  kind: Failure['kind']
  /** From the latest answer that contained it. */
  awaited: AwaitedPurchase | undefined
}

const FIRST: Checking = { status: 'checking', attempts: 0, kind: 'pending', awaited: undefined }

/** State of a history entry whose page has shown that the tokens were added. */
const SHOWN = 'tokens-shown'

/** Number of unsuccessful attempts after which a message is shown. */
const PATIENT_ATTEMPTS = 3

const COLUMNS =
  'mx-auto grid w-full max-w-5xl items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:*:mx-0!'

/** The return address of the payment page: waits until the tokens are credited (PAY-04, PAY-05). */
export default function CheckoutSuccessPage() {
  const { state, round, retry } = useFinalizing()
  switch (state.status) {
    case 'checking':
      return <Waiting {...state} />
    case 'credited':
      return <Credited credit={state.credit} />
    case 'failed':
      // A new key announces a repeated failure.
      return <Failed key={round} failure={state} onRetry={retry} />
  }
}

function useFinalizing(): { state: State; round: number; retry: () => void } {
  const lang = useLang()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search, state: entryState } = useLocation()
  const wasShown = useRef(entryState === SHOWN)
  const [round, setRound] = useState(0)
  const [state, setState] = useState<State>(FIRST)
  useEffect(() => {
    const sessionId = new URLSearchParams(search).get('session_id') ?? ''
    if (sessionId === '') {
      return setState({ status: 'failed', kind: 'missing', message: m.success_missing() })
    }
    const leaving = new AbortController()
    const onWait = (attempts: number, { kind, awaited }: Failure) =>
      setState((before) => ({
        status: 'checking',
        attempts,
        kind,
        awaited: awaited ?? (before.status === 'checking' ? before.awaited : undefined),
      }))
    setState(FIRST)
    const run = async () => {
      const outcome = await finalize(sessionId, {
        wasShown: wasShown.current,
        signal: leaving.signal,
        onWait,
      })
      if (outcome === undefined) return
      if (outcome.status === 'signed-out') {
        await forgetSession(client)
        void navigate(entryPath('login', lang, pathOf('success', lang) + search), { replace: true })
        return
      }
      if (outcome.status !== 'credited') return setState(outcome)
      const { credit } = outcome
      const back = isReversed(credit.reversal) ? undefined : await findWaitingPage(lang)
      if (leaving.signal.aborted) return
      if (back !== undefined) {
        void navigate(back, { replace: true, state: { purchase: purchaseOf(credit) } })
      } else {
        setState(outcome)
        // This entry of the history reports them as added earlier from now on.
        void navigate({ search }, { replace: true, state: SHOWN })
      }
      await refreshSession(client)
    }
    void run()
    return () => leaving.abort()
  }, [search, lang, client, navigate, round])
  return { state, round, retry: () => setRound((n) => n + 1) }
}

/** The page where a file or rows wait for the tokens. */
async function findWaitingPage(lang: Lang): Promise<string | undefined> {
  try {
    const { bulk } = await import('#engine/bulk/client.ts')
    if (loadResume() === 'check' && (await bulk.hasCheckedFile())) return pathOf('check', lang)
    return (await bulk.hasRows()) ? `${pathOf('converter', lang)}?mode=bulk` : undefined
  } catch {
    return undefined
  }
}

/** What the converter shows of the purchase above the waiting rows. */
const purchaseOf = ({ tokensAdded, purchaseTokens, balance, receiptUrl }: Credit) => ({
  tokensAdded: tokensAdded || (purchaseTokens ?? 0),
  wereAddedBefore: tokensAdded === 0,
  balance,
  receiptUrl,
})

function Waiting({ attempts, kind, awaited }: Checking) {
  const lang = useLang()
  const waiting = useWaitingFile()
  const tokens = awaited?.purchaseTokens
  return (
    <div className={COLUMNS}>
      <Outcome isWide title={m.success_checking()}>
        {tokens !== undefined && kind === 'pending' && (
          <p className="text-lead font-semibold">
            {m.success_coming({ count: tokens, n: formatCount(tokens, lang) })}
          </p>
        )}
        {kind !== 'unpaid' && <progress className="block h-2 w-full" aria-label={m.success_checking()} />}
        {attempts === 0 ? <p>{m.success_checking_text()}</p> : null}
        <StatusLine text={attempts > 0 && waitingText(attempts, kind)} />
        {attempts > 0 && (
          <div className="flex max-w-full flex-wrap gap-3">
            {waiting && (
              <ButtonLink look={waiting.name ? 'filled' : 'tinted'} className="max-w-full" to={waiting.path}>
                <span className="truncate" title={waiting.name}>
                  {waiting.name ? m.success_to_file({ name: waiting.name }) : m.go_to_converter()}
                </span>
              </ButtonLink>
            )}
            {/* Of a payment that may have been made, another one is not offered. */}
            {kind === 'unpaid' && (
              <ButtonLink look="tinted" to={pathOf('pricing', lang)}>
                {m.back_to_pricing()}
              </ButtonLink>
            )}
          </div>
        )}
      </Outcome>
      {awaited && (
        <Receipt credit={awaited} state={kind === 'unpaid' ? m.receipt_unpaid() : m.receipt_awaited()} />
      )}
    </div>
  )
}

/** What was left for the payment: the page of the file or the rows, and the name of the file. Undefined until it is known. */
function useWaitingFile(): { path: string; name: string | undefined } | undefined {
  const lang = useLang()
  const [found, setFound] = useState<{ path: string; name: string | undefined }>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const path = await findWaitingPage(lang)
      const { DEVICE_RECORDS: records } = await import('#engine/storage/bulk-store.ts')
      const isCheck = path === pathOf('check', lang)
      const name = isCheck
        ? (await records.loadSaved('checked'))?.name
        : (await records.loadSaved('rows'))?.facts.file?.name
      if (isCurrent) setFound({ path: path ?? `${pathOf('converter', lang)}?mode=bulk`, name })
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [lang])
  return found
}

function waitingText(attempts: number, kind: Failure['kind']): string {
  if (kind === 'unpaid') return m.success_waiting_unpaid()
  if (attempts <= PATIENT_ATTEMPTS) return m.success_checking_longer()
  return kind === 'pending' ? m.success_waiting() : m.success_unasked()
}

const isReversed = ({ refundedCents, disputedCents, tokensReversed }: Reversal): boolean =>
  refundedCents > 0 || disputedCents > 0 || tokensReversed > 0

function Credited({ credit }: { credit: Credit }) {
  const lang = useLang()
  const navigateTo = useNavigateTo()
  const { balance, reversal } = credit
  const canConvert = !isReversed(reversal) && balance !== 0
  const bulk = `${pathOf('converter', lang)}?mode=bulk`

  function review(files: readonly File[]) {
    if (files.length === 0) return
    leaveFiles(files)
    void navigateTo(bulk)
  }

  return (
    <div className={COLUMNS}>
      <Outcome isWide title={titleOf(credit)}>
        {isReversed(reversal) ? (
          <ul className="grid gap-1 text-lead font-semibold">
            {reversalNotes(reversal, lang).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        ) : (
          <p className="flex items-start gap-2 text-lead font-semibold text-ink">
            <Icon name="check" className="mt-1 size-5" />
            {addedText(credit, lang)}
          </p>
        )}
        {credit.debtPaid > 0 && <p>{m.success_debt({ n: formatCount(credit.debtPaid, lang) })}</p>}
        {balance !== undefined && (
          <Balance tokens={balance} isWorthShown={!isReversed(reversal) && balance > 0} />
        )}
        <div className="flex w-full flex-wrap gap-3 lg:w-max">
          {canConvert && <DropOverlay onDrop={review} />}
          <ButtonLink look="filled" size="large" className="px-6 max-sm:w-full" to={bulk}>
            {m.go_to_converter()}
          </ButtonLink>
          <ButtonLink
            look={canConvert ? 'plain' : 'tinted'}
            size="large"
            className={canConvert ? 'max-sm:w-full' : 'px-6 max-sm:w-full'}
            to={pathOf('pricing', lang)}
          >
            {m.success_more()}
          </ButtonLink>
        </div>
        <OperatorLine className="text-small text-muted" />
      </Outcome>
      <Receipt credit={credit} />
    </div>
  )
}

/** The sentence about the new balance, with the number as the largest thing of the page. */
function Balance({ tokens, isWorthShown }: { tokens: number; isWorthShown: boolean }) {
  const lang = useLang()
  const n = formatCount(tokens, lang)
  const [before = '', after = ''] = m.success_balance({ tokens: tokensText(tokens, lang) }).split(n)
  return (
    <p className="text-lead">
      <span className="block text-muted">{before}</span>
      <span className="sum">{n}</span>{' '}
      <span className="ms-1 text-h3 font-semibold text-muted">{after.trim()}</span>
      {isWorthShown && <span className="block text-muted">{m.tokens_worth({ count: tokens, n })}</span>}
    </p>
  )
}

function titleOf({ reversal, purchaseTokens }: Credit): string {
  if (!isReversed(reversal)) return m.success_done()
  if (reversal.refundedCents === 0) return m.success_disputed()
  return reversal.tokensReversed === purchaseTokens ? m.success_refunded() : m.success_refunded_partly()
}

function addedText({ tokensAdded, purchaseTokens }: Credit, lang: Lang): string {
  if (tokensAdded > 0) return m.success_added({ tokens: tokensText(tokensAdded, lang) })
  if (purchaseTokens === undefined) return m.success_already_plain()
  return m.success_already({ tokens: tokensText(purchaseTokens, lang) })
}

const tokensText = (count: number, lang: Lang): string => m.tokens_for({ count, n: formatCount(count, lang) })

/** Advice where the tokens may still be credited. */
const ADVICE = {
  unpaid: m.success_unpaid_text,
  pending: m.success_pending_text,
  unverified: m.success_failed_text,
  missing: m.success_missing_text,
} as const

function Failed({ failure, onRetry }: { failure: Failure | Missing; onRetry: () => void }) {
  const { kind, message } = failure
  const lang = useLang()
  const waiting = useWaitingFile()
  // What would be the same again: the retry is not the main action.
  const isFinal = kind === 'final' || kind === 'missing'
  const retry = (
    <Button look={isFinal ? 'plain' : 'filled'} onClick={onRetry}>
      {m.success_retry()}
    </Button>
  )
  return (
    <Outcome isWide title={m.success_failed()}>
      <p role="alert" className="wrap-anywhere">
        {message}
      </p>
      {kind !== 'final' && (
        <p>
          <LinkedText text={ADVICE[kind]()} />
        </p>
      )}
      <div className="flex w-full flex-wrap gap-3 max-sm:*:w-full">
        {isFinal ? (
          <ButtonLink look="filled" to={pathOf('account', lang)}>
            {m.to_account()}
          </ButtonLink>
        ) : (
          retry
        )}
        {waiting?.name !== undefined && (
          <ButtonLink look="tinted" className="max-w-full" to={waiting.path}>
            <span className="truncate" title={waiting.name}>
              {m.success_to_file({ name: waiting.name })}
            </span>
          </ButtonLink>
        )}
        {isFinal && retry}
        <ButtonLink look={isFinal ? 'plain' : 'tinted'} to={pathOf('pricing', lang)}>
          {m.back_to_pricing()}
        </ButtonLink>
      </div>
    </Outcome>
  )
}
