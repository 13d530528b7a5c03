import { createWriteStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CliError, FILE_PROBLEMS, codeOf } from '../error.ts'
import { isStream, onSignals, print, writeAtomically } from '../output.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { countAllFactors } from '#server/auth/second-factor/factors.ts'
import type { Dialect } from '#server/db/column-types.ts'
import { dialectOf } from '#server/db/database.ts'
import { findKeyProblem } from '#server/db/key-fingerprint.ts'
import type { Db } from '#server/db/schema.ts'
import type { Env } from '#server/env.ts'
import { findHead } from '#server/tokens/chain.ts'
import { ledger } from './commands.ts'
import type { BackupCommand, LedgerCommand, RestoreCommand } from './args.ts'

/** File name for standard input and output. */
const PIPE = '-'

/**
 * Calls `work` with a stream of the file or of standard input.
 * @throws {CliError} when it cannot be read
 */
async function readFrom<T>(file: string, work: (source: NodeJS.ReadableStream) => Promise<T>): Promise<T> {
  if (file === PIPE) return work(process.stdin)
  try {
    // Opened before `work` runs: the error of a stream is unhandled if it occurs before a listener is attached.
    const source = (await open(file)).createReadStream()
    try {
      return await work(source)
    } finally {
      // Closes the file: `work` may have thrown before it read anything.
      source.destroy()
    }
  } catch (error) {
    const reason = FILE_PROBLEMS[codeOf(error)]
    throw reason === undefined ? error : new CliError(`${file} cannot be read: ${reason}.`)
  }
}

/**
 * Calls `work` with a stream to write to. The file appears complete or not at all, readable by its owner
 * alone; an existing file is replaced only with `mayReplace`.
 * @throws {CliError} when it cannot be written
 */
async function writeTo<T>(
  file: string,
  mayReplace: boolean,
  work: (to: NodeJS.WritableStream) => Promise<T>,
): Promise<T> {
  try {
    if (file === PIPE) return await work(standardOutput())
    if (isStream(file)) return await work(createWriteStream(file, { flags: 'a' }))
    return await writeBackupFile(file, mayReplace, work)
  } catch (error) {
    const reason = FILE_PROBLEMS[codeOf(error)]
    if (reason === undefined) throw error
    throw new CliError(`${file === PIPE ? 'The backup' : file} cannot be written: ${reason}.`)
  }
}

async function writeBackupFile<T>(
  file: string,
  mayReplace: boolean,
  work: (to: NodeJS.WritableStream) => Promise<T>,
): Promise<T> {
  const requireNoFile = () => {
    if (!mayReplace && existsSync(file)) throw new CliError(`${file} is there already. --force replaces it.`)
  }
  requireNoFile()
  const summary = await writeAtomically(file, async (temporary) => {
    const written = await work(createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
    requireNoFile()
    return written
  })
  await syncFolder(dirname(file))
  return summary
}

/** Makes the file's name durable after a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Standard output without the handler of main.ts: a consumer that closes the pipe early makes a backup fail. */
function standardOutput(): NodeJS.WritableStream {
  process.stdout.removeAllListeners('error')
  return process.stdout
}

export async function backup(db: Db, dialect: Dialect, { file, mode }: BackupCommand): Promise<number> {
  const interruption = interruptible()
  try {
    const { tables, rows, bytes, ledgerHead } = await writeTo(file, mode === 'replace', (to) =>
      writeBackup(db, { dialect, at: new Date(), to, signal: interruption.signal }),
    )
    // Standard output is the backup itself.
    const output = file === PIPE ? process.stderr : process.stdout
    output.write(`${tables} tables, ${rows} rows, ${bytes} bytes${headText(ledgerHead)}\n`)
    return 0
  } finally {
    interruption.end()
  }
}

export async function check({ file }: BackupCommand): Promise<number> {
  const { header, tables, rows } = await readFrom(file, verifyBackup)
  const content = `${tables} tables, ${rows} rows${headText(header.ledgerHead)}`
  print(`The backup of ${header.createdAt} is whole: ${content}`)
  return 0
}

/** Needs no handling of interruptions: an uncommitted transaction leaves nothing. */
export async function restore(db: Db, env: Env, { file }: RestoreCommand): Promise<number> {
  const dialect = dialectOf(env)
  const { header, tables, rows } = await readFrom(file, (from) =>
    restoreBackup(db, { dialect, from, now: Date.now() }),
  )
  print(`The backup of ${header.createdAt} is restored: ${tables} tables, ${rows} rows`)
  const { passkeys, apps, recoveryCodes } = await countAllFactors(db)
  if (passkeys + apps > 0)
    print(
      `Second factors are those of the backup, also what was used or removed since: ${passkeys} passkeys, ${apps} authenticator apps, ${recoveryCodes} recovery codes`,
    )
  const problem = await findKeyProblem(db, env)
  if (problem !== undefined) print(problem)
  return ledger(db, dialect, findHead(header.ledgerHead ?? ''))
}

const headText = (head: string | undefined): string => (head === undefined ? '' : `, ledger head ${head}`)

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * Checks the ledger, also against the earlier head that the command names.
 * @throws {CliError} when there is none
 */
export async function checkLedger(db: Db, dialect: Dialect, { head }: LedgerCommand): Promise<number> {
  if (head === undefined) return ledger(db, dialect)
  const earlier = findHead(head) ?? findHead(await readHead(head))
  if (earlier === undefined) throw new CliError(`${head} has no head of the ledger.`)
  return ledger(db, dialect, earlier)
}

/** A text with the head in it: the file, or the header of a backup. */
async function readHead(file: string): Promise<string> {
  const content = await readFrom(file, buffer)
  if (!content.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return content.toString()
  const { header } = await verifyBackup(Readable.from([content]))
  return header.ledgerHead ?? ''
}

/** Removes the temporary file when a backup is interrupted, and ends the process by the same signal. */
function interruptible(): { signal: AbortSignal; end: () => void } {
  const abort = new AbortController()
  let received: NodeJS.Signals | undefined
  const onSignal = (name: NodeJS.Signals) => {
    received = name
    abort.abort(new Error('The backup was interrupted.'))
  }
  const ignoreSignals = onSignals(onSignal)
  return {
    signal: abort.signal,
    end() {
      ignoreSignals()
      if (received !== undefined) process.kill(process.pid, received)
    },
  }
}
