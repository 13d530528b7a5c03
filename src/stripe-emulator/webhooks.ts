import { createHmac } from 'node:crypto'
import { invalid } from './api/parameters.ts'
import { type Context, secondsOf } from './context.ts'
import { type Event, newEvent } from './objects.ts'
import type { Checkout, Delivery } from './store.ts'

/** Stores an event with a copy of the object as it is now, and schedules its delivery. */
export function recordEvent(
  context: Context,
  checkout: Checkout,
  type: Event['type'],
  object: Event['data']['object'],
): void {
  const event = newEvent(type, object, secondsOf(context))
  context.state.events.set(event.id, event)
  checkout.eventIds.push(event.id)
  resend(context, event.id)
}

/**
 * Schedules a delivery of the event at once.
 * @throws {ApiError} when there is no such event
 */
export function resend({ state, clock }: Context, eventId: string): void {
  const event = state.events.get(eventId)
  if (event === undefined) throw invalid('There is no such event.')
  event.pending_webhooks = 1
  state.deliveries.set(eventId, { eventId, attempts: 0, dueAt: clock() })
}

/** In milliseconds; the last one repeats. */
export const RETRY_DELAYS_MS = [1000, 3000, 10_000, 60_000, 300_000, 3_600_000]

const RESPONSE_TIMEOUT_MS = 10_000
const MAX_CONCURRENT = 8

export type WebhookSender = {
  /** Starts the deliveries that are due. */
  sendDue: () => void
  /** Sends everything pending there at once; without an address deliveries are held. */
  deliverTo: (url: string | undefined) => void
  stop: () => Promise<void>
}

type Options = { context: Context; secret: string; retryDelaysMs: readonly number[]; onAttempt: () => void }

/** Sends each event until the receiver answers 2xx, in no guaranteed order. Holds them until `deliverTo` names a receiver. */
export function makeWebhookSender({ context, secret, retryDelaysMs, onAttempt }: Options): WebhookSender {
  const { deliveries, events } = context.state
  const stopping = new AbortController()
  const inFlight = new Map<string, Promise<void>>()
  let receiver: string | undefined

  const pending = () => [...deliveries.values()].filter(({ eventId }) => !inFlight.has(eventId))

  function sendDue(): void {
    if (receiver === undefined || stopping.signal.aborted) return
    const due = pending().filter(({ dueAt }) => dueAt <= context.clock())
    for (const delivery of due.slice(0, Math.max(0, MAX_CONCURRENT - inFlight.size)))
      inFlight.set(delivery.eventId, attempt(delivery, receiver))
  }

  async function attempt(delivery: Delivery, url: string): Promise<void> {
    const event = events.get(delivery.eventId)
    const problem = await send(url, JSON.stringify(event, undefined, 2))
    inFlight.delete(delivery.eventId)
    // Interrupted by the emulator's own stop: sent again after the next start.
    if (stopping.signal.aborted) return
    if (problem === undefined) {
      deliveries.delete(delivery.eventId)
      if (event !== undefined) event.pending_webhooks = 0
    } else {
      delivery.dueAt = context.clock() + (retryDelaysMs[delivery.attempts] ?? retryDelaysMs.at(-1) ?? 0)
      delivery.attempts += 1
      delivery.problem = problem
    }
    onAttempt()
  }

  /** @returns what went wrong */
  async function send(url: string, body: string): Promise<string | undefined> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, secret, secondsOf(context)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      return response.ok ? undefined : `answered ${response.status}`
    } catch (error) {
      return String(error instanceof Error && error.cause instanceof Error ? error.cause : error)
    }
  }

  return {
    sendDue,
    deliverTo(url) {
      receiver = url
      for (const delivery of pending()) delivery.dueAt = context.clock()
    },
    async stop() {
      stopping.abort()
      await Promise.all(inFlight.values())
    },
  }
}

/** Stripe's signature scheme v1: HMAC-SHA256 of the time in seconds and the body. */
function signatureOf(body: string, secret: string, atS: number): string {
  const mac = createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')
  return `t=${atS},v1=${mac}`
}
