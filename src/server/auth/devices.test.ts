import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { logout } from '#api/auth.ts'
import { onEachDatabase } from '#test/harness.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { forgetLimits, useUp } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 86_400_000

const digest = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 22)

onEachDatabase((server) => {
  beforeEach(async () => {
    await forgetLimits(server().db)
  })

  /** What a hundred guesses at the account and three hundred from the network leave. */
  async function guessAll({ email }: Client): Promise<void> {
    const { db, time } = server()
    const until = time.now + 10 * MINUTE_MS
    await useUp(db, `login:${digest(email)}`, 100, until)
    await useUp(db, `login:127.0.0.1`, 300, until)
  }

  const statusOf = async (client: Client, email: string, password = PASSWORD) =>
    (await client.login(email, password)).status

  describe('a browser in which the owner has signed in before', () => {
    it('AUTH-02 · can sign in when an attacker has exceeded every other limit', async () => {
      const owner = await server().user()
      await owner.call(logout)
      await guessAll(owner)
      expect(await statusOf(server().client(), owner.email)).toBe(429)
      expect(await statusOf(owner, owner.email)).toBe(200)
      expect(await statusOf(owner, owner.email.toUpperCase()), 'and again').toBe(200)
    })

    it('AUTH-02 · has a limit of ten attempts of its own', async () => {
      const owner = await server().user()
      await owner.call(logout)
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, n) => statusOf(owner, owner.email, `wrong ${n}`)),
      )
      expect(answers.sort((a, b) => a - b)).toEqual([
        ...Array<number>(10).fill(401),
        ...Array<number>(5).fill(429),
      ])
      expect(await statusOf(owner, owner.email)).toBe(429)
      server().time.now += 15 * MINUTE_MS
      expect(await statusOf(owner, owner.email)).toBe(200)
    })

    it('AUTH-02 · gets a new secret with each sign-in, which invalidates the previous one', async () => {
      const owner = await server().user()
      const former = owner.device
      await owner.login()
      expect(owner.device).not.toBe(former)
      await guessAll(owner)
      const thief = server().client()
      thief.device = former
      expect(await statusOf(thief, owner.email)).toBe(429)
    })

    it('AUTH-02 · is known for a year after the last sign-in', async () => {
      const { time } = server()
      const owner = await server().user()
      time.now += YEAR_MS
      await guessAll(owner)
      expect(await statusOf(owner, owner.email)).toBe(429)
    })

    it('AUTH-02 · has a secret that is not stored', async () => {
      const owner = await server().user()
      const rows = await server().db.selectFrom('known_device').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(owner.device?.split('=')[1])
    })
  })

  describe('a browser that only says so', () => {
    it.each([
      ['made up', () => `levro-device=${'F'.repeat(43)}`],
      ['no secret at all', () => 'levro-device=1'],
      ['empty', () => 'levro-device='],
    ])('AUTH-02 · gains nothing: %s', async (_title, cookie) => {
      const owner = await server().user()
      await guessAll(owner)
      const stranger = server().client()
      stranger.device = cookie()
      expect(await statusOf(stranger, owner.email)).toBe(429)
    })

    it('AUTH-02 · is not known to another account by having signed in to its own', async () => {
      const [victim, attacker] = [await server().user(), await server().user()]
      await attacker.call(logout)
      await guessAll(victim)
      expect(await statusOf(attacker, victim.email, 'a guess')).toBe(429)
      expect(await statusOf(attacker, victim.email)).toBe(429)
      expect(await statusOf(victim, victim.email)).toBe(200)
    })

    it('AUTH-02 · does not use up the limit of a known device', async () => {
      const owner = await server().user()
      for (let n = 0; n < 12; n++) await statusOf(server().client(), owner.email, `wrong ${n}`)
      expect(await statusOf(server().client(), owner.email)).toBe(429)
      expect(await statusOf(owner, owner.email)).toBe(200)
    })
  })
})
