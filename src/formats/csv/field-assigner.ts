import { LETTERS } from '#pricelist/currency/currency-words.ts'
import {
  type CellClass,
  classOf,
  type ColumnProfile,
  isNumberClass,
} from '#pricelist/columns/column-profile.ts'
import { parsePriceText } from '#pricelist/price-text.ts'

/** The fields of a row without the blank ones at the end; `length` includes these. */
export type RowFields = {
  readonly texts: readonly string[]
  readonly length: number
  isQuoted(f: number): boolean
}

/** The columns whose cell is joined from two fields, none where the row fits as it is; undefined where nothing is certain. */
export type FieldAssignment = readonly number[] | undefined

/** Fields in excess of the columns, at the most. */
const MAX_EXTRA_FIELDS = 3
/** An assignment of this cost is impossible. */
const EXCLUDED_COST = 2
/** Joins tried for one row, and for all rows of a file. */
const MAX_STEPS = { row: 10_000, file: 5_000_000 }

const UNCHANGED: FieldAssignment = []

/**
 * Assigns the fields of rows that are too long to columns: it tries every way of joining adjacent fields, and accepts one that
 * costs nothing where all others are impossible.
 */
export class FieldAssigner {
  readonly #columns: readonly ColumnProfile[]
  readonly #hasDecimalJoins: boolean
  #stepsOfFile = 0
  #steps = 0
  #row!: RowFields
  #costs!: SuffixCosts
  #classes: readonly CellClass[] = []
  /** Cache by column, excess fields before it, and its own excess fields. */
  #joins: Join[] = []
  /** Whether only the halves of decimal numbers are joined in this pass. */
  #isDecimalsOnly = false
  /** Whether no further assignment can change the result. */
  #isSettled = false
  /** The lowest costs of assignments that join decimals only, and of all others. */
  #decimal = { best: EXCLUDED_COST, second: EXCLUDED_COST, joined: UNCHANGED }
  #other = EXCLUDED_COST
  /** The lowest cost of those that change the name, price or currency. */
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

  /** @param canFit whether the row can fit as it is, but for blank fields at its end */
  assign(row: RowFields, canFit: boolean): FieldAssignment {
    this.#begin(row)
    const columns = this.#columns.length
    const { texts } = row
    const most = Math.min(row.length, columns + MAX_EXTRA_FIELDS)
    for (const isDecimalsOnly of [true, false]) {
      if (!isDecimalsOnly && !this.#isOpen(texts.length <= columns && canFit)) break
      this.#isDecimalsOnly = isDecimalsOnly
      // Rows with a delimiter in a text may lack more fields than others.
      this.#costs = new SuffixCosts(this.#columns, texts, this.#classes, isDecimalsOnly)
      for (let count = Math.max(texts.length, columns + 1); count <= most; count++)
        this.#try(0, count - columns, 0, [])
    }
    const isDone = texts.length <= columns + MAX_EXTRA_FIELDS && this.#steps < MAX_STEPS.row
    this.#stepsOfFile += this.#steps
    if (!isDone || this.#stepsOfFile > MAX_STEPS.file) return undefined
    // The first fields without joins; further ones belong to no column.
    const unjoined = this.#costs.of(0, 0) + (texts.length > columns ? 1 : 0)
    const { best, second, joined } = this.#decimal
    if (
      texts.length <= columns &&
      canFit &&
      unjoined === 0 &&
      best >= EXCLUDED_COST &&
      this.#otherMeaning > 0
    )
      return UNCHANGED
    const isOnly = Math.min(second, this.#other, unjoined) >= EXCLUDED_COST
    return best === 0 && isOnly ? joined : undefined
  }

  /** Whether assignments that join other fields can still decide. */
  #isOpen(canFit: boolean): boolean {
    const { best, second } = this.#decimal
    if (best >= EXCLUDED_COST) return canFit && this.#otherMeaning > 0
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

  /** Tries each column from `from` on as the next one with more than one field. */
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

  /** The cost of a cell in column `c` joined from field `f` and `extra` more. */
  #join(c: number, f: number, extra: number): Join {
    const parts = Array.from({ length: extra + 1 }, (_, i) => this.#row.texts[f + i] ?? '')
    const [left, right] = [parts[0]!, parts.at(-1)!]
    const isExcluded =
      left.trim() === '' || right.trim() === '' || parts.some((_, i) => this.#row.isQuoted(f + i))
    if (isExcluded) return { cost: EXCLUDED_COST, isDecimal: false }
    const column = this.#columns[c]!
    const text = parts.join(',')
    if (this.#hasDecimalJoins && extra === 1 && isSplitNumber(left, right)) {
      if (/^\s*0\d/.test(left)) return { cost: EXCLUDED_COST, isDecimal: true }
      // Three digits may be thousands: such a number is never joined.
      return { cost: column.costOf(text, classOf(text)), isDecimal: column.isNumber && !/^\d{3}/.test(right) }
    }
    // A split range of prices belongs to the price column, though it is no price.
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

  /** A delimiter without a space after it seldom divides words and numbers, except before decimals. */
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

/** Whether two adjacent fields are a number that was split at its comma ('1,69', '12,-'). */
export const isSplitNumber = (left: string, right: string): boolean =>
  /\d$/.test(left) && /^(?:\d|-+\s*$)/.test(right) && parsePriceText(`${left},${right}`).kind !== 'invalid'

/** Whether they can be: also numbers with a sign or a rest that is not parsed ('-1,20', '1,2E+05', '1,00-2,00'). */
export const maySplitNumber = (left: string, right: string): boolean =>
  /\d$/.test(left) &&
  ((/^\D{0,4}\d+$/.test(left) && /^\d{1,3}(?![\d.])/.test(right)) || isSplitNumber(left, right))

const ENDS_IN_LETTER_OR_DIGIT = new RegExp(`[${LETTERS}\\d%€)"]$`, 'u')
const BEGINS_WITH_LETTER = new RegExp(`^[${LETTERS}]`, 'u')

/** Costs of fields as cells without joins, after `shift` excess fields. Sums from the last column on are cached. */
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

  /** The sum of all columns from `c` on. */
  of(shift: number, c: number): number {
    return (this.#sums[shift] ??= this.#sumsOf(shift))[c]!
  }

  #costOf(c: number, f: number): number {
    const column = this.#columns[c]!
    const found = this.#classes[f] ?? 'blank'
    if (found !== 'blank') return column.costOf(this.#texts[f]!, found)
    return this.#mayBeBlank(column, this.#classes[c]) ? 0 : 1
  }

  /** @param inPlace the class of the field there without joins: an amount in a price column is not left out */
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
