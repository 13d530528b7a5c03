import { expect, it } from 'vitest'
import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import { startProcess } from './server-process.ts'
import {
  buyerOf,
  eventOf,
  expectConsistent,
  finalize,
  openShop,
  pay,
  purchaseOf,
  signed,
} from './with-payments.ts'

/** The buyer's card and personal data at the provider. */
const PRIVATE = ['billing_details', 'customer_details', 'payment_method_details', '"receipt_url"', 'last4']

it('PAY-07 · the log contains no secret, signature, card or provider response at any level', async () => {
  const shop = await openShop('sqlite')
  const loud = await startProcess({ ...shop.settings, LOG_LEVEL: 'trace' })
  const wrongKey = 'sk_test_anotherAccountsKey'
  const wrong = await startProcess({ ...shop.settings, LOG_LEVEL: 'trace', STRIPE_SECRET_KEY: wrongKey })

  const buyer = await buyerOf(shop)
  const here = buyer.at(loud.origin)
  const sessionId = await pay(shop, here)
  const { body, signature } = signed(JSON.stringify(await eventOf(shop, sessionId)), {
    secret: shop.provider.webhookSecret,
    at: Date.now(),
  })
  const post = (stripeSignature: string) =>
    fetch(`${loud.origin}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': stripeSignature },
      body,
    }).then(({ status }) => status)

  expect(await post(signature.replace('v1=', 'v1=0'))).toBe(400)
  for (const manner of ['failing', 'nonsense', 'nonsense', 'down'] as const) {
    shop.provider.behave(manner)
    expect((await finalize(here, sessionId)).status).toBe(503)
    expect(await post(signature)).toBe(503)
  }
  shop.provider.behave('fine')
  const refused = buyer.at(wrong.origin)
  expect((await refused.call(createCheckoutSession, { body: { priceId: 'pro' } })).status).toBe(503)
  expect((await refused.call(finalizeCheckout, { body: { session_id: sessionId } })).status).toBe(503)
  expect(await post(signature)).toBe(200)
  expect((await finalize(here, sessionId)).status).toBe(200)
  await shop.provider.refund(sessionId, 100)
  expect(await post(signature)).toBe(200)

  for (const { kill } of [loud, wrong]) kill('SIGTERM')
  const log = (await Promise.all([loud.ended, wrong.ended]))
    .map(({ stdout, stderr }) => stdout + stderr)
    .join('\n')
  expect(log).toContain('/api/checkout/finalize')
  expect(log).toContain('the payment provider could not be queried')
  const { receipt_url: receiptUrl } = await purchaseOf(shop.server.db, sessionId)
  const secrets = [
    shop.provider.key,
    wrongKey,
    shop.provider.webhookSecret,
    /v1=(\w+)/.exec(signature)?.[1] ?? '',
  ]
  for (const text of [
    ...secrets,
    ...PRIVATE,
    receiptUrl ?? '',
    buyer.email,
    buyer.cookie?.split('=')[1] ?? '',
  ]) {
    expect(text.length, 'there is something to look for').toBeGreaterThan(3)
    expect(log).not.toContain(text)
  }
  await expectConsistent(shop)
  await shop.stop()
})
