import type { Lang } from '#i18n/language.ts'
import type { Cents } from '#money/amount.ts'

/** The order for a payment page and its return URLs. */
export type CheckoutOrder = {
  /** Our id. Requests with the same id return the same session. */
  purchaseId: string
  plan: string
  name: string
  description: string
  price: Cents
  lang: Lang
  /** Contains `{CHECKOUT_SESSION_ID}`, which the provider replaces. */
  successUrl: string
  cancelUrl: string
}

/** A payment attempt as the provider reports it now, never as a browser or an event describes it. */
export type CheckoutSession = {
  id: string
  /** The purchase it was made for; undefined for other products on the same provider account. */
  purchaseId: string | undefined
  /** What else was sent with the order, as it comes back: the pack, the reference, and that it is paid once. */
  plan: string | undefined
  reference: string | undefined
  mode: string
  /** `failed`: the buyer completed the page, and the payment failed. */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  /** URL of the payment page, while it is open. */
  url: string | undefined
  /** In minor units of its currency. */
  amount: number
  /** Lower case, as the provider writes it. */
  currency: string
  /** The payment that was made on its page, in the same units; undefined before, and where nothing was to be paid. */
  payment: { amount: number; currency: string; purchaseId: string | undefined } | undefined
  /** Unix ms of its payment; of the attempt while it is not paid. */
  paidAt: number | undefined
  receiptUrl: string | undefined
  refundedCents: number
  /** In disputes that are open or lost; inquiries do not count. */
  disputedCents: number
  /** Of these, in disputes that are lost. */
  lostCents: number
}

/** What an event of the provider refers to. Nothing else in it is trusted: the provider is queried. */
export type PaymentEvent =
  | { about: 'session'; sessionId: string; purchaseId: string | undefined }
  | { about: 'payment'; paymentId: string }
  | { about: 'nothing' }

export type PaymentProvider = {
  open: (order: CheckoutOrder) => Promise<CheckoutSession>
  /** Undefined when the provider has no such session. */
  find: (sessionId: string) => Promise<CheckoutSession | undefined>
  /** The session of a payment; undefined when it has none of this product. */
  findByPayment: (paymentId: string) => Promise<{ sessionId: string; purchaseId: string } | undefined>
  /** Expires the session, so that it cannot be paid. Does nothing to one that is not open. */
  close: (sessionId: string) => Promise<void>
  /**
   * Undefined when the signature is invalid or too old.
   * @param signature of the header `Stripe-Signature`
   */
  readEvent: (body: Buffer, signature: string | undefined, now: number) => PaymentEvent | undefined
}

/** The provider does not answer, answers with invalid data, or rejects the call: a later call may succeed. */
export class PaymentsUnavailableError extends Error {
  /**
   * Whether the provider rejected the call and will answer the same to every call with the same idempotency
   * key.
   */
  readonly isRejected: boolean

  constructor(message: string, { cause, isRejected }: { cause: unknown; isRejected: boolean }) {
    super(message, { cause })
    this.isRejected = isRejected
  }
}

/** The answer is about something else than was asked for, or contradicts itself: nothing may be done by it. */
export class ProviderMismatchError extends PaymentsUnavailableError {
  constructor(message: string) {
    super(message, { cause: undefined, isRejected: false })
  }
}

type Log = Record<'warn' | 'error', (facts: object, text: string) => void>

/** Logs a failed call: a fault of the connection as a warning, an answer that does not fit as an error for the operator. */
export function logFailedCall(
  log: Log,
  error: PaymentsUnavailableError,
  facts: object = {},
  text = 'the payment provider could not be queried',
): void {
  const problem = error.message
  if (error instanceof ProviderMismatchError)
    log.error({ ...facts, problem }, 'an answer of the payment provider does not fit')
  else log.warn({ ...facts, problem }, text)
}

/**
 * Waits for an answer up to a limit. The call itself continues, which is harmless: every call here is idempotent.
 * @throws {PaymentsUnavailableError} after `limitMs`
 */
export async function withTimeout<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const error = new PaymentsUnavailableError('The provider took too long.', {
    cause: undefined,
    isRejected: false,
  })
  const timer = setTimeout(() => late.reject(error), limitMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
