import { Worker } from 'node:worker_threads'
import type { Kind } from './kinds.ts'

export type CampaignJob = {
  readonly kind: Kind
  readonly seed: number
  readonly files: number
  /** Counts started files: a count that stops is a file that hangs. */
  readonly begun: Int32Array
}

export type CampaignResult = {
  readonly counts: { refused: number; guessed: number; read: number; asked: number; validRows: number }
  /** The smallest file that is read wrongly, with what repeats it. */
  readonly failure: string | undefined
}

/** No small file takes a hundredth of it, whatever else the machine does. */
const HANG_MS = 60_000

/** Reads `files` generated files of one kind, in an order that the seed fixes. */
export function runCampaign(kind: Kind, seed: number, files: number): Promise<CampaignResult> {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const job: CampaignJob = { kind, seed, files, begun }
  const worker = new Worker(new URL('campaign.worker.ts', import.meta.url), { workerData: job })
  return new Promise((resolve, reject) => {
    let last = -1
    const watch = setInterval(() => {
      const now = Atomics.load(begun, 0)
      if (now === last) {
        reject(new Error(`${kind}, seed ${seed}: file ${now} never ends`))
        void worker.terminate()
      }
      last = now
    }, HANG_MS)
    worker
      .on('message', resolve)
      .on('error', reject)
      .on('exit', (code) => {
        clearInterval(watch)
        reject(new Error(`${kind}, seed ${seed}: the thread ended with ${code}`))
      })
  })
}
