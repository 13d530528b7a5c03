import { randomUUIDv7 } from 'node:crypto'
import type { Lang } from '#i18n/language.ts'
import type { Cents } from '#money/amount.ts'
import type { Pack } from '#product/plans.ts'
import { MINUTE_MS } from '../clock.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'

export type Purchase = Schema['purchase']

/** What a settled purchase may change in. */
export type PurchaseState = Pick<
  Purchase,
  | 'status'
  | 'session_id'
  | 'credited_at'
  | 'receipt_url'
  | 'refunded_cents'
  | 'disputed_cents'
  | 'reversed_tokens'
  | 'uncovered_tokens'
  | 'problem'
  | 'look_at'
>

export type Order = { accountId: string; pack: Pack; lang: Lang; site: string }

/** A person is back from the payment page by then, or not to be waited for. */
const FIRST_LOOK_AFTER_MS = MINUTE_MS

/** The pack as it was ordered: the list of plans may say something else by now. */
export const packOf = ({ tokens, price_cents }: Purchase) => ({ tokens, price: price_cents as Cents })

export const findPurchase = (db: Db | Transaction, id: string): Promise<Purchase | undefined> =>
  db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirst()

export const findBySession = (db: Db, sessionId: string): Promise<Purchase | undefined> =>
  db.selectFrom('purchase').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

/**
 * The purchase of this pack that the account can pay already, else a new one. The caller holds the account: of calls at
 * once all get the same.
 */
export async function findOrAddOpen(
  trx: Transaction,
  { accountId, pack, lang, site }: Order,
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
      receipt_url: null,
      refunded_cents: 0,
      disputed_cents: 0,
      reversed_tokens: 0,
      uncovered_tokens: 0,
      problem: null,
      version: 1,
      look_at: now + FIRST_LOOK_AFTER_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Changes a purchase that nobody has changed since it was read.
 * @returns the purchase as it is now; undefined, with nothing changed, when somebody has
 */
export const change = (
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

/** Pages to pay on of an account that is going are closed at the next look. */
export async function lookAfterOpen(trx: Transaction, accountId: string): Promise<void> {
  await trx
    .updateTable('purchase')
    .set({ look_at: 0 })
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .execute()
}

/** Orders that came to nothing. A payment that is on its way is none of them, however long it takes. */
export async function deleteUnpaid(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('purchase')
    .where('status', 'in', ['open', 'expired'])
    .where('created_at', '<=', before)
    .execute()
}

/** Documents whose account was deleted, once nobody demands them any more. */
export async function deleteOrphaned(db: Db, before: number): Promise<void> {
  await db.deleteFrom('purchase').where('account_id', 'is', null).where('created_at', '<=', before).execute()
}
