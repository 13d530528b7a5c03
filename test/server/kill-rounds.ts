import { randomUUID } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import type { BulkReply, JobRow } from '#contract/conversions.ts'
import type { Db } from '#server/db/schema.ts'
import { grantTokens } from '#server/tokens/grant.ts'
import { type Place, type TestDialect, makePlace, withDatabase } from '../harness.ts'
import { Client } from './client.ts'
import { expectSoundLedger } from './ledger-check.ts'
import { makeRows, pseudoRandom } from './reference.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

const ROUNDS = 20
const CALLERS = 6
const TOKENS = 50_000_000

/** A bulk call: its rows can be made again from their number and seed. */
type Order = { user: Client; key: string; count: number; seed: number }
type Outcome = { acknowledged: Map<string, BulkReply>; lost: Order[] }

const send = (order: Order) => order.user.bulk(makeRows(order.count, order.seed), { key: order.key })

/**
 * Kills a real server process again and again while bulk calls are being acknowledged. After each kill every
 * acknowledged job and charge is in the database with all its rows, and none is half there; after each restart the calls
 * whose answers were lost are repeated under their keys, and charged once.
 */
export async function killRounds(dialect: TestDialect): Promise<{ rounds: number; acknowledged: number }> {
  const place = await makePlace(dialect)
  const random = pseudoRandom(dialect.length)
  const users = Array.from({ length: CALLERS }, () => new Client(''))
  let lost: Order[] = []
  let total = 0

  for (let round = 0; round < ROUNDS; round++) {
    const server = await startProcess(place.settings)
    for (const user of users) user.origin = server.origin
    if (round === 0) await signUp(users, place)
    const repeated = await repeatLost(lost)
    const outcome = await callUntilKilled(server, users, 3 + Math.floor(random.next().value * 40))
    lost = outcome.lost
    const acknowledged = new Map([...repeated, ...outcome.acknowledged])
    total += acknowledged.size
    await withDatabase(place, (db) => snapshot(db, (view) => expectWhole(view, acknowledged)))
  }
  await place.remove()
  return { rounds: ROUNDS, acknowledged: total }
}

async function signUp(users: Client[], place: Place): Promise<void> {
  for (const user of users) expect((await user.register()).status).toBe(200)
  await withDatabase(place, async (db) => {
    for (const { email } of users)
      await grantTokens(db, { email, tokens: TOKENS, note: 'test', at: Date.now() })
  })
}

/** All of them must succeed now, whether or not they were done before the kill. */
async function repeatLost(lost: Order[]): Promise<Map<string, BulkReply>> {
  const answers = await Promise.all(
    lost.map(async (order) => [order.key, (await send(order)).reply] as const),
  )
  return new Map(answers)
}

async function callUntilKilled(server: ServerProcess, users: Client[], killAfter: number): Promise<Outcome> {
  const outcome: Outcome = { acknowledged: new Map(), lost: [] }
  const call = async (user: Client, caller: number) => {
    for (let n = 0; ; n++) {
      // Some go to the worker and bring several chunks.
      const count = (n + caller) % 6 === 0 ? 2500 : 1 + ((n * 7 + caller) % 40)
      const order = { user, key: randomUUID(), count, seed: n * 100 + caller }
      const answer = await send(order).catch(() => undefined)
      if (answer === undefined) {
        outcome.lost.push(order)
        return
      }
      // A refusal is no lost answer: nothing here gives the server a reason for one.
      expect(answer.status).toBe(200)
      outcome.acknowledged.set(order.key, answer.reply)
      if (outcome.acknowledged.size === killAfter) server.kill('SIGKILL')
    }
  }
  await Promise.all(users.map(call))
  await server.ended
  return outcome
}

/** PostgreSQL may still be ending what the killed process had begun. */
const snapshot = (db: Db, work: (view: Db) => Promise<void>): Promise<void> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work)

async function expectWhole(db: Db, acknowledged: Map<string, BulkReply>): Promise<void> {
  await expectSoundLedger(db)
  const jobs = await db.selectFrom('job').selectAll().execute()
  const chunks = await db.selectFrom('job_chunk').selectAll().orderBy('job_id').orderBy('seq').execute()
  const charges = await db
    .selectFrom('token_entry')
    .select('ref')
    .where('reason', '=', 'conversion')
    .execute()
  const keys = await db.selectFrom('bulk_key').selectAll().execute()

  const ids = jobs.map(({ id }) => id).sort()
  expect(charges.map(({ ref }) => ref).sort()).toEqual(ids)
  expect(keys.map(({ job_id }) => job_id).sort()).toEqual(ids)

  const rowsOf = Map.groupBy(chunks, ({ job_id }) => job_id)
  const jobOfKey = new Map(keys.map(({ key, job_id }) => [key, job_id]))
  for (const job of jobs) expect(unpack(rowsOf.get(job.id))).toHaveLength(job.total_rows)
  for (const [key, reply] of acknowledged) {
    expect(jobOfKey.get(key)).toBe(reply.jobId)
    expect(unpack(rowsOf.get(reply.jobId))).toEqual(reply.rows)
  }
}

const unpack = (chunks: { rows: Uint8Array }[] = []): JobRow[] =>
  chunks.flatMap(({ rows }) => {
    const array: JobRow[] = JSON.parse(zstdDecompressSync(rows).toString())
    return array
  })
