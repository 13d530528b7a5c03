import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** How long a bystander may wait in tests, on machines that do much else. By hand, on an idle one: `BYSTANDER_MS=250`. */
const { BYSTANDER_MS = '5000' } = process.env
export const BYSTANDER_LIMIT_MS = Number(BYSTANDER_MS)

const SAMPLE_EVERY_MS = 50

export type Watched = { samples: number; longestMs: number; wrong: string[] }

export type Bystander = {
  /** What was seen since the last time it was asked, with one more call that begins now. */
  look: () => Promise<Watched>
  stop: () => Promise<void>
}

/**
 * Somebody who asks who they are, all the time, from another address of this machine. In a thread of its own: what a test
 * does meanwhile is not measured.
 */
export async function watchBystander(origin: string, cookie: string, email: string): Promise<Bystander> {
  const worker = new Worker(new URL('bystander-thread.ts', import.meta.url), {
    workerData: { origin, cookie, email, everyMs: SAMPLE_EVERY_MS },
  })
  return {
    async look() {
      worker.postMessage('look')
      const [watched] = (await once(worker, 'message')) as [Watched]
      return watched
    },
    stop: async () => void (await worker.terminate()),
  }
}
