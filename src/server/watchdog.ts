import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

/** Usual delays of the event loop are milliseconds. */
const STUCK_AFTER_S = 30

/**
 * Kills the process when its event loop is blocked for `stuckAfterS`, so that its supervisor restarts it. Checked by a worker
 * thread. It counts turns of the loop instead of reading the clock, which goes on while a process is suspended, and ignores
 * a process under a debugger.
 * @param onError called when the worker fails; the process goes on without a watchdog
 */
export function startWatchdog(onError: (error: unknown) => void, stuckAfterS = STUCK_AFTER_S): void {
  // Shared with the thread: [number of turns, 1 when a debugger is attached].
  const turns = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const turn = () => {
    Atomics.add(turns, 0, 1)
    Atomics.store(turns, 1, debuggerUrl() === undefined ? 0 : 1)
  }
  turn()
  setInterval(turn, 500).unref()
  const worker = new Worker(new URL('watchdog-thread.ts', import.meta.url), {
    workerData: { turns, stuckAfterS },
  })
  worker.on('error', onError)
  worker.unref()
}
