const KEY = 'levro.resume'

/** Remembers, on the way to the login, that the converter was left in its bulk mode. */
export function resumeInBulk(): void {
  try {
    sessionStorage.setItem(KEY, 'bulk')
  } catch {
    // The rows are kept all the same; the person chooses the mode again.
  }
}

/** Whether the converter was left in its bulk mode; true once. */
export function takeResumption(): boolean {
  try {
    const isBulk = sessionStorage.getItem(KEY) === 'bulk'
    sessionStorage.removeItem(KEY)
    return isBulk
  } catch {
    return false
  }
}
