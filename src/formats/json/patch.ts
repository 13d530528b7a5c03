import type { Currency } from '#money/currency.ts'
import type { Encoding } from '#table/text-source.ts'
import { ByteText } from '../bytes/byte-text.ts'
import { createEncoder } from '../bytes/encoder.ts'
import { decodeText } from '../bytes/encoding.ts'
import { BytePatcher, type Edit } from '../bytes/patch-bytes.ts'
import type { WriteBackResult } from '../format.ts'
import { settleChanges } from './changed-cells.ts'
import { type KeyStyle, keyStyleOf, newKey } from './new-keys.ts'
import { NewItems } from './new-items.ts'
import { type Cells, type JsonPatchContext, JsonValues, type Prices } from './patch-values.ts'
import { rowsOfList } from './read-lists.ts'
import { MAIN_KEYS } from './read.ts'
import { ItemRows, type JsonColumn, type JsonRows, type JsonStep, isSameStep } from './rows.ts'
import { type JsonTape, parseTape } from './tape.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import type { WriteBackPlan, WriteBackWarning } from '#writeback/plan.ts'
import { DecimalMarkCounter, decimalMarks, readAs } from '#writeback/price-style.ts'
import { newTitle } from '#writeback/price-titles.ts'

/** How the file was read: as an array of the specified form, or which list of it in which encoding. */
export type JsonFile = {
  readonly isStrict?: true
  readonly encoding?: Encoding
  readonly sheet?: string
}

/**
 * Writes a JSON price list with new prices. Every other byte is unchanged; new members have the white space and value types of
 * their neighbours, and stand in the object of their price. Each price has one currency, and its new key names the other one.
 * Linear in time.
 */
export function patchJson(
  file: Uint8Array<ArrayBuffer>,
  plan: WriteBackPlan,
  { isStrict, encoding: chosen, sheet }: JsonFile = { isStrict: true },
): WriteBackResult {
  const { encoding, hasBom, realigned } = decodeText(file, chosen)
  const bytes = realigned?.bytes ?? file
  const view = new ByteText(bytes, encoding, hasBom)
  const parsed = parseTape(view)
  const list = parsed.ok && (isStrict ? strictRows(parsed.tape) : rowsOfList(parsed.tape, sheet))
  if (!list) throw new Error('The file is no JSON price list.')
  const { rows } = list
  // One currency stands for a whole list, which can hold other prices too.
  const currency = plan.currencyColumn === null ? undefined : rows.columns[plan.currencyColumn]
  const isAround = currency?.isAround === true || currency?.hasAround === true
  const isBeside =
    list.hasCurrencyBeside && plan.columns.some(({ column }) => !namesCurrency(rows.columns[column]))
  const isShared = plan.placement === 'replace' && (isAround || (isBeside && plan.currencyColumn === null))
  const own: WriteBackPlan = isShared ? { ...plan, placement: 'end' } : plan
  const { used, marks, textColumns } = scanRows(rows, own)
  const { changed, added, areKept } = settleChanges(rows, own)
  const context: JsonPatchContext = {
    rows,
    encoder: createEncoder(encoding),
    marks,
    textColumns,
    plan: own,
    changed,
    added,
    keyFor: keyMaker(rows.columns, used, isStrict === true),
    isKeyTranslated: (column) => isStrict !== true || column >= MAIN_KEYS.length,
  }
  const patcher = new BytePatcher(bytes)
  const items = new JsonPatcher(context)
  for (const { start, end, text } of items.edits())
    patcher.replace(view.byteOffset(start), view.byteOffset(end), context.encoder.encode(text))
  const warnings: WriteBackWarning[] = isShared ? ['currency-around'] : []
  if (own.placement === 'replace' && list.hasOthers) warnings.push('lists-kept')
  if (areKept || items.areKept) warnings.push('edits-kept')
  return { parts: patcher.finish(), format: 'json', warnings }
}

const strictRows = (tape: JsonTape) => ({
  rows: new ItemRows(tape),
  hasCurrencyBeside: false,
  hasOthers: false,
})

const namesCurrency = (column: JsonColumn | undefined): boolean =>
  column !== undefined && meaningOfHeader(column.title).currency !== undefined

/** The keys above a column. */
const objectOf = ({ steps }: JsonColumn): string => JSON.stringify(steps.slice(0, -1).map(({ key }) => key))

type UsedKeys = ReadonlyMap<string, Set<string>>

/** First pass: the keys of the objects that prices are in, and the decimal mark of the strings of each price column. */
function scanRows(
  rows: JsonRows,
  plan: WriteBackPlan,
): { readonly used: UsedKeys } & Pick<JsonPatchContext, 'marks' | 'textColumns'> {
  const { tape, columns } = rows
  const parents = tape.parents()
  const used = new Map<string, Set<string>>()
  const places = new Map<string, { readonly keys: Set<string>; last: number }>()
  const objects = columns.map((column) => {
    const object = objectOf(column)
    const place = places.get(object) ?? { keys: new Set<string>(), last: -1 }
    places.set(object, place)
    used.set(object, place.keys)
    if (column.areKeys || column.isAround) return undefined
    place.keys.add(column.steps.at(-1)!.key)
    return place
  })
  const counters = new Map(
    plan.columns.map(({ column, cells }) => [column, new DecimalMarkCounter(readAs(cells))]),
  )
  const textColumns = new Set<number>()
  const priced = new Map(plan.columns.map(({ column, cells }) => [column, cells]))
  for (let row = 0; row < rows.length; row++)
    rows.forEachCell(row, (column, node) => {
      const place = objects[column]
      if (node < 0) return
      const parent = parents[node]!
      if (place !== undefined && place.last !== parent) {
        place.last = parent
        for (const member of tape.childrenOf(parent)) place.keys.add(tape.keyOf(member))
      }
      if (priced.get(column)?.has(row + 1) !== true || !tape.isText(node)) return
      textColumns.add(column)
      counters.get(column)!.count(tape.valueOf(node), row + 1)
    })
  return { used, marks: decimalMarks(counters, [...counters.keys()]), textColumns }
}

/** Makes a new key of a column, in the style of the file: none that its objects have. */
function keyMaker(
  columns: readonly JsonColumn[],
  used: UsedKeys,
  isStrict: boolean,
): (column: number, currency: Currency) => string {
  let style: KeyStyle | undefined
  return (c, currency) => {
    const column = columns[c]!
    const taken = used.get(objectOf(column))!
    const source = column.steps.at(-1)!.key
    style ??= keyStyleOf(columns.flatMap(({ steps }) => [steps.at(-1)?.key ?? '', offerKeyOf(steps) ?? '']))
    const key = isStrict
      ? newTitle(source, currency, [...taken])
      : newKey(source, currency, [...taken], style)
    taken.add(key)
    return key
  }
}

const offerKeyOf = (steps: readonly JsonStep[]): string | undefined =>
  steps.find(({ offer }) => offer !== undefined)?.offer?.key

const NO_CELLS: Cells = new Map()

/**
 * Where a missing value goes: the object and the keys that lead on from it. `node`: the value under the last of them,
 * `taken`: what is under the first of them instead of an object.
 */
type Place = {
  readonly object: number
  readonly missing: readonly JsonStep[]
  readonly node?: number
  readonly taken?: number
}

/** A row that is written; `appended`: new members at the end of an object, by its node. */
type OpenRow = {
  readonly row: number
  readonly prices: Prices
  readonly changed: Cells
  readonly appended: Map<number, { readonly key: string; readonly text: string }[]>
}

class JsonPatcher {
  /** Whether a change has no place in the file. */
  areKept = false
  readonly #context: JsonPatchContext
  readonly #rows: JsonRows
  readonly #values: JsonValues
  readonly #newItems: NewItems
  readonly #parents: Int32Array
  readonly #edits: Edit[] = []
  /** Offsets of values that are replaced: several rows can share one. */
  readonly #replaced = new Set<number>()

  constructor(context: JsonPatchContext) {
    this.#context = context
    this.#rows = context.rows
    this.#values = new JsonValues(context)
    this.#newItems = new NewItems(context, this.#values)
    this.#parents = context.rows.tape.parents()
  }

  /** In the order of their offsets. */
  edits(): Edit[] {
    for (let row = 0; row < this.#rows.length; row++)
      if (this.#rows.tape.isObject(this.#rows.itemOf(row))) this.#writeRow(row)
    const added = this.#newItems.afterLast(this.#context.added)
    if (added !== undefined) this.#edits.push(added)
    return this.#edits.sort((a, b) => a.start - b.start)
  }

  #writeRow(row: number): void {
    const { plan } = this.#context
    const prices: Prices = new Map(
      plan.columns.flatMap(({ column, cells }) => {
        const cell = cells.get(row + 1)
        return cell === undefined ? [] : [[column, cell] as const]
      }),
    )
    const changed = this.#context.changed.get(row + 1) ?? NO_CELLS
    if (prices.size === 0 && changed.size === 0) return
    const open: OpenRow = { row, prices, changed, appended: new Map() }
    for (const c of this.#columnsOf(prices, changed)) {
      if (this.#rows.columns[c] === undefined) continue
      const found = this.#rows.nodeAt(row, c)
      const place = found === undefined ? this.#placeFor(row, c) : undefined
      const node = found ?? place?.node
      if (node !== undefined) this.#editCell(c, node, open)
      else if (place !== undefined) this.#addCell(c, place, open)
    }
    for (const [object, members] of open.appended)
      this.#appendMembers(
        object,
        members.map(({ text }) => text),
      )
  }

  #editCell(c: number, node: number, { prices, changed, appended }: OpenRow): void {
    const { tape } = this.#rows
    const { placement } = this.#context.plan
    const value = this.#values.newValue(c, node, changed, prices)
    const cell = prices.get(c)
    const filled = cell && this.#values.filledValue(c, node, cell)
    const translated = cell && this.#values.translatedKey(c, cell)
    if (value !== undefined) this.#replace(node, value)
    if (translated !== undefined)
      this.#replaceText(tape.keyStartOf(node), tape.keyEndOf(node), this.#values.literal(translated, node))
    if (filled !== undefined && value === undefined) {
      this.#replace(node, filled)
      return
    }
    if (cell === undefined || placement === 'replace') return
    const { key, text } = this.#values.newMember(c, node, undefined, cell)
    const object = this.#parents[node]!
    if (placement === 'end') this.#append(appended, object, key, text)
    else this.#insert(tape.endOf(node), tape.separatorOf(object, node) + text)
  }

  /** Adds the value that a row does not have, and its converted price. */
  #addCell(c: number, { object, missing, taken }: Place, { prices, changed, appended }: OpenRow): void {
    const { tape } = this.#rows
    const value = this.#values.newValue(c, undefined, changed, prices)
    const cell = prices.get(c)
    const filled = cell && this.#values.filledValue(c, undefined, cell)
    const like = tape.isObject(object) && object + 1 < tape.nextOf(object) ? object + 1 : undefined
    const own = value ?? filled
    const key = (cell && this.#values.translatedKey(c, cell)) ?? missing.at(-1)!.key
    const literal = this.#values.literal(key, undefined)
    const members = own === undefined ? [] : [{ key, text: this.#values.formatMember(like, literal, own) }]
    if (cell !== undefined && filled === undefined && this.#context.plan.placement !== 'replace')
      members.push(this.#values.newMember(c, undefined, like, cell))
    if (members.length === 0) return
    if (taken === undefined && missing.length === 1) {
      for (const member of members) this.#append(appended, object, member.key, member.text)
      return
    }
    const [first, ...below] = missing
    const inner = members.map(({ text }) => text).join(', ')
    if (taken === undefined) {
      const text = this.#newItems.wrapped(missing.slice(0, -1), inner, like)
      this.#append(appended, object, first!.key, text)
    } else if (tape.valueOf(taken) === 'null' && below.length > 0 && first!.offer === undefined)
      this.#replace(
        taken,
        this.#newItems.inList(first!, this.#newItems.wrapped(below.slice(0, -1), inner, like)),
      )
    else this.areKept ||= own !== undefined
  }

  /** Adds a member to an object unless it has one of this key. */
  #append(appended: OpenRow['appended'], object: number, key: string, text: string): void {
    const { tape } = this.#rows
    const own = appended.get(object) ?? []
    appended.set(object, own)
    const isTaken =
      own.some((one) => one.key === key) ||
      tape.childrenOf(object).some((member) => tape.keyOf(member) === key)
    if (isTaken) this.areKept = true
    else own.push({ key, text })
  }

  /** The columns of a row that can change, ascending. */
  #columnsOf(prices: Prices, changed: Cells): number[] {
    const { placement, currencyColumn } = this.#context.plan
    const currency =
      placement === 'replace' && currencyColumn !== null && prices.size > 0 ? [currencyColumn] : []
    return [...new Set([...prices.keys(), ...changed.keys(), ...currency])].toSorted((a, b) => a - b)
  }

  /** Where a value that a row does not have goes. */
  #placeFor(row: number, c: number): Place {
    const rows = this.#rows
    const { steps } = rows.columns[c]!
    const item = rows.itemOf(row)
    const isFurther = row > 0 && rows.itemOf(row - 1) === item
    let [object, depth] = [isFurther ? -1 : item, 0]
    // A further row of an item has the values of one of its variants.
    let [innermost, most] = [item, -1]
    rows.forEachCell(row, (column, node) => {
      const above = rows.columns[column]!.steps.slice(0, -1)
      const isOwn = node > item && node < this.#rows.tape.nextOf(item)
      if (!isOwn || (isFurther && rows.nodeAt(row - 1, column) === node)) return
      if (above.length > most) [innermost, most] = [this.#parents[node]!, above.length]
      const isOnWay = above.length < steps.length && above.every((step, i) => isSameStep(steps[i], step))
      if (isOnWay && above.length > depth) [object, depth] = [this.#parents[node]!, above.length]
    })
    return object < 0
      ? this.#alongKeys(innermost, steps.slice(-1))
      : this.#alongKeys(object, steps.slice(depth))
  }

  /** Follows the keys that objects have already. */
  #alongKeys(from: number, steps: readonly JsonStep[]): Place {
    const { tape } = this.#rows
    let object = from
    for (const [i, { key }] of steps.entries()) {
      const taken = tape.childrenOf(object).find((member) => tape.keyOf(member) === key)
      const missing = steps.slice(i)
      if (taken === undefined) return { object, missing }
      const isContainer = tape.isObject(taken) || tape.isList(taken)
      if (missing.length === 1 && !isContainer) return { object, missing, node: taken }
      if (missing.length === 1 || !tape.isObject(taken)) return { object, missing, taken }
      object = taken
    }
    return { object, missing: [] }
  }

  #appendMembers(object: number, members: readonly string[]): void {
    const { tape } = this.#rows
    const last = tape.lastMemberOf(object)
    if (last === undefined) {
      this.#insert(tape.startOf(object) + 1, members.join(', '))
      return
    }
    const separator = tape.separatorOf(object, last)
    this.#insert(tape.endOf(last), members.map((member) => separator + member).join(''))
  }

  #replace(node: number, literal: string): void {
    const { tape } = this.#rows
    if (node >= 0) this.#replaceText(tape.startOf(node), tape.endOf(node), literal)
    else this.#replaceText(tape.keyStartOf(-1 - node), tape.keyEndOf(-1 - node), literal)
  }

  #replaceText(start: number, end: number, text: string): void {
    if (this.#replaced.has(start)) return
    this.#replaced.add(start)
    this.#edits.push({ start, end, text })
  }

  #insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text })
  }
}
