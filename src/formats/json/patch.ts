import { decodeText } from '../bytes/encoding.ts'
import { collectKeys } from './read.ts'
import { ByteText } from '../bytes/byte-text.ts'
import { BytePatcher, type Edit } from '../bytes/patch-bytes.ts'
import { createEncoder } from '../bytes/encoder.ts'
import {
  type JsonItem,
  type JsonMember,
  isTextMember,
  jsonItems,
  memberKey,
  findMember,
  formatMember,
  memberSeparator,
  memberValueText,
} from './items.ts'
import { type Cells, FIXED_COLUMNS, type JsonPatchContext, JsonValues, type Prices } from './patch-values.ts'
import { type DecimalMark, decimalMarkOf } from '#writeback/price-style.ts'
import type { AddedRow, WriteBackPlan } from '#writeback/plan.ts'
import type { WriteBackResult } from '../format.ts'

/**
 * Writes a JSON price list with new prices. Every other byte is unchanged; new members have the white space and value types of
 * their neighbours. Each item has one currency, and its new key names the other one. Linear in time.
 */
export function patchJson(file: Uint8Array<ArrayBuffer>, plan: WriteBackPlan): WriteBackResult {
  const { text, encoding, hasBom, realigned } = decodeText(file)
  const bytes = realigned?.bytes ?? file
  const view = new ByteText(bytes, encoding, hasBom)
  const patcher = new BytePatcher(bytes)
  const keys = collectKeys(usesOtherKeys(plan) ? (JSON.parse(text) as unknown[]) : [])
  const { marks, usedKeys } = scanItems(view, plan, keys)
  new JsonPatcher(view, patcher, {
    encoder: createEncoder(encoding),
    keys,
    usedKeys,
    marks,
    plan,
  }).write()
  return { parts: patcher.finish(), format: 'json', warnings: [] }
}

function usesOtherKeys({ columns, changed, added }: WriteBackPlan): boolean {
  const isOther = (c: number) => c >= FIXED_COLUMNS
  return (
    columns.some(({ column }) => isOther(column)) ||
    [...changed, ...added].some(({ cells }) => [...cells.keys()].some(isOther))
  )
}

/** First pass: the decimal mark of the strings under each price key, and the keys of all items. */
function scanItems(
  view: ByteText,
  plan: WriteBackPlan,
  keys: readonly string[],
): { readonly marks: Map<number, DecimalMark>; readonly usedKeys: Set<string> } {
  const usedKeys = new Set(keys)
  const texts = new Map(plan.columns.map(({ column }) => [column, [] as string[]]))
  let row = 0
  for (const item of jsonItems(view.text)) {
    row++
    for (const member of item.members ?? []) usedKeys.add(memberKey(view, member))
    for (const { column, cells } of plan.columns) {
      const member = cells.has(row) ? findMember(view, item, keys[column] ?? '') : undefined
      if (member && isTextMember(view, member)) texts.get(column)!.push(memberValueText(view, member))
    }
  }
  return { marks: new Map(Array.from(texts, ([column, own]) => [column, decimalMarkOf(own)])), usedKeys }
}

const NO_CELLS: Cells = new Map()

class JsonPatcher {
  readonly #view: ByteText
  readonly #patcher: BytePatcher
  readonly #context: JsonPatchContext
  readonly #values: JsonValues
  readonly #changed: ReadonlyMap<number, Cells>

  constructor(view: ByteText, patcher: BytePatcher, context: JsonPatchContext) {
    this.#view = view
    this.#patcher = patcher
    this.#context = context
    this.#values = new JsonValues(view, context)
    this.#changed = new Map(context.plan.changed.map(({ row, cells }) => [row, cells]))
  }

  write(): void {
    let row = 0
    let between = ''
    let template: JsonItem | undefined
    let last: JsonItem | undefined
    for (const item of jsonItems(this.#view.text)) {
      row++
      if (item.members !== undefined) this.#writeItem(item, row)
      between = this.#separatorBefore(item, last)
      if (item.members !== undefined && item.members.length > 0) template = item
      last = item
    }
    if (last === undefined || template === undefined) return
    const added = this.#context.plan.added.map((one) => between + this.#addedItem(one, template))
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
      this.#context.plan.columns.flatMap(({ column, cells }) => {
        const cell = cells.get(row)
        return cell === undefined ? [] : [[column, cell] as const]
      }),
    )
    const changed = this.#changed.get(row) ?? NO_CELLS
    if (prices.size === 0 && changed.size === 0) return
    const edits: Edit[] = []
    const appended: string[] = []
    for (const c of this.#columnsOf(prices, changed)) {
      const key = this.#context.keys[c]
      if (key === undefined) continue
      const member = findMember(this.#view, item, key)
      const value = this.#values.newValue(c, member, changed, prices)
      const cell = prices.get(c)
      const translated = cell && this.#values.translatedKey(c, cell)
      if (value !== undefined && member === undefined)
        appended.push(this.#values.member(item, translated ?? key, value))
      else if (value !== undefined)
        edits.push({ start: member!.valueStart, end: member!.valueEnd, text: value })
      if (member !== undefined && translated !== undefined) {
        const { keyStart, keyEnd } = member
        edits.push({ start: keyStart, end: keyEnd, text: this.#values.literal(translated, member) })
      }
      const { placement } = this.#context.plan
      if (cell === undefined || placement === 'replace') continue
      const added = this.#values.newMember(item, c, member, cell)
      if (placement === 'end' || member === undefined) appended.push(added)
      else edits.push(insertion(member, memberSeparator(this.#view.text, item, member) + added))
    }
    this.#apply([...edits, ...this.#appendMembers(item, appended)])
  }

  /** The columns of an item that can change, ascending. */
  #columnsOf(prices: Prices, changed: Cells): number[] {
    const { placement, currencyColumn } = this.#context.plan
    const currency = placement === 'replace' && currencyColumn !== null ? [currencyColumn] : []
    return [...new Set([...prices.keys(), ...changed.keys(), ...currency])].toSorted((a, b) => a - b)
  }

  /** Adds members after the last one of an item. */
  #appendMembers(item: JsonItem, members: readonly string[]): Edit[] {
    if (members.length === 0) return []
    const last = item.members?.at(-1)
    if (last === undefined) return [{ start: item.start + 1, end: item.start + 1, text: members.join(', ') }]
    const separator = memberSeparator(this.#view.text, item, last)
    return [insertion(last, members.map((member) => separator + member).join(''))]
  }

  /** A new item with the keys and the white space of the last one. */
  #addedItem({ cells, prices }: AddedRow, template: JsonItem): string {
    const { keys, plan } = this.#context
    const { text } = this.#view
    const [first, last] = [template.members![0]!, template.members!.at(-1)!]
    const own = new Set(template.members!.map((member) => memberKey(this.#view, member)))
    for (const c of cells.keys()) own.add(keys[c] ?? '')
    const members: string[] = []
    const appended: string[] = []
    for (const key of own) {
      const c = keys.indexOf(key)
      const content = cells.get(c)
      if (content === undefined) continue
      const like = findMember(this.#view, template, key)
      const cell = prices.get(c)
      const translated = cell && this.#values.translatedKey(c, cell)
      members.push(
        formatMember(
          text,
          like ?? first,
          this.#values.literal(translated ?? key, like),
          this.#values.newValue(c, like, cells, prices)!,
        ),
      )
      if (cell === undefined || plan.placement === 'replace') continue
      const added = this.#values.newMember(template, c, like, cell)
      if (plan.placement === 'end') appended.push(added)
      else members.push(added)
    }
    const separator = memberSeparator(text, template, last)
    const opening = text.slice(template.start, first.keyStart)
    return opening + [...members, ...appended].join(separator) + text.slice(last.valueEnd, template.end)
  }

  #apply(edits: readonly Edit[]): void {
    for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start))
      this.#patcher.replace(
        this.#view.byteOffset(start),
        this.#view.byteOffset(end),
        this.#context.encoder.encode(text),
      )
  }
}

const insertion = ({ valueEnd }: JsonMember, text: string): Edit => ({ start: valueEnd, end: valueEnd, text })
