import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina, move } from 'piscina'
import type { BulkResult } from './convert.ts'
import { transferableBytes } from './bytes.ts'

/** Larger bodies go to another thread; smaller ones take a few milliseconds. */
export const MAX_INLINE_BYTES = 64 * 1024
/** A small body with more values than this is no price list (`[0,0,0…`), and each value makes a row. */
const MAX_INLINE_COMMAS = 5000
const COMMA = 0x2c

const MAX_QUEUED = 32
const MAX_THREADS = 4

export type BulkConverter = {
  /** In another thread. */
  convert: (body: Buffer) => Promise<BulkResult | { ok: false; problem: 'busy' }>
  /** Number of conversions that wait for a thread. */
  waiting: () => number
  close: () => Promise<void>
}

/** `report` receives the errors of idle workers; the next conversion starts another. */
export function makeBulkConverter(report: (error: unknown) => void): BulkConverter {
  const pool = new Piscina<ReturnType<typeof move>, BulkResult>({
    filename: fileURLToPath(new URL('./bulk-worker.ts', import.meta.url)),
    name: 'convertInWorker',
    minThreads: 1,
    // One core stays with the event loop.
    maxThreads: Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1)),
    maxQueue: MAX_QUEUED,
    idleTimeout: 30_000,
    // Otherwise a task that finds no thread goes back behind those that came after it, and may wait as long as others come.
    stricterFIFO: true,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  pool.on('error', report)
  return {
    async convert(body) {
      if (pool.queueSize >= MAX_QUEUED) return { ok: false, problem: 'busy' }
      const task = move(transferableBytes(body))
      return pool.run(task)
    },
    waiting: () => pool.queueSize,
    close: () => pool.destroy(),
  }
}

/** Whether a body is converted at once rather than by a worker. */
export function isInline(body: Buffer): boolean {
  if (body.length > MAX_INLINE_BYTES) return false
  let commas = 0
  // By number: the iterator of a Buffer takes six times as long, and reading the length each time twice as long.
  const { length } = body
  for (let i = 0; i < length; i++) if (body[i] === COMMA) commas++
  return commas <= MAX_INLINE_COMMAS
}
