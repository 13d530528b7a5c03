import { describe, expect, it } from 'vitest'
import { deleteJob } from '#api/conversions.ts'
import { listEntries } from '#api/account.ts'
import { onEachDatabase } from '#test/harness.ts'
import type { Client } from '#test/server/client.ts'
import { expectConsistentLedger } from '#test/server/ledger-check.ts'
import { makeRows } from '#test/server/reference.ts'
import { grantTokens } from './ledger.ts'

onEachDatabase((server) => {
  const page = async (client: Client, before?: number) => {
    const path = before === undefined ? listEntries.path : `${listEntries.path}?before=${before}`
    return (await client.send(listEntries, path, { method: 'GET' })).reply
  }
  const wholeHistory = async (client: Client) => {
    const entries = (await page(client)).entries
    for (;;) {
      const last = entries.at(-1)?.seq ?? 1
      if (last === 1) return entries
      entries.push(...(await page(client, last)).entries)
    }
  }

  describe('the token history', () => {
    it('AUTH-11 CHECK-04 · says which charge was for the correction of prices', async () => {
      const user = await server().user()
      await user.bulk(makeRows(2), { filename: 'цени.csv', source: 'upload' })
      await user.bulk(makeRows(1), { filename: 'цени.csv', source: 'correction' })
      const sources = (await page(user)).entries.map(({ source }) => source)
      expect(sources).toEqual(['correction', 'upload', null])
    })

    it('AUTH-11 · lists every grant and charge, newest first, with its date and the balance after it', async () => {
      const { db, time } = server()
      const user = await server().user()
      const signedUpAt = time.now
      time.now += 1000
      const { jobId, newBalance } = (await user.bulk(makeRows(4), { filename: 'цени.csv' })).reply
      const grant = { email: user.email, tokens: 500, note: 'Поръчка 7', at: time.now + 5000 }
      await grantTokens(db, grant)
      const at = (ms: number) => new Date(ms).toISOString()
      expect(await page(user)).toEqual({
        total: 3,
        entries: [
          {
            seq: 3,
            at: at(grant.at),
            reason: 'admin',
            delta: 500,
            balanceAfter: 511,
            note: 'Поръчка 7',
            jobId: null,
            filename: null,
            source: null,
            plan: null,
            uncovered: 0,
          },
          {
            seq: 2,
            at: at(time.now),
            reason: 'conversion',
            delta: -4,
            balanceAfter: newBalance,
            note: null,
            jobId,
            filename: 'цени.csv',
            source: 'upload',
            plan: null,
            uncovered: 0,
          },
          {
            seq: 1,
            at: at(signedUpAt),
            reason: 'signup',
            delta: 15,
            balanceAfter: 15,
            note: null,
            jobId: null,
            filename: null,
            source: null,
            plan: null,
            uncovered: 0,
          },
        ],
      })
    })

    it('AUTH-11 · keeps the charge of a job that was deleted', async () => {
      const user = await server().user()
      const { jobId } = (await user.bulk(makeRows(2))).reply
      await user.call(deleteJob, { params: { id: jobId } })
      const [charge] = (await page(user)).entries
      expect(charge).toMatchObject({ seq: 2, delta: -2, balanceAfter: 13, jobId: null, filename: null })
    })

    it('AUTH-11 · of fifty concurrent charges has no gaps, and every balance matches its delta', async () => {
      const user = await server().user(80)
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => user.bulk(makeRows(1, n))))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      const history = (await wholeHistory(user)).toReversed()
      expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 52 }, (_, n) => n + 1))
      let balance = 0
      for (const { delta, balanceAfter } of history) expect(balanceAfter).toBe((balance += delta))
      expect(balance).toBe(30)
      const told = answers.map(({ reply }) => reply.newBalance).sort((a, b) => b - a)
      expect(history.slice(2).map(({ balanceAfter }) => balanceAfter)).toEqual(told)
      await expectConsistentLedger(server().db)
    })

    it('AUTH-11 · skips no number for rejected or repeated requests', async () => {
      const user = await server().user()
      await Promise.all([
        ...Array.from({ length: 5 }, () => user.bulk(makeRows(3), { key: 'one' })),
        user.bulk(makeRows(100)),
        user.bulk(makeRows(4), { key: 'one' }),
      ])
      await user.bulk(makeRows(1))
      expect((await wholeHistory(user)).map(({ seq }) => seq)).toEqual([3, 2, 1])
    })

    it('AUTH-11 · is paged by the number of the last entry, twenty at a time', async () => {
      const { db, time } = server()
      const user = await server().user()
      for (let n = 0; n < 45; n++)
        await grantTokens(db, { email: user.email, tokens: 1, note: `${n}`, at: time.now })
      const first = await page(user)
      expect([first.total, first.entries.length, first.entries.at(-1)?.seq]).toEqual([46, 20, 27])
      const second = await page(user, 27)
      await grantTokens(db, { email: user.email, tokens: 1, note: 'meanwhile', at: time.now })
      const third = await page(user, 7)
      const seqs = [...first.entries, ...second.entries, ...third.entries].map(({ seq }) => seq)
      expect(seqs).toEqual(Array.from({ length: 46 }, (_, n) => 46 - n))
      expect((await page(user, 1)).entries).toEqual([])
    })

    it.each(['0', '-1', '1.5', '1e3', 'x', '', '%00', '9'.repeat(16), '1&before=2'])(
      'AUTH-11 · rejects the page position %j',
      async (before) => {
        const user = await server().user()
        const path = `${listEntries.path}?before=${before}`
        const { status, refusal } = await user.send(listEntries, path, { method: 'GET' })
        expect([status, refusal.code]).toEqual([400, 'bad_request'])
      },
    )

    it('AUTH-11 · has only entries of the account', async () => {
      const [user, other] = [await server().user(), await server().user()]
      await other.bulk(makeRows(3))
      expect((await page(user)).total).toBe(1)
      expect((await server().client().call(listEntries)).status).toBe(401)
    })
  })
})
