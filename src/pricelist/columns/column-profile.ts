import { LETTERS } from '../currency/currency-words.ts'
import { parsePriceText } from '../price-text.ts'

/**
 * The class of a cell's text: a whole number, an amount with a comma and two decimals, another number, or
 * text.
 */
export type CellClass = 'blank' | 'whole' | 'fixed' | 'number' | 'text'

const WHOLE = /^\d+(?:[ \u00a0\u2009\u202f'’]\d{3})*$/
const FIXED = /^\d+(?:[ \u00a0\u2009\u202f'’.]\d{3})*,\d\d$/
const PERCENT = /^[\d.,]+ ?%$/
/** Recognises a name without parsing it as a price; a price can have a label ('Цена: 12,50'). */
const WORD_FIRST = new RegExp(`^(?![Цц]ена|ЦЕНА|[Pp]rice|PRICE)[${LETTERS}]{4}`, 'u')
/** The digits of a text without the currency or unit around them. */
const DIGITS = /\d(?:.*\d)?/

export function classOf(cell: string): CellClass {
  const text = cell.trim()
  if (text === '') return 'blank'
  if (!/\d/.test(text) || WORD_FIRST.test(text)) return 'text'
  if (/[^\d\s.,']/.test(text) && !PERCENT.test(text) && parsePriceText(text).kind !== 'price') return 'text'
  const digits = DIGITS.exec(text)![0]
  if (WHOLE.test(digits)) return 'whole'
  return FIXED.test(digits) ? 'fixed' : 'number'
}

export const isNumberClass = (found: CellClass): boolean => found !== 'blank' && found !== 'text'

/** The share of cells of one class from which on the column holds that class. */
const MOST = 0.9
/** Numbers of cells from which a notation is inferred (`few`, `some`), and from which it is certain (`many`). */
const ENOUGH = { few: 2, some: 3, many: 10 }

/** Counts the classes of the cells of one column, over rows that fit the header. */
export class ColumnProfile {
  readonly isPrice: boolean
  readonly #counts: Record<CellClass, number> = { blank: 0, whole: 0, fixed: 0, number: 0, text: 0 }
  #endsInZero = 0
  #endsInZeros = 0
  #endsInDigit = 0
  #hasComma = false

  /** @param isPrice whether the column's title names a price */
  constructor(isPrice: boolean) {
    this.isPrice = isPrice
  }

  add(text: string): void {
    const found = classOf(text)
    this.#counts[found]++
    if (found === 'text') {
      if (/\d\s*$/.test(text)) this.#endsInDigit++
      this.#hasComma ||= text.includes(',')
    }
    // Of use only where all cells are of the class 'fixed'.
    if (/0\D*$/.test(text)) this.#endsInZero++
    if (text.includes(',00')) this.#endsInZeros++
  }

  get filled(): number {
    const { whole, fixed, number, text } = this.#counts
    return whole + fixed + number + text
  }

  get isNumber(): boolean {
    return this.filled >= ENOUGH.few && this.filled - this.#counts.text >= MOST * this.filled
  }

  get isText(): boolean {
    return this.filled > 0 && this.#counts.text >= MOST * this.filled
  }

  get isWhole(): boolean {
    return this.filled >= ENOUGH.few && this.#counts.whole === this.filled
  }

  /** Whether two decimals are always written: otherwise no amount would end in 0. */
  get isFixed(): boolean {
    return this.filled >= ENOUGH.some && this.#hasOnlyFixed && this.#endsInZero > 0
  }

  /** Whether whole amounts are written with decimals too (`12,00`). */
  get hasFixedWholes(): boolean {
    return this.isFixed && this.filled >= ENOUGH.many && this.#endsInZeros > 0
  }

  /** Whether nothing speaks against amounts with exactly two decimals. */
  get mayBeFixed(): boolean {
    return this.#hasOnlyFixed
  }

  get #hasOnlyFixed(): boolean {
    return this.#counts.fixed === this.filled
  }

  /** Whether its texts end in a whole number ('Стока 3'), which is not the beginning of a decimal. */
  get isNumbered(): boolean {
    return !this.#hasComma && this.#endsInDigit >= Math.max(ENOUGH.few, MOST * this.filled)
  }

  get isNeverBlank(): boolean {
    return this.filled >= ENOUGH.few && this.#counts.blank === 0
  }

  /** Whether the text is a number in a column of texts, or a text in a column of numbers that are not prices. */
  isOfOtherKind(text: string): boolean {
    const found = classOf(text)
    return found === 'text' ? this.isNumber && !this.isPrice : isNumberClass(found) && this.isText
  }

  /** Number of signs that the text does not belong to this column; 0 where it fits. */
  costOf(text: string, found: CellClass): number {
    if (found === 'blank') return 0
    // A text often takes the place of a price ('по договаряне').
    if (found === 'text') return this.isNumber && !this.isPrice ? 2 : 0
    let cost = Number(this.isText)
    if (found === 'whole' && this.isFixed) cost += this.hasFixedWholes ? 2 : 1
    if (found === 'number' && this.isFixed) cost++
    if (found !== 'whole' && this.isWhole) cost++
    if (this.isPrice && /^\s*0\d+\s*$/.test(text)) cost++
    return cost
  }
}
