import { type FormatMeaning, meaningOfFormat } from '../spreadsheet/number-format.ts'
import { BUILT_IN_FORMATS } from '../xlsx/read/styles.ts'
import type { Bytes } from '../zip/zip-pack.ts'
import { BinaryRecords } from './records.ts'

/** Records of the part (MS-XLSB 2.1.7.50): a number format, a cell format, and the list of those that cells have. */
const [FORMAT, CELL_FORMAT, BEGIN_CELL_FORMATS, END_CELL_FORMATS] = [0x002c, 0x002f, 0x0269, 0x026a]

/** What the cell formats of a workbook say of numbers, by their index. */
export const readCellFormats = (part: Bytes): FormatMeaning[] => readFormatCodes(part).map(meaningOfFormat)

/** The number formats of the cell formats of a workbook, by their index. */
export function readFormatCodes(part: Bytes): string[] {
  const formats = new Map<number, string>()
  const used: number[] = []
  let isOfCells = false
  for (const records = new BinaryRecords(part); records.next();) {
    const { type, start } = records
    if (type === FORMAT) formats.set(records.uint16(start), records.text(start + 2))
    else if (type === BEGIN_CELL_FORMATS) isOfCells = true
    else if (type === END_CELL_FORMATS) isOfCells = false
    else if (type === CELL_FORMAT && isOfCells) used.push(records.uint16(start + 2))
  }
  return used.map((number) => formats.get(number) ?? BUILT_IN_FORMATS[number] ?? 'General')
}
