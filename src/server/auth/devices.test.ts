import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { endSession, listSessions } from '#api/account.ts'
import { logout } from '#api/auth.ts'
import { onEachDatabase } from '#test/harness.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { forgetLimits, useUpLimit } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 86_400_000

const pseudonymousKey = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 22)

onEachDatabase((server) => {
  beforeEach(async () => {
    await forgetLimits(server().db)
  })

  /** Exceeds the limits of the account and of the network, as failed logins would. */
  async function exceedLimits({ email }: Client): Promise<void> {
    const { db, time } = server()
    const until = time.now + 10 * MINUTE_MS
    await useUpLimit(db, `login:${pseudonymousKey(email)}`, 100, until)
    await useUpLimit(db, `login:127.0.0.1`, 300, until)
  }

  const statusOf = async (client: Client, email: string, password = PASSWORD) =>
    (await client.login(email, password)).status

  describe('a known device', () => {
    it('AUTH-02 · can sign in when an attacker has exceeded every other limit', async () => {
      const user = await server().user()
      await user.call(logout)
      await exceedLimits(user)
      expect(await statusOf(server().client(), user.email)).toBe(429)
      expect(await statusOf(user, user.email)).toBe(200)
      expect(await statusOf(user, user.email.toUpperCase()), 'and again').toBe(200)
    })

    it('AUTH-04 AUTH-02 · is forgotten by signing out on a shared computer, which clears the browser', async () => {
      const user = await server().user()
      const { device } = user
      const { headers, reply } = await user.call(logout, { body: { isShared: true } })
      expect(reply).toEqual({ ok: true })
      expect(headers.get('clear-site-data')).toBe('"cache", "cookies", "storage"')
      expect([user.cookie, user.device]).toEqual([undefined, undefined])
      await exceedLimits(user)
      user.device = device
      expect(await statusOf(user, user.email)).toBe(429)
      await forgetLimits(server().db)
      await user.login()
      const usual = await user.call(logout, { body: {} })
      expect([usual.status, usual.headers.get('clear-site-data')]).toEqual([200, null])
      expect(user.device).toBeDefined()
    })

    it('AUTH-10 AUTH-02 · is forgotten when its session is ended on another, which stays known', async () => {
      const user = await server().user()
      const other = server().client()
      await other.login(user.email)
      const { sessions } = (await user.call(listSessions)).reply
      const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
      expect((await user.call(endSession, { params: { id }, body: { password: PASSWORD } })).status).toBe(200)
      await exceedLimits(user)
      expect(await statusOf(other, user.email)).toBe(429)
      expect(await statusOf(user, user.email)).toBe(200)
    })

    it('AUTH-02 · has a limit of ten attempts of its own', async () => {
      const user = await server().user()
      await user.call(logout)
      const statuses = await Promise.all(
        Array.from({ length: 15 }, (_, n) => statusOf(user, user.email, `wrong ${n}`)),
      )
      expect(statuses.sort((a, b) => a - b)).toEqual([
        ...Array<number>(10).fill(401),
        ...Array<number>(5).fill(429),
      ])
      expect(await statusOf(user, user.email)).toBe(429)
      server().time.now += 15 * MINUTE_MS
      expect(await statusOf(user, user.email)).toBe(200)
    })

    it('AUTH-02 · gets a new secret with each sign-in, which invalidates the previous one', async () => {
      const user = await server().user()
      const previous = user.device
      await user.login()
      expect(user.device).not.toBe(previous)
      await exceedLimits(user)
      const attacker = server().client()
      attacker.device = previous
      expect(await statusOf(attacker, user.email)).toBe(429)
    })

    it('AUTH-02 · is known for a year after the last sign-in', async () => {
      const { time } = server()
      const user = await server().user()
      time.now += YEAR_MS
      await exceedLimits(user)
      expect(await statusOf(user, user.email)).toBe(429)
    })

    it('AUTH-02 · has a secret that is not stored', async () => {
      const user = await server().user()
      const rows = await server().db.selectFrom('known_device').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(user.device?.split('=')[1])
    })
  })

  describe('an unknown device', () => {
    it('AUTH-02 · is limited with all others of its network, whichever accounts they try', async () => {
      const { db, time } = server()
      const users = [await server().user(), await server().user()]
      await useUpLimit(db, `login:127.0.0.1`, 299, time.now + 10 * MINUTE_MS)
      const attempt = async (n: number) => server().client().login(users[n]?.email, 'not the password')
      expect((await attempt(0)).status).toBe(401)
      const { status, refusal, headers } = await attempt(1)
      expect([status, refusal.code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '600'])
    })

    it.each([
      ['an unknown secret', () => `levro-device=${'F'.repeat(43)}`],
      ['an invalid secret', () => 'levro-device=1'],
      ['an empty cookie', () => 'levro-device='],
    ])('AUTH-02 · is not accepted with %s', async (_title, cookie) => {
      const user = await server().user()
      await exceedLimits(user)
      const attacker = server().client()
      attacker.device = cookie()
      expect(await statusOf(attacker, user.email)).toBe(429)
    })

    it('AUTH-02 · is not known to another account by having signed in to its own', async () => {
      const [victim, attacker] = [await server().user(), await server().user()]
      await attacker.call(logout)
      await exceedLimits(victim)
      expect(await statusOf(attacker, victim.email, 'a guess')).toBe(429)
      expect(await statusOf(attacker, victim.email)).toBe(429)
      expect(await statusOf(victim, victim.email)).toBe(200)
    })

    it('AUTH-02 · does not use up the limit of a known device', async () => {
      const user = await server().user()
      for (let n = 0; n < 12; n++) await statusOf(server().client(), user.email, `wrong ${n}`)
      expect(await statusOf(server().client(), user.email)).toBe(429)
      expect(await statusOf(user, user.email)).toBe(200)
    })
  })
})
