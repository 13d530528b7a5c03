import { type Bytes, crc32 } from '../bytes/bytes.ts'

/** Compresses pieces one after the other. */
export type Deflater = {
  /**
   * Resolves when the piece before it has been compressed, whose memory may then be used again; rejects once the compression has
   * failed.
   */
  write(piece: Bytes): Promise<void>
  /** The compressed data in consecutive parts. */
  finish(): Promise<Bytes[]>
  abort(): void
}

/** What the platform has for the data of archives. It works in the background, while the next piece is made. */
export type Codec = {
  readonly crc32: (bytes: Uint8Array, crc?: number) => number
  /** The inflated content in pieces. Throws for data that are damaged, end early or are followed by something else. */
  readonly inflate: (data: Bytes) => AsyncGenerator<Bytes>
  readonly deflater: () => Deflater
}

/**
 * Compressed bytes fed at once. Deflate expands 1032 times at most, so a ZIP bomb is detected within 16 MB of
 * output.
 */
const FED_BYTES = 16 * 1024

/**
 * By web streams. `CompressionStream` works in the background without a worker, which the content security policy would refuse
 * to a worker made from a blob.
 */
export const webCodec: Codec = {
  crc32,
  async *inflate(data) {
    const stream = new DecompressionStream('deflate-raw')
    const writer = stream.writable.getWriter()
    const reader = stream.readable.getReader()
    const feeding = feed(data, writer)
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done || value === undefined) return
        yield value
      }
    } finally {
      // What failed has been reported.
      await reader.cancel().catch(() => {})
      await feeding
    }
  },
  deflater: () => {
    const stream = new CompressionStream('deflate-raw')
    const parts = readAll(stream.readable)
    // The writer reports the same failure.
    parts.catch(() => {})
    const writer = stream.writable.getWriter()
    let last: Promise<void> = Promise.resolve()
    return {
      async write(piece) {
        const before = last
        last = writer.write(piece)
        last.catch(() => {})
        await before
      },
      async finish() {
        await writer.close()
        return parts
      },
      abort: () => void writer.abort().catch(() => {}),
    }
  },
}

type Writer = ReturnType<DecompressionStream['writable']['getWriter']>

/** Never rejects: the reading side reports every failure. */
async function feed(data: Bytes, writer: Writer): Promise<void> {
  try {
    for (let at = 0; at < data.length; at += FED_BYTES) {
      await writer.ready
      await writer.write(data.subarray(at, at + FED_BYTES))
    }
    await writer.close()
  } catch {
    // Broken data, or the reader has cancelled.
  }
}

async function readAll(stream: CompressionStream['readable']): Promise<Bytes[]> {
  const parts: Bytes[] = []
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || value === undefined) return parts
    parts.push(value)
  }
}

/** Of Node's streams only what is used here. */
type ZlibStream = AsyncIterable<Bytes> & {
  on(event: 'data', listener: (part: Bytes) => void): void
  on(event: 'error', listener: (error: Error) => void): void
  write(piece: Bytes, done: (error?: Error | null) => void): void
  end(data?: Bytes): void
  once(event: 'end', listener: () => void): void
  destroy(): void
}
type Zlib = {
  readonly crc32: Codec['crc32']
  readonly createInflateRaw: (options: { chunkSize: number; rejectGarbageAfterEnd: boolean }) => ZlibStream
  readonly createDeflateRaw: (options: { chunkSize: number; level: number }) => ZlibStream
}

/** Larger pieces take less time, as each is a step of the event loop, and more memory. */
const INFLATED_BYTES = 256 * 1024
const DEFLATED_BYTES = 64 * 1024
/** The default, 6, takes twice the time for a price list that is smaller by less than one in a hundred. */
const LEVEL = 5

/** By Node's own streams, with a fifth of the overhead. */
const nodeCodec = ({ crc32: crc, createInflateRaw, createDeflateRaw }: Zlib): Codec => ({
  crc32: crc,
  async *inflate(data) {
    const stream = createInflateRaw({ chunkSize: INFLATED_BYTES, rejectGarbageAfterEnd: true })
    stream.end(data)
    yield* stream
  },
  deflater: () => {
    const stream = createDeflateRaw({ chunkSize: DEFLATED_BYTES, level: LEVEL })
    const parts: Bytes[] = []
    stream.on('data', (part) => void parts.push(part))
    const ended = new Promise<void>((resolve, reject) => {
      stream.once('end', resolve)
      stream.on('error', reject)
    })
    ended.catch(() => {})
    let last: Promise<void> = Promise.resolve()
    return {
      async write(piece) {
        const before = last
        last = new Promise((resolve, reject) => {
          stream.write(piece, (error) => (error ? reject(error) : resolve()))
        })
        last.catch(() => {})
        // One piece is compressed while the next one is made.
        await before
      },
      async finish() {
        stream.end()
        await ended
        return parts
      },
      abort: () => stream.destroy(),
    }
  },
})

type Process = { getBuiltinModule?(name: 'node:zlib'): Zlib }

const zlib = (globalThis as { process?: Process }).process?.getBuiltinModule?.('node:zlib')

export const codec: Codec = zlib === undefined ? webCodec : nodeCodec(zlib)
