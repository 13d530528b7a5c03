import { expect, it, onTestFinished } from 'vitest'
import { deleteAccount } from '#api/account.ts'
import { DIALECTS } from '../harness.ts'
import { buyerOf, openShop, startPayment } from './with-payments.ts'

const NEVER_MS = 2 ** 31 - 1

it.each(DIALECTS)(
  'AUTH-06 PAY-06 · the deletion of an account closes its payment page at once, without waiting for the next check: %s',
  async (dialect) => {
    const shop = await openShop(dialect, {}, NEVER_MS)
    onTestFinished(shop.stop)
    const buyer = await buyerOf(shop)
    const sessionId = await startPayment(buyer)
    await buyer.call(deleteAccount)
    const { sessions } = shop.provider.stripe.checkout
    await expect.poll(async () => (await sessions.retrieve(sessionId)).status).toBe('expired')
  },
)
