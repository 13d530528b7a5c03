import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/schema.ts'
import type { Purchase } from '#server/payments/purchases.ts'

/** Stores a purchase of a pack for 4.99 €, credited and of no account unless `change` says otherwise. */
export async function storePurchase(
  db: Db,
  change: Partial<Purchase> & Pick<Purchase, 'created_at'>,
): Promise<Purchase> {
  const purchase: Purchase = {
    id: randomUUID(),
    account_id: null,
    plan: 'starter',
    tokens: 500,
    price_cents: 499,
    site: 'https://levro.example',
    lang: 'bg',
    status: 'credited',
    session_id: null,
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
    look_at: null,
    ...change,
  }
  await db.insertInto('purchase').values(purchase).execute()
  return purchase
}
