const MEGABYTE = 1024 * 1024

/** Bytes of request bodies in memory at once, over all users and endpoints of this process. */
export const MAX_HELD_BYTES = 192 * MEGABYTE
/** Of those, for large bodies: price lists never keep anybody from signing in. */
export const MAX_LARGE_HELD_BYTES = 160 * MEGABYTE
/** Of both, for one network. */
const NETWORK_SHARE = 1 / 2

/** Over which the rate of a body is measured; one that has begun later gives way to none. */
const RATE_WINDOW_MS = 5000

/** The memory of one request's body. */
export type BodyHold = {
  /** The body arrives from now on. `giveWay` is called where it has lost its memory to a faster one. */
  receive: (giveWay: () => void) => void
  /** Takes memory for so many more bytes. @returns whether they are available */
  grow: (bytes: number, isLarge: boolean) => boolean
  /** So many bytes have arrived. */
  count: (bytes: number) => void
  /** The body is complete: it gives way to none. */
  received: () => void
  /** From here on the end of the response frees nothing, because the work continues; only `release` does. */
  keep: () => void
  /** To be called when the response ends. */
  end: () => void
  release: () => void
}

/** `ip`: the client's address. */
export type BodyMemory = { open: (ip: string) => BodyHold }

type Held = { all: number; large: number }

/** A body that is still arriving. */
type Arriving = { network: string; own: Held; rate: () => number; giveWay: () => void }

/**
 * Counts the bodies of this process. Where memory is short, the slowest body that still arrives gives way to a faster one: a
 * few clients that send slowly cannot hold what all need.
 * @param networkOf the key of an address's network, which has a share of the memory
 */
export function makeBodyMemory(networkOf: (ip: string) => string, now = () => performance.now()): BodyMemory {
  const held: Held = { all: 0, large: 0 }
  const networks = new Map<string, Held>()
  const arriving = new Set<Arriving>()

  const fits = (used: Held, most: number, { all, large }: Held) =>
    used.all + all <= MAX_HELD_BYTES * most && used.large + large <= MAX_LARGE_HELD_BYTES * most

  function take(network: string, { all, large }: Held): void {
    const used = networks.get(network) ?? { all: 0, large: 0 }
    networks.set(network, used)
    for (const sum of [held, used]) {
      sum.all += all
      sum.large += large
    }
    if (used.all === 0) networks.delete(network)
  }

  /** Ends slower bodies until `bytes` fit. @returns whether they do */
  function makeRoom(bytes: Held, rate: number, network: string): boolean {
    const share = () => networks.get(network) ?? { all: 0, large: 0 }
    for (;;) {
      const isShareFull = !fits(share(), NETWORK_SHARE, bytes)
      if (!isShareFull && fits(held, 1, bytes)) return true
      const slowest = [...arriving]
        .filter(({ own, network: other }) => {
          const isHelpful = bytes.large > 0 ? own.large > 0 : own.all > 0
          return isHelpful && (!isShareFull || other === network)
        })
        .map((body) => ({ body, rate: body.rate() }))
        .filter((other) => other.rate < rate)
        .sort((a, b) => a.rate - b.rate)[0]
      if (slowest === undefined) return false
      slowest.body.giveWay()
    }
  }

  return {
    open(ip) {
      const network = networkOf(ip)
      const own: Held = { all: 0, large: 0 }
      let [isKept, isReleased] = [false, false]
      let self: Arriving | undefined
      const measure = makeRate(now)
      const received = () => void (self && arriving.delete(self))
      const release = () => {
        isReleased = true
        received()
        take(network, { all: -own.all, large: -own.large })
        own.all = own.large = 0
      }
      return {
        receive(giveWay) {
          self = {
            network,
            own,
            rate: measure.rate,
            giveWay: () => {
              release()
              giveWay()
            },
          }
          arriving.add(self)
        },
        grow(bytes, isLarge) {
          const more = { all: bytes, large: isLarge ? bytes : 0 }
          if (isReleased || !makeRoom(more, measure.rate(), network)) return false
          take(network, more)
          own.all += more.all
          own.large += more.large
          return true
        },
        count: measure.count,
        received,
        keep: () => void (isKept = true),
        end: () => void (isKept || release()),
        release,
      }
    },
  }
}

/** Bytes that have arrived of late, older ones counting less and less; infinite for a body that has just begun. */
function makeRate(now: () => number): { rate: () => number; count: (bytes: number) => void } {
  const begun = now()
  let [recent, at] = [0, begun]
  function count(bytes: number): void {
    const time = now()
    recent = bytes + recent * Math.exp((at - time) / RATE_WINDOW_MS)
    at = time
  }
  return {
    rate() {
      count(0)
      return at - begun < RATE_WINDOW_MS ? Infinity : recent
    },
    count,
  }
}
