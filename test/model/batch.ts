import fc from 'fast-check'
import { expect } from 'vitest'
import { me } from '#api/auth.ts'
import { type JobRow, deleteJob, getJob, listJobs } from '#api/conversions.ts'
import type { TokenEntry } from '#api/account.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import type { TestServer } from '../harness.ts'
import type { Client } from '../server/client.ts'
import { expectedRows, makeRows } from '../server/reference.ts'
import { everyEntry } from './every-entry.ts'

/** One of several concurrent requests. There are few keys, so that many requests share one. */
export type ConcurrentRequest = {
  kind: 'convert' | 'grant' | 'removeJob' | 'ask'
  user: number
  n: number
  key: number
}

export const batches: fc.Arbitrary<ConcurrentRequest[][]> = fc.array(
  fc.array(
    fc.record({
      kind: fc.constantFrom('convert', 'convert', 'convert', 'grant', 'removeJob', 'ask'),
      user: fc.nat(2),
      n: fc.integer({ min: 1, max: 12 }),
      key: fc.nat(5),
    }),
    { minLength: 2, maxLength: 24 },
  ),
  { minLength: 1, maxLength: 4 },
)

/** The responses of one user to a batch. */
type BatchResponses = {
  charged: { jobId: string; cost: number; newBalance: number }[]
  declined: { cost: number; balance: number }[]
  granted: { tokens: number; balance: number | undefined }[]
  asked: number[]
  /** Keys whose job was said to be deleted, and jobs that were. */
  deletedKeys: string[]
  removed: string[]
}

/** What a user's calls created: the number of rows of each job, and the job of each key. */
type Kept = { jobs: Map<string, number>; keys: Map<string, string> }

/** Depends only on its number, so that repetitions are equal. */
const sentRows = (n: number) => makeRows(n, n)

const expectRows = (rows: readonly JobRow[], n: number): void =>
  expect(rows).toEqual(expectedRows(sentRows(n)))

export async function runBatches(
  server: TestServer,
  users: readonly Client[],
  batches: readonly ConcurrentRequest[][],
): Promise<void> {
  const kept = users.map((): Kept => ({ jobs: new Map(), keys: new Map() }))
  for (const batch of batches) {
    const before = await Promise.all(users.map((user) => everyEntry(user)))
    const responses = users.map((): BatchResponses => ({
      charged: [],
      declined: [],
      granted: [],
      asked: [],
      deletedKeys: [],
      removed: [],
    }))
    await Promise.all(batch.map((one) => send(one)))
    for (const [index, user] of users.entries()) {
      const [after, former, userResponses, own] = [
        await everyEntry(user),
        before[index],
        responses[index],
        kept[index],
      ]
      if (former === undefined || userResponses === undefined || own === undefined)
        throw new Error('There is no such user.')
      expect(after.slice(-former.length).map(({ seq, delta }) => [seq, delta])).toEqual(
        former.map(({ seq, delta }) => [seq, delta]),
      )
      expectExplained(
        former[0]?.balanceAfter ?? 0,
        after.slice(0, -former.length).toReversed(),
        userResponses,
      )
      expect((await user.call(me)).reply.tokens).toBe(after[0]?.balanceAfter)
      await expectKept(user, own, userResponses)
    }

    async function send({ kind, user: index, n, key }: ConcurrentRequest): Promise<void> {
      const [user, userResponses, own] = [users[index], responses[index], kept[index]]
      if (user === undefined || userResponses === undefined || own === undefined)
        throw new Error('There is no such user.')
      switch (kind) {
        case 'convert': {
          // The rows depend on the key, so that repetitions never conflict.
          const name = key === 0 ? undefined : `key-${key}-${n}`
          const answer = await user.bulk(sentRows(n), name === undefined ? {} : { key: name })
          if (answer.status === 409) {
            expect(answer.refusal.code).toBe('job_deleted')
            userResponses.deletedKeys.push(name ?? 'none')
            return
          }
          if (answer.status === 402) {
            userResponses.declined.push({
              cost: answer.refusal.cost ?? 0,
              balance: answer.refusal.balance ?? 0,
            })
            return
          }
          const { jobId, newBalance, stats, rows } = answer.reply
          expectRows(rows, n)
          const first = name === undefined ? undefined : own.keys.get(name)
          if (first === undefined) userResponses.charged.push({ jobId, cost: stats.tokenCost, newBalance })
          else expect(jobId).toBe(first)
          own.jobs.set(jobId, n)
          if (name !== undefined) own.keys.set(name, jobId)
          return
        }
        case 'grant': {
          const grant = { email: user.email, tokens: n, note: 'together', at: server.time.now }
          userResponses.granted.push({ tokens: n, balance: await grantTokens(server.db, grant) })
          return
        }
        case 'removeJob': {
          const { jobs } = (await user.call(listJobs)).reply
          const id = jobs[n % jobs.length]?.id
          if (id === undefined) return
          const { status } = await user.call(deleteJob, { params: { id } })
          expect([200, 404]).toContain(status)
          if (status === 200) userResponses.removed.push(id)
          return
        }
        case 'ask':
          userResponses.asked.push((await user.call(me)).reply.tokens)
      }
    }
  }
}

/** Jobs keep their rows until they are deleted once; only then do their keys report it. */
async function expectKept(
  user: Client,
  { jobs, keys }: Kept,
  { removed, deletedKeys }: BatchResponses,
): Promise<void> {
  expect(new Set(removed).size, 'each is deleted once').toBe(removed.length)
  for (const id of removed) expect(jobs.delete(id), 'it was there').toBe(true)
  for (const key of deletedKeys) {
    expect(keys.has(key), `${key} was used`).toBe(true)
    expect(jobs.has(keys.get(key) ?? ''), `the job of ${key} is there`).toBe(false)
  }
  const listed = (await user.call(listJobs)).reply.jobs.map(({ id }) => id)
  expect(listed.toSorted()).toEqual([...jobs.keys()].toSorted())
  for (const [id, n] of jobs) expectRows((await user.call(getJob, { params: { id } })).reply.rows, n)
}

/**
 * The ledger gives the order in which requests took effect. In that order each was right: every response has
 * an entry, every entry a response, and every rejected user saw a balance that existed and was too low.
 */
function expectExplained(start: number, entries: TokenEntry[], responses: BatchResponses): void {
  let balance = start
  const balances = [start]
  for (const { delta, balanceAfter } of entries) {
    balance += delta
    balances.push(balance)
    expect(balanceAfter).toBe(balance)
    expect(balance).toBeGreaterThanOrEqual(0)
  }
  const text = (parts: (string | number | null | undefined)[]) => parts.join(' ')
  expect(
    entries.map(({ reason, delta, balanceAfter }) => text([reason, delta, balanceAfter])).toSorted(),
  ).toEqual(
    [
      ...responses.charged.map(({ cost, newBalance }) => text(['conversion', -cost, newBalance])),
      ...responses.granted.map((grant) => text(['admin', grant.tokens, grant.balance])),
    ].toSorted(),
  )
  for (const { cost, balance: seen } of responses.declined) {
    expect(balances).toContain(seen)
    expect(seen).toBeLessThan(cost)
  }
  for (const seen of responses.asked) expect(balances).toContain(seen)
}
