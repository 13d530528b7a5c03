import { uint32 } from '../bytes/byte-fields.ts'
import { type Bytes, concatBytes } from '../bytes/bytes.ts'
import { NoRoomError } from '../format.ts'
import { type FieldForm, MAX_NUMBER } from './field-width.ts'
import {
  AT,
  DESCRIPTOR,
  type DbfField,
  type DbfHeader,
  IN_FIELD,
  isVisualFoxPro,
  lengthOf,
} from './header.ts'

/** A field of the table that is written. */
export type WrittenField = FieldForm & {
  /** The field that it was; undefined for a new one. */
  readonly source: DbfField | undefined
  /** Its column in the table; for a new field that of its prices. Undefined for a field that is none. */
  readonly column: number | undefined
  /** In place of the name that it had. */
  readonly name?: Bytes
  /** In a record. */
  readonly offset: number
}

/** Fields that programs of dBase III take, and others; bytes of a record that dBase takes, and FoxPro. */
const MOST_FIELDS = { dBaseIII: 128, others: 255 }
const MOST_BYTES = { dBase: 4000, foxPro: 65_500 }
const MAX_UINT16 = 0xffff
/** The path of the database of a table of Visual FoxPro, at the end of the header. */
const LINK_BYTES = 263

/** Fields one after the other, each with its offset. */
export function placed(fields: readonly Omit<WrittenField, 'offset'>[]): WrittenField[] {
  let offset = 1
  return fields.map((field) => {
    const at = offset
    offset += field.length
    return { ...field, offset: at }
  })
}

/** Bytes of a record after its last field are kept. */
export const recordLengthOf = (header: DbfHeader, fields: readonly WrittenField[]): number =>
  lengthOf(fields) + header.recordLength - lengthOf(header.fields)

/** Whether programs that the version stands for take so many fields and such long records. A table that has more is of others. */
export function isWithinLimits(header: DbfHeader, fields: readonly WrittenField[]): boolean {
  const isDBaseIII = (header.version & 0x7f) === 3 && header.fields.length <= MOST_FIELDS.dBaseIII
  const isFoxPro = isVisualFoxPro(header) || header.version >= 0xf5 || header.recordLength > MOST_BYTES.dBase
  return (
    fields.length <= (isDBaseIII ? MOST_FIELDS.dBaseIII : MOST_FIELDS.others) &&
    recordLengthOf(header, fields) <= (isFoxPro ? MOST_BYTES.foxPro : MOST_BYTES.dBase)
  )
}

/** Whether the header and the records can have one more field, as wide as the widest number. */
export const hasRoomForPrices = ({ headerLength, recordLength }: DbfHeader): boolean =>
  headerLength + DESCRIPTOR <= MAX_UINT16 && recordLength + MAX_NUMBER <= MAX_UINT16

/** Whether the table belongs to a database of Visual FoxPro, which lists its fields too. */
export const isLinked = (bytes: Uint8Array, header: DbfHeader): boolean =>
  isVisualFoxPro(header) &&
  header.headerLength - header.fieldsEnd > LINK_BYTES &&
  bytes[header.headerLength - LINK_BYTES]! > 0x20

/** Whether the table has an index file that is opened with it. */
export const hasIndex = (bytes: Uint8Array): boolean => (bytes[AT.tables]! & 1) > 0

/**
 * The header with these fields and the count of the records that were read and added. Its date and every other byte stay, those after the fields too.
 * @throws {NoRoomError} for more fields than any header has room for, or longer records
 */
export function writeHeader(
  bytes: Bytes,
  header: DbfHeader,
  fields: readonly WrittenField[],
  addedRecords: number,
): Bytes {
  const [first, rest] = [bytes.slice(0, DESCRIPTOR), bytes.subarray(header.fieldsEnd, header.headerLength)]
  const hasOffsets = header.fields.every(({ at, offset }) => uint32(bytes, at + IN_FIELD.offset) === offset)
  const written = concatBytes([
    first,
    ...fields.map((field) => writeDescriptor(bytes, field, hasOffsets)),
    rest,
  ])
  const recordLength = recordLengthOf(header, fields)
  if (written.length > MAX_UINT16) throw new NoRoomError('columns', columnsOfGrown(fields))
  if (recordLength > MAX_UINT16) throw new NoRoomError('records', columnsOfGrown(fields))
  const view = new DataView(written.buffer)
  view.setUint16(AT.headerLength, written.length, true)
  view.setUint16(AT.recordLength, recordLength, true)
  view.setUint32(AT.records, header.records + addedRecords, true)
  return written
}

/** The columns whose new prices have new or wider fields. */
const columnsOfGrown = (fields: readonly WrittenField[]): number[] => {
  const grown = fields.filter(({ source, length }) => source === undefined || length > source.length)
  return [...new Set(grown.flatMap(({ column }) => column ?? []))]
}

function writeDescriptor(
  bytes: Bytes,
  { source, type, length, decimals, name, offset }: WrittenField,
  hasOffsets: boolean,
): Bytes {
  const written =
    source === undefined ? new Uint8Array(DESCRIPTOR) : bytes.slice(source.at, source.at + DESCRIPTOR)
  if (name !== undefined) written.fill(0, 0, IN_FIELD.type).set(name)
  if (hasOffsets) new DataView(written.buffer).setUint32(IN_FIELD.offset, offset, true)
  const isSame = source?.type === type && source.length === length && source.decimals === decimals
  if (isSame) return written
  written[IN_FIELD.type] = type.charCodeAt(0)
  written[IN_FIELD.length] = length
  // A long text has the rest of its length here.
  written[IN_FIELD.decimals] = length > 0xff ? length >> 8 : decimals
  return written
}
