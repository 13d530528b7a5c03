import { until } from '#test/until.ts'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { type PaymentsProvider, startPaymentsProvider, stripeAt } from './payments-provider.ts'

/** Starts an emulator that ends with the test. */
export async function start(
  options?: Parameters<typeof startPaymentsProvider>[0],
): Promise<PaymentsProvider> {
  const provider = await startPaymentsProvider(options)
  onTestFinished(provider.stop)
  return provider
}

/** A folder for the state of several emulators in turn, removed after the test. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'levro-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** The SDK through the proxy, as in the product. */
export const productStripe = ({ settings }: PaymentsProvider, config: Stripe.StripeConfig = {}): Stripe =>
  stripeAt(settings.STRIPE_API_ORIGIN, { maxNetworkRetries: 0, ...config })

export const order = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  ({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: 14_99, product_data: { name: '2000 жетона' } },
      },
    ],
    success_url: 'http://localhost:3000/tokens?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/pricing',
    client_reference_id: 'account-1',
    locale: 'bg',
    submit_type: 'pay',
    metadata: { plan: 'business' },
    payment_intent_data: { description: '2000 жетона', metadata: { order: 'order-1' } },
    ...changes,
  }) satisfies Stripe.Checkout.SessionCreateParams

type Receiver = { events: Stripe.Event[]; url: string; answerWith: (status: number) => void }

/** Starts a webhook receiver, made as the SDK's documentation shows. */
export async function startReceiver(): Promise<Receiver> {
  const events: Stripe.Event[] = []
  let status = 200
  const server = createServer((request, response) => void receive(request, response))

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const signature = String(request.headers['stripe-signature'])
    const event = Stripe.webhooks.constructEvent(body, signature, 'whsec_levroTests')
    if (status === 200) events.push(event)
    response.writeHead(status).end()
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { events, url: `http://127.0.0.1:${port}/`, answerWith: (next) => void (status = next) }
}

export const typesOf = (events: Stripe.Event[]): string[] => events.map(({ type }) => type).toSorted()

/** Resolves when every event is delivered, and so has been compared with the published API. */
export const allDelivered = (provider: PaymentsProvider, { events }: Receiver) =>
  until(async () => expect(typesOf(events)).toEqual(typesOf(await provider.events())))
