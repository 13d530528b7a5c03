import { Readable } from 'node:stream'

/** Above this the parts are sent one after another instead of being copied together. */
const STREAM_FROM_BYTES = 256 * 1024

/** `{…fields, rows: […]}` as JSON, around rows that are JSON already. */
export function rowsReply(fields: object, rowsJson: Uint8Array): Buffer | Readable {
  const [head, tail] = frame(fields)
  const parts = [head, rowsJson, tail]
  return rowsJson.byteLength <= STREAM_FROM_BYTES
    ? Buffer.concat(parts)
    : Readable.from(parts, { objectMode: false })
}

/** The same around rows that are still being unpacked. */
export const rowsStream = (fields: object, rowsJson: AsyncIterable<Buffer>): Readable =>
  Readable.from(framed(fields, rowsJson), { objectMode: false })

async function* framed(fields: object, rowsJson: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const [head, tail] = frame(fields)
  yield head
  yield* rowsJson
  yield tail
}

const frame = (fields: object): [head: Buffer, tail: Buffer] => [
  Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"rows":[`),
  Buffer.from(']}'),
]
