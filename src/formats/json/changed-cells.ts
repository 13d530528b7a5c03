import { parseCurrency } from '#money/currency.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { currencyOfWord } from '#pricelist/currency/currency-words.ts'
import type { AddedRow, CellContent, WriteBackPlan } from '#writeback/plan.ts'
import type { Cells } from './patch-values.ts'
import type { JsonRows } from './rows.ts'

/** The changes that can be written; `areKept`: others cannot, and leave the values as they are. */
export type ChangedCells = {
  readonly changed: ReadonlyMap<number, Cells>
  readonly added: readonly AddedRow[]
  readonly areKept: boolean
}

/**
 * The user's changes by row. A value that several rows share is changed where they all have the same new one. Otherwise
 * it stays: of a currency, the other one is written beside the price. No two items of an object get the same key.
 */
export function settleChanges(rows: JsonRows, plan: WriteBackPlan): ChangedCells {
  const changed = new Map(plan.changed.map(({ row, cells }) => [row, new Map(cells)]))
  const shared = sharedNodes(rows, changed)
  const keys = new ItemKeys(rows)
  let areKept = false
  for (const [row, cells] of changed)
    for (const [c, content] of cells) {
      const node = rows.nodeAt(row - 1, c)
      if (node === undefined) continue
      if (shared.has(node)) {
        cells.delete(c)
        const isMarked = c === plan.currencyColumn && markPrices(cells, content, plan)
        areKept ||= !isMarked
      } else if (node < 0 && !keys.rename(-1 - node, content)) {
        cells.delete(c)
        areKept = true
      }
    }
  return { changed, added: plan.added.map((row) => markedRow(row, rows, plan)), areKept }
}

/** The nodes of changed values that other rows have too, without the same change. */
function sharedNodes(rows: JsonRows, changed: ReadonlyMap<number, Cells>): ReadonlySet<number> {
  const changes = new Map<number, { left: number; readonly contents: Set<string> }>()
  const columns = new Set<number>()
  for (const [row, cells] of changed)
    for (const [c, content] of cells) {
      const node = rows.nodeAt(row - 1, c)
      if (node === undefined) continue
      columns.add(c)
      const change = changes.get(node) ?? { left: 0, contents: new Set<string>() }
      change.left++
      change.contents.add(JSON.stringify(content))
      changes.set(node, change)
    }
  const isShared = new Set<number>()
  if (changes.size === 0) return isShared
  for (let row = 0; row < rows.length; row++)
    for (const c of columns) {
      const node = rows.nodeAt(row, c)
      const change = node === undefined ? undefined : changes.get(node)
      if (change !== undefined) change.left--
    }
  for (const [node, { left, contents }] of changes) if (left < 0 || contents.size > 1) isShared.add(node)
  return isShared
}

/** Writes a currency beside the prices of a row; false where it cannot be. */
function markPrices(
  cells: Map<number, CellContent>,
  content: CellContent,
  { columns }: WriteBackPlan,
): boolean {
  let isMarked = false
  for (const { column } of columns) {
    const price = cells.get(column)
    const marked = price === undefined ? undefined : withCurrency(price, content)
    if (marked === undefined) continue
    cells.set(column, marked)
    isMarked = true
  }
  return isMarked
}

function withCurrency(price: CellContent, currency: CellContent): CellContent | undefined {
  const named = parseCurrency(currency)
  if (named === undefined) return undefined
  if (typeof price !== 'string') return { ...price, currency: named }
  const reading = parsePriceText(price)
  return reading.kind === 'price' && reading.currency === undefined ? `${price} ${named}` : price
}

/** A new row behind the last one: the currency of the lists around it stands beside its price where it is another one. */
function markedRow(added: AddedRow, rows: JsonRows, { columns, currencyColumn: c }: WriteBackPlan): AddedRow {
  const currency = c === null ? undefined : added.cells.get(c)
  if (c === null || currency === undefined || rows.columns[c]?.isAround !== true) return added
  const last = rows.nodeAt(rows.length - 1, c)
  if (last !== undefined && currencyOfWord(rows.tape.valueOf(last)) === parseCurrency(currency)) return added
  const cells = new Map(added.cells)
  for (const { column } of columns) {
    const price = cells.get(column)
    const marked = price === undefined ? undefined : withCurrency(price, currency)
    if (marked !== undefined) cells.set(column, marked)
  }
  return { ...added, cells }
}

/** The key of an item whose name the user changed. */
export const keyText = (content: CellContent): string =>
  typeof content === 'string' ? content : content.number

/** The keys of items, by the object that they are in. */
class ItemKeys {
  readonly #rows: JsonRows
  readonly #known = new Map<number, Set<string>>()
  readonly #renamed = new Map<number, CellContent>()

  constructor(rows: JsonRows) {
    this.#rows = rows
  }

  /** False where another member has the key. */
  rename(member: number, content: CellContent): boolean {
    if (this.#renamed.get(member) === content) return true
    const { tape } = this.#rows
    const parent = tape.parents()[member]!
    const keys = this.#known.get(parent) ?? new Set(tape.childrenOf(parent).map((one) => tape.keyOf(one)))
    this.#known.set(parent, keys)
    const [before, after] = [tape.keyOf(member), keyText(content)]
    if (after === before) return true
    if (keys.has(after)) return false
    keys.delete(before)
    keys.add(after)
    this.#renamed.set(member, content)
    return true
  }
}
