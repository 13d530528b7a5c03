/** Characters made into text at once: more arguments than this a call need not take. */
const CHARACTERS_AT_ONCE = 4096
const characters = new Uint16Array(CHARACTERS_AT_ONCE)

/**
 * Code units as they are stored: a lone surrogate stays one.
 * @param size bytes of each; of one byte are the first 256
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

type IntArray = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** A longer copy, filled up with zeros. */
export function enlarged<T extends IntArray>(array: T, length: number): T {
  const longer = new (array.constructor as new (length: number) => T)(length)
  longer.set(array)
  return longer
}

const [HUNDREDTHS, WHOLE] = [1, 2]
const upperHalf = new DataView(new ArrayBuffer(8))

/** A number of 30 bits, whole or the upper half of a double, perhaps in hundredths (RkNumber, MS-XLS 2.5.217). */
export function rkNumber(stored: number): number {
  upperHalf.setUint32(0, stored & ~(HUNDREDTHS | WHOLE))
  const value = stored & WHOLE ? stored >> 2 : upperHalf.getFloat64(0)
  return stored & HUNDREDTHS ? value / 100 : value
}
