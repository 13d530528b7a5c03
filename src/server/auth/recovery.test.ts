import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { checkReset, me, requestReset, resetPassword } from '#api/auth.ts'
import { getAccount } from '#api/account.ts'
import type { Client } from '#test/server/client.ts'
import { type MailServer, linkIn, tokenIn } from '#test/server/mail-server.ts'
import { expectNowhere, readAllRows } from '#test/server/whole-store.ts'
import { expectSent, forgetLimits, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

const HOUR_MS = 3_600_000
const NEW_PASSWORD = 'another long secret'

async function requestToken(mail: MailServer, client: Client, n = 1): Promise<string> {
  await client.call(requestReset, { body: { email: client.email } })
  return tokenIn(await mail.waitForEmail(client.email, 'reset', n))
}

const use = (client: Client, token: string, password = NEW_PASSWORD) =>
  client.call(resetPassword, { body: { token, password } })

onEachDatabaseWithMail((server, mail) => {
  describe('a forgotten password', () => {
    it.each([
      ['bg', 'bg-BG,bg;q=0.9', 'Нова парола за Левро', 'Левро', '/reset-password#token='],
      ['en', 'en-GB,en;q=0.9', 'A new password for Levro', 'Levro', '/en/reset-password#token='],
    ])('AUTH-10 · sends an email, as text and HTML: %s', async (lang, accepts, subject, name, path) => {
      const client = await server().user()
      const headers = { 'accept-language': accepts }
      const { reply } = await client.call(requestReset, { body: { email: client.email }, headers })
      expect(reply).toEqual({ ok: true })
      const email = await mail().waitForEmail(client.email, 'reset')
      expect(email.subject).toBe(subject)
      expect(email.from).toMatchObject({ name, address: 'support@levro.bg' })
      expect(email.recipients).toEqual([client.email])
      expect(email.html).toContain(`<html lang="${lang}">`)
      expect(email.html).not.toMatch(/<script|<img|<link|src=|@import/)
      expect(email.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
      expect(linkIn(email)).toMatch(/^http:\/\/localhost:\d+/)
      expect(new URL(linkIn(email)).port).toBe(new URL(server().origin).port)
      expect(linkIn(email)).toContain(path)
      expect(tokenIn(email)).toMatch(/^[\w-]{43}$/)
    })

    it('AUTH-10 · a reset token sets a password once, ends every session, and an email reports it', async () => {
      const user = await server().user()
      const elsewhere = server().client()
      await elsewhere.login(user.email)
      const token = await requestToken(mail(), user)
      const browser = server().client()
      expect((await use(browser, token)).reply).toEqual({ ok: true, hasApp: false, passkeys: 0 })

      for (const client of [user, elsewhere]) expect((await client.call(me)).reply.user).toBeNull()
      expect((await server().client().login(user.email)).status, 'the old password').toBe(401)
      expect((await browser.login(user.email, NEW_PASSWORD)).status).toBe(200)
      const notice = await mail().waitForEmail(user.email, 'password')
      expect(linkIn(notice)).toMatch(/\/forgot-password$/)
      const again = await use(browser, token, 'a third long secret')
      expect([again.status, again.refusal.code]).toEqual([410, 'link_expired'])
      expect((await server().client().login(user.email, NEW_PASSWORD)).status).toBe(200)
    })

    it('AUTH-10 · resetting does not sign in', async () => {
      const user = await server().user()
      const browser = server().client()
      await use(browser, await requestToken(mail(), user))
      expect((await browser.call(me)).reply.user).toBeNull()
    })

    it('AUTH-10 · of twenty concurrent resets with one token only one succeeds', async () => {
      const user = await server().user()
      const token = await requestToken(mail(), user)
      const passwords = Array.from({ length: 20 }, (_, n) => `secret number ${n}`)
      const answers = await Promise.all(passwords.map((password) => use(server().client(), token, password)))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(19).fill(410),
      ])
      const winner = passwords[answers.findIndex(({ status }) => status === 200)]
      expect((await server().client().login(user.email, winner)).status).toBe(200)
    })

    it('AUTH-10 · of three concurrent resets with three tokens only one succeeds', async () => {
      for (let round = 0; round < 5; round++) {
        await forgetLimits(server().db)
        const user = await server().user()
        const tokens = [1, 2, 3].map((n) => requestToken(mail(), user, n))
        const links = await Promise.all(tokens)
        const answers = await Promise.all(links.map((token) => use(server().client(), token)))
        expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410])
      }
    })

    it('AUTH-10 · setting a password ends older tokens', async () => {
      const user = await server().user()
      const first = await requestToken(mail(), user)
      const second = await requestToken(mail(), user, 2)
      expect((await use(server().client(), second)).status).toBe(200)
      expect((await use(server().client(), first)).status).toBe(410)
    })

    it('AUTH-10 · a reset token is valid for an hour', async () => {
      const user = await server().user()
      const early = await requestToken(mail(), user)
      server().time.now += HOUR_MS - 1
      expect((await use(server().client(), early, 'short')).refusal.code).toBe('invalid_password')
      server().time.now += 1
      expect((await use(server().client(), early)).refusal.code).toBe('link_expired')
    })

    it('AUTH-10 · a rejected password does not use up the token', async () => {
      const user = await server().user()
      const token = await requestToken(mail(), user)
      expect((await use(user, token, 'short')).refusal.code).toBe('invalid_password')
      expect((await use(user, token, 'password1')).refusal.code).toBe('common_password')
      expect((await use(user, token, user.email)).refusal.code).toBe('common_password')
      expect((await use(user, token)).status).toBe(200)
    })

    it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}\0`, 'é'.repeat(43)])(
      'AUTH-10 · is not set by the token %j',
      async (token) => {
        const { status, refusal } = await use(server().client(), token)
        expect([status, refusal.code]).toEqual([410, 'link_expired'])
      },
    )

    it('AUTH-10 · a link tells whether it is still good, before it is used, and as often as it is opened', async () => {
      const user = await server().user()
      const check = (token: string) => server().client().call(checkReset, { body: { token } })
      const verify = tokenIn(await mail().waitForEmail(user.email, 'verify'))
      const token = await requestToken(mail(), user)
      for (let n = 0; n < 3; n++) expect((await check(token)).reply).toEqual({ ok: true })
      await use(user, token)
      const used = await check(token)
      expect([used.status, used.refusal.code]).toEqual([410, 'link_expired'])
      for (const dead of ['', 'x', 'A'.repeat(43), verify]) expect((await check(dead)).text).toBe(used.text)
      const another = await requestToken(mail(), user, 2)
      server().time.now += HOUR_MS
      expect((await check(another)).text).toBe(used.text)
    })

    it('AUTH-10 · is not set by a token that confirms an address', async () => {
      const user = await server().user()
      const token = tokenIn(await mail().waitForEmail(user.email, 'verify'))
      expect((await use(server().client(), token)).status).toBe(410)
    })

    it('AUTH-10 · resetting confirms the address', async () => {
      const user = await server().user()
      expect((await user.call(getAccount)).reply.isVerified).toBe(false)
      await use(user, await requestToken(mail(), user))
      await user.login(user.email, NEW_PASSWORD)
      expect((await user.call(getAccount)).reply.isVerified).toBe(true)
    })

    it('AUTH-10 · the email goes to the address as registered, whatever case was requested', async () => {
      const client = server().client()
      const typed = `Ivan.Petrov-${client.email.toUpperCase().replace('EXAMPLE.BG', 'Example.BG')}`
      const address = typed.replace('Example.BG', 'example.bg')
      expect((await client.register(typed)).reply.user).toEqual({ email: address })
      await client.call(requestReset, { body: { email: typed.toLowerCase() } })
      const email = await mail().waitForEmail(address, 'reset')
      await use(client, tokenIn(email))
      expect((await client.login(typed.toUpperCase(), NEW_PASSWORD)).reply.user).toEqual({ email: address })
    })
  })

  describe('secrecy', () => {
    it('AUTH-10 · an address without an account gets an identical reply, and nothing is stored for it', async () => {
      const known = await server().user()
      const body = (email: string) => ({ body: { email } })
      const unknown = server().client()
      const yes = await server().client().call(requestReset, body(known.email))
      const no = await unknown.call(requestReset, body(unknown.email))
      expect([no.status, no.text]).toEqual([yes.status, yes.text])
      const comparable = ({ headers }: typeof yes) =>
        [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      expect(comparable(no)).toEqual(comparable(yes))

      await mail().waitForEmail(known.email, 'reset')
      await expectSent(server().db)
      expect(mail().emailsTo(unknown.email)).toEqual([])
      expect(JSON.stringify(await readAllRows(server().db))).not.toContain(unknown.email)
    })

    it('AUTH-10 · the token of a link is not stored', async () => {
      const user = await server().user()
      const reset = await requestToken(mail(), user)
      const verify = tokenIn(await mail().waitForEmail(user.email, 'verify'))
      const texts = [reset, verify].flatMap((token) => [
        token,
        Buffer.from(token, 'base64url').toString('hex'),
        Buffer.from(token, 'base64url').toString('latin1'),
      ])
      await expectNowhere(server().db, server().env.dataDir, texts)
    })

    it('AUTH-10 · request headers do not affect links', async () => {
      const user = await server().user()
      const body = JSON.stringify({ email: user.email })
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
        'content-length': body.length,
      }
      const { port } = new URL(server().origin)
      const status = await new Promise((resolve, reject) => {
        const options = { port, host: '127.0.0.1', method: 'POST', path: requestReset.path, headers }
        request(options, (response) => resolve(response.resume().statusCode))
          .once('error', reject)
          .end(body)
      })
      expect(status).toBe(200)
      const { raw, text = '', html = '' } = await mail().waitForEmail(user.email, 'reset')
      expect(raw + text + html).not.toContain('evil')
    })
  })
})
