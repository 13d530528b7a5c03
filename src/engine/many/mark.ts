const KEY = 'levro.many'

/** Whether the device has lists that are open together: known before anything is loaded, so that the page waits for them. */
export function hasSavedBatch(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function markSavedBatch(isThere: boolean): void {
  try {
    if (isThere) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // The page shows the choice of a file until they are there.
  }
}
