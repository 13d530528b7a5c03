import type { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import type { BodyOf } from '#api/endpoint.ts'
import { ApiCallError, apiErrorMessage, hasStatus, requireOk, send } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { type AwaitedPurchase, type Credit, readAwaited, readCredit, toAnswer } from './finalize-reply.ts'

/** Longer than the server's timeout for the payment provider. */
const CREATE_TIMEOUT_MS = 30_000
const EXCERPT_LENGTH = 120

export type Started =
  /** `owed`: tokens that the pack pays first. */
  | { status: 'ready'; url: string; owed: number }
  | { status: 'signed-out' }
  | { status: 'failed'; message: string }

/** Requests the checkout page. Any other response becomes a message (PAY-03). */
export async function startCheckout(body: BodyOf<typeof createCheckoutSession>): Promise<Started> {
  try {
    const response = await send<typeof createCheckoutSession>(
      'POST /api/create-checkout-session',
      { body },
      { signal: AbortSignal.timeout(CREATE_TIMEOUT_MS) },
    )
    return startedOf(response, await response.text())
  } catch {
    return { status: 'failed', message: m.checkout_start_failed() }
  }
}

function startedOf({ ok, status }: Response, text: string): Started {
  const answer = parse(text)
  if (answer === undefined) {
    const excerpt = text.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT_LENGTH)
    return { status: 'failed', message: m.checkout_non_json({ status, excerpt }) }
  }
  if (status === 401) return { status: 'signed-out' }
  const { url, error, tokensOwed } = answer
  if (ok && typeof url === 'string' && isWebAddress(url))
    return { status: 'ready', url, owed: typeof tokensOwed === 'number' ? tokensOwed : 0 }
  return {
    status: 'failed',
    message: typeof error === 'string' && error !== '' ? error : m.checkout_create_failed(),
  }
}

function parse(text: string): { url?: unknown; error?: unknown; tokensOwed?: unknown } | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? answer : undefined
  } catch {
    return undefined
  }
}

const isWebAddress = (text: string): boolean => /^https?:\/\/\w/.test(text)

/** Longer than the server's timeout for the payment provider. */
const FINALIZE_TIMEOUT_MS = 20_000
const MAX_ATTEMPTS = 12
const FIRST_DELAY_MS = 900
const GROWTH = 1.5
/** For a success without tokens: another request is crediting them at this moment. */
const NOTHING_YET_DELAY_MS = 1200

export type Outcome = { status: 'credited'; credit: Credit } | { status: 'signed-out' } | Failed

export type Failed = {
  status: 'failed'
  message: string
  /**
   * Whether another attempt can help: no (`final`), once the buyer has paid (`unpaid`), once the provider has
   * confirmed the payment (`pending`), or unknown (`unverified`).
   */
  kind: 'final' | 'unpaid' | 'pending' | 'unverified'
  /** The purchase, if the answer contains it. */
  awaited?: AwaitedPurchase | undefined
}

/** Another attempt follows; `last` is the result if there is none. */
type Retry = { status: 'again'; isEmpty: boolean; last: Failed }

type Options = {
  /** Whether this page has already shown that the tokens were added. */
  wasShown: boolean
  signal: AbortSignal
  /** Called after each unsuccessful attempt with their number, and what the last one has shown. */
  onWait: (attempts: number, last: Failed) => void
}

/**
 * Requests until the tokens are credited or the attempts are used up (PAY-05): 12 attempts over about two and
 * a half minutes; the result of the last one counts. Undefined when aborted.
 */
export async function finalize(
  sessionId: string,
  { wasShown, signal, onWait }: Options,
): Promise<Outcome | undefined> {
  let delayMs = FIRST_DELAY_MS
  for (let attempt = 1; ; attempt++) {
    const answer = await requestFinalize(sessionId, wasShown)
    if (signal.aborted) return undefined
    if (answer.status !== 'again') return answer
    const left = MAX_ATTEMPTS - attempt
    if (left === 0 || (answer.isEmpty && left <= 2)) return answer.last
    onWait(attempt, answer.last)
    await pause(answer.isEmpty ? NOTHING_YET_DELAY_MS : delayMs, signal)
    if (signal.aborted) return undefined
    if (!answer.isEmpty) delayMs *= GROWTH
  }
}

async function requestFinalize(sessionId: string, wasShown: boolean): Promise<Outcome | Retry> {
  try {
    const response = await send<typeof finalizeCheckout>(
      'POST /api/checkout/finalize',
      { body: { session_id: sessionId } },
      { cache: 'no-store', signal: AbortSignal.timeout(FINALIZE_TIMEOUT_MS) },
    )
    await requireOk(response)
    if (response.status === 202) return retry(await notYet(response))
    const credit = readCredit(toAnswer(await response.json()), wasShown)
    if (credit !== undefined) return { status: 'credited', credit }
    return { ...retry(failed('unverified', m.finalize_failed())), isEmpty: true }
  } catch (error) {
    if (hasStatus(error, 401)) return { status: 'signed-out' }
    if (error instanceof ApiCallError && error.status < 500) return rejected(error)
    return retry(failed('unverified', apiErrorMessage(error, m.finalize_failed())))
  }
}

/** The server knows whether the buyer has finished the payment page. */
async function notYet(response: Response): Promise<Failed> {
  const answer = toAnswer(await response.json().catch(() => undefined))
  const isOpen = answer['status'] === 'open'
  const awaited = readAwaited(answer)
  return {
    ...(isOpen ? failed('unpaid', m.success_unpaid()) : failed('pending', m.success_pending())),
    ...(awaited && { awaited }),
  }
}

const failed = (kind: Failed['kind'], message: string): Failed => ({ status: 'failed', kind, message })

const retry = (last: Failed): Retry => ({ status: 'again', isEmpty: false, last })

/** Another attempt would give the same response. */
function rejected(error: ApiCallError): Failed {
  const sentence = apiErrorMessage(error, m.finalize_failed())
  switch (error.code ?? '') {
    case 'bad_request':
      return failed('final', m.success_mangled())
    case 'not_found':
      return failed('final', m.success_unknown())
    case 'payment_refused':
    case 'checkout_expired':
      return failed('final', sentence)
    default:
      return failed('unverified', sentence)
  }
}

const pause = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
