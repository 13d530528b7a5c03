const MEGABYTE = 1024 * 1024

/** Bytes of request bodies in memory at once, over all users and endpoints of this process. */
export const MAX_HELD_BYTES = 192 * MEGABYTE
/** Of those, for large bodies: price lists never keep anybody from signing in. */
export const MAX_LARGE_HELD_BYTES = 160 * MEGABYTE

/** The memory of one request's body. */
export type BodyHold = {
  /** Takes memory for so many more bytes. @returns whether they are available */
  grow: (bytes: number, isLarge: boolean) => boolean
  /** From here on the end of the response frees nothing, because the work continues; only `release` does. */
  keep: () => void
  /** To be called when the response ends. */
  end: () => void
  release: () => void
}

export type BodyMemory = { open: () => BodyHold }

/** Counts the bodies of this process. */
export function makeBodyMemory(): BodyMemory {
  const held = { all: 0, large: 0 }

  return {
    open() {
      const own = { all: 0, large: 0 }
      let [isKept, isReleased] = [false, false]
      const release = () => {
        isReleased = true
        held.all -= own.all
        held.large -= own.large
        own.all = own.large = 0
      }
      return {
        grow(bytes, isLarge) {
          const large = isLarge ? bytes : 0
          if (isReleased || held.all + bytes > MAX_HELD_BYTES || held.large + large > MAX_LARGE_HELD_BYTES)
            return false
          held.all += bytes
          held.large += large
          own.all += bytes
          own.large += large
          return true
        },
        keep: () => void (isKept = true),
        end: () => void (isKept || release()),
        release,
      }
    },
  }
}
