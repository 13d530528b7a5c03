import { describe, expect, it } from 'vitest'
import { requestPasskey, signInWithPasskey } from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { addedApp, addedPasskey, complete, nextCode, ticketOf } from '#test/server/second-factors.ts'
import { MAX_CHALLENGES, createChallenge } from './challenges.ts'

onEachDatabase((server) => {
  describe('begun sign-ins and challenges', () => {
    it('AUTH-02 · of an account end above fifty, the oldest first, and those of others stay', async () => {
      const [user, other] = [await server().user(), await server().user()]
      const { secret } = await addedApp(server(), user)
      const { secret: otherSecret } = await addedApp(server(), other)
      const otherTicket = await ticketOf(server().client(), other.email)
      const { db, time } = server()
      const [first, second] = [await begin(), await begin()]
      const accountId = await accountIdOf(db, user.email)
      // As sign-ins would, without hashing a password.
      for (let n = 2; n < 50; n++)
        await createChallenge(db, { purpose: 'second-factor', accountId, now: (time.now += 1) })
      await begin()
      async function begin() {
        server().time.now += 1
        return ticketOf(server().client(), user.email)
      }
      const answer = async (ticket: string, code: string) =>
        (await complete(server().client(), ticket, code)).status
      expect(await answer(first, nextCode(server(), secret))).toBe(410)
      expect(await answer(second, nextCode(server(), secret))).toBe(200)
      expect(await answer(otherTicket, nextCode(server(), otherSecret))).toBe(200)
    })

    it('AUTH-02 · of visitors end above ten thousand, the oldest first, and those of accounts stay', async () => {
      const { db, time } = server()
      const user = await server().user()
      const passkey = await addedPasskey(server(), user)
      const ticket = await ticketOf(server().client(), user.email)
      const flood = (from: number, count: number) =>
        Array.from({ length: count }, (_, n) => ({
          hash: `flood ${from + n}`,
          purpose: 'passkey' as const,
          account_id: null,
          expires_at: time.now + 60_000 + from + n,
        }))
      // Inserted as thousands of networks would.
      for (let n = 0; n < MAX_CHALLENGES.withoutAccount + 500; n += 500)
        await db.insertInto('auth_challenge').values(flood(n, 500)).execute()
      const browser = server().client()
      const { options } = (await browser.call(requestPasskey)).reply
      const rows = await db
        .selectFrom('auth_challenge')
        .select('hash')
        .where('purpose', '=', 'passkey')
        .orderBy('expires_at')
        .execute()
      expect([rows.length, rows[0]?.hash]).toEqual([10_000, 'flood 501'])
      const { status } = await browser.call(signInWithPasskey, { body: { passkey: passkey.get(options) } })
      expect(status).toBe(200)
      expect((await complete(server().client(), ticket, 'no code')).status, 'still begun').toBe(403)
    })
  })
})
