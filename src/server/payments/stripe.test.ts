import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Stripe } from 'stripe'
import type { Cents } from '#money/amount.ts'
import { type CheckoutOrder, PaymentsUnavailableError, ProviderMismatchError } from './provider.ts'
import { makeStripe, originOptions } from './stripe.ts'

/** An HTTP API that answers as the test says, and what it was asked. */
let server: Server
let answers: (readonly [status: number, body: unknown])[]
let asked: {
  method: string
  path: string
  key: string | undefined
  telemetry: unknown
  form: URLSearchParams
}[]

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { pathname, search } = new URL(request.url ?? '', 'http://127.0.0.1')
      const { method = '', headers } = request
      const form = new URLSearchParams(method === 'POST' ? body : search)
      asked.push({
        method,
        path: pathname,
        form,
        key: headers['idempotency-key'] as string,
        telemetry: headers['x-stripe-client-telemetry'],
      })
      const [status, answer] = answers.shift() ?? [500, {}]
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        .end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

beforeEach(() => {
  answers = []
  asked = []
})

const stripeOf = (isLive = false) =>
  makeStripe({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isLive,
  })

const METADATA = { product: 'levro', purchase: 'p-1', plan: 'starter' }
const CHARGE = {
  id: 'ch_1',
  livemode: false,
  payment_intent: 'pi_1',
  amount: 499,
  currency: 'eur',
  paid: true,
  created: 1_790_000_000,
  receipt_url: 'https://pay.example/receipt',
  amount_refunded: 0,
  disputed: false,
}
const PAYMENT = {
  id: 'pi_1',
  livemode: false,
  status: 'succeeded',
  amount: 499,
  currency: 'eur',
  metadata: METADATA,
  latest_charge: CHARGE,
}
const OPEN = {
  object: 'checkout.session',
  id: 'cs_1',
  livemode: false,
  mode: 'payment',
  client_reference_id: 'p-1',
  metadata: METADATA,
  status: 'open',
  payment_status: 'unpaid',
  url: 'https://pay.example/cs_1',
  amount_total: 499,
  currency: 'eur',
  payment_intent: null,
}
const PAID = { ...OPEN, status: 'complete', payment_status: 'paid', url: null, payment_intent: PAYMENT }

const withCharge = (change: object) => ({
  ...PAID,
  payment_intent: { ...PAYMENT, latest_charge: { ...CHARGE, ...change } },
})
const withPayment = (change: object) => ({ ...PAID, payment_intent: { ...PAYMENT, ...change } })

/** What the provider finds for this answer; the answer to the disputes follows. */
const found = async (session: unknown, disputes?: unknown) => {
  answers = [[200, session], ...(disputes === undefined ? [] : [[200, { data: disputes }] as const])]
  return stripeOf().find('cs_1')
}

describe('a session', () => {
  it('PAY-06 · is read with every field that is compared with the order', async () => {
    expect(await found(PAID)).toEqual({
      id: 'cs_1',
      purchaseId: 'p-1',
      plan: 'starter',
      reference: 'p-1',
      mode: 'payment',
      state: 'paid',
      url: undefined,
      amount: 499,
      currency: 'eur',
      payment: { amount: 499, currency: 'eur', purchaseId: 'p-1' },
      paidAt: 1_790_000_000_000,
      receiptUrl: 'https://pay.example/receipt',
      refundedCents: 0,
      disputedCents: 0,
      lostCents: 0,
    })
    expect(asked).toMatchObject([{ method: 'GET', path: '/v1/checkout/sessions/cs_1' }])
    expect(asked[0]?.form.get('expand[0]')).toBe('payment_intent.latest_charge')
  })

  it('PAY-06 · is asked for without a report of how long the call before took', async () => {
    const stripe = stripeOf()
    for (let n = 0; n < 2; n++) {
      answers = [[200, PAID]]
      await stripe.find('cs_1')
    }
    expect(asked.map(({ telemetry }) => telemetry)).toEqual([undefined, undefined])
  })

  it('PAY-03 · that is open has its page, and nothing of a payment', async () => {
    expect(await found(OPEN)).toMatchObject({
      state: 'open',
      url: 'https://pay.example/cs_1',
      payment: undefined,
      paidAt: undefined,
      receiptUrl: undefined,
      refundedCents: 0,
    })
  })

  it.each([
    ['open', 'unpaid', undefined, 'open'],
    ['expired', 'unpaid', undefined, 'expired'],
    ['complete', 'paid', 'succeeded', 'paid'],
    ['complete', 'no_payment_required', undefined, 'paid'],
    ['complete', 'unpaid', 'processing', 'processing'],
    ['complete', 'unpaid', 'requires_payment_method', 'failed'],
    ['complete', 'unpaid', 'canceled', 'failed'],
    ['complete', 'unpaid', undefined, 'processing'],
  ])('PAY-06 · %s and %s with a payment that is %s is %s', async (status, payment_status, payment, state) => {
    const payment_intent = payment && { ...PAYMENT, status: payment, latest_charge: null }
    expect(await found({ ...OPEN, status, payment_status, payment_intent })).toMatchObject({ state })
  })

  it('PAY-06 · that required no payment has the amount 0', async () => {
    const free = { ...OPEN, status: 'complete', payment_status: 'no_payment_required' }
    expect(await found(free)).toMatchObject({ amount: 0, payment: undefined })
  })

  it.each([
    ['of another product', { product: 'other', purchase: 'p-1' }],
    ['without metadata', null],
    ['with an id that is none of ours', { product: 'levro', purchase: 'p 1' }],
    ['with an id that is too long', { product: 'levro', purchase: 'p'.repeat(65) }],
    ['without an id', { product: 'levro' }],
  ])('PAY-06 · %s has no purchase', async (_, metadata) => {
    expect(await found({ ...OPEN, metadata, client_reference_id: null })).toMatchObject({
      purchaseId: undefined,
      plan: undefined,
      reference: undefined,
    })
  })

  it.each<[string, object]>([
    ['a session of the other mode', { ...OPEN, livemode: true }],
    ['a payment of the other mode', withPayment({ livemode: true })],
    ['a charge of the other mode', withCharge({ livemode: true })],
    ['paid without a payment', { ...PAID, payment_intent: null }],
    ['paid by a payment that is not', withPayment({ status: 'processing' })],
    ['a charge of another payment', withCharge({ payment_intent: 'pi_2' })],
    ['a charge of another amount', withCharge({ amount: 500 })],
    ['a charge in another currency', withCharge({ currency: 'usd' })],
    ['more refunded than charged', withCharge({ amount_refunded: 500 })],
    ['paid with a charge that is not', withCharge({ paid: false })],
    ['another session', { ...OPEN, id: 'cs_2' }],
  ])('PAY-06 · nothing is done by an answer that contradicts itself: %s', async (_, session) => {
    await expect(found(session)).rejects.toBeInstanceOf(ProviderMismatchError)
  })

  it('PAY-06 · that is not paid may have a charge that failed, and all of it may be refunded', async () => {
    const failed = { ...withCharge({ paid: false }), status: 'complete', payment_status: 'unpaid' }
    expect(await found(failed)).toMatchObject({ state: 'processing' })
    expect(await found(withCharge({ amount_refunded: 499 }))).toMatchObject({ refundedCents: 499 })
  })

  it.each<[string, object]>([
    ['an amount below 0', { ...OPEN, amount_total: -1 }],
    ['a part of a cent', { ...OPEN, amount_total: 4.5 }],
    ['another kind of object', { ...OPEN, object: 'invoice' }],
    ['a status that is not known', { ...OPEN, status: 'other' }],
    ['a page that is none', { ...OPEN, url: 'javascript:alert(1)' }],
    ['a page within a text', { ...OPEN, url: 'see https://pay.example' }],
    ['no id', { ...OPEN, id: '' }],
    ['an id that is too long', { ...OPEN, id: 'c'.repeat(256) }],
  ])('PAY-06 · an answer with %s is none', async (_, session) => {
    const error = await found(session).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(PaymentsUnavailableError)
    expect(error).not.toBeInstanceOf(ProviderMismatchError)
  })

  it.each(['c', 'c'.repeat(255)])('PAY-06 · has an id of 1 to 255 characters: case %#', async (id) => {
    answers = [[200, { ...OPEN, id }]]
    expect(await stripeOf().find(id)).toMatchObject({ id })
  })

  it('PAY-06 · may have amounts of 0', async () => {
    const latest_charge = { ...CHARGE, amount: 0, created: 0 }
    const free = { ...PAID, amount_total: 0, payment_intent: { ...PAYMENT, amount: 0, latest_charge } }
    expect(await found(free)).toMatchObject({ amount: 0, payment: { amount: 0 }, paidAt: 0 })
  })

  it('PAY-08 · may have a page without TLS at a test provider', async () => {
    expect(await found({ ...OPEN, url: 'http://127.0.0.1/cs_1' })).toMatchObject({
      url: 'http://127.0.0.1/cs_1',
    })
  })

  it('PAY-06 · with a live key test objects are those of the other mode', async () => {
    answers = [[200, OPEN]]
    await expect(stripeOf(true).find('cs_1')).rejects.toBeInstanceOf(ProviderMismatchError)
    answers = [[200, { ...OPEN, livemode: true }]]
    expect(await stripeOf(true).find('cs_1')).toMatchObject({ state: 'open' })
  })
})

describe('disputes of a payment', () => {
  const DISPUTE = {
    payment_intent: 'pi_1',
    currency: 'eur',
    amount: 200,
    status: 'needs_response',
    balance_transactions: [],
  }
  const DISPUTED = withCharge({ disputed: true })

  it.each([
    ['needs_response', [], 200, 0],
    ['lost', [], 200, 200],
    ['won', [], 0, 0],
    ['prevented', [], 0, 0],
    ['warning_needs_response', [], 0, 0],
    ['warning_closed', [], 0, 0],
    // The money was moved, whatever the status says.
    ['won', [-200], 200, 0],
    ['needs_response', [-200, 200], 0, 0],
    ['warning_under_review', [-200], 200, 0],
    ['lost', [-200], 200, 200],
    ['needs_response', [200], 0, 0],
    ['won', [-1], 200, 0],
    ['lost', [1], 0, 0],
    ['under_review', [], 200, 0],
  ])(
    'PAY-07 · one that is %s with %j moved counts %i cents, %i lost',
    async (status, moved, disputed, lost) => {
      const balance_transactions = moved.map((amount) => ({ amount }))
      expect(await found(DISPUTED, [{ ...DISPUTE, status, balance_transactions }])).toMatchObject({
        disputedCents: disputed,
        lostCents: lost,
      })
      expect(asked[1]?.path).toBe('/v1/disputes')
      expect(Object.fromEntries(asked[1]?.form ?? [])).toEqual({ payment_intent: 'pi_1', limit: '100' })
    },
  )

  it('PAY-07 · several are added up', async () => {
    const list = [DISPUTE, { ...DISPUTE, amount: 100, status: 'lost' }, { ...DISPUTE, status: 'won' }]
    expect(await found(DISPUTED, list)).toMatchObject({ disputedCents: 300, lostCents: 100 })
    expect(await found(DISPUTED, [])).toMatchObject({ disputedCents: 0, lostCents: 0 })
  })

  it.each([{ payment_intent: 'pi_2' }, { currency: 'usd' }])(
    'PAY-07 · nothing is done by those of another payment or currency: %o',
    async (change) => {
      await expect(found(DISPUTED, [DISPUTE, { ...DISPUTE, ...change }])).rejects.toBeInstanceOf(
        ProviderMismatchError,
      )
    },
  )
})

describe('an order', () => {
  const ORDER: CheckoutOrder = {
    purchaseId: 'p-1',
    plan: 'starter',
    name: 'Levro Starter',
    description: '500 tokens',
    price: 499 as Cents,
    lang: 'en',
    successUrl: 'https://levro.example/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://levro.example/pricing?cancelled=1',
  }

  it('PAY-03 · is sent with its price and texts, under the key of the purchase', async () => {
    answers = [[200, OPEN]]
    expect(await stripeOf().open(ORDER)).toMatchObject({ id: 'cs_1', url: OPEN.url })
    expect(asked).toMatchObject([
      { method: 'POST', path: '/v1/checkout/sessions', key: 'levro-purchase-p-1' },
    ])
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      mode: 'payment',
      submit_type: 'pay',
      'adaptive_pricing[enabled]': 'false',
      locale: 'en',
      client_reference_id: 'p-1',
      'metadata[product]': 'levro',
      'metadata[purchase]': 'p-1',
      'metadata[plan]': 'starter',
      'payment_intent_data[metadata][product]': 'levro',
      'payment_intent_data[metadata][purchase]': 'p-1',
      'payment_intent_data[metadata][plan]': 'starter',
      'payment_intent_data[description]': 'Levro Starter',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '499',
      'line_items[0][price_data][product_data][name]': 'Levro Starter',
      'line_items[0][price_data][product_data][description]': '500 tokens',
      success_url: ORDER.successUrl,
      cancel_url: ORDER.cancelUrl,
      'expand[0]': 'payment_intent.latest_charge',
    })
  })

  it.each<[string, object]>([
    ['purchase', { metadata: { ...METADATA, purchase: 'p-2' } }],
    ['reference', { client_reference_id: 'p-2' }],
    ['plan', { metadata: { ...METADATA, plan: 'pro' } }],
    ['mode', { mode: 'subscription' }],
    ['amount', { amount_total: 500 }],
    ['currency', { currency: 'usd' }],
  ])('PAY-06 · that comes back with another %s is not used', async (_, change) => {
    answers = [[200, { ...OPEN, ...change }]]
    await expect(stripeOf().open(ORDER)).rejects.toBeInstanceOf(ProviderMismatchError)
  })

  it.each([
    [400, true, 1],
    [402, true, 1],
    [409, false, 2],
    [429, false, 1],
  ])(
    'PAY-03 · that is answered with %i was rejected for good: %s, after %i requests',
    async (status, isRejected, times) => {
      answers = Array.from({ length: 3 }, () => [
        status,
        { error: { type: 'invalid_request_error', message: 'no' } },
      ])
      const error = await stripeOf()
        .open(ORDER)
        .catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(PaymentsUnavailableError)
      expect(error).toMatchObject({ isRejected })
      expect(asked).toHaveLength(times)
    },
  )
})

describe('what the provider does not have', () => {
  const MISSING = { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such' } }
  const OTHER = { error: { type: 'invalid_request_error', code: 'parameter_invalid', message: 'no' } }

  it('PAY-06 · is a session that is not there; any other refusal tells nothing', async () => {
    answers = [[404, MISSING]]
    expect(await stripeOf().find('cs_1')).toBeUndefined()
    answers = [[400, OTHER]]
    await expect(stripeOf().find('cs_1')).rejects.toBeInstanceOf(PaymentsUnavailableError)
    answers = [[404, MISSING]]
    expect(await stripeOf().findByPayment('pi_1')).toBeUndefined()
  })

  it('PAY-07 · a payment leads to its session, if that is of this product', async () => {
    const entry = { id: 'cs_1', payment_intent: 'pi_1', metadata: METADATA }
    const list = async (data: unknown) => {
      answers = [[200, { data }]]
      return stripeOf().findByPayment('pi_1')
    }
    expect(await list([entry])).toEqual({ sessionId: 'cs_1', purchaseId: 'p-1' })
    expect(asked[0]?.path).toBe('/v1/checkout/sessions')
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({ payment_intent: 'pi_1', limit: '1' })
    expect(await list([])).toBeUndefined()
    expect(await list([{ ...entry, metadata: {} }])).toBeUndefined()
    await expect(list([{ ...entry, payment_intent: 'pi_2' }])).rejects.toBeInstanceOf(ProviderMismatchError)
  })

  it('PAY-03 · a session that cannot be closed any more is closed; without an answer that is not known', async () => {
    answers = [
      [200, { id: 'cs_1' }],
      [400, OTHER],
      [401, { error: { type: 'invalid_request_error', message: 'key' } }],
    ]
    await stripeOf().close('cs_1')
    await stripeOf().close('cs_1')
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/v1/checkout/sessions/cs_1/expire' })
    await expect(stripeOf().close('cs_1')).rejects.toBeInstanceOf(PaymentsUnavailableError)
  })
})

describe('an event', () => {
  const NOW = 1_790_000_000_000
  const signed = (object: object, { at = NOW, secret = 'whsec_1' } = {}) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'any', data: { object } })
    const timestamp = at / 1000
    const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp,
    })
    return [Buffer.from(payload), signature] as const
  }
  const read = (object: object, how?: { at?: number; secret?: string }) =>
    stripeOf().readEvent(...signed(object, how), NOW)

  it('PAY-07 · about a session names it, and its purchase if it is one of ours', () => {
    const session = { object: 'checkout.session', id: 'cs_1', metadata: METADATA }
    expect(read(session)).toEqual({ about: 'session', sessionId: 'cs_1', purchaseId: 'p-1' })
    expect(read({ ...session, metadata: {} })).toMatchObject({ about: 'session', purchaseId: undefined })
  })

  it.each(['charge', 'refund', 'dispute'])('PAY-07 · about a %s names its payment', (object) => {
    expect(read({ object, payment_intent: 'pi_1' })).toEqual({ about: 'payment', paymentId: 'pi_1' })
    expect(read({ object, payment_intent: { id: 'pi_1' } })).toEqual({ about: 'payment', paymentId: 'pi_1' })
    expect(read({ object, payment_intent: null })).toEqual({ about: 'nothing' })
  })

  it('PAY-07 · about anything else is about nothing', () => {
    expect(read({ object: 'customer', id: 'cus_1' })).toEqual({ about: 'nothing' })
  })

  it.each([
    [0, true],
    [-300, true],
    [-301, false],
    [300, true],
    [301, false],
  ])('PAY-07 · that was signed %i seconds from now is taken: %s', (seconds, isTaken) => {
    const event = read({ object: 'charge', payment_intent: 'pi_1' }, { at: NOW + seconds * 1000 })
    expect(event !== undefined).toBe(isTaken)
  })

  it('PAY-07 · of the future is refused wherever its time is written, also beside an earlier one', () => {
    const [body, signature] = signed({ object: 'charge', payment_intent: 'pi_1' }, { at: NOW + 86_400_000 })
    const [time = '', ...rest] = signature.split(',')
    const now = `t=${NOW / 1000}`
    for (const other of [
      [...rest, time],
      [now, time, ...rest],
      [now, ...rest, time],
      [time, now, ...rest],
    ])
      expect(stripeOf().readEvent(body, other.join(','), NOW), other.join(',')).toBeUndefined()
  })

  it('PAY-07 · has its time at the front; what else is written says nothing', () => {
    const [body, signature] = signed({ object: 'charge', payment_intent: 'pi_1' })
    expect(stripeOf().readEvent(body, `${signature},,v0=00`, NOW)).toMatchObject({ about: 'payment' })
    expect(stripeOf().readEvent(body, `v0=00,${signature}`, NOW)).toBeUndefined()
  })

  it('PAY-07 · with another secret, without a signature or a time is refused', () => {
    const [body, signature] = signed({ object: 'charge', payment_intent: 'pi_1' })
    expect(read({ object: 'charge', payment_intent: 'pi_1' }, { secret: 'whsec_2' })).toBeUndefined()
    for (const other of [undefined, '', signature.replace(/^t=\d+,/, ''), `x${signature}`, 't=1,v1=00'])
      expect(stripeOf().readEvent(body, other, NOW)).toBeUndefined()
  })
})

it.each([
  ['https://api.example', 'https', 'api.example', '443'],
  ['https://api.example:8443', 'https', 'api.example', '8443'],
  ['http://127.0.0.1', 'http', '127.0.0.1', '80'],
  ['http://127.0.0.1:7777', 'http', '127.0.0.1', '7777'],
])('PAY-08 · the provider is called at %s', (origin, protocol, host, port) => {
  expect(originOptions(origin)).toEqual({ protocol, host, port })
})
