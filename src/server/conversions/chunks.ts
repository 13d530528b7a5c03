import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { JobRow } from '#contract/conversions.ts'

const ROWS_PER_CHUNK = 1000
/** Above what a chunk can hold: a row has at most 25 composed characters of name and 80 of price and currency. */
const MAX_CHUNK_BYTES = 4 * 1024 * 1024

const decompress = promisify(zstdDecompress)

export type PackedRows = {
  /** JSON of all rows, between the brackets of their array. */
  json: Uint8Array
  /** What is stored: the JSON array of each thousand rows, compressed. */
  chunks: Uint8Array[]
}

export function packRows(rows: readonly JobRow[]): PackedRows {
  const texts: string[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
    texts.push(JSON.stringify(rows.slice(start, start + ROWS_PER_CHUNK)))
  }
  return {
    json: Buffer.from(texts.map((text) => text.slice(1, -1)).join(',')),
    chunks: texts.map((text) =>
      zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
    ),
  }
}

/** JSON of the stored rows, between the brackets of their array; a chunk at a time, unpacked on another thread. */
export async function* unpackRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (!isFirst) yield Buffer.from(',')
    isFirst = false
    const array = await decompress(chunk, { maxOutputLength: MAX_CHUNK_BYTES })
    yield array.subarray(1, -1)
  }
}
