import type { Lang } from '#i18n/language.ts'
import type { Cents } from '#money/amount.ts'

/** What the provider's page asks to be paid, and where it leads afterwards. */
export type CheckoutOrder = {
  /** Ours. The same id asked for twice is one session. */
  purchaseId: string
  plan: string
  name: string
  description: string
  price: Cents
  lang: Lang
  /** Holds `{CHECKOUT_SESSION_ID}`, which the provider replaces. */
  successUrl: string
  cancelUrl: string
}

/** One attempt to pay, as the provider has it now: never as a browser or a message tells it. */
export type CheckoutSession = {
  id: string
  /** The order it was made for; undefined of what other products sell on the same provider account. */
  purchaseId: string | undefined
  /** `failed`: the buyer has done their part, and the money did not come. */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  /** The page to pay on, while it is open. */
  url: string | undefined
  /** In hundredths of its currency. */
  amount: number
  /** Lower case, as the provider writes it. */
  currency: string
  receiptUrl: string | undefined
  refundedCents: number
  /** What the buyer's bank claims back, or has got back. */
  disputedCents: number
}

/** What a message of the provider is about. Nothing else of it is believed: the provider is asked. */
export type PaymentEvent =
  | { about: 'session'; sessionId: string; purchaseId: string | undefined }
  | { about: 'payment'; paymentId: string }
  | { about: 'nothing' }

export type PaymentProvider = {
  open: (order: CheckoutOrder) => Promise<CheckoutSession>
  /** Undefined when the provider has no such session. */
  find: (sessionId: string) => Promise<CheckoutSession | undefined>
  /** The session of a payment; undefined when it has none of ours. */
  findByPayment: (paymentId: string) => Promise<{ sessionId: string; purchaseId: string } | undefined>
  /** Nobody can pay it any more. Does nothing to one that is not open. */
  close: (sessionId: string) => Promise<void>
  /**
   * Undefined when the signature is not the provider's, or too old.
   * @param signature of the header `Stripe-Signature`
   */
  readEvent: (body: Buffer, signature: string | undefined, now: number) => PaymentEvent | undefined
}

/** The provider does not answer, answers nonsense, or declines the call: it may answer later. */
export class PaymentsUnavailableError extends Error {
  /** Whether it has answered that it will not, and will answer so whenever it is asked under the same key. */
  readonly isDeclined: boolean

  constructor(message: string, { cause, isDeclined }: { cause: unknown; isDeclined: boolean }) {
    super(message, { cause })
    this.isDeclined = isDeclined
  }
}

/**
 * An answer, unless it takes longer. What is under way goes on, and does no harm: everything here may be done again.
 * @throws {PaymentsUnavailableError} when it takes longer
 */
export async function withTimeout<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const error = new PaymentsUnavailableError('The provider took too long.', {
    cause: undefined,
    isDeclined: false,
  })
  const timer = setTimeout(() => late.reject(error), limitMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
