import type { FastifyInstance } from 'fastify'
import { HOUR_MS, MINUTE_MS } from './clock.ts'

const MIN_RETRY_DELAY_MS = MINUTE_MS
/** The longest delay of a retry. */
export const MAX_RETRY_DELAY_MS = HOUR_MS

/** After how many failed attempts to wait how long. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(MIN_RETRY_DELAY_MS * 2 ** attempts, MAX_RETRY_DELAY_MS)

/** How long a run may take to end once the server stops. */
const STOP_TIMEOUT_MS = 3000

type BackgroundJob = {
  intervalMs: number
  /**
   * Does the work that is due; must end soon after `stopping` aborts.
   * @returns whether more work may be due at once
   */
  run: (stopping: AbortSignal) => Promise<boolean>
  /** Logged when a run throws. The next run is then the timer's, never an immediate retry. */
  errorMessage: string
}

/**
 * Runs `run` every `intervalMs` and on wake, never concurrently, from listening until the app closes.
 * @returns wakes the job
 */
export function startBackgroundJob(
  app: FastifyInstance,
  { intervalMs, run, errorMessage }: BackgroundJob,
): () => void {
  const [closing, stopping] = [new AbortController(), new AbortController()]
  let running = Promise.resolve()
  let isRunning = false
  let isDue = false

  const wake = () => {
    isDue = true
    if (!isRunning && !closing.signal.aborted) running = runWhileDue()
  }

  /** `isRunning` ends in the turn in which nothing was due: a wake between the two would be lost. */
  async function runWhileDue(): Promise<void> {
    isRunning = true
    try {
      while (isDue && !closing.signal.aborted) {
        isDue = false
        if (await run(stopping.signal)) isDue = true
      }
    } catch (err) {
      app.log.error({ err }, errorMessage)
    } finally {
      isRunning = false
    }
  }

  let timer: ReturnType<typeof setInterval> | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(wake, intervalMs).unref()
    wake()
  })
  // Fastify runs these hooks one after the other: `preClose` does not await, so that all jobs stop in parallel.
  let stopped: Promise<void> | undefined
  app.addHook('preClose', async () => {
    clearInterval(timer)
    closing.abort()
    stopped = stop()
  })
  app.addHook('onClose', () => stopped)

  async function stop(): Promise<void> {
    const abort = setTimeout(() => stopping.abort(), STOP_TIMEOUT_MS)
    await running
    clearTimeout(abort)
    stopping.abort()
  }
  return wake
}
