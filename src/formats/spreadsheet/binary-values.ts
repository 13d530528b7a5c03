/** Limits the arguments of one call of String.fromCharCode. */
const CHARACTERS_AT_ONCE = 4096
const characters = new Uint16Array(CHARACTERS_AT_ONCE)

/**
 * Decodes UTF-16LE code units; lone surrogates stay.
 * @param size bytes of each unit; 1 for compressed strings of the first 256 characters
 */
export function decodeUnits(view: DataView, from: number, count: number, size: 1 | 2): string {
  let text = ''
  for (let done = 0; done < count; done += CHARACTERS_AT_ONCE) {
    const some = Math.min(CHARACTERS_AT_ONCE, count - done)
    const start = from + size * done
    if (size === 1) for (let i = 0; i < some; i++) characters[i] = view.getUint8(start + i)
    else for (let i = 0; i < some; i++) characters[i] = view.getUint16(start + 2 * i, true)
    text += Reflect.apply(String.fromCharCode, undefined, characters.subarray(0, some))
  }
  return text
}

const [HUNDREDTHS, WHOLE] = [1, 2]
const upperHalf = new DataView(new ArrayBuffer(8))

/**
 * Decodes an RkNumber: 30 bits, an integer or the upper bits of a double, optionally divided by 100 (MS-XLS
 * 2.5.217).
 */
export function rkNumber(stored: number): number {
  upperHalf.setUint32(0, stored & ~(HUNDREDTHS | WHOLE))
  const value = stored & WHOLE ? stored >> 2 : upperHalf.getFloat64(0)
  return stored & HUNDREDTHS ? value / 100 : value
}
