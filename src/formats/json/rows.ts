import type { Currency } from '#money/currency.ts'
import { ByteText } from '../bytes/byte-text.ts'
import { decodeText } from '../bytes/encoding.ts'
import { MAIN_KEYS, MAX_KEYS } from './read.ts'
import { type JsonTape, ROOT, parseTape } from './tape.ts'

/**
 * One key of the way from an item to a value; `isList`: the value is in a list under it, `offer`: in the offer of that
 * list whose key `key` names this currency.
 */
export type JsonStep = {
  readonly key: string
  isList: boolean
  readonly offer?: { readonly key: string; readonly currency: Currency }
}

/** Whether both lead to the same object or list. */
export const isSameStep = (one: JsonStep | undefined, other: JsonStep): boolean =>
  one?.key === other.key && one.offer?.currency === other.offer?.currency

/** A column: the values that are under the same keys of each item. */
export type JsonColumn = {
  readonly title: string
  readonly steps: readonly JsonStep[]
  /** The keys of the items themselves, where these are not in an array. */
  readonly areKeys?: true
  /** A value of a list that the products are in, such as the currency of a category. */
  readonly isAround?: true
  /** Whether some rows have such a value here, as they have none of their own. */
  hasAround?: true
}

/** The rows and columns of a JSON file as its table has them, from 0. */
export type JsonRows = {
  readonly tape: JsonTape
  readonly length: number
  readonly columns: readonly JsonColumn[]
  /** The node of the item that a row is of. */
  itemOf(row: number): number
  /** The node of a cell, {@link keyOfNode} for a key; undefined where the row has none. */
  nodeAt(row: number, column: number): number | undefined
  /** Calls back with the column and the node of each cell of a row. */
  forEachCell(row: number, call: (column: number, node: number) => void): void
}

/** The node of a cell whose value is the key of that node, and the other way round. */
export const keyOfNode = (node: number): number => -1 - node

/** Of a key beyond the most columns. */
const NO_COLUMN = -1

/** The rows of an array of the specified form: its items, by their own keys, of which name, price and currency are the first. */
export class ItemRows implements JsonRows {
  readonly tape: JsonTape
  readonly columns: JsonColumn[] = []
  readonly #items: readonly number[]
  readonly #columnOfKey = new Map<string, number>()
  /** By id of a key; undefined for one that no item has been looked at for. */
  readonly #columnOfId: (number | undefined)[] = []

  constructor(tape: JsonTape) {
    this.tape = tape
    const [list = ROOT] = tape.childrenOf(ROOT)
    this.#items = tape.childrenOf(list)
    for (const key of MAIN_KEYS) this.#addKey(key)
    for (const item of this.#items) {
      const members = this.#membersOf(item)
      if (members.every((member) => this.#columnOfId[tape.keyIdOf(member)] !== undefined)) continue
      for (const key of inObjectOrder(members.map((member) => tape.keyOf(member))))
        if (this.columns.length < MAIN_KEYS.length + MAX_KEYS) this.#addKey(key)
      for (const member of members)
        this.#columnOfId[tape.keyIdOf(member)] = this.#columnOfKey.get(tape.keyOf(member)) ?? NO_COLUMN
    }
  }

  get length(): number {
    return this.#items.length
  }

  itemOf(row: number): number {
    return this.#items[row]!
  }

  nodeAt(row: number, column: number): number | undefined {
    return this.#membersOf(this.itemOf(row)).find((member) => this.#columnOf(member) === column)
  }

  forEachCell(row: number, call: (column: number, node: number) => void): void {
    for (const member of this.#membersOf(this.itemOf(row))) {
      const column = this.#columnOf(member)
      if (column !== NO_COLUMN) call(column, member)
    }
  }

  #columnOf(member: number): number {
    return this.#columnOfId[this.tape.keyIdOf(member)] ?? NO_COLUMN
  }

  #membersOf(item: number): readonly number[] {
    return this.tape.isObject(item) ? this.tape.childrenOf(item) : []
  }

  #addKey(key: string): void {
    if (this.#columnOfKey.has(key)) return
    this.#columnOfKey.set(key, this.columns.length)
    this.columns.push({ title: key, steps: [{ key, isList: false }] })
  }
}

/** The order that the keys have in the table, which is that of a parsed object: whole numbers first. */
const inObjectOrder = (keys: readonly string[]): readonly string[] =>
  keys.some((key) => /^\d/.test(key)) ? Object.keys(Object.fromEntries(keys.map((key) => [key, 0]))) : keys

/** The keys of the first items of an array, in the order of the file. */
export function firstKeys(bytes: Uint8Array<ArrayBuffer>, items: number): string[] {
  const { encoding, hasBom, realigned } = decodeText(bytes)
  const parsed = parseTape(new ByteText(realigned?.bytes ?? bytes, encoding, hasBom))
  if (!parsed.ok) return []
  const { tape } = parsed
  const [list = ROOT] = tape.childrenOf(ROOT)
  const objects = tape
    .childrenOf(list)
    .slice(0, items)
    .filter((item) => tape.isObject(item))
  return [...new Set(objects.flatMap((item) => tape.childrenOf(item).map((member) => tape.keyOf(member))))]
}
