import { columnIndex } from '#table/column-name.ts'
import { otherCurrency } from '#money/currency.ts'
import { type WriteBackPlan, targetCurrencies } from '#writeback/plan.ts'
import { translateTitle } from '#writeback/price-titles.ts'
import { cellKey } from './rows.ts'

/** A cell of the same sheet, or a number. */
const TERM = String.raw`(?:\$?[A-Z]{1,3}\$?\d+|\d+(?:\.\d+)?%?)`
/** A factor, which may be a discount or a tax: `(1-E5)`, `(100+20)`. */
const FACTOR = String.raw`(?:${TERM}|\((?:1|100)[-+]${TERM}(?:/100)?\))`
/** Cells and numbers that are multiplied, rounded or not. With a cell as the divisor it may not be a price any more. */
const PRODUCT = new RegExp(String.raw`^(?:ROUND\()?(${FACTOR}(?:[*/]${FACTOR})*)(?:,\d\))?$`)
const CELL = /(?<![!\w.])\$?([A-Z]{1,3})\$?(\d+)(?![\w(])/g
const DIVISOR = /\/\$?[A-Z]/
/** Columns of one sheet, and all between them. */
const RANGE = /(?<![!\w.])\$?([A-Z]{1,3})(?:\$?\d+)?:\$?([A-Z]{1,3})(?:\$?\d+)?(?![\w(])/g
/** The conversion rate, or a name of a range or sheet that suggests it. `EUR5` is a cell reference. */
const RATE = /1\.95583|0\.5112|курс|kurs|евро|(?<![a-z$])(?:rate|eur|bgn)(?![a-z\d$])/i
/** A division by a defined name or by a cell of another sheet: its value, which may be the rate, is not known here. */
const UNKNOWN_DIVISOR = /\/(?!\$?[A-Z]{1,3}\$?\d+(?![\w(!.]))(?=['_\p{L}])(?![A-Z.]+\()/u
/** A cell with the rate. */
const RATE_VALUE = /^(?:1\.95583|0\.5112\d*)$/

/** A formula by the columns that it reads; those of a column are mostly alike. */
type Formula = {
  readonly isProduct: boolean
  readonly hasRate: boolean
  readonly columns: ReadonlySet<number>
  /** First and last columns of ranges. */
  readonly ranges: readonly (readonly [first: number, last: number])[]
  /** Keys of its cells. */
  readonly cells: readonly string[]
}

type Column = { readonly formulas: Map<string, Formula>; hasNumbers: boolean }

/** Columns whose amounts depend on replaced prices. */
export type Dependent = {
  /** All amounts are products of one price, so they change their currency with it. */
  readonly products: ReadonlySet<number>
  /** Some depend on prices in a way that does not tell. */
  readonly others: ReadonlySet<number>
  /** Those of the others that the rate converts. */
  readonly converted: ReadonlySet<number>
}

/**
 * Columns whose amounts formulas work out from replaced prices: a program computes them again, and they are then in the new
 * currency.
 */
export class ComputedColumns {
  readonly #headerRow: number
  readonly #prices: ReadonlySet<number>
  readonly #columns = new Map<number, Column>()
  /** Keys of cells that hold the rate. */
  readonly #rates = new Set<string>()

  constructor({ placement, columns, headerRow }: WriteBackPlan) {
    this.#headerRow = headerRow ?? -1
    this.#prices = new Set(placement === 'replace' ? columns.map(({ column }) => column) : [])
  }

  /** Whether cells are to be added: prices are replaced. */
  get isNeeded(): boolean {
    return this.#prices.size > 0
  }

  addNumber(row: number, column: number, value: string): void {
    if (RATE_VALUE.test(value)) this.#rates.add(cellKey(row, column))
    if (this.#isAmount(row, column)) this.#of(column).hasNumbers = true
  }

  /** @param text with references as in Excel */
  addFormula(row: number, column: number, text: string): void {
    if (!this.#isAmount(row, column)) return
    const { formulas } = this.#of(column)
    const parsed = parseFormula(text)
    if (isOfColumn(parsed, column)) return
    const { isProduct, hasRate, columns, ranges } = parsed
    const key = `${isProduct}${hasRate}${[...columns].join()};${ranges.join(';')}`
    if (!formulas.has(key)) formulas.set(key, parsed)
  }

  #isAmount(row: number, column: number): boolean {
    return row > this.#headerRow && !this.#prices.has(column)
  }

  #of(column: number): Column {
    const found = this.#columns.get(column) ?? { formulas: new Map(), hasNumbers: false }
    this.#columns.set(column, found)
    return found
  }

  /** Each column is visited once for each of the two, however long a chain of them is. */
  result(): Dependent {
    const readers = this.#readers()
    const priced = reached(this.#prices, readers)
    const pricesIn = (formula: Formula) => this.#readBy(formula).filter((one) => priced.has(one))
    const dependent = [...this.#columns].filter(([column]) => priced.has(column) && !this.#prices.has(column))
    const unclear = dependent.filter(
      ([, { formulas, hasNumbers }]) =>
        hasNumbers ||
        [...formulas.values()].some(
          (one) => !one.isProduct || this.#hasRate(one) || pricesIn(one).length !== 1,
        ),
    )
    const others = reached(
      unclear.map(([column]) => column),
      readers,
    )
    const isConverted = ({ formulas }: Column) =>
      [...formulas.values()].some((one) => this.#hasRate(one) && pricesIn(one).length > 0)
    return {
      products: new Set(dependent.map(([column]) => column).filter((column) => !others.has(column))),
      others,
      converted: new Set(dependent.flatMap(([column, one]) => (isConverted(one) ? [column] : []))),
    }
  }

  #hasRate({ hasRate, cells }: Formula): boolean {
    return hasRate || cells.some((cell) => this.#rates.has(cell))
  }

  /** The columns that a formula reads; of ranges those with numbers, formulas or prices. */
  #readBy({ columns, ranges }: Formula): number[] {
    if (ranges.length === 0) return [...columns]
    const known = new Set([...this.#columns.keys(), ...this.#prices])
    const isIn = (column: number) => ranges.some(([first, last]) => column >= first && column <= last)
    return [...new Set([...columns, ...[...known].filter(isIn)])]
  }

  /** By column, those whose formulas read it. */
  #readers(): ReadonlyMap<number, ReadonlySet<number>> {
    const readers = new Map<number, Set<number>>()
    for (const [column, { formulas }] of this.#columns)
      for (const formula of formulas.values())
        for (const read of this.#readBy(formula)) {
          const known = readers.get(read) ?? new Set()
          readers.set(read, known.add(column))
        }
    return readers
  }
}

/**
 * Whether other columns have the replaced prices in the new currency already: their formulas would convert the new prices again.
 * @param titles of the sheet by column
 */
export function wouldConvertAgain(
  { others, converted }: Dependent,
  titles: ReadonlyMap<number, string>,
  { columns }: WriteBackPlan,
): boolean {
  const [to, ...more] = new Set(columns.flatMap(targetCurrencies))
  if (to === undefined || more.length > 0) return false
  const from = otherCurrency(to)
  return [...others].some((column) => {
    const title = titles.get(column) ?? ''
    const namesNew = translateTitle(title, from) !== undefined
    return namesNew || (converted.has(column) && translateTitle(title, to) === undefined)
  })
}

/** Some columns and all that are worked out from them. */
function reached(
  columns: Iterable<number>,
  readers: ReadonlyMap<number, ReadonlySet<number>>,
): ReadonlySet<number> {
  const found = new Set(columns)
  // What is added to a set while it is iterated comes last.
  for (const column of found) for (const reader of readers.get(column) ?? []) found.add(reader)
  return found
}

function parseFormula(text: string): Formula {
  const compact = text.replaceAll(/\s/g, '')
  const cells = [...compact.matchAll(CELL)]
  const [, factors] = PRODUCT.exec(compact) ?? []
  const hasRate = RATE.test(compact) || UNKNOWN_DIVISOR.test(compact)
  return {
    isProduct:
      factors !== undefined &&
      !hasRate &&
      !DIVISOR.test(factors) &&
      new Set(cells.map(([, , row]) => row)).size === 1,
    hasRate,
    columns: new Set(cells.map(([, column = '']) => columnIndex(column))),
    ranges: Array.from(compact.matchAll(RANGE), ([, first = '', last = '']) => rangeOf(first, last)),
    cells: cells.map(([, column = '', row = '']) => column + row),
  }
}

function rangeOf(first: string, last: string): readonly [number, number] {
  const [a, b] = [columnIndex(first), columnIndex(last)]
  return [Math.min(a, b), Math.max(a, b)]
}

/** As a sum of the column has it. */
const isOfColumn = ({ columns }: Formula, column: number): boolean =>
  columns.size === 1 && columns.has(column)
