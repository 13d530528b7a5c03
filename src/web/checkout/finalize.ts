import type { Finalized, finalizeCheckout } from '#contract/checkout.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { CallError, callHeaders, hasStatus, requireAnswer, sentenceOf } from '../api/call.ts'
import { m } from '../i18n/messages/messages.js'

/** Longer than the server lets the payment provider take. */
const ANSWER_WITHIN_MS = 20_000
const MAX_ATTEMPTS = 12
const FIRST_DELAY_MS = 900
const GROWTH = 1.5
/** An answer that all is well, and no tokens: something else gives them at this very moment. */
const NOTHING_YET_DELAY_MS = 1200

export type Outcome =
  | { status: 'credited'; reply: Finalized }
  | { status: 'signed-out' }
  | { status: 'failed'; message: string; isOver: boolean }

type Options = {
  signal: AbortSignal
  /** Told after each attempt that has brought nothing, with how many there were. */
  onWait: (attempts: number) => void
}

/**
 * Asks until the tokens are there, or there is no more hope of it soon (PAY-05): 12 attempts over about two and a half
 * minutes. Undefined when nobody waits for it any more.
 */
export async function finalize(sessionId: string, { signal, onWait }: Options): Promise<Outcome | undefined> {
  let delayMs = FIRST_DELAY_MS
  let message: string = m.finalize_failed()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const answer = await ask(sessionId)
    if (signal.aborted) return undefined
    if ('outcome' in answer) return answer.outcome
    if (answer.message !== undefined) message = answer.message
    const left = MAX_ATTEMPTS - attempt
    if (left === 0 || (answer.isEmpty && left <= 2)) break
    onWait(attempt)
    await pause(answer.isEmpty ? NOTHING_YET_DELAY_MS : delayMs, signal)
    if (signal.aborted) return undefined
    if (!answer.isEmpty) delayMs *= GROWTH
  }
  return { status: 'failed', message, isOver: false }
}

type Answer = { outcome: Outcome } | { isEmpty: boolean; message?: string }

async function ask(sessionId: string): Promise<Answer> {
  try {
    const response = await requireAnswer('/api/checkout/finalize', {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      headers: { ...callHeaders(), 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: sessionId } satisfies BodyOf<typeof finalizeCheckout>),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (response.status === 202) return { isEmpty: false }
    const reply = (await response.json()) as Finalized
    return reply.tokensAdded > 0 || reply.already
      ? { outcome: { status: 'credited', reply } }
      : { isEmpty: true }
  } catch (error) {
    if (hasStatus(error, 401)) return { outcome: { status: 'signed-out' } }
    const isUnknown = hasStatus(error, 404) || hasStatus(error, 400)
    const message = isUnknown ? m.success_unknown() : sentenceOf(error, m.finalize_failed())
    const isLasting = error instanceof CallError && error.status < 500
    return isLasting
      ? { outcome: { status: 'failed', message, isOver: error.code === 'checkout_expired' } }
      : { isEmpty: false, message }
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
