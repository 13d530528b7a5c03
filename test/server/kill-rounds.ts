import { expect } from 'vitest'
import type { BulkReply } from '#contract/conversions.ts'
import { type TestDialect, makePlace, withDatabase } from '../harness.ts'
import { type Order, makeOrder, send, signUpAll } from './bulk-orders.ts'
import { Client } from './client.ts'
import { pseudoRandom } from './reference.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { expectWhole } from './whole-jobs.ts'

/**
 * Other moments in every run, of which a dozen are enough: that a death at any step leaves all of a transaction or nothing
 * is what `purchase-deaths.ts` shows, step by step.
 */
const ROUNDS = 12
const CALLERS = 6

type Outcome = { acknowledged: Map<string, BulkReply>; lost: Order[] }

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
    if (round === 0) await signUpAll(users, place)
    const repeated = await repeatLost(lost)
    const outcome = await callUntilKilled(server, users, 3 + Math.floor(random.next().value * 40))
    lost = outcome.lost
    const acknowledged = new Map([...repeated, ...outcome.acknowledged])
    total += acknowledged.size
    await withDatabase(place, (db) => expectWhole(db, acknowledged))
  }
  await place.remove()
  return { rounds: ROUNDS, acknowledged: total }
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
      const order = makeOrder(user, caller, n)
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
