import { describe, expect, it } from 'vitest'
import { createCheckoutSession, finalizeCheckout, listPurchases, receivePaymentEvent } from '#api/payments.ts'
import { readEnv } from '#server/env.ts'
import { onEachDatabase } from '../harness.ts'
import { runToEnd } from './server-process.ts'
import { addBuyer } from './with-payments.ts'

const TEST = { STRIPE_SECRET_KEY: 'sk_test_Abc123', STRIPE_WEBHOOK_SECRET: 'whsec_Def456' }
const LIVE = { ...TEST, STRIPE_SECRET_KEY: 'sk_live_Abc123' }
const PRODUCTION = { NODE_ENV: 'production' }
const ORIGIN = { STRIPE_API_ORIGIN: 'http://127.0.0.1:3001' }

const WRONG: [Record<string, string>, string][] = [
  [{ ...PRODUCTION, ...TEST }, 'STRIPE_SECRET_KEY is a test key'],
  [{ ...PRODUCTION, ...TEST, STRIPE_SECRET_KEY: 'rk_test_Abc123' }, 'STRIPE_SECRET_KEY is a test key'],
  [{ ...PRODUCTION, ...LIVE, ...ORIGIN }, 'STRIPE_API_ORIGIN is for a Stripe emulator'],
  [{ ...LIVE, ...ORIGIN }, 'STRIPE_SECRET_KEY moves money'],
  [{ ...PRODUCTION, ...ORIGIN }, 'STRIPE_API_ORIGIN is for a Stripe emulator'],
  [
    { ...TEST, STRIPE_API_ORIGIN: 'https://api.stripe.com.evil.example' },
    'STRIPE_API_ORIGIN is for a Stripe emulator',
  ],
  [{ PUBLIC_ORIGIN: 'https://levro.bg', ...TEST }, 'STRIPE_SECRET_KEY is a test key'],
  [{ PUBLIC_ORIGIN: 'https://levro.bg', ...LIVE, ...ORIGIN }, 'STRIPE_API_ORIGIN is for a Stripe emulator'],
  [{ ...TEST, STRIPE_API_ORIGIN: 'http://10.0.0.7:3001' }, 'STRIPE_API_ORIGIN is for a Stripe emulator'],
  [{ ...TEST, STRIPE_API_ORIGIN: 'http://127.0.0.1:3001/v1' }, 'STRIPE_API_ORIGIN is for a Stripe emulator'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_Def456' }, 'STRIPE_SECRET_KEY is missing'],
  [ORIGIN, 'STRIPE_SECRET_KEY is missing'],
  [{ STRIPE_SECRET_KEY: 'sk_test_Abc123' }, 'STRIPE_WEBHOOK_SECRET must be'],
  [{ ...LIVE, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET must be'],
  [{ ...TEST, STRIPE_WEBHOOK_SECRET: 'we_Def456' }, 'STRIPE_WEBHOOK_SECRET must be'],
  [{ ...TEST, STRIPE_SECRET_KEY: 'pk_test_Abc123' }, 'STRIPE_SECRET_KEY must be'],
  [{ ...TEST, STRIPE_SECRET_KEY: 'sk_test_Abc 123' }, 'STRIPE_SECRET_KEY must be'],
]

/** Secrets that no message may contain. */
const SECRETS = /Abc|Def/

describe('the settings of the payment provider', () => {
  it.each(WRONG)('PAY-08 · %j stop the start: %s', (settings, sentence) => {
    expect(() => readEnv(settings)).toThrow(sentence)
    const said: unknown[] = []
    try {
      readEnv(settings)
    } catch (error) {
      said.push(error instanceof Error ? error.message : error)
    }
    expect(String(said)).not.toMatch(SECRETS)
  })

  it('PAY-08 · with live keys are accepted in production, and without any nothing is sold', () => {
    const { stripe } = readEnv({ ...PRODUCTION, ...LIVE })
    expect(stripe).toEqual({
      secretKey: 'sk_live_Abc123',
      webhookSecret: 'whsec_Def456',
      apiOrigin: undefined,
      isLive: true,
    })
    expect(readEnv(PRODUCTION).stripe).toBeUndefined()
    expect(readEnv({ STRIPE_SECRET_KEY: ' ', STRIPE_WEBHOOK_SECRET: '' }).stripe).toBeUndefined()
    const rehearsal = { PUBLIC_ORIGIN: 'https://try.levro.bg', NODE_ENV: 'test', ...TEST }
    expect(readEnv(rehearsal).stripe?.secretKey).toBe('sk_test_Abc123')
    expect(readEnv({ ...TEST, ...ORIGIN }).stripe?.apiOrigin).toBe('http://127.0.0.1:3001')
  })

  it('PAY-08 · are rejected by a server in production with exit code 2 and one sentence', async () => {
    const { code, stderr, stdout } = await runToEnd({
      ...PRODUCTION,
      ...TEST,
      ...ORIGIN,
      DATA_DIR: '/nowhere',
    })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^STRIPE_API_ORIGIN is for a Stripe emulator[^\n]+\n$/)
    expect(stderr).not.toMatch(SECRETS)
  })
})

onEachDatabase((server) => {
  it('PAY-08 · without a provider nothing is sold, and each endpoint says so', async () => {
    const buyer = await addBuyer(server())
    const answers = [
      await buyer.call(createCheckoutSession, { body: { priceId: 'starter' } }),
      await buyer.call(receivePaymentEvent, { body: {}, headers: { 'stripe-signature': 't=1,v1=00' } }),
    ]
    for (const { status, refusal } of answers)
      expect([status, refusal.code]).toEqual([503, 'payments_closed'])
    // No buyer who has paid gets another answer.
    expect((await buyer.call(finalizeCheckout, { body: { session_id: 'cs_test_1' } })).status).toBe(404)
    expect((await buyer.call(listPurchases)).reply).toEqual({ purchases: [], total: 0 })
    expect(
      (
        await server()
          .client()
          .call(createCheckoutSession, { body: { priceId: 'starter' } })
      ).status,
    ).toBe(401)
  })
})
