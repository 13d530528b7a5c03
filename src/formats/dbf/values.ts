import { truncateCell } from '#table/cell-length.ts'
import type { TableRow } from '#table/table.ts'
import type { Bytes } from '../bytes/bytes.ts'
import type { Decoder } from '../bytes/decoder.ts'
import { dateText, plainNumber } from '../spreadsheet/cell.ts'
import { type DbfField, type DbfHeader, hasFlag, isVisualFoxPro } from './header.ts'

type AnyCell = TableRow[number]

/** Decimals of an amount in a field of the type Y, which is a whole number of them. */
export const CURRENCY_DECIMALS = 4

const DAY_MS = 86_400_000
/** The Julian day of 30 December 1899, the day 0 of a spreadsheet. */
const SPREADSHEET_EPOCH = 2_415_019

/** Reads the values of records as cells. */
export class DbfValues {
  readonly #bytes: Bytes
  readonly #view: DataView
  readonly #header: DbfHeader
  readonly #decoder: Decoder
  readonly #hasBinary: boolean

  constructor(bytes: Bytes, header: DbfHeader, decoder: Decoder) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#header = header
    this.#decoder = decoder
    this.#hasBinary = isVisualFoxPro(header)
  }

  /** @param start the offset of the record */
  cell(start: number, field: DbfField): AnyCell {
    if (hasFlag(this.#bytes, start, this.#header.nullFlags, field.nullBit)) return undefined
    const at = start + field.offset
    switch (field.type) {
      case 'C':
      case 'V':
        return truncateCell(this.#decoder.decode(this.bytesOf(start, field)))
      case 'N':
      case 'F':
        return numberCell(this.#ascii(at, field.length))
      case 'L':
        return logicalCell(this.#bytes[at]!)
      case 'D':
        return dateCell(this.#ascii(at, field.length))
    }
    return this.#binaryCell(at, field)
  }

  /** The bytes of a text, without the spaces behind it. */
  bytesOf(start: number, field: DbfField): Bytes {
    const at = start + field.offset
    return this.#bytes.subarray(at, textEnd(this.#bytes, at, this.#lengthOf(start, field)))
  }

  #lengthOf(start: number, { offset, length, lengthBit }: DbfField): number {
    const isShort = hasFlag(this.#bytes, start, this.#header.nullFlags, lengthBit)
    return isShort ? Math.min(this.#bytes[start + offset + length - 1]!, length) : length
  }

  #ascii(at: number, length: number): string {
    let text = ''
    for (let i = at; i < at + length && this.#bytes[i] !== 0; i++)
      text += String.fromCharCode(this.#bytes[i]!)
    return text.trim()
  }

  /** Values that are no text. Memos are in another file. */
  #binaryCell(at: number, { type, length }: DbfField): AnyCell {
    if (type === 'I' && length === 4) return { kind: 'number', text: String(this.#view.getInt32(at, true)) }
    if (type === 'Y' && length === 8)
      return { kind: 'number', text: currencyText(this.#view.getBigInt64(at, true)) }
    // In dBase it is a memo.
    if (type === 'B' && length === 8 && this.#hasBinary) return doubleCell(this.#view.getFloat64(at, true))
    if (type === 'T' && length === 8)
      return timeCell(this.#view.getInt32(at, true), this.#view.getInt32(at + 4, true))
    return undefined
  }
}

/** The offset after the last character of a text: before the spaces, or the 0, behind it. */
export function textEnd(bytes: Uint8Array, at: number, length: number): number {
  let end = at
  for (let i = at; i < at + length && bytes[i] !== 0; i++) if (bytes[i] !== 0x20) end = i + 1
  return end
}

/** Digits with a point; asterisks where the number did not fit. */
function numberCell(text: string): AnyCell {
  if (text === '') return undefined
  if (/^\*+$/.test(text)) return { kind: 'other', text, what: 'error' }
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole !== '' || fraction !== '') return { kind: 'number', text: plainText(sign, whole, fraction) }
  return /^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+$/.test(text)
    ? { kind: 'number', text: plainNumber(Number(text)) }
    : text
}

function plainText(sign: string, whole: string, fraction: string): string {
  const decimals = fraction.replace(/0+$/, '')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return `${sign === '-' ? sign : ''}${digits}${decimals === '' ? '' : `.${decimals}`}`
}

function currencyText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(CURRENCY_DECIMALS + 1, '0')
  return plainText(
    units < 0n ? '-' : '',
    digits.slice(0, -CURRENCY_DECIMALS),
    digits.slice(-CURRENCY_DECIMALS),
  )
}

/** The shortest decimal of the number is what was entered; noise of a computed one is rounded away. */
const doubleCell = (value: number): AnyCell =>
  Number.isFinite(value)
    ? { kind: 'number', text: plainNumber(value) }
    : { kind: 'other', text: String(value), what: 'error' }

function logicalCell(byte: number): AnyCell {
  const letter = String.fromCharCode(byte)
  if ('TtYy'.includes(letter)) return { kind: 'other', text: 'TRUE', what: 'boolean' }
  return 'FfNn'.includes(letter) ? { kind: 'other', text: 'FALSE', what: 'boolean' } : undefined
}

function dateCell(text: string): AnyCell {
  if (/^0*$/.test(text)) return undefined
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  return { kind: 'other', text: year === undefined ? text : `${year}-${month}-${day}`, what: 'date' }
}

function timeCell(day: number, milliseconds: number): AnyCell {
  if (day <= 0) return undefined
  const text = dateText(day - SPREADSHEET_EPOCH + milliseconds / DAY_MS, false)
  return { kind: 'other', text, what: 'date' }
}
