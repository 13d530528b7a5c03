import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { WrongUsage } from './command-line.ts'
import { Failure } from './failure.ts'

type Piece = string | Uint8Array

/**
 * Writes the pieces to `out`, or to standard output when there is none or it is `-`. A file appears whole or not at all, and never
 * in the place of `input`.
 */
export async function write(out: string | undefined, pieces: Iterable<Piece>, input: string): Promise<void> {
  if (out === undefined || STANDARD_OUTPUT.has(out)) return writeToStandardOutput(pieces)
  if (await isSameFile(out, input)) throw new WrongUsage('--out would overwrite the catalogue itself.')
  try {
    await ((await isStream(out)) ? writeToStream(out, pieces) : writeWhole(out, pieces))
  } catch {
    throw new Failure(`${out}: the result cannot be written there.`)
  }
}

const STANDARD_OUTPUT: ReadonlySet<string> = new Set(['-', '/dev/stdout'])

/** A pipe or a device: it is no file that another could take the place of. */
async function isStream(out: string): Promise<boolean> {
  const found = await stat(out).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

async function writeToStream(out: string, pieces: Iterable<Piece>): Promise<void> {
  const stream = await open(out, 'a')
  try {
    for (const piece of pieces) await stream.appendFile(piece)
  } finally {
    await stream.close()
  }
}

async function writeWhole(out: string, pieces: Iterable<Piece>): Promise<void> {
  const draft = join(dirname(out), `.${basename(out)}.${process.pid}.part`)
  try {
    await writeFile(draft, pieces)
    await rename(draft, out)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Nothing else waits for this process: calls without promises write a large file in half the time. */
async function writeFile(path: string, pieces: Iterable<Piece>): Promise<void> {
  const file = await open(path, 'wx')
  try {
    for (const piece of pieces) appendFileSync(file.fd, piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeToStandardOutput(pieces: Iterable<Piece>): Promise<void> {
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  }
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [realA, realB] = await Promise.all([
    realpath(a).catch(() => undefined),
    realpath(b).catch(() => undefined),
  ])
  return realA !== undefined && realA === realB
}
