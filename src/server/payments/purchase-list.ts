import type { Purchase as PurchaseOnWire } from '#api/payments.ts'
import { isoTime } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import type { Purchase } from './purchases.ts'

const PURCHASES_STEP = 20

const onWire = (row: Purchase): PurchaseOnWire => ({
  id: row.id,
  createdAt: isoTime(row.created_at),
  plan: row.plan,
  tokens: row.tokens,
  priceCents: row.price_cents,
  status: row.status,
  receiptUrl: row.receipt_url,
  refundedCents: row.refunded_cents,
  disputedCents: row.disputed_cents,
  tokensReversed: row.reversed_tokens,
  tokensUncovered: row.uncovered_tokens,
})

/** Everything that the account has ordered, paid or not, the newest first. */
export async function allPurchases(db: Db, accountId: string): Promise<PurchaseOnWire[]> {
  const rows = await db
    .selectFrom('purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(onWire)
}

/** What was paid or is on its way: a page to pay on that was left is nothing to tell of. */
export async function listPurchases(
  db: Db,
  accountId: string,
  before: string | undefined,
): Promise<{ purchases: PurchaseOnWire[]; total: number }> {
  const own = db
    .selectFrom('purchase')
    .where('account_id', '=', accountId)
    .where('status', 'not in', ['open', 'expired'])
  const page = before === undefined ? own : own.where('id', '<', before)
  const rows = await page.selectAll().orderBy('id', 'desc').limit(PURCHASES_STEP).execute()
  const { total } = await own
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { purchases: rows.map(onWire), total }
}

/** For the operator: of everybody, with what it is at the provider and what there is to look at. */
export async function newestPurchases(db: Db, limit: number) {
  const rows = await db
    .selectFrom('purchase')
    .leftJoin('account', 'account.id', 'purchase.account_id')
    .selectAll('purchase')
    .select('account.email')
    .orderBy('purchase.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...onWire(row),
    problem: row.problem,
    email: row.email,
    sessionId: row.session_id,
    creditedAt: row.credited_at === null ? null : isoTime(row.credited_at),
  }))
}
