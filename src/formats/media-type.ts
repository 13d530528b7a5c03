import type { FormatId, OpenedFile, Packing } from './format.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The media type of each format. */
export const MEDIA_TYPE = {
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

export const PACKED_TYPE = { gzip: 'application/gzip', zip: 'application/zip' } satisfies Record<
  Packing['kind'],
  string
>

/** The media type of a file in this format that is given back as it was packed. */
export const writtenType = (format: FormatId, { packing }: Pick<OpenedFile, 'packing'>): string =>
  packing === undefined ? MEDIA_TYPE[format] : PACKED_TYPE[packing.kind]
