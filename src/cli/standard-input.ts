import type { CliOptions } from './args.ts'
import { CliError } from './error.ts'
import { clearProgress, removedAtEnd, showActivity } from './output.ts'

// An import would load much more (see read-file.ts).
const { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } = process.getBuiltinModule('node:fs')
const { tmpdir } = process.getBuiltinModule('node:os')
const { join } = process.getBuiltinModule('node:path')

const MB = 1024 * 1024

/**
 * Calls `action` with the file of `-`, standard input: columns and notation are found at several places of it, so it is first
 * written to a temporary file.
 */
export async function withStandardInput<Options extends CliOptions, T>(
  request: Options,
  action: (request: Options) => Promise<T>,
): Promise<T> {
  const folder = newFolder()
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return removedAtEnd(remove, async (onRead) => {
    const file = join(folder, 'input')
    await copyInputTo(file)
    return await action({ ...request, file, fileName: `standard input.${extensionOf(file)}`, onRead })
  })
}

function newFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'levro-'))
  } catch {
    throw new CliError(`${tmpdir()}: nothing can be written to this folder of temporary files (TMPDIR).`)
  }
}

async function copyInputTo(file: string): Promise<void> {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    let [bytes, shown] = [0, 0]
    for await (const chunk of input()) {
      writeWhole(descriptor, chunk)
      bytes += chunk.length
      if (bytes < shown + MB) continue
      shown = bytes
      showActivity(`Reading standard input: ${Math.floor(bytes / MB)} MB`)
    }
    clearProgress()
  } finally {
    closeSync(descriptor)
  }
}

async function* input(): AsyncGenerator<Uint8Array> {
  try {
    yield* process.stdin as AsyncIterable<Uint8Array>
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError('Standard input cannot be read.')
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at)
  } catch {
    throw new CliError(
      `${tmpdir()}: standard input does not fit into this folder of temporary files (TMPDIR).`,
    )
  }
}

/** The formats that begin with these bytes, as Latin-1; any other is CSV. */
const BEGINNINGS = [
  ['xlsx', /^PK/],
  ['xls', /^ÐÏ/],
  ['json', /^(?:ï»¿)?\s*(?:\[\s*[[{"\]]|\{\s*["}])/],
  ['xml', /^(?:ï»¿)?\s*<\?xml\s/],
] as const

/** The extension of the format that a file seems to have. */
function extensionOf(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(64)
    const length = readSync(descriptor, bytes, 0, bytes.length, 0)
    const text = String.fromCharCode(...bytes.subarray(0, length))
    return BEGINNINGS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'csv'
  } finally {
    closeSync(descriptor)
  }
}
