import { LETTERS } from '#pricelist/currency/currency-words.ts'
import {
  type CellClass,
  classOf,
  type ColumnProfile,
  isNumberClass,
} from '#pricelist/columns/column-profile.ts'
import { parsePriceText } from '#pricelist/price-text.ts'

/** The fields of one row without the blank ones at the end; `length` counts these too. */
export type RowFields = {
  readonly texts: readonly string[]
  readonly length: number
  isQuoted(f: number): boolean
}

/** The columns whose cell is two fields, none for a row that is as it should be; undefined where no reading is certain. */
export type FieldAssignment = readonly number[] | undefined

/** Fields in excess of the columns, of which readings are tried. */
const MAX_EXTRA_FIELDS = 3
/** A reading that has so many signs against it is excluded. */
const EXCLUDED_COST = 2
/** Readings tried of one row, and of all rows of a file. */
const MAX_STEPS = { row: 10_000, file: 5_000_000 }

const UNCHANGED: FieldAssignment = []

/** Assigns the fields of rows that are too long to columns: every way of joining neighbours is tried. */
export class FieldAssigner {
  readonly #columns: readonly ColumnProfile[]
  readonly #hasDecimalJoins: boolean
  #stepsOfFile = 0
  #steps = 0
  #row!: RowFields
  #costs!: SuffixCosts
  #classes: readonly CellClass[] = []
  /** By column, fields before it in excess, and those of its own. */
  #joins: Join[] = []
  /** Whether only decimals are joined. */
  #isDecimalsOnly = false
  /** Whether no further reading can change what is found. */
  #isSettled = false
  /** The least cost of a reading that joins decimals alone, and of the others. */
  #decimal = { best: EXCLUDED_COST, second: EXCLUDED_COST, joined: UNCHANGED }
  #other = EXCLUDED_COST
  /** The same of those that give another name, price or currency. */
  #otherMeaning = EXCLUDED_COST
  readonly #lastNamed: number

  /**
   * @param lastNamed the last column of a name, price or currency
   * @param hasDecimalJoins whether the delimiter is a decimal mark too
   */
  constructor(columns: readonly ColumnProfile[], lastNamed: number, hasDecimalJoins: boolean) {
    this.#columns = columns
    this.#lastNamed = lastNamed
    this.#hasDecimalJoins = hasDecimalJoins
  }

  /** @param mayBePlain whether the row can be as it should be, but for blank fields at its end */
  assign(row: RowFields, mayBePlain: boolean): FieldAssignment {
    this.#begin(row)
    const columns = this.#columns.length
    const { texts } = row
    const most = Math.min(row.length, columns + MAX_EXTRA_FIELDS)
    for (const isDecimalsOnly of [true, false]) {
      if (!isDecimalsOnly && !this.#isOpen(texts.length <= columns && mayBePlain)) break
      this.#isDecimalsOnly = isDecimalsOnly
      // A text with a delimiter in it may stand in a row of which more is missing than in others.
      this.#costs = new SuffixCosts(this.#columns, texts, this.#classes, isDecimalsOnly)
      for (let count = Math.max(texts.length, columns + 1); count <= most; count++)
        this.#try(0, count - columns, 0, [])
    }
    const isDone = texts.length <= columns + MAX_EXTRA_FIELDS && this.#steps < MAX_STEPS.row
    this.#stepsOfFile += this.#steps
    if (!isDone || this.#stepsOfFile > MAX_STEPS.file) return undefined
    // The first fields as they are; further ones belong to no column.
    const asItIs = this.#costs.of(0, 0) + (texts.length > columns ? 1 : 0)
    const { best, second, joined } = this.#decimal
    if (
      texts.length <= columns &&
      mayBePlain &&
      asItIs === 0 &&
      best >= EXCLUDED_COST &&
      this.#otherMeaning > 0
    )
      return UNCHANGED
    const isOnly = Math.min(second, this.#other, asItIs) >= EXCLUDED_COST
    return best === 0 && isOnly ? joined : undefined
  }

  /** Whether the readings that join other things can still decide. */
  #isOpen(mayBePlain: boolean): boolean {
    const { best, second } = this.#decimal
    if (best >= EXCLUDED_COST) return mayBePlain && this.#otherMeaning > 0
    return best === 0 && second >= EXCLUDED_COST && this.#other >= EXCLUDED_COST
  }

  #begin(row: RowFields): void {
    this.#row = row
    this.#classes = row.texts.map(classOf)
    this.#joins = []
    this.#steps = 0
    this.#isSettled = false
    this.#decimal = { best: EXCLUDED_COST, second: EXCLUDED_COST, joined: UNCHANGED }
    this.#other = this.#otherMeaning = EXCLUDED_COST
  }

  /** Tries each column from `from` on as the next one that has more than one field. */
  #try(from: number, extra: number, cost: number, joined: readonly Joined[]): void {
    const shift = joined.reduce((sum, one) => sum + one.extra, 0)
    if (extra === 0) return this.#finish(cost + this.#costs.of(shift, from), joined)
    let before = cost
    for (let c = from; c < this.#columns.length && before < EXCLUDED_COST; c++) {
      for (let own = 1; own <= extra; own++) {
        if (this.#isSettled || ++this.#steps >= MAX_STEPS.row) return
        const join = (this.#joins[(c * (MAX_EXTRA_FIELDS + 1) + shift) * (MAX_EXTRA_FIELDS + 1) + own] ??=
          this.#join(c, c + shift, own))
        if (before + join.cost < EXCLUDED_COST && (join.isDecimal || !this.#isDecimalsOnly))
          this.#try(c + 1, extra - own, before + join.cost, [...joined, { ...join, column: c, extra: own }])
      }
      before += this.#costs.at(shift, c)
    }
  }

  #finish(cost: number, joined: readonly Joined[]): void {
    if (cost >= EXCLUDED_COST) return
    if (!this.#isDecimalsOnly) {
      if (joined.every(({ isDecimal }) => isDecimal)) return
      this.#other = Math.min(this.#other, cost)
      if (joined[0]!.column <= this.#lastNamed) this.#otherMeaning = Math.min(this.#otherMeaning, cost)
      if (!this.#isOpen(true)) this.#isSettled = true
      return
    }
    const found = this.#decimal
    if (cost >= found.best) found.second = Math.min(found.second, cost)
    else this.#decimal = { best: cost, second: found.best, joined: joined.map(({ column }) => column) }
  }

  /** What speaks against a cell of column `c` made of field `f` and `extra` more. */
  #join(c: number, f: number, extra: number): Join {
    const parts = Array.from({ length: extra + 1 }, (_, i) => this.#row.texts[f + i] ?? '')
    const [left, right] = [parts[0]!, parts.at(-1)!]
    const isExcluded =
      left.trim() === '' || right.trim() === '' || parts.some((_, i) => this.#row.isQuoted(f + i))
    if (isExcluded) return { cost: EXCLUDED_COST, isDecimal: false }
    const column = this.#columns[c]!
    const text = parts.join(',')
    if (this.#hasDecimalJoins && extra === 1 && isSplitNumber(left, right) && !column.isText) {
      if (/^\s*0\d/.test(left)) return { cost: EXCLUDED_COST, isDecimal: true }
      // Three digits may be thousands: no such number is joined.
      return { cost: column.costOf(text, classOf(text)), isDecimal: column.isNumber && !/^\d{3}/.test(right) }
    }
    // A range and the like, of which a number was split: it is in the price column, and no price.
    const isDamaged = this.#hasDecimalJoins && extra === 1 && /\d$/.test(left) && /^\d/.test(right)
    if (column.isNumber || column.isPrice) return { cost: isDamaged ? 0 : EXCLUDED_COST, isDecimal: false }
    const cost = parts.slice(1).filter((part, i) => this.#isUnlikely(column, f + i, parts[i]!, part)).length
    return {
      cost:
        cost +
        (column.isText && isNumberClass(this.#classes[f] ?? 'blank') && isNumberClass(classOf(text)) ? 1 : 0),
      isDecimal: false,
    }
  }

  /** Words and numbers are seldom divided by a delimiter without a space, but for the decimals of a number. */
  #isUnlikely(column: ColumnProfile, f: number, left: string, right: string): boolean {
    const isNumber = (at: number) => isNumberClass(this.#classes[at] ?? 'blank')
    if (isNumber(f) && BEGINS_WITH_LETTER.test(right)) return true
    const isDecimal =
      this.#hasDecimalJoins && !column.isNumbered && /\d$/.test(left) && /^\d+(?![.\d])/.test(right)
    return !isDecimal && /^\S/.test(right) && isNumber(f + 1) && ENDS_IN_LETTER_OR_DIGIT.test(left)
  }
}

type Join = { readonly cost: number; readonly isDecimal: boolean }

type Joined = Join & { readonly column: number; readonly extra: number }

/** Whether two fields beside each other are one number that was split at its comma ('1,69', '12,-'). */
export const isSplitNumber = (left: string, right: string): boolean =>
  /\d$/.test(left) && /^(?:\d|-+\s*$)/.test(right) && parsePriceText(`${left},${right}`).kind !== 'invalid'

/** Whether they can be: also a number with a sign or a rest that is not read ('-1,20', '1,2E+05', '1,00-2,00'). */
export const maySplitNumber = (left: string, right: string): boolean =>
  /\d$/.test(left) &&
  ((/^\D{0,4}\d+$/.test(left) && /^\d{1,3}(?![\d.])/.test(right)) || isSplitNumber(left, right))

const ENDS_IN_LETTER_OR_DIGIT = new RegExp(`[${LETTERS}\\d%€)"]$`, 'u')
const BEGINS_WITH_LETTER = new RegExp(`^[${LETTERS}]`, 'u')

/** What speaks against the fields as cells, where `shift` columns before have a field more. */
class SuffixCosts {
  readonly #columns: readonly ColumnProfile[]
  readonly #texts: readonly string[]
  readonly #classes: readonly CellClass[]
  readonly #isDecimalsOnly: boolean
  readonly #sums: number[][] = []

  constructor(
    columns: readonly ColumnProfile[],
    texts: readonly string[],
    classes: readonly CellClass[],
    isDecimalsOnly: boolean,
  ) {
    this.#columns = columns
    this.#texts = texts
    this.#classes = classes
    this.#isDecimalsOnly = isDecimalsOnly
  }

  at(shift: number, c: number): number {
    return this.of(shift, c) - this.of(shift, c + 1)
  }

  /** Of all columns from `c` on. */
  of(shift: number, c: number): number {
    return (this.#sums[shift] ??= this.#sumsOf(shift))[c]!
  }

  #costOf(c: number, f: number): number {
    const column = this.#columns[c]!
    const found = this.#classes[f] ?? 'blank'
    if (found !== 'blank') return column.costOf(this.#texts[f]!, found)
    return this.#mayBeBlank(column, this.#classes[c]) ? 0 : 1
  }

  /** @param inPlace what stands there when no field is joined: a price that is left blank is an amount in that place */
  #mayBeBlank(column: ColumnProfile, inPlace: CellClass = 'blank'): boolean {
    if (!column.isNeverBlank || (inPlace === 'blank' && !this.#isDecimalsOnly)) return true
    return column.isPrice && (this.#isDecimalsOnly || !isNumberClass(inPlace))
  }

  #sumsOf(shift: number): number[] {
    const sums = Array<number>(this.#columns.length + 1).fill(0)
    for (let c = this.#columns.length - 1; c >= 0; c--) sums[c] = sums[c + 1]! + this.#costOf(c, c + shift)
    return sums
  }
}
