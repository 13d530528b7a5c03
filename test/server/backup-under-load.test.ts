import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJob, listJobs } from '#api/conversions.ts'
import { getAccount } from '#api/account.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { DIALECTS, type Place, type TestDialect, makePlace, withDatabase } from '../harness.ts'
import { send } from './bulk-orders.ts'
import { Client } from './client.ts'
import { balanceOf } from './ledger-check.ts'
import { runLevro } from './levro-process.ts'
import { type Effects, type Work, startLoad } from './load-beside.ts'
import { type PaymentsProvider, startPaymentsProvider } from './payments-provider.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { expectCompleteJobs } from './whole-jobs.ts'

const BACKUPS = 3
/** The pause before each backup. */
const BETWEEN_MS = 400

/** A backup, and what was acknowledged before its start. */
type Taken = { file: string; before: Effects }

describe.each(DIALECTS)('a backup of a server under load: %s', (dialect) => {
  let place: Place
  let provider: PaymentsProvider
  let server: ServerProcess
  let load: Work
  let folder: string
  const taken: Taken[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'levro-backup-'))
    place = await makePlace(dialect)
    provider = await startPaymentsProvider()
    server = await startProcess({ ...place.settings, ...provider.settings, LOG_LEVEL: 'silent' })
    load = await startLoad(server.origin, place, provider)
    for (let n = 0; n < BACKUPS; n++) {
      await sleep(BETWEEN_MS)
      const [file, before] = [join(folder, `${n}.levro`), load.soFar()]
      const { code, stdout, stderr } = await runLevro(place.settings, 'admin', 'backup', file)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^18 tables, \d+ rows, \d+ bytes(?:, ledger head \d+:[0-9a-f]{64})?\n$/)
      taken.push({ file, before })
    }
    await load.stop()
    server.kill('SIGTERM')
    await server.ended
  })
  afterAll(async () => {
    server.kill('SIGKILL')
    await provider.stop()
    for (const one of [place, ...places.values()]) await one.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Each backup is restored once into each database. */
  const places = new Map<string, Place>()

  async function restored(to: TestDialect, { file }: Taken): Promise<Place> {
    const name = `${to} ${file}`
    const there = places.get(name)
    if (there !== undefined) return there
    const target = await makePlace(to)
    places.set(name, target)
    const { code, stdout, stderr } = await runLevro(target.settings, 'admin', 'restore', file)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /is restored: 18 tables, \d+ rows\n\d+ accounts, \d+ entries: everything adds up\ntokens by reason, with the number of entries: .+\nledger head \d+:[0-9a-f]{64}\n$/,
    )
    return target
  }

  it('CONV-11 · fails no request, and each backup has more rows than the previous', () => {
    const counts = taken.map(({ before }) => before.bulks.size)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(taken.at(-1)?.before.deleted.length).toBeGreaterThan(0)
    expect(taken.at(-1)?.before.credited.length).toBeGreaterThan(0)
    expect(load.soFar().bulks.size).toBeGreaterThan(counts.at(-1) ?? 0)
  })

  it.each(DIALECTS)(
    'CONV-11 · has everything acknowledged before it, completely, restored into: %s',
    async (to) => {
      for (const one of to === dialect ? taken : taken.slice(-1)) {
        const target = await restored(to, one)
        const { bulks, registered, deleted, credited } = one.before
        const replies = new Map([...bulks].map(([key, { reply }]) => [key, reply]))
        await withDatabase(target, async (db) => {
          await expectCompleteJobs(db, replies)
          expect((await auditLedger(db)).faults).toEqual([])
          const emails = (await db.selectFrom('account').select('email').execute()).map(({ email }) => email)
          expect(emails).toEqual(expect.arrayContaining(registered))
          expect(emails.filter((email) => deleted.includes(email))).toEqual([])
          const sold = await db.selectFrom('purchase').selectAll().where('status', '=', 'credited').execute()
          expect(sold.map(({ session_id }) => session_id)).toEqual(expect.arrayContaining(credited))
        })
      }
    },
  )

  it.each(DIALECTS)(
    'API-04 · serves its accounts, jobs and keys on a new server, without any session: %s',
    async (to) => {
      const last = taken.at(-1) ?? expect.fail()
      const target = await restored(to, last)
      const next = await startProcess({ ...target.settings, LOG_LEVEL: 'silent' })
      try {
        for (const user of load.users) {
          const before = new Client(next.origin)
          before.cookie = user.cookie
          expect((await before.call(getAccount)).status, 'a session of before').toBe(401)

          const owner = new Client(next.origin)
          expect((await owner.login(user.email)).status).toBe(200)
          const balance = await withDatabase(target, (db) => balanceOf(db, user.email))
          const own = [...last.before.bulks.values()].filter(({ order }) => order.user === user)
          const { jobs } = (await owner.call(listJobs)).reply
          expect(jobs.map(({ id }) => id)).toEqual(
            expect.arrayContaining(own.map(({ reply }) => reply.jobId)),
          )
          for (const { order, reply } of own.slice(-4)) {
            const params = { id: reply.jobId }
            expect((await owner.call(getJob, { params })).reply.rows).toEqual(reply.rows)
            expect((await send({ ...order, user: owner })).reply).toEqual(reply)
          }
          expect(await withDatabase(target, (db) => balanceOf(db, user.email)), 'charged once').toBe(balance)
        }
      } finally {
        next.kill('SIGTERM')
        await next.ended
      }
    },
  )
})
