import type { TokenEntry } from '#api/account.ts'
import { isoTime } from '../clock.ts'
import type { Db } from '../db/schema.ts'

const DEFAULT_ENTRIES = 20

/**
 * Lists up to `limit` entries of the account with numbers below `before`, newest first, and the total number
 * of entries.
 */
export async function listEntries(
  db: Db,
  accountId: string,
  before: number | undefined,
  limit = DEFAULT_ENTRIES,
): Promise<{ entries: TokenEntry[]; total: number }> {
  const rows = await db
    .selectFrom('token_entry')
    .leftJoin('job', (join) =>
      join.onRef('job.id', '=', 'token_entry.ref').on('token_entry.reason', '=', 'conversion'),
    )
    .leftJoin('purchase', 'purchase.id', 'token_entry.purchase_id')
    .select(['seq', 'at', 'reason', 'delta', 'balance_after', 'uncovered', 'note'])
    .select(['job.id as job_id', 'job.filename', 'job.source', 'purchase.plan'])
    .where('token_entry.account_id', '=', accountId)
    .where('seq', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  const account = await db
    .selectFrom('account')
    .select('entries')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return {
    total: account?.entries ?? 0,
    entries: rows.map((row) => ({
      seq: row.seq,
      at: isoTime(row.at),
      reason: row.reason,
      delta: row.delta,
      balanceAfter: row.balance_after,
      note: row.note,
      jobId: row.job_id,
      filename: row.filename,
      source: row.source,
      plan: row.plan,
      uncovered: row.uncovered,
    })),
  }
}
