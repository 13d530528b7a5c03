import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Lang } from '#i18n/language.ts'
import type { Cents } from '#money/amount.ts'
import type { Pack } from '#product/plans.ts'
import { CLOCK_SKEW_MS, DAY_MS, HOUR_MS, MINUTE_MS, isoTime } from '../clock.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import type { Purchase as ApiPurchase } from '#api/payments.ts'

export type Purchase = Schema['purchase']

/** The fields of a purchase that may change. */
export type PurchaseState = Pick<
  Purchase,
  | 'status'
  | 'session_id'
  | 'credited_at'
  | 'paid_at'
  | 'receipt_url'
  | 'refunded_cents'
  | 'disputed_cents'
  | 'lost_cents'
  | 'reversed_tokens'
  | 'uncovered_tokens'
  | 'problem'
  | 'look_at'
>

export type PurchaseOrder = { accountId: string; pack: Pack; lang: Lang; site: string }

/** By then the buyer has usually returned from the payment page. */
const FIRST_CHECK_DELAY_MS = MINUTE_MS

/** The pack as it was ordered: the plans may have changed since. */
export const orderedPack = ({ tokens, price_cents }: Purchase) => ({ tokens, price: price_cents as Cents })

export const findPurchase = (db: Db | Transaction, id: string): Promise<Purchase | undefined> =>
  db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirst()

export const findPurchaseBySession = (db: Db, sessionId: string): Promise<Purchase | undefined> =>
  db.selectFrom('purchase').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

/**
 * Finds the open purchase of this pack, else adds one. The caller has locked the account, so that concurrent
 * calls get the same.
 */
export async function findOrAddOpen(
  trx: Transaction,
  { accountId, pack, lang, site }: PurchaseOrder,
  now: number,
): Promise<Purchase> {
  const open = await trx
    .selectFrom('purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('plan', '=', pack.id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (open !== undefined) return open
  return trx
    .insertInto('purchase')
    .values({
      id: randomUUIDv7(),
      account_id: accountId,
      plan: pack.id,
      tokens: pack.tokens,
      price_cents: pack.price,
      site,
      lang,
      status: 'open',
      session_id: null,
      created_at: now,
      credited_at: null,
      paid_at: null,
      receipt_url: null,
      refunded_cents: 0,
      disputed_cents: 0,
      lost_cents: 0,
      reversed_tokens: 0,
      uncovered_tokens: 0,
      problem: null,
      version: 1,
      look_at: now + FIRST_CHECK_DELAY_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Changes a purchase that has not changed since it was read (optimistic locking).
 * @returns the purchase as it is now; undefined, with nothing changed, when it had changed
 */
export const updatePurchase = (
  db: Db | Transaction,
  { id, version }: Purchase,
  state: Partial<PurchaseState>,
): Promise<Purchase | undefined> =>
  db
    .updateTable('purchase')
    .set({ ...state, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/**
 * Finds purchases whose next check is due, the longest overdue first; also those whose payment is awaited and that would be
 * checked later than `nextCheckAt` ever says, because the clock was set back.
 */
export const findDuePurchases = (db: Db, now: number, limit: number): Promise<Purchase[]> =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where((or) =>
      or.or([
        or('look_at', '<=', now),
        or.and([
          or('look_at', '>', now + MAX_AWAITED_INTERVAL_MS + CLOCK_SKEW_MS),
          or.or([or('status', 'in', ['open', 'processing']), or('problem', '=', 'unknown')]),
        ]),
      ]),
    )
    .orderBy('look_at')
    .limit(limit)
    .execute()

/**
 * Sets the next check of a purchase if it is unchanged since it was read: of several processes, one claims the check.
 * @returns whether it was unchanged
 */
export async function claimCheck(
  db: Db,
  { id, look_at }: Pick<Purchase, 'id' | 'look_at'>,
  next: number | null,
): Promise<boolean> {
  const claimed = await db
    .updateTable('purchase')
    .set({ look_at: next })
    .where('id', '=', id)
    .where('look_at', look_at === null ? 'is' : '=', look_at)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Schedules the open payment pages of an account that is being deleted for the next check, which closes them. */
export async function scheduleOpenPurchases(trx: Transaction, accountId: string): Promise<void> {
  await trx
    .updateTable('purchase')
    .set({ look_at: 0 })
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .execute()
}

/** Whether something of it is disputed and not decided yet. */
export const isContested = ({
  disputed_cents,
  lost_cents,
}: Pick<Purchase, 'disputed_cents' | 'lost_cents'>): boolean => disputed_cents > lost_cents

/** Purchases of the account with an open dispute: until it is decided nothing more is sold to the account. */
export const findContested = (db: Db | Transaction, accountId: string): Promise<Purchase[]> =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`disputed_cents > lost_cents`)
    .execute()

export async function hasContested(db: Db | Transaction, accountId: string): Promise<boolean> {
  return (await findContested(db, accountId)).length > 0
}

/** Purchases whose refund or dispute could not take all tokens, the earliest first. */
export const findIndebted = (db: Db | Transaction, accountId: string): Promise<Purchase[]> =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('uncovered_tokens', '>', 0)
    .orderBy('id')
    .execute()

/** Tokens that the account owes: a later pack pays them. */
export async function countDebt(db: Db, accountId: string): Promise<number> {
  return (await findIndebted(db, accountId)).reduce((sum, { uncovered_tokens }) => sum + uncovered_tokens, 0)
}

/** Deletes unpaid orders, except those whose payment is being processed, however long that takes. */
export async function deleteUnpaid(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('purchase')
    .where('status', 'in', ['open', 'expired'])
    .where('created_at', '<=', before)
    .execute()
}

/** Deletes purchases of deleted accounts after the period for which documents must be kept. */
export async function deleteOrphaned(db: Db, before: number): Promise<void> {
  await db.deleteFrom('purchase').where('account_id', 'is', null).where('created_at', '<=', before).execute()
}

/** Bank transfers may take days. A payment that has not arrived by then is not expected. */
const PAYMENT_MAX_AGE_MS = 30 * DAY_MS
/** A payment may be disputed for months. */
const DISPUTE_WINDOW_MS = 300 * DAY_MS
const MAX_CHECK_INTERVAL_MS = 30 * DAY_MS
const MAX_AWAITED_INTERVAL_MS = 6 * HOUR_MS

/**
 * When the provider is queried again (Unix ms): soon while a payment is expected, then less and less often.
 * This covers lost webhook events.
 */
export function nextCheckAt(
  purchase: Pick<Purchase, 'status' | 'problem' | 'created_at' | 'disputed_cents' | 'lost_cents'>,
  now: number,
): number | null {
  const { status, problem, created_at } = purchase
  // The account can buy nothing until the dispute is decided.
  if (isContested(purchase)) return now + DAY_MS
  const age = now - created_at
  if (status === 'credited')
    return age < DISPUTE_WINDOW_MS ? now + Math.min(Math.max(age, DAY_MS), MAX_CHECK_INTERVAL_MS) : null
  const isAwaited = status === 'open' || status === 'processing' || problem === 'unknown'
  if (!isAwaited || age > PAYMENT_MAX_AGE_MS) return null
  return now + Math.min(Math.max(Math.floor(age / 2), MINUTE_MS), MAX_AWAITED_INTERVAL_MS)
}

const PURCHASES_PER_PAGE = 20

/** When it was paid: a process of an earlier version stores only when the tokens were credited. */
export const paidAt = ({ paid_at, credited_at }: Purchase): number | null => paid_at ?? credited_at

/** That time, and the time of the order while it is not paid: what lists are sorted by. */
const SORT_TIME = sql<number>`coalesce(paid_at, credited_at, created_at)`

const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time))

/** What was ordered for how much, and what has become of it. */
export const toApiState = (row: Purchase) => ({
  plan: row.plan,
  priceCents: row.price_cents,
  paidAt: isoTimeOrNull(paidAt(row)),
  receiptUrl: row.receipt_url,
  status: row.status,
  refundedCents: row.refunded_cents,
  disputedCents: row.disputed_cents,
  tokensReversed: row.reversed_tokens,
  tokensUncovered: row.uncovered_tokens,
})

const toApiPurchase = (row: Purchase): ApiPurchase => ({
  id: row.id,
  createdAt: isoTime(row.created_at),
  tokens: row.tokens,
  ...toApiState(row),
})

/** All orders of the account, paid or not, the last paid first. */
export async function allPurchases(db: Db, accountId: string): Promise<ApiPurchase[]> {
  const rows = await db
    .selectFrom('purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(SORT_TIME, 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toApiPurchase)
}

/** Purchases that are paid or being processed; abandoned payment pages are left out. */
const listedPurchases = (db: Db, accountId: string) =>
  db.selectFrom('purchase').where('account_id', '=', accountId).where('status', 'not in', ['open', 'expired'])

export async function countPurchases(db: Db, accountId: string): Promise<number> {
  const { total } = await listedPurchases(db, accountId)
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Lists them, the last paid first. */
export async function listPurchases(
  db: Db,
  accountId: string,
  before: string | undefined,
): Promise<{ purchases: ApiPurchase[]; total: number }> {
  const own = listedPurchases(db, accountId)
  const last = sql`(select ${SORT_TIME}, id from purchase where id = ${before} and account_id = ${accountId})`
  const page = before === undefined ? own : own.where(sql<boolean>`(${SORT_TIME}, id) < ${last}`)
  const rows = await page
    .selectAll()
    .orderBy(SORT_TIME, 'desc')
    .orderBy('id', 'desc')
    .limit(PURCHASES_PER_PAGE)
    .execute()
  return { purchases: rows.map(toApiPurchase), total: await countPurchases(db, accountId) }
}

/** For the operator: purchases of all accounts, the last ordered first, with the provider's ids and any problem. */
export async function listNewestPurchases(db: Db, limit: number) {
  const rows = await db
    .selectFrom('purchase')
    .leftJoin('account', 'account.id', 'purchase.account_id')
    .selectAll('purchase')
    .select('account.email')
    .orderBy('purchase.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toApiPurchase(row),
    problem: row.problem,
    email: row.email,
    sessionId: row.session_id,
    creditedAt: isoTimeOrNull(row.credited_at),
  }))
}
