/** Whether the bytes at an offset are those of `magic`, which has one character for each. */
export function startsWith(bytes: Uint8Array, magic: string, at = 0): boolean {
  for (let i = 0; i < magic.length; i++) if (bytes[at + i] !== magic.charCodeAt(i)) return false
  return true
}

/** A little-endian number; bytes beyond the end count as 0, as undefined does in bitwise operations. */
export const uint16 = (bytes: Uint8Array, at: number): number => bytes[at]! | (bytes[at + 1]! << 8)

/** A little-endian number; bytes beyond the end count as 0. */
export const uint32 = (bytes: Uint8Array, at: number): number =>
  (uint16(bytes, at) | (uint16(bytes, at + 2) << 16)) >>> 0
