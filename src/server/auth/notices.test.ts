import { describe, expect, it } from 'vitest'
import { login, verifyEmail } from '#api/auth.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import {
  recogniseDevice,
  removeApp,
  removePasskey,
  replaceRecoveryCodes,
  requestPasskey,
  signInWithPasskey,
} from '#api/second-factor.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { addedApp, addedPasskey, complete, nextCode, ticketOf } from '#test/server/second-factors.ts'
import { expectSent, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

onEachDatabaseWithMail((server, mail) => {
  describe('emails to the owner', () => {
    it('AUTH-10 · name a new device that has signed in, and not one that is known', async () => {
      const user = await server().user()
      await user.login()
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'new-device')).toEqual([])
      const headers = { 'user-agent': AGENT, 'accept-language': 'en' }
      await server()
        .client()
        .call(login, { body: { email: user.email, password: PASSWORD }, headers })
      const { text } = await mail().waitForEmail(user.email, 'new-device')
      expect(text).toContain('Device: Chrome · Windows')
    })

    it('AUTH-10 · name a new device although a program without cookies has used up its own', async () => {
      const user = await server().user()
      const token = tokenIn(await mail().waitForEmail(user.email, 'verify'))
      await user.call(verifyEmail, { body: { token } })
      const count = async () => {
        await expectSent(server().db)
        return mail().emailsTo(user.email, 'new-device').length
      }
      const signIn = (ip: string, agent: string) =>
        server()
          .client()
          .call(login, {
            body: { email: user.email, password: PASSWORD },
            headers: { ...from(ip), 'user-agent': agent },
          })
      for (let n = 0; n < 5; n++) await signIn('10.4.0.1', 'script/1.0')
      expect(await count(), 'in one network').toBe(3)
      for (let n = 0; n < 12; n++) await signIn(`10.4.1.${n}`, 'script/1.0')
      expect(await count(), 'in others').toBe(10)
      await signIn('10.4.0.1', AGENT)
      expect(await count(), 'a browser').toBe(11)
    })

    it('AUTH-10 · name a new device that has passed a second factor, once', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const passkey = await addedPasskey(server(), user)
      const count = async () => {
        await expectSent(server().db)
        return mail().emailsTo(user.email, 'new-device').length
      }
      const browser = server().client()
      const ticket = await ticketOf(browser, user.email)
      expect(await count(), 'not by the password alone').toBe(0)
      await complete(browser, ticket, nextCode(server(), secret))
      expect(await count()).toBe(1)
      const signIn = async (client: Client) => {
        const { options } = (await client.call(requestPasskey)).reply
        return client.call(signInWithPasskey, { body: { passkey: passkey.get(options) } })
      }
      expect((await signIn(browser)).status).toBe(200)
      expect(await count(), 'a known device').toBe(1)
      const another = server().client()
      expect((await signIn(another)).status).toBe(200)
      expect(await count()).toBe(2)
      expect((await another.login(user.email)).status, 'without a code').toBe(200)
      expect(await count()).toBe(2)
    })

    it('AUTH-10 · name no text of the client, and also a device that a code has made known', async () => {
      const user = await server().user()
      const { codes } = await addedApp(server(), user)
      const body = { email: user.email, code: codes[0] }
      const agent = 'See http://evil.example/now and relax/1.0'
      const browser = server().client()
      await browser.call(recogniseDevice, { body, headers: { 'user-agent': agent } })
      const { text } = await mail().waitForEmail(user.email, 'new-device')
      expect(text).not.toContain('evil')
      await mail().waitForEmail(user.email, 'second-factor', 2)
      expect((await browser.login(user.email)).status).toBe(200)
    })

    it('AUTH-10 · report the tenth wrong password in an hour, once a day, and only to users', async () => {
      const user = await server().user()
      const stranger = server().client()
      for (const email of [user.email, stranger.email])
        for (let n = 0; n < 25; n++) await server().client().call(login, guess(email, n))
      await mail().waitForEmail(user.email, 'failed-sign-ins')
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'failed-sign-ins')).toHaveLength(1)
      expect(mail().emailsTo(stranger.email)).toEqual([])
    })

    it('AUTH-10 · report every change of the second factors', async () => {
      const user = await server().user()
      await addedApp(server(), user)
      const { id } = await addedPasskey(server(), user)
      await user.call(replaceRecoveryCodes)
      await user.call(removePasskey, { params: { id } })
      await user.call(removeApp)
      await mail().waitForEmail(user.email, 'second-factor', 5)
      const texts = mail()
        .emailsTo(user.email, 'second-factor')
        .map(({ text }) => text)
        .join('\n')
      for (const change of [
        'Добавено е приложение',
        'Добавен е ключ',
        'нови резервни кодове',
        'Премахнат е ключ',
        'Премахнато е приложението',
      ])
        expect(texts).toContain(change)
    })
  })
})

/** The nth guess, from one of ten networks. */
const guess = (email: string, n: number) => ({
  body: { email, password: `wrong guess ${n}` },
  headers: from(`10.1.${n % 10}.1`),
})
