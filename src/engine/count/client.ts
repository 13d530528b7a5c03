import { WorkerClient } from '../rpc/worker-client.ts'
import type { CountApi } from './types.ts'

/** Limit for one file, ms: some hostile workbooks never finish. */
const TIMEOUT_MS = 60_000

/**
 * Counts the prices of a file in a worker of its own: rows that wait on the device are not touched.
 * @returns null when the file cannot be read
 */
export async function countPrices(file: File): Promise<number | null> {
  const worker = new WorkerClient<CountApi>({
    create: () => new Worker(new URL('./count.worker.ts', import.meta.url), { type: 'module' }),
  })
  const timer = setTimeout(() => worker.terminate(), TIMEOUT_MS)
  try {
    return await worker.request('countPrices', file)
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
