import { BulkSession } from './session.ts'
import type { FromWorker, ToWorker, BulkApi } from '../types.ts'

const post = (message: FromWorker): void => self.postMessage(message)

const bench = new BulkSession((snapshot) => post({ kind: 'snapshot', snapshot }))

/** Each call is answered by the desk that knows it. */
const desks = [bench, bench.rows, bench.results] as readonly Partial<BulkApi>[]

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const { id, op, args, owner } = event.data
  bench.owner = owner
  const desk = desks.find((one) => op in one)
  // The compiler holds op and args together on the sending side.
  const run = desk?.[op]?.bind(desk) as (...args: unknown[]) => Promise<unknown>
  run(...args).then(
    (value) => post({ kind: 'done', id, value }),
    (error: unknown) => post({ kind: 'failed', id, message: String(error) }),
  )
})
