import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { deleteJob, listJobs } from '#api/conversions.ts'
import { DIALECTS } from '../harness.ts'
import { accountIdOf, balanceOf, jobsOf } from '../server/ledger-check.ts'
import { makeRows } from '../server/reference.ts'
import type { ServerProcess } from '../server/server-process.ts'
import { type Caller, withAbuseServer } from './abuse-server.ts'

const AT_ONCE = 20
const DEVICES = 5
const ROWS = makeRows(10)
const REFUSED = [400, 402, 403, 409]

const countStatus = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

withAbuseServer({ databases: DIALECTS }, (getTarget) => {
  let second: ServerProcess | undefined

  /** One request succeeded, the others got an error, and every returned balance was right. */
  async function expectOnce(user: Caller, answers: { status: number }[], seen: number[]): Promise<void> {
    const { db } = getTarget()
    expect(countStatus(answers, 200)).toBe(1)
    for (const { status } of answers) if (status !== 200) expect(REFUSED).toContain(status)
    for (const balance of seen) expect([15, 5]).toContain(balance)
    expect(await balanceOf(db, user.email)).toBe(5)
    expect((await user.call(listJobs)).reply.jobs).toHaveLength(1)
    expect(await jobsOf(db, await accountIdOf(db, user.email))).toHaveLength(1)
  }

  const sample = async (user: Caller) => (await user.call(me)).reply.tokens
  const times = <T>(make: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, n) => make(n)))

  it('CONV-11 · C27 · tokens are spent once: twenty concurrent requests', async () => {
    const user = await getTarget().user()
    const [answers, seen] = await Promise.all([times(() => user.bulk(ROWS)), times(() => sample(user))])
    await expectOnce(user, answers, seen)
  })

  it('CONV-11 · C27 · tokens are spent once: over two processes, from several devices, with a key for each request', async () => {
    const target = getTarget()
    second ??= await target.startAnother()
    const user = await target.user()
    const devices: Caller[] = [user]
    while (devices.length < DEVICES) {
      const device = target.stranger()
      await device.login(user.email)
      devices.push(device)
    }
    const browsers = await times(async (n) => {
      const { cookie } = devices[n % DEVICES] ?? user
      const origin = n % 2 === 0 ? target.origin : (second?.origin ?? '')
      return Object.assign(target.stranger(), { origin, cookie })
    })
    const [answers, seen] = await Promise.all([
      Promise.all(browsers.map((browser) => browser.bulk(ROWS, { key: randomUUID() }))),
      Promise.all(browsers.map(sample)),
    ])
    await expectOnce(user, answers, seen)
  })

  it('CONV-11 · C27 · tokens are spent once: pipelined on one connection', async () => {
    const target = getTarget()
    const user = await target.user()
    const body = JSON.stringify({ rows: ROWS, filename: 'f.csv', source: 'upload' })
    const head = [
      'POST /api/convert/bulk HTTP/1.1',
      'host: 127.0.0.1',
      `cookie: ${user.cookie}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ].join('\r\n')
    const one = Buffer.from(`${head}\r\n\r\n${body}`)
    const { answers } = await target.raw(Buffer.concat(Array(AT_ONCE).fill(one)), { answers: AT_ONCE })
    await expectOnce(user, answers, [])
  })

  it('CONV-11 · C27 · tokens are spent once: deleting the job at the same time returns none', async () => {
    const user = await getTarget().user()
    const { jobId } = (await user.bulk(ROWS)).reply
    const deletions = times(() => user.call(deleteJob, { params: { id: jobId } }))
    const [bulks, deleted] = await Promise.all([times(() => user.bulk(ROWS)), deletions])
    expect([countStatus(bulks, 402), countStatus(deleted, 200), countStatus(deleted, 404)]).toEqual([
      20, 1, 19,
    ])
    expect(await balanceOf(getTarget().db, user.email)).toBe(5)
  })

  it('CONV-11 · C27 · one key for twenty requests is one charge, and other rows with it are not charged', async () => {
    const target = getTarget()
    second ??= await target.startAnother()
    const user = await target.user()
    const key = randomUUID()
    const answers = await times((n) => {
      const browser = Object.assign(target.stranger(), { cookie: user.cookie })
      if (n % 2 === 0) browser.origin = second?.origin ?? ''
      return browser.bulk(makeRows(5, n % 4 === 3 ? 2 : 1), { key })
    })
    const jobs = new Set(answers.filter(({ status }) => status === 200).map(({ reply }) => reply.jobId))
    expect(jobs.size).toBe(1)
    expect(countStatus(answers, 200) + countStatus(answers, 409)).toBe(AT_ONCE)
    expect(await balanceOf(target.db, user.email)).toBe(10)
  })

  it('CONV-11 · C29 · price, balance and owner sent by a client are ignored or rejected', async () => {
    const target = getTarget()
    const [user, victim] = [await target.user(), await target.user()]
    const { jobId } = (await victim.bulk(makeRows(1))).reply
    const victimId = await accountIdOf(target.db, victim.email)
    const claims = {
      tokens: 9999,
      tokenCost: 0,
      newBalance: 1e9,
      balance: 1e9,
      cost: -5,
      validRows: 0,
      userId: victimId,
      accountId: victimId,
      account_id: victimId,
      email: victim.email,
      jobId,
      id: jobId,
      job: { id: jobId },
      createdAt: '1999-01-01T00:00:00.000Z',
      isAdmin: true,
      stats: { tokenCost: 0, validRows: 0 },
      rate: 1,
      totalRows: 0,
    }
    const rows = makeRows(4, 3).map((row) => ({
      ...row,
      bgn: 1,
      eur: 1,
      invalid: true,
      tokenCost: 0,
      seq: 77,
      rate: 1,
      __proto__: { price: '0' },
    }))
    for (const [body, balance] of [
      [{ ...claims, rows, filename: 'f.csv', source: 'upload' }, 11],
      [{ rows, filename: 'f.csv', source: 'upload', ...claims, rows_: [] }, 7],
    ] as const) {
      const { status, text } = await target.ask({
        method: 'POST',
        path: `/api/convert/bulk?tokenCost=0&userId=${victimId}`,
        json: body,
        as: user,
        headers: { 'x-user-id': victimId, 'x-token-cost': '0' },
      })
      const reply: unknown = JSON.parse(text)
      expect(status).toBe(200)
      expect(reply).toMatchObject({ newBalance: balance, stats: { tokenCost: 4, validRows: 4 } })
      expect(reply).not.toMatchObject({ jobId })
      expect(text).not.toContain('1999-')
      expect(await balanceOf(target.db, user.email)).toBe(balance)
    }
    expect(await balanceOf(target.db, victim.email)).toBe(14)
    expect((await victim.call(listJobs)).reply.jobs).toHaveLength(1)
    const twice = `{"rows":[],"rows":${JSON.stringify(makeRows(2))},"tokenCost":0,"tokenCost":1}`
    const headers = { 'content-type': 'application/json' }
    const question = { method: 'POST', path: '/api/convert/bulk', headers, body: twice, as: user }
    expect(JSON.parse((await target.ask(question)).text)).toMatchObject({ newBalance: 5 })
  })

  it('AUTH-01 · C29 · registration grants only the free tokens, and only for a new account', async () => {
    const target = getTarget()
    const { email } = target.stranger()
    const claims = { tokens: 9999, balance: 9999, isAdmin: true, id: 'x', isVerified: true, createdAt: 0 }
    const json = { email, password: 'a long enough secret', ...claims }
    const { text } = await target.ask({ method: 'POST', path: '/api/auth/register', json })
    expect(JSON.parse(text)).toEqual({ ok: true, user: { email }, tokens: 15 })
  })
})
