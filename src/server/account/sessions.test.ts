import { describe, expect, it } from 'vitest'
import { login, me } from '#api/auth.ts'
import { changePassword, deleteAccount, endAllSessions, endSession, listSessions } from '#api/account.ts'
import { onEachDatabase } from '#test/harness.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf, expectConsistentLedger } from '#test/server/ledger-check.ts'
import { startSession } from '../auth/sessions.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const AGENTS = {
  'Chrome · Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Firefox · Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
  'Safari · iOS':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Microsoft Edge · macOS':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
  'Chrome · Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
}

onEachDatabase((server) => {
  const signInAs = async (email: string, agent: string): Promise<Client> => {
    const client = server().client()
    const answer = await client.call(login, {
      body: { email, password: PASSWORD },
      headers: { 'user-agent': agent },
    })
    expect(answer.status).toBe(200)
    return client
  }
  const list = async (client: Client) => (await client.call(listSessions)).reply.sessions
  const isSignedIn = async (client: Client) => (await client.call(me)).reply.user !== null
  const end = (client: Client, id: string, password = PASSWORD) =>
    client.call(endSession, { params: { id }, body: { password } })

  it('AUTH-10 · concurrent changes of sessions and passwords do not deadlock', async () => {
    for (let round = 0; round < 6; round++) {
      const user = await server().user()
      const others = await Promise.all(['a', 'b', 'c', 'd'].map((agent) => signInAs(user.email, agent)))
      const ids = (await list(user)).map(({ id }) => id)
      const newPassword = 'another long secret'
      const answers = await Promise.all([
        ...others.map((client, n) => end(client, ids[n] ?? '')),
        others[0]?.call(endAllSessions, { body: { password: PASSWORD } }),
        user.call(changePassword, { body: { currentPassword: PASSWORD, newPassword } }),
        user.call(endAllSessions, { body: { password: PASSWORD } }),
        server().client().login(user.email),
        ...(round % 2 ? [others[1]?.call(deleteAccount)] : []),
      ])
      for (const answer of answers) expect(answer?.status, answer?.text).toBeLessThan(500)
    }
  })

  describe('the list of sessions', () => {
    it('AUTH-10 · shows the devices, last used first, and marks the current one', async () => {
      const { time } = server()
      const user = await server().user()
      const clients: Client[] = []
      for (const agent of Object.values(AGENTS)) {
        time.now += 1000
        clients.push(await signInAs(user.email, agent))
      }
      const [chrome] = clients
      const startedAt = time.now
      time.now += 2 * MINUTE_MS
      const sessions = await list(chrome ?? user)
      expect(sessions.map(({ device }) => device)).toEqual([
        'Chrome · Windows',
        'Chrome · Android',
        'Microsoft Edge · macOS',
        'Safari · iOS',
        'Firefox · Linux',
        expect.any(String),
      ])
      expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, ...Array<boolean>(5).fill(false)])
      expect(sessions[0]?.lastUsedAt).toBe(new Date(time.now).toISOString())
      expect(sessions[1]?.lastUsedAt).toBe(new Date(startedAt).toISOString())
      expect(sessions[1]?.createdAt).toBe(new Date(startedAt).toISOString())
    })

    it.each([
      ['', ''],
      ['x'.repeat(5000), ''],
      ['<script>alert(1)</script>', ''],
      ['curl/8.5.0', expect.stringMatching(/^(?:curl.*)?$/i)],
    ])('AUTH-10 · a User-Agent like %j is accepted', async (agent, name) => {
      const user = await server().user()
      const client = await signInAs(user.email, agent)
      expect((await list(client)).find(({ isCurrent }) => isCurrent)?.device).toEqual(name)
    })

    it('AUTH-10 · does not reveal tokens or sessions of other users', async () => {
      const [user, other] = [await server().user(), await server().user()]
      const answer = await user.call(listSessions)
      const hashes = await server().db.selectFrom('session').select('token_hash').execute()
      for (const { token_hash } of hashes) expect(answer.text).not.toContain(token_hash)
      expect(answer.text).not.toContain(user.cookie?.split('=')[1])
      const otherUserSession = (await list(other)).map(({ id }) => id)
      expect(answer.reply.sessions.map(({ id }) => id)).not.toContain(otherUserSession[0])
      expect((await server().client().call(listSessions)).status).toBe(401)
    })

    it('AUTH-10 · omits expired sessions', async () => {
      const { time } = server()
      const user = await server().user()
      await signInAs(user.email, AGENTS['Firefox · Linux'])
      time.now += 6 * DAY_MS
      expect(await list(user)).toHaveLength(2)
      time.now += 6 * DAY_MS
      expect(await list(user)).toHaveLength(1)
    })
  })

  describe('ending sessions', () => {
    it('AUTH-10 · ends one with the password; the current one continues with a new token', async () => {
      const user = await server().user()
      const ended = await signInAs(user.email, AGENTS['Safari · iOS'])
      const remaining = await signInAs(user.email, AGENTS['Firefox · Linux'])
      const id = (await list(user)).find(({ device }) => device === 'Safari · iOS')?.id ?? ''
      const previous = user.cookie
      expect((await end(user, id)).reply).toEqual({ ok: true })
      expect(await isSignedIn(ended)).toBe(false)
      expect([await isSignedIn(remaining), await isSignedIn(user)]).toEqual([true, true])
      expect(user.cookie).not.toBe(previous)
      expect((await end(user, id)).status, 'already ended').toBe(404)
    })

    it('AUTH-10 · needs the password', async () => {
      const user = await server().user()
      const other = await signInAs(user.email, AGENTS['Safari · iOS'])
      const [{ id } = { id: '' }] = (await list(user)).filter(({ isCurrent }) => !isCurrent)
      for (const answer of [
        await end(user, id, 'not the password'),
        await user.call(endAllSessions, { body: { password: '' } }),
      ])
        expect([answer.status, answer.refusal.code]).toEqual([403, 'wrong_password'])
      expect((await user.call(endAllSessions, { body: {} })).status).toBe(400)
      expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([true, true])
    })

    it("AUTH-10 · another user's session is not found, like one that does not exist", async () => {
      const [user, victim] = [await server().user(), await server().user()]
      const [otherUserSession] = await list(victim)
      const answers = [
        await end(user, otherUserSession?.id ?? ''),
        await end(user, 'A'.repeat(22)),
        await end(user, '\0'),
      ]
      for (const { status, text } of answers) expect([status, text]).toEqual([404, answers[0]?.text])
      expect(await isSignedIn(victim)).toBe(true)
    })

    it('AUTH-10 · ends all sessions of the user, also the current one', async () => {
      const [user, otherUser] = [await server().user(), await server().user()]
      const others = await Promise.all(Object.values(AGENTS).map((agent) => signInAs(user.email, agent)))
      const token = user.cookie
      const answer = await user.call(endAllSessions, { body: { password: PASSWORD } })
      expect([answer.reply, user.cookie]).toEqual([{ ok: true }, undefined])
      user.cookie = token
      for (const client of [user, ...others]) expect(await isSignedIn(client)).toBe(false)
      expect(await isSignedIn(otherUser)).toBe(true)
      expect((await user.login()).status, 'can sign in again').toBe(200)
    })

    it('AUTH-10 · above fifty sessions the least recently used one ends', async () => {
      const { db, time } = server()
      const user = await server().user()
      time.now += 10
      const second = await signInAs(user.email, '')
      time.now += 10
      const third = await signInAs(user.email, '')
      const accountId = await accountIdOf(db, user.email)
      // Like a login, without hashing a password.
      const like = { accountId, device: '', confirmedAt: null }
      for (let n = 3; n < 50; n++) await startSession(db, { ...like, at: (time.now += 10) })
      time.now += 2 * MINUTE_MS
      expect(await isSignedIn(user), 'the first session is used again').toBe(true)
      const last = await signInAs(user.email, '')
      expect(await list(last)).toHaveLength(50)
      expect(await isSignedIn(second)).toBe(false)
      expect([await isSignedIn(user), await isSignedIn(third)]).toEqual([true, true])
      await expectConsistentLedger(db)
    })
  })
})
