import { type Currency, otherCurrency, parseCurrency } from '#money/currency.ts'
import { isUnitTitle } from '#pricelist/headers/header-meaning.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import { type AddedRow, type CellContent, type WriteBackPlan, amountIn } from '#writeback/plan.ts'
import {
  type DecimalMark,
  NUMBER,
  markedPrice,
  replacedPrice,
  withMark,
  withSign,
} from '#writeback/price-style.ts'
import { translateCurrencyName, translateTitle } from '#writeback/price-titles.ts'
import type { Edit } from '../bytes/patch-bytes.ts'
import type { Markup } from './markup.ts'
import { type NewNames, hasSibling, isAmountSlot, newLabel, renamed } from './names.ts'
import { NewElement, labelAttributes } from './new-element.ts'
import {
  type FeedColumn,
  type Field,
  type Place,
  type RecordNode,
  type Slot,
  currencyOfField,
  fieldText,
  labelKey,
} from './records.ts'
import type { XmlSource } from './source.ts'
import { isVatRate } from './titles.ts'
import { localName } from './walk.ts'

export type Cells = ReadonlyMap<number, CellContent>
type Prices = ReadonlyMap<number, ConvertedCell>

export type PatchContext = {
  readonly source: XmlSource
  readonly markup: Markup
  readonly plan: WriteBackPlan
  readonly root: RecordNode
  readonly columns: readonly FeedColumn[]
  /** Of the column behind them, where the file names one currency for all records. */
  readonly ownCurrency: Slot
  readonly names: NewNames
  readonly marks: ReadonlyMap<number, DecimalMark>
}

/** A record as it stands in the file. */
export type FeedRecord = {
  readonly place: Place
  readonly fields: readonly Field[]
  readonly blanks: readonly Field[]
  readonly places: readonly Place[]
}

/** Elements and attributes that an element gets behind its last ones. */
type Additions = { readonly element: NewElement; attributes: string }

/** The edits of one record. */
export class RecordPatcher {
  readonly record: FeedRecord
  readonly #context: PatchContext
  readonly #edits: Edit[] = []
  readonly #additions = new Map<Place, Additions>()
  readonly #translated = new Set<Field>()
  #own: ReadonlyMap<number, Field> = new Map()
  #prices: Prices = new Map()

  constructor(context: PatchContext, record: FeedRecord) {
    this.#context = context
    this.record = record
  }

  /** In the order of their offsets. */
  edits(prices: Prices, changed: Cells): Edit[] {
    const { placement, currencyColumn } = this.#context.plan
    if (prices.size === 0 && changed.size === 0) return []
    this.#own = fieldsByColumn(this.record)
    this.#prices = prices
    const currency = placement === 'replace' && currencyColumn !== null ? [currencyColumn] : []
    const columns = [...new Set([...prices.keys(), ...changed.keys(), ...currency])].toSorted((a, b) => a - b)
    for (const c of columns) this.#editCell(c, changed.get(c))
    for (const [place, additions] of this.#additions) this.#append(place, additions)
    return this.#edits.toSorted((a, b) => a.start - b.start)
  }

  #editCell(c: number, content: CellContent | undefined): void {
    const { plan } = this.#context
    const slot = slotOf(c, this.#context)
    if (slot === undefined) return
    const cell = this.#prices.get(c)
    const typed = content === undefined ? undefined : enteredText(content, this.#markOf(c))
    if (plan.placement === 'replace' && cell !== undefined) this.#replacePrice(c, slot, cell, typed)
    else if (plan.placement === 'replace' && c === plan.currencyColumn) this.#replaceCurrency(c, slot, typed)
    else if (typed !== undefined) this.#putTyped(c, slot, typed)
    if (cell !== undefined && plan.placement !== 'replace') this.#addPrice(c, slot, cell)
  }

  #markOf(c: number): DecimalMark {
    return this.#context.marks.get(c) ?? '.'
  }

  /** The user's text; the currency of a price that its element names is written there. */
  #putTyped(c: number, slot: Slot, typed: string): void {
    const field = this.#own.get(c)
    const named = field && currencyOfField(field)
    const reading = named === undefined ? undefined : parsePriceText(typed)
    if (
      named === undefined ||
      reading?.kind !== 'price' ||
      reading.currency === undefined ||
      this.#isShared(named, field)
    )
      return this.#put(slot, field, typed)
    if (parseCurrency(fieldText(this.#context.source, named)) !== reading.currency)
      this.#put(named.slot, named, reading.currency)
    this.#put(slot, field, NUMBER.exec(typed)?.[0] ?? typed)
  }

  #replacePrice(c: number, slot: Slot, cell: ConvertedCell, typed: string | undefined): void {
    const { source, markup, names } = this.#context
    const to = otherCurrency(cell.from)
    const field = this.#own.get(c)
    const own = typed ?? (field === undefined ? '' : fieldText(source, field))
    const named = field && currencyOfField(field)
    const isNamed = named !== undefined && !this.#isShared(named, field)
    if (isNamed) this.#translate(named, to)
    const isMarked = !isNamed && (cell.isMarked === true || this.#staysUnnamed(slot, named, to))
    const text = (isMarked ? markedPrice : replacedPrice)(own, amountIn(cell, to), to, this.#markOf(c))
    const name = slot.attribute?.name ?? slot.node.path.name
    const translated = renamed(localName(name), to) && names.of(name, to, usedNames(slot))
    this.#put(slot, field, text, translated)
    const label = field?.place.label
    if (label !== undefined && label !== named) this.#translateLabel(label, to)
    if (translated === undefined || field === undefined) return
    if (slot.attribute === undefined) this.#edits.push(...markup.rename(field.place, translated))
    else
      this.#edits.push({
        start: field.nameStart,
        end: field.nameStart + slot.attribute.bytes.length,
        text: translated,
      })
  }

  /** Whether what names the currency of a price is also that of other amounts, which are not replaced. */
  #isShared(named: Field, own: Field | undefined): boolean {
    return this.record.fields.some(
      (field) =>
        field !== own &&
        !this.#prices.has(field.slot.column) &&
        currencyOfField(field) === named &&
        this.#isAmount(field),
    )
  }

  /** Whether a value is an amount of money, and not a word, a unit or a VAT rate that describes the price. */
  #isAmount(field: Field): boolean {
    const { attribute } = field.slot
    const name = attribute === undefined ? '' : localName(attribute.name)
    if (isUnitTitle(name) || (attribute !== undefined && isVatRate(name, attribute.samples.texts)))
      return false
    return parsePriceText(fieldText(this.#context.source, field)).kind === 'price'
  }

  /** Whether what names the currency of a price remains as it is, or nothing names it in this record alone. */
  #staysUnnamed(slot: Slot, named: Field | undefined, to: Currency): boolean {
    if (named !== undefined) return true
    const { currencyColumn } = this.#context.plan
    if (currencyColumn !== null && !this.#hasText(currencyColumn)) return true
    const around = slot.attribute === undefined ? slot.node.parent : slot.node
    for (let node = around; node?.parent !== undefined; node = node.parent) {
      const texts = [localName(node.path.name), node.label?.text ?? '']
      if (texts.some((text) => translateTitle(text, to) !== undefined)) return true
    }
    return false
  }

  #hasText(column: number): boolean {
    const field = this.#own.get(column)
    return field !== undefined && fieldText(this.#context.source, field).trim() !== ''
  }

  #translate(named: Field, to: Currency): void {
    if (this.#translated.has(named)) return
    this.#translated.add(named)
    const text = fieldText(this.#context.source, named)
    this.#put(named.slot, named, translateTitle(text, to) ?? to)
  }

  #translateLabel(label: Field, to: Currency): void {
    const text = translateTitle(fieldText(this.#context.source, label), to)
    if (text === undefined) return
    const { node } = label.place
    let own = text
    for (let n = 2; hasSibling(node.parent!, node.path, labelKey(own, node.label?.kind)); n++)
      own = `${text}_${n}`
    this.#put(label.slot, label, own)
  }

  #replaceCurrency(c: number, slot: Slot, typed: string | undefined): void {
    const field = this.#own.get(c)
    const own = typed ?? (field === undefined ? '' : fieldText(this.#context.source, field))
    const written = translateCurrencyName(own, this.#prices.values()) ?? typed
    if (written !== undefined) this.#put(slot, field, written)
  }

  /**
   * Writes a value where it stands, or adds its element or attribute.
   * @param name the new name of its element
   */
  #put(slot: Slot, field: Field | undefined, text: string, name?: string): void {
    const { markup, source } = this.#context
    if (field === undefined) return this.#putMissing(slot, text)
    const { start, end, place } = field
    if (slot.attribute === undefined) this.#edits.push(...markup.replaceContent(place, text, name))
    else this.#edits.push({ start, end, text: markup.value(text, source.read(start - 1, start)) })
  }

  #putMissing(slot: Slot, text: string): void {
    const { markup } = this.#context
    const place = this.#nearestPlace(slot.node)
    const additions = this.#additionsTo(place)
    if (place.node !== slot.node) additions.element.put(slot, place.node, text, markup)
    else if (slot.attribute === undefined) additions.element.text = markup.text(text)
    else additions.attributes += markup.attribute(slot.attribute.name, text)
  }

  #nearestPlace(node: RecordNode): Place {
    for (let at: RecordNode | undefined = node; at !== undefined; at = at.parent) {
      const own = at
      const found = this.record.places.find((place) => place.node === own)
      if (found !== undefined) return found
    }
    return this.record.place
  }

  #additionsTo(place: Place): Additions {
    const known = this.#additions.get(place) ?? { element: new NewElement(''), attributes: '' }
    this.#additions.set(place, known)
    return known
  }

  #addPrice(c: number, slot: Slot, cell: ConvertedCell): void {
    const { markup, source, names, plan } = this.#context
    const to = otherCurrency(cell.from)
    const text = withMark(amountIn(cell, to), this.#markOf(c))
    const field = this.#own.get(c)
    const place = field?.place ?? this.#nearestPlace(slot.node)
    if (slot.attribute !== undefined || place === this.record.place) {
      const name = names.of(slot.attribute?.name ?? slot.node.path.name, to, usedNames(slot))
      if (field === undefined || slot.attribute === undefined || plan.placement === 'end')
        this.#additionsTo(place).attributes += markup.attribute(name, text)
      else {
        const quote = source.read(field.end, field.end + 1)
        const own = `${markup.gapBefore(field.nameStart)}${name}=${quote}${markup.value(text, quote)}${quote}`
        this.#edits.push({ start: field.end + 1, end: field.end + 1, text: own })
      }
      return
    }
    const target = isAmountSlot(slot) ? place.parent! : place
    const element = newPrice(target.node, to, text, this.#context)
    element.attributes += markup.declarations(target)
    if (plan.placement === 'end' && !this.#isDeclaredInside(target)) {
      this.#additionsTo(this.record.place).element.add(element)
      return
    }
    const { start, end } = target
    this.#edits.push({ start: end, end, text: markup.gapBefore(start) + element.markup() })
  }

  /** Whether an element between the record and this one declares a namespace. */
  #isDeclaredInside({ parent }: Place): boolean {
    for (let at = parent; at !== undefined && at !== this.record.place; at = at.parent)
      if (this.#context.markup.declarations(at) !== '') return true
    return false
  }

  #append(place: Place, { element, attributes }: Additions): void {
    const { markup } = this.#context
    if (attributes !== '') {
      const at = markup.endOfAttributes(place)
      this.#edits.push({ start: at, end: at, text: attributes })
    }
    if (element.isEmpty) return
    const { firstChild, lastChild, contentEnd, tagEnd, isEmpty } = place
    const inner = element.inner(firstChild === -1 ? '' : markup.gapBefore(firstChild))
    if (isEmpty)
      this.#edits.push({ start: tagEnd - 2, end: tagEnd, text: `>${inner}</${markup.nameOf(place)}>` })
    else {
      const at = lastChild === -1 ? contentEnd : lastChild
      this.#edits.push({ start: at, end: at, text: inner })
    }
  }
}

const slotOf = (c: number, { columns, ownCurrency }: PatchContext): Slot | undefined =>
  c === columns.length ? ownCurrency : columns[c]?.slot

function fieldsByColumn({ fields, blanks }: FeedRecord): ReadonlyMap<number, Field> {
  const own = new Map<number, Field>()
  for (const field of [...blanks, ...fields]) if (field.slot.column !== -1) own.set(field.slot.column, field)
  return own
}

/** Names that the new one of a column must not have. */
function usedNames({ attribute, node }: Slot): string[] {
  const { path } = node
  if (attribute !== undefined || path.parent === undefined || node.parent === undefined)
    return path.attributes.all.map(({ name }) => name)
  return path.parent.children.all.map(({ name }) => name)
}

/** The element of a converted price. */
function newPrice(node: RecordNode, to: Currency, text: string, { markup, names }: PatchContext): NewElement {
  const label = newLabel(node, to)
  const { name } = node.path
  const element =
    label === undefined
      ? new NewElement(names.of(name, to, usedNames(node.text)))
      : new NewElement(name, labelAttributes({ ...node.label!, text: label }, markup))
  element.text = markup.text(text)
  return element
}

/** The user's content of a cell as text, numbers with the decimal mark of the column. */
function enteredText(content: CellContent, mark: DecimalMark): string {
  if (typeof content === 'string') return content
  const { number, currency } = content
  const written = withMark(number, mark)
  return currency === undefined ? written : withSign(written, currency)
}

/** A new record with the indentation of the last one. */
export function addedRecord(added: AddedRow, context: PatchContext, template: FeedRecord): string {
  const { markup } = context
  const { place } = template
  const record = new NewElement(markup.nameOf(place), markup.declarations(place))
  const own = fieldsByColumn(template)
  for (const [c, content] of [...added.cells].toSorted(([a], [b]) => a - b)) {
    const slot = slotOf(c, context)
    if (slot !== undefined) addCell(record, { c, slot, content, like: own.get(c) }, added.prices, context)
  }
  const gap = place.firstChild === -1 ? '' : markup.gapBefore(place.firstChild)
  const closing = place.lastChild === -1 ? '' : markup.gapBefore(place.contentEnd)
  return markup.gapBefore(place.start) + record.markup(gap, closing)
}

/** A cell of a new record; `like`: the same one of the last record. */
type AddedCell = {
  readonly c: number
  readonly slot: Slot
  readonly content: CellContent
  readonly like: Field | undefined
}

function addCell(
  record: NewElement,
  { c, slot, content, like }: AddedCell,
  prices: Prices,
  context: PatchContext,
) {
  const { source, markup, plan, marks } = context
  const { root } = context
  const mark = marks.get(c) ?? '.'
  const cell = prices.get(c)
  const isReplaced = plan.placement === 'replace'
  const named = like && currencyOfField(like)
  const typed = named !== undefined && typeof content !== 'string' ? { number: content.number } : content
  const text = enteredText(typed, mark)
  if (cell === undefined) {
    const translated =
      isReplaced && c === plan.currencyColumn ? translateCurrencyName(text, prices.values()) : undefined
    return record.put(slot, root, translated ?? text, markup)
  }
  const to = otherCurrency(cell.from)
  const inPlace = cell.isMarked === true && named === undefined ? markedPrice : replacedPrice
  record.put(slot, root, isReplaced ? inPlace(text, amountIn(cell, to), to, mark) : text, markup)
  if (named !== undefined) {
    const usual = fieldText(source, named)
    const from = parseCurrency(usual) === cell.from ? usual : cell.from
    record.put(named.slot, root, isReplaced ? (translateTitle(from, to) ?? to) : from, markup)
  }
  if (!isReplaced) addPriceTo(record, slot, to, withMark(amountIn(cell, to), mark), context)
}

/** The converted price of a new record. */
function addPriceTo(record: NewElement, slot: Slot, to: Currency, text: string, context: PatchContext): void {
  const { markup, names, root } = context
  if (slot.attribute !== undefined || slot.node === root) {
    const name = names.of(slot.attribute?.name ?? root.path.name, to, usedNames(slot))
    record.at(slot.node, root, markup).attributes += markup.attribute(name, text)
    return
  }
  const target = isAmountSlot(slot) ? slot.node.parent! : slot.node
  record.at(target.parent!, root, markup).add(newPrice(target, to, text, context))
}
