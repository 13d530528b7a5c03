import type { Bytes } from '../bytes/bytes.ts'
import type { Encoder } from '../bytes/encoder.ts'
import type { DbfField } from './header.ts'
import { CURRENCY_DECIMALS } from './values.ts'

/** A field as it is written: what its descriptor says. */
export type FieldForm = Pick<DbfField, 'type' | 'length' | 'decimals'>

/** The longest text that a field of every program has. */
const MAX_TEXT = 254
export const MAX_NUMBER = 20
const INT32 = { digits: 10, most: 2 ** 31 - 1 }
const MAX_CURRENCY = 9e14

export const isText = ({ type }: FieldForm): boolean => type === 'C' || type === 'V'
export const isWrittenNumber = ({ type }: FieldForm): boolean => type === 'N' || type === 'F'

/** Fields of numbers. A double of dBase is a memo, and has another length. */
export const isNumber = (field: FieldForm): boolean =>
  isWrittenNumber(field) ||
  (field.type === 'I' && field.length === 4) ||
  ((field.type === 'Y' || field.type === 'B') && field.length === 8)

/** Digits before the point. */
export const digitsOf = ({ length, decimals }: FieldForm): number => length - pointAnd(decimals)

/** Values of bytes, which are zeros where they are blank; memos of Visual FoxPro too. */
export const isBinary = (type: string, length: number): boolean =>
  type === 'B' ? length === 8 : 'IYT0QW@+O'.includes(type) || (length === 4 && 'MGP'.includes(type))

const fractionOf = (decimal: string): string => /\.(\d*?)0*$/.exec(decimal)?.[1] ?? ''
const wholeOf = (decimal: string): string => decimal.split('.')[0]!

/** Whether a field of this type can have a value, a plain decimal or a text, once it is wide enough. */
export function canHave(field: FieldForm, value: string, encoder: Encoder): boolean {
  if (isText(field)) return encoder.encode(value).length <= Math.max(MAX_TEXT, field.length)
  const [whole, fraction] = [wholeOf(value), fractionOf(value)]
  if (field.type === 'Y') return fraction.length <= CURRENCY_DECIMALS && Number(value) <= MAX_CURRENCY
  return (
    field.type === 'B' || whole.length + pointAnd(Math.max(fraction.length, field.decimals)) <= MAX_NUMBER
  )
}

/** What the values of a field need. */
export class FieldWidth {
  readonly #field: FieldForm
  readonly #encoder: Encoder
  #decimals: number
  #digits = 0
  #bytes = 0
  #isInteger = true

  constructor(field: FieldForm, encoder: Encoder) {
    this.#field = field
    this.#encoder = encoder
    this.#decimals = field.decimals
  }

  /** Makes room for a value that the field can have. */
  add(value: string): void {
    if (isText(this.#field)) {
      this.#bytes = Math.max(this.#bytes, this.#encoder.encode(value).length)
      return
    }
    const fraction = fractionOf(value)
    this.#digits = Math.max(this.#digits, wholeOf(value).length)
    this.#decimals = Math.max(this.#decimals, fraction.length)
    if (fraction !== '' || Number(value) > INT32.most) this.#isInteger = false
  }

  /** The field with room for all of them; the digits before the point that it had remain where a number may have so many. */
  get form(): FieldForm {
    const { type, length, decimals } = this.#field
    if (isText(this.#field)) return { type, length: Math.max(length, this.#bytes), decimals }
    if (isWrittenNumber(this.#field)) {
      const kept = Math.min(digitsOf(this.#field), MAX_NUMBER - pointAnd(this.#decimals))
      return this.#number(type, Math.max(kept, this.#digits))
    }
    // A whole number of four bytes becomes a number with decimals.
    if (type === 'I' && !this.#isInteger) return this.#number('N', Math.max(INT32.digits + 1, this.#digits))
    // Shown with so many decimals, stored with all.
    return { type, length, decimals: this.#decimals }
  }

  #number(type: string, digits: number): FieldForm {
    return { type, length: digits + pointAnd(this.#decimals), decimals: this.#decimals }
  }
}

const pointAnd = (decimals: number): number => (decimals === 0 ? 0 : decimals + 1)

/** A plain decimal with the decimals of its field, to the right of it; '' is blank. */
export function numberText(value: string, { length, decimals }: FieldForm): string {
  if (value === '') return ' '.repeat(length)
  const fraction = fractionOf(value).padEnd(decimals, '0')
  return (wholeOf(value) + (fraction === '' ? '' : `.${fraction}`)).padStart(length)
}

/** Writes a plain decimal into a field of numbers, which has room for it. */
export function writeNumber(value: string, form: FieldForm, target: Bytes, at: number): void {
  const view = new DataView(target.buffer, target.byteOffset, target.length)
  if (form.type === 'I') view.setInt32(at, Number(value), true)
  else if (form.type === 'B') view.setFloat64(at, Number(value), true)
  else if (form.type === 'Y')
    view.setBigInt64(at, BigInt(wholeOf(value) + fractionOf(value).padEnd(CURRENCY_DECIMALS, '0')), true)
  else writeAscii(numberText(value, form), target, at)
}

export function writeAscii(text: string, target: Bytes, at: number): void {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
}
