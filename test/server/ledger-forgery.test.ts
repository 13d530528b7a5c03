import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { chainEntries, digestOf } from '#server/tokens/chain.ts'
import { type LedgerEntry, postEntry } from '#server/tokens/ledger.ts'
import { DIALECTS, onEachDatabase, withDatabase } from '../harness.ts'
import { addAccount } from './ledger-account.ts'
import { makeTestPlace } from './backups.ts'
import { accountIdOf } from './ledger-check.ts'
import { runAdminCommand } from './levro-process.ts'
import { makeRows } from './reference.ts'

const DAY_MS = 86_400_000

/** Adds an entry with its digest and the new balance, as somebody can who can write to the database. */
const post = (db: Db, entry: LedgerEntry) => db.transaction().execute((trx) => postEntry(trx, entry))

/** A credited purchase of 500 tokens for 4.99, and its entry. */
async function addPurchase(db: Db, { accountId, id, at }: { accountId: string; id: string; at: number }) {
  const session = `session ${id}`
  await sql`insert into purchase (id, account_id, plan, tokens, price_cents, site, lang, status, session_id, created_at,
      refunded_cents, disputed_cents, reversed_tokens, uncovered_tokens, version)
    values (${id}, ${accountId}, 'starter', 500, 499, 'https://levro.bg', 'bg', 'credited', ${session}, ${at},
      0, 0, 0, 0, 1)`.execute(db)
  await post(db, { accountId, reason: 'purchase', ref: session, delta: 500, purchaseId: id, at })
}

/** All but 45 tokens are used, then the purchase is refunded. */
async function addDebt(db: Db, { accountId, at }: { accountId: string; at: number }) {
  await post(db, { accountId, reason: 'conversion', ref: 'used', delta: -503, at })
  await sql`insert into bulk_key (account_id, key, body_hash, job_id, at)
    values (${accountId}, 'used', 'x', 'used', ${at})`.execute(db)
  const ref = randomUUID()
  await post(db, { accountId, reason: 'refund', ref, delta: -45, uncovered: 455, purchaseId: 'owed', at })
  await sql`update purchase set refunded_cents = 499, reversed_tokens = 500, uncovered_tokens = 455
    where id = 'owed'`.execute(db)
}

type Accounts = { buyer: string; debtor: string }

const entryOf = (accountId: string, what: RegExp) => ({ accountId, what })

type Forgery = (db: Db, accounts: Accounts) => Promise<{ accountId: string; what: RegExp }>

/** Alterations after which all balances, sums, digests and the chain are right. */
const FORGERIES: Record<string, Forgery> = {
  'all purchases deleted': async (db, { buyer }) => {
    await withoutForeignKeys(db, (one) => sql`delete from purchase`.execute(one))
    return entryOf(
      buyer,
      /^entry 5 of 500 tokens, "purchase": expected a purchase of this account, and its payment$/,
    )
  },
  'an account with another id, and its history again without the debt': async (db, { debtor }) => {
    const id = '0199a1b2-9999-7000-8000-000000000000'
    await withoutForeignKeys(db, async (one) => {
      await sql`update account set id = ${id} where id = ${debtor}`.execute(one)
      for (const table of ['job', 'bulk_key', 'purchase', 'token_entry'])
        await sql`update ${sql.table(table)} set account_id = ${id} where account_id = ${debtor}`.execute(one)
    })
    const entries = db.selectFrom('token_entry').selectAll().where('account_id', '=', id)
    for (const entry of await entries.execute())
      await db
        .updateTable('token_entry')
        .set({ digest: digestOf(entry), position: null })
        .where('account_id', '=', id)
        .where('seq', '=', entry.seq)
        .execute()
    return entryOf(id, /^entry 1 is of .+, and was not there until .+$/)
  },
}

/** In one connection, in which no foreign key is enforced. */
const withoutForeignKeys = (db: Db, work: (one: Db) => Promise<unknown>): Promise<void> =>
  db.connection().execute(async (one) => {
    const isPostgres = await sql`set session_replication_role = replica`.execute(one).then(
      () => true,
      () => false,
    )
    if (!isPostgres) await sql`pragma foreign_keys = off`.execute(one)
    await work(one)
    await (isPostgres ? sql`reset session_replication_role` : sql`pragma foreign_keys = on`).execute(one)
  })

describe.each(DIALECTS)('a forged ledger with right balances and digests: %s', (dialect) => {
  it.each(Object.keys(FORGERIES))('AUTH-11 PAY-06 · is found, with its account: %s', async (name) => {
    const since = Date.now() - 10 * DAY_MS
    const accounts: Accounts = { buyer: randomUUID(), debtor: randomUUID() }
    const { buyer, debtor } = accounts
    await withDatabase(await makeTestPlace(dialect), async (db) => {
      for (const id of [buyer, debtor]) await addAccount(db, id, since)
      await addPurchase(db, { accountId: buyer, id: 'bought', at: since })
      await addPurchase(db, { accountId: debtor, id: 'owed', at: since })
      await addDebt(db, { accountId: debtor, at: since })
      await chainEntries(db, { dialect, now: since })
      const at = since + 5 * DAY_MS
      await addAccount(db, randomUUID(), at)
      await chainEntries(db, { dialect, now: at })
      const { faults, head } = await auditLedger(db)
      expect(faults).toEqual([])

      const { accountId, what } = (await FORGERIES[name]?.(db, accounts)) ?? expect.fail()
      await chainEntries(db, { dialect, now: Date.now() })
      const found = (await auditLedger(db, head)).faults
      expect(found).toContainEqual({ accountId, what: expect.stringMatching(what) })
    })
  })

  it('AUTH-11 · entries that are chained long after they were posted are none, if no other was chained before', async () => {
    const since = Date.now() - 10 * DAY_MS
    await withDatabase(await makeTestPlace(dialect), async (db) => {
      await addAccount(db, randomUUID(), since)
      await chainEntries(db, { dialect, now: since })
      // The server was stopped before it had chained these; then its clock was set back.
      await addAccount(db, randomUUID(), since)
      await chainEntries(db, { dialect, now: since + 5 * DAY_MS })
      await addAccount(db, randomUUID(), since + 2 * DAY_MS)
      await chainEntries(db, { dialect, now: since + 2 * DAY_MS })
      expect((await auditLedger(db)).faults).toEqual([])
      await addAccount(db, randomUUID(), since + 5 * DAY_MS)
      await chainEntries(db, { dialect, now: since + 2 * DAY_MS })
      const { faults, head } = await auditLedger(db)
      expect(faults.map(({ what }) => what)).toEqual(
        [1, 2, 3, 4].map((seq) =>
          expect.stringMatching(new RegExp(`^entry ${seq} is of .+, and was not there`)),
        ),
      )
      // The operator has looked at them, and compares with the new head.
      expect((await auditLedger(db, head)).faults).toEqual([])
    })
  })
})

onEachDatabase((server) => {
  it('AUTH-11 · levro admin ledger --check prints the tokens by reason, so that a grant which nobody made is seen', async () => {
    const { db } = server()
    const user = await server().user(40)
    expect((await user.bulk(makeRows(3))).status).toBe(200)
    const { code, stdout } = await runAdminCommand(server(), 'ledger', '--check')
    expect(code).toBe(0)
    expect(stdout).toContain(
      'tokens by reason, with the number of entries: admin 25 (1), conversion -3 (1), signup 15 (1)\n',
    )
    await db.transaction().execute(async (trx) => {
      const grant = { reason: 'admin', ref: randomUUID(), delta: 10_000, at: Date.now() } as const
      await postEntry(trx, { ...grant, accountId: await accountIdOf(db, user.email) })
    })
    expect((await runAdminCommand(server(), 'ledger', '--check')).stdout).toContain(': admin 10025 (2), ')
  })
})
