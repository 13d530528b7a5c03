import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { BulkReply } from '#api/conversions.ts'
import type { Db } from '#server/db/schema.ts'
import { makePlace, withDatabase } from '../harness.ts'
import { type BulkRequest, makeBulkRequest, send, signUpAll } from './bulk-orders.ts'
import { Client } from './client.ts'
import { pseudoRandom } from './reference.ts'
import { startProcess } from './server-process.ts'
import { expectCompleteJobs } from './whole-jobs.ts'

/** A dozen random moments are enough: `purchase-deaths.ts` tests each step of a transaction. */
const ROUNDS = 12
const CALLERS = 6
/** A repeat may get a closed connection from the pool; the pool has fewer than this. */
const ATTEMPTS = 20

it(
  'CONV-11 · when PostgreSQL closes its connections the server keeps running, loses no acknowledged job and leaves none incomplete',
  { timeout: 120_000 },
  async () => {
    const place = await makePlace('postgres')
    const server = await startProcess(place.settings)
    const users = Array.from({ length: CALLERS }, () => new Client(server.origin))
    await signUpAll(users, place)
    const random = pseudoRandom(CALLERS)
    const acknowledged = new Map<string, BulkReply>()
    let unanswered = 0

    await withDatabase(place, async (db) => {
      for (let round = 0; round < ROUNDS; round++) {
        const endAfter = 3 + Math.floor(random.next().value * 40)
        const lost = await callUntilEnded(users, acknowledged, endAfter, () => endConnections(db))
        for (const order of lost) acknowledged.set(order.key, await repeat(order))
        unanswered += lost.length
        await expectCompleteJobs(db, acknowledged)
      }
    })

    expect(unanswered, 'calls were under way').toBeGreaterThan(0)
    server.kill('SIGTERM')
    const { code, signal } = await server.ended
    expect([code, signal], 'and it ends as it should').toEqual([0, null])
    await place.remove()
  },
)

/** Sends requests of every user at once, closes the connections in between, and repeats the rejected ones. */
async function callUntilEnded(
  users: Client[],
  acknowledged: Map<string, BulkReply>,
  endAfter: number,
  endAll: () => Promise<void>,
): Promise<BulkRequest[]> {
  const lost: BulkRequest[] = []
  let answered = 0
  const call = async (user: Client, caller: number) => {
    for (let n = 0; answered < endAfter; n++) {
      const order = makeBulkRequest(user, caller, n)
      const answer = await send(order)
      if (answer.status === 200) acknowledged.set(order.key, answer.reply)
      else {
        expect([answer.status, answer.refusal.code]).toEqual([503, 'busy'])
        lost.push(order)
      }
      if (++answered === endAfter) await endAll()
    }
  }
  await Promise.all(users.map(call))
  return lost
}

/** Closes every connection to the database except the caller's. */
async function endConnections(db: Db): Promise<void> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
}

async function repeat(order: BulkRequest): Promise<BulkReply> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(order)
    if (answer.status === 200 || attempt === ATTEMPTS) return answer.reply
    expect(answer.refusal.code).toBe('busy')
  }
}
