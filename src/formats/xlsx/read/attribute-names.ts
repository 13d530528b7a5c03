import type { Bytes } from '../../zip/zip-pack.ts'

const [A, Z, R, ZERO, NINE] = [0x61, 0x7a, 0x72, 0x30, 0x39]
const [MINUS, POINT, COLON, LOW_LINE] = [0x2d, 0x2e, 0x3a, 0x5f]

const lowerCase = (byte: number): number => byte | 0x20

/** Whether a byte is a letter, a digit, or one of the signs of names. */
export const isOfName = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((lowerCase(byte) >= A && lowerCase(byte) <= Z) ||
    (byte >= ZERO && byte <= NINE) ||
    byte === MINUS ||
    byte === POINT ||
    byte === COLON ||
    byte === LOW_LINE)

/** Whether the library may take an attribute for `r`, the number of a row: so it does with `R`, `r_x` and `x:r`. */
export function mayBeNumber(bytes: Bytes, start: number, end: number): boolean {
  const own = start + bytes.subarray(start, end).lastIndexOf(COLON) + 1
  return lowerCase(bytes[own]!) === R && (own + 1 === end || bytes[own + 1] === LOW_LINE)
}
