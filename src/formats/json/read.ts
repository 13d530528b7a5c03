import { DEFAULT_LANG } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { parseCurrency } from '#money/currency.ts'
import { type Cell, LazyTable, type Table, type TableRow, isBlankRow } from '#table/table.ts'
import type { JsonItemError, ReadError } from '../format.ts'
import { plainNumber } from '../spreadsheet/cell.ts'
import { isUnitTitle, otherUnit } from '#pricelist/headers/header-meaning.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { parseItems } from './parse-items.ts'

/** The keys of the specification's items, and the first titles of the table. */
export const MAIN_KEYS = ['name', 'price', 'currency'] as const

type JsonResult =
  | {
      readonly ok: true
      readonly table: Table
      readonly isCut: boolean
      /** The table with all keys, where it was read without them. */
      readonly withAllKeys?: () => Table
    }
  | { readonly ok: false; readonly error: ReadError }

const notJson: JsonResult = { ok: false, error: { code: 'unreadable', reason: 'not-json' } }

/** Whether an array is to be read strictly: one of its items has the key `price`. */
export const isSpecified = (parsed: ReturnType<typeof parseItems>): boolean =>
  parsed?.items.some((item) => isObject(item) && Object.hasOwn(item, 'price')) === true

/**
 * Reads a JSON price list strictly (BULK-09): an array of objects with `price`, `currency` and optionally `name`. A fault in the
 * first 100 items is an error; later ones become invalid rows. Where items have further keys, as product exports do, a long
 * name is no fault: it is cut as in any other file (READ-07).
 * @param limit items read at most
 * @param allKeys whether further keys of the items become columns, after these three
 */
export function readJsonPriceList(text: string, limit: number, allKeys = false): JsonResult {
  const parsed = parseItems(text, limit)
  if (parsed === undefined) return notJson
  const { items, count } = parsed
  if (count === 0) return { ok: false, error: { code: 'no-rows' } }
  const errors = checkItems(items.slice(0, LIMITS.jsonItemsChecked))
  if (errors.length > 0) return { ok: false, error: jsonError(errors) }
  const withAllKeys = () => new JsonTable(items, collectKeys(items).slice(MAIN_KEYS.length))
  const isCut = count > limit
  return allKeys
    ? { ok: true, table: withAllKeys(), isCut }
    : { ok: true, table: new JsonTable(items, []), isCut, withAllKeys }
}

/** Row 0 has the titles, the others the items. Cells are created when they are read. */
class JsonTable extends LazyTable {
  readonly #items: readonly unknown[]
  readonly #others: readonly string[]

  constructor(items: readonly unknown[], others: readonly string[], length = items.length + 1) {
    super(length)
    this.#items = items
    this.#others = others
  }

  at(r: number): TableRow | undefined {
    if (r < 0 || r >= this.length) return undefined
    if (r === 0) return [...MAIN_KEYS, ...this.#others]
    const item = this.#items[r - 1]
    return [...itemCells(item), ...this.#others.map((key) => keyCell(item, key))]
  }

  cell(r: number, c: number): TableRow[number] {
    if (r <= 0 || r >= this.length) return this.at(r)?.[c]
    if (c < MAIN_KEYS.length) return itemCells(this.#items[r - 1])[c]
    const key = this.#others[c - MAIN_KEYS.length]
    return key === undefined ? undefined : keyCell(this.#items[r - 1], key)
  }

  lengthOfRow(r: number): number {
    return r < 0 || r >= this.length ? 0 : MAIN_KEYS.length + this.#others.length
  }

  isBlank(r: number): boolean {
    return isBlankRow(this.at(r) ?? [])
  }

  first(count: number): JsonTable {
    return new JsonTable(this.#items, this.#others, Math.min(count, this.length))
  }
}

const jsonError = (errors: readonly JsonItemError[]): ReadError => ({
  code: 'json-items',
  errors: errors.slice(0, LIMITS.jsonErrors),
  more: Math.max(errors.length - LIMITS.jsonErrors, 0),
})

function checkItems(items: readonly unknown[]): JsonItemError[] {
  const areNamesCut = items.some(hasFurtherKeys)
  return items.flatMap((item, i) =>
    itemProblems(item)
      .filter((problem) => problem !== 'name-too-long' || !areNamesCut)
      .map((problem) => ({ item: i + 1, problem })),
  )
}

const hasFurtherKeys = (item: unknown): boolean => isObject(item) && !Object.keys(item).every(isMainKey)

type ItemProblem = JsonItemError['problem']

function itemProblems(item: unknown): ItemProblem[] {
  if (!isObject(item)) return ['not-an-object']
  const problems = [
    currencyProblem(ownValue(item, 'currency')),
    priceProblem(ownValue(item, 'price')),
    nameProblem(ownValue(item, 'name')),
  ]
  return problems.filter((problem) => problem !== undefined)
}

const isObject = (item: unknown): item is object =>
  typeof item === 'object' && item !== null && !Array.isArray(item)

/** Own properties only: `__proto__` and the like give nothing. */
const ownValue = (item: object, key: string): unknown => Object.getOwnPropertyDescriptor(item, key)?.value

function currencyProblem(currency: unknown): ItemProblem | undefined {
  if (currency === undefined || currency === null || currency === '') return 'currency-missing'
  return parseCurrency(currency) === undefined ? 'currency-unknown' : undefined
}

function priceProblem(price: unknown): ItemProblem | undefined {
  if (price === undefined || price === null) return 'price-missing'
  const text = typeof price === 'number' ? plainNumber(price) : price
  if (typeof text !== 'string') return 'price-not-positive'
  const reading = parsePriceText(text)
  if (reading.kind === 'blank') return 'price-missing'
  return reading.kind === 'invalid' ? 'price-not-positive' : undefined
}

function nameProblem(name: unknown): ItemProblem | undefined {
  if (name === undefined) return undefined
  if (typeof name !== 'string') return 'name-not-text'
  return isNameTooLong(name) ? 'name-too-long' : undefined
}

/** Created for the first long name: it takes 25 ms. */
let segmenter: Intl.Segmenter | undefined

/** Counts grapheme clusters: combining marks do not make a name long. */
function isNameTooLong(name: string): boolean {
  if (name.length <= LIMITS.nameLength) return false
  if (name.length > LIMITS.nameLength * 20) return true
  segmenter ??= new Intl.Segmenter(DEFAULT_LANG, { granularity: 'grapheme' })
  return [...segmenter.segment(name)].length > LIMITS.nameLength
}

/** Whether an item says by a unit (`unit: 'стотинки'`) that its whole price may be in stotinki or cents. */
export function isInHundredths(items: readonly unknown[]): boolean {
  const units = collectKeys(items).slice(MAIN_KEYS.length).filter(isUnitTitle)
  if (units.length === 0) return false
  return items.some((item) => {
    if (!isObject(item) || !isWhole(ownValue(item, 'price'))) return false
    const texts = units.map((key) => ownValue(item, key)).filter((value) => typeof value === 'string')
    return otherUnit(texts) !== undefined
  })
}

const isWhole = (price: unknown): boolean =>
  typeof price === 'number'
    ? Number.isInteger(price)
    : typeof price === 'string' && !/[.,]\d\d?(?!\d)/.test(price)

/** More further keys than any price list has. */
export const MAX_KEYS = 512

/** The keys of all items in the order of the table's columns. */
export function collectKeys(items: readonly unknown[]): string[] {
  const others = new Set<string>()
  for (const item of items) {
    if (!isObject(item)) continue
    for (const key of Object.keys(item)) if (!isMainKey(key) && others.size < MAX_KEYS) others.add(key)
  }
  return [...MAIN_KEYS, ...others]
}

const isMainKey = (key: string): boolean => (MAIN_KEYS as readonly string[]).includes(key)

function keyCell(item: unknown, key: string): string | Cell {
  const value = isObject(item) ? ownValue(item, key) : undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number') return { kind: 'number', text: plainNumber(value) }
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** The cell of a missing currency. It names no currency, so that the row does not get the default one. */
const MISSING_CURRENCY = '?'

function itemCells(item: unknown): readonly (string | Cell)[] {
  if (!isObject(item)) return ['', { kind: 'other', text: shortJson(item), what: 'value' }, '']
  // Some product exports have the name under `title`.
  const name = ownValue(item, 'name') ?? ownValue(item, 'title')
  const currency = ownValue(item, 'currency')
  return [
    typeof name === 'string' ? name : '',
    priceCell(ownValue(item, 'price')),
    typeof currency === 'string' && currency.trim() !== '' ? currency : MISSING_CURRENCY,
  ]
}

function priceCell(price: unknown): string | Cell {
  if (typeof price === 'string') return price
  if (typeof price === 'number') return { kind: 'number', text: plainNumber(price) }
  return price === undefined || price === null ? '' : { kind: 'other', text: shortJson(price), what: 'value' }
}

const shortJson = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > LIMITS.priceLength ? `${text.slice(0, LIMITS.priceLength - 1)}…` : text
}
