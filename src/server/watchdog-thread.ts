import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const STDERR = 2

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passed by `watchdog.ts`
const { turns, stuckAfterS } = workerData as { turns: Int32Array; stuckAfterS: number }
const isDebugged = () => Atomics.load(turns, 1) === 1
let [seen, missed] = [Atomics.load(turns, 0), 0]

setInterval(() => {
  const now = Atomics.load(turns, 0)
  missed = now === seen && !isDebugged() ? missed + 1 : 0
  seen = now
  if (missed < stuckAfterS) return
  try {
    writeSync(STDERR, `The event loop has not turned for ${stuckAfterS} s: the process ends itself.\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}, 1000)
