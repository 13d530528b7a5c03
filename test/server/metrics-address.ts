import { setTimeout as delay } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

const WITHIN_MS = 10_000

/** The metrics URL of a process started with METRICS_PORT and LOG_LEVEL=info. */
export async function metricsAddress({ logged }: ServerProcess): Promise<string> {
  for (let waited = 0; waited < WITHIN_MS; waited += 20) {
    const port = /"port":(\d+),"msg":"metrics are served"/.exec(logged())?.[1]
    if (port !== undefined) return `http://127.0.0.1:${port}/metrics`
    await delay(20)
  }
  throw new Error('The server tells no metrics.')
}
