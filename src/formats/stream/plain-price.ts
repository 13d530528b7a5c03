const ZERO = 0x30
const NINE = 0x39
export const COMMA = 0x2c
export const POINT = 0x2e

export const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE

/** '9999999.99' */
const LONGEST = 10
const WHOLE_DIGITS = 7

/**
 * The prices that nearly all cells have, read from bytes: up to seven digits without leading zeros and up to two decimals,
 * above 0. Any other text is for `parsePriceText`, which reads these the same. The properties are those of the last one.
 */
export class PlainPrice {
  hundredths = 0
  /** The byte of the decimal mark; 0 where there is none. */
  mark = 0

  /** Whether the bytes from `start` to `end` are such a price. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start
    if (length === 0 || length > LONGEST) return false
    let value = 0
    let mark = 0
    let point = end
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!
      if (isDigit(byte)) value = value * 10 + (byte - ZERO)
      else if ((byte === COMMA || byte === POINT) && mark === 0) {
        mark = byte
        point = at
      } else return false
    }
    const digits = point - start
    if (digits === 0 || digits > WHOLE_DIGITS || (bytes[start] === ZERO && digits > 1)) return false
    const decimals = mark === 0 ? 0 : end - point - 1
    if (decimals > 2 || (mark !== 0 && decimals === 0)) return false
    this.hundredths = decimals === 2 ? value : decimals === 1 ? value * 10 : value * 100
    this.mark = mark
    return value > 0
  }
}
