import { decodeText } from '../bytes/encoding.ts'
import { keysOf } from './read.ts'
import { ByteText } from '../bytes/byte-text.ts'
import { EditedBytes } from '../bytes/patch-bytes.ts'
import { encoderOf } from '../bytes/encoder.ts'
import {
  type JsonItem,
  type JsonMember,
  isTextMember,
  jsonItems,
  keyOf,
  memberOf,
  memberText,
  separatorOf,
  textOfMember,
} from './items.ts'
import {
  type Cells,
  type Edit,
  FIXED_COLUMNS,
  type JsonPatchContext,
  JsonValues,
  type Prices,
} from './patch-values.ts'
import { type DecimalMark, decimalMarkOf } from '#writeback/price-style.ts'
import type { AddedRow, WriteBackPlan } from '#writeback/plan.ts'
import type { WriteBackResult } from '../format.ts'

/**
 * The JSON catalogue with the new prices: every byte of the others stays, and what is new is written as its neighbours
 * are. Each item has one currency, so that its new key names the other one. Linear in time.
 */
export function writeBackJson(file: Uint8Array<ArrayBuffer>, order: WriteBackPlan): WriteBackResult {
  const { text, encoding, hasBom, realigned } = decodeText(file)
  const bytes = realigned?.bytes ?? file
  const view = new ByteText(bytes, encoding, hasBom)
  const output = new EditedBytes(bytes)
  const keys = keysOf(hasOtherKeys(order) ? (JSON.parse(text) as unknown[]) : [])
  const { marks, taken } = surveyItems(view, order, keys)
  new JsonWriter(view, output, { encoder: encoderOf(encoding), keys, taken, marks, order }).write()
  return { parts: output.finish(), format: 'json', notes: [] }
}

function hasOtherKeys({ columns, changed, added }: WriteBackPlan): boolean {
  const isOther = (c: number) => c >= FIXED_COLUMNS
  return (
    columns.some(({ column }) => isOther(column)) ||
    [...changed, ...added].some(({ cells }) => [...cells.keys()].some(isOther))
  )
}

/** The decimal mark of the texts under each price key, and every key of any item. */
function surveyItems(
  view: ByteText,
  order: WriteBackPlan,
  keys: readonly string[],
): { readonly marks: Map<number, DecimalMark>; readonly taken: Set<string> } {
  const taken = new Set(keys)
  const texts = new Map(order.columns.map(({ column }) => [column, [] as string[]]))
  let row = 0
  for (const item of jsonItems(view.text)) {
    row++
    for (const member of item.members ?? []) taken.add(keyOf(view, member))
    for (const { column, cells } of order.columns) {
      const member = cells.has(row) ? memberOf(view, item, keys[column] ?? '') : undefined
      if (member && isTextMember(view, member)) texts.get(column)!.push(textOfMember(view, member))
    }
  }
  return { marks: new Map(Array.from(texts, ([column, own]) => [column, decimalMarkOf(own)])), taken }
}

const NO_CELLS: Cells = new Map()

class JsonWriter {
  readonly #view: ByteText
  readonly #output: EditedBytes
  readonly #task: JsonPatchContext
  readonly #values: JsonValues
  readonly #changed: ReadonlyMap<number, Cells>

  constructor(view: ByteText, output: EditedBytes, task: JsonPatchContext) {
    this.#view = view
    this.#output = output
    this.#task = task
    this.#values = new JsonValues(view, task)
    this.#changed = new Map(task.order.changed.map(({ row, cells }) => [row, cells]))
  }

  write(): void {
    let row = 0
    let between = ''
    let model: JsonItem | undefined
    let last: JsonItem | undefined
    for (const item of jsonItems(this.#view.text)) {
      row++
      if (item.members !== undefined) this.#writeItem(item, row)
      between = this.#separatorBefore(item, last)
      if (item.members !== undefined && item.members.length > 0) model = item
      last = item
    }
    if (last === undefined || model === undefined) return
    const added = this.#task.order.added.map((one) => between + this.#addedItem(one, model))
    if (added.length > 0) this.#apply([{ start: last.end, end: last.end, text: added.join('') }])
  }

  #separatorBefore(item: JsonItem, last: JsonItem | undefined): string {
    const { text } = this.#view
    return last === undefined
      ? `,${text.slice(text.indexOf('[') + 1, item.start)}`
      : text.slice(last.end, item.start)
  }

  #writeItem(item: JsonItem, row: number): void {
    const prices: Prices = new Map(
      this.#task.order.columns.flatMap(({ column, cells }) => {
        const cell = cells.get(row)
        return cell === undefined ? [] : [[column, cell] as const]
      }),
    )
    const changed = this.#changed.get(row) ?? NO_CELLS
    if (prices.size === 0 && changed.size === 0) return
    const edits: Edit[] = []
    const behind: string[] = []
    for (const c of this.#columnsOf(prices, changed)) {
      const key = this.#task.keys[c]
      if (key === undefined) continue
      const member = memberOf(this.#view, item, key)
      const value = this.#values.valueOf(c, member, changed, prices)
      const cell = prices.get(c)
      const turned = cell && this.#values.turnedKey(c, cell)
      if (value !== undefined && member === undefined)
        behind.push(this.#values.member(item, turned ?? key, value))
      else if (value !== undefined)
        edits.push({ start: member!.valueStart, end: member!.valueEnd, text: value })
      if (member !== undefined && turned !== undefined) {
        const { keyStart, keyEnd } = member
        edits.push({ start: keyStart, end: keyEnd, text: this.#values.literal(turned, member) })
      }
      const { placement } = this.#task.order
      if (cell === undefined || placement === 'replace') continue
      const added = this.#values.newMember(item, c, member, cell)
      if (placement === 'end' || member === undefined) behind.push(added)
      else edits.push(insertion(member, separatorOf(this.#view.text, item, member) + added))
    }
    this.#apply([...edits, ...this.#behind(item, behind)])
  }

  /** The columns of an item that are to be looked at. */
  #columnsOf(prices: Prices, changed: Cells): number[] {
    const { placement, currencyColumn } = this.#task.order
    const currency = placement === 'replace' && currencyColumn !== null ? [currencyColumn] : []
    return [...new Set([...prices.keys(), ...changed.keys(), ...currency])].toSorted((a, b) => a - b)
  }

  /** Members behind the last one of an item. */
  #behind(item: JsonItem, members: readonly string[]): Edit[] {
    if (members.length === 0) return []
    const last = item.members?.at(-1)
    if (last === undefined) return [{ start: item.start + 1, end: item.start + 1, text: members.join(', ') }]
    const separator = separatorOf(this.#view.text, item, last)
    return [insertion(last, members.map((member) => separator + member).join(''))]
  }

  /** A new item with the keys of the last one, in its manner. */
  #addedItem({ cells, prices }: AddedRow, model: JsonItem): string {
    const { keys, order } = this.#task
    const { text } = this.#view
    const [first, last] = [model.members![0]!, model.members!.at(-1)!]
    const own = new Set(model.members!.map((member) => keyOf(this.#view, member)))
    for (const c of cells.keys()) own.add(keys[c] ?? '')
    const members: string[] = []
    const behind: string[] = []
    for (const key of own) {
      const c = keys.indexOf(key)
      const content = cells.get(c)
      if (content === undefined) continue
      const like = memberOf(this.#view, model, key)
      const cell = prices.get(c)
      const turned = cell && this.#values.turnedKey(c, cell)
      members.push(
        memberText(
          text,
          like ?? first,
          this.#values.literal(turned ?? key, like),
          this.#values.valueOf(c, like, cells, prices)!,
        ),
      )
      if (cell === undefined || order.placement === 'replace') continue
      const added = this.#values.newMember(model, c, like, cell)
      if (order.placement === 'end') behind.push(added)
      else members.push(added)
    }
    const separator = separatorOf(text, model, last)
    const opening = text.slice(model.start, first.keyStart)
    return opening + [...members, ...behind].join(separator) + text.slice(last.valueEnd, model.end)
  }

  #apply(edits: readonly Edit[]): void {
    for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start))
      this.#output.replace(this.#view.at(start), this.#view.at(end), this.#task.encoder.encode(text))
  }
}

const insertion = ({ valueEnd }: JsonMember, text: string): Edit => ({ start: valueEnd, end: valueEnd, text })
