import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { createAccount, findAccountById } from '../auth/accounts.ts'
import { parseEmail } from '../auth/email.ts'
import { inTransaction } from '../db/transaction.ts'
import { loadSecretKey } from '../secret-key.ts'
import {
  deleteOldFreeTokenGrants,
  expireFreeTokenGrants,
  freeTokenLimits,
  giveFreeTokens,
  keepFreeTokenGrant,
  mailboxOf,
  settleFreeTokens,
} from './free-tokens.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

describe('free tokens', () => {
  /** A name with every sign that a provider may ignore, and letters that none does. */
  const NAME = 'the.r_o-other'

  it.each([
    ['without dots', ['gmail.com', 'googlemail.com'], 'ther_o-other@gmail.com'],
    ['without any sign', ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], 'theroother@proton.me'],
    ['as written', ['icloud.com', 'me.com', 'mac.com'], `${NAME}@icloud.com`],
    [
      'as written',
      ['yandex.com', 'yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua'],
      `${NAME}@yandex.com`,
    ],
  ])('AUTH-01 · a name, %s, is one mailbox at %j: %s', (_title, domains, mailbox) => {
    for (const domain of domains)
      for (const tag of ['', '+', '+shop', '+shop+2', '+a.b'])
        expect(mailboxOf(`${NAME}${tag}@${domain}`)).toBe(mailbox)
  })

  it.each(['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'fastmail.com', 'fastmail.fm', 'zoho.com'])(
    'AUTH-01 · only tags make another address of one mailbox at %s',
    (domain) => {
      for (const tag of ['', '+', '+shop', '+shop+2', '+a.b'])
        expect(mailboxOf(`${NAME}${tag}@${domain}`)).toBe(`${NAME}@${domain}`)
    },
  )

  it.each(['ana+shop@abv.bg', 'a.n.a@example.bg', 'ana-ivanova@mail.bg', 'a+b@gmail.com.bg', 'a+b@mail.com'])(
    'AUTH-01 · elsewhere every spelling may be of another person: %s',
    (email) => {
      expect(mailboxOf(email)).toBe(email)
    },
  )

  it.each([
    [
      '203.0.113.77',
      ['203.0.113.200', '::ffff:203.0.113.1'],
      ['203.0.112.77'],
      ['203.0.113.200'],
      ['203.0.112.77'],
    ],
    [
      '2001:db8:1:56ff::1',
      ['2001:db8:1:5600::2'],
      ['2001:db8:1:5700::1'],
      ['2001:db8:1:5700::1', '2001:db8:1::', '2001:db8:1:ffff::1'],
      ['2001:db8:2:56ff::1', '2001:db8:0:56ff::1'],
    ],
  ])(
    'AUTH-01 · accounts of %s share two limits with their neighbours and one with all',
    (ip, near, notNear, ofProvider, others) => {
      const freeAccounts = { perNetwork: 3, perProvider: 5, total: 7 }
      const limitsOf = (address: string) => freeTokenLimits(address, { freeAccounts })
      const [network, provider, all] = limitsOf(ip)
      expect([network, provider, all].map((limit) => [limit?.limit, limit?.windowMs])).toEqual([
        [3, HOUR_MS],
        [5, HOUR_MS],
        [7, HOUR_MS],
      ])
      const keys = (address: string) => limitsOf(address).map(({ key }) => key)
      for (const address of near) expect(keys(address)[0]).toBe(network?.key)
      for (const address of notNear) expect(keys(address)[0]).not.toBe(network?.key)
      for (const address of ofProvider) expect(keys(address)[1]).toBe(provider?.key)
      for (const address of others) expect(keys(address)[1]).not.toBe(provider?.key)
      for (const address of [...near, ...others]) expect(keys(address)[2]).toBe(all?.key)
      expect(new Set(keys(ip)).size).toBe(3)
    },
  )
})

onEachDatabase((server) => {
  /** The stored grants: until when each is kept, from now, and whether it was confirmed. */
  const stored = async () => {
    const { db, time } = server()
    const rows = await db.selectFrom('free_token_grant').selectAll().orderBy('address_hash').execute()
    return rows.map(({ address_hash, kept_until, confirmed }) => [
      address_hash,
      kept_until === null ? null : kept_until - time.now,
      confirmed,
    ])
  }

  const store = (address_hash: string, keptMs: number | null, confirmed: 0 | 1) => {
    const kept_until = keptMs === null ? null : server().time.now + keptMs
    return server()
      .db.insertInto('free_token_grant')
      .values({ address_hash, kept_until, confirmed })
      .execute()
  }

  it('AUTH-01 · grants of living accounts expire in a year when their hashes are of another key, others when they would', async () => {
    const { db, time } = server()
    await store('deleted', 5, 1)
    await store('living', null, 1)
    await inTransaction(db, (trx) => expireFreeTokenGrants(trx, time.now))
    expect(await stored()).toEqual([
      ['deleted', 5, 1],
      ['living', 365 * DAY_MS, 1],
    ])
    time.now += 5
    await deleteOldFreeTokenGrants(db, time.now)
    expect(await stored()).toEqual([['living', 365 * DAY_MS - 5, 1]])
    time.now += 365 * DAY_MS - 6
    await deleteOldFreeTokenGrants(db, time.now)
    expect(await stored()).toEqual([['living', 1, 1]])
    time.now += 1
    await deleteOldFreeTokenGrants(db, time.now)
    expect(await stored()).toEqual([])
  })

  it('AUTH-01 · a grant that a deleted account has left is kept for as long as one that has confirmed the address', async () => {
    const { db, time, env } = server()
    const key = loadSecretKey(env)
    const create = async () => {
      const email = parseEmail('kept@gmail.com') ?? expect.fail()
      const created = await inTransaction(db, (trx) =>
        createAccount(trx, { email, passwordHash: 'x', at: time.now }),
      )
      return { accountId: created?.id ?? expect.fail(), email: email.key, at: time.now }
    }
    await db.deleteFrom('free_token_grant').execute()
    const first = await create()
    await inTransaction(db, (trx) => giveFreeTokens(trx, key, first))
    await inTransaction(db, (trx) => keepFreeTokenGrant(trx, key, first))
    await db.deleteFrom('account').where('id', '=', first.accountId).execute()
    expect(await stored()).toEqual([[expect.any(String), 365 * DAY_MS, 0]])
    const second = await create()
    expect(await inTransaction(db, (trx) => settleFreeTokens(trx, key, second))).toBe(15)
    expect(await stored()).toEqual([[expect.any(String), null, 1]])
    await db.deleteFrom('free_token_grant').execute()
  })

  it('AUTH-01 · only the account that is given or refused its tokens changes', async () => {
    const { db, time, env } = server()
    const key = loadSecretKey(env)
    const create = async (address: string) => {
      const email = parseEmail(address) ?? expect.fail()
      const created = await inTransaction(db, (trx) =>
        createAccount(trx, { email, passwordHash: 'x', at: time.now }),
      )
      return { accountId: created?.id ?? expect.fail(), email: email.key, at: time.now }
    }
    const [one, other, spelled] = [
      await create('one@gmail.com'),
      await create('other@gmail.com'),
      await create('o.ne@gmail.com'),
    ]
    const states = async () =>
      Promise.all(
        [one, other, spelled].map(async ({ accountId }) => {
          const account = await findAccountById(db, accountId)
          return [account?.freeTokens, account?.balance]
        }),
      )
    expect(await inTransaction(db, (trx) => giveFreeTokens(trx, key, one))).toBe(15)
    expect(await inTransaction(db, (trx) => giveFreeTokens(trx, key, spelled))).toBe(0)
    expect(await states()).toEqual([
      ['given', 15],
      ['pending', 0],
      ['pending', 0],
    ])
    expect(await inTransaction(db, (trx) => settleFreeTokens(trx, key, one))).toBe(0)
    expect(await inTransaction(db, (trx) => settleFreeTokens(trx, key, spelled))).toBe(0)
    expect(await inTransaction(db, (trx) => settleFreeTokens(trx, key, spelled)), 'once more').toBe(0)
    await db.deleteFrom('free_token_grant').execute()
    const isRefused = 'also when the mailbox could have them again'
    expect(await inTransaction(db, (trx) => settleFreeTokens(trx, key, spelled)), isRefused).toBe(0)
    const nobody = { ...other, accountId: 'nobody' }
    expect(await inTransaction(db, (trx) => settleFreeTokens(trx, key, nobody))).toBe(0)
    expect(await states()).toEqual([
      ['given', 15],
      ['pending', 0],
      ['refused', 0],
    ])
    expect(await inTransaction(db, (trx) => settleFreeTokens(trx, key, other))).toBe(15)
    expect(await states()).toEqual([
      ['given', 15],
      ['given', 15],
      ['refused', 0],
    ])
  })

  it('AUTH-01 · the grant of a deleted account is kept for a year; one that waits or was refused keeps none', async () => {
    const { db, time, env } = server()
    const key = loadSecretKey(env)
    await db.deleteFrom('free_token_grant').execute()
    const keep = (id: string, state: 'pending' | 'refused' | null, verified_at: number | null) =>
      inTransaction(db, async (trx) => {
        const email = `${id}@example.bg`
        const account = {
          id,
          email,
          address: email,
          password_hash: 'x',
          balance: 0,
          entries: 0,
          created_at: 1,
        }
        await trx
          .insertInto('account')
          .values({ ...account, free_tokens: state, verified_at })
          .execute()
        await keepFreeTokenGrant(trx, key, { accountId: id, at: time.now })
      })
    await keep('waiting', 'pending', 1)
    await keep('refused', 'refused', 1)
    expect(await stored()).toEqual([])
    await keep('unconfirmed', null, null)
    expect((await stored()).map(([, ...grant]) => grant)).toEqual([[365 * DAY_MS, 0]])
    await keep('confirmed', null, 1)
    const kept = (await stored()).map(([, ...grant]) => grant)
    expect(kept.toSorted(([, a], [, b]) => Number(a) - Number(b))).toEqual([
      [365 * DAY_MS, 0],
      [365 * DAY_MS, 1],
    ])
  })
})
