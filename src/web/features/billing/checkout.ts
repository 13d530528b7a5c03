import type { createCheckoutSession } from '#api/payments.ts'
import type { BodyOf } from '#api/endpoint.ts'
import { callHeaders } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'

/** Longer than the server lets the payment provider take. */
const ANSWER_WITHIN_MS = 30_000
const EXCERPT_LENGTH = 120

export type Started =
  | { status: 'ready'; url: string }
  | { status: 'signed-out' }
  | { status: 'failed'; message: string }

/** Asks for the page to pay on. Whatever comes instead is told in words (PAY-03). */
export async function startCheckout(body: BodyOf<typeof createCheckoutSession>): Promise<Started> {
  try {
    const response = await fetch('/api/create-checkout-session', {
      method: 'POST',
      credentials: 'include',
      headers: { ...callHeaders(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
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
  const { url, error } = answer
  if (ok && typeof url === 'string' && isWebAddress(url)) return { status: 'ready', url }
  return {
    status: 'failed',
    message: typeof error === 'string' && error !== '' ? error : m.checkout_create_failed(),
  }
}

function parse(text: string): { url?: unknown; error?: unknown } | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? answer : undefined
  } catch {
    return undefined
  }
}

const isWebAddress = (text: string): boolean => /^https?:\/\/\w/.test(text)
