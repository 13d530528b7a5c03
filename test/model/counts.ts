/** A rate limit: events of one kind in a window that starts with the first. */
export type Count = { key: string; most: number; ms: number }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Events counted, and the end of each window. */
export class Counts {
  readonly #windows = new Map<string, { taken: number; endsAt: number }>()

  /** @returns seconds to wait if the limit is reached */
  take(counts: readonly Count[], now: number): number | undefined {
    const windows = counts.map(({ key, most, ms }) => {
      const open = this.#windows.get(key)
      return { key, most, window: open && open.endsAt > now ? open : { taken: 0, endsAt: now + ms } }
    })
    const full = windows.filter(({ most, window }) => window.taken >= most)
    if (full.length > 0) return Math.ceil((Math.max(...full.map(({ window }) => window.endsAt)) - now) / 1000)
    for (const { key, window } of windows) {
      window.taken += 1
      this.#windows.set(key, window)
    }
    return undefined
  }

  giveBack(counts: readonly Count[]): void {
    for (const { key } of counts) {
      const window = this.#windows.get(key)
      if (window !== undefined && window.taken > 0) window.taken -= 1
    }
  }

  forget(key: string): void {
    this.#windows.delete(key)
  }
}
