import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { me, requestReset, resetPassword } from '#api/auth.ts'
import { getAccount } from '#api/account.ts'
import type { Client } from '#test/server/client.ts'
import { type MailServer, linkIn, tokenIn } from '#test/server/mail-server.ts'
import { expectNowhere, wholeStore } from '#test/server/whole-store.ts'
import { expectSent, forgetLimits, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

const HOUR_MS = 3_600_000
const NEW_PASSWORD = 'another long secret'

async function askForLink(mail: MailServer, client: Client, n = 1): Promise<string> {
  await client.call(requestReset, { body: { email: client.email } })
  return tokenIn(await mail.letter(client.email, 'reset', n))
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
      const letter = await mail().letter(client.email, 'reset')
      expect(letter.subject).toBe(subject)
      expect(letter.from).toMatchObject({ name, address: 'support@levro.bg' })
      expect(letter.recipients).toEqual([client.email])
      expect(letter.html).toContain(`<html lang="${lang}">`)
      expect(letter.html).not.toMatch(/<script|<img|<link|src=|@import/)
      expect(letter.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
      expect(linkIn(letter)).toMatch(/^http:\/\/localhost:\d+/)
      expect(new URL(linkIn(letter)).port).toBe(new URL(server().origin).port)
      expect(linkIn(letter)).toContain(path)
      expect(tokenIn(letter)).toMatch(/^[\w-]{43}$/)
    })

    it('AUTH-10 · a reset token sets a password once, ends every session, and an email reports it', async () => {
      const owner = await server().user()
      const elsewhere = server().client()
      await elsewhere.login(owner.email)
      const token = await askForLink(mail(), owner)
      const browser = server().client()
      expect((await use(browser, token)).reply).toEqual({ ok: true })

      for (const client of [owner, elsewhere]) expect((await client.call(me)).reply.user).toBeNull()
      expect((await server().client().login(owner.email)).status, 'the old password').toBe(401)
      expect((await browser.login(owner.email, NEW_PASSWORD)).status).toBe(200)
      const told = await mail().letter(owner.email, 'password')
      expect(linkIn(told)).toMatch(/\/forgot-password$/)
      const again = await use(browser, token, 'a third long secret')
      expect([again.status, again.refusal.code]).toEqual([410, 'link_expired'])
      expect((await server().client().login(owner.email, NEW_PASSWORD)).status).toBe(200)
    })

    it('AUTH-10 · resetting does not sign in', async () => {
      const owner = await server().user()
      const browser = server().client()
      await use(browser, await askForLink(mail(), owner))
      expect((await browser.call(me)).reply.user).toBeNull()
    })

    it('AUTH-10 · of twenty concurrent resets with one token only one succeeds', async () => {
      const owner = await server().user()
      const token = await askForLink(mail(), owner)
      const passwords = Array.from({ length: 20 }, (_, n) => `secret number ${n}`)
      const answers = await Promise.all(passwords.map((password) => use(server().client(), token, password)))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(19).fill(410),
      ])
      const winner = passwords[answers.findIndex(({ status }) => status === 200)]
      expect((await server().client().login(owner.email, winner)).status).toBe(200)
    })

    it('AUTH-10 · of three concurrent resets with three tokens only one succeeds', async () => {
      for (let round = 0; round < 5; round++) {
        await forgetLimits(server().db)
        const owner = await server().user()
        const tokens = [1, 2, 3].map((n) => askForLink(mail(), owner, n))
        const links = await Promise.all(tokens)
        const answers = await Promise.all(links.map((token) => use(server().client(), token)))
        expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410])
      }
    })

    it('AUTH-10 · setting a password ends older tokens', async () => {
      const owner = await server().user()
      const first = await askForLink(mail(), owner)
      const second = await askForLink(mail(), owner, 2)
      expect((await use(server().client(), second)).status).toBe(200)
      expect((await use(server().client(), first)).status).toBe(410)
    })

    it('AUTH-10 · a reset token is valid for an hour', async () => {
      const owner = await server().user()
      const early = await askForLink(mail(), owner)
      server().time.now += HOUR_MS - 1
      expect((await use(server().client(), early, 'short')).refusal.code).toBe('invalid_password')
      server().time.now += 1
      expect((await use(server().client(), early)).refusal.code).toBe('link_expired')
    })

    it('AUTH-10 · a rejected password does not use up the token', async () => {
      const owner = await server().user()
      const token = await askForLink(mail(), owner)
      expect((await use(owner, token, 'short')).refusal.code).toBe('invalid_password')
      expect((await use(owner, token, 'password1')).refusal.code).toBe('common_password')
      expect((await use(owner, token, owner.email)).refusal.code).toBe('common_password')
      expect((await use(owner, token)).status).toBe(200)
    })

    it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}\0`, 'é'.repeat(43)])(
      'AUTH-10 · is not set by the token %j',
      async (token) => {
        const { status, refusal } = await use(server().client(), token)
        expect([status, refusal.code]).toEqual([410, 'link_expired'])
      },
    )

    it('AUTH-10 · is not set by a token that confirms an address', async () => {
      const owner = await server().user()
      const token = tokenIn(await mail().letter(owner.email, 'verify'))
      expect((await use(server().client(), token)).status).toBe(410)
    })

    it('AUTH-10 · resetting confirms the address', async () => {
      const owner = await server().user()
      expect((await owner.call(getAccount)).reply.isVerified).toBe(false)
      await use(owner, await askForLink(mail(), owner))
      await owner.login(owner.email, NEW_PASSWORD)
      expect((await owner.call(getAccount)).reply.isVerified).toBe(true)
    })

    it('AUTH-10 · the email goes to the address as registered, whatever case was requested', async () => {
      const client = server().client()
      const typed = `Ivan.Petrov-${client.email.toUpperCase().replace('EXAMPLE.BG', 'Example.BG')}`
      const address = typed.replace('Example.BG', 'example.bg')
      expect((await client.register(typed)).reply.user).toEqual({ email: address })
      await client.call(requestReset, { body: { email: typed.toLowerCase() } })
      const letter = await mail().letter(address, 'reset')
      await use(client, tokenIn(letter))
      expect((await client.login(typed.toUpperCase(), NEW_PASSWORD)).reply.user).toEqual({ email: address })
    })
  })

  describe('what nobody learns', () => {
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

      await mail().letter(known.email, 'reset')
      await expectSent(server().db)
      expect(mail().lettersTo(unknown.email)).toEqual([])
      expect(JSON.stringify(await wholeStore(server().db))).not.toContain(unknown.email)
    })

    it('AUTH-10 · the token of a link is not stored', async () => {
      const owner = await server().user()
      const reset = await askForLink(mail(), owner)
      const verify = tokenIn(await mail().letter(owner.email, 'verify'))
      const texts = [reset, verify].flatMap((token) => [
        token,
        Buffer.from(token, 'base64url').toString('hex'),
        Buffer.from(token, 'base64url').toString('latin1'),
      ])
      await expectNowhere(server().db, server().env.dataDir, texts)
    })

    it('AUTH-10 · request headers do not affect links', async () => {
      const owner = await server().user()
      const body = JSON.stringify({ email: owner.email })
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
      const { raw, text = '', html = '' } = await mail().letter(owner.email, 'reset')
      expect(raw + text + html).not.toContain('evil')
    })
  })
})
