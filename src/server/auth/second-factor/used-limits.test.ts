import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkReset, requestReset, resetPassword, verifyEmail } from '#api/auth.ts'
import {
  confirmApp,
  confirmIdentity,
  recogniseDevice,
  removeApp,
  removePasskey,
  replaceRecoveryCodes,
  requestDeviceCode,
  requestNewPasskey,
  requestPasskey,
  signInWithPasskey,
  startApp,
} from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { type Answer, PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { addedApp, addedPasskey, codeAt, complete, nextCode, ticketOf } from '#test/server/second-factors.ts'
import { forgetLimits, useUpLimit } from '#test/server/with-mail.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Limits of attempts, each by the form of its keys: `*` is a pseudonym or a hash. */
const ATTEMPTS = [
  'login:*:127.0.0.1',
  'login:*',
  'login:127.0.0.1',
  'login:device:*',
  'confirm:*',
  'factor:*',
  'factor:*:127.0.0.1',
  'factor:confirm:*',
  'factor:confirm:day:*',
  'device:*:127.0.0.1',
  'device:127.0.0.1',
]

/** What counts whether it succeeds or not. */
const COUNTED = [
  'login:right:*:127.0.0.1',
  'factor:change:*',
  'recovery:127.0.0.1',
  'reset:*',
  // A code of the app that is tried before the password.
  'device:app:*',
]

onEachDatabase((server) => {
  it('AUTH-02 · whoever proves who they are uses up no attempts of any kind, each of which was counted', async () => {
    const { db, time } = server()
    const user = await server().user()
    const { secret, codes } = await addedApp(server(), user)
    const passkey = await addedPasskey(server(), user)
    await forgetLimits(db)

    expect((await user.login()).status, 'on a known device').toBe(200)
    const browser = server().client()
    const byApp = await complete(browser, await ticketOf(browser, user.email), nextCode(server(), secret))
    expect(byApp.status).toBe(200)
    const another = server().client()
    expect((await complete(another, await ticketOf(another, user.email), codes[0] ?? '')).status).toBe(200)
    const signIn = async () => ({ passkey: passkey.get((await browser.call(requestPasskey)).reply.options) })
    expect((await browser.call(signInWithPasskey, { body: await signIn() })).status).toBe(200)
    const device = { email: user.email, code: nextCode(server(), secret) }
    expect((await server().client().call(recogniseDevice, { body: device })).status).toBe(200)
    await browser.call(requestReset, { body: { email: user.email } })

    const confirm = (body: object) => browser.call(confirmIdentity, { body })
    expect((await confirm(await signIn())).status).toBe(200)
    expect((await confirm({ password: PASSWORD, code: codes[1] })).status).toBe(200)
    expect((await confirm({ password: PASSWORD, code: nextCode(server(), secret) })).status).toBe(200)
    expect((await browser.call(removeApp)).status).toBe(200)
    const { secret: next } = (await browser.call(startApp)).reply
    expect((await browser.call(confirmApp, { body: { code: codeAt(next, time.now) } })).status).toBe(200)

    const rows = await db.selectFrom('throttle').select(['key', 'hits']).orderBy('key').execute()
    const formOf = (key: string) => key.replaceAll(/(?<=:)[\w-]{22,43}(?=:|$)/g, '*')
    const used = new Map<string, number>()
    for (const { key, hits } of rows) used.set(formOf(key), (used.get(formOf(key)) ?? 0) + hits)
    const isNotice = (key: string) =>
      /^(?:device:notice|unconfirmed|failed|factor:(?:failed|notice)):/.test(key)
    const seen = [...used].filter(([key]) => !isNotice(key))
    expect(Object.fromEntries(seen)).toEqual({
      ...Object.fromEntries(ATTEMPTS.map((key) => [key, 0])),
      // The challenges: only what was signed is given back.
      'passkey:127.0.0.1': 2,
      ...Object.fromEntries(COUNTED.map((key) => [key, expect.any(Number)])),
    })
    for (const key of COUNTED) expect([key, (used.get(key) ?? 0) > 0]).toEqual([key, true])
  })

  it('AUTH-02 · every attempt is refused when its limit is used up', async () => {
    const { db, time } = server()
    const user = await server().user()
    const { codes } = await addedApp(server(), user)
    const passkey = await addedPasskey(server(), user)
    const ticket = await ticketOf(server().client(), user.email)
    const { options } = (await user.call(requestPasskey)).reply
    const signed = passkey.get(options)
    const account = hashOf(await accountIdOf(db, user.email)).slice(0, 22)
    const session = hashOf(user.cookie?.split('=')[1] ?? '')
    const { email } = user
    const visitor = server().client()

    const byCode = (code = '000000') => complete(visitor, ticket, code)
    const REFUSED: Record<string, [hits: number, ...attempts: (() => Promise<Answer<unknown>>)[]]> = {
      [`factor:change:${account}`]: [
        20,
        () => user.call(requestNewPasskey),
        () => user.call(startApp),
        () => user.call(removeApp),
        () => user.call(removePasskey, { params: { id: passkey.id } }),
        () => user.call(replaceRecoveryCodes),
      ],
      [`factor:confirm:${session}`]: [
        10,
        () => user.call(confirmApp, { body: { code: '000000' } }),
        () => user.call(confirmIdentity, { body: { password: PASSWORD, code: codes[0] } }),
      ],
      [`factor:confirm:${account}`]: [
        20,
        () => user.call(confirmIdentity, { body: { password: PASSWORD, code: '000000' } }),
      ],
      [`factor:${account}`]: [10, () => byCode()],
      [`factor:${account}:127.0.0.1`]: [10, () => byCode(codes[0])],
      'passkey:127.0.0.1': [
        300,
        () => visitor.call(requestPasskey),
        () => visitor.call(signInWithPasskey, { body: { passkey: signed } }),
        () => user.call(confirmIdentity, { body: { passkey: signed } }),
      ],
      'device:127.0.0.1': [100, () => visitor.call(recogniseDevice, { body: { email, code: codes[0] } })],
      'recovery:127.0.0.1': [
        100,
        () => visitor.call(requestReset, { body: { email } }),
        () => visitor.call(requestDeviceCode, { body: { email } }),
        () => visitor.call(resetPassword, { body: { token: 'x', password: PASSWORD } }),
        () => visitor.call(verifyEmail, { body: { token: 'x' } }),
      ],
      'recovery:check:127.0.0.1': [300, () => visitor.call(checkReset, { body: { token: 'x' } })],
      'login:127.0.0.1': [300, () => visitor.login(email, 'a wrong secret')],
      'register:127.0.0.1': [300, () => visitor.register()],
      'register:taken:127.0.0.1': [100, () => visitor.register(email)],
    }
    for (const [key, [hits, ...attempts]] of Object.entries(REFUSED)) {
      await forgetLimits(db)
      await useUpLimit(db, key, hits, time.now + 60_000)
      for (const attempt of attempts) {
        const { status, headers } = await attempt()
        expect([key, status, headers.get('retry-after')]).toEqual([key, 429, '60'])
      }
    }
    await forgetLimits(db)
    expect((await byCode(codes[0])).status, 'nothing was used up').toBe(200)
    const late = await visitor.call(signInWithPasskey, { body: { passkey: signed } })
    expect(late.status).toBe(200)
  })
})
