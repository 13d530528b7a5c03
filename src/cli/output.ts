import { basename, dirname, join, resolve } from 'node:path'
import { visibleJson, visibleText } from '#product/display-text.ts'
import { UsageError } from './args.ts'
import { CliError, FILE_PROBLEMS, codeOf } from './error.ts'

// An import would load much more (see read-file.ts).
const fs = process.getBuiltinModule('node:fs')
const { closeSync, fchmodSync, fsync, openSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } =
  fs

type Piece = string | Uint8Array

/**
 * Writes the pieces to `out`, or to standard output when there is none or it is `-`. A file appears complete
 * or not at all, and never replaces `input`.
 */
export async function write(out: string | undefined, pieces: Iterable<Piece>, input: string): Promise<void> {
  if (out === undefined || STANDARD_OUTPUT.has(out)) return writeToStandardOutput(pieces)
  await writeWhole(out, input, () =>
    isStream(out)
      ? writeToStream(out, pieces)
      : removedUnlessRenamed(out, async (temporary) => {
          const { stored } = await writeFile(temporary, pieces)
          await stored
        }),
  )
}

/** Whether `out` is a file, which appears when it is complete, and no stream. */
export const isFile = (out: string): boolean => !STANDARD_OUTPUT.has(out) && !isStream(out)

/**
 * Writes a file while `work` finds out what is in it. It appears once `work` has ended, with the pieces that were written last,
 * which the system stores in the meantime.
 */
export const writeWhile = (
  out: string,
  input: string,
  work: (writeFrom: (pieces: Iterable<Piece>) => Promise<void>) => Promise<void>,
): Promise<void> =>
  writeWhole(out, input, () =>
    removedUnlessRenamed(out, async (temporary) => {
      let stored = Promise.resolve()
      try {
        await work(async (pieces) => {
          await stored
          rmSync(temporary.path, { force: true })
          const written = await writeFile(temporary, pieces)
          stored = written.stored
        })
      } catch (error) {
        // It says more than that its file was not stored either.
        await stored.catch(() => undefined)
        throw error
      }
      await stored
    }),
  )

/** Where a path leads to, also to a file that is not there yet. */
function followed(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  let link: string
  try {
    link = readlinkSync(path)
  } catch {
    return path
  }
  return followed(resolve(realpathSync(dirname(path)), link))
}

/** A file that replaces one of this mode, if there is one. */
type Temporary = { readonly path: string; readonly mode: number | undefined }

/** The same as `writeAtomically`, for a process that a signal ends. Links stay: what they lead to is written. */
async function removedUnlessRenamed(
  out: string,
  work: (temporary: Temporary) => Promise<void>,
): Promise<void> {
  const target = followed(out)
  const found = statSync(target, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new CliError(unwritable(out, 'EISDIR'))
  let temporary: string | undefined
  const remove = () => temporary !== undefined && rmSync(temporary, { force: true })
  await removedAtEnd(remove, () =>
    writeAtomically(target, (path) => {
      temporary = path
      return work({ path, mode: found && found.mode & 0o777 })
    }),
  )
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `end` for a signal that would end the process.
 * @returns stops it
 */
export function onSignals(end: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, end)
  return () => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

/**
 * Calls `work`, and `remove` after it: also where a signal ends the process, which it then does, or the process exits, as it
 * does when the reader of its output has ended. Signals are noticed between turns of the event loop only (`turn`).
 * @param work may itself have it removed before
 */
export async function removedAtEnd<T>(
  remove: () => void,
  work: (removeNow: () => void) => Promise<T>,
): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    remove()
    // Not before: a second signal would end the process at once.
    process.off(signal, end)
    process.kill(process.pid, signal)
  }
  const ignoreSignals = onSignals(end)
  process.once('exit', remove)
  const removeNow = () => {
    process.off('exit', remove)
    ignoreSignals()
    remove()
  }
  try {
    return await work(removeNow)
  } finally {
    removeNow()
  }
}

/** Waits for the next turn of the event loop. */
export const turn = (): Promise<void> => new Promise((done) => void setImmediate(done))

/** Runs a generator to its end and returns its result, with a turn of the event loop after each value that it yields. */
export async function inTurns<T>(work: Iterator<unknown, T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await turn()
  }
}

async function writeWhole(out: string, input: string, work: () => Promise<void>): Promise<void> {
  if (isSameFile(out, input)) throw new UsageError('--out would overwrite the price list itself.')
  try {
    await work()
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new CliError(unwritable(out, codeOf(error)))
  }
}

function unwritable(out: string, code: string): string {
  const problem = FILE_PROBLEMS[code]
  return `${out}: the result cannot be written there${problem === undefined ? '' : `: ${problem}`}.`
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'errno' in error

const STANDARD_OUTPUT: ReadonlySet<string> = new Set(['-', '/dev/stdout'])

/** Whether `out` is a pipe or a device, which must not be replaced by a file. */
export function isStream(out: string): boolean {
  const found = statSync(out, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

async function writeToStream(out: string, pieces: Iterable<Piece>): Promise<void> {
  const { open } = await import('node:fs/promises')
  const stream = await open(out, 'a')
  try {
    for (const piece of pieces) {
      await turn()
      await stream.appendFile(piece)
    }
  } finally {
    await stream.close()
  }
}

/**
 * Calls `write` with the path of a temporary file in the folder of `file`, then renames it to `file`. When `write`
 * throws, the temporary file is removed and `file` is unchanged.
 */
export async function writeAtomically<T>(
  file: string,
  write: (temporary: string) => T | Promise<T>,
): Promise<T> {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.part`)
  try {
    const written = await write(temporary)
    renameSync(temporary, file)
    return written
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Bytes after which the system is told to begin to write them to the disk. */
const SYNC_BYTES = 32 * 1024 * 1024

/** A file whose content the system has; `stored` once its disk has it too. */
type Written = { readonly stored: Promise<void> }

/** A piece is written while the next one is made. */
async function writeFile({ path, mode }: Temporary, pieces: Iterable<Piece>): Promise<Written> {
  const file = openSync(path, 'wx', mode)
  let [writing, syncing] = [Promise.resolve(), Promise.resolve()]
  let unsynced = 0
  try {
    // The umask has taken bits away.
    if (mode !== undefined) fchmodSync(file, mode)
    for (const piece of pieces) {
      await writing
      await turn()
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      if (unsynced > SYNC_BYTES) {
        await syncing
        syncing = awaitedLater(sync(file))
        unsynced = 0
      }
      writing = awaitedLater(writeAll(file, bytes))
      unsynced += bytes.length
    }
    await writing
    await syncing
  } catch (error) {
    // Errors of the pieces end the writing of an earlier one too.
    await Promise.allSettled([writing, syncing])
    closeSync(file)
    throw error
  }
  const stored = sync(file).finally(() => {
    closeSync(file)
  })
  return { stored: awaitedLater(stored) }
}

/** A promise that may fail before it is awaited. */
function awaitedLater(promise: Promise<void>): Promise<void> {
  promise.catch(() => undefined)
  return promise
}

const sync = (file: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fsync(file, (error) => (error === null ? resolve() : reject(error)))
  })

async function writeAll(file: number, bytes: Uint8Array): Promise<void> {
  let at = 0
  while (at < bytes.length)
    at += await new Promise<number>((resolve, reject) => {
      fs.write(file, bytes, at, bytes.length - at, null, (error, written) =>
        error === null ? resolve(written) : reject(error),
      )
    })
}

async function writeToStandardOutput(pieces: Iterable<Piece>): Promise<void> {
  let writing = Promise.resolve()
  for (const piece of pieces) {
    // A piece is overwritten when the one after the next is asked for.
    await writing
    await turn()
    writing = new Promise((resolve) => {
      process.stdout.write(piece, () => {
        resolve()
      })
    })
  }
  await writing
}

/** Whether two paths are of one file. */
export function isSameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b)
  } catch {
    return false
  }
}

/*
 * Messages are one line each, in which characters that would control the terminal are visible. What `write` writes is data, for
 * files and other programs: it is not changed, whatever standard output is.
 */

/** Writes a line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${messageLine(line)}\n`)

/** Writes a line to standard error. */
export const printError = (line: string): void => void process.stderr.write(`${messageLine(line)}\n`)

const ZERO_WIDTH_SPACE = '\u200b'

/** GitHub's runner reads commands in every line of a step (`::name::`, `##[name]`): names and titles of files must not be any. */
function messageLine(line: string): string {
  const text = visibleText(line)
  return text.replace(/^\s*(?=::)/, `$&${ZERO_WIDTH_SPACE}`).replaceAll('##[', `##${ZERO_WIDTH_SPACE}[`)
}

/** Writes a line about a file to standard error, of several files with its name. */
export const printAbout = ({ subject }: { readonly subject?: string }, line: string): void => {
  printError(subject === undefined ? line : `${subject}: ${line}`)
}

/** Writes to standard error why a file, or a command, failed. */
export function printFailure(error: unknown, about: { readonly subject?: string } = {}): void {
  clearProgress()
  if (error instanceof CliError || error instanceof UsageError) printAbout(about, error.message)
  // A defect: the stack has several lines.
  else for (const line of stackOf(error).split('\n')) printAbout(about, line)
}

const stackOf = (error: unknown): string =>
  (error instanceof Error ? error.stack : undefined) ?? String(error)

/** Writes a value as JSON to standard output, in one line unless there is an indent. */
export const printJson = (value: unknown, indent?: number): void =>
  void process.stdout.write(`${visibleJson(value, indent)}\n`)

/** Shows what is being done when standard error is a terminal. */
export function showActivity(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`)
}

const NOTHING_SHOWN = { pass: '', done: 0 }
let shown = NOTHING_SHOWN

function showPass(pass: 'Reading' | 'Writing', done: number): void {
  const isSame = shown.pass.startsWith(pass)
  if (!isSame) shown = { pass, done }
  else shown = { pass: done < shown.done ? `${pass} again` : shown.pass, done }
  showActivity(`${shown.pass} ${String(Math.round(done * 100)).padStart(3)} %`)
}

/** Shows how much of a file has been read (0 to 1). */
export const showRead = (done: number): void => {
  showPass('Reading', done)
}

/** Shows how much of the result has been written (0 to 1). */
export const showWritten = (done: number): void => {
  showPass('Writing', done)
}

export function clearProgress(): void {
  shown = NOTHING_SHOWN
  showActivity('')
}
