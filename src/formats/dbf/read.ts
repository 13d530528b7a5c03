import type { TableRow } from '#table/table.ts'
import { isBlankCell } from '#table/table.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { createDecoder, type Decoder } from '../bytes/decoder.ts'
import { type OpenOptions, type ReadResult, type Warning, failure } from '../format.ts'
import { WorksheetTable } from '../spreadsheet/worksheet-table.ts'
import { findEncoding } from './encoding.ts'
import { type DbfField, type DbfHeader, NAME_BYTES, liveRecords, readHeader } from './header.ts'
import { hasRoomForPrices } from './layout.ts'
import { DbfValues, textEnd } from './values.ts'

/**
 * Reads a table of dBase III to V, FoxPro or Clipper: the names of its fields as the first row, then its records without the
 * deleted ones. Memo fields are blank: they are in another file.
 * @param limit rows to read
 */
export function readDbf(bytes: Bytes, limit: number, options: OpenOptions): ReadResult {
  const header = readHeader(bytes)
  if (header === undefined) return failure({ code: 'unreadable', reason: 'broken' })
  if (header.isEncrypted) return failure({ code: 'unreadable', reason: 'encrypted' })
  const { encoding, isStated } = findEncoding(bytes, header, options.encoding)
  const live = liveRecords(bytes, header, limit)
  const isCut = live.length >= limit
  const records = live.subarray(0, limit - 1)
  const table = new WorksheetTable(new DbfCells(bytes, header, createDecoder(encoding), records))
  return {
    ok: true,
    file: {
      format: 'dbf',
      encoding,
      ...(isStated && { isEncodingStated: true }),
      table,
      isCut,
      found: warningsOf(header),
    },
  }
}

const warningsOf = (header: DbfHeader): Warning[] => {
  const { counted, present, records } = header
  return [
    ...(counted === present ? [] : [{ code: 'records-differ', counted, present, read: records } as const]),
    ...(hasRoomForPrices(header) ? [] : [{ code: 'no-room' } as const]),
  ]
}

export const fieldName = (bytes: Bytes, { at }: Pick<DbfField, 'at'>, decoder: Decoder): string =>
  decoder.decode(bytes.subarray(at, textEnd(bytes, at, NAME_BYTES + 1)))

class DbfCells {
  readonly rowCount: number
  readonly #header: DbfHeader
  readonly #values: DbfValues
  readonly #records: Uint32Array
  readonly #names: readonly string[]

  constructor(bytes: Bytes, header: DbfHeader, decoder: Decoder, records: Uint32Array) {
    this.rowCount = 1 + records.length
    this.#header = header
    this.#values = new DbfValues(bytes, header, decoder)
    this.#records = records
    this.#names = header.columns.map((field) => fieldName(bytes, field, decoder))
  }

  width(): number {
    return this.#names.length
  }

  row(r: number): TableRow[number][] {
    return this.#names.map((_, c) => this.cell(r, c))
  }

  cell(r: number, c: number): TableRow[number] {
    const field = this.#header.columns[c]
    if (r === 0 || field === undefined) return this.#names[c]
    const { headerLength, recordLength } = this.#header
    return this.#values.cell(headerLength + this.#records[r - 1]! * recordLength, field)
  }

  isBlank(r: number): boolean {
    return this.row(r).every(isBlankCell)
  }
}
