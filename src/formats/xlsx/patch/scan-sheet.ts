import type { CellsByRow } from '#writeback/converted-cells.ts'
import { MAX_SHEET_COLUMNS } from '#table/column-name.ts'
import { type Bytes, concatBytes } from '../../bytes/bytes.ts'
import { type CellRange, parseRange } from '../../spreadsheet/cell-ref.ts'
import type { Currency } from '#money/currency.ts'
import { ComputedColumns } from '../../spreadsheet/patch/computed-columns.ts'
import { cellKey, hasAnyWithin, sortedRows, within } from '../../spreadsheet/patch/rows.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { contentText, richText } from '../read/shared-strings.ts'
import type { PackageParts } from '../package.ts'
import { END_OF_ROW } from '../pieces.ts'
import { SheetCells } from '../sheet-cells.ts'
import { FormulaTexts } from './formula-texts.ts'
import { type SheetTable, withCellReferences } from './tables.ts'
import { type Span, XmlTags } from '../../xml/tags.ts'

const NO_BYTES: Bytes = new Uint8Array(0)

/** A child of the `worksheet` element, with its byte offsets. */
export type SheetElement = {
  readonly name: string
  readonly prefix: string
  readonly start: number
  readonly end: number
}

/** Text of a cell, or its index in the shared strings. */
export type CellText = string | { readonly shared: number }

/** The sibling elements up to the end of their parent, or up to the named one. */
function readElements(tags: XmlTags, upTo?: string): SheetElement[] {
  const elements: SheetElement[] = []
  while (tags.next() && tags.kind !== 'close') {
    if (upTo !== undefined && tags.is(upTo)) break
    const { start, name, prefix } = tags
    tags.skip()
    elements.push({ name, prefix, start, end: tags.end })
  }
  return elements
}

/** A sheet after its first pass. Its rows are read again, in the same pieces. */
export type ScannedSheet = { readonly scan: SheetScan; readonly pieces: () => Pieces }

type Pieces = AsyncIterable<Bytes> | Iterable<Bytes>

/**
 * Scans a sheet in pieces of rows, or as a whole where it cannot be divided. Undefined where the part is missing.
 * @throws for a sheet without rows: there would be nothing to patch
 */
export async function scanSheet(
  parts: PackageParts,
  part: string,
  plan: WriteBackPlan,
  tables: readonly SheetTable[],
): Promise<ScannedSheet | undefined> {
  const divided = { scan: new SheetScan(plan, tables), pieces: () => parts.pieces(part, END_OF_ROW) }
  if (await divided.scan.read(divided.pieces())) return divided
  const xml = await parts.read(part)
  if (xml === undefined) return undefined
  const scan = new SheetScan(plan, tables)
  await scan.read([xml], true)
  if (!scan.hasRows) throw new Error('The sheet has no rows.')
  return { scan, pieces: () => [xml] }
}

/** Result of the first pass over a worksheet, which `read` makes. Offsets are bytes; rows and columns are 0-based. */
export class SheetScan {
  /** The XML up to the rows, and from the end of the rows on, and their elements. */
  headXml: Bytes = NO_BYTES
  tailXml: Bytes = NO_BYTES
  head: readonly SheetElement[] = []
  tail: readonly SheetElement[] = []
  hasRows = false
  prefix = ''
  /** By column, 1 where it has a value or a formula. */
  readonly used = new Uint8Array(MAX_SHEET_COLUMNS)
  /** The last row with a value or a formula, and its styles by column. */
  lastRow = -1
  lastStyles: ReadonlyMap<number, number> = new Map()
  hasFormulas = false
  /** Whether a formula computes a price or a currency that would be replaced. */
  hasPriceFormulas = false
  /** Styles of the price cells by column. */
  readonly priceStyles = new Map<number, Set<number>>()
  /** Styles of changed cells that get the number format of a currency. */
  readonly changedStyles: { readonly style: number; readonly currency: Currency }[] = []
  readonly titles = new Map<number, CellText>()
  /** By row below the header: price columns whose title is repeated there. */
  readonly repeatedTitles = new Map<number, Set<number>>()
  /** By row. */
  readonly currencies = new Map<number, CellText>()
  /** By column and row: text prices that would be replaced. */
  readonly priceTexts = new Map<number, Map<number, CellText>>()
  /** Keys of changed cells that keep their formula: it spans several cells, or the plan keeps all. */
  readonly lockedCells = new Set<string>()
  /** Columns whose title is computed by a formula. */
  readonly formulaTitles = new Set<number>()
  /** The columns whose formulas multiply replaced prices. */
  readonly computed: ComputedColumns
  /** Styles of formulas below the header, by column. */
  readonly formulaStyles = new Map<number, Set<number>>()
  readonly #formulaTexts = new FormulaTexts()
  /** Ranges of array formulas. */
  readonly arrayRanges: CellRange[] = []
  /** Whether a changed cell replaces a formula. */
  overwritesFormulas = false
  /** The piece that is scanned. */
  #xml: Bytes = NO_BYTES
  readonly #plan: WriteBackPlan
  readonly #tables: readonly SheetTable[]
  readonly #prices: (CellsByRow | undefined)[] = []
  readonly #priceCounts: number[] = []
  readonly #changed: ReadonlySet<string>
  /** Changed cells that get the number format of a currency, without those that were found. */
  readonly #formatted: Map<string, Currency>

  constructor(plan: WriteBackPlan, tables: readonly SheetTable[]) {
    this.#plan = plan
    this.#tables = tables
    for (const { column, cells } of plan.columns) {
      this.#prices[column] = cells
      this.priceStyles.set(column, new Set())
    }
    this.computed = new ComputedColumns(plan)
    const changed = plan.changed.flatMap(({ row, cells }) =>
      Array.from(cells, ([column, content]) => ({ key: cellKey(row, column), content })),
    )
    this.#changed = new Set(changed.map(({ key }) => key))
    this.#formatted = new Map(
      changed.flatMap(({ key, content }) =>
        typeof content === 'string' || content.currency === undefined ? [] : [[key, content.currency]],
      ),
    )
  }

  /** Returns whether its pieces are whole rows; otherwise it is useless, unless the sheet is one piece (`isWhole`). */
  async read(pieces: Pieces, isWhole = false): Promise<boolean> {
    let cells: SheetCells | undefined
    const rest: Bytes[] = []
    for await (const piece of pieces) {
      if (cells?.isEnded === true) {
        rest.push(piece.slice())
        continue
      }
      this.#xml = piece
      if (cells === undefined) {
        this.#readHead(piece)
        if (!this.hasRows) return false
        cells = new SheetCells(piece, this.headXml.length)
      } else cells.moveTo(piece)
      this.#scanRows(cells)
      if (!isWhole && !cells.isPlain) return false
      if (cells.isEnded) rest.push(piece.slice(cells.rowStart))
    }
    if (!isWhole && cells?.isEnded !== true) return false
    this.tailXml = concatBytes(rest)
    const after = new XmlTags(this.tailXml)
    after.next()
    this.tail = readElements(after)
    this.#finish()
    return true
  }

  #readHead(xml: Bytes): void {
    const tags = new XmlTags(xml)
    while (tags.next() && !tags.is('worksheet'));
    this.prefix = tags.prefix
    this.head = readElements(tags, 'sheetData')
    this.hasRows = tags.is('sheetData') && tags.kind === 'open'
    this.headXml = xml.slice(0, tags.end)
  }

  /** What is known once all rows have been scanned. */
  #finish(): void {
    this.#lockArrays()
    this.hasPriceFormulas ||= this.#isPriceInArray()
    // A price in no cell of its own gets the default style.
    for (const { column, cells } of this.#plan.columns)
      if ((this.#priceCounts[column] ?? 0) < cells.size) this.priceStyles.get(column)!.add(0)
    for (const currency of this.#formatted.values()) this.changedStyles.push({ style: 0, currency })
  }

  #scanRows(cells: SheetCells): void {
    /** The byte offset of the cells of the last row that is used. */
    let lastCells: number | undefined
    while (cells.nextRow()) {
      let isRowUsed = false
      while (cells.nextCell()) {
        isRowUsed ||= cells.isUsed
        this.#scanCell(cells)
      }
      if (!isRowUsed || cells.row < this.lastRow) continue
      this.lastRow = cells.row
      lastCells = cells.rowTagEnd
    }
    if (lastCells !== undefined) this.lastStyles = this.#readStyles(lastCells)
  }

  #scanCell(cells: SheetCells): void {
    const { row, column } = cells
    // Beyond the last column nothing is written.
    if (cells.isUsed) this.used[column] = 1
    const isPrice = this.#prices[column]?.has(row) === true
    if (isPrice) this.#scanPrice(cells)
    else if (this.#prices[column] !== undefined) this.#scanRepeatedTitle(cells)
    if (cells.formula !== undefined) this.#scanFormula(cells, isPrice)
    if (!isPrice && this.computed.isNeeded) this.#scanComputed(cells)
    if (this.#formatted.size > 0) this.#scanFormatted(cells)
    if (row === this.#plan.headerRow) this.titles.set(column, this.#textOf(cells))
    if (column === this.#plan.currencyColumn && this.#plan.placement === 'replace')
      this.currencies.set(row, this.#textOf(cells))
  }

  /** @param at the byte offset of the cells of a row */
  #readStyles(at: number): Map<number, number> {
    const styles = new Map<number, number>()
    const cells = new SheetCells(this.#xml, at)
    while (cells.nextCell()) if (cells.style !== undefined) styles.set(cells.column, cells.style)
    return styles
  }

  #scanPrice(cells: SheetCells): void {
    const { row, column, style, type } = cells
    this.priceStyles.get(column)!.add(style ?? 0)
    this.#priceCounts[column] = (this.#priceCounts[column] ?? 0) + 1
    if (this.#plan.placement !== 'replace' || type === 'n') return
    const texts = this.priceTexts.get(column) ?? new Map<number, CellText>()
    this.priceTexts.set(column, texts.set(row, this.#textOf(cells)))
  }

  #scanFormatted({ row, column, style = 0 }: SheetCells): void {
    const key = cellKey(row, column)
    const currency = this.#formatted.get(key)
    if (currency !== undefined) this.changedStyles.push({ style, currency })
    this.#formatted.delete(key)
  }

  /** Lists made for printing repeat their header on each page. */
  #scanRepeatedTitle(cells: SheetCells): void {
    if (cells.type === 'n' || cells.formula !== undefined) return
    const [title, text] = [this.titles.get(cells.column), this.#textOf(cells)]
    const isTitle =
      typeof text === 'string' || typeof title !== 'object'
        ? text === title && text !== ''
        : text.shared === title.shared
    if (!isTitle) return
    const columns = this.repeatedTitles.get(cells.row) ?? new Set()
    this.repeatedTitles.set(cells.row, columns.add(cells.column))
  }

  #scanFormula({ formula, row, column, type }: SheetCells, isPrice: boolean): void {
    this.hasFormulas = true
    const isCurrency = column === this.#plan.currencyColumn && this.#isPriced(row)
    if ((isPrice && !(type === 'n' && this.#isSum(row, column))) || isCurrency) this.hasPriceFormulas = true
    const tag = new XmlTags(this.#xml, formula!.start)
    tag.next()
    const ref = tag.attribute('ref')
    const range = ref === undefined ? undefined : parseRange(ref)
    if (range !== undefined && tag.attribute('t') !== 'shared') this.arrayRanges.push(range)
    const key = cellKey(row, column)
    if (row === this.#plan.headerRow) this.formulaTitles.add(column)
    if (!this.#changed.has(key)) return
    if (ref === undefined && this.#plan.keepsFormulas !== true) this.overwritesFormulas = true
    else this.lockedCells.add(key)
  }

  #scanComputed({ row, column, formula, type, value, style = 0 }: SheetCells): void {
    if (formula !== undefined) {
      if (row > (this.#plan.headerRow ?? -1))
        this.formulaStyles.set(column, (this.formulaStyles.get(column) ?? new Set()).add(style))
      const text = this.#formulaTexts.at(this.#xml, formula.start)
      if (text !== undefined)
        this.computed.addFormula(row, column, withCellReferences(text, this.#tables, row, column))
    } else if (type === 'n' && value !== undefined)
      this.computed.addNumber(row, column, mayBeRate(this.#xml, value) ? contentText(this.#xml, value) : '')
  }

  /** Of an array formula only the first cell has the `f` element, and no other cell can change alone. */
  #lockArrays(): void {
    const byRow = new Map(this.#plan.changed.map(({ row, cells }) => [row, cells]))
    const rows = sortedRows(byRow.keys())
    for (const { top, left, bottom, right } of this.arrayRanges)
      for (const row of within(rows, top, bottom))
        for (const column of byRow.get(row)!.keys())
          if (column >= left && column <= right) this.lockedCells.add(cellKey(row, column))
  }

  /** Whether the cell adds up replaced prices, so that its formula stays right. */
  #isSum(row: number, column: number): boolean {
    return this.#plan.columns.some((priced) => priced.column === column && priced.sums?.has(row))
  }

  #isPriced(row: number): boolean {
    return this.#plan.columns.some(({ cells }) => cells.has(row))
  }

  #isPriceInArray(): boolean {
    const { placement, columns, currencyColumn } = this.#plan
    if (placement !== 'replace' || this.arrayRanges.length === 0) return false
    const replaced = columns.map(({ column, cells }) => ({ column, rows: sortedRows(cells.keys()) }))
    if (currencyColumn !== null)
      replaced.push({ column: currencyColumn, rows: sortedRows(replaced.flatMap(({ rows }) => rows)) })
    return this.arrayRanges.some(({ top, left, bottom, right }) =>
      replaced.some(
        ({ column, rows }) => column >= left && column <= right && hasAnyWithin(rows, top, bottom),
      ),
    )
  }

  #textOf({ type, value, inline }: SheetCells): CellText {
    if (type === 'inlineStr') return inline === undefined ? '' : richText(this.#xml, inline)
    if (value === undefined) return ''
    const text = contentText(this.#xml, value)
    return type === 's' ? { shared: Number(text) } : text
  }
}

/** Whether a number begins as the rate or its reciprocal does: most do not, and are not decoded. */
const mayBeRate = (xml: Bytes, { start }: Span): boolean =>
  xml[start + 1] === POINT && (xml[start] === ONE ? xml[start + 2] === NINE : xml[start + 2] === FIVE)

const [POINT, ONE, FIVE, NINE] = [0x2e, 0x31, 0x35, 0x39]
