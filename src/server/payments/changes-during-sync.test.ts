import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIALECTS, type Place, makePlace } from '#test/harness.ts'
import { storePurchase } from '#test/server/stored-purchase.ts'
import { createAccount } from '../auth/accounts.ts'
import { parseEmail } from '../auth/email.ts'
import { openDatabase } from '../db/database.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnv } from '../env.ts'
import type { CheckoutSession } from './provider.ts'
import { type Purchase, findPurchase, updatePurchase } from './purchases.ts'
import { type PaymentDependencies, makeSyncPurchase } from './sync.ts'

const NOW = 1_790_000_000_000

/** What happens while a purchase is synchronised: once after the provider was asked, once before the change is stored. */
type Meanwhile = { asked?: () => Promise<unknown>; writing?: (trx: Transaction) => Promise<unknown> }

describe.each(DIALECTS)('%s', (dialect) => {
  let place: Place
  let db: Db
  let buyers = 0

  beforeAll(async () => {
    place = await makePlace(dialect)
    db = await openDatabase(readEnv(place.settings))
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  async function order(): Promise<Purchase> {
    const email = parseEmail(`buyer${buyers++}@example.bg`) ?? expect.fail('no email')
    const account = await inTransaction(db, (trx) =>
      createAccount(trx, { email, passwordHash: 'x', at: NOW }),
    )
    const session = { session_id: `cs_${buyers}`, status: 'open', credited_at: null } as const
    return storePurchase(db, { created_at: NOW, account_id: account?.id ?? expect.fail(), ...session })
  }

  /** Synchronises a purchase with a session in this state. @returns the result, and how often the provider was asked */
  async function sync(purchase: Purchase, state: CheckoutSession['state'], meanwhile: Meanwhile) {
    const { id, plan, price_cents: amount, session_id } = purchase
    let asked = 0
    const session = {
      id: session_id,
      purchaseId: id,
      reference: id,
      plan,
      mode: 'payment',
      state,
      amount,
      currency: 'eur',
      refundedCents: 0,
      disputedCents: 0,
      lostCents: 0,
      paidAt: NOW,
    }
    const provider = {
      async find() {
        if (asked++ === 0) await meanwhile.asked?.()
        return session
      },
    }
    const outbox = {
      put: async (trx: Transaction) => asked === 1 && meanwhile.writing?.(trx),
      wake: () => {},
    }
    const log = { error: () => {} }
    const dependencies = { db, clock: () => NOW, provider, outbox, log } as unknown as PaymentDependencies
    const result = await makeSyncPurchase(dependencies)(id, session_id ?? '')
    return { result, asked }
  }

  it('PAY-06 · an answer from before a change is not used, also where it changes nothing', async () => {
    const purchase = await order()
    const change = () => updatePurchase(db, purchase, { look_at: 7 })
    const { result, asked } = await sync(purchase, 'open', { asked: change })
    expect(asked).toBe(2)
    expect(result).toEqual({ purchase: { ...purchase, look_at: 7, version: 2 }, isCredited: false })
  })

  it('PAY-06 · nothing of an answer is kept where the purchase changes as it is stored', async () => {
    const purchase = await order()
    const change = (trx: Transaction) =>
      trx.updateTable('purchase').set({ version: 9 }).where('id', '=', purchase.id).execute()
    const { result, asked } = await sync(purchase, 'paid', { writing: change })
    expect([asked, result?.isCredited]).toEqual([2, true])
    expect(await findPurchase(db, purchase.id)).toMatchObject({ status: 'credited', version: 2 })
    const entries = db.selectFrom('token_entry').select('delta').where('purchase_id', '=', purchase.id)
    expect(await entries.execute()).toEqual([{ delta: 500 }])
  })
})
