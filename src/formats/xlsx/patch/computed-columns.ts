import { columnIndex } from '#table/column-name.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { XmlTags } from '../../xml/tags.ts'
import { contentText } from '../read/shared-strings.ts'
import type { SheetCells } from '../sheet-cells.ts'

/** A factor; cells are of the same sheet. */
const FACTOR = String.raw`(?:\$?[A-Z]{1,3}\$?\d+|\d+(?:\.\d+)?%?)`
/** Cells and numbers that are multiplied, rounded or not. With a cell as the divisor it may not be a price any more. */
const PRODUCT = new RegExp(String.raw`^(?:ROUND\()?(${FACTOR}(?:[*/]${FACTOR})*)(?:,\d\))?$`)
const CELL = /(?<![!\w.])\$?([A-Z]{1,3})\$?(\d+)(?![\w(])/g
const DIVISOR = /\/\$?[A-Z]/
/** The rate makes the amount one in the other currency. */
const RATE = /1\.95583|0\.5112/

/** A formula by the columns that it reads; shared ones of a column are mostly alike. */
type Formula = { readonly isProduct: boolean; readonly columns: ReadonlySet<number> }

type Column = { readonly formulas: Map<string, Formula>; hasNumbers: boolean }

/**
 * Columns whose amounts formulas work out from replaced prices: a program computes them again, and they are then in the new
 * currency.
 */
export class ComputedColumns {
  readonly #plan: WriteBackPlan
  readonly #prices: ReadonlySet<number>
  readonly #columns = new Map<number, Column>()
  /** By their index; only the first cell of a shared formula has the text. */
  readonly #shared = new Map<string, string>()

  constructor(plan: WriteBackPlan) {
    this.#plan = plan
    this.#prices = new Set(plan.placement === 'replace' ? plan.columns.map(({ column }) => column) : [])
  }

  /** Takes note of a cell. */
  scan(xml: Bytes, { row, column, formula, type }: SheetCells): void {
    if (this.#prices.size === 0 || row <= (this.#plan.headerRow ?? -1) || this.#prices.has(column)) return
    if (formula === undefined && type !== 'n') return
    let found = this.#columns.get(column)
    if (found === undefined) this.#columns.set(column, (found = { formulas: new Map(), hasNumbers: false }))
    if (formula === undefined) found.hasNumbers = true
    else {
      const text = this.#textOf(xml, formula.start)
      const parsed = text === undefined ? undefined : parseFormula(text)
      if (parsed !== undefined && !isOfColumn(parsed, column))
        found.formulas.set(`${parsed.isProduct}${[...parsed.columns].join()}`, parsed)
    }
  }

  /**
   * `products`: all amounts are products of one price, so they change their currency with it. `others`: some depend on prices
   * in a way that does not tell.
   */
  result(): { readonly products: ReadonlySet<number>; readonly others: ReadonlySet<number> } {
    const products = new Set<number>()
    const others = new Set<number>()
    // A column can be worked out from another one that is.
    for (let isChanged = true, n = 0; isChanged && n <= this.#columns.size; n++) {
      isChanged = false
      for (const [column, { formulas, hasNumbers }] of this.#columns) {
        const pricesIn = ({ columns }: Formula) =>
          [...columns].filter((one) => this.#prices.has(one) || products.has(one) || others.has(one))
        const priced = [...formulas.values()].filter((one) => pricesIn(one).length > 0)
        const areProducts =
          !hasNumbers &&
          priced.length === formulas.size &&
          priced.every((one) => {
            const [price, ...more] = pricesIn(one)
            return one.isProduct && more.length === 0 && !others.has(price!)
          })
        const [into, outOf] = areProducts ? [products, others] : [others, products]
        if (priced.length === 0 || into.has(column)) continue
        into.add(column)
        outOf.delete(column)
        isChanged = true
      }
    }
    return { products, others }
  }

  #textOf(xml: Bytes, start: number): string | undefined {
    const tag = new XmlTags(xml, start)
    tag.next()
    const index = tag.attribute('t') === 'shared' ? tag.attribute('si') : undefined
    const from = tag.end
    if (tag.kind !== 'empty') while (tag.next() && tag.kind !== 'close');
    const text = tag.end === from ? '' : contentText(xml, { start: from, end: tag.start }).trim()
    if (index === undefined) return text
    if (text !== '') this.#shared.set(index, text)
    return this.#shared.get(index)
  }
}

function parseFormula(text: string): Formula {
  const compact = text.replaceAll(/\s/g, '')
  const cells = [...compact.matchAll(CELL)]
  const [, factors] = PRODUCT.exec(compact) ?? []
  return {
    isProduct:
      factors !== undefined &&
      !RATE.test(factors) &&
      !DIVISOR.test(factors) &&
      new Set(cells.map(([, , row]) => row)).size === 1,
    columns: new Set(cells.map(([, column = '']) => columnIndex(column))),
  }
}

/** As a sum of the column has it. */
const isOfColumn = ({ columns }: Formula, column: number): boolean =>
  columns.size === 1 && columns.has(column)
