import { describe, expect, it } from 'vitest'
import { deleteAccount, getAccount, requestVerification } from '#api/account.ts'
import { register, requestReset, verifyEmail } from '#api/auth.ts'
import { requestDeviceCode } from '#api/second-factor.ts'
import { PASSWORD, type Client } from '#test/server/client.ts'
import { expectConsistentLedger } from '#test/server/ledger-check.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { readAllRows } from '#test/server/whole-store.ts'
import { expectSent, forgetLimits, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { deleteOldFreeTokenGrants } from './free-tokens.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

onEachDatabaseWithMail((server, mail) => {
  const registerFrom = (ip: string, client: Client = server().client(), email = client.email) =>
    client.call(register, { body: { email, password: PASSWORD }, headers: from(ip) })

  /** How many of the accounts that one client address after the other makes get their tokens at once. */
  async function countGiven(ips: string[]): Promise<number> {
    let given = 0
    for (const ip of ips) {
      const { reply } = await registerFrom(ip)
      expect([0, 15]).toContain(reply.tokens)
      if (reply.tokens > 0) given++
    }
    return given
  }

  const confirm = async (client: Client, email = client.email, n = 1) => {
    const token = tokenIn(await mail().waitForEmail(email, 'verify', n))
    return (await client.call(verifyEmail, { body: { token } })).reply
  }

  describe('an account', () => {
    it('AUTH-01 · gets its free tokens at once, unless thirty of its network did in an hour', async () => {
      await forgetLimits(server().db)
      expect(await countGiven(Array.from({ length: 33 }, (_, n) => `198.51.100.${n}`))).toBe(30)
      const late = server().client()
      expect((await registerFrom('198.51.100.200', late)).reply.tokens).toBe(0)
      expect((await late.call(getAccount)).reply.freeTokens).toBe('pending')
      expect((await registerFrom('198.51.101.1')).reply.tokens, 'another network').toBe(15)
      expect(await confirm(late)).toEqual({ ok: true, tokensAdded: 15, freeTokens: 'given' })
      expect(await confirm(late), 'the link is opened again').toEqual({
        ok: true,
        tokensAdded: 0,
        freeTokens: 'given',
      })
      expect((await late.login()).reply.tokens).toBe(15)
      server().time.now += HOUR_MS
      expect((await registerFrom('198.51.100.201')).reply.tokens).toBe(15)
      await expectConsistentLedger(server().db)
    })

    it('AUTH-01 · of forty /64 of one /48 thirty of each /56 get them, and a hundred in all', async () => {
      await forgetLimits(server().db)
      const hex = (n: number) => n.toString(16)
      const inOne56 = Array.from({ length: 33 }, (_, n) => `2001:db8:1:a${hex(n).padStart(2, '0')}::1`)
      expect(await countGiven(inOne56)).toBe(30)
      const inOthers = Array.from({ length: 75 }, (_, n) => `2001:db8:1:${hex(n + 1)}00::1`)
      expect(await countGiven(inOthers)).toBe(70)
      expect(await countGiven(['2001:db8:2::1'])).toBe(1)
    })

    it('AUTH-01 · of one mailbox gets them once: not after deletion, in other spellings, or within a year', async () => {
      const { time, db } = server()
      await forgetLimits(db)
      const name = `ivan${time.now}`
      const first = server().client()
      const email = `${name}@gmail.com`
      expect((await registerFrom('192.0.2.1', first, email)).reply.tokens).toBe(15)
      expect((await confirm(first, email)).freeTokens).toBe('given')
      const spelled = server().client()
      const other = `${name.slice(0, 4)}.${name.slice(4)}+levro@googlemail.com`
      expect((await registerFrom('192.0.2.2', spelled, other)).reply.tokens).toBe(0)
      expect(await confirm(spelled, other)).toEqual({ ok: true, tokensAdded: 0, freeTokens: 'refused' })

      for (let n = 0; n < 3; n++) {
        await forgetLimits(db)
        // An email of an account that is deleted before it is sent never arrives.
        await expectSent(db)
        await first.call(deleteAccount)
        expect((await registerFrom('192.0.2.1', first, email)).reply.tokens).toBe(0)
      }
      expect((await confirm(first, email, 4)).freeTokens).toBe('refused')
      await expectSent(db)
      await first.call(deleteAccount)
      await expectSent(db)
      expect(JSON.stringify(await readAllRows(db))).not.toContain(name.slice(4) + '@gmail')

      await forgetLimits(db)
      time.now += 365 * DAY_MS
      await deleteOldFreeTokenGrants(db, time.now)
      expect((await registerFrom('192.0.2.1', first, email)).reply.tokens).toBe(15)
    })

    it('AUTH-10 · whose address is not confirmed gets ten emails a day at most that others cause, and ten of its own', async () => {
      const { db } = server()
      await forgetLimits(db)
      const user = server().client()
      await registerFrom('192.0.2.9', user)
      for (let n = 0; n < 12; n++) {
        // The limits of each kind are for others; together they must not flood a mailbox.
        await db.deleteFrom('throttle').where('key', 'not like', 'unconfirmed:%').execute()
        await user.call(requestDeviceCode, { body: { email: user.email } })
      }
      for (let n = 0; n < 12; n++) {
        await db.deleteFrom('throttle').where('key', 'not like', 'unconfirmed:%').execute()
        await user.call(requestVerification)
      }
      await user.call(requestReset, { body: { email: user.email } })
      await expectSent(db)
      const kinds = ['device-code', 'verify', 'reset'] as const
      expect(kinds.map((kind) => mail().emailsTo(user.email, kind).length)).toEqual([10, 10, 1])
    })
  })
})

onEachDatabaseWithMail(
  (server) => {
    it('AUTH-01 · beyond the number that the operator has set for all networks, none gets its tokens at once', async () => {
      const given = []
      for (let n = 0; n < 7; n++) {
        const client = server().client()
        const headers = from(`10.${n}.0.1`)
        const body = { email: client.email, password: PASSWORD }
        given.push((await client.call(register, { body, headers })).reply.tokens)
      }
      expect(given).toEqual([15, 15, 15, 15, 15, 0, 0])
      expect((await server().client().register()).reply.tokens, 'on this machine').toBe(15)
    })
  },
  { FREE_ACCOUNTS_TOTAL: '5' },
)
