import { BYTE_ORDER_MARK } from '#formats/csv/write.ts'
import { EXTENSIONS, formatOfName } from '#formats/format.ts'
import { MEDIA_TYPE, PACKED_TYPE, XLSX_TYPE } from '#formats/media-type.ts'

/** Of extensions whose files systems know by another type than the usual one of their format, and of those that pack a file. */
const TYPE_OF_EXTENSION: Partial<Record<string, string>> = {
  tsv: 'text/tab-separated-values',
  tab: 'text/tab-separated-values',
  txt: 'text/plain',
  ots: 'application/vnd.oasis.opendocument.spreadsheet-template',
  jsonl: 'application/jsonl',
  ndjson: 'application/x-ndjson',
  gz: PACKED_TYPE.gzip,
  zip: PACKED_TYPE.zip,
}

/** The media types of all files that can be read, with the extensions of each: `.csv`. */
export function readableTypes(): Record<string, string[]> {
  const types: Record<string, string[]> = {}
  for (const extension of EXTENSIONS) {
    const format = formatOfName(`list.${extension}`)
    const type = TYPE_OF_EXTENSION[extension] ?? (format && MEDIA_TYPE[format])
    if (type === undefined) throw new Error(`Files named .${extension} have no media type.`)
    types[type] = [...(types[type] ?? []), `.${extension}`]
  }
  return types
}

export const xlsxBlob = async (written: Promise<readonly Uint8Array<ArrayBuffer>[]>): Promise<Blob> =>
  new Blob([...(await written)], { type: XLSX_TYPE })

/** CSV lines as a file in UTF-8 with a byte order mark, by which Excel knows the Cyrillic (CONV-09). */
export const csvBlob = (lines: readonly string[]): Blob =>
  new Blob([BYTE_ORDER_MARK, [...lines, ''].join('\r\n')], { type: 'text/csv;charset=utf-8' })
