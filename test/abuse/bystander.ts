import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Limit of a bystander's wait, in ms; higher on machines with other load: docs/attacks.md. */
const { BYSTANDER_MS = '5000' } = process.env
export const BYSTANDER_LIMIT_MS = Number(BYSTANDER_MS)

/** A wait of at least this counts as noticeable on any machine. */
const NOTICEABLE_MS = Math.min(1000, BYSTANDER_LIMIT_MS)
const TIMES_LONGER = 5

const SAMPLE_EVERY_MS = 50

export type Watched = { samples: number; longestMs: number; wrong: string[] }

/** The longest wait that is attributed to the machine, given the waits without an attack. */
export const maxExpectedWait = (without: Watched): number =>
  Math.max(NOTICEABLE_MS, TIMES_LONGER * without.longestMs)

export type Bystander = {
  /** The waits since the last call, including one more request that starts now. */
  report: () => Promise<Watched>
  stop: () => Promise<void>
}

/**
 * A client at another loopback address that requests its session all the time. In a thread of its own, so
 * that the work of the test is not measured.
 */
export async function watchBystander(origin: string, cookie: string, email: string): Promise<Bystander> {
  const worker = new Worker(new URL('bystander-thread.ts', import.meta.url), {
    workerData: { origin, cookie, email, everyMs: SAMPLE_EVERY_MS },
  })
  return {
    async report() {
      worker.postMessage('look')
      const [watched] = (await once(worker, 'message')) as [Watched]
      return watched
    },
    stop: async () => void (await worker.terminate()),
  }
}
