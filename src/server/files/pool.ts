import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { makeBoundedQueue } from '../bounded-queue.ts'
import { SECOND_MS } from '../clock.ts'
import { unreadable } from './problems.ts'
import type { FileConverter, FileOutcome, FileTask } from './types.ts'

/** A file of a hundred thousand rows takes a tenth of it. */
const TIME_LIMIT_MS = 60 * SECOND_MS
/** One thread: a file takes all of a core, and the pool of bulk conversions has its own. */
const QUEUE = { width: 1, waiting: 16, ofKey: 4 }

const BUSY = { ok: false, code: 'busy', params: {} } as const

type PoolOptions = {
  /** Receives the errors of an idle thread; the next file starts another. */
  report: (error: unknown) => void
  timeLimitMs?: number
}

/** Converts and checks files in another thread, those of different payers in turn. */
export function makeFileConverter({ report, timeLimitMs = TIME_LIMIT_MS }: PoolOptions): FileConverter & {
  waiting: () => number
} {
  const pool = new Piscina<FileTask, FileOutcome>({
    filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  pool.on('error', report)
  const queue = makeBoundedQueue(QUEUE)

  async function run(name: string, task: FileTask): Promise<FileOutcome> {
    const outcome = await queue.run(() => runNow(name, task), { keys: [task.payer] })
    return outcome ?? BUSY
  }

  async function runNow(name: string, task: FileTask): Promise<FileOutcome> {
    const limit = AbortSignal.timeout(timeLimitMs)
    try {
      return await pool.run(task, { name, signal: limit })
    } catch (error) {
      if (limit.aborted || isOutOfMemory(error) || isOutOfRange(error)) return unreadable('too_slow')
      throw error
    }
  }

  return {
    convert: (task) => run('convertInWorker', task),
    check: (task) => run('checkInWorker', task),
    waiting: queue.waiting,
    close: () => pool.destroy(),
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The file needs a deeper stack, or a longer text, than there can be. */
const isOutOfRange = (error: unknown): boolean =>
  error instanceof RangeError &&
  /^(?:Maximum call stack size exceeded|Invalid (?:string|array|typed array) length|Array buffer allocation failed)/.test(
    error.message,
  )
