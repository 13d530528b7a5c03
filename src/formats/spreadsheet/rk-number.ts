const [HUNDREDTHS, WHOLE] = [1, 2]
const upperHalf = new DataView(new ArrayBuffer(8))

/** A number of 30 bits, whole or the upper half of a double, perhaps in hundredths (RkNumber, MS-XLS 2.5.217). */
export function rkNumber(stored: number): number {
  upperHalf.setUint32(0, stored & ~(HUNDREDTHS | WHOLE))
  const value = stored & WHOLE ? stored >> 2 : upperHalf.getFloat64(0)
  return stored & HUNDREDTHS ? value / 100 : value
}
