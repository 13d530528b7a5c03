import { type Side, toDecimalText } from '#money/amount.ts'
import { CURRENCY_CODES, type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { decimalText, isAboveMaximum, isZero, parseDecimal } from '#money/decimal.ts'
import { LIMITS } from '#product/limits.ts'
import type { PriceProblem } from './types.ts'
import { areApart, distanceOf } from './pairs/price-pair.ts'
import {
  BLANK_WORDS,
  CURRENCY_ANYWHERE,
  CURRENCY_EDGES,
  HUNDREDTHS_WORD,
  OTHER_CURRENCY,
  PRICE_LABEL,
  UNIT_SUFFIX,
  VAT_SUFFIX,
  WITH_HUNDREDTHS,
} from './currency/currency-words.ts'

type Mark = 'comma' | 'point'

/**
 * How a number is written, counted per column: with a certain decimal mark, with certain thousands
 * separators, as a whole number of at most three digits, ambiguous ('12,500'), or without evidence.
 */
export type PriceNotation =
  | `decimal-${Mark}`
  | `groups-${Mark}`
  | `ambiguous-${Mark}`
  | 'short-whole'
  | 'plain'

/**
 * The result of parsing one price cell. `price` is a plain decimal, above 0 and within the maximum; of an
 * ambiguous text it is the decimal reading, and `thousands` is the other one.
 */
export type PriceReading =
  | { readonly kind: 'blank' }
  | {
      readonly kind: 'invalid'
      readonly problem: PriceProblem
      readonly notation?: PriceNotation
      /** One above the maximum, which may be the sum of prices. */
      readonly amount?: string
    }
  | {
      readonly kind: 'price'
      readonly price: string
      readonly notation: PriceNotation
      readonly currency?: Currency
      readonly thousands?: string
    }

const BLANK: PriceReading = { kind: 'blank' }
const invalid = (problem: PriceProblem): PriceReading => ({ kind: 'invalid', problem })

/** Maximum length; the longest text with two prices, units and VAT has about 70 characters. */
const LONGEST = 120

/** The notation of most cells; three decimals are excluded because they are ambiguous. */
const COMMON = /^(?:0|[1-9]\d{0,6})(?:[.,]\d\d?)?$/

/**
 * The result of {@link numberOf} for such a text in a quarter of the time: no thousands separators, never too
 * large.
 */
function commonPrice(text: string): PriceReading {
  const at = Math.max(text.indexOf(','), text.indexOf('.'))
  const whole = at === -1 ? text : text.slice(0, at)
  const fraction = at === -1 ? '' : fractionText(text, at)
  if (whole === '0' && fraction === '') return numberOf(text)
  return { kind: 'price', price: whole + fraction, notation: commonNotation(text, at) }
}

/** '.5' for '12,50'. */
function fractionText(text: string, mark: number): string {
  let end = text.length
  while (text[end - 1] === '0') end--
  return end === mark + 1 ? '' : `.${text.slice(mark + 1, end)}`
}

function commonNotation(text: string, mark: number): PriceNotation {
  if (mark === -1) return text.length <= 3 ? 'short-whole' : 'plain'
  return text[mark] === ',' ? 'decimal-comma' : 'decimal-point'
}

/**
 * Parses the text of a price cell in the notations of Bulgarian and international price lists (BULK-08):
 * separators, currency, unit and VAT words, two prices in two currencies. Never throws; reads at most {@link
 * LONGEST} characters.
 */
export function parsePriceText(text: string): PriceReading {
  if (COMMON.test(text)) return commonPrice(text)
  if (text === '') return BLANK
  if (text.trim().length > LONGEST) return invalid('not-a-price')
  const clean = cleanPriceText(text)
  if (BLANK_WORDS.has(clean)) return BLANK
  if (OTHER_CURRENCY.test(clean)) return invalid('other-currency')
  const inBoth = CURRENCY_ANYWHERE[NATIONAL].test(clean) && CURRENCY_ANYWHERE[EURO].test(clean)
  return inBoth ? twoPrices(clean) : onePrice(clean)
}

/** Numbers on two lines or separated by tabs are two numbers: only a space separates thousands. */
const NUMBERS_APART = /(?<=\d)[^\S\n\r\t\v\f\u0085\u2028\u2029]*[\n\r\t\v\f\u0085\u2028\u2029]\s*(?=\d)/g

/**
 * Normalizes spaces, dashes, apostrophes and digits; lower case. Invisible characters are removed, except the
 * one that reverses the digits after it.
 */
const cleanPriceText = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202d\u2060-\u2069\ufeff]/g, '')
    .replace(NUMBERS_APART, ' | ')
    .replace(/\s+/g, ' ')
    .replace(/[\u2018\u2019\u201b\u02bc\u00b4\u0060\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
    .trim()
    .toLowerCase()

/** `19,56 лв. / 10,00 €`: the national price, when both agree. */
function twoPrices(clean: string): PriceReading {
  const both = bothPrices(clean)
  return both === undefined ? invalid('not-a-price') : nationalOfPair(both)
}

type Price = Extract<PriceReading, { kind: 'price' }>

type BothPrices = Readonly<Record<Side, Price>>

function bothPrices(clean: string): BothPrices | undefined {
  for (const { index } of clean.matchAll(/[ /|;=(]/g)) {
    const left = onePrice(clean.slice(0, index).replace(/[ ,]+$/, ''))
    if (left.kind !== 'price' || left.currency === undefined) continue
    const right = onePrice(
      clean
        .slice(index)
        .replace(/^[ /|;=(-]+/, '')
        .replace(/ ?\)$/, ''),
    )
    if (right.kind !== 'price' || right.currency === undefined || right.currency === left.currency) continue
    return left.currency === NATIONAL ? { national: left, euro: right } : { national: right, euro: left }
  }
  return undefined
}

/**
 * The national and the euro price of a text that has both, whether or not they agree. Of amounts like
 * '12,500' it takes the readings that are closest to each other.
 * @param national the national price, where the column has decided its reading
 */
export function pairInText(text: string, national?: string): Readonly<Record<Side, string>> | undefined {
  if (text.trim().length > LONGEST) return undefined
  const clean = cleanPriceText(text)
  if (!CURRENCY_ANYWHERE[NATIONAL].test(clean) || !CURRENCY_ANYWHERE[EURO].test(clean)) return undefined
  const both = bothPrices(clean)
  if (both === undefined) return undefined
  const told = candidates(both.national).filter((one) => one === national)
  const [closest] = (told.length > 0 ? told : candidates(both.national))
    .flatMap((first) => candidates(both.euro).map((second) => ({ national: first, euro: second })))
    .sort((one, other) => distanceOf(one.national, one.euro) - distanceOf(other.national, other.euro))
  return closest
}

/** An amount above the maximum of a price, as a plain decimal, which may be the sum of prices; undefined for any other text. */
export function largeAmountIn(text: string): string | undefined {
  const reading = parsePriceText(text)
  return reading.kind === 'invalid' ? reading.amount : undefined
}

/** The largest error of rounding to whole euros. */
const WHOLE_EUROS = 0.5

function nationalOfPair({ national, euro }: BothPrices): PriceReading {
  if (national.thousands !== undefined && euro.thousands !== undefined) {
    // Both amounts could be thousands, and the euros whole ones: the column or the user decides.
    const isDecimal = !areApart(national.price, euro.price)
    const isThousands = !areApart(national.thousands, euro.thousands, WHOLE_EUROS)
    if (isDecimal && isThousands) return { ...national, currency: NATIONAL }
  }
  for (const price of candidates(national)) {
    for (const other of candidates(euro)) {
      if (!areApart(price, other)) return { kind: 'price', price, notation: 'plain', currency: NATIONAL }
    }
  }
  return invalid('two-prices')
}

const candidates = ({ price, thousands }: Price): readonly string[] =>
  thousands === undefined ? [price] : [price, thousands]

/** A price in whole units and hundredths, or in hundredths alone: '10 лв. 50 ст.', '50 стотинки'. */
function priceWithHundredths(clean: string): PriceReading | undefined {
  if (!HUNDREDTHS_WORD.test(clean)) return undefined
  const text = withoutNotes(clean)
  for (const currency of CURRENCY_CODES) {
    const [found, whole = '0', afterWhole, alone] = WITH_HUNDREDTHS[currency].exec(text) ?? []
    if (found === undefined) continue
    const units = ungrouped(whole)
    if (units === undefined) return undefined
    const reading = withinLimits(toDecimalText(Number(units) * 100 + Number(afterWhole ?? alone)), 'plain')
    return reading.kind === 'price' ? { ...reading, currency } : reading
  }
  return undefined
}

/** Whether a price is written in stotinki or euro cents alone: '169 ст.', '50 ст./бр'. */
export function isInHundredths(text: string): boolean {
  const clean = withoutNotes(cleanPriceText(text.slice(0, LONGEST)))
  return CURRENCY_CODES.some((currency) => WITH_HUNDREDTHS[currency].exec(clean)?.[3] !== undefined)
}

function onePrice(clean: string): PriceReading {
  const split = priceWithHundredths(clean)
  if (split !== undefined) return split
  const stripped = stripWords(clean)
  if (stripped === undefined) return invalid('not-a-price')
  const reading = amountOf(stripped.text)
  return reading.kind === 'price' && stripped.currency !== undefined
    ? { ...reading, currency: stripped.currency }
    : reading
}

/** Without these words the long patterns cannot match, and need not be compiled. */
const VAT_WORD = /ддс|vat|tax/
const UNIT_WORD = /\/|за |per |на /

/** Removes the label before a price, and the words for VAT and the unit after it. */
function withoutNotes(clean: string): string {
  let text = clean.replace(PRICE_LABEL, '')
  for (let before = ''; before !== text;) {
    before = text
    text = withoutNotesAfter(text)
  }
  return text
}

function withoutNotesAfter(text: string): string {
  const untaxed = VAT_WORD.test(text) ? text.replace(VAT_SUFFIX, '') : text
  return (UNIT_WORD.test(untaxed) ? untaxed.replace(UNIT_SUFFIX, '') : untaxed).trim()
}

/** Removes label, VAT, unit and currency words from both ends; undefined when two currencies name one amount. */
function stripWords(clean: string): { text: string; currency: Currency | undefined } | undefined {
  let text = clean.replace(PRICE_LABEL, '')
  let currency: Currency | undefined
  for (let before = ''; before !== text;) {
    before = text
    text = withoutNotesAfter(text)
    for (const edge of CURRENCY_EDGES) {
      const rest = text.replace(edge.atStart, '').replace(edge.atEnd, '')
      if (rest === text) continue
      if (currency !== undefined && currency !== edge.currency) return undefined
      // 'лв.50' may be fifty lev or fifty stotinki.
      if (isDottedBefore(text, rest)) return undefined
      currency = edge.currency
      text = rest
    }
  }
  return { text, currency }
}

/** Whether a point separated the removed word from a whole number. */
const isDottedBefore = (text: string, rest: string): boolean =>
  text.endsWith(`.${rest}`) && /^\d+$/.test(rest)

function amountOf(text: string): PriceReading {
  if (!/\d/.test(text)) return invalid(/\p{N}/u.test(text) ? 'not-a-price' : 'no-number')
  const unsigned = text.replace(/^\+ ?/, '').replace(/[.,](?:--?)?$/, '')
  if (/^[\d.,' ]+$/.test(unsigned)) {
    const reading = numberOf(unsigned)
    return /[.,]--?$/.test(text) ? withoutCents(reading) : reading
  }
  if (/^[\d.,' ()-]+$/.test(text)) return invalid(signProblem(text))
  return invalid(
    /^-? ?\d[^-]*-[^-]*\d/.test(text) && !/[^\d.,' -]/.test(withoutCurrency(text)) ? 'range' : 'not-a-price',
  )
}

/** '12.500,-' has no cents: the mark before the dash separates thousands. */
function withoutCents(reading: PriceReading): PriceReading {
  if (reading.kind !== 'price' || reading.thousands === undefined) return reading
  return withinLimits(
    reading.thousands,
    reading.notation === 'ambiguous-comma' ? 'groups-comma' : 'groups-point',
  )
}

const withoutCurrency = (text: string): string =>
  text.replace(CURRENCY_ANYWHERE[NATIONAL], '').replace(CURRENCY_ANYWHERE[EURO], '')

function signProblem(text: string): PriceProblem {
  if (/^-|^\(.*\)$|-$/.test(text)) return 'negative'
  return /\d.*-.*\d/.test(text) ? 'range' : 'not-a-price'
}

const MARKS = { ',': 'comma', '.': 'point' } as const satisfies Record<string, Mark>

/**
 * Parses digits, the two marks, spaces and apostrophes: decides which is the decimal mark and which separates
 * thousands.
 */
function numberOf(text: string): PriceReading {
  const body = /^[.,]/.test(text) ? `0${text}` : text
  const comma = body.lastIndexOf(',')
  const point = body.lastIndexOf('.')
  const at = Math.max(comma, point)
  if (at === -1) return wholeNumber(body)
  const mark = at === comma ? ',' : '.'
  if (body.indexOf(mark) === at) return decimalNumber(body.slice(0, at), body.slice(at + 1), MARKS[mark])
  const digits = ungrouped(body)
  return digits === undefined ? invalid('not-a-price') : withinLimits(digits, `groups-${MARKS[mark]}`)
}

function wholeNumber(body: string): PriceReading {
  const digits = ungrouped(body)
  if (digits === undefined) return invalid('not-a-price')
  return withinLimits(digits, body.length <= 3 ? 'short-whole' : 'plain')
}

function decimalNumber(left: string, fraction: string, mark: Mark): PriceReading {
  const whole = ungrouped(left)
  if (whole === undefined || !/^\d+$/.test(fraction)) return invalid('not-a-price')
  // A thousands group does not begin with a zero, and does not follow more than three digits or groups with
  // another mark.
  const couldGroup = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(left)
  if (!couldGroup) return withinLimits(`${whole}.${fraction}`, `decimal-${mark}`)
  const reading = withinLimits(`${whole}.${fraction}`, `ambiguous-${mark}`)
  return reading.kind === 'price' ? { ...reading, thousands: whole + fraction } : reading
}

/**
 * The digits of an integer part without separators, or with groups of exactly three and one separator; else
 * undefined.
 */
function ungrouped(part: string): string | undefined {
  return /^(?:\d+|[1-9]\d{0,2}([ '.,])\d{3}(?:\1\d{3})*)$/.test(part) ? part.replace(/\D/g, '') : undefined
}

/** @param text digits with at most one point */
function withinLimits(text: string, notation: PriceNotation): PriceReading {
  const decimal = parseDecimal(text)!
  // A bare 0 is the same in every notation.
  if (isZero(decimal))
    return {
      kind: 'invalid',
      problem: 'not-positive',
      notation: notation === 'short-whole' ? 'plain' : notation,
    }
  if (isAboveMaximum(decimal))
    return { kind: 'invalid', problem: 'too-large', notation, amount: decimalText(decimal) }
  const price = decimalText(decimal)
  return price.length > LIMITS.priceLength ? invalid('not-a-price') : { kind: 'price', price, notation }
}

/**
 * `12.5` as `12.50`, and a whole price `12` as `12.00` where these have decimals too; any other text as it is. Decimal marks of
 * padded prices align.
 */
export const padDecimals = (price: string, haveWholeDecimals = true): string => {
  if (/^\d+\.\d$/.test(price)) return `${price}0`
  return haveWholeDecimals && /^\d+$/.test(price) ? `${price}.00` : price
}
