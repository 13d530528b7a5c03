import { Bench } from './bench.ts'
import type { FromWorker, ToWorker } from './snapshot.ts'

const post = (message: FromWorker): void => self.postMessage(message)

const bench = new Bench((snapshot) => post({ kind: 'snapshot', snapshot }))

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const { id, op, args } = event.data
  // The compiler holds op and args together on the sending side.
  const run = bench[op].bind(bench) as (...args: unknown[]) => Promise<unknown>
  run(...args).then(
    (value) => post({ kind: 'done', id, value }),
    (error: unknown) => post({ kind: 'failed', id, message: String(error) }),
  )
})
