/** The purchase that the success page hands over with the address. */
export type Purchase = { tokensAdded: number; receiptUrl: string | undefined }

/** The purchase in the state of a history entry. */
export function purchaseOf(state: unknown): Purchase | undefined {
  const purchase: unknown =
    typeof state === 'object' && state !== null && 'purchase' in state ? state.purchase : undefined
  if (typeof purchase !== 'object' || purchase === null || !('tokensAdded' in purchase)) return undefined
  const { tokensAdded } = purchase
  const receiptUrl = 'receiptUrl' in purchase ? purchase.receiptUrl : undefined
  return typeof tokensAdded === 'number'
    ? { tokensAdded, receiptUrl: typeof receiptUrl === 'string' ? receiptUrl : undefined }
    : undefined
}
