import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { startBackgroundJob } from '../background-job.ts'
import type { Clock } from '../clock.ts'
import type { Dialect } from '../db/column-types.ts'
import type { Db, Schema } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'

/*
 * One hash chain over the entries of all accounts. Posting an entry stores its digest, which needs nothing of other entries,
 * so that charges of different accounts never wait for each other. A background job gives each committed entry the next
 * position and hashes its digest with the preceding hash. The hashes have no key, so anyone with write access to the database
 * can recompute them: such a change is detected by comparison with an earlier head, from a backup or `ledger --check`.
 */

const POLL_MS = 2000
/** Entries per transaction. */
const BATCH_SIZE = 500

export type Entry = Schema['token_entry']
export type Link = Schema['ledger_link']

/** The end of the chain: the number of chained entries, and the hash over them. */
export type Head = Pick<Link, 'position' | 'hash'>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Hex SHA-256 of everything that an entry says. */
export const digestOf = (entry: Omit<Entry, 'digest' | 'position'>): string => {
  const { account_id, seq, reason, ref, delta, balance_after, uncovered, note, purchase_id, at } = entry
  const content = [account_id, seq, reason, ref, delta, balance_after, uncovered, note, purchase_id, at]
  return sha256(JSON.stringify(content))
}

/** Names the account of a link: it says whether a missing entry is that of a deleted account, whose id is stored nowhere. */
export const accountTag = (accountId: string): string => sha256(`levro account ${accountId}`).slice(0, 32)

export const nextHash = (
  before: string,
  { account_tag, digest, late }: Pick<Link, 'account_tag' | 'digest' | 'late'>,
): string => sha256(`${before} ${account_tag} ${digest} ${late}`)

/** The hash before the first link. */
export const FIRST_HASH = ''

export const formatHead = ({ position, hash }: Head): string => `${position}:${hash}`

/** Finds the last head in a text, such as the output of an earlier check. */
export function findHead(text: string): Head | undefined {
  const [position, hash] = [...text.matchAll(/\b\d{1,15}:[\da-f]{64}\b/g)].at(-1)?.[0].split(':') ?? []
  return hash === undefined ? undefined : { position: Number(position), hash }
}

/** Undefined while nothing is chained. */
export const chainHead = (db: Db): Promise<Head | undefined> =>
  db
    .selectFrom('ledger_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()

type ChainOptions = { dialect: Dialect; now: number }

/**
 * Chains up to `BATCH_SIZE` entries, those of one account in their order.
 * @returns whether there may be more
 */
async function chainBatch(db: Db, { dialect, now }: ChainOptions): Promise<boolean> {
  return inTransaction(db, async (trx, rollBack) => {
    let { position, hash } = (await chainHead(trx)) ?? { position: 0, hash: FIRST_HASH }
    const entries = await trx
      .selectFrom('token_entry')
      .selectAll()
      .where('position', 'is', null)
      .orderBy('account_id')
      .orderBy('seq')
      .limit(BATCH_SIZE)
      // Never waits for a deletion of an account, which may wait for entries that are locked here.
      .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute()
    if (entries.length === 0) return false
    const links = entries.map((entry): Link => {
      // An entry that was altered since keeps its first digest here, and is found.
      const link = {
        account_tag: accountTag(entry.account_id),
        digest: entry.digest ?? digestOf(entry),
        late: entry.digest === null ? 1 : 0,
      }
      position += 1
      hash = nextHash(hash, link)
      return { position, ...link, hash, at: now }
    })
    const added = await trx
      .insertInto('ledger_link')
      .values(links)
      .onConflict((conflict) => conflict.column('position').doNothing())
      .returning('position')
      .execute()
    // Another process has continued the chain.
    if (added.length < links.length) return rollBack(true)
    const positions = entries.map(
      ({ account_id, seq }, index) =>
        sql`(${account_id}, cast(${seq} as bigint), cast(${links[index]?.position} as bigint))`,
    )
    await sql`
      update token_entry set position = placed.column3 from (values ${sql.join(positions)}) as placed
      where account_id = placed.column1 and seq = placed.column2`.execute(trx)
    return entries.length === BATCH_SIZE
  })
}

/** Chains every entry that is not. */
export async function chainEntries(db: Db, options: ChainOptions): Promise<void> {
  while (await chainBatch(db, options));
}

type ChainDependencies = { db: Db; clock: Clock; dialect: Dialect }

/** Chains new entries while the app runs; several processes share them. */
export function startLedgerChain(app: FastifyInstance, { db, clock, dialect }: ChainDependencies): void {
  startBackgroundJob(app, {
    intervalMs: POLL_MS,
    run: (stopping) => (stopping.aborted ? Promise.resolve(false) : chainNext()),
    errorMessage: 'ledger entries could not be chained',
  })

  async function chainNext(): Promise<boolean> {
    // Most of the time there is nothing, which needs no transaction.
    const found = await db
      .selectFrom('token_entry')
      .select('seq')
      .where('position', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined && chainBatch(db, { dialect, now: clock() })
  }
}
