import { hasPriceWord } from '#pricelist/headers/header-meaning.ts'
import { normalizeHeader } from '#pricelist/headers/header-text.ts'

/** Names of elements and attributes that say in one word what titles say in several, normalized. */
const TITLES: Readonly<Record<string, string>> = {
  'price vat': 'price with VAT',
  pricevat: 'price with VAT',
  'old price vat': 'old price with VAT',
  'price before discount vat': 'old price with VAT',
  productname: 'product name',
  itemname: 'item name',
  'unit pricing measure': 'unit measure',
  'unit pricing base measure': 'base measure',
  'loyalty program': 'loyalty card',
  oldprice: 'old price',
  saleprice: 'sale price',
  netprice: 'net price',
  pret: 'price',
}

/** Elements that hold the amount of the price in which they are, also in a named currency. */
const AMOUNT =
  /^(?:amount|value|val|sum|number|price value|стойност|сума)(?: (bgn|eur|lev|leva|euro|лв|евро))?$/

const CURRENCY = /^(?:currency|valuta|валута|curr|ccy)(?: ?(?:id|code|iso|name|код))?$/

/** Elements that an attribute of theirs names, as in `<field name="price">`. */
const UNNAMED = /^(?:field|column|col|param|parameter|attribute|attr|property|prop|data|cell|value|pole)$/

export const isUnnamed = (name: string): boolean => UNNAMED.test(normalizeHeader(name))

/** Elements around the price of an offer, which is no special offer. */
const WRAPPER = /^(?:offers?|pricing|prices|цени)$/

/** Attributes that tell elements of one name apart, the best first. */
const LABELS = [
  'currency',
  'currencyid',
  'valuta',
  'name',
  'type',
  'kind',
  'vid',
  'вид',
  'tip',
  'тип',
  'lang',
  'key',
]

/** How well an attribute tells elements of one name apart: the lower, the better; -1 for others. */
export const labelRank = (name: string): number =>
  LABELS.indexOf(name.slice(name.indexOf(':') + 1).toLowerCase())

export const isLabel = (name: string): boolean => labelRank(name) !== -1

const VAT = /^(?:vat|tax|dds|ддс)$/

/** The rates of VAT in Bulgaria. */
const VAT_RATE = /^\s*(?:0|9|20)(?:[.,]0+)?\s*%?\s*$/

/** Whether an attribute with these values has the rate of VAT of a price: `vat="20"`. */
export const isVatRate = (name: string, values: ReadonlySet<string>): boolean =>
  VAT.test(normalizeHeader(name)) && [...values].every((text) => VAT_RATE.test(text))

export const isCurrencyName = (name: string): boolean => CURRENCY.test(normalizeHeader(name))

/** Whether an element is named after a price, such as `PRICE_VAT`, `sale_price` and `prices`. */
export const isPriceName = (name: string): boolean =>
  hasPriceWord(TITLES[normalizeHeader(name)] ?? name) && !/date|measure/i.test(name)

/**
 * The title of a column: the names of the elements from the record on, and of the attribute, without prefixes and what
 * says nothing about a price.
 * @param names what tells elements of one name apart follows the name, see `RecordColumns`
 */
export function titleOf(names: readonly string[]): string {
  const kept = names.filter((name, i) => !isSilent(names, name, i))
  const last = names.at(-1)!
  const currency = kept.at(-1) === last ? undefined : AMOUNT.exec(normalizeHeader(last))?.[1]
  if (currency !== undefined) kept.push(currency)
  const [only, ...others] = kept
  if (only !== undefined && others.length === 0) return singleTitle(only)
  return kept.map((name) => TITLES[normalizeHeader(name)] ?? name).join(' ')
}

/** Whether the last of the names is that of the amount of a price. */
export const isAmountOf = (names: readonly string[]): boolean =>
  names.length > 1 && isSilent(names, names.at(-1)!, names.length - 1)

function isSilent(names: readonly string[], name: string, i: number): boolean {
  if (i > 0 && i === names.length - 1)
    return AMOUNT.test(normalizeHeader(name)) && names.slice(0, i).some(isPriceName)
  if (i === names.length - 1) return false
  if (isUnnamed(name)) return true
  return WRAPPER.test(normalizeHeader(name)) && names.slice(i + 1).some(isPriceName)
}

function singleTitle(name: string): string {
  if (isCurrencyName(name)) return 'currency'
  return TITLES[normalizeHeader(name)] ?? name
}
