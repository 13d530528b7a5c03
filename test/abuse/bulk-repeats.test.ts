import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { me } from '#api/auth.ts'
import { convertBulk, listJobs } from '#api/conversions.ts'
import { makeRows, pseudoRandom } from '../server/reference.ts'
import { openRaw } from './request.ts'
import { type Caller, withAbuseServer } from './abuse-server.ts'

const TOKENS = 100_000

withAbuseServer({ databases: ['sqlite', 'postgres'] }, (getTarget) => {
  /** Asserts that exactly the stored jobs are charged, once interrupted requests are done. */
  function expectChargedAsStored(user: Caller): Promise<number> {
    const look = async () => {
      const { jobs } = (await user.call(listJobs)).reply
      const cost = jobs.reduce((sum, { tokenCost }) => sum + tokenCost, 0)
      expect((await user.call(me)).reply.tokens).toBe(TOKENS - cost)
      return jobs.length
    }
    // An interrupted request may complete between the two reads.
    return vi.waitFor(look, { timeout: 40_000, interval: 50 })
  }

  it('API-03 CONV-11 · C45 · the same body twice is two conversions, with one key it is one', async () => {
    const user = await getTarget().user(TOKENS)
    const rows = makeRows(10)
    const first = await user.bulk(rows)
    const second = await user.bulk(rows)
    expect([first.reply.newBalance, second.reply.newBalance]).toEqual([TOKENS - 10, TOKENS - 20])
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => user.bulk(rows, { key })))
    expect(new Set(answers.map(({ reply }) => reply.jobId)).size).toBe(1)
    expect(answers.map(({ reply }) => reply.newBalance)).toEqual(Array(20).fill(TOKENS - 30))
    expect(await expectChargedAsStored(user)).toBe(3)
  })

  it('API-03 CONV-11 · C45 · a request cut off anywhere is charged only if its job is stored, and its repeat is charged once', async () => {
    const user = await getTarget().user(TOKENS)
    const random = pseudoRandom(45)
    const cut = async (size: number) => {
      const key = randomUUID()
      const body = JSON.stringify({ rows: makeRows(size, size), filename: 'prices.csv', source: 'upload' })
      const head = [
        `POST ${convertBulk.path} HTTP/1.1`,
        'host: levro',
        `cookie: ${user.cookie}`,
        `idempotency-key: ${key}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
      ]
      const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
      const isWhole = random.next().value < 0.6
      const end = isWhole ? bytes.length : Math.floor(random.next().value * bytes.length)
      const socket = await openRaw(getTarget().origin)
      await new Promise<void>((resolve) => socket.write(bytes.subarray(0, end), () => resolve()))
      await delay(random.next().value * 15)
      if (random.next().value < 0.5) socket.destroy()
      else socket.resetAndDestroy()
      return { key, size }
    }
    const calls: { key: string; size: number }[] = []
    for (let n = 0; n < 25; n++) calls.push(await cut(n % 8 === 7 ? 2500 : 5 + n))
    // All interrupted requests have ended here, and the slot for large conversions is free again.
    const { key, size } = calls.at(-1) ?? expect.fail('no call')
    await vi.waitFor(async () => expect((await user.bulk(makeRows(size, size), { key })).status).toBe(200), {
      timeout: 20_000,
      interval: 50,
    })
    const done = await expectChargedAsStored(user)
    expect(done).toBeGreaterThan(0)
    for (const { key, size } of calls) {
      const once = await user.bulk(makeRows(size, size), { key })
      expect((await user.bulk(makeRows(size, size), { key })).reply.jobId).toBe(once.reply.jobId)
    }
    expect(await expectChargedAsStored(user)).toBe(calls.length)
  })

  it('API-03 CONV-11 · C45 · a key belongs to one body of one account, whatever its text', async () => {
    const [user, other] = [await getTarget().user(TOKENS), await getTarget().user(TOKENS)]
    const keys = [
      'k',
      '__proto__',
      'constructor',
      '0',
      'null',
      "' or 1=1 --",
      '../../x',
      '%00',
      '<b>',
      'k'.repeat(200),
    ]
    for (const key of keys.filter((text) => !text.includes(' '))) {
      const own = await user.bulk(makeRows(2), { key })
      const others = await other.bulk(makeRows(2), { key })
      expect(own.reply.jobId).not.toBe(others.reply.jobId)
      for (const rows of [makeRows(3), makeRows(2, 2), [...makeRows(2), {}]])
        expect([(await user.bulk(rows, { key })).status, key]).toEqual([409, key])
      // Keys are case-sensitive.
      if (key !== key.toUpperCase())
        expect((await user.bulk(makeRows(3), { key: key.toUpperCase() })).status).toBe(200)
    }
    const bad: (string | string[])[] = [
      '',
      ' ',
      'a b',
      'k'.repeat(201),
      'ключ',
      '\u00e9',
      'a\tb',
      ['a', 'b'],
      "' or 1=1 --",
    ]
    const before = (await user.call(me)).reply.tokens
    for (const key of bad) {
      const value = [key].flat().map((text) => Buffer.from(text).toString('latin1'))
      const { status } = await getTarget().ask({
        method: 'POST',
        path: convertBulk.path,
        as: user,
        json: { rows: makeRows(1) },
        headers: { 'idempotency-key': value.length === 1 ? (value[0] ?? '') : value },
      })
      expect([status, key]).toEqual([400, key])
    }
    expect((await user.call(me)).reply.tokens).toBe(before)
    await expectChargedAsStored(user)
    await expectChargedAsStored(other)
  })
})
