/** Bytes of large bodies that may be in memory at once, over all users. */
const MAX_BYTES = 256 * 1024 * 1024

type Slot = { key: string | undefined; over: Promise<void> }

export type BulkSlots = {
  /**
   * Takes the account's one slot for a large conversion. A repeat of the running one (the same key) waits for it.
   * @returns what gives the slot back; may be called twice
   */
  enter: (accountId: string, key: string | undefined) => Promise<(() => void) | 'taken'>
  /** Sets aside memory for a body of so many bytes. */
  reserve: (bytes: number) => (() => void) | 'busy'
}

/** Who may have a large conversion under way. One process's view: the ledger alone guards what is charged. */
export function makeBulkSlots(): BulkSlots {
  const slots = new Map<string, Slot>()
  let reservedBytes = 0

  return {
    async enter(accountId, key) {
      for (let taken = slots.get(accountId); taken !== undefined; taken = slots.get(accountId)) {
        if (key === undefined || taken.key !== key) return 'taken'
        await taken.over
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      slots.set(accountId, { key, over: promise })
      return once(() => {
        slots.delete(accountId)
        resolve()
      })
    },
    reserve(bytes) {
      if (reservedBytes + bytes > MAX_BYTES) return 'busy'
      reservedBytes += bytes
      return once(() => {
        reservedBytes -= bytes
      })
    },
  }
}

function once(release: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    release()
  }
}
