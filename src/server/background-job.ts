import type { FastifyInstance } from 'fastify'

/** What is under way when the server stops has this long. */
const STOP_TIMEOUT_MS = 3000

type BackgroundJob = {
  intervalMs: number
  /**
   * Does what is due. Ends soon when `stopping` says so.
   * @returns whether there may be more of it right away
   */
  run: (stopping: AbortSignal) => Promise<boolean>
  /** For the log, when a round fails: the next one is the timer's, as asking on and on would help nobody. */
  errorMessage: string
}

/**
 * Does work that is stored, for as long as the app listens: one round at a time, every now and then, and when it is woken.
 * @returns looks for work now
 */
export function startBackgroundJob(
  app: FastifyInstance,
  { intervalMs: everyMs, run: round, errorMessage: failure }: BackgroundJob,
): () => void {
  const [closing, stopping] = [new AbortController(), new AbortController()]
  let running: Promise<void> | undefined
  let isWanted = false

  const wake = () => {
    isWanted = true
    if (closing.signal.aborted) return
    running ??= rounds().finally(() => {
      running = undefined
    })
  }

  async function rounds(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false
      try {
        if (await round(stopping.signal)) isWanted = true
      } catch (err) {
        app.log.error({ err }, failure)
        return
      }
    }
  }

  let timer: ReturnType<typeof setInterval> | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(wake, everyMs).unref()
    wake()
  })
  // The hooks of the end run one after the other: what is under way here ends beside all else that ends.
  let ended: Promise<void> | undefined
  app.addHook('preClose', async () => {
    clearInterval(timer)
    closing.abort()
    ended = end()
  })
  app.addHook('onClose', () => ended)

  async function end(): Promise<void> {
    const abort = setTimeout(() => stopping.abort(), STOP_TIMEOUT_MS)
    await running
    clearTimeout(abort)
    stopping.abort()
  }
  return wake
}
