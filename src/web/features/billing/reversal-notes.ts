import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import type { Reversal } from './finalize-reply.ts'

/** What was refunded or disputed, and what became of the tokens; empty for most purchases. */
export function reversalNotes(reversal: Reversal, lang: Lang): string[] {
  const { refundedCents, disputedCents, tokensReversed, tokensUncovered } = reversal
  const deducted = tokensReversed - tokensUncovered
  return [
    ...(refundedCents > 0 ? [m.purchase_refunded({ amount: formatMoney(refundedCents, EURO, lang) })] : []),
    ...(disputedCents > 0 ? [m.purchase_disputed({ amount: formatMoney(disputedCents, EURO, lang) })] : []),
    ...(deducted > 0 ? [m.purchase_taken({ n: formatCount(deducted, lang) })] : []),
    ...(tokensUncovered > 0 ? [m.purchase_uncovered({ n: formatCount(tokensUncovered, lang) })] : []),
  ]
}
