import { describe, expect, it } from 'vitest'
import { checkReset, login, me } from '#api/auth.ts'
import { requestPasskey, signInWithPasskey } from '#api/second-factor.ts'
import { createEmailToken } from '#server/auth/email-tokens.ts'
import { MAX_CHALLENGES, createChallenge } from '#server/auth/second-factor/challenges.ts'
import { accountIdOf } from './ledger-check.ts'
import { addedApp, addedPasskey, codeAt, complete, ticketOf } from './second-factors.ts'
import { expectSent, from, onEachDatabaseWithMail } from './with-mail.ts'
import {
  buyerOf,
  expectConsistent,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  waitForBackgroundWork,
} from './with-payments.ts'

const MINUTE_MS = 60_000
const TWO_DAYS_MS = 2 * 24 * 60 * MINUTE_MS

onEachDatabaseWithMail((server, mail) => {
  describe('a clock that is set back two days', () => {
    it('AUTH-02 · keeps no limit exceeded, and limits count anew', async () => {
      const user = await server().user()
      const attempt = async (password?: string) => {
        const body = { email: user.email, password: password ?? 'a long enough secret' }
        return server()
          .client()
          .call(login, { body, headers: from('198.51.100.7') })
      }
      const guess = async () => {
        for (let n = 0; n < 10; n++) expect((await attempt(`wrong ${n}`)).status).toBe(401)
        const { status, headers } = await attempt()
        expect(status).toBe(429)
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      await guess()
      server().time.now -= TWO_DAYS_MS
      expect((await attempt()).status).toBe(200)
      await guess()
      server().time.now += TWO_DAYS_MS
    })

    it('AUTH-02 · by a few minutes, as between two machines, keeps limits as they are', async () => {
      const user = await server().user()
      const body = { email: user.email, password: 'wrong one' }
      const guess = () =>
        server()
          .client()
          .call(login, { body, headers: from('198.51.100.8') })
      for (let n = 0; n < 10; n++) await guess()
      server().time.now -= 4 * MINUTE_MS
      expect((await guess()).status).toBe(429)
      server().time.now += 4 * MINUTE_MS
    })

    it('AUTH-05 · does not lengthen the life of a link, and leaves sessions valid', async () => {
      const { db, time } = server()
      const user = await server().user()
      const token = await createEmailToken(db, await accountIdOf(db, user.email), 'reset', time.now)
      const check = async () => (await server().client().call(checkReset, { body: { token } })).status
      expect(await check()).toBe(200)
      time.now -= TWO_DAYS_MS
      expect(await check()).toBe(410)
      expect((await user.call(me)).reply.user).toEqual({ email: user.email })
      time.now += TWO_DAYS_MS
    })

    it('AUTH-02 · does not lengthen the life of a begun sign-in or of a challenge, nor end new ones', async () => {
      const { db, time } = server()
      const user = await server().user()
      const { secret, codes } = await addedApp(server(), user)
      const passkey = await addedPasskey(server(), user)
      const browser = () => server().client()
      const begin = () => ticketOf(browser(), user.email)
      const challenge = async () => (await browser().call(requestPasskey)).reply.options
      const signIn = async (options: Record<string, unknown>) => {
        const { status } = await browser().call(signInWithPasskey, {
          body: { passkey: passkey.get(options) },
        })
        return status
      }
      const [ticket, options] = [await begin(), await challenge()]
      const begun = {
        purpose: 'second-factor',
        accountId: await accountIdOf(db, user.email),
        now: time.now,
      } as const
      for (let n = 1; n < MAX_CHALLENGES.ofAccount; n++) await createChallenge(db, begun)
      time.now -= TWO_DAYS_MS
      expect((await complete(browser(), ticket, codeAt(secret, time.now))).refusal.code).toBe(
        'sign_in_expired',
      )
      expect(await signIn(options)).toBe(403)
      const [newTicket, newOptions] = [await begin(), await challenge()]
      await begin()
      await challenge()
      expect(await signIn(newOptions)).toBe(200)
      expect((await complete(browser(), newTicket, codes[0] ?? '')).status).toBe(200)
      time.now += TWO_DAYS_MS
    })

    it('AUTH-10 · delays no waiting email', async () => {
      const { db, time } = server()
      await expectSent(db)
      await mail().goDown()
      const user = await server().user()
      const waiting = () => db.selectFrom('outbox').select('problem').execute()
      await expect.poll(waiting).toEqual([{ problem: expect.stringContaining('ECONNREFUSED') }])
      time.now -= TWO_DAYS_MS
      await mail().comeUp()
      await mail().waitForEmail(user.email, 'verify')
      await expectSent(db)
      time.now += TWO_DAYS_MS
    })
  })
})

onEachDatabaseWithPayments((shop) => {
  it('PAY-07 · a paid purchase is found and credited once although the clock was set back two days', async () => {
    const buyer = await buyerOf(shop())
    const sessionId = await pay(shop(), buyer)
    shop().server.time.now -= TWO_DAYS_MS
    await waitForBackgroundWork(shop(), async () =>
      expect((await purchaseOf(shop().server.db, sessionId)).status).toBe('credited'),
    )
    await expectConsistent(shop())
  })
})
