import { isWholeSst } from './biff-strings.ts'

/**
 * Records of a BIFF stream that carry cells and what they need (MS-XLS 2.3, and its elders), with the fewest bytes each
 * must have for its fixed fields.
 */
const KEPT: ReadonlyMap<number, number> = new Map([
  // Beginning and end of book and sheets, their list and extent, code page, date system, password.
  [0x0009, 4],
  [0x0209, 4],
  [0x0409, 4],
  [0x0809, 4],
  [0x000a, 0],
  [0x0085, 8],
  [0x0000, 8],
  [0x0200, 10],
  [0x0042, 2],
  [0x0022, 2],
  [0x002f, 0],
  // Number formats and the cell formats that point to them.
  [0x001e, 2],
  [0x041e, 4],
  [0x0043, 4],
  [0x0243, 8],
  [0x0443, 8],
  [0x00e0, 16],
  [0x0044, 2],
  // Texts.
  [0x00fc, 8],
  [0x003c, 0],
  [0x00fd, 10],
  [0x0004, 8],
  [0x0204, 8],
  [0x00d6, 8],
  [0x0007, 1],
  [0x0207, 2],
  // Numbers, logical values, errors, results of formulas.
  [0x0002, 9],
  [0x0003, 15],
  [0x0203, 14],
  [0x027e, 10],
  [0x00bd, 12],
  [0x0005, 9],
  [0x0205, 8],
  [0x0006, 17],
  [0x0206, 18],
  [0x0406, 18],
])

const SST = 0x00fc
const CONTINUE = 0x003c
const END_OF_FILE = 0x000a
const FORMULAS: readonly number[] = [0x0006, 0x0206, 0x0406]
/** Row, column, format, value and flags; the tokens behind them say how the value was made. */
const FORMULA_VALUE_BYTES = 16
/** What they have besides since Excel 5, up to the length of the tokens. Without it the library looks for them for ever. */
const FORMULA_LEAST = 22
const BEGIN_SINCE_EXCEL_5 = 0x0809
const ELDER_BEGINS: readonly number[] = [0x0009, 0x0209, 0x0409]
/** A kind of content by which the library takes the records of an elder book for those of Excel 5. */
const TAKEN_FOR_EXCEL_5 = 0x1000
/** A type that no reader knows, and every reader skips. */
const SKIPPED = 0xffff

/**
 * Prepares a BIFF stream for the workbook library, in place: what carries no value is marked as unknown, tokens of
 * formulas are blanked, what is cut is left out. The library reads on beyond the end of damaged records, some of them
 * for ever.
 * @returns false when its texts are broken
 */
export function guardBiff(stream: Uint8Array): boolean {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  let at = 0
  let last = -1
  let kept = -1
  let formulaLeast = FORMULA_LEAST
  while (at + 4 <= stream.length) {
    const type = view.getUint16(at, true)
    const length = view.getUint16(at + 2, true)
    const body = at + 4
    if ((type === 0 && last === END_OF_FILE) || body + length > stream.length) break
    const isFormula = FORMULAS.includes(type)
    const least = Math.max(KEPT.get(type) ?? Infinity, isFormula ? formulaLeast : 0)
    const isKept = type === CONTINUE ? kept === SST : length >= least
    if (!isKept) view.setUint16(at, SKIPPED, true)
    if (type === SST && isKept && !isWholeSst(recordParts(stream, at))) return false
    if (isKept && (type === BEGIN_SINCE_EXCEL_5 || ELDER_BEGINS.includes(type)))
      formulaLeast = isElder(view, at) ? 0 : FORMULA_LEAST
    if (isFormula) stream.fill(0, Math.min(body + FORMULA_VALUE_BYTES, body + length), body + length)
    if (type !== CONTINUE) kept = isKept ? type : -1
    last = type
    at = body + length
  }
  // An unknown record that is longer than what is left: every reader ends here.
  if (last !== END_OF_FILE) stream.fill(0xff, at)
  return true
}

const isElder = (view: DataView, begin: number): boolean =>
  ELDER_BEGINS.includes(view.getUint16(begin, true)) && view.getUint16(begin + 6, true) !== TAKEN_FOR_EXCEL_5

/** The bytes of the record at `at` and of the records that continue it. */
function recordParts(stream: Uint8Array, at: number): Uint8Array[] {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const parts: Uint8Array[] = []
  for (let next = at; next + 4 <= stream.length;) {
    if (next !== at && view.getUint16(next, true) !== CONTINUE) break
    const length = view.getUint16(next + 2, true)
    parts.push(stream.subarray(next + 4, next + 4 + length))
    next += 4 + length
  }
  return parts
}
