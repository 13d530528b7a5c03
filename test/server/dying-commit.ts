/**
 * Preloaded into a server process (`node --import`): once the file that DIES_ONCE names is there, kills it at its first commit of a job,
 * `before` or `after` that as the file says.
 */
import { readFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { Client } from 'pg'

type Method = (this: object, ...args: unknown[]) => unknown

/** Replaces a method that runs a statement on the connection of `connectionOf`. */
function dyingAtCommit(
  of: object,
  name: string,
  {
    connectionOf,
    textOf,
  }: { connectionOf: (self: object) => object; textOf: (...call: unknown[]) => string },
): void {
  const original = Reflect.get(of, name) as Method
  const withJobs = new WeakSet<object>()
  const dying: Method = function (...args) {
    const text = textOf(this, ...args)
    const connection = connectionOf(this)
    if (text.startsWith('insert into "job" ')) withJobs.add(connection)
    if (text !== 'commit' || !withJobs.has(connection)) return original.apply(this, args)
    dieIf('before')
    const result = original.apply(this, args)
    if (result instanceof Promise) void result.then(() => dieIf('after'))
    else dieIf('after')
    return result
  }
  Reflect.set(of, name, dying)
}

function dieIf(moment: 'before' | 'after'): void {
  if (wanted() === moment) process.kill(process.pid, 'SIGKILL')
}

function wanted(): string {
  try {
    return readFileSync(process.env['DIES_ONCE'] ?? '', 'utf8')
  } catch {
    return ''
  }
}

dyingAtCommit(StatementSync.prototype, 'run', {
  connectionOf: () => StatementSync,
  textOf: (self) => (self instanceof StatementSync ? self.sourceSQL : ''),
})
dyingAtCommit(Client.prototype, 'query', {
  connectionOf: (self) => self,
  textOf: (_self, text) => String(text),
})
