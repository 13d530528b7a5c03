import { createHash, subtle } from 'node:crypto'

/**
 * Bytes with a memory of their own, so that it can be handed to another thread instead of copied. Small buffers of
 * Node share one memory, which must not be handed over: those are copied.
 */
export const transferableBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  ownsItsMemory(bytes) ? bytes : new Uint8Array(bytes)

const ownsItsMemory = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer

/** SHA-256 of a request's bytes: tells a repeat from another request under the same key. */
export const hashOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url')

/** The same, by another thread: of 32 MB it takes longer than others are to wait. */
export const hashInThreadPool = async (body: Uint8Array): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', transferableBytes(body))).toString('base64url')
