import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import { inTransaction } from '../db/transaction.ts'
import { sha256 } from './secrets.ts'
import {
  confirmSession,
  countSessions,
  deleteExpiredSessions,
  endAllSessions,
  endSession,
  endSessionById,
  endSessions,
  findConfirmedAt,
  findSignedIn,
  isRecentlyConfirmed,
  listSessions,
  startSession,
  unconfirmOtherSessions,
} from './sessions.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const IDLE_MS = 7 * DAY_MS
const AGE_MS = 30 * DAY_MS
/** Later than the server's own time, by which it deletes what has expired. */
const START = Date.UTC(2100, 0, 1)

describe('a confirmation of who is signed in', () => {
  it.each([
    [0, true],
    [15 * MINUTE_MS - 1, true],
    [15 * MINUTE_MS, false],
    // The clock was set back since.
    [-15 * MINUTE_MS + 1, true],
    [-15 * MINUTE_MS, false],
  ])('AUTH-06 · counts for 15 minutes: after %d ms %s', (passedMs, expected) => {
    expect(isRecentlyConfirmed({ confirmedAt: START }, START + passedMs)).toBe(expected)
  })

  it('AUTH-06 · that never was counts at no time', () => {
    expect(isRecentlyConfirmed({ confirmedAt: null }, START)).toBe(false)
    expect(isRecentlyConfirmed({ confirmedAt: null }, 1)).toBe(false)
  })
})

onEachDatabase((server) => {
  /** A session of an account. */
  async function begin(accountId: string, at = START, confirmedAt: number | null = null) {
    const token = await startSession(server().db, { accountId, device: `at ${at}`, confirmedAt, at })
    return { token, tokenHash: sha256(token), accountId, email: '', balance: 0, confirmedAt }
  }

  const newAccount = async () => (await addStoredAccount(server().db)).accountId
  const find = (token: string | undefined, now: number) => findSignedIn(server().db, token, now)
  const stored = (accountId: string) =>
    server()
      .db.selectFrom('session')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute()
  const set = (tokenHash: string, values: { last_used_at?: number; created_at?: number }) =>
    server().db.updateTable('session').set(values).where('token_hash', '=', tokenHash).execute()

  describe('a stored session', () => {
    it('AUTH-02 · tells who is signed in by its token, and by nothing else', async () => {
      const { accountId, email } = await addStoredAccount(server().db)
      const { token, tokenHash } = await begin(accountId, START, START - 1)
      await begin(await newAccount())
      const found = await find(token, START)
      expect(found).toEqual({
        accountId,
        email: email.replace('ana', 'Ana'),
        balance: 0,
        tokenHash,
        confirmedAt: START - 1,
      })
      for (const other of [undefined, '', 'A'.repeat(43), `${token}A`, token.slice(1), tokenHash])
        expect(await find(other, START)).toBeUndefined()
    })

    it('AUTH-02 · is valid for less than seven days without use, and less than thirty in all', async () => {
      const accountId = await newAccount()
      const idle = await begin(accountId)
      expect(await find(idle.token, START + IDLE_MS)).toBeUndefined()
      expect(await find(idle.token, START + IDLE_MS - 1)).toMatchObject({ accountId })
      const used = await begin(accountId)
      await set(used.tokenHash, { last_used_at: START + AGE_MS - 1 })
      expect(await find(used.token, START + AGE_MS)).toBeUndefined()
      expect(await find(used.token, START + AGE_MS - 1)).toMatchObject({ accountId })
    })

    it('AUTH-10 · has its last use noted, once a minute, and where the clock was set back', async () => {
      const accountId = await newAccount()
      const { token, tokenHash } = await begin(accountId)
      await begin(accountId, START + 1)
      const usedAfter = async (now: number) => {
        await find(token, now)
        const [row, other] = await stored(accountId)
        expect(other?.last_used_at, 'of another').toBe(START + 1)
        return row?.last_used_at
      }
      expect(await usedAfter(START + MINUTE_MS - 1)).toBe(START)
      expect(await usedAfter(START + MINUTE_MS)).toBe(START + MINUTE_MS)
      await set(tokenHash, { last_used_at: START + 5 * MINUTE_MS })
      expect(await usedAfter(START)).toBe(START + 5 * MINUTE_MS)
      expect(await usedAfter(START - 1)).toBe(START - 1)
    })

    it('AUTH-10 · is found where its use cannot be noted for a while, and no other failure is hidden', async () => {
      const { token } = await begin(await newAccount())
      // Result codes of SQLite: the disk is full, a constraint is violated.
      const failing = (errcode: number): KyselyPlugin => ({
        transformQuery({ node }) {
          if (node.kind === 'UpdateQueryNode') throw Object.assign(new Error('on purpose'), { errcode })
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const findWith = (errcode: number, now: number) =>
        findSignedIn(server().db.withPlugin(failing(errcode)), token, now)
      expect(await findWith(13, START + MINUTE_MS)).toBeDefined()
      await expect(findWith(19, START + MINUTE_MS)).rejects.toThrow('on purpose')
      expect(await findWith(19, START), 'nothing is to be noted').toBeDefined()
    })

    it('AUTH-10 · is listed with the others of its account that are valid, by last use, then by beginning', async () => {
      const accountId = await newAccount()
      const now = START + AGE_MS
      const [first, second, third] = [
        await begin(accountId, now - 3),
        await begin(accountId, now - 2),
        await begin(accountId, now - 1),
      ]
      await set(first.tokenHash, { last_used_at: now })
      await set(second.tokenHash, { last_used_at: now - 1 })
      const idle = await begin(accountId, now - IDLE_MS)
      const old = await begin(accountId, now - AGE_MS)
      await set(old.tokenHash, { last_used_at: now })
      await begin(await newAccount(), now)
      const list = () => listSessions(server().db, second, now)
      const iso = (at: number) => new Date(at).toISOString()
      const sessions = await list()
      expect(sessions).toMatchObject([
        { device: `at ${now - 3}`, createdAt: iso(now - 3), lastUsedAt: iso(now), isCurrent: false },
        { device: `at ${now - 1}`, createdAt: iso(now - 1), lastUsedAt: iso(now - 1), isCurrent: false },
        { device: `at ${now - 2}`, createdAt: iso(now - 2), lastUsedAt: iso(now - 1), isCurrent: true },
      ])
      const ids = sessions.map(({ id }) => id)
      for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
      expect(new Set(ids).size).toBe(3)
      for (const { tokenHash } of [first, second, third]) expect(tokenHash).not.toContain(ids[0])
      await set(idle.tokenHash, { last_used_at: now - IDLE_MS + 1 })
      await set(old.tokenHash, { created_at: now - AGE_MS + 1 })
      expect(await list()).toHaveLength(5)
    })

    it('AUTH-10 · ends by its id in the list, for its own account only', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      const [session] = [await begin(accountId), await begin(accountId, START + 1)]
      await begin(other)
      const id = (await listSessions(db, session, START)).find(({ isCurrent }) => isCurrent)?.id ?? ''
      const end = (of: string, which: string) => inTransaction(db, (trx) => endSessionById(trx, of, which))
      expect(await end(other, id)).toBe(false)
      expect(await end(accountId, 'A'.repeat(22))).toBe(false)
      expect([(await stored(accountId)).length, (await stored(other)).length]).toEqual([2, 1])
      expect(await end(accountId, id)).toBe(true)
      expect((await stored(accountId)).map(({ created_at }) => created_at)).toEqual([START + 1])
      expect(await end(accountId, id)).toBe(false)
    })

    it('AUTH-10 · is one of fifty of its account: the one not used longest ends, and never the new one', async () => {
      const accountId = await newAccount()
      const other = await begin(await newAccount(), START - DAY_MS)
      await begin(await newAccount(), START + DAY_MS)
      for (let n = 0; n < 50; n++) await begin(accountId, START + n)
      const [first] = await stored(accountId)
      await set(first?.token_hash ?? '', { last_used_at: START + 2 })
      const begins = async () => (await stored(accountId)).map(({ created_at }) => created_at - START)
      await begin(accountId, START + 50)
      expect(await begins(), 'the second one has ended').toEqual([
        0,
        ...Array.from({ length: 49 }, (_, n) => n + 2),
      ])
      // Both were used last at the same time.
      await begin(accountId, START + 51)
      expect((await begins())[0]).toBe(2)
      // The clock was set back.
      await begin(accountId, START - 9)
      expect((await begins()).slice(0, 2)).toEqual([-9, 3])
      expect(await stored(accountId)).toHaveLength(50)
      expect(await find(other.token, START)).toBeDefined()
    })

    it('AUTH-06 · is confirmed alone, and the others of its account lose their confirmation by another factor', async () => {
      const { db } = server()
      const accountId = await newAccount()
      const [one, two, other] = [
        await begin(accountId),
        await begin(accountId, START, 5),
        await begin(await newAccount(), START, 6),
      ]
      const confirmations = () =>
        inTransaction(db, (trx) =>
          Promise.all([one, two, other].map(({ tokenHash }) => findConfirmedAt(trx, tokenHash))),
        )
      expect(await confirmations()).toEqual([null, 5, 6])
      expect(await confirmSession(db, one.tokenHash, 7)).toBe(true)
      expect(await confirmations()).toEqual([7, 5, 6])
      await inTransaction(db, (trx) => unconfirmOtherSessions(trx, one))
      expect(await confirmations()).toEqual([7, null, 6])
      await endSession(db, one.tokenHash)
      expect(await confirmations()).toEqual([undefined, null, 6])
      expect(await confirmSession(db, one.tokenHash, 8)).toBe(false)
    })

    it('AUTH-10 · is counted, and ended with all others of its account or of all', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      expect(await countSessions(db, accountId)).toEqual({ sessions: 0, lastUsedAt: null })
      for (const at of [START + 5, START, START + 1]) await begin(accountId, at)
      await begin(other)
      const lastUsedAt = new Date(START + 5).toISOString()
      expect(await countSessions(db, accountId)).toEqual({ sessions: 3, lastUsedAt })
      expect(await inTransaction(db, (trx) => endSessions(trx, accountId))).toBe(3)
      expect(await inTransaction(db, (trx) => endSessions(trx, accountId))).toBe(0)
      expect(await stored(other)).toHaveLength(1)
      await begin(accountId)
      const all = (await db.selectFrom('session').select('token_hash').execute()).length
      expect(await inTransaction(db, (trx) => endAllSessions(trx))).toBe(all)
      expect([...(await stored(accountId)), ...(await stored(other))]).toEqual([])
    })

    it('AUTH-02 · is deleted when it has expired, by its last use or its age', async () => {
      const accountId = await newAccount()
      const now = START + AGE_MS
      const lasting = [now - IDLE_MS + 1, now]
      for (const at of [now - IDLE_MS, ...lasting]) await begin(accountId, at)
      for (const [createdAt, last_used_at] of [
        [now - AGE_MS, now],
        [now - AGE_MS + 1, now],
      ] as const)
        await set((await begin(accountId, createdAt)).tokenHash, { last_used_at })
      await deleteExpiredSessions(server().db, now)
      const left = (await stored(accountId)).map(({ created_at }) => created_at)
      expect(left).toEqual([now - AGE_MS + 1, ...lasting])
    })
  })
})
