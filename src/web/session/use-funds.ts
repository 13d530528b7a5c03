import type { PendingConversion } from '#engine/types.ts'
import { useSession } from './session.ts'

export type Funds = {
  isSignedOut: boolean
  /** Undefined while it is not known. */
  balance: number | undefined
  /** Tokens that the conversion needs beyond the balance. */
  missing: number
}

/** Whether the tokens of the user are enough. Rows that may be paid for already need none. */
export function useFunds(cost: number, pending: PendingConversion | undefined): Funds {
  const session = useSession()
  const isWhole = pending !== undefined && pending.first === undefined
  const balance = session.status === 'signed-in' ? session.tokens : undefined
  return {
    isSignedOut: session.status === 'signed-out' && session.known,
    balance,
    missing: balance === undefined || isWhole ? 0 : Math.max(0, cost - balance),
  }
}
