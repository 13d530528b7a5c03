import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changePassword, deleteAccount } from '#api/account.ts'
import { logout, resetPassword, verifyEmail } from '#api/auth.ts'
import { createApiKey, revokeApiKey } from '#api/api-keys.ts'
import {
  addPasskey,
  completeSignIn,
  confirmApp,
  confirmIdentity,
  removeApp,
  removePasskey,
  replaceRecoveryCodes,
  requestNewPasskey,
  requestPasskey,
  signInWithPasskey,
  startApp,
} from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { Authenticator } from '#test/server/authenticator.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { type PausableServer, startPausableServer } from '#test/server/change-during-request.ts'
import {
  addedApp,
  addedPasskey,
  confirmAddressOf,
  nextCode,
  siteOf,
  ticketOf,
} from '#test/server/second-factors.ts'
import { createEmailToken } from './email-tokens.ts'

const HOUR_MS = 3_600_000

onEachDatabase((server) => {
  let pausable: PausableServer
  beforeAll(async () => {
    pausable = await startPausableServer(server())
  })
  afterEach(() => pausable.expectChanged())
  afterAll(() => pausable.stop())

  type Change = (user: Client) => Promise<unknown>
  const changeThePassword: Change = async (user) => {
    const body = { currentPassword: PASSWORD, newPassword: 'another long secret' }
    expect((await user.call(changePassword, { body })).status).toBe(200)
  }
  const deleteTheAccount: Change = async (user) => expect((await user.call(deleteAccount)).status).toBe(200)
  const signOut: Change = async (user) => expect((await user.call(logout)).status).toBe(200)
  /** As another factor that was added elsewhere does. */
  const askForConfirmation: Change = async ({ email }) =>
    server()
      .db.updateTable('session')
      .set({ confirmed_at: null })
      .where('account_id', '=', await accountIdOf(server().db, email))
      .execute()

  const onceAccountRead = (change: () => Promise<unknown>) =>
    pausable.onceRead((row) => 'password_hash' in row && 'address' in row, change)
  const onceSessionRead = (change: () => Promise<unknown>) =>
    pausable.onceRead((row) => 'confirmed_at' in row && 'address' in row, change)

  const oncePasskeyRead = (change: () => Promise<unknown>) =>
    pausable.onceRead((row) => 'public_key' in row, change)

  const browser = () => server().client().at(pausable.origin)
  const tokenOf = async ({ email }: Client, purpose: 'reset' | 'verify') =>
    createEmailToken(server().db, await accountIdOf(server().db, email), purpose, server().time.now)
  const codeOf = (answer: { status: number; refusal: { code: string } }) => [
    answer.status,
    answer.refusal.code,
  ]

  describe('a request during which something changes', () => {
    it('AUTH-01 · an address is taken, also where its account is deleted just then', async () => {
      const user = await server().user()
      onceAccountRead(() => deleteTheAccount(user))
      expect(codeOf(await browser().register(user.email))).toEqual([409, 'email_taken'])
    })

    it('AUTH-01 · a failure to store the email about a taken address is not hidden', async () => {
      const user = await server().user()
      const fail = () => Promise.reject(new Error('on purpose'))
      onceAccountRead(async () => pausable.onceRead((row) => 'hits' in row, fail))
      expect((await browser().register(user.email)).status).toBe(500)
    })

    it.each([
      ['the password is changed', changeThePassword],
      ['the account is deleted', deleteTheAccount],
    ])('AUTH-02 · a password signs in nobody: %s', async (_, change) => {
      const user = await server().user()
      const other = browser()
      onceAccountRead(() => change(user))
      expect(codeOf(await other.login(user.email))).toEqual([401, 'invalid_credentials'])
      expect(other.cookie).toBeUndefined()
    })

    it.each([
      ['the password is changed', changeThePassword],
      ['the account is deleted', deleteTheAccount],
    ])('AUTH-02 · a second factor signs in nobody: %s', async (_, change) => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const other = browser()
      const body = { ticket: await ticketOf(other, user.email), code: nextCode(server(), secret) }
      pausable.onceRead(
        (row) => 'account_id' in row,
        () => change(user),
      )
      expect(codeOf(await other.call(completeSignIn, { body }))).toEqual([410, 'sign_in_expired'])
      expect(other.cookie).toBeUndefined()
    })

    it.each([
      ['the password is changed', changeThePassword],
      ['the account is deleted', deleteTheAccount],
      ['the link expires', async () => (server().time.now += HOUR_MS)],
    ])('AUTH-10 · a link sets no password: %s', async (_, change) => {
      const user = await server().user()
      const body = { token: await tokenOf(user, 'reset'), password: 'a third long secret' }
      onceAccountRead(() => change(user))
      expect(codeOf(await browser().call(resetPassword, { body }))).toEqual([410, 'link_expired'])
      expect((await user.login(user.email, body.password)).status).toBe(401)
    })

    it.each([
      ['the password is changed', changeThePassword],
      ['the account is deleted', deleteTheAccount],
    ])('AUTH-10 · a link confirms no address: %s', async (_, change) => {
      const user = await server().user()
      const body = { token: await tokenOf(user, 'verify') }
      onceAccountRead(() => change(user))
      const answer = await user.at(pausable.origin).call(verifyEmail, { body })
      expect(codeOf(answer)).toEqual([410, 'link_expired'])
      const found = server().db.selectFrom('account').select('verified_at').where('email', '=', user.email)
      expect((await found.execute()).filter(({ verified_at }) => verified_at !== null)).toEqual([])
    })

    it.each([
      ['verify', verifyEmail],
      ['reset', resetPassword],
    ] as const)(
      'AUTH-10 · a link (%s) has expired once its account is deleted',
      async (purpose, endpoint) => {
        const user = await server().user()
        const body = { token: await tokenOf(user, purpose), password: PASSWORD }
        pausable.onceRead(
          (row) => Object.keys(row).join() === 'account_id',
          () => deleteTheAccount(user),
        )
        expect(codeOf(await browser().call(endpoint, { body }))).toEqual([410, 'link_expired'])
      },
    )

    it.each([
      ['the password is changed', changeThePassword],
      ['the session ends', signOut],
      ['the account is deleted', deleteTheAccount],
    ])('AUTH-06 · a password confirms nobody: %s', async (_, change) => {
      const user = await server().user()
      onceAccountRead(() => change(user))
      const answer = await user.at(pausable.origin).call(confirmIdentity, { body: { password: PASSWORD } })
      expect(codeOf(answer)).toEqual([401, 'not_authenticated'])
    })

    it('AUTH-06 · a password confirms nobody: the account is deleted before it is compared', async () => {
      const user = await server().user()
      onceSessionRead(() => deleteTheAccount(user))
      const answer = await user.at(pausable.origin).call(confirmIdentity, { body: { password: PASSWORD } })
      expect(codeOf(answer)).toEqual([401, 'not_authenticated'])
    })

    it('AUTH-06 · a passkey confirms nobody: the session ends', async () => {
      const user = browser()
      await user.register()
      const passkey = await addedPasskey(server(), user)
      const { options } = (await user.call(requestPasskey)).reply
      oncePasskeyRead(() => signOut(user.at(server().origin)))
      const answer = await user.call(confirmIdentity, { body: { passkey: passkey.get(options) } })
      expect(codeOf(answer)).toEqual([401, 'not_authenticated'])
    })

    it('AUTH-02 · a passkey signs in nobody: the account is deleted', async () => {
      const user = browser()
      await user.register()
      const passkey = await addedPasskey(server(), user)
      const other = browser()
      const { options } = (await other.call(requestPasskey)).reply
      oncePasskeyRead(() => deleteTheAccount(user.at(server().origin)))
      const answer = await other.call(signInWithPasskey, { body: { passkey: passkey.get(options) } })
      expect(codeOf(answer)).toEqual([403, 'passkey_rejected'])
      expect(other.cookie).toBeUndefined()
    })

    describe.each([
      ['the session ends', signOut, [401, 'not_authenticated']],
      ['it has to be confirmed again', askForConfirmation, [403, 'confirmation_required']],
      ['the account is deleted', deleteTheAccount, [401, 'not_authenticated']],
    ] as const)('%s', (_, change, expected) => {
      it.each([
        ['startApp', startApp, {}],
        ['confirmApp', confirmApp, { body: { code: '123456' } }],
        ['removeApp', removeApp, {}],
        ['removePasskey', removePasskey, { params: { id: 'x' } }],
        ['replaceRecoveryCodes', replaceRecoveryCodes, {}],
        ['createApiKey', createApiKey, { body: { name: 'Магазин', scopes: ['read'] } }],
        ['revokeApiKey', revokeApiKey, { params: { id: 'x' } }],
      ] as const)('AUTH-06 · second factors stay as they are: %s', async (_name, endpoint, input) => {
        const user = await server().user()
        await addedApp(server(), user)
        onceSessionRead(() => change(user))
        expect(codeOf(await user.at(pausable.origin).call(endpoint, input))).toEqual(expected)
      })

      it('AUTH-06 · second factors stay as they are: addPasskey', async () => {
        const user = browser()
        await user.register()
        await confirmAddressOf(server(), user)
        const { options } = (await user.call(requestNewPasskey)).reply
        const body = { passkey: new Authenticator(siteOf(user)).create(options) }
        onceSessionRead(() => change(Object.assign(user.at(server().origin), { email: user.email })))
        expect(codeOf(await user.call(addPasskey, { body }))).toEqual(expected)
      })
    })
  })
})
