import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connectDatabase, connectToRead, dialectOf, openDatabase } from '#server/db/database.ts'
import type { Dialect } from '#server/db/migrations.ts'
import type { Db } from '#server/db/schema.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'
import { type Env, EnvError, readEnv } from '#server/env.ts'
import { Failure } from '../error.ts'
import { backup, check, restore } from './backup.ts'
import { type AdminOrder, parseOrder } from './args.ts'
import { deleteUser, grant, ledger, mail, messages, purchases, signOut, user } from './commands.ts'
import { ADMIN_USAGE } from './usage.ts'

/**
 * Runs `levro admin …`, beside a running server or without one: both wait for each other's transactions.
 * @returns the exit code: 0 done; 1 it cannot be done, or the ledger does not add up; 2 wrong usage
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
    return await run(order)
  } catch (error) {
    return fail(error instanceof EnvError ? 2 : 1, error instanceof Error ? error.message : String(error))
  }
}

function run(order: AdminOrder): Promise<number> {
  switch (order.command) {
    case 'backup':
      return order.mode === 'check' ? check(order) : asItIs((db, dialect) => backup(db, dialect, order))
    case 'restore':
      return intoNew((db, dialect) => restore(db, dialect, order))
    case 'grant':
      return upToDate((db) => grant(db, order))
    case 'user':
      return upToDate((db) => user(db, order))
    case 'sign-out':
      return upToDate((db) => signOut(db, order))
    case 'delete':
      return upToDate((db) => deleteUser(db, order))
    case 'messages':
      return upToDate((db) => messages(db, order))
    case 'purchases':
      return upToDate((db) => purchases(db, order))
    case 'mail':
      return upToDate((db) => mail(db, order))
    case 'ledger':
      return upToDate(ledger)
  }
}

/** Adding up a large ledger, or writing all of it, takes longer than any call of the server may. */
const PATIENT = { statementTimeoutMs: 0 }

type Work = (db: Db, dialect: Dialect) => Promise<number>

async function upToDate(work: (db: Db) => Promise<number>): Promise<number> {
  const env = readEnv()
  requireDatabase(env)
  return closing(await openDatabase(env, PATIENT), work)
}

/** A backup before an update is one of the tables before it. */
async function asItIs(work: Work): Promise<number> {
  const env = readEnv()
  requireDatabase(env)
  return closing(connectToRead(env, PATIENT), (db) => work(db, dialectOf(env)))
}

async function intoNew(work: Work): Promise<number> {
  const env = readEnv()
  return closing(connectDatabase(env, PATIENT), (db) => work(db, dialectOf(env)))
}

/** A folder that was mistyped is not to become an empty database. */
function requireDatabase({ databaseUrl, dataDir }: Env): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, SQLITE_FILE)))
    throw new Failure(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`)
}

async function closing(db: Db, work: (db: Db) => Promise<number>): Promise<number> {
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
