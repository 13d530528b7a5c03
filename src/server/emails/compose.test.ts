import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DIALECTS, type Place, makePlace } from '#test/harness.ts'
import { purchaseRow } from '#test/server/filled-database.ts'
import { linkIn, tokenIn } from '#test/server/mail-server.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import { codeIn } from '#test/server/second-factors.ts'
import { forgetLimits, useUpLimit } from '#test/server/with-mail.ts'
import { findTokenAccount } from '../auth/email-tokens.ts'
import { findChallengeByHash } from '../auth/second-factor/challenges.ts'
import { deviceCodeHash } from '../auth/second-factor/device-code.ts'
import { openDatabase } from '../db/database.ts'
import type { Db, EmailKind } from '../db/schema.ts'
import { readEnv } from '../env.ts'
import type { Composer } from '../mail/dispatcher.ts'
import type { OutboxEmail } from '../mail/outbox.ts'
import { loadSecretKey } from '../secret-key.ts'
import { makeComposer } from './compose.ts'

const NOW = Date.UTC(2026, 6, 1)
const DAY_MS = 86_400_000
const OPERATOR = { name: 'Levro OOD', number: undefined, address: undefined }

/** An email as it is stored, of a kind. */
const stored = (kind: EmailKind, change: Partial<OutboxEmail> = {}): OutboxEmail => ({
  id: 'an-id',
  kind,
  lang: 'en',
  email: 'ana@example.bg',
  account_id: null,
  message_id: null,
  purchase_id: null,
  detail: null,
  entry_seq: null,
  created_at: NOW - 5,
  attempts: 0,
  due_at: NOW,
  problem: null,
  ...change,
})

/** Kinds that an account is looked up for by the address. */
const BY_ADDRESS = ['reset', 'device-code', 'failed-sign-ins'] as const

/** Who causes the emails of which an address that was never confirmed gets ten a day. */
const CAUSES: [EmailKind, 'user' | 'password' | 'anyone'][] = [
  ['verify', 'user'],
  ['password', 'user'],
  ['second-factor', 'user'],
  ['new-device', 'password'],
  ['failed-codes', 'password'],
  ['taken', 'anyone'],
  ['device-code', 'anyone'],
  ['failed-sign-ins', 'anyone'],
]

describe.each(DIALECTS)('an email as it is composed: %s', (dialect) => {
  let place: Place
  let db: Db
  let compose: Composer
  const key = () => loadSecretKey(readEnv(place.settings))

  beforeAll(async () => {
    place = await makePlace(dialect)
    db = await openDatabase(readEnv(place.settings))
    const siteOrigin = () => 'https://levro.example'
    compose = makeComposer({ db, clock: () => NOW, key: key(), operator: OPERATOR, siteOrigin })
  })
  beforeEach(() => forgetLimits(db))
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  /** An account, and its address with the capital letters it was registered with. */
  async function newAccount() {
    const { accountId, email } = await addStoredAccount(db)
    return { accountId, email, address: email.replace('ana', 'Ana') }
  }

  const composed = async (email: OutboxEmail) => (await compose(email)) ?? expect.fail('not composed')
  const pathIn = (email: { text: string; html: string }) => linkIn(email).replace('https://levro.example', '')

  it.each([
    ['bg', 'Левро', '/account/settings'],
    ['en', 'Levro', '/en/account/settings'],
  ] as const)(
    'AUTH-10 · has the id, time and name of the site, in its language: %s',
    async (lang, from, path) => {
      const email = await composed(stored('second-factor', { lang, detail: 'app-added' }))
      expect(email).toEqual({
        id: 'an-id',
        at: NOW - 5,
        kind: 'second-factor',
        from,
        to: 'ana@example.bg',
        subject: expect.stringContaining(from),
        text: expect.stringContaining(
          lang === 'bg' ? 'Добавено е приложение' : 'An authenticator app was added',
        ),
        html: expect.stringContaining(`<html lang="${lang}">`),
      })
      expect(pathIn(email)).toBe(path)
      expect(email.text).toMatch(new RegExp(`^https://levro\\.example${lang === 'bg' ? '' : '/en'}$`, 'm'))
    },
  )

  it.each([
    ['second-factor', '/en/account/settings'],
    ['new-device', '/en/account/settings'],
    ['api-key', '/en/account/settings'],
    ['failed-codes', '/en/forgot-password'],
    ['taken', '/en/forgot-password'],
    ['password', '/en/forgot-password'],
  ] as const)('AUTH-10 · leads to a page, by its kind: %s', async (kind, path) => {
    const email = await composed(stored(kind))
    expect([email.to, pathIn(email)]).toEqual(['ana@example.bg', path])
    expect(email.text + email.html).not.toMatch(/undefined|null/)
  })

  it('AUTH-06 · about a deleted account leads nowhere', async () => {
    const email = await composed(stored('deleted'))
    expect(email.to).toBe('ana@example.bg')
    expect(email.html).not.toContain('display:inline-block')
  })

  it('AUTH-10 · names the device, and says whether codes are still accepted', async () => {
    const { text } = await composed(stored('new-device', { detail: 'Chrome · Windows' }))
    expect(text).toContain('Device: Chrome · Windows\nWhen: 1 July 2026')
    expect((await composed(stored('new-device'))).text).not.toContain('Device:')
    const codes = async (detail: string) => (await composed(stored('failed-codes', { detail }))).text
    expect([await codes('blocked'), await codes('wrong')].map((text) => text.includes('too many'))).toEqual([
      true,
      false,
    ])
  })

  it.each([
    ['verify', '/en/verify-email#token='],
    ['reset', '/en/reset-password#token='],
  ] as const)('AUTH-10 · has a link that is valid for its account: %s', async (kind, path) => {
    const { accountId, email, address } = await newAccount()
    await newAccount()
    const of = kind === 'verify' ? { account_id: accountId, email: address } : { email }
    const first = await composed(stored(kind, of))
    expect([first.to, pathIn(first).startsWith(path)]).toEqual([address, true])
    expect(await findTokenAccount(db, tokenIn(first), kind, NOW)).toBe(accountId)
    expect(tokenIn(await composed(stored(kind, of)))).not.toBe(tokenIn(first))
  })

  it('AUTH-02 · has a code that is valid for its account, and no link', async () => {
    const { accountId, email, address } = await newAccount()
    const { to, text } = await composed(stored('device-code', { email }))
    expect(to).toBe(address)
    const hash = deviceCodeHash(key(), accountId, codeIn(text))
    expect(await findChallengeByHash(db, hash, 'device-code', NOW)).toEqual({ accountId })
  })

  it('AUTH-10 · about failed sign-ins goes to the address as it was registered', async () => {
    const { email, address } = await newAccount()
    const sent = await composed(stored('failed-sign-ins', { email }))
    expect([sent.to, pathIn(sent)]).toEqual([address, '/en/account/settings'])
  })

  it('AUTH-10 · is not, where there is no account, message or purchase', async () => {
    for (const kind of BY_ADDRESS) expect(await compose(stored(kind))).toBeUndefined()
    for (const id of [null, 'none']) {
      expect(await compose(stored('verify', { account_id: id }))).toBeUndefined()
      expect(await compose(stored('purchase', { purchase_id: id }))).toBeUndefined()
      expect(await compose(stored('support', { message_id: id }))).toBeUndefined()
      expect(await compose(stored('refund', { purchase_id: id, account_id: id }))).toBeUndefined()
    }
    const { accountId } = await newAccount()
    await db.updateTable('account').set({ verified_at: 1 }).where('id', '=', accountId).execute()
    expect(await compose(stored('verify', { account_id: accountId })), 'confirmed already').toBeUndefined()
  })

  it('INFO-03 · with a message to support is answered to its sender', async () => {
    const message = { id: 'm-1', at: NOW, name: 'Iva', email: 'iva@example.bg', topic: 'bug', text: 'One.' }
    await db
      .insertInto('support_message')
      .values({ ...message, lang: 'bg', account_id: null })
      .execute()
    const email = await composed(stored('support', { email: 'support@levro.bg', message_id: 'm-1' }))
    expect(email).toMatchObject({
      to: 'support@levro.bg',
      replyTo: { name: 'Iva', address: 'iva@example.bg' },
      subject: '[Bug report] Iva',
    })
  })

  describe('about a purchase', () => {
    let purchases = 0

    /** A purchase of an account, an entry that took back tokens of it, and a debt that it paid. */
    async function purchase(receipt_url: string | null = null) {
      const { accountId, address } = await newAccount()
      const id = `purchase ${purchases++}`
      await db
        .insertInto('purchase')
        .values(purchaseRow(id, { account_id: accountId, receipt_url, paid_at: NOW, status: 'credited' }))
        .execute()
      const entry = {
        account_id: accountId,
        note: null,
        purchase_id: id,
        at: NOW,
        digest: null,
        position: null,
      }
      await db
        .insertInto('token_entry')
        .values([
          { ...entry, reason: 'refund', ref: `r ${id}`, seq: 1, delta: -70, balance_after: 30, uncovered: 9 },
          {
            ...entry,
            reason: 'dispute',
            ref: `d ${id}`,
            seq: 2,
            delta: 70,
            balance_after: 100,
            uncovered: 0,
          },
          { ...entry, reason: 'debt', ref: `${id}:x`, seq: 3, delta: -8, balance_after: 92, uncovered: 0 },
          {
            ...entry,
            reason: 'debt',
            ref: `return:d ${id}:x`,
            seq: 4,
            delta: -6,
            balance_after: 86,
            uncovered: 0,
          },
        ])
        .execute()
      return { email: address, account_id: accountId, purchase_id: id }
    }

    it('PAY-07 · has its facts, the seller, what it has paid of a debt, and a link to the receipt', async () => {
      const of = await purchase('https://pay.example/receipt')
      const email = await composed(stored('purchase', of))
      expect([email.to, linkIn(email)]).toEqual([of.email, 'https://pay.example/receipt'])
      expect(email.text).toContain('Tokens owed, deducted at once: 8\n')
      expect(email.text).toContain('Provided by: Levro OOD\n')
      const without = await composed(stored('purchase', await purchase()))
      expect(without.html).not.toContain('display:inline-block')
    })

    it.each(['refund', 'dispute'] as const)(
      'PAY-07 · tells by its entry what was taken or given back: %s',
      async (kind) => {
        const of = await purchase()
        const told = async (entry_seq: number) => composed(stored(kind, { ...of, entry_seq }))
        const [taken, given] = [await told(1), await told(2)]
        expect([taken.to, pathIn(taken)]).toEqual([of.email, '/en/account'])
        expect(taken.text).toMatch(
          /^Tokens taken: 70\nAlready used, still owed: 9\nTokens in the account afterwards: 30$/m,
        )
        expect(given.text).toMatch(
          /^Tokens given back: 70\nOwed for another purchase, deducted at once: 6\nTokens in the account afterwards: 94$/m,
        )
        expect(given.text).toContain('Provided by: Levro OOD\n')
        expect(await compose(stored(kind, { ...of, entry_seq: null }))).toBeUndefined()
        expect(await compose(stored(kind, { ...of, entry_seq: 1, purchase_id: 'none' }))).toBeUndefined()
        expect(await compose(stored(kind, { ...of, entry_seq: 1, account_id: null }))).toBeUndefined()
      },
    )
  })

  describe('to an address that was never confirmed', () => {
    const limitOf = (email: string, cause: string) =>
      `unconfirmed:${cause}:${createHash('sha256').update(email).digest('base64url').slice(0, 22)}`
    /** As those are stored that go to an account, or to an address alone. */
    const to = ({ accountId, email }: { accountId: string; email: string }, kind: EmailKind) =>
      BY_ADDRESS.some((one) => one === kind) ? { email } : { account_id: accountId }

    it.each(CAUSES)('AUTH-10 · is one of ten a day by its cause: %s', async (kind, cause) => {
      const account = await newAccount()
      const email = stored(kind, to(account, kind))
      const exceed = (of: string) => useUpLimit(db, limitOf(account.email, of), 10, NOW + DAY_MS)
      for (const other of ['user', 'password', 'anyone']) if (other !== cause) await exceed(other)
      expect(await compose(email)).toBeDefined()
      const used = await db
        .selectFrom('throttle')
        .select('hits')
        .where('key', '=', limitOf(account.email, cause))
        .execute()
      expect(used).toEqual([{ hits: 1 }])
      await exceed(cause)
      expect(await compose({ ...email, attempts: 1 }), 'counted before').toBeDefined()
      expect(await compose(email)).toBeUndefined()
      await db.updateTable('account').set({ verified_at: 1 }).where('id', '=', account.accountId).execute()
      if (kind !== 'verify') expect(await compose(email), 'once it is confirmed').toBeDefined()
    })

    it('AUTH-10 · has no such limit with a link for a new password, or about the end of the account', async () => {
      const account = await newAccount()
      for (const cause of ['user', 'password', 'anyone', 'undefined'])
        await useUpLimit(db, limitOf(account.email, cause), 10, NOW + DAY_MS)
      for (const kind of ['reset', 'deleted'] as const)
        expect(await compose(stored(kind, to(account, kind)))).toBeDefined()
    })
  })
})
