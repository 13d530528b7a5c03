import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'
import { EnvError, readEnv } from '#server/env.ts'
import { Failure } from '../failure.ts'
import { type AdminOrder, parseOrder } from './order.ts'
import { deleteUser, grant, ledger, mail, messages, purchases, signOut, user } from './commands.ts'
import { ADMIN_USAGE } from './usage.ts'

/**
 * Runs `levro admin …`, beside a running server or without one: both wait for each other's transactions.
 * @returns the exit code: 0 done; 1 there is no such account or database, or the ledger does not add up; 2 wrong usage
 */
export async function runAdmin(args: string[]): Promise<number> {
  const order = parseOrder(args)
  if (order === 'help') {
    process.stdout.write(ADMIN_USAGE)
    return 0
  }
  if (order.command === 'none')
    return fail(2, order.wrong === '' ? ADMIN_USAGE.trim() : `${order.wrong} See levro admin --help.`)
  try {
    return await withDatabase((db) => run(db, order))
  } catch (error) {
    return fail(error instanceof EnvError ? 2 : 1, error instanceof Error ? error.message : String(error))
  }
}

function run(db: Db, order: AdminOrder): Promise<number> {
  switch (order.command) {
    case 'grant':
      return grant(db, order)
    case 'user':
      return user(db, order)
    case 'sign-out':
      return signOut(db, order)
    case 'delete':
      return deleteUser(db, order)
    case 'messages':
      return messages(db, order)
    case 'purchases':
      return purchases(db, order)
    case 'mail':
      return mail(db, order)
    case 'ledger':
      return ledger(db)
  }
}

async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const env = readEnv()
  // A folder that was mistyped is not to become an empty database.
  if (env.databaseUrl === undefined && !existsSync(join(env.dataDir, SQLITE_FILE)))
    throw new Failure(
      `There is no database in ${env.dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`,
    )
  // Adding up a large ledger takes longer than any call of the server may.
  const db = await openDatabase(env, { statementTimeoutMs: 0 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function fail(code: number, sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return code
}
