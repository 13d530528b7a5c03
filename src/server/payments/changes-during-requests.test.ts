import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#api/account.ts'
import { finalizeCheckout } from '#api/payments.ts'
import type { Client } from '#test/server/client.ts'
import { type PausableServer, startPausableServer } from '#test/server/change-during-request.ts'
import {
  buyerOf,
  checkout,
  onEachDatabaseWithPayments,
  pay,
  startPayment,
} from '#test/server/with-payments.ts'

onEachDatabaseWithPayments((shop) => {
  let pausable: PausableServer
  beforeAll(async () => {
    pausable = await startPausableServer(shop().server)
  })
  afterEach(() => pausable.expectChanged())
  afterAll(() => pausable.stop())

  const deleteTheAccount = async (buyer: Client) => expect((await buyer.call(deleteAccount)).status).toBe(200)
  const oncePurchaseRead = (sessionId: string, change: () => Promise<unknown>) =>
    pausable.onceRead(({ session_id }) => session_id === sessionId, change)

  const finalize = (buyer: Client, sessionId: string) =>
    buyer.call(finalizeCheckout, { body: { session_id: sessionId } })

  describe('a request during which something changes', () => {
    it('PAY-03 · an account that is deleted buys nothing more', async () => {
      const buyer = await buyerOf(shop())
      pausable.onceRead(
        (row) => 'confirmed_at' in row && 'address' in row,
        () => deleteTheAccount(buyer),
      )
      const { status, refusal } = await checkout(buyer.at(pausable.origin))
      expect([status, refusal.code]).toEqual([401, 'not_authenticated'])
    })

    it('PAY-04 · a page about a credited purchase belongs to nobody once the account is deleted', async () => {
      const buyer = await buyerOf(shop())
      const sessionId = await pay(shop(), buyer)
      expect((await finalize(buyer, sessionId)).status).toBe(200)
      oncePurchaseRead(sessionId, () => deleteTheAccount(buyer))
      const { status, refusal } = await finalize(buyer.at(pausable.origin), sessionId)
      expect([status, refusal.code]).toEqual([401, 'not_authenticated'])
    })

    it('PAY-04 · a purchase that is deleted is not found', async () => {
      const buyer = await buyerOf(shop())
      const sessionId = await startPayment(buyer)
      const purchases = shop().server.db.deleteFrom('purchase').where('session_id', '=', sessionId)
      oncePurchaseRead(sessionId, () => purchases.execute())
      const { status, refusal } = await finalize(buyer.at(pausable.origin), sessionId)
      expect([status, refusal.code]).toEqual([404, 'not_found'])
    })
  })
})
