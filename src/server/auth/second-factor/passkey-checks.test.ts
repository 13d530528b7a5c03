import { describe, expect, it } from 'vitest'
import type { Attestation } from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { Authenticator } from '#test/server/authenticator.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import { inTransaction } from '../../db/transaction.ts'
import { takeChallenge } from './challenges.ts'
import {
  listPasskeys,
  passkeyCreation,
  passkeyRequest,
  siteOf,
  storePasskey,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts'

const SITE = { host: 'levro.example', origin: 'https://levro.example' }
/** Later than the server's own time, by which it deletes what has expired. */
const NOW = Date.UTC(2100, 0, 1)

describe('the site of a passkey', () => {
  const ORIGINS = ['https://levro.example', 'https://www.levro.example:8443']

  it.each([
    ['https://levro.example', 0, 'levro.example'],
    ['https://www.levro.example:8443', 1, 'www.levro.example'],
    ['https://evil.example', 0, 'levro.example'],
    [undefined, 0, 'levro.example'],
  ])('AUTH-02 · for the origin %s of a request is its own, else the main one', (origin, index, host) => {
    expect(siteOf({ headers: { origin } }, ORIGINS)).toEqual({ host, origin: ORIGINS[index] })
  })
})

onEachDatabase((server) => {
  const newAccount = async () => (await addStoredAccount(server().db)).accountId

  const ask = async (accountId: string) =>
    (await passkeyCreation(server().db, { accountId, address: 'ana@example.bg' }, SITE, NOW)) ??
    expect.fail('too many passkeys')

  const verifyNew = (accountId: string, attestation: Attestation, site = SITE) =>
    verifyNewPasskey(server().db, accountId, attestation, site, NOW)

  /** A passkey that is stored for the account. */
  async function added(accountId: string): Promise<Authenticator> {
    const authenticator = new Authenticator(SITE.origin)
    const passkey = await verifyNew(accountId, authenticator.create(await ask(accountId)))
    if (passkey === undefined) expect.fail('not verified')
    await inTransaction(server().db, (trx) =>
      storePasskey(trx, accountId, passkey, { name: 'Chrome', now: NOW }),
    )
    return authenticator
  }

  const signIn = async (authenticator: Authenticator, now = NOW) => {
    const options = await passkeyRequest(server().db, SITE, now)
    return verifyPasskey(server().db, authenticator.get(options), SITE, now)
  }

  describe('a passkey', () => {
    it('AUTH-02 · is asked for with a check of the user, of any account, for one challenge', async () => {
      const { db } = server()
      const options = await passkeyRequest(db, SITE, NOW)
      expect(options).toMatchObject({ rpId: 'levro.example', userVerification: 'required' })
      expect(options['allowCredentials']).toBeUndefined()
      const challenge = String(options['challenge'])
      expect(challenge).toMatch(/^[\w-]{43}$/)
      expect(await takeChallenge(db, challenge, 'passkey', NOW)).toEqual({ accountId: null })
    })

    it('AUTH-02 · is created on the device, by the algorithms of authenticators, and not twice on one', async () => {
      const { db } = server()
      const accountId = await newAccount()
      const existing = await added(accountId)
      const options = await ask(accountId)
      expect(options).toMatchObject({
        rp: { name: 'Levro', id: 'levro.example' },
        user: { id: Buffer.from(accountId).toString('base64url'), name: 'ana@example.bg' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [{ id: existing.id }],
      })
      // EdDSA, ES256 and RS256 in the registry of COSE.
      const algorithms = (options['pubKeyCredParams'] as { alg: number }[]).map(({ alg }) => alg)
      expect(algorithms).toEqual([-8, -7, -257])
      const challenge = String(options['challenge'])
      expect(challenge).toMatch(/^[\w-]{43}$/)
      expect(await takeChallenge(db, challenge, 'new-passkey', NOW)).toEqual({ accountId })
    })

    it('AUTH-02 · is asked for while the account has fewer than twenty', async () => {
      const { db } = server()
      const accountId = await newAccount()
      const add = (n: number) =>
        db
          .insertInto('passkey')
          .values({
            id: `${accountId}-${n}`,
            account_id: accountId,
            public_key: 'key',
            counter: 0,
            name: '',
            created_at: 20 - n,
            used_at: null,
          })
          .execute()
      for (let n = 0; n < 19; n++) await add(n)
      expect((await ask(accountId))['excludeCredentials']).toHaveLength(19)
      await add(19)
      const owner = { accountId, address: 'ana@example.bg' }
      expect(await passkeyCreation(db, owner, SITE, NOW)).toBeUndefined()
      const newestFirst = Array.from({ length: 20 }, (_, n) => `${accountId}-${19 - n}`)
      expect((await listPasskeys(db, accountId)).map(({ id }) => id)).toEqual(newestFirst)
    })

    it('AUTH-02 · signs in to its account, and keeps its counter and last use', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      const [passkey, another] = [await added(accountId), await added(accountId)]
      const ofOther = await added(other)
      expect(await signIn(passkey, NOW + 5)).toBe(accountId)
      expect(await signIn(ofOther)).toBe(other)
      const rows = await db
        .selectFrom('passkey')
        .select(['id', 'counter', 'used_at'])
        .where('account_id', '=', accountId)
        .execute()
      // It has signed once when it was created, and once since.
      expect(rows.find(({ id }) => id === passkey.id)).toMatchObject({ counter: 2, used_at: NOW + 5 })
      expect(rows.find(({ id }) => id === another.id)).toMatchObject({ counter: 1, used_at: null })
      const listed = (await listPasskeys(db, accountId)).map(({ id, usedAt }) => [id, usedAt])
      expect(Object.fromEntries(listed)).toEqual({
        [passkey.id]: new Date(NOW + 5).toISOString(),
        [another.id]: null,
      })
    })

    it('AUTH-02 · is rejected with a key that has another id, or is not stored', async () => {
      const { db } = server()
      const [passkey, another] = [await added(await newAccount()), await added(await newAccount())]
      const options = await passkeyRequest(db, SITE, NOW)
      const swapped = { ...passkey.get(options), id: another.id }
      expect(await verifyPasskey(db, swapped, SITE, NOW)).toBeUndefined()
      const unknown = { ...passkey.get(await passkeyRequest(db, SITE, NOW)), id: 'unknown' }
      expect(await verifyPasskey(db, unknown, SITE, NOW)).toBeUndefined()
      expect(await signIn(passkey)).toBeDefined()
    })

    it('AUTH-02 · is created for the account that was asked, at the site that was asked', async () => {
      const [accountId, other] = [await newAccount(), await newAccount()]
      const create = async () => new Authenticator(SITE.origin).create(await ask(accountId))
      expect(await verifyNew(accountId, await create())).toMatchObject({ counter: 1 })
      expect(await verifyNew(other, await create())).toBeUndefined()
      expect(
        await verifyNew(accountId, await create(), { ...SITE, origin: 'https://x.example' }),
      ).toBeUndefined()
      expect(await verifyNew(accountId, await create(), { ...SITE, host: 'x.example' })).toBeUndefined()
    })

    /** What a browser says of the page; without attestation nothing is signed. WebAuthn Level 3, 5.8.1. */
    it.each<[string, boolean, (data: Record<string, unknown>) => unknown]>([
      ['as a browser does', true, (data) => data],
      ['as one that does not know crossOrigin', true, (data) => ({ ...data, crossOrigin: undefined })],
      ['within a page of another site', false, (data) => ({ ...data, crossOrigin: true })],
      ['with another word for no', false, (data) => ({ ...data, crossOrigin: 'false' })],
      ['with nothing for no', false, (data) => ({ ...data, crossOrigin: null })],
      ['below a page of another site', false, (data) => ({ ...data, topOrigin: 'https://x.example' })],
      ['below a page of its own site', false, (data) => ({ ...data, topOrigin: SITE.origin })],
      ['without a challenge', false, (data) => ({ ...data, challenge: undefined })],
      ['with a list of challenges', false, (data) => ({ ...data, challenge: [data['challenge'], 'x'] })],
      ['as a number', false, () => 1],
      ['as a text', false, () => 'challenge'],
      ['as nothing', false, () => null],
    ])('AUTH-02 · that is created %s is accepted: %s', async (_title, isAccepted, change) => {
      const accountId = await newAccount()
      const { id, response } = new Authenticator(SITE.origin).create(await ask(accountId))
      const text = Buffer.from(response.clientDataJSON, 'base64url').toString()
      const changed = JSON.stringify(change(JSON.parse(text) as Record<string, unknown>))
      const clientDataJSON = Buffer.from(changed).toString('base64url')
      const passkey = await verifyNew(accountId, { id, response: { ...response, clientDataJSON } })
      expect(passkey !== undefined).toBe(isAccepted)
    })

    it.each(['', '{', 'A', '!', 'bnVsbA', 'MQ', 'e30', 'W10'])(
      'AUTH-02 · is rejected when the browser says %j',
      async (clientDataJSON) => {
        const accountId = await newAccount()
        const { id, response } = new Authenticator(SITE.origin).create(await ask(accountId))
        expect(await verifyNew(accountId, { id, response: { ...response, clientDataJSON } })).toBeUndefined()
      },
    )
  })
})
