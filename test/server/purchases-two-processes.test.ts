import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { DIALECTS } from '../harness.ts'
import type { Client } from './client.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import {
  type Shop,
  buyerOf,
  checkout,
  entriesOf,
  eventOf,
  expectConsistent,
  finalize,
  purchaseEmails,
  openShop,
  pay,
  purchaseOf,
  sessionAt,
  signed,
} from './with-payments.ts'

describe.each(DIALECTS)('two processes that sell from one database: %s', (dialect) => {
  let shop: Shop
  let other: ServerProcess
  beforeAll(async () => {
    shop = await openShop(dialect, { PUBLIC_ORIGIN: 'http://levro.example' })
    // A server with PUBLIC_ORIGIN does not log its port.
    const port = String(await freePort())
    const process = await startProcess({ ...shop.settings, PORT: port, LOG_LEVEL: 'silent' })
    other = { ...process, origin: `http://127.0.0.1:${port}` }
  })
  afterAll(async () => {
    other.kill('SIGTERM')
    await other.ended
    await shop.stop()
  })

  /** The same browser, at each process. */
  const both = (client: Client): [Client, Client] => [client, client.at(other.origin)]
  const take = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => make(n)))

  it('PAY-06 · credit tokens once, though page and webhook sync on both fifty times at once', async () => {
    const buyer = await buyerOf(shop)
    const sessionId = await pay(shop, buyer)
    const event = JSON.stringify(await eventOf(shop, sessionId))
    const { body, signature } = signed(event, { secret: shop.provider.webhookSecret, at: Date.now() })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const urls = [shop.webhookUrl(), `${other.origin}/api/webhooks/stripe`]
    const [answers, statuses] = await Promise.all([
      take(50, (n) => finalize(both(buyer)[n % 2] ?? buyer, sessionId)),
      take(50, async (n) => (await fetch(urls[n % 2] ?? '', { method: 'POST', headers, body })).status),
    ])
    expect(answers.map(({ status, body }) => `${status} ${body.balance}`)).toEqual(Array(50).fill('200 515'))
    expect(statuses).toEqual(Array(50).fill(200))
    expect(answers.filter(({ body }) => body.tokensAdded !== 0).length).toBeLessThanOrEqual(1)
    expect((await entriesOf(buyer)).map(({ reason, delta }) => [reason, delta])).toEqual([
      ['purchase', 500],
      ['signup', 15],
    ])
    const { id } = await purchaseOf(shop.server.db, sessionId)
    expect(await purchaseEmails(shop, id)).toHaveLength(1)
    await expectConsistent(shop)
  })

  it('PAY-03 · return one payment page for concurrent requests to both', async () => {
    const buyer = await buyerOf(shop)
    const answers = await take(20, (n) => checkout(both(buyer)[n % 2] ?? buyer))
    const pages = new Set(answers.map(({ reply }) => sessionAt(reply.url)))
    expect(pages.size).toBe(1)
    const { data } = await shop.provider.stripe.checkout.sessions.list({ limit: 100, status: 'open' })
    expect(data.map(({ id }) => id)).toEqual([...pages])
    await expectConsistent(shop)
  })
})
