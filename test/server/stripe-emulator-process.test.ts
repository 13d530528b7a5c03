import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startPaymentsProvider, stripeAt } from './payments-provider.ts'
import { startReceiver, makeDataDir, order, start, typesOf } from './stripe-emulator-setup.ts'
import { until } from '#test/until.ts'

describe('the Stripe emulator: process and stored state', () => {
  it('PAY-08 · signs its webhooks, and repeats them until they are accepted', async () => {
    const receiver = await startReceiver()
    const provider = await start({ webhookUrl: receiver.url })
    receiver.answerWith(500)
    const { id } = await provider.stripe.checkout.sessions.create(order())
    await provider.pay(id, 'paid')
    await until(() => expect(provider.exchanges().length).toBeGreaterThan(6))
    expect(receiver.events).toEqual([])
    receiver.answerWith(200)
    await until(() => expect(receiver.events).toHaveLength(3))
    expect(typesOf(receiver.events)).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ])
    const completed = receiver.events.find(({ type }) => type === 'checkout.session.completed')
    expect(completed?.data.object).toMatchObject({ id, payment_status: 'paid' })
    await until(async () =>
      expect((await provider.events()).map(({ pending_webhooks }) => pending_webhooks)).toEqual([0, 0, 0]),
    )
    await provider.resend(completed?.id ?? '')
    await until(() => expect(receiver.events).toHaveLength(4))
    expect(receiver.events[3]?.id).toBe(completed?.id)
    provider.expectAllFit()
  })

  it('PAY-08 · keeps its state over a restart, and then delivers held webhooks', async () => {
    const dataDir = makeDataDir()
    const receiver = await startReceiver()
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
    expect(receiver.events).toEqual([])
    after.deliverTo(receiver.url)
    await until(() => expect(typesOf(receiver.events)).toEqual(typesOf(events)))
  })

  it('PAY-08 · settles and expires on start what fell due while it was stopped', async () => {
    const dataDir = makeDataDir()
    const receiver = await startReceiver()
    const time = { now: Date.now() }
    const before = await startPaymentsProvider({ dataDir, clock: () => time.now })
    const [delayed, open] = [
      await before.stripe.checkout.sessions.create(order()),
      await before.stripe.checkout.sessions.create(order()),
    ]
    await before.pay(delayed.id, 'delayed')
    await before.stop()
    time.now = open.expires_at * 1000
    await start({ dataDir, clock: () => time.now, webhookUrl: receiver.url })
    await until(() =>
      expect(typesOf(receiver.events)).toEqual([
        'charge.succeeded',
        'checkout.session.async_payment_succeeded',
        'checkout.session.completed',
        'checkout.session.expired',
        'payment_intent.succeeded',
      ]),
    )
  })

  it('PAY-08 · takes a free port when its own is taken', async () => {
    const first = await start()
    const second = await start({ port: Number(new URL(first.origin).port) })
    expect(second.origin).not.toBe(first.origin)
    expect((await second.stripe.checkout.sessions.list()).data).toEqual([])
  })

  it.each(['{"checkouts":', '{"checkouts":[]}'])(
    'PAY-08 · starts empty and keeps the file %s',
    async (file) => {
      const dataDir = makeDataDir()
      writeFileSync(join(dataDir, 'test-payments.json'), file)
      const provider = await start({ dataDir })
      expect((await provider.stripe.checkout.sessions.create(order())).status).toBe('open')
      expect(readFileSync(join(dataDir, 'test-payments.damaged.json'), 'utf8')).toBe(file)
    },
  )

  it('PAY-08 · runs as its own process, and ends on SIGTERM', async () => {
    const main = join(import.meta.dirname, '../../src/stripe-emulator/main.ts')
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
})
