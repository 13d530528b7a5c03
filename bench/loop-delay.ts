/**
 * Preloaded into a measured server: reports the maximum event loop delay since the last report. A 1 ms timer
 * measures how late it fires, so delays below 1 ms are not seen.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export type LoopDelay = { p99Ms: number; p999Ms: number; maxMs: number }

const RESOLUTION_MS = 1

// The server's own worker threads load this too.
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('message', () => {
    const [p99Ms, p999Ms, maxMs] = [delay.percentile(99), delay.percentile(99.9), delay.max].map(
      (ns) => ns / 1e6 - RESOLUTION_MS,
    )
    delay.reset()
    process.send?.({ p99Ms, p999Ms, maxMs })
  })
  // The measuring process has ended.
  process.once('disconnect', () => process.kill(process.pid))
}
