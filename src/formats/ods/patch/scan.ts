import { MAX_SHEET_COLUMNS } from '#table/column-name.ts'
import { type DecimalMark, DecimalMarkCounter, readAs } from '#writeback/price-style.ts'
import type { CellContent, WriteBackPlan } from '#writeback/plan.ts'
import type { CellRange } from '../../spreadsheet/cell-ref.ts'
import { ComputedColumns } from '../../spreadsheet/patch/computed-columns.ts'
import { cellKey, hasAnyWithin, sortedRows } from '../../spreadsheet/patch/rows.ts'
import type { Span } from '../../xml/tags.ts'
import type { OdsContent, SheetTable } from '../document.ts'
import { ATTRIBUTE } from '../names.ts'
import { MAX_ROWS, SheetRows } from '../sheet-rows.ts'
import { excelFormula } from './formula-areas.ts'

/** What a patch has to know of a sheet before it writes. Rows and columns are 0-based. */
export class TableScan {
  /** By column, 1 where it has a value or a formula. */
  readonly used = new Uint8Array(MAX_SHEET_COLUMNS)
  /** The last row with a value or a formula, and its styles by column. */
  lastRow = -1
  readonly lastStyles = new Map<number, string>()
  hasFormulas = false
  /** Whether a formula computes a price or a currency that would be replaced. */
  hasPriceFormulas = false
  readonly titles = new Map<number, string>()
  /** By row below the header: price columns whose title is repeated there. */
  readonly repeatedTitles = new Map<number, Set<number>>()
  /** By row. */
  readonly currencies = new Map<number, string>()
  /** By column and row: text prices that would be replaced. */
  readonly priceTexts = new Map<number, Map<number, string>>()
  /** Keys of changed cells that keep their formula: it spans several cells, or the plan keeps all. */
  readonly lockedCells = new Set<string>()
  /** Columns whose title is computed by a formula. */
  readonly formulaTitles = new Set<number>()
  /** Ranges of formulas that span several cells, and merged cells. */
  readonly arrays: CellRange[] = []
  readonly merges: CellRange[] = []
  /** The columns whose formulas multiply replaced prices. */
  readonly computed: ComputedColumns
  /** Styles of formulas below the header, by column. */
  readonly formulaStyles = new Map<number, Set<string>>()
  /** The row element that is used last. */
  #lastUsed: Span | undefined
  readonly #sheet: string
  readonly #plan: WriteBackPlan
  readonly #prices: WriteBackPlan['columns']
  /** Of the prices as they are shown, by column. */
  readonly #marks: ReadonlyMap<number, DecimalMarkCounter>
  readonly #changed: ReadonlyMap<number, ReadonlyMap<number, CellContent>>

  constructor(content: OdsContent, table: SheetTable, plan: WriteBackPlan) {
    this.#plan = plan
    this.#sheet = table.title
    this.computed = new ComputedColumns(plan)
    this.#prices = plan.columns
    this.#marks = new Map(
      plan.columns.map(({ column, cells }) => [column, new DecimalMarkCounter(readAs(cells))]),
    )
    this.#changed = new Map(plan.changed.map(({ row, cells }) => [row, cells]))
    const rows = new SheetRows(content, table)
    while (rows.nextRow()) this.#scanRow(rows)
    this.#readLastStyles(content, table, rows)
    this.#lockArrays()
  }

  /** The decimal mark of the prices as they are shown. */
  get decimalMark(): DecimalMark {
    const all = new DecimalMarkCounter()
    for (const marks of this.#marks.values()) all.add(marks)
    return all.result ?? '.'
  }

  #scanRow(rows: SheetRows): void {
    const { row } = rows
    if (row >= MAX_ROWS) return rows.skipRow()
    const end = Math.min(row + rows.rowRepeat, MAX_ROWS)
    let isUsed = false
    while (rows.nextCell()) {
      const right = Math.min(rows.column + rows.repeat, MAX_SHEET_COLUMNS)
      if (rows.column >= MAX_SHEET_COLUMNS) continue
      this.#scanSpans(rows, end)
      if (!rows.isUsed) continue
      isUsed = true
      this.used.fill(1, rows.column, right)
      this.#scanCell(rows, end, right)
    }
    if (!isUsed) return
    this.lastRow = end - 1
    this.#lastUsed = { start: rows.rowStart, end: rows.rowEnd }
  }

  /** @param all the rows of the sheet, which have been read */
  #readLastStyles(content: OdsContent, table: SheetTable, all: SheetRows): void {
    if (this.#lastUsed === undefined) return
    const { start, end } = this.#lastUsed
    const last = new SheetRows(content, { ...table, tagEnd: start, contentEnd: end })
    last.nextRow()
    while (last.nextCell()) {
      const style = last.style ?? all.columnAt(last.column)?.defaultStyle
      const right = Math.min(last.column + last.repeat, MAX_SHEET_COLUMNS)
      if (style !== undefined)
        for (let column = last.column; column < right; column++) this.lastStyles.set(column, style)
    }
  }

  #scanSpans(rows: SheetRows, end: number): void {
    const [width, height] = [rows.count(ATTRIBUTE.columnsSpanned), rows.count(ATTRIBUTE.rowsSpanned)]
    const [across, down] = [rows.count(ATTRIBUTE.matrixColumns), rows.count(ATTRIBUTE.matrixRows)]
    if (width > 1 || height > 1) this.merges.push(rangeOf(rows, end, width, height))
    if (rows.has(ATTRIBUTE.matrixColumns) || rows.has(ATTRIBUTE.matrixRows))
      this.arrays.push(rangeOf(rows, end, across, down))
  }

  #scanCell(rows: SheetRows, end: number, right: number): void {
    const { placement, headerRow, currencyColumn } = this.#plan
    const hasFormula = rows.has(ATTRIBUTE.formula)
    if (hasFormula) this.hasFormulas = true
    if (this.computed.isNeeded) this.#scanComputed(rows, end - 1, right)
    for (const priced of this.#prices) {
      const { column } = priced
      if (column < rows.column || column >= right) continue
      for (let row = rows.row; row < end; row++)
        if (priced.cells.has(row)) {
          const { type } = rows
          if (hasFormula && !(type === 'number' && priced.sums?.has(row) === true))
            this.hasPriceFormulas = true
          this.#marks.get(column)!.count(rows.shownText, row)
          if (placement === 'replace' && type === 'text') this.#priceTextsOf(column).set(row, rows.text)
        } else if (headerRow !== null && row > headerRow && !hasFormula)
          this.#scanRepeatedTitle(rows, row, column)
    }
    if (headerRow !== null && headerRow >= rows.row && headerRow < end)
      for (let column = rows.column; column < right; column++) {
        this.titles.set(column, shown(rows))
        if (hasFormula) this.formulaTitles.add(column)
      }
    if (
      placement === 'replace' &&
      currencyColumn !== null &&
      currencyColumn >= rows.column &&
      currencyColumn < right
    )
      for (let row = rows.row; row < end; row++) {
        this.currencies.set(row, shown(rows))
        if (hasFormula && this.#prices.some(({ cells }) => cells.has(row))) this.hasPriceFormulas = true
      }
    if (hasFormula && this.#plan.keepsFormulas === true) this.#lock(rows.row, end, rows.column, right)
  }

  #scanComputed(rows: SheetRows, row: number, right: number): void {
    const formula = rows.attribute(ATTRIBUTE.formula)
    if (formula === undefined && rows.type !== 'number') return
    const text = formula === undefined ? '' : excelFormula(formula, this.#sheet)
    const value = formula === undefined ? (rows.attribute(ATTRIBUTE.value) ?? '') : ''
    for (let { column } = rows; column < right; column++)
      if (formula === undefined) this.computed.addNumber(row, column, value)
      else {
        this.computed.addFormula(row, column, text)
        const { style } = rows
        if (style !== undefined && row > (this.#plan.headerRow ?? -1))
          this.formulaStyles.set(column, (this.formulaStyles.get(column) ?? new Set()).add(style))
      }
  }

  #priceTextsOf(column: number): Map<number, string> {
    const texts = this.priceTexts.get(column) ?? new Map<number, string>()
    this.priceTexts.set(column, texts)
    return texts
  }

  /** Lists made for printing repeat their header on each page. */
  #scanRepeatedTitle(rows: SheetRows, row: number, column: number): void {
    if (rows.type !== 'text') return
    const { text } = rows
    if (text === '' || text !== this.titles.get(column)) return
    const columns = this.repeatedTitles.get(row) ?? new Set()
    this.repeatedTitles.set(row, columns.add(column))
  }

  #lock(top: number, end: number, left: number, right: number): void {
    for (const [row, cells] of this.#changed)
      if (row >= top && row < end)
        for (const column of cells.keys())
          if (column >= left && column < right) this.lockedCells.add(cellKey(row, column))
  }

  /** A cell of a formula that spans several ones cannot change alone. */
  #lockArrays(): void {
    if (this.arrays.length === 0) return
    const { placement, columns, currencyColumn } = this.#plan
    const replaced = (placement === 'replace' ? columns : []).map(({ column, cells }) => ({
      column,
      rows: sortedRows(cells.keys()),
    }))
    if (currencyColumn !== null)
      replaced.push({ column: currencyColumn, rows: sortedRows(replaced.flatMap(({ rows }) => rows)) })
    for (const { top, left, bottom, right } of this.arrays) {
      this.#lock(top, bottom + 1, left, right + 1)
      if (
        replaced.some(
          ({ column, rows }) => column >= left && column <= right && hasAnyWithin(rows, top, bottom),
        )
      )
        this.hasPriceFormulas = true
    }
  }
}

const shown = (rows: SheetRows): string => (rows.type === 'text' ? rows.text : rows.shownText)

/** A range from the current cell on, within the largest sheet. */
const rangeOf = (rows: SheetRows, end: number, width: number, height: number): CellRange => ({
  top: rows.row,
  left: rows.column,
  bottom: Math.min(end - 1 + height - 1, MAX_ROWS - 1),
  right: Math.min(rows.column + width - 1, MAX_SHEET_COLUMNS - 1),
})
