import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { idOf, type PaymentsProvider, startPaymentsProvider, stripeAt } from './payments-provider.ts'
import { isDocumentThere } from './published-document.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start(options?: Parameters<typeof startPaymentsProvider>[0]): Promise<PaymentsProvider> {
  const provider = await startPaymentsProvider(options)
  stops.push(provider.stop)
  return provider
}

/** The SDK as the product has it: through the front. */
const productStripe = ({ settings }: PaymentsProvider, config: Stripe.StripeConfig = {}): Stripe =>
  stripeAt(settings.STRIPE_API_ORIGIN, { maxNetworkRetries: 0, ...config })

const order = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
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

type Heard = { events: Stripe.Event[]; url: string; answerWith: (status: number) => void }

/** A receiver as the SDK's documentation has it. */
async function listen(): Promise<Heard> {
  const events: Stripe.Event[] = []
  let status = 200
  const server = createServer((request, response) => void hear(request, response))

  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const signature = String(request.headers['stripe-signature'])
    const event = Stripe.webhooks.constructEvent(body, signature, 'whsec_levroTests')
    if (status === 200) events.push(event)
    response.writeHead(status).end()
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  stops.push(async () => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { events, url: `http://127.0.0.1:${port}/`, answerWith: (next) => void (status = next) }
}

const typesOf = (events: Stripe.Event[]): string[] => events.map(({ type }) => type).toSorted()

const until = (done: () => unknown) => vi.waitFor(done, { timeout: 5000, interval: 5 })

/** Every event is delivered, and so has been compared with the published API. */
const allHeard = (provider: PaymentsProvider, { events }: Heard) =>
  until(async () => expect(typesOf(events)).toEqual(typesOf(await provider.events())))

describe(`the test provider${isDocumentThere ? '' : ' (not compared: the published API is not at hand)'}`, () => {
  it('PAY-08 · is paid through the official SDK, and says all that Stripe says of it', async () => {
    const provider = await start()
    const stripe = productStripe(provider)
    const made = await stripe.checkout.sessions.create(order())
    expect(made).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 14_99,
      currency: 'eur',
    })
    expect(made.url).toBe(`${provider.origin}/c/pay/${made.id}`)
    expect(made.lastResponse.requestId).toMatch(/^req_/)

    expect(await provider.pay(made.id, 'paid')).toBe(`http://localhost:3000/tokens?session=${made.id}`)

    const paid = await stripe.checkout.sessions.retrieve(made.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'account-1',
      metadata: { plan: 'business' },
      payment_intent: { status: 'succeeded', metadata: { order: 'order-1' }, latest_charge: { paid: true } },
      line_items: { data: [{ description: '2000 жетона', quantity: 1 }] },
    })
    const plain = await stripe.checkout.sessions.retrieve(made.id)
    expect(plain.payment_intent).toBe((paid.payment_intent as Stripe.PaymentIntent).id)
    const found = await stripe.checkout.sessions.list({
      payment_intent: idOf(plain.payment_intent),
      expand: ['data.payment_intent'],
    })
    expect(found.data).toMatchObject([{ id: made.id, payment_intent: { object: 'payment_intent' } }])
    provider.expectAllFit()
  })

  it('PAY-08 · a declined card leaves the session open, and another attempt pays it', async () => {
    const provider = await start()
    const stripe = productStripe(provider)
    const { id, url } = await stripe.checkout.sessions.create(order())
    expect(await provider.pay(id, 'declined')).toBe(url)
    expect(await (await fetch(url ?? '')).text()).toContain('Картата беше отказана')
    const declined = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
    expect(declined).toMatchObject({
      status: 'open',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined' },
        latest_charge: { status: 'failed', outcome: { network_status: 'declined_by_network' } },
      },
    })
    await provider.pay(id, 'paid')
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
    provider.expectAllFit()
  })

  it.each([
    { how: 'paid', outcome: 'delayed', status: 'succeeded' },
    { how: 'failed', outcome: 'delayed-failing', status: 'requires_payment_method' },
  ] as const)(
    'PAY-08 · a payment with a delay ends as $how, by the clock',
    async ({ how, outcome, status }) => {
      const time = { now: Date.now() }
      const heard = await listen()
      const provider = await start({ clock: () => time.now, webhookUrl: heard.url })
      const stripe = productStripe(provider)
      const { id } = await stripe.checkout.sessions.create(order())
      await provider.pay(id, outcome)
      const waiting = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
      expect(waiting).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
        payment_intent: { status: 'processing' },
      })
      time.now += 10_000
      const settled = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
      expect(settled).toMatchObject({
        status: 'complete',
        payment_status: how === 'paid' ? 'paid' : 'unpaid',
        payment_intent: { status },
      })
      await allHeard(provider, heard)
      provider.expectAllFit()
    },
  )

  it('PAY-08 · a payment with a delay is settled from the dashboard as well', async () => {
    const provider = await start()
    const { id } = await provider.stripe.checkout.sessions.create(order())
    await provider.pay(id, 'delayed')
    await provider.settleDelayed(id, 'failed')
    expect(typesOf(await provider.events())).toEqual([
      'checkout.session.async_payment_failed',
      'checkout.session.completed',
      'payment_intent.payment_failed',
    ])
    await expect(provider.settleDelayed(id, 'paid')).rejects.toThrow('does not wait')
  })

  it('PAY-08 · a session expires by the person, by the API and by time, and then cannot be paid', async () => {
    const time = { now: Date.now() }
    const heard = await listen()
    const provider = await start({ clock: () => time.now, webhookUrl: heard.url })
    const stripe = productStripe(provider)
    const sessions = await Promise.all([1, 2, 3].map(() => stripe.checkout.sessions.create(order())))
    const [byPerson, byApi, byTime] = sessions.map(({ id }) => id)
    await provider.pay(byPerson ?? '', 'expired')
    expect((await stripe.checkout.sessions.expire(byApi ?? '')).status).toBe('expired')
    expect((await stripe.checkout.sessions.retrieve(byTime ?? '')).status).toBe('open')
    time.now += 24 * 60 * 60 * 1000
    const all = await stripe.checkout.sessions.list({ status: 'expired' }).autoPagingToArray({ limit: 10 })
    expect(all.map(({ id, url }) => ({ id, url })).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      sessions.map(({ id }) => ({ id, url: null })).toSorted((a, b) => a.id.localeCompare(b.id)),
    )
    await expect(stripe.checkout.sessions.expire(byTime ?? '')).rejects.toThrow('can be expired')
    await provider.pay(byTime ?? '', 'paid')
    expect((await stripe.checkout.sessions.retrieve(byTime ?? '')).payment_status).toBe('unpaid')
    await allHeard(provider, heard)
    expect(typesOf(heard.events)).toEqual(Array(3).fill('checkout.session.expired'))
  })

  it('PAY-08 · gives money back in part and in full, and never more than was paid', async () => {
    const heard = await listen()
    const provider = await start({ webhookUrl: heard.url })
    const stripe = productStripe(provider)
    const { id } = await stripe.checkout.sessions.create(order())
    await provider.pay(id, 'paid')
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
    const part = await stripe.refunds.create({ payment_intent: idOf(payment_intent), amount: 4_99 })
    expect(part).toMatchObject({ amount: 4_99, status: 'succeeded', payment_intent })
    await expect(
      stripe.refunds.create({ payment_intent: idOf(payment_intent), amount: 10_01 }),
    ).rejects.toMatchObject({ code: 'charge_already_refunded' })
    await provider.refund(id)
    const charge = await stripe.charges.retrieve(idOf(part.charge), { expand: ['refunds'] })
    expect(charge).toMatchObject({ amount_refunded: 14_99, refunded: true })
    expect(charge.refunds?.data.map(({ amount }) => amount)).toEqual([10_00, 4_99])
    expect((await stripe.refunds.list({ charge: charge.id })).data).toHaveLength(2)
    await expect(provider.refund(id)).rejects.toThrow('already been refunded')
    const events = (await provider.events()).filter(({ type }) => type === 'charge.refunded')
    expect(events.map(({ data }) => data.previous_attributes)).toEqual([
      { amount_refunded: 0, refunded: false },
      { amount_refunded: 4_99, refunded: false },
    ])
    const receipt = await (await fetch(charge.receipt_url ?? '')).text()
    expect(receipt).toContain('TEST')
    expect(receipt).toContain('−4,99\u00a0€')
    await allHeard(provider, heard)
    provider.expectAllFit()
  })

  it.each(['won', 'lost'] as const)('PAY-08 · a dispute is opened and %s', async (how) => {
    const heard = await listen()
    const provider = await start({ webhookUrl: heard.url })
    const stripe = productStripe(provider)
    const { id } = await stripe.checkout.sessions.create(order())
    await provider.pay(id, 'paid')
    const disputeId = await provider.dispute(id)
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
    await expect(stripe.refunds.create({ payment_intent: idOf(payment_intent) })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    await provider.closeDispute(disputeId, how)
    const dispute = await stripe.disputes.retrieve(disputeId, { expand: ['charge'] })
    expect(dispute).toMatchObject({ status: how, amount: 14_99, charge: { disputed: true } })
    expect(typesOf(await provider.events()).filter((type) => type.includes('dispute'))).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      ...(how === 'won' ? ['charge.dispute.funds_reinstated'] : []),
      'charge.dispute.funds_withdrawn',
    ])
    await allHeard(provider, heard)
    provider.expectAllFit()
  })

  it('PAY-08 · signs its webhooks, and repeats them until they are heard', async () => {
    const heard = await listen()
    const provider = await start({ webhookUrl: heard.url })
    heard.answerWith(500)
    const { id } = await provider.stripe.checkout.sessions.create(order())
    await provider.pay(id, 'paid')
    await until(() => expect(provider.exchanges().length).toBeGreaterThan(6))
    expect(heard.events).toEqual([])
    heard.answerWith(200)
    await until(() => expect(heard.events).toHaveLength(3))
    expect(typesOf(heard.events)).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ])
    const completed = heard.events.find(({ type }) => type === 'checkout.session.completed')
    expect(completed?.data.object).toMatchObject({ id, payment_status: 'paid' })
    await until(async () =>
      expect((await provider.events()).map(({ pending_webhooks }) => pending_webhooks)).toEqual([0, 0, 0]),
    )
    await provider.resend(completed?.id ?? '')
    await until(() => expect(heard.events).toHaveLength(4))
    expect(heard.events[3]?.id).toBe(completed?.id)
    provider.expectAllFit()
  })

  it('PAY-08 · keeps everything over a restart, and delivers then what was held', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'levro-test-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const heard = await listen()
    const before = await startPaymentsProvider({ dataDir })
    const made = await before.stripe.checkout.sessions.create(order(), { idempotencyKey: 'order-1' })
    await before.pay(made.id, 'paid')
    const events = await before.events()
    await before.stop()

    const after = await start({ dataDir })
    expect(await after.events()).toEqual(events)
    expect((await after.stripe.checkout.sessions.retrieve(made.id)).payment_status).toBe('paid')
    const again = await after.stripe.checkout.sessions.create(order(), { idempotencyKey: 'order-1' })
    expect(again.id).toBe(made.id)
    expect(heard.events).toEqual([])
    after.deliverTo(heard.url)
    await until(() => expect(typesOf(heard.events)).toEqual(typesOf(events)))
  })

  it('PAY-08 · what time brought about while it was stopped is told when it starts', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'levro-test-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const heard = await listen()
    const time = { now: Date.now() }
    const before = await startPaymentsProvider({ dataDir, clock: () => time.now })
    const [delayed, open] = [
      await before.stripe.checkout.sessions.create(order()),
      await before.stripe.checkout.sessions.create(order()),
    ]
    await before.pay(delayed.id, 'delayed')
    await before.stop()
    time.now = open.expires_at * 1000
    await start({ dataDir, clock: () => time.now, webhookUrl: heard.url })
    await until(() =>
      expect(typesOf(heard.events)).toEqual([
        'charge.succeeded',
        'checkout.session.async_payment_succeeded',
        'checkout.session.completed',
        'checkout.session.expired',
        'payment_intent.succeeded',
      ]),
    )
  })

  it('PAY-08 · does once what is asked twice under one key', async () => {
    const provider = await start()
    const stripe = productStripe(provider)
    const options = { idempotencyKey: 'order-1' }
    const first = await stripe.checkout.sessions.create(order(), options)
    const second = await stripe.checkout.sessions.create(order(), options)
    expect(second).toEqual(first)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    await expect(stripe.checkout.sessions.create(order({ locale: 'en' }), options)).rejects.toThrow(
      Stripe.errors.StripeIdempotencyError,
    )
    // What was refused before anything was done may be mended and sent again under its key.
    const mended = { idempotencyKey: 'order-2' }
    await expect(
      stripe.checkout.sessions.create(order({ success_url: 'nowhere' }), mended),
    ).rejects.toMatchObject({ code: 'url_invalid' })
    expect((await stripe.checkout.sessions.create(order(), mended)).status).toBe('open')
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(2)
  })

  it('PAY-08 · refuses as Stripe refuses', async () => {
    const provider = await start()
    const stripe = productStripe(provider)
    const { StripeAuthenticationError, StripeInvalidRequestError } = Stripe.errors
    const other = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: new URL(provider.origin).port,
      protocol: 'http',
    })
    await expect(other.checkout.sessions.list()).rejects.toThrow(StripeAuthenticationError)
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'session',
    })
    const item = (price: number) => [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: price, product_data: { name: 'жетони' } },
      },
    ]
    const refused = async (changes: object) =>
      stripe.checkout.sessions.create({ ...order(), ...changes }).then(
        () => 'taken',
        (error: unknown) =>
          error instanceof StripeInvalidRequestError ? { code: error.code, param: error.param } : error,
      )
    expect(await refused({ line_items: item(49) })).toMatchObject({ code: 'amount_too_small' })
    expect(await refused({ line_items: item(50) })).toBe('taken')
    expect(await refused({ line_items: item(0.5) })).toMatchObject({ code: 'parameter_invalid_integer' })
    expect(await refused({ success_url: undefined })).toMatchObject({
      code: 'parameter_missing',
      param: 'success_url',
    })
    expect(await refused({ sucess_url: 'x' })).toMatchObject({
      code: 'parameter_unknown',
      param: 'sucess_url',
    })
    expect(await refused({ locale: 'xx' })).toMatchObject({ param: 'locale' })
    expect(await refused({ expand: ['nothing'] })).toMatchObject({ param: 'expand[0]' })
    expect(await refused({ metadata: { note: 'x'.repeat(501) } })).toMatchObject({ param: 'metadata[note]' })
    const raw = (body: string) =>
      fetch(`${provider.origin}/v1/checkout/sessions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${provider.key}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
      })
    expect((await raw('metadata[__proto__][x]=1')).status).toBe(400)
    expect((await raw('__proto__[x]=1')).status).toBe(400)
    expect((await raw(`a=${'x'.repeat(70_000)}`)).status).toBe(413)
  })

  it('PAY-08 · a form that is sent twice, or from another site, does nothing more', async () => {
    const provider = await start()
    const { url } = await provider.stripe.checkout.sessions.create(order())
    const send = (headers: Record<string, string>) =>
      fetch(url ?? '', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ outcome: 'paid', attempt: '0' }),
        redirect: 'manual',
      })
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ origin: 'https://elsewhere.example' })).status).toBe(403)
    expect(await provider.events()).toEqual([])
    const answers = await Promise.all([send({}), send({ origin: provider.origin })])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await provider.events()).toHaveLength(3)
  })

  it('PAY-08 · its pages have the one style of their policy, no script, and a form that may lead to the shop', async () => {
    const provider = await start()
    const { url } = await provider.stripe.checkout.sessions.create(order({ locale: 'de' }))
    const response = await fetch(url ?? '')
    const page = await response.text()
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' http://localhost:3000; ` +
        `base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toContain('<script')
    expect(page).toContain('lang="en"')
    expect(page).toContain('Test payment: no real card, no real money')
  })

  it('PAY-08 · text of the shop stays text on its pages', async () => {
    const provider = await start()
    const name = `<img src=x onerror="alert('1')">&`
    const { id, url } = await provider.stripe.checkout.sessions.create(
      order({
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 50, product_data: { name } } },
        ],
      }),
    )
    await provider.pay(id, 'paid')
    for (const address of [url ?? '', provider.origin])
      expect(await (await fetch(address)).text()).toContain(
        '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;',
      )
  })

  it('PAY-08 · takes a free port when its own is taken', async () => {
    const first = await start()
    const second = await start({ port: Number(new URL(first.origin).port) })
    expect(second.origin).not.toBe(first.origin)
    expect((await second.stripe.checkout.sessions.list()).data).toEqual([])
  })

  it('PAY-08 · starts anew beside a damaged file, which it keeps', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'levro-test-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    writeFileSync(join(dataDir, 'test-payments.json'), '{"checkouts":')
    const provider = await start({ dataDir })
    expect((await provider.stripe.checkout.sessions.create(order())).status).toBe('open')
    expect(readFileSync(join(dataDir, 'test-payments.damaged.json'), 'utf8')).toBe('{"checkouts":')
  })

  it('PAY-08 · runs as a process of its own, and ends when it is told to', async () => {
    const main = join(import.meta.dirname, '../../src/test-provider/main.ts')
    const child = spawn(process.execPath, [
      main,
      '--port',
      '0',
      '--key',
      'sk_test_levroTests',
      '--secret',
      'whsec_x',
    ])
    const ended = once(child, 'exit')
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const [, origin = ''] = /^Test payments are at (http:\/\/localhost:\d+)\n$/.exec(line.toString()) ?? []
    expect((await stripeAt(origin).checkout.sessions.create(order())).status).toBe('open')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('PAY-08 · the front disturbs what the product says, and sees what does not fit', async () => {
    const provider = await start()
    const stripe = productStripe(provider)
    provider.behave('failing')
    await expect(stripe.checkout.sessions.list()).rejects.toThrow(Stripe.errors.StripeAPIError)
    provider.behave('nonsense')
    await expect(stripe.checkout.sessions.list()).rejects.toThrow('Invalid JSON')
    expect(await stripe.checkout.sessions.list()).toMatchObject({ data: 'none' })
    provider.behave('down')
    await expect(stripe.checkout.sessions.list()).rejects.toThrow(Stripe.errors.StripeConnectionError)
    provider.behave('slow')
    const hasty = productStripe(provider, { timeout: 50 })
    await expect(hasty.checkout.sessions.create(order())).rejects.toThrow(Stripe.errors.StripeConnectionError)
    await until(() => expect(provider.exchanges().at(-1)?.method).toBe('POST'))
    provider.behave('fine')
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
    provider.expectAllFit()
    await stripe.rawRequest('GET', '/v1/checkout/sessions?limit=many').catch(() => {})
    if (isDocumentThere) expect(provider.expectAllFit).toThrow('must be integer')
  })
})
