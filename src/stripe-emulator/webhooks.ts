import { createHmac } from 'node:crypto'
import type { Delivery } from './state.ts'
import { type World, secondsOf } from './context.ts'

/** The header by which the receiver knows that a body is Stripe's, and how old it is. */
export function signatureOf(body: string, secret: string, atS: number): string {
  const mac = createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')
  return `t=${atS},v1=${mac}`
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** About three days in all, as Stripe does. */
export const RETRY_DELAYS_MS: readonly number[] = [
  SECOND_MS,
  3 * SECOND_MS,
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  ...Array<number>(6).fill(12 * HOUR_MS),
]

const ANSWER_WITHIN_MS = 10_000
const AT_ONCE = 8
const MAX_PROBLEM_LENGTH = 200

export type Courier = {
  /** Takes what is due to its receiver. */
  look: () => void
  /** When something is due next; Infinity when nothing is. */
  nextAt: () => number
  /** Everything that waits goes there at once; without an address it is held. */
  deliverTo: (url: string | undefined) => void
  stop: () => Promise<void>
}

type Parts = {
  world: World
  secret: string
  url: string | undefined
  retryDelaysMs: readonly number[]
  /** Called after each attempt. */
  onAttempt: () => Promise<void>
}

/** Tells the receiver what happened, each event by itself and in no promised order, until it says that it has heard. */
export function makeCourier({ world, secret, url, retryDelaysMs, onAttempt }: Parts): Courier {
  const { deliveries, events } = world.state
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()

  const waiting = (): Delivery[] =>
    [...deliveries.values()].filter(({ eventId, dueAt }) => dueAt !== null && !underWay.has(eventId))

  function look(): void {
    if (url === undefined || stopping.signal.aborted) return
    const due = waiting().filter(({ dueAt }) => (dueAt ?? Infinity) <= world.clock())
    for (const delivery of due.slice(0, Math.max(0, AT_ONCE - underWay.size))) {
      underWay.set(delivery.eventId, attempt(delivery, url))
    }
  }

  async function attempt(delivery: Delivery, url: string): Promise<void> {
    const { eventId } = delivery
    const problem = await send(url, JSON.stringify(events.get(eventId), undefined, 2))
    underWay.delete(eventId)
    // Cut off by our own end: the receiver is told again after the next start.
    if (stopping.signal.aborted) return
    if (problem === undefined) {
      deliveries.delete(eventId)
      const event = events.get(eventId)
      if (event !== undefined) event.pending_webhooks = 0
    } else {
      const delayMs = retryDelaysMs[delivery.attempts]
      delivery.attempts += 1
      delivery.dueAt = delayMs === undefined ? null : world.clock() + delayMs
      delivery.problem = problem
    }
    await onAttempt()
  }

  /** @returns what went wrong */
  async function send(url: string, body: string): Promise<string | undefined> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, secret, secondsOf(world)),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await response.body?.cancel()
      return response.ok ? undefined : `answered ${response.status}`
    } catch (error) {
      return sentenceFor(error).slice(0, MAX_PROBLEM_LENGTH)
    }
  }

  return {
    look,
    nextAt: () =>
      url === undefined ? Infinity : Math.min(...waiting().map(({ dueAt }) => dueAt ?? Infinity)),
    deliverTo(next) {
      url = next
      for (const delivery of waiting()) delivery.dueAt = world.clock()
      look()
    },
    async stop() {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
