/**
 * Preloaded into a server process (`node --import`): its commits of SQLite are held, each blocking its thread, as when a slow disk
 * keeps `fsync` waiting. The file named by SLOW_DISK_ALLOWS has the number of commits, from the start of the process, that go on;
 * without the file all do. Commits and requests are reported on standard output as they begin.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, writeSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

const LOOK_EVERY_MS = 5
/** A commit takes this long in any case: longer than the driver lets writes follow each other. */
const COMMIT_MS = 20

const sleeper = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number) => void Atomics.wait(sleeper, 0, 0, ms)
const report = (line: string) => void writeSync(process.stdout.fd, `${line}\n`)

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

let commits = 0

function waitForDisk(): void {
  commits++
  report('slow commit')
  sleep(COMMIT_MS)
  while (commits > allowedCommits()) sleep(LOOK_EVERY_MS)
}

function allowedCommits(): number {
  try {
    return Number(readFileSync(process.env['SLOW_DISK_ALLOWS'] ?? '', 'utf8'))
  } catch {
    return Infinity
  }
}

subscribe('http.server.request.start', () => report('request'))
