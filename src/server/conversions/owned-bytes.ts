/**
 * Bytes with a memory of their own, so that it can be handed to another thread instead of copied. Small buffers of
 * Node share one memory, which must not be handed over: those are copied.
 */
export const ownedBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  ownsItsMemory(bytes) ? bytes : new Uint8Array(bytes)

const ownsItsMemory = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
