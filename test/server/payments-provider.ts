import Stripe from 'stripe'
import type { Outcome } from '#stripe-emulator/checkouts.ts'
import { startStripeEmulator, type StripeEmulatorOptions } from '#stripe-emulator/server.ts'
import { type Exchange, type Front, type Behavior, startFront } from './payments-front.ts'
import { isDocumentThere } from './published-document.ts'

export type PaymentsProvider = {
  /** Settings for the server: the key, the webhook secret, and the origin of the proxy. */
  settings: { STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string; STRIPE_API_ORIGIN: string }
  key: string
  webhookSecret: string
  /** The origin of the payment pages: that of the provider, not the proxy. */
  origin: string
  /** The SDK connected to the provider directly, to make other sessions, read and refund. */
  stripe: Stripe
  behave: (how: Behavior) => void
  alter: Front['alter']
  /**
   * Chooses an outcome on the hosted page.
   * @returns where the browser is sent
   */
  pay: (sessionId: string, outcome: Outcome) => Promise<string>
  settleDelayed: (sessionId: string, how: 'paid' | 'failed') => Promise<void>
  /** Refunds the given amount, by default all that is left. */
  refund: (sessionId: string, cents?: number) => Promise<void>
  /** @returns the dispute's id */
  dispute: (sessionId: string, cents?: number) => Promise<string>
  closeDispute: (disputeId: string, how: 'won' | 'lost') => Promise<void>
  /** Sends every event to this URL from now on, including held ones; with undefined, events are held. */
  deliverTo: (url: string | undefined) => void
  /** The URL to which the proxy passes webhooks: a restarted server may have another port. */
  passWebhooksTo: (url: string | undefined) => void
  /** Sends an event again. */
  resend: (eventId: string) => Promise<void>
  /** Oldest first. */
  events: () => Promise<Stripe.Event[]>
  /** Requests and responses between the product and the provider. */
  exchanges: () => Exchange[]
  /** @throws with every request, response and webhook that differs from Stripe's published API */
  expectAllFit: () => void
  stop: () => Promise<void>
}

type Options = Partial<
  Pick<StripeEmulatorOptions, 'dataDir' | 'retryDelaysMs' | 'clock' | 'webhookUrl' | 'port'>
>

const KEY = 'sk_test_levroTests'
const WEBHOOK_SECRET = 'whsec_levroTests'
/** Shorter than in production. */
const RETRY_DELAYS_MS = Array<number>(200).fill(50)

/** The Stripe emulator with a proxy that records the product's requests and can disturb them. */
export async function startPaymentsProvider(options: Options = {}): Promise<PaymentsProvider> {
  sayIfUncompared()
  let origin = ''
  const front = await startFront(() => origin)
  front.passWebhooksTo(options.webhookUrl)
  const provider = await startStripeEmulator({
    port: 0,
    retryDelaysMs: RETRY_DELAYS_MS,
    ...options,
    key: KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: options.webhookUrl === undefined ? undefined : front.webhookUrl,
  })
  origin = provider.origin
  const stripe = stripeAt(origin)

  /**
   * Submits a form like the pages do.
   * @returns the URL of the redirect
   */
  async function submit(path: string, fields: Record<string, string>): Promise<string> {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return new URL(location, origin).href
  }

  const act = (action: string, id: string, cents?: number) =>
    submit(`/actions/${action}`, { id, ...(cents !== undefined && { cents: String(cents) }) })

  return {
    settings: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_ORIGIN: front.origin,
    },
    key: KEY,
    webhookSecret: WEBHOOK_SECRET,
    origin,
    stripe,
    behave: front.behave,
    alter: front.alter,
    async pay(sessionId, outcome) {
      const path = `/c/pay/${sessionId}`
      const page = await (await fetch(origin + path)).text()
      const [, attempt = ''] = /name="attempt" value="(\d+)"/.exec(page) ?? []
      return submit(path, { outcome, attempt })
    },
    settleDelayed: async (sessionId, how) => void (await act(`settle-${how}`, sessionId)),
    refund: async (sessionId, cents) => void (await act('refund', sessionId, cents)),
    async dispute(sessionId, cents) {
      await act('dispute', sessionId, cents)
      const { payment_intent } = await stripe.checkout.sessions.retrieve(sessionId)
      const { data } = await stripe.disputes.list({ payment_intent: idOf(payment_intent) })
      return data[0]?.id ?? ''
    },
    closeDispute: async (disputeId, how) => void (await act(`dispute-${how}`, disputeId)),
    deliverTo(url) {
      front.passWebhooksTo(url)
      provider.deliverTo(url === undefined ? undefined : front.webhookUrl)
    },
    passWebhooksTo: front.passWebhooksTo,
    resend: async (eventId) => void (await act('resend', eventId)),
    async events() {
      const newestFirst = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
      return newestFirst.toReversed()
    },
    exchanges: () => front.exchanges,
    expectAllFit() {
      const wrong = front.exchanges.flatMap(({ method, path, status, problems }) =>
        problems.map((problem) => `${method} ${path} (${status}): ${problem}`),
      )
      if (wrong.length > 0) throw new Error(`Not as Stripe publishes its API:\n${wrong.join('\n')}`)
    },
    async stop() {
      await provider.stop()
      await front.stop()
    },
  }
}

/** The latest charge of a session that was paid. */
export async function latestCharge(stripe: Stripe, sessionId: string): Promise<Stripe.Charge> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge'],
  })
  return (session.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge
}

/** The official SDK with another origin. */
export function stripeAt(origin: string, settings: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(origin)
  return new Stripe(KEY, { host: hostname, port, protocol: 'http', telemetry: false, ...settings })
}

/** The id of an expandable field, which may be expanded. */
export const idOf = (one: string | { id: string } | null): string =>
  typeof one === 'string' ? one : (one?.id ?? '')

let isSaid = false

function sayIfUncompared(): void {
  if (isDocumentThere || isSaid) return
  isSaid = true
  process.stdout.write("Stripe's published API is not at hand: what is said is not compared with it.\n")
}
