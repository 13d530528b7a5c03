import type { PaymentEvent, Payments } from '../payments/payments.ts'
import { type Checkout, makeCheckout } from './checkout.ts'
import { type Settle, type SettleParts, makeSettle } from './settle.ts'

/** Everything that is done with the provider. */
export type Sales = {
  checkout: Checkout
  settle: Settle
  readEvent: Payments['readEvent']
  /** Looks after what a message is about; other products of the same provider account have messages too. */
  hear: (event: PaymentEvent) => Promise<void>
}

export function makeSales(parts: SettleParts): Sales {
  const { payments } = parts
  const settle = makeSettle(parts)
  return {
    checkout: makeCheckout(parts, settle),
    settle,
    readEvent: payments.readEvent,
    async hear(event) {
      if (event.about === 'nothing') return
      const found = event.about === 'session' ? event : await payments.findByPayment(event.paymentId)
      if (found?.purchaseId !== undefined) await settle(found.purchaseId, found.sessionId)
    },
  }
}
