import { EURO, NATIONAL } from '#money/currency.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { type CheckChoices, type PriceCheck, PairChecker } from '#pricelist/pairs/check-pairs.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { readPricePairs } from '#pricelist/pairs/read-pairs.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { type Table, type TableRow, rowAt } from '#table/table.ts'
import { Alignment } from './alignment.ts'
import { PlainPrice } from './plain-price.ts'
import { AMBIGUOUS, NotPlainError } from './row-chunks.ts'
import { type FoundRows, RowSurveyor, type SurveyorTask } from './row-surveyor.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Rows that are read together by the rules of texts. */
const MOST_PENDING = 2000

/** The pairs that are off, and those that cannot be checked. */
export type FoundPairs = Pick<PriceCheck, 'mismatches' | 'missing'>

class PriceColumn {
  readonly index: number
  readonly price = new PlainPrice()
  readonly alignment: Alignment

  constructor(index: number) {
    this.index = index
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
  #pending: TableRow[] = []
  #lines: number[] = []
  #found: FoundPairs[] = []

  constructor(
    task: Omit<SurveyorTask, 'headerRow'>,
    choices: CheckChoices,
    direction: PairDirection,
    onPair?: OnPair,
  ) {
    super({ ...task, headerRow: choices.columns.headerRow })
    this.checker = new PairChecker(direction)
    this.#choices = choices
    this.#direction = direction
    this.#onPair = onPair
    this.#pairs = choices.pairs.map(({ national, euro }) => ({
      national: new PriceColumn(national),
      euro: new PriceColumn(euro),
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
    if (!this.#isDirect || !this.#pairs.every((pair) => this.#isBlank(pair) || this.#isExact(bytes, pair)))
      return false
    for (const [i, pair] of this.#pairs.entries()) {
      const isBlank = this.#isBlank(pair)
      if (!isBlank) {
        this.checker.addExact()
        this.#onPair?.(this.row + 1, i)
      }
      for (const { price, alignment } of [pair.national, pair.euro])
        if (isBlank) alignment.addUnpriced(this.row)
        else alignment.addUsual(bytes, this.scanned, this.row, price.mark === 0)
    }
    return true
  }

  #isBlank({ national, euro }: Pair): boolean {
    const { fields } = this.scanned
    const isEmpty = ({ index }: PriceColumn) => fields[2 * index] === fields[2 * index + 1]
    return isEmpty(national) && isEmpty(euro)
  }

  /** Whether both prices are usual ones, and exact to the cent (see `comparePair`). */
  #isExact(bytes: Bytes, { national, euro }: Pair): boolean {
    const { fields } = this.scanned
    const read = ({ index, price }: PriceColumn) =>
      price.read(bytes, fields[2 * index]!, fields[2 * index + 1]!)
    if (!read(national) || !read(euro)) return false
    const [lev, eur] = [national.price.hundredths, euro.price.hundredths]
    return (
      (this.#direction !== 'eur-bgn' && convertMinorUnits(lev, NATIONAL).euro === eur) ||
      (this.#direction !== 'bgn-eur' && convertMinorUnits(eur, EURO).national === lev)
    )
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

  /** Reads the rows that are not exact, by the rules of texts. */
  #readPending(): void {
    if (this.#pending.length === 0) return
    const lines = this.#lines
    const table = [...this.#header, ...this.#pending]
    const reading = readPricePairs(table, { ...this.#choices, firstLine: -this.from })
    if (reading.question !== undefined) throw new NotPlainError(AMBIGUOUS)
    const inFile = <One extends { row: number }>(one: One): One => ({ ...one, row: lines[one.row]! })
    const [pairs, missing] = [reading.pairs.map(inFile), reading.missing.map(inFile)]
    for (const { row, pair } of pairs) this.#onPair?.(row, pair)
    this.#found.push(this.checker.check({ pairs, missing }))
    this.#pending = []
    this.#lines = []
  }
}
