import type { Purchase } from '#api/payments.ts'

/** What was refunded or disputed of a purchase. */
export type Reversal = Pick<
  Purchase,
  'refundedCents' | 'disputedCents' | 'tokensReversed' | 'tokensUncovered'
>

/** A credited purchase, as far as the answer tells. */
export type Credit = {
  /** Tokens added now or a moment ago; 0 when they were added earlier. */
  tokensAdded: number
  /** Undefined when only their being added earlier is known. */
  purchaseTokens: number | undefined
  balance: number | undefined
  receiptUrl: string | undefined
  /** Tokens of the pack that were deducted at once, because they were owed. */
  debtPaid: number
  /** The pack as it was paid. Undefined when the answer does not tell. */
  order: Order | undefined
  reversal: Reversal
}

export type Order = { plan: string; priceCents: number; paidAt: string | undefined }

type Answer = Readonly<Record<string, unknown>>

/** Parsed JSON as an object; an empty one for anything else. */
export const toAnswer = (json: unknown): Answer =>
  typeof json === 'object' && json !== null ? { ...json } : {}

/**
 * Reads an answer of `POST /api/checkout/finalize` under each name that its fields may have (PAY-05).
 * @param wasShown whether this page has already shown that these tokens were added
 * @returns undefined when no tokens were credited
 */
export function readCredit(answer: Answer, wasShown: boolean): Credit | undefined {
  const added = firstCount(answer, ['tokensAdded', 'creditedTokens', 'tokens']) ?? 0
  const already = answer['already'] === true || answer['alreadyCredited'] === true
  if (added === 0 && !already) return undefined
  const recent = wasShown ? 0 : (firstCount(answer, ['recentlyAdded']) ?? 0)
  const tokensAdded = already ? recent : added
  const { receiptUrl } = answer
  return {
    tokensAdded,
    purchaseTokens: firstCount(answer, ['purchaseTokens']) ?? (added > 0 ? added : undefined),
    balance: firstCount(answer, ['balance', 'newBalance', 'tokensBalance']),
    receiptUrl: typeof receiptUrl === 'string' && /^https?:\/\/\w/.test(receiptUrl) ? receiptUrl : undefined,
    debtPaid: firstCount(answer, ['debtPaid']) ?? 0,
    order: readOrder(answer),
    reversal: {
      refundedCents: firstCount(answer, ['refundedCents']) ?? 0,
      disputedCents: firstCount(answer, ['disputedCents']) ?? 0,
      tokensReversed: firstCount(answer, ['tokensReversed']) ?? 0,
      tokensUncovered: firstCount(answer, ['tokensUncovered']) ?? 0,
    },
  }
}

/** A purchase whose payment is awaited. */
export type AwaitedPurchase = Pick<Credit, 'order' | 'purchaseTokens'>

/** The awaited purchase in an answer; undefined if the answer has none. */
export function readAwaited(answer: Answer): AwaitedPurchase | undefined {
  const [order, purchaseTokens] = [readOrder(answer), firstCount(answer, ['purchaseTokens'])]
  return order && { order, purchaseTokens }
}

function readOrder(answer: Answer): Order | undefined {
  const { plan, paidAt } = answer
  const priceCents = firstCount(answer, ['priceCents'])
  if (typeof plan !== 'string' || priceCents === undefined) return undefined
  const isTime = typeof paidAt === 'string' && !Number.isNaN(Date.parse(paidAt))
  return { plan, priceCents, paidAt: isTime ? paidAt : undefined }
}

const firstCount = (answer: Answer, names: readonly string[]): number | undefined =>
  names
    .map((name) => answer[name])
    .find((value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) as
    | number
    | undefined
