// The real server in a process of its own, which kills itself before one of its steps: a database statement,
// including `begin` and `commit`, or a request to the payment provider. Steps are counted while it is armed;
// reads are not steps, since dying after one leaves the same state as before it. Emails, files and cleanup run
// outside of this and have tests of their own.
import { StatementSync } from 'node:sqlite'
import { Client } from 'pg'

const [dieAt, movedMs, laterMs] = process.argv.slice(2).map(Number)
let armed = false
let steps = 0

function step(): void {
  if (!armed) return
  steps += 1
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL')
}

const OF_NO_STEP = /^(?:select|update "outbox"|delete from) /

type Method = (this: unknown, ...args: unknown[]) => unknown

function counted(of: object, name: string, textOf: (self: unknown, args: unknown[]) => unknown): void {
  const original = Reflect.get(of, name) as Method
  const counting: Method = function counting(...args) {
    if (!OF_NO_STEP.test(String(textOf(this, args)))) step()
    return original.apply(this, args)
  }
  Reflect.set(of, name, counting)
}

const ofStatement = (self: unknown) => (self instanceof StatementSync ? self.sourceSQL : '')
counted(StatementSync.prototype, 'run', ofStatement)
counted(StatementSync.prototype, 'all', ofStatement)
counted(Client.prototype, 'query', (_self, [text]) => text)
counted(globalThis, 'fetch', () => 'fetch')

const { buildApp } = await import('#server/app.ts')
const { openDatabase } = await import('#server/db/database.ts')
const { readEnv } = await import('#server/env.ts')

const env = readEnv()
const db = await openDatabase(env)
const NEVER_MS = 2 ** 31 - 1
const LOOKS_MS = 20
const every = {
  outboxPollMs: NEVER_MS,
  filesPollMs: NEVER_MS,
  reconcileIntervalMs: laterMs === 0 ? NEVER_MS : LOOKS_MS,
}
const clock = () => Date.now() + (movedMs ?? 0) + (armed ? (laterMs ?? 0) : 0)
const { app } = await buildApp({ env, db, clock, ...every })

process.on('message', (message) => {
  if (message === 'arm') {
    armed = true
    process.send?.('armed')
  } else void end()
})

async function end(): Promise<void> {
  await app.close()
  process.send?.(`survived ${steps}`)
  await db.destroy()
  process.disconnect?.()
}

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(origin)
