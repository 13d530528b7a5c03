import { BYTE_ORDER_MARK } from '#formats/csv/write.ts'
import type { FormatId } from '#formats/format.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const MEDIA_TYPE = {
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  xlsx: XLSX_TYPE,
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  xls: 'application/vnd.ms-excel',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
} as const satisfies Record<FormatId, string>

export const xlsxBlob = async (written: Promise<readonly Uint8Array<ArrayBuffer>[]>): Promise<Blob> =>
  new Blob([...(await written)], { type: XLSX_TYPE })

/** CSV lines as a file in UTF-8 with a byte order mark, by which Excel knows the Cyrillic (CONV-09). */
export const csvBlob = (lines: readonly string[]): Blob =>
  new Blob([BYTE_ORDER_MARK, [...lines, ''].join('\r\n')], { type: 'text/csv;charset=utf-8' })
