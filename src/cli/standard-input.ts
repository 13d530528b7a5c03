import type { CliOptions } from './args.ts'
import { CliError } from './error.ts'

// An import would load much more (see read-file.ts).
const { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } =
  process.getBuiltinModule('node:fs')
const { tmpdir } = process.getBuiltinModule('node:os')
const { join } = process.getBuiltinModule('node:path')

const DESCRIPTOR = 0
const DEVICE = '/dev/stdin'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `action` with the file of `-`, standard input: columns and notation are found at several places of it, so what is piped
 * is first written to a temporary file.
 */
export async function withStandardInput<Options extends CliOptions, T>(
  request: Options,
  action: (request: Options) => Promise<T>,
): Promise<T> {
  const actOn = (file: string) =>
    action({ ...request, file, fileName: `standard input.${extensionOf(file)}` })
  if (process.platform !== 'win32' && fstatSync(DESCRIPTOR).isFile()) return await actOn(DEVICE)
  const folder = mkdtempSync(join(tmpdir(), 'levro-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const end = (signal: NodeJS.Signals) => {
    remove()
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.once(signal, end)
  // The reader of the output may end first.
  process.once('exit', remove)
  try {
    const file = join(folder, 'standard input')
    await copyInputTo(file)
    return await actOn(file)
  } finally {
    remove()
    process.off('exit', remove)
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

async function copyInputTo(file: string): Promise<void> {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>)
      for (let at = 0; at < chunk.length;) at += writeSync(descriptor, chunk, at)
  } catch {
    throw new CliError(`Standard input could not be copied to the folder of temporary files, ${tmpdir()}.`)
  } finally {
    closeSync(descriptor)
  }
}

/** The formats that begin with these bytes, as Latin-1; any other is CSV. */
const BEGINNINGS = [
  ['xlsx', /^PK/],
  ['xls', /^ÐÏ/],
  ['json', /^(?:ï»¿)?\s*[[{]/],
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
