import fastify, { type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DIALECTS, type Place, makePlace } from '#test/harness.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import { forgetLimits, from } from '#test/server/with-mail.ts'
import { openDatabase } from '../db/database.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnv } from '../env.ts'
import { makeOutbox } from '../mail/outbox.ts'
import { notifyOfFailures, notifyOfNewDevice, notifyOfWrongCode } from './notices.ts'

const NOW = 1_790_000_000_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'

describe.each(DIALECTS)('an email to the owner: %s', (dialect) => {
  let place: Place
  let db: Db
  const outbox = makeOutbox(
    () => NOW,
    () => undefined,
  )

  beforeAll(async () => {
    place = await makePlace(dialect)
    db = await openDatabase(readEnv(place.settings))
  })
  beforeEach(async () => {
    await forgetLimits(db)
    await db.deleteFrom('outbox').execute()
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  const newAccount = async () => {
    const { accountId: id, email } = await addStoredAccount(db)
    return { id, email, address: email.replace('ana', 'Ana') }
  }
  type Account = Awaited<ReturnType<typeof newAccount>>

  /** Within a transaction, during a request with these headers. */
  async function during(
    headers: Record<string, string>,
    work: (trx: Transaction, request: FastifyRequest) => Promise<void>,
  ): Promise<void> {
    const app = fastify({ trustProxy: true })
    app.get('/', (request) => inTransaction(db, (trx) => work(trx, request)))
    expect((await app.inject({ url: '/', headers })).statusCode).toBe(200)
  }

  /** What is stored, in its order. */
  const stored = async () => {
    const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
    return rows.map(({ kind, lang, email, account_id, detail }) => ({
      kind,
      lang,
      email,
      account_id,
      detail,
    }))
  }

  const wrongCode = (account: Account, outcome: 'wrong' | 'blocked', now = NOW, lang = 'en') =>
    during({ 'accept-language': lang }, (trx, request) =>
      notifyOfWrongCode(trx, outbox, { account, request, now }, outcome),
    )

  it('AUTH-10 · about wrong codes is stored at the fifth in a day, and once a day', async () => {
    const [account, other] = [await newAccount(), await newAccount()]
    const about = { kind: 'failed-codes', email: account.address, account_id: account.id, detail: 'wrong' }
    for (let n = 0; n < 4; n++) await wrongCode(account, 'wrong')
    await wrongCode(other, 'wrong')
    expect(await stored()).toEqual([])
    await wrongCode(account, 'wrong', NOW + DAY_MS - 1)
    expect(await stored()).toEqual([{ ...about, lang: 'en' }])
    await wrongCode(account, 'wrong', NOW + DAY_MS - 1, 'bg')
    expect(await stored()).toHaveLength(1)
    // The series has ended, and another one begins.
    const later = NOW + 2 * DAY_MS
    for (let n = 0; n < 4; n++) await wrongCode(account, 'wrong', later)
    expect(await stored()).toHaveLength(1)
    await wrongCode(account, 'wrong', later, 'bg')
    expect((await stored())[1]).toEqual({ ...about, lang: 'bg' })
  })

  it('AUTH-10 · about codes that are no longer accepted is stored at once, once a day, and beside the other', async () => {
    const account = await newAccount()
    for (let n = 0; n < 7; n++) await wrongCode(account, 'blocked')
    const details = async () => (await stored()).map(({ detail }) => detail)
    expect(await details()).toEqual(['blocked'])
    await wrongCode(account, 'wrong')
    expect(await details()).toEqual(['blocked', 'wrong'])
    await wrongCode(account, 'blocked', NOW + DAY_MS)
    expect(await details()).toEqual(['blocked', 'wrong', 'blocked'])
  })

  it('AUTH-10 · about wrong passwords is stored at the tenth in an hour, once a day, with and without an account', async () => {
    const fail = (email: string, now = NOW) => notifyOfFailures(db, outbox, { email, lang: 'en', now })
    for (const email of ['ana@example.bg', 'eva@example.bg']) for (let n = 0; n < 9; n++) await fail(email)
    expect(await stored()).toEqual([])
    await fail('ana@example.bg', NOW + HOUR_MS - 1)
    const about = { kind: 'failed-sign-ins', lang: 'en', account_id: null, detail: null }
    expect(await stored()).toEqual([{ ...about, email: 'ana@example.bg' }])
    await fail('eva@example.bg', NOW + HOUR_MS)
    for (let n = 0; n < 20; n++) await fail('ana@example.bg', NOW + HOUR_MS)
    expect(await stored()).toHaveLength(1)
  })

  it('AUTH-10 · about a new device names it, and is stored three times a day for those of one name and network', async () => {
    const account = await newAccount()
    const signIn = (agent: string | undefined, ip = '203.0.113.7', now = NOW, lang = 'en') =>
      during({ ...from(ip), 'accept-language': lang, 'user-agent': agent ?? '' }, (trx, request) =>
        notifyOfNewDevice(trx, outbox, { account, request, now }),
      )
    for (let n = 0; n < 4; n++) await signIn(FIREFOX)
    const about = { kind: 'new-device', lang: 'en', email: account.address, account_id: account.id }
    expect(await stored()).toEqual(Array.from({ length: 3 }, () => ({ ...about, detail: 'Firefox · Linux' })))
    await signIn('', '203.0.113.7', NOW, 'bg')
    expect((await stored())[3]).toEqual({ ...about, lang: 'bg', detail: '' })
    await signIn(FIREFOX, '203.0.113.8')
    await signIn(FIREFOX, '203.0.113.7', NOW + DAY_MS)
    expect(await stored()).toHaveLength(6)
  })
})
