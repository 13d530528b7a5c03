import { z } from 'zod'
import { type Table, isBackedUp } from './tables.ts'

/** Why a backup cannot be read, written or restored. The message is one or two sentences for the operator. */
export class BackupError extends Error {}

export const notABackup = (): BackupError => new BackupError('This file is not a Levro backup.')

export const truncatedBackup = (): BackupError => new BackupError('The backup is incomplete: it ends early.')

/** @param problem which check failed, such as 'its checksum does not match' */
export const corruptedBackup = (problem: string): BackupError =>
  new BackupError(`The backup is damaged: ${problem}.`)

/** Incremented when older versions of Levro could not read the format. */
export const FORMAT_VERSION = 1

const PRODUCT = 'levro'

/** The first line. */
const header = z.object({
  product: z.literal(PRODUCT),
  format: z.int(),
  /** Names of the applied migrations, in order. */
  migrations: z.array(z.string()),
  /** The head of the ledger's chain, as `ledger --check` prints it. */
  ledgerHead: z.string().optional(),
  createdAt: z.iso.datetime(),
})

/** The last line: number of rows of each table, and the SHA-256, in hex, of all lines before. */
const trailer = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() })

export type Header = z.infer<typeof header>
export type Trailer = z.infer<typeof trailer>
export type Row = Record<string, unknown>
export type Line = { kind: 'row'; table: Table; row: Row } | { kind: 'trailer'; trailer: Trailer }

export const headerLine = (
  migrations: string[],
  { createdAt, ledgerHead }: { createdAt: Date; ledgerHead: string | undefined },
): string =>
  jsonLine({
    product: PRODUCT,
    format: FORMAT_VERSION,
    migrations,
    ledgerHead,
    createdAt: createdAt.toISOString(),
  })

export const trailerLine = (content: Trailer): string => jsonLine(content)

/** Both databases return numbers, text, null and bytes; bytes become `{ base64 }`. */
export const rowLine = (table: Table, row: Row): string =>
  jsonLine([table, Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toJson(value)]))])

const jsonLine = (content: unknown): string => `${JSON.stringify(content)}\n`

function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) return value
  throw new BackupError(`The database holds a value that no backup can: ${JSON.stringify(value)}.`)
}

/** @throws {BackupError} when it is not a backup, or only a newer version can read it */
export function readHeader(line: Buffer, known: readonly string[]): Header {
  const { data } = header.safeParse(parse(line, notABackup))
  if (data === undefined) throw notABackup()
  if (data.format !== FORMAT_VERSION)
    throw new BackupError(
      `The backup has format ${data.format}, and this version of Levro reads ${FORMAT_VERSION}. Use the version that made it, or a newer one.`,
    )
  const unknown = data.migrations.find((name, index) => name !== known[index])
  if (data.migrations.length === 0) throw notABackup()
  if (unknown !== undefined)
    throw new BackupError(
      'The backup was made by a newer version of Levro. Use the version that made it, or a newer one.',
    )
  return data
}

/** @throws {BackupError} when it is neither a row nor the trailer */
export function readLine(line: Buffer): Line {
  const content = parse(line, () => corruptedBackup('one of its lines is not JSON'))
  if (!Array.isArray(content)) {
    const { data } = trailer.safeParse(content)
    if (data === undefined) throw corruptedBackup('its last line is invalid')
    return { kind: 'trailer', trailer: data }
  }
  const [table, row]: unknown[] = content
  if (typeof table !== 'string' || !isBackedUp(table) || !isRecord(row))
    throw corruptedBackup('one of its lines is not a row of a known table')
  return { kind: 'row', table, row: Object.fromEntries(Object.entries(row).map(readValue)) }
}

const readValue = ([name, value]: [string, unknown]): [string, unknown] =>
  isRecord(value) && typeof value['base64'] === 'string'
    ? [name, Buffer.from(value['base64'], 'base64')]
    : [name, value]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(line: Buffer, makeError: () => BackupError): unknown {
  try {
    return JSON.parse(line.toString())
  } catch {
    throw makeError()
  }
}

/** Bytes; far above any row. Limits memory for a file that is not a backup. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

const LINE_FEED = 0x0a

/** Splits into lines, each with its line feed; the last may lack it. @throws {BackupError} for a line too long */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, from) + 1
      const part = chunk.subarray(from, end === 0 ? chunk.length : end)
      length += part.length
      if (length > MAX_LINE_LENGTH) throw corruptedBackup('one of its lines is too long')
      parts.push(part)
      if (end === 0) break
      yield Buffer.concat(parts)
      parts = []
      length = 0
      from = end
    }
  }
  if (length > 0) yield Buffer.concat(parts)
}
