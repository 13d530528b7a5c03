import { z } from 'zod'
import { type Table, isBackedUp } from './tables.ts'

/** Why a backup cannot be read, written or restored. The message is one sentence or two, for the operator. */
export class BackupError extends Error {}

export const notABackup = (): BackupError => new BackupError('This is no backup of Levro.')

export const truncatedBackup = (): BackupError =>
  new BackupError('The backup is damaged: it ends before its end, as after a copy that was broken off.')

export const corruptedBackup = (): BackupError =>
  new BackupError('The backup is damaged: it is not what was written once.')

/** Grows when older versions could not read what is written. */
export const FORMAT_VERSION = 1

const PRODUCT = 'levro'

/** The first line: what was backed up. */
const header = z.object({
  product: z.literal(PRODUCT),
  format: z.int(),
  /** Names of the migrations that the database had, in their order. */
  migrations: z.array(z.string()),
  createdAt: z.iso.datetime(),
})

/** The last line: how many rows of each table there were, and the SHA-256 of all lines before. */
const trailer = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() })

export type Header = z.infer<typeof header>
export type Trailer = z.infer<typeof trailer>
export type Row = Record<string, unknown>
export type Line = { kind: 'row'; table: Table; row: Row } | { kind: 'trailer'; trailer: Trailer }

export const headerLine = (migrations: string[], createdAt: Date): string =>
  jsonLine({ product: PRODUCT, format: FORMAT_VERSION, migrations, createdAt: createdAt.toISOString() })

export const trailerLine = (content: Trailer): string => jsonLine(content)

/** Both databases give numbers, text, null and bytes; and of bytes JSON knows nothing. */
export const rowLine = (table: Table, row: Row): string =>
  jsonLine([table, Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toJson(value)]))])

const jsonLine = (content: unknown): string => `${JSON.stringify(content)}\n`

function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) return value
  throw new BackupError(`The database holds a value that no backup can: ${JSON.stringify(value)}.`)
}

/** @throws {BackupError} when it is none, or one that only a later version can read */
export function readHeader(line: Buffer, known: readonly string[]): Header {
  const { data } = header.safeParse(parse(line, notABackup))
  if (data === undefined) throw notABackup()
  if (data.format !== FORMAT_VERSION)
    throw new BackupError(
      `The backup has format ${data.format}, and this version of Levro reads ${FORMAT_VERSION}. Use the version that made it, or a newer one.`,
    )
  const unknown = data.migrations.find((name, place) => name !== known[place])
  if (data.migrations.length === 0) throw notABackup()
  if (unknown !== undefined)
    throw new BackupError(
      'The backup was made by a newer version of Levro. Use the version that made it, or a newer one.',
    )
  return data
}

/** @throws {BackupError} when it is none */
export function readLine(line: Buffer): Line {
  const content = parse(line, corruptedBackup)
  if (!Array.isArray(content)) {
    const { data } = trailer.safeParse(content)
    if (data === undefined) throw corruptedBackup()
    return { kind: 'trailer', trailer: data }
  }
  const [table, row]: unknown[] = content
  if (typeof table !== 'string' || !isBackedUp(table) || !isRecord(row)) throw corruptedBackup()
  return { kind: 'row', table, row: Object.fromEntries(Object.entries(row).map(readValue)) }
}

const readValue = ([name, value]: [string, unknown]): [string, unknown] =>
  isRecord(value) && typeof value['base64'] === 'string'
    ? [name, Buffer.from(value['base64'], 'base64')]
    : [name, value]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(line: Buffer, otherwise: () => BackupError): unknown {
  try {
    return JSON.parse(line.toString())
  } catch {
    throw otherwise()
  }
}

/** No row of ours comes near; a file that is not ours may be one endless line. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

const LINE_FEED = 0x0a

/** Lines with their ends. The last may have none. */
export async function* splitLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    let from = 0
    for (;;) {
      const end = piece.indexOf(LINE_FEED, from) + 1
      const part = piece.subarray(from, end === 0 ? piece.length : end)
      length += part.length
      if (length > MAX_LINE_LENGTH) throw corruptedBackup()
      begun.push(part)
      if (end === 0) break
      yield Buffer.concat(begun)
      begun = []
      length = 0
      from = end
    }
  }
  if (length > 0) yield Buffer.concat(begun)
}
