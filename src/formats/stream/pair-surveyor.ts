import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { type CheckChoices, type PriceCheck, PairChecker } from '#pricelist/pairs/check-pairs.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { type PairsReading, type PricePair, readPricePairs } from '#pricelist/pairs/read-pairs.ts'
import { wholeName } from '#pricelist/product-name.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { type Table, type TableRow, rowAt } from '#table/table.ts'
import { Alignment } from './alignment.ts'
import { UsualPrice } from './price-form.ts'
import { AMBIGUOUS, NotPlainError } from './row-chunks.ts'
import { type FoundRows, RowSurveyor, type SurveyorTask } from './row-surveyor.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Rows, or pairs, that are compared together. */
const MOST_PENDING = 2000

/** The pairs that are off, and those that cannot be checked. */
export type FoundPairs = Pick<PriceCheck, 'mismatches' | 'missing'>

class PriceColumn {
  readonly index: number
  readonly price: UsualPrice
  readonly alignment: Alignment

  constructor(index: number, price: UsualPrice) {
    this.index = index
    this.price = price
    this.alignment = new Alignment(index)
  }
}

/** Called with the line and the index of its columns for each pair that has two prices, in any order. */
export type OnPair = (line: number, pair: number) => void

type Pair = { readonly national: PriceColumn; readonly euro: PriceColumn }

/** Checks the pairs of prices of each row. */
export class PairSurveyor extends RowSurveyor {
  readonly checker: PairChecker
  readonly #choices: CheckChoices
  readonly #onPair: OnPair | undefined
  readonly #direction: PairDirection
  readonly #pairs: readonly Pair[]
  readonly #columns: readonly PriceColumn[]
  /** Whether a pair of usual prices needs no more than these. */
  readonly #isDirect: boolean
  readonly #header: readonly TableRow[]
  /** Pairs of usual prices that are not exact, or of more decimals. */
  #usual: PricePair[] = []
  #pending: TableRow[] = []
  #lines: number[] = []
  #found: FoundPairs[] = []

  constructor(
    task: Omit<SurveyorTask, 'columns'>,
    choices: CheckChoices,
    direction: PairDirection,
    onPair?: OnPair,
  ) {
    super({ ...task, columns: choices.columns })
    this.checker = new PairChecker(direction)
    this.#choices = choices
    this.#direction = direction
    this.#onPair = onPair
    this.#pairs = choices.pairs.map(({ national, euro }) => ({
      national: new PriceColumn(national, new UsualPrice(this.decoder)),
      euro: new PriceColumn(euro, new UsualPrice(this.decoder)),
    }))
    this.#columns = this.#pairs.flatMap(({ national, euro }) => [national, euro])
    const areApart = choices.pairs.every(({ national, euro }) => national !== euro)
    this.#isDirect = choices.columns.currency === null && areApart
    this.#header = Array.from({ length: this.from }, (_, r) => rowAt(this.head, r) ?? [])
  }

  /** The pairs to tell of since it was asked last: in the order of the rows, and of the columns of one row. */
  take(): readonly FoundPairs[] {
    this.#readPending()
    const found = this.#found
    this.#found = []
    return found
  }

  /** @param end of the last row */
  finish(end: number): FoundRows {
    this.#readPending()
    return this.foundRows(end)
  }

  /** @throws {NotPlainError} where rows have to be compared with the others */
  requireAligned(table: Table): void {
    for (const { alignment } of this.#columns)
      alignment.requirePlain(table, this.from, this.row + 1 - this.from)
  }

  protected begin(): void {}

  protected readUsual(bytes: Bytes): boolean {
    if (!this.#isDirect || !this.#pairs.every((pair) => this.#isBlank(pair) || this.#areUsual(bytes, pair)))
      return false
    for (const [i, pair] of this.#pairs.entries()) {
      const isBlank = this.#isBlank(pair)
      if (!isBlank) {
        if (this.#isExact(pair)) this.checker.addExact()
        else this.#usual.push(this.#pricePair(bytes, pair, i))
        this.#onPair?.(this.row + 1, i)
      }
      for (const { price, alignment } of [pair.national, pair.euro])
        if (isBlank) alignment.addUnpriced(this.row)
        else alignment.addUsual(bytes, this.scanned, this.row, price.isWhole)
    }
    if (this.#usual.length >= MOST_PENDING) this.#readPending()
    return true
  }

  #isBlank({ national, euro }: Pair): boolean {
    const { fields } = this.scanned
    const isEmpty = ({ index }: PriceColumn) => fields[2 * index] === fields[2 * index + 1]
    return isEmpty(national) && isEmpty(euro)
  }

  /** Whether both prices are usual ones in the currencies of their columns. */
  #areUsual(bytes: Bytes, { national, euro }: Pair): boolean {
    const { fields } = this.scanned
    const isUsual = ({ index, price }: PriceColumn, currency: Currency) =>
      price.read(bytes, fields[2 * index]!, fields[2 * index + 1]!) &&
      (price.currency ?? currency) === currency
    return isUsual(national, NATIONAL) && isUsual(euro, EURO)
  }

  /** Whether usual prices are surely exact to the cent (see `comparePair`). */
  #isExact({ national, euro }: Pair): boolean {
    if (national.price.hasMoreDecimals || euro.price.hasMoreDecimals) return false
    const [lev, eur] = [national.price.hundredths, euro.price.hundredths]
    return (
      (this.#direction !== 'eur-bgn' && convertMinorUnits(lev, NATIONAL).euro === eur) ||
      (this.#direction !== 'bgn-eur' && convertMinorUnits(eur, EURO).national === lev)
    )
  }

  #pricePair(bytes: Bytes, { national, euro }: Pair, pair: number): PricePair {
    const { name } = this.#choices.columns
    return {
      row: this.row + 1,
      name: name === null ? '' : wholeName(this.textOf(bytes, name)),
      pair,
      national: national.price.text,
      euro: euro.price.text,
    }
  }

  protected readOther(row: readonly string[]): void {
    for (const { index, alignment } of this.#columns) {
      const cell = readPriceCell(row[index] ?? '', {})
      if ('thousands' in cell && cell.thousands !== undefined) throw new NotPlainError(AMBIGUOUS)
      alignment.addCell(this.scanned, this.row, row, cell)
    }
    this.#pending.push(row)
    this.#lines.push(this.row + 1)
    if (this.#pending.length === MOST_PENDING) this.#readPending()
  }

  protected readBlank(count: number): void {
    for (let row = this.row - count; row < this.row; row++)
      for (const { alignment } of this.#columns) alignment.addUnpriced(row)
  }

  /** Compares the pairs that are not surely exact, in the order of the file. */
  #readPending(): void {
    if (this.#usual.length + this.#pending.length === 0) return
    const { pairs, missing } = this.#readTexts()
    this.#found.push(this.checker.check({ pairs: [...this.#usual, ...pairs].toSorted(byRow), missing }))
    this.#usual = []
    this.#pending = []
    this.#lines = []
  }

  /** Reads the other rows, by the rules of texts. */
  #readTexts(): PairsReading {
    const lines = this.#lines
    if (lines.length === 0) return { pairs: [], missing: [] }
    const table = [...this.#header, ...this.#pending]
    const reading = readPricePairs(table, { ...this.#choices, firstLine: -this.from })
    if (reading.question !== undefined) throw new NotPlainError(AMBIGUOUS)
    const inFile = <One extends { row: number }>(one: One): One => ({ ...one, row: lines[one.row]! })
    const pairs = reading.pairs.map(inFile)
    for (const { row, pair } of pairs) this.#onPair?.(row, pair)
    return { pairs, missing: reading.missing.map(inFile) }
  }
}

const byRow = (one: PricePair, other: PricePair): number => one.row - other.row || one.pair - other.pair
