import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Outcome } from '#stripe-emulator/checkouts.ts'
import { type PaymentsProvider, startPaymentsProvider } from '../server/payments-provider.ts'
import { type Person, type Stage, stage } from './steps.ts'

export type Cashier = {
  readonly provider: PaymentsProvider
  /**
   * Starts the payment of a pack by a call of the page's.
   * @returns the session's id
   */
  order: (person: Person, plan: string) => Promise<string>
  /**
   * Pays for a pack without returning to the site.
   * @returns the session's id
   */
  pay: (person: Person, plan: string, outcome?: Outcome) => Promise<string>
  /**
   * Asks for the tokens of a session, as the page of the success does.
   * @returns the answer's status
   */
  finalize: (person: Person, sessionId: string) => Promise<number>
  /** Whether the provider's messages come. They do not until a test wants them: so it is known who gives the tokens. */
  hearOf: (isHeard: boolean) => void
}

/** A stage where packs are sold: the server asks a payment provider of the test's own. */
export function stageWithPayments(): { theatre: Stage; cashier: Cashier } {
  let provider: PaymentsProvider | undefined
  beforeAll(async () => {
    // A hundred times slower than ours: a bank's ten seconds are over when a test says so, however busy the machine is.
    const start = Date.now()
    provider = await startPaymentsProvider({ clock: () => start + Math.floor((Date.now() - start) / 100) })
  })
  const need = (): PaymentsProvider => {
    if (provider === undefined) throw new Error('The payment provider is started before the first test.')
    return provider
  }
  afterEach(() => {
    need().behave('fine')
    cashier.hearOf(false)
  })
  const theatre = stage(() => need().settings)
  afterAll(async () => {
    await provider?.stop()
    provider?.expectAllFit()
  })

  const call = ({ context, lang }: Person, path: string, data: object) =>
    context.request.post(path, {
      data,
      headers: { origin: theatre.product.origin, 'x-requested-with': 'levro', 'accept-language': lang },
    })

  const cashier: Cashier = {
    get provider() {
      return need()
    },
    async order(person, plan) {
      const reply = await call(person, '/api/create-checkout-session', { priceId: plan })
      expect(reply.status()).toBe(200)
      return sessionAt(((await reply.json()) as { url: string }).url)
    },
    async pay(person, plan, outcome = 'paid') {
      const id = await cashier.order(person, plan)
      await need().pay(id, outcome)
      return id
    },
    finalize: async (person, sessionId) =>
      (await call(person, '/api/checkout/finalize', { session_id: sessionId })).status(),
    hearOf(isHeard) {
      need().deliverTo(isHeard ? `${theatre.product.origin}/api/webhooks/stripe` : undefined)
    },
  }
  return { theatre, cashier }
}

/** Of the session that a hosted page is for. */
export const sessionAt = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** The page that the provider leads back to. */
export const successOf = (sessionId: string): string => `/checkout/success?session_id=${sessionId}`
