import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { grantTokens } from '#server/tokens/ledger.ts'
import { type Place, withDatabase } from '../harness.ts'
import type { Client } from './client.ts'
import { makeRows } from './reference.ts'

const TOKENS = 50_000_000

/** A bulk request: its rows are determined by number and seed. */
export type BulkRequest = { user: Client; key: string; count: number; seed: number }

/** The nth request of a client. Some are large enough for a worker and several chunks. */
export function makeBulkRequest(user: Client, caller: number, n: number): BulkRequest {
  const count = (n + caller) % 6 === 0 ? 2500 : 1 + ((n * 7 + caller) % 40)
  return { user, key: randomUUID(), count, seed: n * 100 + caller }
}

export const send = (order: BulkRequest) =>
  order.user.bulk(makeRows(order.count, order.seed), { key: order.key })

/** Registers accounts with enough tokens for all requests. */
export async function signUpAll(users: Client[], place: Place): Promise<void> {
  for (const user of users) expect((await user.register()).status).toBe(200)
  await withDatabase(place, async (db) => {
    for (const { email } of users)
      await grantTokens(db, { email, tokens: TOKENS, note: 'test', at: Date.now() })
  })
}
