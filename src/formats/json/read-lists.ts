import { currencyOfCell } from '#pricelist/currency/currency-words.ts'
import { isUnitTitle, meaningOfHeader, otherUnit } from '#pricelist/headers/header-meaning.ts'
import { otherMoneyOf } from '#pricelist/headers/header-warnings.ts'
import { namesHundredths } from '#pricelist/rows/stated-hundredths.ts'
import { AROUND } from '#pricelist/currency/currency-statement.ts'
import type { Table } from '#table/table.ts'
import { decodeText } from '../bytes/encoding.ts'
import { type OpenedFile, type Sheet, chooseSheet } from '../format.ts'
import { type CellPositions, LineCounter } from '../text-position.ts'
import { type JsonList, findLists } from './find-lists.ts'
import { ListRows } from './list-rows.ts'
import { JsonListTable } from './list-table.ts'
import { ItemRows } from './rows.ts'
import { EACH, type Shape, type Shapes, shapesOf } from './shapes.ts'
import { type JsonTape, ROOT, parseTape } from './tape.ts'

/** The list of products that is read of JSON of any shape. */
type ListReading = {
  readonly table: Table
  readonly isCut: boolean
  /** Every list with prices, and the one that was read. */
  readonly sheets: readonly Sheet[]
  readonly sheet: string
  readonly equalSheets?: readonly string[]
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
  const outside = textsOutside(tape, shapes, list)
  const rows = rowsOf(tape, shapes, list, limit, outside)
  const equal = lists.flatMap(({ name, isEqual }) => (isEqual && name !== list.name ? [name] : []))
  return {
    ...(sheet === undefined && equal.length > 0 && { equalSheets: equal }),
    table: new JsonListTable(rows),
    isCut: rows.isCut,
    sheets,
    sheet: list.name,
    notes: outside.map(({ node, key }) => `${key}: ${tape.valueOf(node)}`),
  }
}

/** The rows of the list that was read as this sheet, and whether a text outside it is the currency of its prices. */
export function rowsOfList(
  tape: JsonTape,
  sheet: string | undefined,
): { readonly rows: ListRows; readonly hasCurrencyBeside: boolean; readonly hasOthers: boolean } | undefined {
  const shapes = shapesOf(tape)
  const lists = findLists(shapes)
  const list = lists.find(({ name }) => name === sheet) ?? lists[0]
  if (list === undefined) return undefined
  const outside = textsOutside(tape, shapes, list)
  const isCurrency = ({ node, key }: TextOutside) =>
    meaningOfHeader(key).isCurrency && currencyOfCell(tape.valueOf(node)) !== undefined
  return {
    rows: rowsOf(tape, shapes, list, Infinity, outside),
    hasCurrencyBeside: outside.some(isCurrency),
    hasOthers: lists.length > 1,
  }
}

const MAX_NOTES = 50

/** A text with its key, in a currency after that of the currency. */
type TextOutside = { readonly node: number; readonly key: string }

/** The texts of the objects that the list is in, and of other objects in them. */
function textsOutside(tape: JsonTape, { maps }: Shapes, list: JsonList): TextOutside[] {
  const texts: TextOutside[] = []
  const way = new Set<Shape>()
  for (let shape: Shape | undefined = list.items; shape !== undefined; shape = shape.parent) way.add(shape)
  const addText = (node: number, before = ''): void => {
    const isText = tape.isText(node) || isFlagOfHundredths(tape, node)
    const isShort = isText && tape.endOf(node) - tape.startOf(node) <= AROUND.letters
    if (isShort && texts.length < MAX_NOTES) texts.push({ node, key: before + tape.keyOf(node) })
  }
  /** `{"currency": {"code": "EUR"}}` */
  const prefixOf = (node: number): string =>
    meaningOfHeader(tape.keyOf(node)).isCurrency ? `${tape.keyOf(node)}.` : ''
  const visit = (node: number, shape: Shape): void => {
    if (shape === list.items || !tape.isObject(node) || maps.has(node)) return
    for (const child of tape.childrenOf(node)) {
      const inner = shape.children.get(tape.keyIdOf(child))
      if (inner !== undefined && way.has(inner)) visit(child, inner)
      else if (!tape.isObject(child)) addText(child)
      else if (!maps.has(child)) for (const one of tape.childrenOf(child)) addText(one, prefixOf(child))
    }
  }
  const [value, ...others] = tape.childrenOf(ROOT)
  const top = Array.from(way).at(-2)
  if (value !== undefined && others.length === 0 && top !== undefined) visit(value, top)
  return texts
}

/** `"stotinki": true` */
const isFlagOfHundredths = (tape: JsonTape, node: number): boolean =>
  tape.valueOf(node) === 'true' && namesHundredths(tape.keyOf(node))

/** The rows of a list, with a currency stated outside it that is not converted: no price may be taken for lev. */
function rowsOf(
  tape: JsonTape,
  shapes: Shapes,
  list: JsonList,
  limit: number,
  outside: readonly TextOutside[],
): ListRows {
  const isOtherMoney = ({ node, key }: TextOutside) =>
    (meaningOfHeader(key).isCurrency && currencyOfCell(tape.valueOf(node)) === undefined) ||
    (isUnitTitle(key) && otherUnit([tape.valueOf(node)]) !== undefined)
  const around = outside.filter(isOtherMoney).map(({ node }) => node)
  const unit = statedUnit(
    tape,
    list,
    outside.filter((one) => !isOtherMoney(one)),
  )
  return new ListRows(tape, shapes, list, { limit, around: around.slice(0, 1), unit })
}

/**
 * The unit that the file states for the prices of the list: in the key of the list or of an object that contains it
 * (`prices_in_stotinki`), else in a value outside it (`note: Всички цени са в стотинки`). Undefined where it states none.
 */
function statedUnit(tape: JsonTape, list: JsonList, outside: readonly TextOutside[]): string | undefined {
  for (let shape: Shape | undefined = list.items; shape !== undefined; shape = shape.parent)
    if (shape.keyId !== EACH && namesHundredths(shape.key)) return shape.key
  for (const { node, key } of outside) {
    if (!tape.isText(node)) return key
    const value = tape.valueOf(node)
    const unit = value.includes('://') ? undefined : otherMoneyOf(`${key}: ${value}`)
    if (unit !== undefined) return unit
  }
  return undefined
}

/** The places of values in a JSON file; of a cell that an item lacks, that of the item. */
export function jsonPositions(
  { isStrict, encoding, sheet }: OpenedFile,
  bytes: Uint8Array<ArrayBuffer>,
): CellPositions | undefined {
  const { text } = decodeText(bytes, encoding)
  const parsed = parseTape({ text, read: (start, end) => text.slice(start, end) })
  if (!parsed.ok) return undefined
  const { tape } = parsed
  const rows = isStrict ? new ItemRows(tape) : rowsOfList(tape, sheet)?.rows
  if (rows === undefined) return undefined
  const lines = new LineCounter((at) => text.charCodeAt(at))
  return (row, column) => {
    if (row < 1 || row > rows.length) return undefined
    const node = rows.nodeAt(row - 1, column)
    return lines.positionOf(tape.startOf(node === undefined || node < 0 ? rows.itemOf(row - 1) : node))
  }
}
