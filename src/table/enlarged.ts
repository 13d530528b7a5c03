type IntArray =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>

/** A copy of twice the length, filled up with zeros. */
export function enlarged<T extends IntArray>(array: T): T {
  const longer = new (array.constructor as new (length: number) => T)(2 * array.length)
  longer.set(array)
  return longer
}
