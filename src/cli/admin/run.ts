import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connectDatabase, connectReadOnly, dialectOf, openDatabase } from '#server/db/database.ts'
import type { Dialect } from '#server/db/column-types.ts'
import type { Db } from '#server/db/schema.ts'
import { openSecretKey } from '#server/db/key-fingerprint.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'
import { type Env, EnvError, readEnv } from '#server/env.ts'
import type { SecretKey } from '#server/secret-key.ts'
import { CliError } from '../error.ts'
import { printError } from '../output.ts'
import { backup, check, checkLedger, restore } from './backup.ts'
import { type AdminCommand, parseAdminArgs } from './args.ts'
import {
  acceptSecretKey,
  deleteUser,
  grant,
  mail,
  messages,
  purchases,
  removeSecondFactors,
  security,
  signOut,
  user,
} from './commands.ts'

export const ADMIN_USAGE = `levro admin: administration of accounts, on the server's own settings (DATA_DIR or DATABASE_URL)

Usage:
  levro admin grant EMAIL TOKENS --note TEXT   adds tokens and prints the new balance; the account holder sees the note
  levro admin user EMAIL                       prints an account as one JSON object
  levro admin sign-out EMAIL | --all           ends the sessions of one account, or of all; prints how many
  levro admin remove-factors EMAIL --yes [--lang bg|en]  removes passkeys, authenticator app and recovery codes of an
                                               account whose owner has lost them, ends its sessions, and reports it by email
  levro admin delete EMAIL --yes [--lang bg|en]  deletes an account, as its owner can, and confirms it
                                               by email in that language
  levro admin accept-key --yes                 accepts the present secret key, or a new one, where the earlier one
                                               cannot be recovered; stop the server first
  levro admin security [EMAIL] [--limit N]     lists security events of 90 days, of one account or all, the last first, one JSON
                                               object per line
  levro admin messages [--limit N]             lists messages to support, newest first, one JSON object per line
  levro admin purchases [--limit N]            lists purchases, newest first, one JSON object per line; 'problem' names
                                               payments that differ from their order or are unknown
  levro admin mail [--limit N] [--retry]       lists queued and failed emails, one JSON object per line;
                                               --retry queues the failed ones again
  levro admin ledger --check [--head HEAD]     recomputes every balance and the hash chain of the ledger and lists
                                               differences; HEAD is a 'ledger head' that was printed before, or a file with
                                               one, such as a backup: the entries up to it must be the same
  levro admin backup FILE [--force]            writes a backup while the server runs; --force replaces FILE
  levro admin backup --check FILE              reads a whole backup and verifies it
  levro admin restore FILE                     restores a backup of SQLite or PostgreSQL to an empty database of either

FILE is a backup; - is standard output, or standard input.

Exit status: 0 done; 1 there is no such account or database, the ledger does not add up, or a backup cannot be written, read
or restored; 2 wrong usage.
`

/**
 * Runs `levro admin …`, with or without a running server: both wait for each other's transactions.
 * @returns the exit code: 0 done; 1 failed, or the ledger has faults; 2 wrong usage
 */
export async function runAdmin(args: string[]): Promise<number> {
  const command = parseAdminArgs(args)
  if (command === 'help') {
    process.stdout.write(ADMIN_USAGE)
    return 0
  }
  if (command.command === 'none') {
    if (command.message !== '') return fail(2, `${command.message} See levro admin --help.`)
    process.stderr.write(ADMIN_USAGE)
    return 2
  }
  try {
    return await run(command)
  } catch (error) {
    return fail(error instanceof EnvError ? 2 : 1, error instanceof Error ? error.message : String(error))
  }
}

function run(command: AdminCommand): Promise<number> {
  switch (command.command) {
    case 'backup':
      return command.mode === 'check'
        ? check(command)
        : withReadOnlyDatabase((db, dialect) => backup(db, dialect, command))
    case 'restore':
      return withEmptyDatabase((db, env) => restore(db, env, command))
    case 'grant':
      return withSecretKey((db, key) => grant(db, key, command))
    case 'user':
      return withMigratedDatabase((db) => user(db, command))
    case 'sign-out':
      return withSecretKey((db, key) => signOut(db, key, command))
    case 'remove-factors':
      return withSecretKey((db, key) => removeSecondFactors(db, key, command))
    case 'delete':
      return withSecretKey((db, key) => deleteUser(db, key, command))
    case 'security':
      return withSecretKey((db, key) => security(db, key, command))
    case 'accept-key':
      return withMigratedDatabase(acceptSecretKey)
    case 'messages':
      return withMigratedDatabase((db) => messages(db, command))
    case 'purchases':
      return withMigratedDatabase((db) => purchases(db, command))
    case 'mail':
      return withMigratedDatabase((db) => mail(db, command))
    case 'ledger':
      return withMigratedDatabase((db, env) => checkLedger(db, dialectOf(env), command))
  }
}

/** Checking or backing up a large database takes longer than the server allows a statement. */
const NO_TIMEOUT = { statementTimeoutMs: 0 }

type DatabaseWork = (db: Db, dialect: Dialect) => Promise<number>

async function withMigratedDatabase(work: (db: Db, env: Env) => Promise<number>): Promise<number> {
  const env = readEnv()
  requireDatabase(env)
  return closing(await openDatabase(env, NO_TIMEOUT), (db) => work(db, env))
}

/** For commands that use the secret key: they refuse one that is not the database's before they change anything. */
const withSecretKey = (work: (db: Db, key: SecretKey) => Promise<number>): Promise<number> =>
  withMigratedDatabase(async (db, env) => work(db, await openSecretKey(db, env)))

/** Runs `work` on the database without migrating it first. */
async function withReadOnlyDatabase(work: DatabaseWork): Promise<number> {
  const env = readEnv()
  requireDatabase(env)
  return closing(connectReadOnly(env, NO_TIMEOUT), (db) => work(db, dialectOf(env)))
}

async function withEmptyDatabase(work: (db: Db, env: Env) => Promise<number>): Promise<number> {
  const env = { ...readEnv(), newDatabase: true }
  return closing(connectDatabase(env, NO_TIMEOUT), (db) => work(db, env))
}

/** A mistyped folder must not become an empty database. */
function requireDatabase({ databaseUrl, dataDir }: Env): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, SQLITE_FILE)))
    throw new CliError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`)
}

async function closing(db: Db, work: (db: Db) => Promise<number>): Promise<number> {
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function fail(code: number, sentence: string): number {
  printError(sentence)
  return code
}
