import { isUtf8 } from '../bytes/utf8.ts'
import type { ByteSource } from './byte-source.ts'
import { RowScanner, type ScanOptions, type ScannedRow, SENTINEL_BYTES } from './row-scanner.ts'

/** A longer row is not for a stream. */
const LONGEST_ROW = 32 * 1024 * 1024

/** The file has what only the whole of it decides. The message says what. */
export class NotPlainError extends Error {}

/** Reasons of a `NotPlainError`. */
export const UNDECODABLE = 'characters that could not be decoded'
export const UNCLEAR_ENCODING = 'an encoding that is not clear from its beginning'
export const AMBIGUOUS = 'ambiguous prices'
export const IN_HUNDREDTHS = 'prices in hundredths'

/**
 * Memory with rows of the file at its beginning, and room of the same size after them for output: within one array, bytes are
 * moved without an object for each stretch.
 */
export type Chunk = {
  /** The end of the rows that were visited, in the memory. */
  readonly end: number
  /** The part of the file that has been visited, 0 to 1. */
  readonly done: number
}

export type ChunkTask = {
  readonly source: ByteSource
  readonly scan: ScanOptions
  readonly chunkBytes: number
  /** Where the first row begins. */
  readonly start: number
  /** Whether the encoding is a single-byte one that was detected from the beginning: later rows can show that the file is UTF-8. */
  readonly isGuessed: boolean
  /** Called before the first row of a chunk. `output`: where its output begins. */
  readonly begin: (memory: Uint8Array<ArrayBuffer>, output: number) => void
  /** Called for each row, from `at` to its `next` in the memory and from `position` on in the file. */
  readonly visit: (row: ScannedRow, memory: Uint8Array<ArrayBuffer>, at: number, position: number) => void
}

/**
 * Visits each row of a file in order, in chunks of memory, which are overwritten when the one after the next is asked for: the output of
 * one can be written while the next is visited.
 * @throws {NotPlainError} where text is damaged, quotes are not balanced, a row is very long or the file ends early
 */
export function* rowChunks(task: ChunkTask): Generator<Chunk> {
  const { source, scan, chunkBytes, begin, visit } = task
  const scanner = new RowScanner(scan, true)
  let room = 2 * chunkBytes
  let [memory, other] = [memoryFor(room), memoryFor(room)]
  let [base, have] = [task.start, 0]
  for (;;) {
    const wanted = Math.min(chunkBytes, room - have)
    const got = source.read(memory.subarray(have, have + wanted), base + have)
    const end = have + got
    const isLast = base + end >= source.length
    if (got === 0 && !isLast) throw new NotPlainError('fewer bytes than before')
    begin(memory, room + SENTINEL_BYTES)
    scanner.moveTo(memory)
    let at = 0
    while (at < end) {
      const isWhole = scanner.scan(at, end)
      if (!isWhole && !isLast) break
      const next = Math.min(scanner.next, end)
      scanner.next = next
      visit(scanner, memory, at, base + at)
      at = next
    }
    const rows = memory.subarray(0, at)
    if (scan.isUtf8 && !isWellFormed(rows)) throw new NotPlainError(UNDECODABLE)
    if (task.isGuessed && isWellFormed(rows) && rows.some((byte) => byte >= 0x80))
      throw new NotPlainError(UNCLEAR_ENCODING)
    yield { end: at, done: (base + at) / source.length }
    if (isLast) return
    if (at === 0 && end === room) {
      if (2 * room > LONGEST_ROW) throw new NotPlainError('a very long row')
      room *= 2
      other = memoryFor(room)
    } else if (other.length < memory.length) other = memoryFor(room)
    other.set(memory.subarray(at, end))
    ;[memory, other] = [other, memory]
    base += at
    have = end - at
  }
}

const memoryFor = (room: number): Uint8Array<ArrayBuffer> => new Uint8Array(2 * (room + SENTINEL_BYTES))

type Process = {
  getBuiltinModule?(name: 'node:buffer'): { readonly isUtf8: (this: void, bytes: Uint8Array) => boolean }
}

/** Node tests bytes in its own code. */
const isWellFormed =
  (globalThis as { process?: Process }).process?.getBuiltinModule?.('node:buffer').isUtf8 ?? isUtf8
