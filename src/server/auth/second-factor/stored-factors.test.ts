import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { codeAt } from '#test/server/second-factors.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import type { Transaction } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { loadSecretKey } from '../../secret-key.ts'
import { findKnownDevice, rememberDevice } from '../devices.ts'
import {
  consumeCode,
  countAllFactors,
  findFactorKinds,
  findFactors,
  removeFactors,
  tidyFactors,
} from './factors.ts'
import { listPasskeys, removePasskey, removePasskeys, storePasskey } from './passkeys.ts'
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  createRecoveryCodes,
  deleteRecoveryCodes,
  hasRecoveryCode,
  normalizeCode,
  readableCode,
} from './recovery-codes.ts'
import {
  allowCodesAfterReset,
  confirmTotp,
  consumeTotp,
  countUnusableApps,
  forgetWrongCodes,
  looksLikeTotp,
  removeTotp,
  startTotp,
  totpSince,
} from './totp.ts'

const STEP_MS = 30_000
const DAY_MS = 86_400_000
/** Later than the server's own time, by which it deletes what has expired; the beginning of half a minute. */
const NOW = Date.UTC(2100, 0, 1)

describe('a typed code', () => {
  it.each([
    ['123456', true],
    [' 123 456\n', true],
    ['000000', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
    ['١٢٣٤٥٦', false],
    ['', false],
  ])('AUTH-02 · %j is of an app: %s', (code, expected) => {
    expect(looksLikeTotp(code)).toBe(expected)
  })

  it.each([
    [' abcd-efgh ', 'ABCDEFGH'],
    ['abcd efgh\tjk', 'ABCDEFGHJK'],
    ['OoIiLl', '001111'],
  ])('AUTH-02 · %j is the recovery code %s', (typed, code) => {
    expect(normalizeCode(typed)).toBe(code)
  })

  it.each([
    [8, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/],
    [24, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/],
  ])(
    'AUTH-02 · of %d characters is in groups of four, of all letters and digits that are clear',
    (length, form) => {
      const codes = Array.from({ length: 200 }, () => readableCode(length))
      for (const code of codes) expect(code).toMatch(form)
      expect(new Set(codes).size).toBe(200)
      expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
    },
  )
})

onEachDatabase((server) => {
  const key = () => loadSecretKey(server().env)
  const within = <T>(work: (trx: Transaction) => Promise<T>) => inTransaction(server().db, work)
  const newAccount = async () => (await addStoredAccount(server().db)).accountId

  const start = (accountId: string, now = NOW) =>
    within((trx) => startTotp(trx, key(), { accountId, address: 'ana@example.bg', now }))
  const confirm = (accountId: string, code: string, now = NOW) =>
    within((trx) => confirmTotp(trx, key(), { accountId, code, now }))
  const consume = (accountId: string, code: string, { now = NOW, mostWrong = 50 } = {}) =>
    within((trx) => consumeTotp(trx, key(), { accountId, code, now, mostWrong }))

  /** An account with an app, set up an hour ago. */
  async function withApp() {
    const accountId = await newAccount()
    const { secret } = await start(accountId)
    const setUpAt = NOW - 3_600_000
    expect(await confirm(accountId, codeAt(secret, setUpAt), setUpAt)).toBe(true)
    return { accountId, secret, code: (steps = 0) => codeAt(secret, NOW + steps * STEP_MS), setUpAt }
  }

  const setWrongCodes = (accountId: string, count: number) =>
    server().db.updateTable('totp').set({ wrong_codes: count }).where('account_id', '=', accountId).execute()
  const wrongCodesOf = async (accountId: string) =>
    (
      await server()
        .db.selectFrom('totp')
        .select('wrong_codes')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
    )?.wrong_codes

  describe('an authenticator app', () => {
    it('AUTH-02 · gets a secret of 160 bits, as text and as an address (RFC 4226; Key Uri Format)', async () => {
      const { secret, uri } = await start(await newAccount())
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      const { protocol, host, pathname, searchParams } = new URL(uri)
      expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
        'otpauth:',
        'totp',
        '/Levro:ana@example.bg',
      ])
      expect(Object.fromEntries(searchParams)).toEqual({
        issuer: 'Levro',
        secret,
        algorithm: 'SHA1',
        digits: '6',
        period: '30',
      })
    })

    it('AUTH-02 · counts once a code has confirmed it; until then the former one does', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      const { secret } = await start(accountId)
      await start(other)
      expect(await consume(accountId, codeAt(secret, NOW))).toBe('wrong')
      expect(await totpSince(db, accountId)).toBeUndefined()
      expect(await confirm(accountId, '000000')).toBe(false)
      expect(await confirm(await newAccount(), codeAt(secret, NOW))).toBe(false)
      expect(await confirm(accountId, codeAt(secret, NOW), NOW + 7)).toBe(true)
      expect([await totpSince(db, accountId), await totpSince(db, other)]).toEqual([NOW + 7, undefined])
      expect(await confirm(accountId, codeAt(secret, NOW + STEP_MS), NOW + STEP_MS), 'once').toBe(false)
      expect(await consume(accountId, codeAt(secret, NOW)), 'the code is used').toBe('wrong')

      await setWrongCodes(accountId, 3)
      const { secret: next } = await start(accountId, NOW + DAY_MS)
      expect(next).not.toBe(secret)
      expect(await totpSince(db, accountId)).toBe(NOW + 7)
      const later = NOW + DAY_MS
      expect(await consume(accountId, codeAt(secret, later), { now: later })).toBe('right')
      await setWrongCodes(accountId, 3)
      expect(await confirm(accountId, codeAt(next, later), later)).toBe(true)
      expect(await wrongCodesOf(accountId)).toBe(0)
      const last = later + STEP_MS
      expect(await consume(accountId, codeAt(secret, last), { now: last })).toBe('wrong')
      expect(await consume(accountId, codeAt(next, last), { now: last })).toBe('right')
    })

    it.each([
      [-2, 'wrong'],
      [-1, 'right'],
      [0, 'right'],
      [1, 'right'],
      [2, 'wrong'],
    ])('AUTH-02 · may be %d half minutes away: %s', async (steps, outcome) => {
      const { accountId, code } = await withApp()
      expect(await consume(accountId, code(steps))).toBe(outcome)
      // Each is valid once, and none that is older.
      if (outcome === 'right')
        for (const again of [steps, steps - 1]) expect(await consume(accountId, code(again))).toBe('wrong')
      if (steps === -1) expect(await consume(accountId, code(0), { now: NOW + STEP_MS - 1 })).toBe('right')
    })

    it('AUTH-02 · refuses codes after so many wrong ones in a row, also the right one', async () => {
      const [{ accountId, code }, other] = [await withApp(), await withApp()]
      await setWrongCodes(accountId, 18)
      await setWrongCodes(other.accountId, 5)
      const most = { mostWrong: 20 }
      expect(await consume(accountId, '000000', most)).toBe('wrong')
      expect(await wrongCodesOf(accountId)).toBe(19)
      expect(await consume(accountId, 'not a code', most), 'of no app').toBe('wrong')
      expect(await wrongCodesOf(accountId)).toBe(19)
      expect(await consume(accountId, code(-2), most)).toBe('wrong')
      expect(await consume(accountId, code(), most)).toBe('blocked')
      expect(await wrongCodesOf(accountId)).toBe(20)
      expect(await consume(accountId, ` ${code().slice(0, 3)} ${code().slice(3)} `)).toBe('right')
      expect([await wrongCodesOf(accountId), await wrongCodesOf(other.accountId)]).toEqual([0, 5])
      await setWrongCodes(accountId, 7)
      await forgetWrongCodes(server().db, accountId)
      expect([await wrongCodesOf(accountId), await wrongCodesOf(other.accountId)]).toEqual([0, 5])
    })

    it('AUTH-02 · accepts ten codes again after a new password, once a day', async () => {
      const [{ accountId }, other] = [await withApp(), await withApp()]
      const allow = (now: number, of = accountId) => within((trx) => allowCodesAfterReset(trx, of, now))
      const after = async (count: number, now: number) => {
        await setWrongCodes(accountId, count)
        await allow(now)
        return wrongCodesOf(accountId)
      }
      await setWrongCodes(other.accountId, 50)
      await allow(NOW, await newAccount())
      // These leave ten or more: nothing is used up.
      expect([await after(39, NOW), await after(40, NOW)]).toEqual([39, 40])
      expect(await after(41, NOW)).toBe(40)
      expect(await after(50, NOW + DAY_MS - 1)).toBe(50)
      expect(await after(50, NOW + DAY_MS)).toBe(40)
      expect(await wrongCodesOf(other.accountId)).toBe(50)
    })

    it('AUTH-02 · is removed alone, and tells whether it was set up', async () => {
      const { db } = server()
      const [app, other] = [await withApp(), await withApp()]
      const pending = await newAccount()
      await start(pending)
      const remove = (accountId: string) => within((trx) => removeTotp(trx, accountId))
      expect([await remove(app.accountId), await remove(app.accountId)]).toEqual([true, false])
      expect(await remove(pending)).toBe(false)
      expect(await totpSince(db, other.accountId)).toBe(other.setUpAt)
      expect(await consume(app.accountId, app.code())).toBe('wrong')
    })

    it('AUTH-02 · cannot be used when its secret was encrypted with another key, or for another account', async () => {
      const { db, env } = server()
      const [app, other] = [await withApp(), await withApp()]
      await start(await newAccount())
      const before = await countUnusableApps(db, key())
      const apps = (await countAllFactors(db)).apps
      const anotherKey = loadSecretKey({
        ...env,
        secretKey: 'another key of the tests, as long as the first one',
      })
      expect(await countUnusableApps(db, anotherKey)).toBe(apps)
      const { secret } = await db
        .selectFrom('totp')
        .select('secret')
        .where('account_id', '=', app.accountId)
        .executeTakeFirstOrThrow()
      await db.updateTable('totp').set({ secret }).where('account_id', '=', other.accountId).execute()
      expect(await countUnusableApps(db, key())).toBe(before + 1)
      expect(await consume(other.accountId, app.code())).toBe('wrong')
    })
  })

  describe('recovery codes', () => {
    const create = (accountId: string) => within((trx) => createRecoveryCodes(trx, accountId))
    const count = (accountId: string) => countRecoveryCodes(server().db, accountId)

    it('AUTH-02 · are ten, of an account, and each is used once', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      const [codes] = [await create(accountId), await create(other)]
      expect(new Set(codes).size).toBe(10)
      expect([await count(accountId), await count(other)]).toEqual([10, 10])
      const [code = ''] = codes
      for (const wrong of ['', 'ABCD', code.slice(0, -1), `${code}0`]) {
        expect(await hasRecoveryCode(db, accountId, wrong)).toBe(false)
        expect(await consumeRecoveryCode(db, accountId, wrong)).toBe(false)
      }
      expect([await hasRecoveryCode(db, other, code), await consumeRecoveryCode(db, other, code)]).toEqual([
        false,
        false,
      ])
      const typed = code.toLowerCase().replaceAll('-', ' ')
      expect(await hasRecoveryCode(db, accountId, typed)).toBe(true)
      expect(await consumeRecoveryCode(db, accountId, typed)).toBe(true)
      expect(await consumeRecoveryCode(db, accountId, typed)).toBe(false)
      expect([await count(accountId), await count(other)]).toEqual([9, 10])
    })

    it('AUTH-02 · are replaced and deleted together, those of other accounts stay', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      const [[former = '']] = [await create(accountId), await create(other)]
      const [next = ''] = await create(accountId)
      expect([
        await hasRecoveryCode(db, accountId, former),
        await hasRecoveryCode(db, accountId, next),
      ]).toEqual([false, true])
      await within((trx) => deleteRecoveryCodes(trx, accountId))
      expect([await count(accountId), await count(other)]).toEqual([0, 10])
    })
  })

  describe('the second factors of an account', () => {
    let passkeys = 0
    const addPasskey = (accountId: string, { now = NOW, name = 'Chrome' } = {}) => {
      const id = `passkey ${passkeys++}`
      return within((trx) =>
        storePasskey(trx, accountId, { id, publicKey: 'key', counter: 0 }, { name, now }),
      )
    }

    it('AUTH-02 · are listed, counted, and asked for', async () => {
      const { db } = server()
      const before = await countAllFactors(db)
      const [{ accountId, setUpAt }, other] = [await withApp(), await newAccount()]
      await start(other)
      expect(await findFactors(db, other)).toEqual({ app: null, passkeys: [], recoveryCodes: 0 })
      expect([await findFactorKinds(db, other), await findFactorKinds(db, accountId)]).toEqual([[], ['app']])
      for (const [name, at] of [
        ['Firefox', 1],
        ['Chrome', 0],
      ] as const)
        expect(await addPasskey(accountId, { name, now: NOW + at })).toBe(true)
      await within((trx) => createRecoveryCodes(trx, accountId))
      expect(await findFactorKinds(db, accountId)).toEqual(['app', 'passkey'])
      const iso = (at: number) => new Date(at).toISOString()
      expect(await findFactors(db, accountId)).toMatchObject({
        app: { createdAt: iso(setUpAt) },
        passkeys: [
          { name: 'Chrome', createdAt: iso(NOW), usedAt: null },
          { name: 'Firefox', createdAt: iso(NOW + 1), usedAt: null },
        ],
        recoveryCodes: 10,
      })
      await addPasskey(other)
      expect(await findFactorKinds(db, other)).toEqual(['passkey'])
      expect(await countAllFactors(db)).toEqual({
        apps: before.apps + 1,
        passkeys: before.passkeys + 3,
        recoveryCodes: before.recoveryCodes + 10,
      })
    })

    it('AUTH-02 · are used up by what is typed: a code of the app, or a recovery code, which ends a block', async () => {
      const { accountId, code } = await withApp()
      const [recovery = '', another = ''] = await within((trx) => createRecoveryCodes(trx, accountId))
      const type = (typed: string) =>
        within((trx) => consumeCode(trx, key(), { accountId, code: typed, now: NOW, mostWrong: 50 }))
      expect([await type('000000'), await type('ABCD-EFGH')]).toEqual(['wrong', 'wrong'])
      expect(await wrongCodesOf(accountId)).toBe(1)
      expect(await type(recovery)).toBe('recovery-code')
      expect([await wrongCodesOf(accountId), await type(recovery)]).toEqual([0, 'wrong'])
      await setWrongCodes(accountId, 50)
      expect(await type(code())).toBe('blocked')
      expect(await type(another)).toBe('recovery-code')
      expect(await type(code())).toBe('app')
    })

    it('AUTH-02 · leave their codes and known devices only while there is one', async () => {
      const { db } = server()
      const { accountId } = await withApp()
      await within((trx) => createRecoveryCodes(trx, accountId))
      const device = await within((trx) =>
        rememberDevice(trx, accountId, { passedSecondFactor: true, now: NOW }),
      )
      const left = async () => [
        await countRecoveryCodes(db, accountId),
        (await findKnownDevice(db, accountId, device, NOW))?.passedSecondFactor,
      ]
      await within((trx) => tidyFactors(trx, accountId))
      expect(await left()).toEqual([10, true])
      await within((trx) => removeTotp(trx, accountId))
      await within((trx) => tidyFactors(trx, accountId))
      expect(await left()).toEqual([0, false])
    })

    it('AUTH-02 · are removed one by one or all, and none of other accounts', async () => {
      const { db } = server()
      const [app, other] = [await withApp(), await newAccount()]
      for (const id of [app.accountId, app.accountId, other]) await addPasskey(id)
      const remove = (accountId: string, id: string) => within((trx) => removePasskey(trx, accountId, id))
      const [{ id } = expect.fail('no passkey')] = await listPasskeys(db, app.accountId)
      expect([await remove(other, id), await remove(app.accountId, 'none')]).toEqual([false, false])
      expect([await remove(app.accountId, id), await remove(app.accountId, id)]).toEqual([true, false])
      expect((await listPasskeys(db, app.accountId)).map((passkey) => passkey.id)).not.toContain(id)
      expect(await listPasskeys(db, app.accountId)).toHaveLength(1)
      await within((trx) => createRecoveryCodes(trx, app.accountId))
      const removeAll = (accountId: string) => within((trx) => removeFactors(trx, accountId))
      expect([await removeAll(app.accountId), await removeAll(app.accountId)]).toEqual([true, false])
      expect(await findFactors(db, app.accountId)).toEqual({ app: null, passkeys: [], recoveryCodes: 0 })
      expect(await listPasskeys(db, other)).toHaveLength(1)
      await within((trx) => removePasskeys(trx, other))
      expect(await listPasskeys(db, other)).toEqual([])
    })

    it('AUTH-02 · are twenty passkeys at most, each of one account', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      for (let n = 0; n < 20; n++) expect(await addPasskey(accountId)).toBe(true)
      expect(await addPasskey(accountId)).toBe(false)
      expect(await listPasskeys(db, accountId)).toHaveLength(20)
      const [{ id } = expect.fail('no passkey')] = await listPasskeys(db, accountId)
      const copy = { id, publicKey: 'another', counter: 0 }
      expect(await within((trx) => storePasskey(trx, other, copy, { name: '', now: NOW }))).toBe(false)
      expect(await listPasskeys(db, other)).toEqual([])
    })
  })
})
