import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deleteAccount } from '#api/account.ts'
import { deleteJob } from '#api/conversions.ts'
import { dialectOf } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { type Head, chainEntries, digestOf, formatHead, nextHash } from '#server/tokens/chain.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { DIALECTS, onEachDatabase, withDatabase } from '../harness.ts'
import { backupOf, makeTestPlace } from './backups.ts'
import { fill } from './filled-database.ts'
import { addAccount } from './ledger-account.ts'
import { accountIdOf } from './ledger-check.ts'
import { runAdminCommand, runLevro } from './levro-process.ts'
import { makeRows } from './reference.ts'

const DAY_MS = 86_400_000
const ALTERED = /^entry \d+ was altered after it was posted$/

/** Makes digests, links and hashes fit the entries as they are now: what somebody can do who can write to the database. */
async function recomputeChain(db: Db): Promise<void> {
  let hash = ''
  for (const link of await db.selectFrom('ledger_link').selectAll().orderBy('position').execute()) {
    const { position } = link
    const entry = await db
      .selectFrom('token_entry')
      .selectAll()
      .where('position', '=', position)
      .executeTakeFirst()
    const digest = entry === undefined ? link.digest : digestOf(entry)
    hash = nextHash(hash, { ...link, digest })
    await db.updateTable('ledger_link').set({ digest, hash }).where('position', '=', position).execute()
    await db.updateTable('token_entry').set({ digest }).where('position', '=', position).execute()
  }
}

type Forgery = (db: Db, id: string) => Promise<void>

/** Alterations after which every balance and every sum is right: of an account with 15 tokens, a grant of 40, charges of 5 and 2. */
const FORGERIES: Record<string, Forgery> = {
  'a smaller charge': async (db, id) => {
    await sql`update token_entry set delta = -1 where account_id = ${id} and delta = -5`.execute(db)
    await sql`update token_entry set balance_after = balance_after + 4 where account_id = ${id} and seq >= 3`.execute(
      db,
    )
    await sql`update account set balance = balance + 4 where id = ${id}`.execute(db)
    await sql`update job set token_cost = 1, valid_rows = 1, total_rows = 1 where account_id = ${id} and token_cost = 5`.execute(
      db,
    )
  },
  'a larger grant': async (db, id) => {
    await sql`update token_entry set delta = 4000 where account_id = ${id} and reason = 'admin'`.execute(db)
    await sql`update token_entry set balance_after = balance_after + 3960 where account_id = ${id} and seq >= 2`.execute(
      db,
    )
    await sql`update account set balance = balance + 3960 where id = ${id}`.execute(db)
  },
  'a charge that is removed': async (db, id) => {
    await sql`delete from job where account_id = ${id} and token_cost = 5`.execute(db)
    await sql`delete from bulk_key where account_id = ${id} and job_id not in (select id from job)`.execute(
      db,
    )
    await sql`delete from token_entry where account_id = ${id} and delta = -5`.execute(db)
    await sql`update token_entry set seq = 3, balance_after = 53 where account_id = ${id} and delta = -2`.execute(
      db,
    )
    await sql`update account set balance = 53, entries = 3 where id = ${id}`.execute(db)
  },
  'the last charge removed': async (db, id) => {
    await sql`delete from job where account_id = ${id} and token_cost = 2`.execute(db)
    await sql`delete from bulk_key where account_id = ${id} and job_id not in (select id from job)`.execute(
      db,
    )
    await sql`delete from token_entry where account_id = ${id} and delta = -2`.execute(db)
    await sql`update account set balance = 50, entries = 3 where id = ${id}`.execute(db)
  },
  'two charges in another order': async (db, id) => {
    await sql`update token_entry set seq = 9 where account_id = ${id} and delta = -5`.execute(db)
    await sql`update token_entry set seq = 3, balance_after = 53 where account_id = ${id} and delta = -2`.execute(
      db,
    )
    await sql`update token_entry set seq = 4, balance_after = 48 where account_id = ${id} and delta = -5`.execute(
      db,
    )
  },
  'a grant that is inserted before the others': async (db, id) => {
    await sql`update token_entry set seq = seq + 10 where account_id = ${id} and seq >= 2`.execute(db)
    await sql`update token_entry set seq = seq - 9, balance_after = balance_after + 100
      where account_id = ${id} and seq > 10`.execute(db)
    await sql`insert into token_entry (reason, ref, account_id, seq, delta, balance_after, at)
      values ('admin', ${randomUUID()}, ${id}, 2, 100, 115, 1)`.execute(db)
    await sql`update account set balance = balance + 100, entries = entries + 1 where id = ${id}`.execute(db)
  },
  'another time and note': async (db, id) => {
    await sql`update token_entry set note = 'a gift', at = at - 1 where account_id = ${id} and reason = 'admin'`.execute(
      db,
    )
  },
}

describe.each(DIALECTS)('a forged ledger whose balances are right: %s', (dialect) => {
  /** A database with such an account, chained, and its head. */
  async function withLedger(work: (db: Db, id: string, head: Head) => Promise<void>): Promise<void> {
    const place = await makeTestPlace(dialect)
    const id = '0199a1b2-0000-7000-8000-000000000000'
    await withDatabase(place, async (db) => {
      await addAccount(db, id)
      await addAccount(db, randomUUID())
      await chainEntries(db, { dialect, now: Date.now() })
      const { faults, head } = await auditLedger(db)
      expect(faults).toEqual([])
      await work(db, id, head ?? expect.fail())
    })
  }

  it.each(Object.keys(FORGERIES))('AUTH-11 · is found, with its account: %s', (name) =>
    withLedger(async (db, id) => {
      await FORGERIES[name]?.(db, id)
      const { faults } = await auditLedger(db)
      expect(faults.map(({ accountId }) => accountId)).toContain(id)
      for (const { accountId, what } of faults) {
        expect(accountId).toBe(id)
        expect(what).toMatch(/was altered after it was posted|was removed$/)
      }
    }),
  )

  it.each(Object.keys(FORGERIES))('AUTH-11 · is found by an earlier head, also with new hashes: %s', (name) =>
    withLedger(async (db, id, head) => {
      await FORGERIES[name]?.(db, id)
      await recomputeChain(db)
      const faults = (await auditLedger(db, head)).faults.map(({ what }) => what)
      const isRemoval = name.includes('removed')
      if (name === 'the last charge removed')
        expect(faults).toContainEqual(expect.stringMatching(/was removed$/))
      else expect(faults).toContain(`the entries up to the head ${head.position} are not the same as then`)
      if (!isRemoval) expect((await auditLedger(db)).faults).toEqual([])
    }),
  )

  it('AUTH-11 · is found by an earlier head when entries and links at the end are removed', () =>
    withLedger(async (db, id, head) => {
      await FORGERIES['the last charge removed']?.(db, id)
      await sql`update token_entry set position = null`.execute(db)
      await sql`delete from ledger_link`.execute(db)
      await chainEntries(db, { dialect, now: Date.now() })
      expect((await auditLedger(db)).faults).toEqual([])
      expect((await auditLedger(db, head)).faults).toEqual([
        { accountId: 'chain', what: `expected at least 8 entries by the head, found 7` },
      ])
    }))

  it('AUTH-11 · is found when a link is altered, removed or exchanged with another', () =>
    withLedger(async (db) => {
      const faults = async () => (await auditLedger(db)).faults.map(({ what }) => what)
      await sql`update ledger_link set account_tag = 'x' where position = 3`.execute(db)
      expect(await faults()).toContain('link 3 does not fit the one before')
      await sql`delete from ledger_link where position = 3`.execute(db)
      expect(await faults()).toContain('link 3 is missing')
    }))

  it('AUTH-11 · an entry is found that was altered before it was chained', () =>
    withLedger(async (db, id) => {
      await grantTokens(db, { email: `${id}@example.bg`, tokens: 10, note: 'test', at: 1 })
      await sql`update token_entry set delta = 1000, balance_after = balance_after + 990 where account_id = ${id} and seq = 5`.execute(
        db,
      )
      await sql`update account set balance = balance + 990 where id = ${id}`.execute(db)
      const found = [{ accountId: id, what: expect.stringMatching(ALTERED) }]
      expect((await auditLedger(db)).faults).toEqual(found)
      await chainEntries(db, { dialect, now: Date.now() })
      expect((await auditLedger(db)).faults).toEqual(found)
    }))

  it('AUTH-11 · an entry that was added by hand is found', () =>
    withLedger(async (db, id) => {
      await sql`insert into token_entry (reason, ref, account_id, seq, delta, balance_after, at)
        values ('admin', ${randomUUID()}, ${id}, 5, 100, 148, 1)`.execute(db)
      await sql`update account set balance = balance + 100, entries = entries + 1 where id = ${id}`.execute(
        db,
      )
      await chainEntries(db, { dialect, now: Date.now() })
      const what = expect.stringMatching(/^entry 5, found on .+, was posted by an earlier version or by hand/)
      expect((await auditLedger(db)).faults).toEqual([{ accountId: id, what }])
    }))

  it('AUTH-11 · entries of an earlier version are chained, also during the day in which it is replaced', async () => {
    const place = await makeTestPlace(dialect)
    const id = '0199a1b2-0000-7000-8000-000000000000'
    await withDatabase(place, async (db) => {
      await addAccount(db, id)
      // As an earlier version posts them.
      await sql`update token_entry set digest = null`.execute(db)
      await chainEntries(db, { dialect, now: Date.now() })
      const { head, late } = await auditLedger(db)
      expect([head?.position, late]).toEqual([4, 4])
      const add = async (seq: number) => {
        await sql`insert into token_entry (reason, ref, account_id, seq, delta, balance_after, at)
          values ('admin', ${randomUUID()}, ${id}, ${seq}, 100, ${48 + 100 * (seq - 4)}, 1)`.execute(db)
        await sql`update account set balance = balance + 100, entries = entries + 1 where id = ${id}`.execute(
          db,
        )
      }
      await add(5)
      await chainEntries(db, { dialect, now: Date.now() + DAY_MS / 2 })
      expect((await auditLedger(db, head)).faults).toEqual([])
      await add(6)
      await chainEntries(db, { dialect, now: Date.now() + 2 * DAY_MS })
      const { faults, head: later } = await auditLedger(db, head)
      const what = expect.stringMatching(/^entry 6, found on .+, was posted by an earlier version or by hand/)
      expect(faults).toEqual([{ accountId: id, what }])
      // The operator has looked at it, and compares with the new head.
      expect((await auditLedger(db, later)).faults).toEqual([])
    })
  })

  it('AUTH-01 AUTH-11 · a second entry for the registration of an account is rejected', () =>
    withLedger(async (db, id) => {
      await expect(
        sql`insert into token_entry (reason, ref, account_id, seq, delta, balance_after, at)
          values ('signup', 'again', ${id}, 5, 15, 63, 1)`.execute(db),
      ).rejects.toThrow(/unique/i)
    }))
})

onEachDatabase((server) => {
  const now = () => ({ dialect: dialectOf(server().env), now: Date.now() })
  const faults = async (head?: Head) => (await auditLedger(server().db, head)).faults

  describe('the chain of the ledger', () => {
    it('AUTH-11 · has every entry once, of many accounts charged and deleted at once by several processes', async () => {
      const { db } = server()
      const users = await Promise.all(Array.from({ length: 8 }, () => server().user(60)))
      const work = users.flatMap((user, n) => [
        ...Array.from({ length: 6 }, (_, round) => user.bulk(makeRows(2, round))),
        ...(n % 4 === 0 ? [user.at(user.origin).call(deleteAccount)] : []),
      ])
      const chaining = Array.from({ length: 6 }, () => chainEntries(db, now()))
      await Promise.all([...work, ...chaining])
      await chainEntries(db, now())
      const places = await db.selectFrom('ledger_link').select('position').orderBy('position').execute()
      expect(places.map(({ position }) => position)).toEqual(places.map((_, n) => n + 1))
      const open = await db.selectFrom('token_entry').select('seq').where('position', 'is', null).execute()
      expect(open).toEqual([])
      expect(await faults()).toEqual([])
    })

    it('AUTH-11 · is continued by the server itself', async () => {
      const { db } = server()
      const user = await server().user(20)
      const id = await accountIdOf(db, user.email)
      await expect
        .poll(
          () =>
            db
              .selectFrom('token_entry')
              .select('seq')
              .where('account_id', '=', id)
              .where('position', 'is not', null)
              .execute(),
          { timeout: 10_000 },
        )
        .toHaveLength(2)
    })

    it('AUTH-06 AUTH-11 · goes on after an account was deleted, and an earlier head still fits', async () => {
      const { db } = server()
      const user = await server().user(40)
      await user.bulk(makeRows(3))
      await chainEntries(db, now())
      const { head } = await auditLedger(db)
      const id = await accountIdOf(db, user.email)
      await user.call(deleteAccount)
      await server().user(30)
      await chainEntries(db, now())
      expect(await faults(head)).toEqual([])
      const links = await db.selectFrom('ledger_link').selectAll().execute()
      expect(JSON.stringify(links)).not.toContain(id)
    })

    it('AUTH-11 BULK-11 · a charge has its conversion, also when the job was deleted, with a key or without', async () => {
      const { db } = server()
      const user = await server().user(40)
      const id = await accountIdOf(db, user.email)
      const { jobId } = (await user.bulk(makeRows(3))).reply
      const { jobId: other } = (await user.bulk(makeRows(4), { key: 'one' })).reply
      for (const job of [jobId, other]) await user.call(deleteJob, { params: { id: job } })
      expect(await faults()).toEqual([])
      await sql`delete from bulk_key where job_id = ${jobId}`.execute(db)
      expect(await faults()).toEqual([
        { accountId: id, what: `charge of ${jobId}: there was no such conversion` },
      ])
      await sql`insert into bulk_key (account_id, key, body_hash, job_id, at)
        values (${id}, 'x', 'x', ${jobId}, 1), (${id}, 'y', 'y', 'free', 1)`.execute(db)
      expect(await faults()).toEqual([
        { accountId: id, what: 'conversion free, deleted or not: expected a charge, found none' },
      ])
      await sql`delete from bulk_key where job_id = 'free'`.execute(db)
    })
  })

  describe('levro admin ledger --check --head', () => {
    it('AUTH-11 · compares with the head of an earlier check, given as it is, in its output or in a backup', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'levro-head-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const check = (...args: string[]) => runAdminCommand(server(), 'ledger', '--check', ...args)
      await server().user(20)
      const { stdout, code } = await check()
      expect(code).toBe(0)
      const [, head = expect.fail()] = /^ledger head (\d+:[\da-f]{64})$/m.exec(stdout) ?? []
      const [output, backup] = [join(folder, 'output.txt'), join(folder, 'one.backup')]
      writeFileSync(output, stdout)
      expect((await runAdminCommand(server(), 'backup', backup)).stdout).toContain(`ledger head ${head}`)
      await server().user(20)
      for (const good of [head, output, backup])
        expect(await check('--head', good), good).toMatchObject({ code: 0, stderr: '' })

      const other = head.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
      const [position] = head.split(':')
      const wrong = await check('--head', other)
      expect(wrong.code).toBe(1)
      expect(wrong.stdout).toContain(
        `chain: the entries up to the head ${position} are not the same as then\n`,
      )
      const far = await check('--head', `9${head}`)
      expect(far.stdout).toMatch(/^chain: expected at least \d+ entries by the head, found \d+$/m)

      writeFileSync(output, 'nothing')
      expect(await check('--head', output)).toMatchObject({
        code: 1,
        stderr: `${output} has no head of the ledger.\n`,
      })
      expect((await check('--head', join(folder, 'none'))).stderr).toMatch(
        /cannot be read: there is no such file/,
      )
    })
  })
})

describe.each(DIALECTS)('a restored ledger: %s', (dialect) => {
  it('AUTH-11 API-04 · is compared with the head in the backup', async () => {
    const source = await makeTestPlace(dialect)
    await withDatabase(source, fill)
    const content = await backupOf(source)
    const folder = mkdtempSync(join(tmpdir(), 'levro-head-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'one.backup')

    writeFileSync(file, content)
    const good = await makeTestPlace(dialect)
    expect(await runLevro(good.settings, 'admin', 'restore', file)).toMatchObject({ code: 0, stderr: '' })

    // Another head, and a last line that fits.
    const [first = '', ...lines] = zstdDecompressSync(content).toString().trimEnd().split('\n')
    const header = JSON.parse(first)
    const [position] = header.ledgerHead.split(':')
    const changed = [
      JSON.stringify({ ...header, ledgerHead: formatHead({ position, hash: 'a'.repeat(64) }) }),
    ]
    const body = [...changed, ...lines.slice(0, -1)].map((line) => `${line}\n`).join('')
    const end = JSON.parse(lines.at(-1) ?? '')
    const sha256 = createHash('sha256').update(body).digest('hex')
    writeFileSync(file, zstdCompressSync(`${body}${JSON.stringify({ ...end, sha256 })}\n`))
    const bad = await makeTestPlace(dialect)
    const { code, stdout } = await runLevro(bad.settings, 'admin', 'restore', file)
    expect(code).toBe(1)
    expect(stdout).toContain('chain: the entries up to the head 3 are not the same as then\n')
  })
})
