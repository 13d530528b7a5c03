import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/schema.ts'
import type { Purchase } from '#server/payments/purchases.ts'
import { purchaseRow } from './filled-database.ts'

/** Stores a purchase of a pack for 4.99 €, credited and of no account unless `change` says otherwise. */
export async function storePurchase(
  db: Db,
  change: Partial<Purchase> & Pick<Purchase, 'created_at'>,
): Promise<Purchase> {
  const purchase = purchaseRow(randomUUID(), {
    tokens: 500,
    site: 'https://levro.example',
    status: 'credited',
    ...change,
  })
  await db.insertInto('purchase').values(purchase).execute()
  return purchase
}
