import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { idOf, latestCharge } from './payments-provider.ts'
import { allDelivered, startReceiver, order, productStripe, start, typesOf } from './stripe-emulator-setup.ts'

describe('the Stripe emulator: payments', () => {
  it('PAY-08 · is paid through the official SDK and fits the published API', async () => {
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
      expand: ['data.payment_intent.latest_charge'],
    })
    expect(found.data).toMatchObject([{ id: made.id, payment_intent: { latest_charge: { paid: true } } }])
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
        latest_charge: { status: 'failed' },
      },
    })
    await provider.pay(id, 'paid')
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
    provider.expectAllFit()
  })

  it.each([
    { how: 'paid', outcome: 'delayed', status: 'succeeded' },
    { how: 'failed', outcome: 'delayed-failing', status: 'requires_payment_method' },
  ] as const)('PAY-08 · a delayed payment ends as $how, by the clock', async ({ how, outcome, status }) => {
    const time = { now: Date.now() }
    const receiver = await startReceiver()
    const provider = await start({ clock: () => time.now, webhookUrl: receiver.url })
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
    await allDelivered(provider, receiver)
    provider.expectAllFit()
  })

  it('PAY-08 · a delayed payment can be settled from the dashboard', async () => {
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

  it('PAY-08 · a session expires on the page, by the API and by time, and then cannot be paid', async () => {
    const time = { now: Date.now() }
    const receiver = await startReceiver()
    const provider = await start({ clock: () => time.now, webhookUrl: receiver.url })
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
    await allDelivered(provider, receiver)
    expect(typesOf(receiver.events)).toEqual(Array(3).fill('checkout.session.expired'))
  })

  it('PAY-08 · refunds in part and in full, and never more than was paid', async () => {
    const receiver = await startReceiver()
    const provider = await start({ webhookUrl: receiver.url })
    const stripe = productStripe(provider)
    const { id } = await stripe.checkout.sessions.create(order())
    await provider.pay(id, 'paid')
    await provider.refund(id, 4_99)
    await expect(provider.refund(id, 10_01)).rejects.toThrow('greater than unrefunded amount')
    await provider.refund(id)
    await expect(provider.refund(id)).rejects.toThrow('already been refunded')
    const events = (await provider.events()).filter(({ type }) => type === 'charge.refunded')
    expect(events.map(({ data }) => data.object)).toMatchObject([
      { amount_refunded: 4_99, refunded: false },
      { amount_refunded: 14_99, refunded: true },
    ])
    const charge = await latestCharge(stripe, id)
    expect(charge).toMatchObject({ amount_refunded: 14_99, refunded: true })
    const receipt = await (await fetch(charge.receipt_url ?? '')).text()
    expect(receipt).toContain('TEST')
    expect(receipt).toContain('−4,99\u00a0€')
    await allDelivered(provider, receiver)
    provider.expectAllFit()
  })

  it.each(['won', 'lost'] as const)('PAY-08 · a dispute is opened and %s', async (how) => {
    const receiver = await startReceiver()
    const provider = await start({ webhookUrl: receiver.url })
    const stripe = productStripe(provider)
    const { id } = await stripe.checkout.sessions.create(order())
    await provider.pay(id, 'paid')
    const disputeId = await provider.dispute(id)
    await expect(provider.refund(id)).rejects.toThrow('has been charged back')
    await provider.closeDispute(disputeId, how)
    const charge = await latestCharge(stripe, id)
    const { data } = await stripe.disputes.list({ payment_intent: idOf(charge.payment_intent) })
    expect(data).toMatchObject([{ id: disputeId, status: how, amount: 14_99, charge: charge.id }])
    expect(charge.disputed).toBe(true)
    expect(typesOf(await provider.events()).filter((type) => type.includes('dispute'))).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      ...(how === 'won' ? ['charge.dispute.funds_reinstated'] : []),
      'charge.dispute.funds_withdrawn',
    ])
    await allDelivered(provider, receiver)
    provider.expectAllFit()
  })
})
