import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

/** The event loop is late by some milliseconds at most; a thread that works for seconds is a defect, for this long it is stuck. */
const STUCK_AFTER_S = 30

/**
 * Ends the process when its event loop has not turned for half a minute: whoever started it starts it anew, and a proxy asks
 * another. A thread of its own looks, as the loop itself cannot. It counts turns, not the clock, which goes on while a
 * process is halted; and one that is debugged may stand still.
 * @param report hears that nobody looks any more; the process goes on
 */
export function startWatchdog(report: (error: unknown) => void, stuckAfterS = STUCK_AFTER_S): void {
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
  worker.on('error', report)
  worker.unref()
}
