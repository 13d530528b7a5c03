import { uint16, uint32 } from '../bytes/byte-fields.ts'
import { FIELD_TYPES } from './signature.ts'

export const DESCRIPTOR = 32
export const NAME_BYTES = 10

/** Offsets in the header and in the descriptor of a field. */
export const AT = {
  records: 4,
  headerLength: 8,
  recordLength: 10,
  encrypted: 15,
  tables: 28,
  language: 29,
} as const
export const IN_FIELD = { type: 11, offset: 12, length: 16, decimals: 17, flags: 18 } as const

/** Flags of a field of Visual FoxPro. */
const [SYSTEM, NULLABLE] = [1, 2]

/** Marks of records. Programs write others too, as SheetJS 00: every record that is counted and not deleted is live. */
const [LIVE, DELETED] = [0x20, 0x2a]
/** The mark of the end of the file. */
const END = 0x1a

export type DbfField = {
  /** Of its descriptor in the file. */
  readonly at: number
  readonly type: string
  /** In a record, whose first byte is the mark of deletion. */
  readonly offset: number
  readonly length: number
  readonly decimals: number
  /** Kept by the program for itself, as Visual FoxPro's `_NullFlags`. */
  readonly isSystem: boolean
  /** Bits of `_NullFlags`: whether the value is null, and whether a text is shorter than its field. */
  readonly nullBit: number | undefined
  readonly lengthBit: number | undefined
}

export type DbfHeader = {
  readonly version: number
  readonly headerLength: number
  readonly recordLength: number
  readonly fields: readonly DbfField[]
  /** The fields that are columns of the table. */
  readonly columns: readonly DbfField[]
  readonly nullFlags: DbfField | undefined
  /** The end of the descriptors, where the mark 0D is. */
  readonly fieldsEnd: number
  /** Records: as the header counts them, as the file has them whole, and those that are read. */
  readonly counted: number
  readonly present: number
  readonly records: number
  readonly isEncrypted: boolean
}

/** Versions of Visual FoxPro: fields of further types, and a link to a database after the fields. */
export const isVisualFoxPro = ({ version }: Pick<DbfHeader, 'version'>): boolean =>
  version >= 0x30 && version <= 0x32

/**
 * Reads the header of a table of dBase III to V, FoxPro or Clipper; undefined where its parts contradict each other, or the
 * records cannot be told from other bytes. The count of records may lie: of those that it counts the ones in the file are
 * read. A count of 0 before records was not updated.
 */
export function readHeader(bytes: Uint8Array): DbfHeader | undefined {
  const [headerLength, recordLength] = [uint16(bytes, AT.headerLength), uint16(bytes, AT.recordLength)]
  const version = bytes[0]!
  const fieldsEnd = endOfFields(bytes, headerLength)
  const inner = bytes.subarray(0, fieldsEnd)
  const hasFlags = isVisualFoxPro({ version })
  // Clipper and FoxPro have texts of more than 255 bytes; others write anything into those decimals.
  const fields = [true, false]
    .map((hasLongTexts) => readFields(inner, hasFlags, hasLongTexts))
    .find((read) => read !== undefined && lengthOf(read) <= recordLength)
  if (fields === undefined) return undefined
  const counted = uint32(bytes, AT.records)
  const present = presentRecords(bytes, headerLength, recordLength, counted)
  if (present === undefined) return undefined
  return {
    version,
    headerLength,
    recordLength,
    fields,
    columns: fields.filter(({ isSystem }) => !isSystem),
    nullFlags: fields.find(({ type }) => type === '0'),
    fieldsEnd,
    counted,
    present,
    records: counted === 0 ? present : Math.min(counted, present),
    isEncrypted: bytes[AT.encrypted] === 1,
  }
}

/** The fields end with 0D. Some programs write another control character, or nothing. */
function endOfFields(bytes: Uint8Array, headerLength: number): number {
  let at = DESCRIPTOR
  while (at + DESCRIPTOR <= headerLength && bytes[at]! > 0x20) at += DESCRIPTOR
  return at
}

function readFields(bytes: Uint8Array, hasFlags: boolean, hasLongTexts: boolean): DbfField[] | undefined {
  const fields: DbfField[] = []
  let [offset, bit] = [1, 0]
  for (let at = DESCRIPTOR; at < bytes.length; at += DESCRIPTOR) {
    const type = String.fromCharCode(bytes[at + IN_FIELD.type]!)
    const decimals = bytes[at + IN_FIELD.decimals]!
    const high = hasLongTexts && type === 'C' ? decimals << 8 : 0
    const length = bytes[at + IN_FIELD.length]! | high
    const flags = hasFlags ? bytes[at + IN_FIELD.flags]! : 0
    if (!FIELD_TYPES.includes(type) || length === 0) return undefined
    const lengthBit = hasFlags && (type === 'V' || type === 'Q') ? bit++ : undefined
    const nullBit = (flags & NULLABLE) > 0 ? bit++ : undefined
    const isSystem = type === '0' || (flags & SYSTEM) > 0
    fields.push({ at, type, offset, length, decimals, isSystem, nullBit, lengthBit })
    offset += length
  }
  return fields.length > 0 ? fields : undefined
}

/** The bytes of a record with these fields. */
export const lengthOf = (fields: readonly { readonly length: number }[]): number =>
  fields.reduce((sum, { length }) => sum + length, 1)

/**
 * Whole records from the first one on; undefined where it is uncertain what they are. Those that the header does not count
 * are records by their usual marks only.
 */
function presentRecords(
  bytes: Uint8Array,
  headerLength: number,
  recordLength: number,
  counted: number,
): number | undefined {
  const whole = Math.max(Math.floor((bytes.length - headerLength) / recordLength), 0)
  const markOf = (record: number): number => bytes[headerLength + record * recordLength]!
  let [records, hasOtherMarks] = [0, false]
  for (; records < whole; records++) {
    const mark = markOf(records)
    if (mark === LIVE || mark === DELETED) continue
    if (mark === END || records >= counted) break
    hasOtherMarks = true
  }
  if (records < whole && records < counted) return undefined
  const end = headerLength + records * recordLength
  if (hasOtherMarks && (records < counted || !isEnd(bytes, end))) return undefined
  // Without a count the marks alone tell records.
  if (counted === 0 && records < whole && markOf(records) !== END && !isPadding(bytes, end)) return undefined
  return records
}

/** Whether the file ends after its records. One that has lost a byte ends within the last one, with the mark of its end. */
const isEnd = (bytes: Uint8Array, at: number): boolean =>
  at === bytes.length ? bytes[at - 1] !== END : bytes[at] === END

const isPadding = (bytes: Uint8Array, from: number): boolean =>
  bytes.subarray(from).every((byte) => byte === 0)

/** The records that are not deleted, in their order: those that are rows. */
export function liveRecords(
  bytes: Uint8Array,
  { headerLength, recordLength, records }: DbfHeader,
  limit = Infinity,
): Uint32Array {
  const live = new Uint32Array(Math.min(records, limit))
  let count = 0
  for (let record = 0; record < records && count < live.length; record++)
    if (bytes[headerLength + record * recordLength] !== DELETED) live[count++] = record
  return live.subarray(0, count)
}

/** A bit of the record that begins at an offset. */
export const hasFlag = (
  bytes: Uint8Array,
  record: number,
  nullFlags: DbfField | undefined,
  bit: number | undefined,
): boolean =>
  nullFlags !== undefined &&
  bit !== undefined &&
  (bytes[record + nullFlags.offset + (bit >> 3)]! & (1 << (bit & 7))) > 0
