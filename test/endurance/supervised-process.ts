import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { type ServerProcess, startProcess } from '../server/server-process.ts'
import type { Journal } from './journal.ts'
import { checkServerLog } from './server-log.ts'

/** A server process that is restarted whenever it ends. */
export type SupervisedProcess = {
  /** Current origin, or the last one while it is down. */
  origin: string
  isUp: boolean
  /**
   * Kills the process, and resolves when its successor listens.
   * @returns its exit code, null after a signal
   */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>
  /**
   * Stops the process.
   * @returns its exit code
   */
  close: () => Promise<number | null>
}

/** Start timeout, ms: longer than any outage of the database. */
const UP_WITHIN_MS = 90_000
/** Maximum delay until a cut connection fails, ms. */
const NOTICED_WITHIN_MS = 1000

export async function superviseProcess(
  settings: Record<string, string>,
  journal: Journal,
): Promise<SupervisedProcess> {
  let isClosing = false
  let isAsked = false
  let current = await begin()
  let successor = Promise.resolve()

  async function begin(): Promise<ServerProcess> {
    const until = Date.now() + UP_WITHIN_MS
    for (;;) {
      const port = String(await freePort())
      const from = Date.now()
      try {
        const started = await startProcess({ ...settings, PORT: port })
        return { ...started, origin: `http://127.0.0.1:${port}` }
      } catch (error) {
        // Another process may have taken the port.
        const isExcused =
          journal.wasDown('database', from - NOTICED_WITHIN_MS, Date.now()) ||
          String(error).includes('EADDRINUSE')
        if (!isExcused) journal.addDifference(`a server did not start: ${String(error).slice(-600)}`)
        if (isClosing || Date.now() > until) throw error
        await delay(100)
      }
    }
  }

  /** Waits for the end of the process, checks its log, and starts the next one. */
  async function follow(process: ServerProcess): Promise<void> {
    const { code, signal, stdout, stderr } = await process.ended
    supervised.isUp = false
    if (!isAsked) journal.addDifference(`a server ended by itself: ${code} ${signal} ${stderr.slice(-500)}`)
    checkServerLog(journal, stdout)
    isAsked = false
    if (isClosing) return
    current = await begin()
    watch()
    // An aborted run may still be active.
    if (isClosing) {
      isAsked = true
      current.kill('SIGKILL')
      return successor
    }
    supervised.origin = current.origin
    supervised.isUp = true
  }

  function watch(): void {
    successor = follow(current)
    // Waiting callers are notified; the failure is recorded.
    successor.catch(() => {})
  }

  const supervised: SupervisedProcess = {
    origin: current.origin,
    isUp: true,
    async end(signal) {
      const [ending, next] = [current, successor]
      isAsked = true
      ending.kill(signal)
      const { code } = await ending.ended
      await next
      return code
    },
    async close() {
      if (isClosing) return null
      isClosing = true
      isAsked = true
      const [ending, next] = [current, successor]
      ending.kill('SIGTERM')
      const { code } = await ending.ended
      await next
      return code
    },
  }
  watch()
  return supervised
}
