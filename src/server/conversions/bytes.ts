import { createHash, subtle } from 'node:crypto'

/**
 * Bytes in their own ArrayBuffer, which can be transferred to another thread. Small Buffers of Node share
 * one, which must not be transferred: those are copied.
 */
export const transferableBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  ownsItsBuffer(bytes) ? bytes : new Uint8Array(bytes)

const ownsItsBuffer = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer

/** SHA-256 of a request body: distinguishes a repeat from another request with the same key. */
export const hashBody = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url')

/** The same in the thread pool: 32 MB would block the event loop too long. */
export const hashInThreadPool = async (body: Uint8Array): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', transferableBytes(body))).toString('base64url')
