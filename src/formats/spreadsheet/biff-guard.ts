import { isCompleteSst } from '../xls/biff-strings.ts'

/** Bytes of row, column, format, value and flags of a formula; after them are the tokens that compute the value. */
const FORMULA_VALUE_BYTES = 16

/**
 * Record types that SheetJS needs for cell values (MS-XLS 2.3, and BIFF 2 to 5), with the length of their
 * fixed fields.
 */
const MIN_LENGTHS: ReadonlyMap<number, number> = new Map([
  // BOF and EOF, BoundSheet, Dimensions, CodePage, Date1904, FilePass.
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
  // Number formats and cell formats.
  [0x001e, 2],
  [0x041e, 4],
  [0x0043, 4],
  [0x0243, 8],
  [0x0443, 8],
  [0x00e0, 16],
  [0x0044, 2],
  // Strings.
  [0x00fc, 8],
  [0x00fd, 10],
  [0x0004, 8],
  [0x0204, 8],
  [0x00d6, 8],
  [0x0007, 1],
  [0x0207, 2],
  // Numbers, booleans, errors, formulas with their results.
  [0x0002, 9],
  [0x0003, 15],
  [0x0203, 14],
  [0x027e, 10],
  [0x00bd, 12],
  [0x0005, 9],
  [0x0205, 8],
  [0x0006, FORMULA_VALUE_BYTES],
  [0x0206, FORMULA_VALUE_BYTES],
  [0x0406, FORMULA_VALUE_BYTES],
])

/**
 * More records, needed to convert a workbook: names, external sheets, shared and array formulas, widths,
 * merged cells.
 */
const MIN_LENGTHS_FOR_FORMULAS: ReadonlyMap<number, number> = new Map([
  [0x0017, 2],
  [0x0018, 14],
  [0x0218, 14],
  [0x0023, 6],
  [0x01ae, 4],
  [0x04bc, 10],
  [0x0221, 14],
  [0x0055, 2],
  [0x007d, 10],
  [0x00e5, 2],
])

const SST = 0x00fc
const CONTINUE = 0x003c
const END_OF_FILE = 0x000a
const FORMULA_TYPES: readonly number[] = [0x0006, 0x0206, 0x0406]
/**
 * Bytes of a formula up to and including the length of its tokens. SheetJS goes by the BOF of the workbook, not by
 * the record type, and loops for ever where the record ends before that length.
 */
const FORMULA_MIN_BYTES = { excel2: 17, excel3: 18, since: 22 } as const
/** The substream type by which SheetJS reads a workbook without a version as Excel 5. */
const EXCEL_5_CONTENT = 0x1000

/** A record type that every reader skips. */
const UNKNOWN_TYPE = 0xffff

/**
 * Makes a BIFF stream safe for SheetJS, in place: unneeded and truncated records get an unknown type, and formula
 * tokens become zeros. SheetJS reads beyond the end of damaged records, in some cases for ever.
 * @param keeps `formulas` to keep complete formulas and what they refer to
 * @returns false when the shared strings are broken
 */
export function guardBiff(stream: Uint8Array, keeps: 'values' | 'formulas' = 'values'): boolean {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  let at = 0
  let last = -1
  let kept = -1
  let formulaLeast = 0
  while (at + 4 <= stream.length) {
    const type = view.getUint16(at, true)
    const length = view.getUint16(at + 2, true)
    const body = at + 4
    if ((type === 0 && last === END_OF_FILE) || body + length > stream.length) break
    const isFormula = FORMULA_TYPES.includes(type)
    const shortest =
      MIN_LENGTHS.get(type) ?? (keeps === 'formulas' ? MIN_LENGTHS_FOR_FORMULAS.get(type) : undefined)
    const least = Math.max(shortest ?? Infinity, isFormula ? formulaLeast : 0)
    const isKept = type === CONTINUE ? kept === SST : length >= least
    if (!isKept) view.setUint16(at, UNKNOWN_TYPE, true)
    if (type === SST && isKept && !isCompleteSst(stream, at)) return false
    formulaLeast = Math.max(formulaLeast, formulaMinAfter(view, at, formulaLeast))
    if (isFormula && !(keeps === 'formulas' && isCompleteFormula(view, at, formulaLeast)))
      stream.fill(0, Math.min(body + FORMULA_VALUE_BYTES, body + length), body + length)
    if (type !== CONTINUE) kept = isKept ? type : -1
    last = type
    at = body + length
  }
  // An unknown record longer than the rest of the stream: every reader stops here.
  if (last !== END_OF_FILE) stream.fill(0xff, at)
  return true
}

/** Whether the tokens of a formula (MS-XLS 2.4.127) end within its record. */
function isCompleteFormula(view: DataView, at: number, least: number): boolean {
  const length = view.getUint16(at + 2, true)
  return (
    least === FORMULA_MIN_BYTES.since &&
    length >= least &&
    least + view.getUint16(at + 4 + least - 2, true) <= length
  )
}

/** The minimum for formulas after the record at `at`. A BOF inside a workbook may be read by either version. */
function formulaMinAfter(view: DataView, at: number, before: number): number {
  switch (view.getUint16(at, true)) {
    case 0x0009:
      return isReadAsExcel5(view, at) ? FORMULA_MIN_BYTES.since : FORMULA_MIN_BYTES.excel2
    case 0x0209:
    case 0x0409:
      return isReadAsExcel5(view, at) ? FORMULA_MIN_BYTES.since : FORMULA_MIN_BYTES.excel3
    case 0x0809:
      return FORMULA_MIN_BYTES.since
    // Excel 2 has no such numbers and strings: SheetJS reads the workbook as Excel 5 from here on.
    case 0x0203:
    case 0x0204:
      return before === FORMULA_MIN_BYTES.excel2 ? FORMULA_MIN_BYTES.since : 0
    default:
      return 0
  }
}

const isReadAsExcel5 = (view: DataView, begin: number): boolean =>
  view.getUint16(begin + 4, true) === 0 && view.getUint16(begin + 6, true) === EXCEL_5_CONTENT
