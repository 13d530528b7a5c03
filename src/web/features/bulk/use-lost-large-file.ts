import { useEffect, useState } from 'react'
import type { Snapshot } from '#engine/types.ts'

/** Whether this tab shows a large list, whose file is not kept on the device. */
const KEY = 'levro.large'

/**
 * Whether this tab showed a large list before the page was loaded again, or reading it again was cancelled: a file of that
 * size is not kept on the device.
 */
export function useLostLargeFile({ phase, rows, large, results }: Snapshot): boolean {
  const [isLost, setLost] = useState(false)
  const isOpen = large !== null
  const isReplaced = rows !== null || results !== null || phase === 'error'
  useEffect(() => {
    if (isOpen || isReplaced) saveHasLargeFile(isOpen)
    setLost(phase === 'idle' && hadLargeFile())
  }, [phase, isOpen, isReplaced])
  return isLost
}

/** The user has removed it. */
export const forgetLargeFile = (): void => saveHasLargeFile(false)

function saveHasLargeFile(hasLargeFile: boolean): void {
  try {
    if (hasLargeFile) sessionStorage.setItem(KEY, 'open')
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the page does not say that the file is gone.
  }
}

function hadLargeFile(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
