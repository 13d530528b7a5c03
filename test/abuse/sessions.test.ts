import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { me, requestReset, verifyEmail } from '#api/auth.ts'
import { changePassword, requestVerification } from '#api/account.ts'
import { DIALECTS } from '../harness.ts'
import { PASSWORD } from '../server/client.ts'
import { tokenIn } from '../server/mail-server.ts'
import { OF_USERS, pathOf } from './endpoints.ts'
import { type AbuseServer, withAbuseServer, valueOf } from './abuse-server.ts'

const NOBODY = { ok: true, user: null, tokens: 0 }
const PLANTED = 'F'.repeat(43)

/** The user of a Cookie header. */
async function whoIs(target: AbuseServer, cookie: string, name = 'me'): Promise<unknown> {
  const { text } = await target.ask({ path: '/api/auth/me', headers: { cookie } })
  expect(text, name).toMatch(/^\{/)
  return JSON.parse(text)
}

const credentials = (email: string) => ({ email, password: PASSWORD })

withAbuseServer({ databases: DIALECTS, mail: true }, (getTarget, dialect) => {
  it.each(['login', 'register'])(
    'AUTH-02 · C01 · a planted session cookie is never accepted: %s',
    async (call) => {
      const target = getTarget()
      const owner = await target.user()
      const email = call === 'login' ? owner.email : target.stranger().email
      const planted = `levro=${PLANTED}; levro-device=${PLANTED}`
      expect(await whoIs(target, planted)).toEqual(NOBODY)
      const { status, setCookies } = await target.ask({
        method: 'POST',
        path: `/api/auth/${call}`,
        json: credentials(email),
        headers: { cookie: planted },
      })
      expect(status).toBe(200)
      expect(setCookies.map((line) => line.split('=')[0])).toEqual(['levro', 'levro-device'])
      for (const line of setCookies) {
        expect(line).not.toContain(PLANTED)
        expect(line).toMatch(/^levro(?:-device)?=[\w-]{43};.*HttpOnly; SameSite=Lax/)
        expect(line, 'no domain: subdomains get none').not.toMatch(/domain/i)
      }
      expect(await whoIs(target, planted)).toEqual(NOBODY)
    },
  )

  it('AUTH-02 · C01 · signing in over an existing session ends it and starts another', async () => {
    const target = getTarget()
    const [attacker, victim] = [await target.user(), await target.user()]
    const former = attacker.cookie ?? ''
    await attacker.login(victim.email)
    expect(valueOf(attacker.cookie)).not.toBe(valueOf(former))
    expect((await attacker.call(me)).reply.user).toEqual({ email: victim.email })
    expect(await whoIs(target, former), 'what the attacker kept').toEqual(NOBODY)
    const before = victim.cookie ?? ''
    await victim.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` } })
    target.keepSecret(valueOf(victim.cookie), valueOf(attacker.cookie), `${PASSWORD} 2`)
    expect(victim.cookie).not.toBe(before)
    for (const old of [before, attacker.cookie ?? '']) expect(await whoIs(target, old)).toEqual(NOBODY)
  })

  it('AUTH-02 · C01 · only the cookie with the right name authenticates', async () => {
    const target = getTarget()
    const owner = await target.user()
    const token = valueOf(owner.cookie)
    const others = [
      `LEVRO=${token}`,
      `Levro=${token}`,
      `__Host-levro=${token}`,
      `__Secure-levro=${token}`,
      `levro-device=${token}`,
      `levro[]=${token}`,
      `levro%00=${token}`,
      `=levro=${token}`,
      `levro=${token}x`,
      `levro=${token.slice(0, -1)}`,
      `levro=${token} ${token}`,
      `levro=j:{"token":"${token}"}`,
      `levro=${PLANTED}; levro=${token}`,
      `levro=${valueOf(owner.device)}`,
    ]
    for (const cookie of others) {
      const { text } = await target.ask({ path: '/api/auth/me', headers: { cookie } })
      expect(JSON.parse(text), cookie.replace(token, '…')).toEqual(NOBODY)
    }
    const elsewhere = [
      { path: `/api/auth/me?levro=${token}&token=${token}` },
      { path: '/api/auth/me', headers: { 'x-session': token, 'set-cookie': `levro=${token}` } },
    ]
    for (const question of elsewhere) expect(JSON.parse((await target.ask(question)).text)).toEqual(NOBODY)
    const asKey = await target.ask({
      path: '/api/auth/me',
      headers: { authorization: `Bearer ${token}`, cookie: owner.cookie ?? '' },
    })
    expect([asKey.status, JSON.parse(asKey.text).code]).toEqual([401, 'invalid_api_key'])
  })

  it('AUTH-04 · C03 · a signed-out cookie is valid for no endpoint, and other devices stay signed in', async () => {
    const target = getTarget()
    const owner = await target.user()
    const elsewhere = target.stranger()
    await elsewhere.login(owner.email)
    const kept = owner.cookie ?? ''
    expect((await target.ask({ path: '/api/auth/logout', as: owner })).status, 'by GET').toBe(405)
    expect((await owner.call(me)).reply.user).not.toBeNull()
    const { status, setCookies } = await target.ask({ method: 'POST', path: '/api/auth/logout', as: owner })
    expect([status, setCookies.join()]).toEqual([200, expect.stringMatching(/^levro=;.*(?:Max-Age=0|1970)/)])
    for (const cookie of [kept, `${kept}; ${owner.device}`, `levro="${valueOf(kept)}"`]) {
      expect(await whoIs(target, cookie)).toEqual(NOBODY)
      for (const endpoint of OF_USERS) {
        const { method } = endpoint
        const answer = await target.ask({ method, path: pathOf(endpoint), headers: { cookie } })
        expect(answer.status, endpoint.path).toBe(401)
      }
    }
    expect((await target.ask({ method: 'POST', path: '/api/auth/logout', as: owner })).status).toBe(200)
    expect((await elsewhere.call(me)).reply.user).toEqual({ email: owner.email })
  })

  it('AUTH-02 · C05 · no cookie or link is in the database, in any encoding', async () => {
    const target = getTarget()
    const { mail } = target
    const owner = await target.user()
    await target.ask({ method: 'POST', path: '/api/auth/login', json: credentials(owner.email) })
    const verify = tokenIn(await mail.waitForEmail(owner.email, 'verify'))
    await owner.call(requestReset, { body: { email: owner.email } })
    const reset = tokenIn(await mail.waitForEmail(owner.email, 'reset'))
    await owner.call(requestVerification)
    const second = tokenIn(await mail.waitForEmail(owner.email, 'verify', 2))
    const secrets = [valueOf(owner.cookie), valueOf(owner.device), verify, reset, second]
    target.keepSecret(...secrets)
    expect(new Set(secrets).size).toBe(5)

    const store = dialect === 'sqlite' ? target.place.settings.DATA_DIR : clusterFolder()
    const files = contentsOf(store)
    const isThere = (bytes: Buffer) => files.some((content) => content.includes(bytes))
    expect(isThere(Buffer.from(owner.email)), 'the search finds what is there').toBe(true)
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/)
      for (const form of formsOf(secret)) expect(isThere(form), form.toString('latin1')).toBe(false)
    }
    expect(isThere(Buffer.from(PASSWORD)), 'the password').toBe(false)
    expect((await owner.call(verifyEmail, { body: { token: second } })).status, 'they were good').toBe(200)
  })
})

withAbuseServer({ settings: { PUBLIC_ORIGIN: 'https://levro.example' } }, (getTarget) => {
  it('AUTH-02 · C01 · behind https only the __Host- cookie is read', async () => {
    const target = getTarget()
    const owner = await target.user()
    expect(owner.cookie).toMatch(/^__Host-levro=[\w-]{43}$/)
    const token = valueOf(owner.cookie)
    for (const name of ['levro', '__Secure-levro', '__host-levro', '__HOST-LEVRO', '__Host-Levro'])
      expect(await whoIs(target, `${name}=${token}`, name)).toEqual(NOBODY)
    const both = `levro=${PLANTED}; __Host-levro=${token}`
    expect(await whoIs(target, both)).toMatchObject({ user: { email: owner.email } })
  })
})

/** The data folder of PostgreSQL: its tables, and its write-ahead log. */
const clusterFolder = (): string =>
  join(new URL(inject('postgresUrl')).searchParams.get('host') ?? expect.fail('no folder'), 'data')

function contentsOf(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      try {
        return [readFileSync(join(parentPath, name))]
      } catch {
        // Files of a running database may disappear.
        return []
      }
    })
}

function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, 'base64url')
  const hex = bytes.toString('hex')
  return [
    Buffer.from(secret),
    bytes,
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    Buffer.from(bytes.toString('base64')),
    Buffer.from(Buffer.from(secret).toString('hex')),
  ]
}
