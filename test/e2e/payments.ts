import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Outcome } from '#stripe-emulator/checkouts.ts'
import { type PaymentsProvider, startPaymentsProvider } from '../server/payments-provider.ts'
import { type Visitor, type TestApp, startApp } from './steps.ts'

export type PaymentSteps = {
  readonly provider: PaymentsProvider
  /**
   * Creates a checkout session for a pack, as the checkout page does.
   * @returns the session's id
   */
  order: (visitor: Visitor, plan: string) => Promise<string>
  /**
   * Pays for a pack without returning to the site.
   * @returns the session's id
   */
  pay: (visitor: Visitor, plan: string, outcome?: Outcome) => Promise<string>
  /**
   * Finalizes a checkout session, as the success page does.
   * @returns the HTTP status
   */
  finalize: (visitor: Visitor, sessionId: string) => Promise<number>
  /** Turns webhooks on or off. They are off by default, so that tokens are credited only by `finalize`. */
  deliverWebhooks: (isDelivered: boolean) => void
}

/** Starts a server that sells packs, with its own Stripe emulator. */
export function startAppWithPayments(): { app: TestApp; payments: PaymentSteps } {
  let provider: PaymentsProvider | undefined
  beforeAll(async () => {
    // The clock runs a hundred times slower: delayed payments settle when a test says so, also on a busy machine.
    const start = Date.now()
    provider = await startPaymentsProvider({ clock: () => start + Math.floor((Date.now() - start) / 100) })
  })
  const required = (): PaymentsProvider => {
    if (provider === undefined) throw new Error('The payment provider is started before the first test.')
    return provider
  }
  afterEach(() => {
    required().behave('fine')
    payments.deliverWebhooks(false)
  })
  const app = startApp(() => required().settings)
  afterAll(async () => {
    await provider?.stop()
    provider?.expectAllFit()
  })

  const call = ({ context, lang }: Visitor, path: string, data: object) =>
    context.request.post(path, {
      data,
      headers: { origin: app.product.origin, 'x-requested-with': 'levro', 'accept-language': lang },
    })

  const payments: PaymentSteps = {
    get provider() {
      return required()
    },
    async order(visitor, plan) {
      const reply = await call(visitor, '/api/create-checkout-session', { priceId: plan })
      expect(reply.status()).toBe(200)
      return sessionIdIn(((await reply.json()) as { url: string }).url)
    },
    async pay(visitor, plan, outcome = 'paid') {
      const id = await payments.order(visitor, plan)
      await required().pay(id, outcome)
      return id
    },
    finalize: async (visitor, sessionId) =>
      (await call(visitor, '/api/checkout/finalize', { session_id: sessionId })).status(),
    deliverWebhooks(isDelivered) {
      required().deliverTo(isDelivered ? `${app.product.origin}/api/webhooks/stripe` : undefined)
    },
  }
  return { app, payments }
}

/** Session id in the URL of a hosted payment page. */
export const sessionIdIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** Path that the provider redirects to after a payment. */
export const successPath = (sessionId: string): string => `/checkout/success?session_id=${sessionId}`
