import type { SideTable } from '../types.ts'
import type { Table } from '#table/table.ts'
import { ColumnComparison } from './column-comparison.ts'
import { currencyColumn, nameColumn, namesCurrencies } from './column-roles.ts'
import { isPriceQualifier } from '../headers/header-meaning.ts'
import { normalizeHeader, headerWithoutCurrency } from '../headers/header-text.ts'
import { NO_NAME, SURE_NAME } from '../headers/name-titles.ts'
import { PACK_WORDS, RANKS } from '../headers/header-words.ts'
import type { Candidate } from './choose-price.ts'

/** The columns of a sheet, divided into tables that share one header row. */
export type SideBlocks = {
  /** Columns of the first table. */
  readonly own: readonly Candidate[]
  /** Columns of each table to its right; a table ends where the next begins. */
  readonly further: readonly (readonly Candidate[])[]
  /** False where the columns on the right may also belong to the first table: the user decides. */
  readonly isSure: boolean
}

/** Minimum share of distinct texts, in rows that have a price, for a column of names. */
const MOST = 0.8

/**
 * Finds further tables to the right of the first: names and prices whose titles repeat ('Име', 'Цена', 'Име',
 * 'Цена'), or price titles that repeat, each next to a different column of text ('Храна', 'Цена', 'Напитки',
 * 'Цена').
 */
export function findSideBlocks(table: Table, from: number, candidates: readonly Candidate[]): SideBlocks {
  const named = divided(candidates, startsOfNames(candidates))
  if (named.length > 1 && haveOnePrice(named)) return blocksOf(named, true)
  const compare = new ColumnComparison(table, from)
  for (const prices of repeatedPrices(candidates, compare)) {
    const parted = partedStarts(candidates, prices)
    if (parted.length > 0) {
      const blocks = divided(candidates, parted)
      return blocksOf(blocks, blocks.every(isUntitled) && !haveSameRows(blocks))
    }
    const adjoining = adjoiningStarts(candidates, prices)
    if (adjoining.length > 0) return blocksOf(divided(candidates, adjoining), false)
  }
  return { own: candidates, further: [], isSure: true }
}

/** Equal numbers of prices can be several prices of the same products. */
const haveSameRows = (blocks: readonly (readonly Candidate[])[]): boolean =>
  new Set(blocks.map((block) => block.find(isPrice)?.sample.filled)).size === 1

const blocksOf = (
  [own = [], ...further]: readonly (readonly Candidate[])[],
  isSure: boolean,
): SideBlocks => ({
  own,
  further,
  isSure,
})

/**
 * The columns of a side table whose prices are in column `price`; `isAlike` where its own price columns have
 * the same title.
 */
export function tableIn(
  block: readonly Candidate[],
  price: Candidate,
): { readonly table: SideTable; readonly isAlike: boolean } | undefined {
  const words = headerWithoutCurrency(price.title)
  const prices = block.filter(isPrice)
  const alike = prices.filter(({ title }) => headerWithoutCurrency(title) === words)
  const own =
    alike.find(({ meaning }) => meaning.currency === price.meaning.currency) ?? alike[0] ?? prices[0]
  if (own === undefined) return undefined
  return {
    table: { name: nameColumn(block), price: own.index, currency: currencyColumn(block, own) },
    isAlike: alike.includes(own),
  }
}

const isPrice = ({ meaning, sample }: Candidate): boolean => meaning.price >= RANKS.net && sample.prices > 0

function divided(
  candidates: readonly Candidate[],
  starts: readonly number[],
): readonly (readonly Candidate[])[] {
  return [0, ...starts].map((start, i) => candidates.slice(start, starts[i]))
}

/** Where tables begin whose name column has the title of the first one, or another unambiguous name title. */
function startsOfNames(candidates: readonly Candidate[]): number[] {
  const [first, ...others] = candidates.filter(isNamed)
  // A description or a model can stand to the right of the price.
  const further = others.filter(
    ({ meaning, title }) =>
      (meaning.name >= SURE_NAME && first!.meaning.name >= SURE_NAME) || title === first!.title,
  )
  return further.map(({ index }) => withTitlesBefore(candidates, first!.index, index))
}

/** The first of the columns before the names whose titles are those before the first names. */
function withTitlesBefore(candidates: readonly Candidate[], firstName: number, name: number): number {
  const titleAt = (index: number) => candidates[index]!.title
  let before = 0
  while (
    before < firstName &&
    titleAt(name - before - 1) !== '' &&
    titleAt(name - before - 1) === titleAt(firstName - before - 1)
  )
    before++
  return name - before
}

/**
 * Whether each table has the first price, on the same side of its names; otherwise the second name title is a
 * synonym of the first.
 */
function haveOnePrice([own = [], ...further]: readonly (readonly Candidate[])[]): boolean {
  const price = own.find(isPrice)
  const isBehindNames = (block: readonly Candidate[]): boolean =>
    block.findIndex(isPrice) > block.findIndex(isNamed)
  return (
    price !== undefined &&
    further.every(
      (block) => tableIn(block, price)?.isAlike === true && isBehindNames(block) === isBehindNames(own),
    )
  )
}

const isNamed = ({ meaning, sample }: Candidate): boolean => meaning.name !== 0 && sample.words > 0

/** Price columns by their titles; without those that are one price in two currencies. */
function repeatedPrices(
  candidates: readonly Candidate[],
  compare: ColumnComparison,
): (readonly Candidate[])[] {
  const groups = new Map<string, Candidate[]>()
  for (const one of candidates.filter(isPrice)) {
    const words = headerWithoutCurrency(one.title)
    const group = groups.get(words) ?? []
    // The same price in the other currency is in the same group.
    const other = group.findLast(({ meaning }) => meaning.currency !== one.meaning.currency)
    const isConverted = other !== undefined && compare.areConverted(other.index, one.index)
    if (!isConverted) groups.set(words, [...group, one])
  }
  return [...groups.values()]
}

const isBlank = ({ title, sample }: Candidate): boolean => title === '' && sample.filled === 0

/** The first columns of tables that blank columns separate. */
function partedStarts(candidates: readonly Candidate[], prices: readonly Candidate[]): number[] {
  const starts = new Map<number, Candidate>()
  for (const price of prices) {
    const start = candidates.slice(0, price.index).findLastIndex(isBlank) + 1
    if (!starts.has(start)) starts.set(start, price)
  }
  const haveNames = [...starts].every(([start, price]) => {
    const end = candidates.findIndex((one) => one.index > start && isBlank(one))
    const block = candidates.slice(start, end === -1 ? undefined : end)
    const isFirst = price === prices[0]
    return block.some((one) => holdsNames(one, price) || (isFirst && mayBeNames(one, price)))
  })
  return haveNames ? [...starts.keys()].slice(1) : []
}

/** The first columns of adjacent tables: each price has texts between it and the previous price. */
function adjoiningStarts(candidates: readonly Candidate[], prices: readonly Candidate[]): number[] {
  const names: Candidate[] = []
  let before = -1
  for (const price of prices) {
    const name = candidates.slice(before + 1, price.index).findLast((one) => holdsNames(one, price))
    before = price.index
    if (name !== undefined) names.push(name)
    else if (names.length === 0) return []
  }
  const [first, ...further] = names
  // Next to a title of goods, the other title describes them.
  if (first === undefined || !names.every(({ meaning }) => meaning.name === 0)) return []
  return further.map(({ index }) => withTitlesBefore(candidates, first.index, index))
}

/** Whether no title of a table is a known name title. */
function isUntitled(block: readonly Candidate[]): boolean {
  const name = nameColumn(block)
  const title = block.find(({ index }) => index === name)?.title
  return title !== undefined && title !== '' && block.every(({ meaning }) => meaning.name === 0)
}

/** Whether a column holds the names of the products that the prices belong to. */
const holdsNames = (candidate: Candidate, price: Candidate): boolean =>
  mayBeNames(candidate, price) &&
  (candidate.meaning.name !== 0 || candidate.sample.words >= MOST * candidate.sample.filled)

/** The same for texts of which many have no letters, such as model numbers. */
function mayBeNames(candidate: Candidate, price: Candidate): boolean {
  const { title, meaning, sample } = candidate
  if (sample.filled < MOST * price.sample.prices) return false
  if (meaning.name !== 0) return true
  if (meaning.price !== 0 || meaning.isCurrency || meaning.isElse === true) return false
  const words = normalizeHeader(title)
  if (isPriceQualifier(title) || PACK_WORDS.test(words) || NO_NAME.test(words)) return false
  return sample.distinct >= MOST * sample.filled && !namesCurrencies(candidate, price)
}
