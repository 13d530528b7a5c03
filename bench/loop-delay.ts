/**
 * Preloaded into a server under measurement: tells its parent how late its event loop was since it was asked before. A timer
 * of 1 ms looks; how much later than that it came is the delay, so that what is shorter than 1 ms is not seen.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export type LoopDelay = { p99Ms: number; maxMs: number }

const RESOLUTION_MS = 1

// The server's own worker threads load this too.
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('message', () => {
    const [p99Ms, maxMs] = [delay.percentile(99), delay.max].map((ns) => ns / 1e6 - RESOLUTION_MS)
    delay.reset()
    process.send?.({ p99Ms, maxMs })
  })
  // Nobody measures any more.
  process.once('disconnect', () => process.kill(process.pid))
}
