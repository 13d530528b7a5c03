import type { Mismatch } from '#pricelist/pairs/check-pairs.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import type { CheckChoices, CheckSummary } from '#pricelist/pairs/check-pairs.ts'
import { columnName } from '#table/column-name.ts'
import type { Table } from '#table/table.ts'
import { type OpenedFile, sheetKindOf } from '#formats/format.ts'
import { firstLineOf } from '#formats/read-price-list.ts'
import type { CellPositions, TextPosition } from '#formats/text-position.ts'
import { columnLabel, oneLine } from '../columns.ts'
import { counted } from '../error.ts'

/** Findings of a file that are kept and written; of more only the number is. */
export const MOST_FINDINGS = 5000

/** A pair of prices that is not exact to the cent. */
export type Finding = {
  /** As in other messages: of a workbook that of the sheet, of JSON and XML the number of the item. */
  readonly row: number
  /** The column of the price that is wrong, as spreadsheets name it. */
  readonly column: string
  /** Where that price begins in the file, where this is a text with lines. */
  readonly position: TextPosition | undefined
  readonly title: string
  readonly text: string
}

/** What a file is, and how it was checked. */
type CheckedFile = {
  /** What the user calls it. */
  readonly source: string
  /** The path of the file that is read. */
  readonly path: string
  readonly direction: PairDirection
  readonly file: OpenedFile
  readonly choices: CheckChoices
  readonly table: Table
  readonly summary: CheckSummary
  /** A sentence about pairs that could not be checked, if there are any. */
  readonly unchecked: string | undefined
  readonly positions: CellPositions | undefined
}

/** What was found in one file. */
export class FileFindings {
  /** What the user calls it: of a list in an archive with the path in it. */
  readonly source: string
  /** The path of the file itself; `-` for standard input. */
  readonly file: string
  readonly summary: CheckSummary
  readonly unchecked: string | undefined
  /** The sheet of a workbook that was read. */
  readonly sheet: string | undefined
  readonly list: Finding[] = []
  readonly #checked: CheckedFile
  readonly #derived: 'national' | 'euro'
  readonly #titles: readonly string[]

  constructor(checked: CheckedFile) {
    const { source, path, direction } = checked
    this.source = source
    this.file = source === '-' ? source : path
    this.summary = checked.summary
    this.unchecked = checked.unchecked
    this.sheet = sheetKindOf(checked.file) === 'sheet' ? checked.file.sheet : undefined
    this.#checked = checked
    this.#derived = derivedCurrency(direction) === EURO ? 'euro' : 'national'
    this.#titles = headerTitles(checked.table, checked.choices.columns.headerRow)
  }

  get isFull(): boolean {
    return this.list.length >= MOST_FINDINGS
  }

  /** How many pairs are off that are not in the list. */
  get omitted(): number {
    return this.summary.off - this.list.length
  }

  add(mismatch: Mismatch): void {
    if (this.isFull) return
    const { choices, file, positions } = this.#checked
    const { row, name, national, euro, expected, isSwapped } = mismatch
    const pair = choices.pairs[mismatch.pair]!
    const columns = isSwapped ? { national: pair.euro, euro: pair.national } : pair
    const index = columns[this.#derived]
    const column = columnName(index)
    const named = name === '' ? '' : `${oneLine(name)}: `
    const label = (at: number) => columnLabel(this.#titles[at] ?? '', columnName(at))
    this.list.push({
      row,
      column,
      position: positions?.(row - firstLineOf(file), index),
      title: `${national} ${NATIONAL} and ${euro} ${EURO} are not exact to the cent`,
      text: `${named}row ${row} has ${national} ${NATIONAL} in ${label(columns.national)} and ${euro} ${EURO} in ${label(columns.euro)}. At 1 ${EURO} = ${BGN_EUR.rateText} ${NATIONAL}, ${national} ${NATIONAL} is ${expected.euro} ${EURO}, and ${euro} ${EURO} is ${expected.national} ${NATIONAL}.`,
    })
  }
}

/** A file that could not be checked, and why. */
export type Failure = { readonly source: string; readonly file: string; readonly text: string }

/** What was found in all files that were checked, in their order. */
export class Findings {
  readonly files: FileFindings[] = []
  readonly failures: Failure[] = []

  add(file: FileFindings): void {
    this.files.push(file)
  }

  addFailure(failure: Failure): void {
    this.failures.push(failure)
  }

  get off(): number {
    return this.files.reduce((sum, { summary }) => sum + summary.off, 0)
  }
}

/** `3 further pairs are not exact, and not listed here.` */
export const omittedText = (omitted: number): string =>
  `${counted(omitted, 'further pair')} ${omitted === 1 ? 'is' : 'are'} not exact, and not listed here.`

/** `B3`, or `Цени!B3` of a workbook. */
export const cellReference = (sheet: string | undefined, column: string, row: number): string =>
  sheet === undefined ? `${column}${row}` : `${sheet}!${column}${row}`
