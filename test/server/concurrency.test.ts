import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getJob, listJobs } from '#api/conversions.ts'
import { onEachDatabase } from '#test/harness.ts'
import { beginBulk } from './call-in-flight.ts'
import { accountIdOf, balanceOf, expectConsistentLedger, jobsOf } from './ledger-check.ts'
import { makeRows } from './reference.ts'

const countStatus = (answers: { status: number }[]): Record<string, number> =>
  answers.reduce<Record<string, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  )

/** A request that is never answered, or waits for another that is not, fails with its name. */
const TIMEOUT_MS = 20_000

onEachDatabase((server) => {
  const newUser = async (tokens?: number) =>
    Object.assign(await server().user(tokens), { timeoutMs: TIMEOUT_MS })

  describe('concurrent requests', () => {
    it('CONV-11 · of 200 for one token each on a balance of 100 exactly 100 succeed', async () => {
      const user = await newUser(100)
      const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => user.bulk(makeRows(1, n))))
      expect(countStatus(answers)).toEqual({ 200: 100, 402: 100 })

      const balances = answers.filter(({ status }) => status === 200).map(({ reply }) => reply.newBalance)
      expect(balances.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n))
      expect((await user.call(listJobs)).reply.jobs).toHaveLength(100)
      expect(await balanceOf(server().db, user.email)).toBe(0)
      await expectConsistentLedger(server().db)
    })

    it('CONV-11 · of large ones an account has one at a time; the others are rejected and not charged', async () => {
      const user = await newUser(20_000)
      const first = await beginBulk(user, makeRows(4000))
      const second = await user.bulk(makeRows(4000))
      expect([second.status, second.refusal.code]).toEqual([409, 'conversion_in_progress'])
      // Other accounts have their own slot, and small conversions need none.
      expect((await (await newUser(4000)).bulk(makeRows(4000))).status).toBe(200)
      expect((await user.bulk(makeRows(5))).status).toBe(200)
      expect((await first.finish()).stats.tokenCost).toBe(4000)
      expect(await balanceOf(server().db, user.email)).toBe(20_000 - 4005)
      expect((await user.bulk(makeRows(4000))).status, 'the slot is free again').toBe(200)
    })
  })

  describe('a repeat with the same key', () => {
    it.each([
      ['small', 12],
      ['large', 3000],
    ])('CONV-11 · gets the reply of the first, and is charged once: %s', async (_size, count) => {
      const user = await newUser(10_000)
      const key = randomUUID()
      const rows = makeRows(count)
      const first = await user.bulk(rows, { key })
      await user.bulk(makeRows(5))
      const again = await user.bulk(rows, { key })
      expect(again.reply).toEqual(first.reply)
      expect(await balanceOf(server().db, user.email)).toBe(10_000 - count - 5)
      await expectConsistentLedger(server().db)
    })

    it.each([
      ['small', 12],
      ['large', 3000],
    ])('CONV-11 · at the same time gets the same reply, and is charged once: %s', async (_size, count) => {
      const user = await newUser(10_000)
      const key = randomUUID()
      const rows = makeRows(count)
      const answers = await Promise.all(Array.from({ length: 10 }, () => user.bulk(rows, { key })))
      for (const { reply } of answers) expect(reply).toEqual(answers[0]?.reply)
      expect(await balanceOf(server().db, user.email)).toBe(10_000 - count)
      expect(await jobsOf(server().db, await accountIdOf(server().db, user.email))).toHaveLength(1)
    })

    it('CONV-11 · gets the reply even when the balance was spent since', async () => {
      const user = await newUser()
      const key = randomUUID()
      const first = await user.bulk(makeRows(10), { key })
      await user.bulk(makeRows(5))
      expect((await user.bulk(makeRows(10), { key })).reply).toEqual(first.reply)
    })

    it('CONV-11 · but other rows is a conflict', async () => {
      const user = await newUser()
      const key = randomUUID()
      await user.bulk(makeRows(2), { key })
      const { status, refusal } = await user.bulk(makeRows(2, 7), { key })
      expect([status, refusal.code]).toEqual([409, 'idempotency_conflict'])
      expect(await balanceOf(server().db, user.email)).toBe(13)
    })

    it('CONV-11 · whose job was deleted is rejected, and not charged again', async () => {
      const user = await newUser()
      const key = randomUUID()
      const { jobId } = (await user.bulk(makeRows(2), { key })).reply
      await user.send(getJob, `/api/convert/jobs/${jobId}`, { method: 'DELETE' })
      const { status, refusal } = await user.bulk(makeRows(2), { key })
      expect([status, refusal.code]).toEqual([409, 'job_deleted'])
      expect(await balanceOf(server().db, user.email)).toBe(13)
    })

    it('CONV-11 · of another account is another request', async () => {
      const [user, other] = [await newUser(), await newUser()]
      const key = randomUUID()
      const first = await user.bulk(makeRows(2), { key })
      const second = await other.bulk(makeRows(2), { key })
      expect(second.reply.jobId).not.toBe(first.reply.jobId)
      expect(second.reply.newBalance).toBe(13)
    })

    it('CONV-11 · that was rejected for too few tokens succeeds once there are enough', async () => {
      const user = await newUser()
      const key = randomUUID()
      expect((await user.bulk(makeRows(16), { key })).status).toBe(402)
      expect((await user.bulk(makeRows(15), { key })).status).toBe(200)
    })
  })
})
