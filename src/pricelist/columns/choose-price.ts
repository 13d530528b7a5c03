import { otherCurrency, EURO } from '#money/currency.ts'
import type { ColumnQuestion, RivalColumn } from '../types.ts'
import type { Table } from '#table/table.ts'
import { ColumnComparison } from './column-comparison.ts'
import type { ColumnSample } from './column-sample.ts'
import type { HeaderMeaning } from '../headers/header-meaning.ts'
import { headerWithoutCurrency, normalizeHeader } from '../headers/header-text.ts'
import {
  BEFORE_PROMOTION,
  COST_WORDS,
  EQUIVALENT,
  GROSS_OR_NET,
  MAY_BE_PRICED,
  PACK_WORDS,
  QUANTITY,
  RANKS,
} from '../headers/header-words.ts'
import { findShop } from './shop-exports.ts'

/** A column of the file with its title's meaning and a sample of its cells. */
export type Candidate = {
  readonly index: number
  readonly title: string
  readonly meaning: HeaderMeaning
  readonly sample: ColumnSample
}

export type PriceChoice = {
  readonly price: Candidate
  /** The same price in the other currency. */
  readonly otherPrice: Candidate | undefined
  readonly question: ColumnQuestion | null
  /** Indexes of the columns to choose from, `price` first. */
  readonly candidates: readonly number[]
  readonly rivals: readonly RivalColumn[]
}

/**
 * A price title over cells of which few are prices likely means something else; over blank cells it is
 * useless.
 */
const FEW_PRICES = { share: 0.3, penalty: 70 }
const BLANK_PENALTY = 80
const NO_PRICES_PENALTY = 90

/**
 * Number of price and of quantity columns, nearest first, that are tried as factors of an amount: a file can
 * have hundreds.
 */
const NEAREST = 16

/**
 * Chooses the price column by the meaning of the titles (docs/price-lists.md): the highest rank, the
 * leftmost of equals. Two selling prices whose values differ are a question. Undefined where no title names a
 * price.
 */
export function choosePrice(
  table: Table,
  from: number,
  candidates: readonly Candidate[],
): PriceChoice | undefined {
  const compare = new ColumnComparison(table, from)
  const ranked = withoutLineAmounts(candidates, compare)
    .map((candidate) => ({ candidate, rank: rankAsPrice(candidate) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
  const [first] = ranked
  if (first === undefined) return undefined
  const { price, otherPrice } = withOtherCurrency(
    first.candidate,
    ranked.map(({ candidate }) => candidate),
    compare,
  )
  const others = ranked.filter(({ candidate }) => candidate !== price && candidate !== otherPrice)
  const equals = others
    .filter(
      (other) =>
        (competes(first, other) || isMoreCertain(first, other) || isOfPiece(first, other, compare)) &&
        !compare.areEqual(price.index, other.candidate.index) &&
        !(otherPrice !== undefined && compare.areEqual(otherPrice.index, other.candidate.index)),
    )
    .map(({ candidate }) => candidate)
  const shopPrices = findShop(candidates.map(({ title }) => title))?.prices ?? []
  const isShopPrice =
    shopPrices.includes(price.index) && !equals.some(({ index }) => shopPrices.includes(index))
  const areCounted = candidates.some(isQuantity)
  const isProductOf = ({ index }: Candidate, amount: Candidate) =>
    nearest(candidates, amount).some((count) => compare.areProducts(count.index, index, amount.index))
  const unknown = candidates.filter(
    (one) =>
      one.index !== otherPrice?.index &&
      (mayBeThePrice(one, price) || (!areCounted && isAmountFor(price, one) && !isProductOf(price, one))),
  )
  const rivals = others
    .filter(({ candidate }) => candidate.meaning.price >= RANKS.cost && candidate.sample.prices > 0)
    .map(({ candidate: { index, title, meaning } }) => ({ index, title, kind: meaning.kind! }))
  const question = isSecondBest(
    candidates.filter((one) => one !== otherPrice),
    price,
  )
    ? 'second-best'
    : price.meaning.isOpposed
      ? 'opposed-title'
      : equals.length > 0 && !isShopPrice
        ? 'equal-prices'
        : unknown.length > 0
          ? 'unknown-title'
          : null
  const choices =
    question === 'equal-prices'
      ? equals.map(({ index }) => index)
      : question === 'unknown-title'
        ? unknown.map(({ index }) => index)
        : others.map(({ candidate }) => candidate.index)
  return { price, otherPrice, question, candidates: [price.index, ...choices], rivals }
}

/** Whether all words of this title are known while those of the best title are not. */
function isMoreCertain({ candidate: first }: Ranked, { candidate: { meaning } }: Ranked): boolean {
  if (first.meaning.isUnsure !== true || meaning.isUnsure === true) return false
  return meaning.price >= RANKS.wholesale || GROSS_OR_NET.test(normalizeHeader(first.title))
}

/**
 * Whether a column may be the selling price although its title does not say so: no other title does, and this
 * one says nothing or lacks a letter that could not be decoded.
 */
function mayBeThePrice({ title, meaning, sample }: Candidate, price: Candidate): boolean {
  const isMeasured = price.meaning.kind === 'measure' && MAY_BE_PRICED.test(normalizeHeader(title))
  const isUnknown = (price.meaning.price < RANKS.bareCurrency || isMeasured) && isUnknownTitle(meaning)
  const isCandidate = isDamaged(title, meaning) || isUnknown
  return isCandidate && (price.meaning.price <= RANKS.cost ? sample.mostlyAmounts : sample.holdsAmounts)
}

/** Whether a column titled as line amounts may be the selling price, because all other prices are wholesale, cost or old prices. */
const isAmountFor = (price: Candidate, { meaning, sample }: Candidate): boolean =>
  price.meaning.price <= RANKS.wholesale &&
  price.meaning.price > RANKS.lineAmount &&
  meaning.kind === 'line-amount' &&
  sample.holdsAmounts

/** Whether a title is that of a quantity. */
export const isQuantity = ({ title }: Candidate): boolean => QUANTITY.test(normalizeHeader(title))

/** Leaves out prices that are another price times the quantity of their row: they are line amounts. */
function withoutLineAmounts(
  candidates: readonly Candidate[],
  compare: ColumnComparison,
): readonly Candidate[] {
  const quantities = candidates.filter(
    ({ meaning, ...one }) => meaning.price === 0 && isQuantity({ meaning, ...one }),
  )
  const selling = candidates.filter(({ meaning }) => meaning.price >= RANKS.bareCurrency)
  const isAmount = (one: Candidate) =>
    nearest(selling, one).some(({ index }) =>
      nearest(quantities, one).some((count) => compare.areProducts(count.index, index, one.index)),
    )
  return candidates.map((one) =>
    selling.includes(one) && isAmount(one)
      ? { ...one, meaning: { ...one.meaning, price: RANKS.lineAmount } }
      : one,
  )
}

const nearest = (columns: readonly Candidate[], to: Candidate): Candidate[] =>
  columns
    .filter((one) => one !== to)
    .sort((one, other) => Math.abs(one.index - to.index) - Math.abs(other.index - to.index))
    .slice(0, NEAREST)

const isUnknownTitle = ({ price, name, isCurrency, isOtherMoney, isElse }: HeaderMeaning): boolean =>
  price === 0 && name === 0 && !isCurrency && isOtherMoney === undefined && isElse !== true

/** A title with an undecodable letter does not tell what else it may mean. */
const isDamaged = (title: string, { price, isCurrency }: HeaderMeaning): boolean =>
  price === 0 && !isCurrency && title.includes('\ufffd')

function rankAsPrice({ meaning, sample }: Candidate): number {
  if (meaning.price === 0) return 0
  if (sample.filled === 0) return meaning.price - BLANK_PENALTY
  if (sample.prices === 0) return Math.max(meaning.price - NO_PRICES_PENALTY, 1)
  return meaning.price - (sample.prices < FEW_PRICES.share * sample.filled ? FEW_PRICES.penalty : 0)
}

type Ranked = { readonly candidate: Candidate; readonly rank: number }

/** Whether `other` is the net price of a piece and `best` that of a carton of them. */
function isOfPiece(best: Ranked, other: Ranked, compare: ColumnComparison): boolean {
  const isPack = ({ candidate: { title } }: Ranked) => PACK_WORDS.test(normalizeHeader(title))
  const isPair = isPack(best) && !isPack(other) && other.rank >= RANKS.net
  return isPair && !compare.areWithVat(best.candidate.index, other.candidate.index)
}

/** Whether only the user can decide between the two. */
function competes(best: Ranked, other: Ranked): boolean {
  if (best.rank === other.rank) return true
  // Neither a cost nor an old price is a selling price; an old cost is distinguished from a cost.
  if (best.rank <= RANKS.cost && other.rank > RANKS.lineAmount)
    return !COST_WORDS.test(normalizeHeader(other.candidate.title))
  if (best.rank === RANKS.beforeDiscount && BEFORE_PROMOTION.test(normalizeHeader(best.candidate.title)))
    return other.rank >= RANKS.cost
  const isSelling = ({ rank, candidate: { meaning } }: Ranked) =>
    rank > RANKS.bareCurrency && meaning.kind !== 'measure'
  // Unknown words may mean another kind of price: then the price per measure, or the bare currency, can be
  // the better one.
  const { kind, isUnsure } = best.candidate.meaning
  if (kind === 'selling' && isUnsure === true && other.rank >= RANKS.bareCurrency) return true
  // A price before a discount may be the current one or a former one.
  const isBefore = best.candidate.meaning.price === RANKS.beforeDiscount
  const otherKind = other.candidate.meaning.kind
  if (isBefore && (otherKind === 'net' || otherKind === 'wholesale')) return true
  return (isSelling(best) && isSelling(other)) || (kind === 'measure' && other.rank >= RANKS.list)
}

/**
 * Whether a price won only because the column of a better one is nearly empty: an old price, a cost or a line
 * amount.
 */
function isSecondBest(candidates: readonly Candidate[], { meaning: { price, kind } }: Candidate): boolean {
  if (price <= RANKS.cost)
    return candidates.some(({ meaning }) => meaning.price > price || meaning.isOtherMoney)
  const isSelling = price >= RANKS.bareCurrency && kind !== 'measure' && kind !== 'list'
  return !isSelling && candidates.some((one) => one.meaning.price > price && isUnpriced(one))
}

/**
 * Whether a column of selling prices holds few prices. Currencies and units can stand under a title of money
 * alone, dates under that of a price.
 */
function isUnpriced(candidate: Candidate): boolean {
  const { meaning, sample } = candidate
  const isSelling =
    meaning.price >= RANKS.bareCurrency && meaning.kind !== 'measure' && meaning.kind !== 'list'
  return (
    isSelling &&
    (meaning.kind !== 'bare-currency' || sample.filled === 0 || sample.prices > 0) &&
    rankAsPrice(candidate) < meaning.price &&
    (sample.prices > 0 || sample.dates === 0)
  )
}

/**
 * Finds the same price in the other currency: its title differs in the currency only, or its values are the
 * converted ones. Of two such columns of which the left one names no currency, the named one is the price,
 * unless the unnamed one can only be in the national currency.
 */
function withOtherCurrency(
  best: Candidate,
  ranked: readonly Candidate[],
  compare: ColumnComparison,
): Pick<PriceChoice, 'price' | 'otherPrice'> {
  const { currency } = best.meaning
  const others = ranked.filter(
    ({ meaning, sample }) =>
      meaning.currency !== undefined && meaning.currency !== currency && sample.filled > 0,
  )
  const unnamed = ranked.filter(({ meaning }) => meaning.currency === undefined)
  if (currency !== undefined) {
    const words = headerWithoutCurrency(best.title)
    const other =
      others.find(({ title }) => headerWithoutCurrency(title) === words) ??
      others.find(({ meaning }) => meaning.price === best.meaning.price) ??
      others.find(({ index }) => compare.areConverted(best.index, index)) ??
      unnamed.find(({ index }) => compare.areConverted(best.index, index, otherCurrency(currency)))
    return { price: best, otherPrice: other }
  }
  const other = others.find(
    ({ index, title, meaning }) =>
      compare.areConverted(best.index, index, meaning.currency) &&
      (meaning.price >= RANKS.bareCurrency || EQUIVALENT.test(normalizeHeader(title))),
  )
  if (other === undefined) return { price: best, otherPrice: undefined }
  return other.meaning.currency === EURO
    ? { price: best, otherPrice: other }
    : { price: other, otherPrice: best }
}
