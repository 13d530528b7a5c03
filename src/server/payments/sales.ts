import type { PaymentEvent, Payments } from './provider.ts'
import { type Checkout, makeCheckout } from './checkout.ts'
import { type Settle, type SettleParts, makeSettle } from './sync.ts'

/** Everything that is done with the provider. */
export type Sales = {
  checkout: Checkout
  settle: Settle
  readEvent: Payments['readEvent']
  /** Looks after what a message is about; other products of the same provider account have messages too. */
  hear: (event: PaymentEvent) => Promise<void>
}

export function makeSales(parts: SettleParts): Sales {
  const { payments, log } = parts
  const settle = makeSettle(parts)

  /** Of our own, and not as an order says: nobody gets tokens for it, and somebody has to look if it was paid. */
  async function report(purchase: string, session: string): Promise<void> {
    const found = await payments.find(session)
    if (found?.purchaseId === purchase && found.state === 'paid')
      log.error({ purchase, session }, 'a payment has no order')
  }

  return {
    checkout: makeCheckout(parts, settle),
    settle,
    readEvent: payments.readEvent,
    async hear(event) {
      if (event.about === 'nothing') return
      const found = event.about === 'session' ? event : await payments.findByPayment(event.paymentId)
      if (found?.purchaseId === undefined) return
      const { purchaseId, sessionId } = found
      if ((await settle(purchaseId, sessionId)) === undefined) await report(purchaseId, sessionId)
    },
  }
}
