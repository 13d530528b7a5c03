import { CheckSession } from './session.ts'
import type { FromCheck, ToCheck } from './types.ts'

const post = (message: FromCheck): void => self.postMessage(message)

const desk = new CheckSession((snapshot) => post({ kind: 'snapshot', snapshot }))

self.addEventListener('message', (event: MessageEvent<ToCheck>) => {
  const { id, op, args } = event.data
  // The compiler holds op and args together on the sending side.
  const run = desk[op].bind(desk) as (...args: unknown[]) => Promise<unknown>
  run(...args).then(
    (value) => post({ kind: 'done', id, value }),
    () => post({ kind: 'failed', id }),
  )
})
