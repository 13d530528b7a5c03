/** Tables of CRC-32 (ZIP APPNOTE 4.4.7) for eight bytes at a time: workbooks unpack to tens of megabytes. */
const T0 = firstTable()
const T1 = nextTable(T0)
const T2 = nextTable(T1)
const T3 = nextTable(T2)
const T4 = nextTable(T3)
const T5 = nextTable(T4)
const T6 = nextTable(T5)
const T7 = nextTable(T6)

function firstTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    return crc
  })
}

/** The table for a byte one position further from the end. */
function nextTable(table: Int32Array): Int32Array {
  return table.map((crc) => (crc >>> 8) ^ T0[crc & 255]!)
}

/**
 * Continues a CRC-32.
 * @param crc that of the bytes before; 0 at the start
 */
export function crc32(bytes: Uint8Array, crc = 0): number {
  let c = ~crc
  let i = 0
  for (const end = bytes.length - 7; i < end; i += 8) {
    c ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24)
    c =
      T7[c & 255]! ^
      T6[(c >>> 8) & 255]! ^
      T5[(c >>> 16) & 255]! ^
      T4[c >>> 24]! ^
      T3[bytes[i + 4]!]! ^
      T2[bytes[i + 5]!]! ^
      T1[bytes[i + 6]!]! ^
      T0[bytes[i + 7]!]!
  }
  for (; i < bytes.length; i++) c = (c >>> 8) ^ T0[(c ^ bytes[i]!) & 255]!
  return ~c >>> 0
}

export function concatBytes(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export type Bytes = Uint8Array<ArrayBuffer>
