import { describe, expect, it } from 'vitest'
import { requestReset, resetPassword } from '#api/auth.ts'
import {
  completeSignIn,
  confirmIdentity,
  recogniseDevice,
  requestPasskey,
  signInWithPasskey,
} from '#api/second-factor.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { addedApp, addedPasskey, complete, nextCode, ticketOf } from '#test/server/second-factors.ts'
import { expectSent, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NEW_PASSWORD = 'another long secret'
const WRONG = '000000'

onEachDatabaseWithMail((server, mail) => {
  /** What an attacker who knows the password is answered to codes of an app. */
  async function tried(email: string, codes: readonly string[], password = PASSWORD) {
    const attacker = server().client()
    const ticket = await ticketOf(attacker, email, password)
    const answers: (string | undefined)[] = []
    for (const code of codes) answers.push((await complete(attacker, ticket, code)).refusal.code)
    return answers
  }

  /** Ten wrong codes every fifteen minutes, as the limits allow. */
  async function block({ email }: Client) {
    for (let n = 0; n < 5; n++) {
      expect(await tried(email, Array<string>(10).fill(WRONG))).toEqual(Array<string>(10).fill('wrong_code'))
      server().time.now += 15 * MINUTE_MS
    }
  }

  const signInBy = async (email: string, code: string, password = PASSWORD) => {
    const browser = server().client()
    return (await complete(browser, await ticketOf(browser, email, password), code)).status
  }

  async function resetTo(email: string, password: string) {
    const browser = server().client()
    await browser.call(requestReset, { body: { email } })
    await expectSent(server().db)
    const latest = mail().emailsTo(email, 'reset').at(-1) ?? expect.fail('no email')
    const { status } = await browser.call(resetPassword, { body: { token: tokenIn(latest), password } })
    expect(status).toBe(200)
  }

  describe('fifty wrong codes of an app in a row', () => {
    it('AUTH-02 · refuse its right ones, at the sign-in and in the settings, until a recovery code is used', async () => {
      const user = await server().user()
      const { secret, codes } = await addedApp(server(), user)
      await block(user)
      expect(await tried(user.email, [nextCode(server(), secret)])).toEqual(['app_codes_blocked'])
      const body = { password: PASSWORD, code: nextCode(server(), secret) }
      expect((await user.call(confirmIdentity, { body })).refusal.code).toBe('app_codes_blocked')
      expect(await signInBy(user.email, codes[0] ?? '')).toBe(200)
      expect(await signInBy(user.email, nextCode(server(), secret))).toBe(200)
    })

    it('AUTH-02 · are forgotten with a passkey, and with every right code before', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const passkey = await addedPasskey(server(), user)
      expect(await tried(user.email, Array<string>(9).fill(WRONG))).not.toContain('app_codes_blocked')
      expect(await signInBy(user.email, nextCode(server(), secret))).toBe(200)
      server().time.now += 15 * MINUTE_MS
      await block(user)
      expect(await tried(user.email, [nextCode(server(), secret)])).toEqual(['app_codes_blocked'])
      const browser = server().client()
      const { options } = (await browser.call(requestPasskey)).reply
      const assertion = passkey.get(options)
      expect((await browser.call(signInWithPasskey, { body: { passkey: assertion } })).status).toBe(200)
      expect(await signInBy(user.email, nextCode(server(), secret))).toBe(200)
    })

    it('AUTH-02 AUTH-10 · after a new password by a link ten more are compared, once a day', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      await block(user)
      await resetTo(user.email, NEW_PASSWORD)
      const ten = Array<string>(10).fill(WRONG)
      expect(await tried(user.email, ten, NEW_PASSWORD)).not.toContain('app_codes_blocked')
      server().time.now += 15 * MINUTE_MS
      await resetTo(user.email, PASSWORD)
      expect(await tried(user.email, [nextCode(server(), secret)])).toEqual(['app_codes_blocked'])
      server().time.now += DAY_MS
      await resetTo(user.email, NEW_PASSWORD)
      expect(await signInBy(user.email, nextCode(server(), secret), NEW_PASSWORD)).toBe(200)
    })

    it('AUTH-02 · C09 · cannot be reached without the password: after twenty, codes make no device known', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const open = async (code: string, n: number) => {
        const input = { body: { email: user.email, code }, headers: from(`10.2.${n}.1`) }
        return (await server().client().call(recogniseDevice, input)).status
      }
      for (let n = 0; n < 40; n++) expect(await open(WRONG, n)).toBe(403)
      expect(await open(nextCode(server(), secret), 40)).toBe(403)
      expect(await signInBy(user.email, nextCode(server(), secret))).toBe(200)
      expect(await open(nextCode(server(), secret), 41)).toBe(200)
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'failed-codes'), 'no one has the password').toEqual([])
    })
  })

  it('AUTH-06 · C09 · codes in the settings are limited over all sessions: twenty in fifteen minutes, fifty a day', async () => {
    const user = await server().user()
    const { secret, codes } = await addedApp(server(), user)
    const passkey = await addedPasskey(server(), user)
    const [recovery = '', unused = ''] = codes
    /** Signs in again on the device that asks for no code, and enters them. */
    const entered = async (entries: readonly string[]) => {
      await user.login()
      const statuses: number[] = []
      for (const code of entries)
        statuses.push((await user.call(confirmIdentity, { body: { password: PASSWORD, code } })).status)
      return statuses
    }
    const ten = Array<string>(10).fill(WRONG)
    const refused = Array<number>(10).fill(403)
    for (let n = 0; n < 2; n++) expect(await entered(ten)).toEqual(refused)
    expect(await entered([nextCode(server(), secret)])).toEqual([429])
    expect(await entered([recovery]), 'a recovery code').toEqual([200])
    await expectSent(server().db)
    expect(mail().emailsTo(user.email, 'failed-codes')).toHaveLength(1)

    server().time.now += 15 * MINUTE_MS
    for (let n = 0; n < 2; n++) expect(await entered(ten)).toEqual(refused)
    server().time.now += 15 * MINUTE_MS
    // A correct code resets the number of consecutive wrong ones, but not that of the day.
    expect(await entered([nextCode(server(), secret)])).toEqual([200])
    expect(await entered(ten)).toEqual(refused)
    server().time.now += 15 * MINUTE_MS
    expect(await entered([nextCode(server(), secret)])).toEqual([429])
    const { options } = (await user.call(requestPasskey)).reply
    const body = { passkey: passkey.get(options) }
    expect((await user.call(confirmIdentity, { body })).status, 'a passkey').toBe(200)
    expect(await entered([unused])).toEqual([200])
    server().time.now += DAY_MS
    expect(await entered([nextCode(server(), secret)])).toEqual([200])
  })

  it('AUTH-02 · others cannot use up the attempts of recovery codes', async () => {
    const user = await server().user()
    const { codes } = await addedApp(server(), user)
    const attacker = server().client()
    const ticket = await ticketOf(attacker, user.email)
    const attempt = (code: string, ip: string) =>
      attacker.call(completeSignIn, { body: { ticket, code }, headers: from(ip) })
    for (let n = 0; n < 10; n++) expect((await attempt(`guess ${n}`, '10.3.0.1')).status).toBe(403)
    expect((await attempt(codes[0] ?? '', '10.3.0.1')).status).toBe(429)
    expect((await attempt(codes[0] ?? '', '10.3.0.2')).status).toBe(200)
  })

  it('AUTH-10 · the owner is told of five wrong codes after the right password, once a day, and of their end', async () => {
    const user = await server().user()
    await addedApp(server(), user)
    const sent = async () => {
      await expectSent(server().db)
      return mail().emailsTo(user.email, 'failed-codes')
    }
    await tried(user.email, Array<string>(4).fill(WRONG))
    expect(await sent()).toEqual([])
    const body = { password: PASSWORD, code: WRONG }
    await user.call(confirmIdentity, { body, headers: { 'accept-language': 'en' } })
    const [email] = await sent()
    expect(email?.text).toContain('Someone entered the right password')
    expect(email?.text).not.toContain('too many wrong codes')
    for (let n = 0; n < 5; n++) {
      server().time.now += 15 * MINUTE_MS
      await tried(user.email, Array<string>(10).fill(WRONG))
    }
    const texts = (await sent()).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toContain('засега не приемаме кодове от приложението')
    server().time.now += DAY_MS
    await tried(user.email, [WRONG])
    expect(await sent()).toHaveLength(3)
  })
})
