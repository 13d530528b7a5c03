import type { ByteSource } from './byte-source.ts'
import { type RowScanner, SENTINEL_BYTES } from './row-scanner.ts'

/** A longer row is not for a stream. */
const LONGEST_ROW = 32 * 1024 * 1024

/** The file has what only the whole of it decides. The message says what. */
export class NotPlainError extends Error {}

/**
 * Memory with rows of the file at its beginning, and room of the same size behind them for output: within one array, bytes are
 * moved without an object for each stretch.
 */
export type Chunk = {
  readonly memory: Uint8Array<ArrayBuffer>
  /** The end of the rows that were visited. */
  readonly end: number
  /** The part of the file that has been visited, 0 to 1. */
  readonly done: number
}

export type ChunkTask = {
  readonly source: ByteSource
  readonly scanner: RowScanner
  readonly chunkBytes: number
  /** Where the first row begins. */
  readonly start: number
  /** Called before the first row of a chunk. `output`: where its output begins. */
  readonly begin: (memory: Uint8Array<ArrayBuffer>, output: number) => void
  /** Called for each row, which the scanner has, from `at` to `next` in `memory` and from `position` on in the file. */
  readonly visit: (memory: Uint8Array<ArrayBuffer>, at: number, next: number, position: number) => void
}

/**
 * Visits each row of a file in order, in chunks of memory, which are overwritten when the next one is asked for.
 * @throws {NotPlainError} where quotes are not balanced, a row is very long or the file ends early
 */
export function* rowChunks(task: ChunkTask): Generator<Chunk> {
  const { source, scanner, chunkBytes, begin, visit } = task
  let room = 2 * chunkBytes
  let memory = memoryFor(room)
  let [base, have] = [task.start, 0]
  for (;;) {
    const wanted = Math.min(chunkBytes, room - have)
    const got = source.read(memory.subarray(have, have + wanted), base + have)
    const end = have + got
    const isLast = base + end >= source.length
    if (got === 0 && !isLast) throw new NotPlainError('the file has become shorter')
    begin(memory, room + SENTINEL_BYTES)
    let at = 0
    while (at < end) {
      const isWhole = scanner.scan(memory, at, end)
      if (!isWhole && !isLast) break
      if (scanner.isUnclear) throw new NotPlainError('unusual quotes')
      const next = Math.min(scanner.next, end)
      visit(memory, at, next, base + at)
      at = next
    }
    yield { memory, end: at, done: (base + at) / source.length }
    if (isLast) return
    if (at === 0 && end === room) {
      if (room > LONGEST_ROW) throw new NotPlainError('a long row')
      room *= 2
      const larger = memoryFor(room)
      larger.set(memory.subarray(0, end))
      memory = larger
    } else memory.copyWithin(0, at, end)
    base += at
    have = end - at
  }
}

const memoryFor = (room: number): Uint8Array<ArrayBuffer> => new Uint8Array(2 * (room + SENTINEL_BYTES))
