import { beforeEach, describe, expect, it } from 'vitest'
import { logout, me } from '#api/auth.ts'
import {
  addPasskey,
  listFactors,
  removePasskey,
  requestNewPasskey,
  requestPasskey,
  signInWithPasskey,
} from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { Authenticator, type Tampering } from '#test/server/authenticator.ts'
import type { Client } from '#test/server/client.ts'
import { addedPasskey, confirmAddressOf, siteOf } from '#test/server/second-factors.ts'
import { forgetLimits } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000

onEachDatabase((server) => {
  beforeEach(() => forgetLimits(server().db))

  async function signIn(client: Client, passkey: Authenticator, tampering: Tampering = {}) {
    const { options } = (await client.call(requestPasskey)).reply
    return client.call(signInWithPasskey, { body: { passkey: passkey.get(options, tampering) } })
  }

  describe('signing in with a passkey', () => {
    it('AUTH-02 · needs no email, no password and no known device', async () => {
      const user = await server().user()
      const passkey = await addedPasskey(server(), user)
      const browser = server().client()
      expect((await signIn(browser, passkey)).reply.user).toEqual({ email: user.email })
      expect((await browser.call(me)).reply.user).toEqual({ email: user.email })
    })

    it('AUTH-02 · works with authenticators that do not count signatures, as those that synchronise', async () => {
      const user = await server().user()
      const passkey = new Authenticator(siteOf(user), -1)
      await confirmAddressOf(server(), user)
      const { options } = (await user.call(requestNewPasskey)).reply
      await user.call(addPasskey, { body: { passkey: passkey.create(options) } })
      for (let n = 0; n < 2; n++) expect((await signIn(server().client(), passkey)).status).toBe(200)
    })

    const OTHER_SITE = 'https://levro.example'
    it.each<[string, Tampering]>([
      ['another site', { origin: OTHER_SITE }],
      ['another host', { host: 'levro.example' }],
      ['a challenge of its own', { challenge: 'A'.repeat(43) }],
      ['no check of the user', { isVerified: false }],
      ['a page within another site', { isEmbedded: true }],
      ['another account', { userHandle: Buffer.from('someone').toString('base64url') }],
      [
        'another signature',
        { signature: (bytes) => Buffer.from(bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte))) },
      ],
    ])('AUTH-02 · is rejected when it was signed for %s', async (_title, tampering) => {
      const passkey = await addedPasskey(server(), await server().user())
      const browser = server().client()
      const { status, refusal } = await signIn(browser, passkey, tampering)
      expect([status, refusal.code]).toEqual([403, 'passkey_rejected'])
      expect((await browser.call(me)).reply.user).toBeNull()
      expect((await signIn(browser, passkey)).status, 'the true one').toBe(200)
    })

    it('AUTH-02 · uses up its challenge, in concurrent requests too, and after five minutes', async () => {
      const passkey = await addedPasskey(server(), await server().user())
      const { options } = (await server().client().call(requestPasskey)).reply
      const body = { passkey: passkey.get(options) }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => server().client().call(signInWithPasskey, { body })),
      )
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(9).fill(403),
      ])
      const late = (await server().client().call(requestPasskey)).reply
      server().time.now += 5 * MINUTE_MS
      const passkeyLate = passkey.get(late.options)
      const { refusal } = await server()
        .client()
        .call(signInWithPasskey, { body: { passkey: passkeyLate } })
      expect(refusal.code).toBe('passkey_rejected')
    })

    it('AUTH-02 · is rejected when the counter shows a copy of the key', async () => {
      const passkey = await addedPasskey(server(), await server().user())
      for (let n = 0; n < 3; n++) expect((await signIn(server().client(), passkey)).status).toBe(200)
      passkey.rewind()
      expect((await signIn(server().client(), passkey)).refusal.code).toBe('passkey_rejected')
    })

    it('AUTH-02 · is rejected with a passkey that was never added, or has been removed', async () => {
      const user = await server().user()
      const passkey = await addedPasskey(server(), user)
      expect((await user.call(removePasskey, { params: { id: passkey.id } })).status).toBe(200)
      const another = new Authenticator(siteOf(user))
      another.create((await user.call(requestNewPasskey)).reply.options)
      for (const unknown of [passkey, another])
        expect((await signIn(server().client(), unknown)).refusal.code).toBe('passkey_rejected')
    })

    it('AUTH-02 · does not wait for limits that attackers have used up with passwords', async () => {
      const user = await server().user()
      const passkey = await addedPasskey(server(), user)
      await user.call(logout)
      for (let n = 0; n < 12; n++) await server().client().login(user.email, `wrong ${n}`)
      const browser = server().client()
      expect((await browser.login(user.email)).status).toBe(429)
      expect((await signIn(browser, passkey)).status).toBe(200)
    })
  })

  describe('adding a passkey', () => {
    it.each<[string, Tampering]>([
      ['another site', { origin: 'https://levro.example' }],
      ['another host', { host: 'levro.example' }],
      ['a challenge of its own', { challenge: 'A'.repeat(43) }],
      ['no check of the user', { isVerified: false }],
      ['a page within another site', { isEmbedded: true }],
    ])('AUTH-02 · is rejected when it was created for %s', async (_title, tampering) => {
      const user = await server().user()
      await confirmAddressOf(server(), user)
      const { options } = (await user.call(requestNewPasskey)).reply
      const passkey = new Authenticator(siteOf(user)).create(options, tampering)
      expect((await user.call(addPasskey, { body: { passkey } })).refusal.code).toBe('passkey_rejected')
    })

    it('AUTH-02 · names it by the browser, also where the device is not known', async () => {
      const user = await server().user()
      await confirmAddressOf(server(), user)
      user.device = undefined
      const { options } = (await user.call(requestNewPasskey)).reply
      const headers = { 'user-agent': 'Firefox/141.0' }
      const input = { body: { passkey: new Authenticator(siteOf(user)).create(options) } }
      const added = await user.call(addPasskey, { ...input, headers })
      expect(added.status).toBe(200)
      expect((await user.call(listFactors)).reply.passkeys.map(({ name }) => name)).toEqual(['Firefox'])
    })

    it('AUTH-02 · is rejected with the challenge of another user, or one for signing in', async () => {
      const [user, attacker] = [await server().user(), await server().user()]
      for (const one of [user, attacker]) await confirmAddressOf(server(), one)
      const { options } = (await user.call(requestNewPasskey)).reply
      const passkey = new Authenticator(siteOf(user)).create(options)
      expect((await attacker.call(addPasskey, { body: { passkey } })).refusal.code).toBe('passkey_rejected')
      const own = (await attacker.call(requestNewPasskey)).reply.options
      const { challenge } = (await user.call(requestPasskey)).reply.options as { challenge: string }
      const other = new Authenticator(siteOf(user)).create(own, { challenge })
      expect((await attacker.call(addPasskey, { body: { passkey: other } })).refusal.code).toBe(
        'passkey_rejected',
      )
    })

    it('AUTH-02 · does not take over the passkey of another account', async () => {
      const [user, attacker] = [await server().user(), await server().user()]
      for (const one of [user, attacker]) await confirmAddressOf(server(), one)
      const passkey = await addedPasskey(server(), user)
      const { options } = (await attacker.call(requestNewPasskey)).reply
      const copy = Object.assign(new Authenticator(siteOf(user)), { id: passkey.id }).create(options)
      expect((await attacker.call(addPasskey, { body: { passkey: copy } })).refusal.code).toBe(
        'passkey_rejected',
      )
      expect((await signIn(server().client(), passkey)).reply.user).toEqual({ email: user.email })
    })

    it('AUTH-02 · ends at twenty for each account', async () => {
      const user = await server().user()
      for (let n = 0; n < 20; n++) {
        await forgetLimits(server().db)
        await addedPasskey(server(), user)
      }
      await forgetLimits(server().db)
      const { status, refusal } = await user.call(requestNewPasskey)
      expect([status, refusal.code]).toEqual([409, 'too_many_passkeys'])
    })
  })
})
