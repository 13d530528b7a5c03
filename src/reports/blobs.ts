import { BYTE_ORDER_MARK } from '#formats/csv/write.ts'
import type { FormatId, OpenedFile, Packing } from '#formats/format.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const MEDIA_TYPE = {
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  xlsx: XLSX_TYPE,
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  xls: 'application/vnd.ms-excel',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  html: 'text/html',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  fods: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  dbf: 'application/vnd.dbf',
} as const satisfies Record<FormatId, string>

const PACKED_TYPE = { gzip: 'application/gzip', zip: 'application/zip' } satisfies Record<
  Packing['kind'],
  string
>

/** The media type of a file in this format that is given back as it was packed. */
export const writtenType = (format: FormatId, { packing }: Pick<OpenedFile, 'packing'>): string =>
  packing === undefined ? MEDIA_TYPE[format] : PACKED_TYPE[packing.kind]

export const xlsxBlob = async (written: Promise<readonly Uint8Array<ArrayBuffer>[]>): Promise<Blob> =>
  new Blob([...(await written)], { type: XLSX_TYPE })

/** CSV lines as a file in UTF-8 with a byte order mark, by which Excel knows the Cyrillic (CONV-09). */
export const csvBlob = (lines: readonly string[]): Blob =>
  new Blob([BYTE_ORDER_MARK, [...lines, ''].join('\r\n')], { type: 'text/csv;charset=utf-8' })
