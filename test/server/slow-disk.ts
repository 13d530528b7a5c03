/**
 * Preloaded into a server process (`node --import`): every commit of SQLite blocks its thread, as when a slow disk keeps `fsync`
 * waiting. Each is reported on standard error.
 */
import { writeSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Many times the normal duration. */
const COMMIT_MS = 80

const sleeper = new Int32Array(new SharedArrayBuffer(4))

const original = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'prepare')?.value as (
  this: DatabaseSync,
  sql: string,
) => StatementSync

DatabaseSync.prototype.prepare = function (sql: string): StatementSync {
  const statement = original.call(this, sql)
  if (!/^\s*(?:commit|insert|update|delete)\b/i.test(sql)) return statement
  return new Proxy(statement, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name)
      if (typeof value !== 'function') return value
      return (...parameters: unknown[]): unknown => {
        const isStored = (name === 'run' || name === 'all') && (!this.isTransaction || /commit/i.test(sql))
        if (isStored) waitForDisk()
        return Reflect.apply(value, of, parameters)
      }
    },
  })
}

function waitForDisk(): void {
  writeSync(process.stderr.fd, 'slow commit\n')
  Atomics.wait(sleeper, 0, 0, COMMIT_MS)
}
