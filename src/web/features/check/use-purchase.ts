import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Purchase, purchaseOf } from '../../session/purchase.ts'

/** Back from the payment: the purchase that has led here, until `end` is called. A reload does not report it again. */
export function usePurchase(): { purchase: Purchase | undefined; end: () => void } {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [purchase, setPurchase] = useState<Purchase>()
  useEffect(() => {
    const arrived = purchaseOf(state)
    if (!arrived) return
    setPurchase(arrived)
    void navigate(pathname + search, { replace: true })
  }, [state, pathname, search, navigate])
  return { purchase, end: () => setPurchase(undefined) }
}
