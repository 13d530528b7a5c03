/** Bytes that can be read at any place, as those of a file. */
export type ByteSource = {
  readonly length: number
  /** Fills `target` with the bytes from `position` on. Returns how many; fewer than wanted only at the end. */
  read(target: Uint8Array, position: number): number
}

/** The bytes from `start` to `end`, in memory of their own. */
export function readBytes(source: ByteSource, start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, end - start))
  return bytes.subarray(0, source.read(bytes, start))
}
