import { AROUND } from '#pricelist/currency/currency-statement.ts'
import type { Table } from '#table/table.ts'
import { type Sheet, chooseSheet } from '../format.ts'
import { type JsonList, findLists } from './find-lists.ts'
import { ListRows } from './list-rows.ts'
import { JsonListTable } from './list-table.ts'
import { EACH, type Shape, type Shapes, shapesOf } from './shapes.ts'
import { type JsonTape, ROOT } from './tape.ts'

/** The list of products that is read of JSON of any shape. */
type ListReading = {
  readonly table: Table
  readonly isCut: boolean
  /** Every list with prices, and the one that was read. */
  readonly sheets: readonly Sheet[]
  readonly sheet: string
  readonly notes: readonly string[]
}

/** Undefined where nothing has a price; `sheets` alone where none has the chosen name. */
export function readLists(
  tape: JsonTape,
  { limit, sheet }: { readonly limit: number; readonly sheet: string | undefined },
): ListReading | { readonly sheets: readonly Sheet[] } | undefined {
  const shapes = shapesOf(tape)
  const lists = findLists(shapes)
  if (lists.length === 0) return undefined
  const sheets = lists.map(({ name }) => ({ name, hidden: false, hasData: true }))
  const chosen = chooseSheet(sheets, sheet)
  const list = lists.find(({ name }) => name === chosen?.name)
  if (list === undefined) return { sheets }
  const rows = new ListRows(tape, shapes, list, limit)
  return {
    table: new JsonListTable(rows),
    isCut: rows.isCut,
    sheets,
    sheet: list.name,
    notes: notesBeside(tape, shapes, list),
  }
}

/** The rows of the list that was read as this sheet, without a limit. */
export function rowsOfList(tape: JsonTape, sheet: string | undefined): ListRows | undefined {
  const shapes = shapesOf(tape)
  const lists = findLists(shapes)
  const list = lists.find(({ name }) => name === sheet) ?? lists[0]
  return list && new ListRows(tape, shapes, list, Infinity)
}

const MAX_NOTES = 50

/** The texts of the objects that the list is in, and of objects beside it: `currency: EUR`. */
function notesBeside(tape: JsonTape, { maps }: Shapes, list: JsonList): string[] {
  const notes: string[] = []
  const way = new Set<Shape>()
  for (let shape: Shape | undefined = list.items; shape !== undefined; shape = shape.parent) way.add(shape)
  const say = (node: number): void => {
    if (!tape.isText(node) || tape.endOf(node) - tape.startOf(node) > AROUND.letters) return
    if (notes.length < MAX_NOTES) notes.push(`${tape.keyOf(node)}: ${tape.valueOf(node)}`)
  }
  const visit = (node: number, shape: Shape): void => {
    if (shape === list.items || !tape.isObject(node) || maps.has(node)) return
    for (const child of tape.childrenOf(node)) {
      const inner = shape.children.get(tape.keyIdOf(child))
      if (inner !== undefined && way.has(inner)) visit(child, inner)
      else if (!tape.isObject(child)) say(child)
      else if (!maps.has(child)) tape.childrenOf(child).forEach(say)
    }
  }
  const [value, ...others] = tape.childrenOf(ROOT)
  const top = [...way].find(
    (shape) => shape.keyId === EACH && shape.parent?.parent === undefined && shape.parent,
  )
  if (value !== undefined && others.length === 0 && top !== undefined) visit(value, top)
  return notes
}
