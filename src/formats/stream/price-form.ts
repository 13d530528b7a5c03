import type { ConvertedAmount } from '#money/amount.ts'
import { convert } from '#money/convert.ts'
import type { Currency } from '#money/currency.ts'
import { type Decimal, decimalText, parseDecimal } from '#money/decimal.ts'
import { isNumber } from '#pricelist/headers/title-rows.ts'
import { DECIMALS } from '#pricelist/rows/misaligned-prices.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { NUMBER, decimalMarkIn } from '#writeback/price-style.ts'
import type { Decoder } from '../bytes/decoder.ts'
import { PlainPrice } from './plain-price.ts'

const ZERO = 0x30
const NINE = 0x39
const QUOTE = 0x22

/** Bytes of a longer cell are not compared. */
const LONGEST = 40
/** Forms that are kept, by their hash. */
const SLOTS = 1024

/** One number without leading zeros, with groups or without, and with up to four decimals: the rate has five. */
const ONE_NUMBER =
  /^\D*(0|[1-9]\d{0,6}|[1-9]\d{0,2}(?:([ \u00a0\u202f'.,])\d{3})(?:\2\d{3})?)(?:[.,](\d{1,4}))?\D*$/

/** How the texts that differ in nothing but digits are read. */
export type PriceForm = {
  /** Digits after the mark. */
  readonly decimals: number
  /** What the cell names. */
  readonly currency: Currency | undefined
  /** The byte of the decimal mark that is counted; 0 where none is. */
  readonly mark: number
  /** Whether the price has no decimals. */
  readonly isWhole: boolean
  /** Whether the cell is the number alone. */
  readonly isBare: boolean
}

type KnownForm = { readonly key: Uint8Array; readonly form: PriceForm | undefined }

/**
 * A price that is read from bytes: a plain one, or one of a form that is known, such as `12,50 лв.`, `1 234,56` or `€0.1250`. A
 * form is learned from the first cell that has it, by the rules of texts; which digits a number has besides a leading
 * zero changes nothing in them. The properties are those of the last price.
 */
export class UsualPrice extends PlainPrice {
  /** Undefined for a plain price. */
  form: PriceForm | undefined
  /** All digits as one number, without the last zeros of more than two decimals. */
  #value = 0
  #decimals = 2
  readonly #decoder: Decoder
  readonly #key = new Uint8Array(LONGEST)
  readonly #known: (KnownForm | undefined)[] = Array.from({ length: SLOTS })

  constructor(decoder: Decoder) {
    super()
    this.#decoder = decoder
  }

  get currency(): Currency | undefined {
    return this.form?.currency
  }

  get isWhole(): boolean {
    return this.form === undefined ? this.mark === 0 : this.form.isWhole
  }

  get isBare(): boolean {
    return this.form === undefined || this.form.isBare
  }

  /** Whether hundredths are not exact. */
  get hasMoreDecimals(): boolean {
    return this.form !== undefined && this.#decimals > 2
  }

  /** The nearest number. */
  get value(): number {
    return this.hasMoreDecimals ? Number(this.text) : this.hundredths / 100
  }

  /** As `readPriceCell` gives it. */
  get text(): string {
    return decimalText(this.#decimal)
  }

  /** Of more decimals than hundredths have. */
  convertedFrom(currency: Currency): ConvertedAmount {
    return convert(this.#decimal, currency)
  }

  override read(bytes: Uint8Array, start: number, end: number): boolean {
    this.form = undefined
    return super.read(bytes, start, end) || this.#readFormed(bytes, start, end)
  }

  get #decimal(): Decimal {
    const [value, decimals] = this.form === undefined ? [this.hundredths, 2] : [this.#value, this.#decimals]
    const digits = String(value).padStart(decimals + 1, '0')
    const point = digits.length - decimals
    return parseDecimal(`${digits.slice(0, point)}.${digits.slice(point)}`)!
  }

  #readFormed(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start > LONGEST) return false
    const key = this.#key
    let [value, digits, hash] = [0, 0, 0]
    for (let at = start; at < end; at++) {
      let byte = bytes[at]!
      if (byte === QUOTE) return false
      if (byte >= ZERO && byte <= NINE) {
        value = value * 10 + (byte - ZERO)
        byte = digits === 0 && byte === ZERO ? ZERO : NINE
        digits++
      }
      key[at - start] = byte
      hash = (Math.imul(hash, 31) + byte) | 0
    }
    if (value === 0) return false
    const form = this.#formOf(bytes, start, end, (hash ^ (hash >>> 10)) & (SLOTS - 1))
    if (form === undefined) return false
    this.#take(form, value)
    return true
  }

  #take(form: PriceForm, digits: number): void {
    let value = digits
    let { decimals } = form
    for (; decimals > 2 && value % 10 === 0; decimals--) value /= 10
    this.form = form
    this.#value = value
    this.#decimals = decimals
    this.hundredths = value * 10 ** (2 - decimals)
    this.mark = form.mark
  }

  /** The form of a cell, whose key was made. */
  #formOf(bytes: Uint8Array, start: number, end: number, slot: number): PriceForm | undefined {
    const known = this.#known[slot]
    if (known !== undefined && this.#hasKey(known.key, end - start)) return known.form
    const form = formOf(this.#decoder.decode(bytes.subarray(start, end)))
    this.#known[slot] = { key: this.#key.slice(0, end - start), form }
    return form
  }

  #hasKey(key: Uint8Array, length: number): boolean {
    if (key.length !== length) return false
    const own = this.#key
    for (let i = 0; i < length; i++) if (key[i] !== own[i]) return false
    return true
  }
}

/** Undefined where digits decide how the text is read, or whether its row is one of titles. */
function formOf(text: string): PriceForm | undefined {
  const [, whole, , fraction = ''] = ONE_NUMBER.exec(text) ?? []
  if (whole === undefined || /(?!\d)\p{N}/u.test(text)) return undefined
  const digits = whole.replaceAll(/\D/g, '')
  // Above the maximum, digits of more decimals count.
  if (digits.length > (fraction.length > 2 ? 6 : 7)) return undefined
  const cell = readPriceCell(text, {})
  if (cell.kind !== 'price' || cell.thousands !== undefined || !isNumber(text)) return undefined
  if (cell.price !== decimalText(parseDecimal(`${digits}.${fraction}`)!)) return undefined
  return {
    decimals: fraction.length,
    currency: cell.currency,
    mark: decimalMarkIn(text)?.charCodeAt(0) ?? 0,
    isWhole: !DECIMALS.test(text),
    isBare: NUMBER.exec(text)?.[0] === text,
  }
}
