import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logout, me, requestReset } from '#api/auth.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { type Place, makePlace, withDatabase } from '../harness.ts'
import { Client, PASSWORD } from './client.ts'
import { accountIdOf, expectConsistentLedger, jobsOf } from './ledger-check.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type PaymentsProvider, startPaymentsProvider } from './payments-provider.ts'
import { sendRaw } from './raw-request.ts'
import { makeRows } from './reference.ts'
import { type ServerPair, startPair } from './server-pair.ts'
import { expectSent } from './with-mail.ts'
import { entriesOf, startPayment } from './with-payments.ts'

const READERS = 20
const BUYERS = 6

describe('two processes on one PostgreSQL database, proxied by nginx', { timeout: 240_000 }, () => {
  let place: Place
  let mail: MailServer
  let provider: PaymentsProvider
  let pair: ServerPair

  beforeAll(async () => {
    place = await makePlace('postgres')
    mail = await startMailServer()
    provider = await startPaymentsProvider()
    pair = await startPair('port', { ...place.settings, ...provider.settings, SMTP_URL: mail.url })
  })
  afterAll(async () => {
    await pair.stop()
    await provider.stop()
    await mail.stop()
    await place.remove()
  })

  /** A browser whose requests nginx distributes over both. */
  const browser = () => new Client(pair.nginx.origin)
  /** The same browser without nginx, at each process. */
  const atBoth = (client: Client) => pair.origins.map((origin) => client.at(origin))
  const isSignedIn = async (client: Client) => (await client.call(me)).reply.user !== null

  it('AUTH-04 · a session started by one is valid on both, and ends on both', async () => {
    const client = browser()
    await client.register()
    const [one = client, other = client] = atBoth(client)
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, true])
    await one.at(one.origin).call(logout)
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, false])
  })

  it('API-03 · rate limits count over both by the address that nginx sees, whatever headers a client sends', async () => {
    const owner = browser()
    await owner.register()
    const before = await pair.nginx.askedOf()
    const guess = async (from: string, n: number) => {
      const forged = {
        'x-forwarded-for': `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
        'x-real-ip': '1.2.3.4',
      }
      const body = JSON.stringify({ email: owner.email, password: `wrong ${n}` })
      return sendRaw(pair.nginx.origin, {
        method: 'POST',
        path: '/api/auth/login',
        from,
        headers: forged,
        body,
      })
    }
    const statuses: number[] = []
    for (let n = 0; n < 14; n++) statuses.push((await guess('127.0.0.1', n)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)])
    for (const [address, asked] of await pair.nginx.askedOf())
      expect(asked, address).toBeGreaterThan(before.get(address) ?? 0)
    expect((await guess('127.0.0.2', 14)).status, 'another address').toBe(401)
    const right = JSON.stringify({ email: owner.email, password: PASSWORD })
    const answer = await sendRaw(pair.nginx.origin, {
      method: 'POST',
      path: '/api/auth/login',
      from: '127.0.0.3',
      body: right,
    })
    expect(answer.status).toBe(200)
  })

  it('AUTH-10 · each email is sent once, though both send', async () => {
    const readers = Array.from({ length: READERS }, browser)
    await Promise.all(readers.map((reader) => reader.register()))
    await Promise.all(readers.map(({ email }) => browser().call(requestReset, { body: { email } })))
    await withDatabase(place, expectSent)
    for (const { email } of readers) {
      expect(mail.emailsTo(email, 'verify')).toHaveLength(1)
      expect(mail.emailsTo(email, 'reset')).toHaveLength(1)
    }
  })

  it.each([3, 5000])(
    'CONV-11 · %d rows sent to both at once with one key are charged once',
    async (count) => {
      const user = browser()
      await user.register()
      await withDatabase(place, (db) =>
        grantTokens(db, { email: user.email, tokens: 20_000, note: 'test', at: Date.now() }),
      )
      const [key, rows] = [randomUUID(), makeRows(count)]
      const callers = Array.from({ length: 4 }, () => [...atBoth(user), user.at(pair.nginx.origin)]).flat()
      const answers = await Promise.all(callers.map((caller) => caller.bulk(rows, { key })))
      expect(new Set(answers.map(({ reply }) => reply.jobId)).size).toBe(1)
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect((await user.call(me)).reply.tokens).toBe(20_015 - count)
      await withDatabase(place, async (db) => {
        expect(await jobsOf(db, await accountIdOf(db, user.email))).toHaveLength(1)
        await expectConsistentLedger(db)
      })
    },
  )

  it('PAY-06 · with both down nginx answers with an error of the site; with both up each payment is credited once', async () => {
    const buyers = Array.from({ length: BUYERS }, browser)
    await Promise.all(buyers.map((buyer) => buyer.register()))
    // Paid, but no webhook is delivered.
    for (const buyer of buyers) await provider.pay(await startPayment(buyer), 'paid')
    await Promise.all([pair.end(0), pair.end(1)])

    for (const lang of ['bg', 'en'] as const) {
      const { status, refusal, headers } = await browser().call(me, {
        headers: { 'accept-language': `${lang}, *;q=0.1` },
      })
      // A process may have ended during the request: "busy" would mean that nothing was done.
      expect([status, refusal.code]).toEqual([502, 'outcome_unknown'])
      expect(refusal.error).toMatch(lang === 'bg' ? /^Не получихме/ : /^The server did not/)
      expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual([null, 'no-store'])
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('x-request-id'), 'to ask what became of it').toMatch(/^[\da-f]{32}$/)
    }
    for (const [path, words] of [
      ['/converter', /lang="bg".*<h1>Левро<.*не отговаря.*<a href="">Опитайте отново</],
      ['/en/converter', /lang="en".*<h1>Levro<.*does not answer.*<a href="">Try again</],
    ] as const) {
      const page = await fetch(pair.nginx.origin + path)
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
      expect(page.headers.get('retry-after')).toBe('5')
      expect(await page.text()).toMatch(words)
    }

    // Both check the same purchases when they start.
    await withDatabase(place, (db) => db.updateTable('purchase').set({ look_at: 1 }).execute())
    await Promise.all([pair.begin(0), pair.begin(1)])
    const open = () =>
      withDatabase(place, (db) =>
        db.selectFrom('purchase').select('id').where('status', '=', 'open').execute(),
      )
    await expect.poll(open).toEqual([])
    for (const buyer of buyers) {
      const entries = await entriesOf(buyer)
      expect(entries.map(({ reason, delta }) => [reason, delta])).toEqual([
        ['purchase', 500],
        ['signup', 15],
      ])
    }
    await withDatabase(place, async (db) => expect((await auditLedger(db)).faults).toEqual([]))
    provider.expectAllFit()
  })
})
