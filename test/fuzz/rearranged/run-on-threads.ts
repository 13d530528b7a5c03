import { Worker } from 'node:worker_threads'
import { noCounts, type RunJob, type RunResult } from './run.ts'
import { VERDICTS } from './judge.ts'

/** No small file takes a hundredth of it, whatever else the machine does. */
const HANG_MS = 60_000

type Wanted = Omit<RunJob, 'begun' | 'from'> & { readonly threads: number; readonly from?: number }

/** Checks `files` generated lists on the given number of threads. */
export async function runOnThreads({ seed, files, told, threads, from = 0 }: Wanted): Promise<RunResult> {
  const share = Math.ceil(files / threads)
  const jobs = Array.from({ length: threads }, (_, i) => ({
    seed,
    told,
    from: from + i * share,
    files: Math.min(share, files - i * share),
    begun: new Int32Array(new SharedArrayBuffer(4)),
  }))
  return joined(await Promise.all(jobs.filter((job) => job.files > 0).map(onThread)))
}

function onThread(job: RunJob): Promise<RunResult> {
  const worker = new Worker(new URL('run.worker.ts', import.meta.url), { workerData: job })
  return new Promise((resolve, reject) => {
    let last = -1
    const watch = setInterval(() => {
      const now = Atomics.load(job.begun, 0)
      if (now === last) {
        reject(new Error(`seed ${job.seed}: file ${job.from + now - 1} never ends`))
        void worker.terminate()
      }
      last = now
    }, HANG_MS)
    worker
      .on('message', resolve)
      .on('error', reject)
      .on('exit', (code) => {
        clearInterval(watch)
        reject(new Error(`seed ${job.seed}: the thread ended with ${code}`))
      })
  })
}

function joined(results: readonly RunResult[]): RunResult {
  const counts = noCounts()
  const onePrice = { lists: 0, plain: 0, asked: 0, askedPlain: 0 }
  const causes: Record<string, number> = {}
  const traits: Record<string, RunResult['counts']> = {}
  for (const result of results) {
    for (const is of VERDICTS) counts[is] += result.counts[is]
    for (const key of ['lists', 'plain', 'asked', 'askedPlain'] as const)
      onePrice[key] += result.onePrice[key]
    for (const [cause, n] of Object.entries(result.causes)) causes[cause] = (causes[cause] ?? 0) + n
    for (const [trait, of] of Object.entries(result.traits)) {
      const all = (traits[trait] ??= noCounts())
      for (const is of VERDICTS) all[is] += of[is]
    }
  }
  return { counts, onePrice, causes, traits, failures: results.flatMap(({ failures }) => failures) }
}
