import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Snapshot } from '#engine/types.ts'
import { type Purchase, purchaseOf } from '../../session/purchase.ts'

/** Back from the payment: the purchase that has led here, until its rows are converted or others take their place. */
export function usePurchase(phase: Snapshot['phase']): Purchase | undefined {
  const purchase = purchaseOf(useLocation().state)
  const [isOver, setOver] = useState(false)
  if (!isOver && (phase === 'idle' || phase === 'parsing')) setOver(true)
  return isOver ? undefined : purchase
}
