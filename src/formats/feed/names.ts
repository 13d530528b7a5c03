import { type Currency, parseCurrency } from '#money/currency.ts'
import { translateTitle, withoutHundredths } from '#writeback/price-titles.ts'
import { type RecordNode, type Slot, labelKey } from './records.ts'
import { isAmountOf } from './titles.ts'

/** Letters and signs that names of elements and attributes have. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u

/** Names of new elements and attributes; in the whole file an old one is never used for something else. */
export class NewNames {
  readonly #known = new Map<string, string>()

  /** The name of a converted price: the old one with the other currency in place of its own, or added to it. */
  of(name: string, to: Currency, used: readonly string[]): string {
    const key = `${name} ${to}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const colon = name.indexOf(':') + 1
    const local = withoutHundredths(name.slice(colon))
    const own = name.slice(0, colon) + (renamed(local, to) ?? withCurrency(local, to))
    let found = own
    for (let n = 2; used.includes(found); n++) found = `${own}_${n}`
    this.#known.set(key, found)
    return found
  }
}

/** A name that names a currency, with another one; undefined for others. */
export function renamed(name: string, to: Currency): string | undefined {
  const turned = translateTitle(name, to)
  if (turned === undefined) return undefined
  return NAME.test(turned) ? turned : withCurrency(name, to)
}

/** `price_eur`, `PRICE_VAT_EUR`, `unit-price-eur`, `SalePriceEur`. */
function withCurrency(name: string, to: Currency): string {
  const code = to.toLowerCase()
  if (!/\p{Ll}/u.test(name)) return `${name}_${to}`
  if (name.includes('-') && !name.includes('_')) return `${name}-${code}`
  if (/\p{Lu}/u.test(name) && !name.includes('_')) return name + to[0] + code.slice(1)
  return `${name}_${code}`
}

/** The value of the attribute that tells an element from others, for the other currency. */
export function newLabel({ label, parent, path }: RecordNode, to: Currency): string | undefined {
  if (label?.attribute === undefined || parent === undefined) return undefined
  const { text, kind } = label
  const own = parseCurrency(text) === undefined ? (translateTitle(text, to) ?? withCurrency(text, to)) : to
  return hasSibling(parent, path, labelKey(own, kind)) ? undefined : own
}

/** Whether an element that stands in `parent` in any record is told from others by this key, see {@link labelKey}. */
export function hasSibling(parent: RecordNode, path: RecordNode['path'], key: string): boolean {
  const siblings = parent.children.get(path)
  return siblings instanceof Map && siblings.has(key)
}

/** Whether the value is the amount of the element around it, which is named after the price. */
export const isAmountSlot = (slot: Slot): boolean =>
  slot.attribute === undefined && slot.node.parent !== undefined && isAmountOf(slot.names)
