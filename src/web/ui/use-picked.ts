import { useEffect, useRef, useState } from 'react'

/**
 * What was picked shows at once; the workbench follows when it has read the rows anew. Where reading anew is declined, the
 * choice goes back to what the rows say.
 */
export function usePicked<T>(
  value: T,
  onPick: (value: NonNullable<T>) => Promise<void>,
): { picked: T; pick: (value: NonNullable<T>) => void } {
  const [picked, setPicked] = useState(value)
  const current = useRef(value)
  useEffect(() => {
    current.current = value
    setPicked(value)
  }, [value])
  return {
    picked,
    pick: (next) => {
      setPicked(next)
      void onPick(next).then(() => setPicked(current.current))
    },
  }
}
