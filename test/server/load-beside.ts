import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import type { BulkReply } from '#api/conversions.ts'
import { deleteAccount } from '#api/account.ts'
import type { Place } from '../harness.ts'
import { makeBulkRequest, type BulkRequest, send, signUpAll } from './bulk-orders.ts'
import { Client, PASSWORD } from './client.ts'
import type { PaymentsProvider } from './payments-provider.ts'
import { makeRows } from './reference.ts'

const CALLERS = 2

/** Limits of requests of each kind: below the rate limits, and an end for a test that hangs. */
const MAX_BULKS = 5000
const MOST_COMING = 150
const MOST_BOUGHT = 25
/** Leaves time for the backup on two cores. */
const PAUSE_MS = 10

/** What was acknowledged so far. */
export type Effects = {
  bulks: Map<string, { order: BulkRequest; reply: BulkReply }>
  registered: string[]
  deleted: string[]
  /** Sessions whose tokens were credited. */
  credited: string[]
}

export type Work = { users: Client[]; soFar: () => Effects; stop: () => Promise<void> }

/** Runs conversions, registrations, deletions and purchases concurrently until stopped. */
export async function startLoad(origin: string, place: Place, provider: PaymentsProvider): Promise<Work> {
  const users = Array.from({ length: CALLERS }, () => new Client(origin))
  await signUpAll(users, place)
  const effects: Effects = { bulks: new Map(), registered: [], deleted: [], credited: [] }
  const life = { isStopped: false }

  const repeat = async (most: number, call: (n: number) => Promise<void>) => {
    for (let n = 0; n < most && !life.isStopped; n++) {
      await call(n)
      await sleep(PAUSE_MS)
    }
  }

  const convert = (user: Client, caller: number) => async (n: number) => {
    const order = makeBulkRequest(user, caller, n)
    effects.bulks.set(order.key, { order, reply: (await send(order)).reply })
  }

  async function comeAndGo(n: number): Promise<void> {
    const client = new Client(origin)
    expect((await client.register()).status).toBe(200)
    if (n % 2 === 0) {
      effects.registered.push(client.email)
      return
    }
    await client.bulk(makeRows(3), { key: client.email })
    const { status } = await client.call(deleteAccount, { body: { password: PASSWORD } })
    expect(status).toBe(200)
    effects.deleted.push(client.email)
  }

  async function buy(): Promise<void> {
    const [buyer] = users
    const { reply } =
      (await buyer?.call(createCheckoutSession, { body: { priceId: 'starter' } })) ?? expect.fail()
    const session = /\/c\/pay\/(\w+)$/.exec(reply.url)?.[1] ?? expect.fail(reply.url)
    await provider.pay(session, 'paid')
    expect((await buyer?.call(finalizeCheckout, { body: { session_id: session } }))?.status).toBe(200)
    effects.credited.push(session)
  }

  const running = Promise.all([
    ...users.map((user, n) => repeat(MAX_BULKS, convert(user, n))),
    repeat(MOST_COMING, comeAndGo),
    repeat(MOST_BOUGHT, buy),
  ])
  running.catch(() => (life.isStopped = true))
  return {
    users,
    soFar: () => ({
      bulks: new Map(effects.bulks),
      registered: [...effects.registered],
      deleted: [...effects.deleted],
      credited: [...effects.credited],
    }),
    async stop() {
      life.isStopped = true
      await running
    },
  }
}
