import type { Currency } from '#money/currency.ts'
import type { Encoding } from '#table/text-source.ts'
import { ByteText } from '../bytes/byte-text.ts'
import { createEncoder } from '../bytes/encoder.ts'
import { decodeText } from '../bytes/encoding.ts'
import { BytePatcher, type Edit } from '../bytes/patch-bytes.ts'
import type { WriteBackResult } from '../format.ts'
import { type KeyStyle, keyStyleOf, newKey } from './new-keys.ts'
import { NewItems } from './new-items.ts'
import { type Cells, type JsonPatchContext, JsonValues, type Prices } from './patch-values.ts'
import { hasCurrencyBeside, rowsOfList } from './read-lists.ts'
import { MAIN_KEYS } from './read.ts'
import { ItemRows, type JsonColumn, type JsonRows, type JsonStep } from './rows.ts'
import { parseTape } from './tape.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { decimalMarkOf } from '#writeback/price-style.ts'
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
  const rows = parsed.ok && (isStrict ? new ItemRows(parsed.tape) : rowsOfList(parsed.tape, sheet))
  if (!rows) throw new Error('The file is no JSON price list.')
  // One currency stands for a whole list, which can hold other prices too.
  const isAround = plan.currencyColumn !== null && rows.columns[plan.currencyColumn]?.isAround === true
  const isBeside =
    isStrict !== true &&
    plan.columns.some(({ column }) => !namesCurrency(rows.columns[column])) &&
    hasCurrencyBeside(rows.tape, sheet)
  const isShared = plan.placement === 'replace' && (isAround || (isBeside && plan.currencyColumn === null))
  const own: WriteBackPlan = isShared ? { ...plan, placement: 'end' } : plan
  const { used, marks, textColumns } = scanRows(rows, own)
  const context: JsonPatchContext = {
    rows,
    encoder: createEncoder(encoding),
    marks,
    textColumns,
    plan: own,
    keyFor: keyMaker(rows.columns, used, isStrict === true),
    isKeyTranslated: (column) => isStrict !== true || column >= MAIN_KEYS.length,
  }
  const patcher = new BytePatcher(bytes)
  for (const { start, end, text } of new JsonPatcher(context).edits())
    patcher.replace(view.byteOffset(start), view.byteOffset(end), context.encoder.encode(text))
  return { parts: patcher.finish(), format: 'json', warnings: isShared ? ['currency-shared'] : [] }
}

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
  const texts = new Map(plan.columns.map(({ column }) => [column, [] as string[]]))
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
      if (priced.get(column)?.has(row + 1) === true && tape.isText(node))
        texts.get(column)!.push(tape.valueOf(node))
    })
  const marks = new Map(Array.from(texts, ([column, own]) => [column, decimalMarkOf(own)]))
  const textColumns = new Set([...texts.keys()].filter((column) => texts.get(column)!.length > 0))
  return { used, marks, textColumns }
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
    style ??= keyStyleOf(columns.map(({ steps }) => steps.at(-1)?.key ?? ''))
    const key = isStrict
      ? newTitle(source, currency, [...taken])
      : newKey(source, currency, [...taken], style)
    taken.add(key)
    return key
  }
}

const NO_CELLS: Cells = new Map()

class JsonPatcher {
  readonly #context: JsonPatchContext
  readonly #rows: JsonRows
  readonly #values: JsonValues
  readonly #newItems: NewItems
  readonly #parents: Int32Array
  readonly #changed: ReadonlyMap<number, Cells>
  readonly #edits: Edit[] = []
  /** Offsets of values that are replaced: several rows can share one. */
  readonly #replaced = new Set<number>()

  constructor(context: JsonPatchContext) {
    this.#context = context
    this.#rows = context.rows
    this.#values = new JsonValues(context)
    this.#newItems = new NewItems(context, this.#values)
    this.#parents = context.rows.tape.parents()
    this.#changed = new Map(context.plan.changed.map(({ row, cells }) => [row, cells]))
  }

  /** In the order of their offsets. */
  edits(): Edit[] {
    for (let row = 0; row < this.#rows.length; row++)
      if (this.#rows.tape.isObject(this.#rows.itemOf(row))) this.#writeRow(row)
    const added = this.#newItems.afterLast(this.#context.plan.added)
    if (added !== undefined) this.#edits.push(added)
    return this.#edits.sort((a, b) => a.start - b.start)
  }

  #writeRow(row: number): void {
    const { plan } = this.#context
    const { tape } = this.#rows
    const prices: Prices = new Map(
      plan.columns.flatMap(({ column, cells }) => {
        const cell = cells.get(row + 1)
        return cell === undefined ? [] : [[column, cell] as const]
      }),
    )
    const changed = this.#changed.get(row + 1) ?? NO_CELLS
    if (prices.size === 0 && changed.size === 0) return
    /** New members at the end of an object, by its node. */
    const appended = new Map<number, string[]>()
    const append = (object: number, member: string) =>
      appended.set(object, [...(appended.get(object) ?? []), member])
    for (const c of this.#columnsOf(prices, changed)) {
      const steps = this.#rows.columns[c]?.steps
      if (steps === undefined) continue
      const node = this.#rows.nodeAt(row, c)
      const value = this.#values.newValue(c, node, changed, prices)
      const cell = prices.get(c)
      const filled = cell && this.#values.filledValue(c, node, cell)
      const translated = cell && this.#values.translatedKey(c, cell)
      if (node === undefined) {
        const { object, missing } = this.#placeFor(row, c)
        const like = tape.isObject(object) && object + 1 < tape.nextOf(object) ? object + 1 : undefined
        const key = this.#values.literal(translated ?? missing.at(-1)!.key, undefined)
        const own = value ?? filled
        const members = own === undefined ? [] : [this.#values.formatMember(like, key, own)]
        if (cell !== undefined && filled === undefined && plan.placement !== 'replace')
          members.push(this.#values.newMember(c, undefined, like, cell))
        if (missing.length === 1) for (const member of members) append(object, member)
        else if (members.length > 0)
          append(object, this.#newItems.wrapped(missing.slice(0, -1), members.join(', '), like))
        continue
      }
      if (value !== undefined) this.#replace(node, value)
      if (translated !== undefined)
        this.#replaceText(tape.keyStartOf(node), tape.keyEndOf(node), this.#values.literal(translated, node))
      if (filled !== undefined && value === undefined) {
        this.#replace(node, filled)
        continue
      }
      if (cell === undefined || plan.placement === 'replace') continue
      const added = this.#values.newMember(c, node, undefined, cell)
      const object = this.#parents[node]!
      if (plan.placement === 'end') append(object, added)
      else this.#insert(tape.endOf(node), tape.separatorOf(object, node) + added)
    }
    for (const [object, members] of appended) this.#appendMembers(object, members)
  }

  /** The columns of a row that can change, ascending. */
  #columnsOf(prices: Prices, changed: Cells): number[] {
    const { placement, currencyColumn } = this.#context.plan
    const currency =
      placement === 'replace' && currencyColumn !== null && prices.size > 0 ? [currencyColumn] : []
    return [...new Set([...prices.keys(), ...changed.keys(), ...currency])].toSorted((a, b) => a - b)
  }

  /** The object of a row in which a value is missing, and the keys that lead to it from there. */
  #placeFor(row: number, c: number): { readonly object: number; readonly missing: readonly JsonStep[] } {
    const rows = this.#rows
    const { steps } = rows.columns[c]!
    const item = rows.itemOf(row)
    const isFurther = row > 0 && rows.itemOf(row - 1) === item
    let [object, depth] = [isFurther ? -1 : item, 0]
    // A further row of an item has the values of one of its variants.
    let [innermost, most] = [item, -1]
    rows.forEachCell(row, (column, node) => {
      const above = rows.columns[column]!.steps.slice(0, -1)
      const isOwn = node >= 0 && !rows.columns[column]!.isAround
      if (!isOwn || (isFurther && rows.nodeAt(row - 1, column) === node)) return
      if (above.length > most) [innermost, most] = [this.#parents[node]!, above.length]
      const isOnWay = above.length < steps.length && above.every(({ key }, i) => steps[i]!.key === key)
      if (isOnWay && above.length > depth) [object, depth] = [this.#parents[node]!, above.length]
    })
    return object < 0
      ? { object: innermost, missing: steps.slice(-1) }
      : { object, missing: steps.slice(depth) }
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
