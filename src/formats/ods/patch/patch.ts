import type { Bytes } from '../../bytes/bytes.ts'
import { BytePatcher, type Edit, applyEdits } from '../../bytes/patch-bytes.ts'
import { isInRange } from '../../spreadsheet/cell-ref.ts'
import { type Dependent, wouldConvertAgain } from '../../spreadsheet/patch/computed-columns.ts'
import { NewCells } from '../../spreadsheet/patch/new-cells.ts'
import { type ColumnLayout, layOutColumns, rangeWidener } from '../../spreadsheet/patch/new-columns.ts'
import { readCentralDirectory } from '../../zip/layout.ts'
import { replaceEntries } from '../../zip/patch.ts'
import { ZipPart } from '../../zip/read.ts'
import type { WriteBackResult } from '../../format.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { type WriteBackPlan, targetCurrencies } from '#writeback/plan.ts'
import { type OdsContent, type SheetTable, findContent, tableOfSheet } from '../document.ts'
import { stylesOf } from '../read.ts'
import type { Styles } from '../styles.ts'
import { withoutResults } from './formula-results.ts'
import { withFormulaStyles } from './formula-styles.ts'
import { areaEdits, canInsertColumns } from './movable.ts'
import { NewStyles } from './new-styles.ts'
import { TableWriter } from './patch-table.ts'
import { TableScan } from './scan.ts'

type Progress = (done: number) => void

/** Share of the work done by the first pass over the sheet. */
const SCAN_SHARE = 0.4

/**
 * Writes new prices into one sheet of the user's ODS: only its `content.xml` changes, and in it every byte outside the edits
 * stays (CONV-08). Throws for a file that cannot be read: it was opened before.
 * @param sheet undefined for the first sheet
 * @param onProgress called with 0 to 1
 */
export async function patchOds(
  bytes: Bytes,
  sheet: string | undefined,
  plan: WriteBackPlan,
  onProgress: Progress,
): Promise<WriteBackResult> {
  const directory = readCentralDirectory(bytes)
  if (!directory.ok) throw new Error(`The archive is ${directory.reason}.`)
  const { entries } = directory
  const entryOf = (wanted: string) => entries.find(({ name }) => name === wanted)
  const contentEntry = entryOf('content.xml')
  if (contentEntry === undefined) throw new Error('There is no content.xml.')
  const stylesEntry = entryOf('styles.xml')
  const { parts, ...result } = await patchContent(
    {
      xml: await new ZipPart(contentEntry, true).content(),
      common: stylesEntry && (await new ZipPart(stylesEntry, true).content()),
      files: entries.map(({ name }) => name),
    },
    sheet,
    plan,
    onProgress,
  )
  const written = await replaceEntries({ ...directory, bytes }, new Map([[contentEntry, parts]]))
  onProgress(1)
  return { parts: written, format: 'ods', ...result }
}

/** The same for a flat ODS. */
export async function patchFods(
  bytes: Bytes,
  sheet: string | undefined,
  plan: WriteBackPlan,
  onProgress: Progress,
): Promise<WriteBackResult> {
  const result = await patchContent({ xml: bytes, common: undefined, files: [] }, sheet, plan, onProgress)
  onProgress(1)
  return { format: 'fods', ...result }
}

type Source = {
  readonly xml: Bytes
  /** `styles.xml` */
  readonly common: Bytes | undefined
  /** Names of the files in the archive. */
  readonly files: readonly string[]
}

async function patchContent(
  { xml, common, files }: Source,
  sheet: string | undefined,
  plan: WriteBackPlan,
  onProgress: Progress,
): Promise<Omit<WriteBackResult, 'format'>> {
  const { content, table } = sheetOf(xml, sheet)
  const scan = new TableScan(content, table, plan)
  onProgress(SCAN_SHARE)
  const computed = scan.computed.result()
  const convertsAgain = wouldConvertAgain(computed, scan.titles, plan)
  const layout = await layOutColumns(
    plan,
    { ...scan, ranges: [...scan.merges, ...scan.arrays], convertsAgain },
    () => Promise.resolve(canInsertColumns(content, files, common)),
  )
  const cells = new NewCells(plan, layout, {
    titles: scan.titles,
    currencies: scan.currencies,
    repeatedTitles: scan.repeatedTitles,
    computed: [...computed.products],
    priceTexts: scan.priceTexts,
    locked: scan.lockedCells,
    lastRow: scan.lastRow,
    isTitleFixed: (row, column) =>
      (row === plan.headerRow && scan.formulaTitles.has(column)) ||
      scan.arrays.some((range) => isInRange(range, row, column)),
  })
  const mayHaveFormulas = scan.hasFormulas || content.tables.length > 1
  const recalculated = mayHaveFormulas
    ? withoutResults(content, table.title, changedColumns(plan, layout))
    : undefined
  const dependent = layout.kind === 'replace' ? computed : undefined
  const source = restyled(recalculated ?? xml, sheet, { plan, common, dependent })
  const widen = rangeWidener(plan, layout)
  const parts = writeTable({ ...source, scan, cells, layout, widen }, (row) =>
    onProgress(SCAN_SHARE + (row / (scan.lastRow + 1)) * (1 - SCAN_SHARE)),
  )
  const warnings = new Set(layout.warnings)
  if (scan.lockedCells.size > 0) warnings.add('formulas-kept')
  const { products = [], others = [] } = dependent ?? {}
  const kept = source.isOneCurrency ? others : [...products, ...others]
  const isOldKept = showOld(kept, plan, scan, stylesOf(content, common))
  if (cells.hasUnchangedTitles || isOldKept || cells.namesOld(others)) warnings.add('title-kept')
  return {
    parts,
    warnings: [...warnings],
    lockedCells: scan.lockedCells,
    ...(dependent !== undefined && { computed: new Set([...products, ...others]) }),
  }
}

type Replaced = {
  readonly plan: WriteBackPlan
  readonly common: Bytes | undefined
  /** Undefined where no price is replaced. */
  readonly dependent: Dependent | undefined
}

/** The sheet, whose formulas that multiply replaced prices show the new currency where they showed the old one. */
function restyled(xml: Bytes, sheet: string | undefined, { plan, common, dependent }: Replaced) {
  const found = sheetOf(xml, sheet)
  const { content, table } = found
  const known = stylesOf(content, common)
  const styles = new NewStyles(content, known, dependent !== undefined)
  const [to, ...more] = new Set(plan.columns.flatMap(targetCurrencies))
  const isOneCurrency = to !== undefined && more.length === 0
  if (!isOneCurrency || dependent === undefined || dependent.products.size === 0)
    return { ...found, styles, isOneCurrency }
  const formulas = { columns: dependent.products, headerRow: plan.headerRow ?? -1 }
  const changed = withFormulaStyles(content, table, formulas, (style) =>
    isMoney(known, style, otherCurrency(to)) ? styles.priceStyle(style, to) : undefined,
  )
  // The styles precede the sheets, so that they are where they were.
  return { ...sheetOf(changed, sheet), styles, isOneCurrency }
}

function isMoney(styles: Styles, style: string, currency: Currency): boolean {
  const meaning = styles.meaningOf(style)
  return meaning.kind === 'number' && meaning.currency === currency
}

/** Whether formulas of some columns show the currency that replaced prices were in. */
function showOld(
  columns: Iterable<number>,
  plan: WriteBackPlan,
  { formulaStyles }: TableScan,
  styles: Styles,
): boolean {
  const old = [...new Set(plan.columns.flatMap(targetCurrencies).map(otherCurrency))]
  const names = [...columns].flatMap((column) => [...(formulaStyles.get(column) ?? [])])
  return names.some((name) => old.some((currency) => isMoney(styles, name, currency)))
}

/** The columns of the patched sheet with cells that are new or have another value. */
function changedColumns(
  { columns, currencyColumn, changed, added }: WriteBackPlan,
  layout: ColumnLayout,
): Set<number> {
  const replaced = [
    ...columns.map(({ column }) => column),
    ...(currencyColumn === null ? [] : [currencyColumn]),
  ]
  return new Set([
    ...(layout.kind === 'replace' ? replaced : layout.columns.map(({ column }) => column)),
    ...changed.flatMap(({ cells }) => [...cells.keys()]),
    ...added.flatMap(({ cells, prices }) => [...cells.keys(), ...prices.keys()]),
  ])
}

function sheetOf(xml: Bytes, sheet: string | undefined): { content: OdsContent; table: SheetTable } {
  const content = findContent(xml)
  if (content === undefined || content === 'broken')
    throw new Error('The file is no OpenDocument spreadsheet.')
  const table = tableOfSheet(content, sheet)
  if (table === undefined) throw new Error('There is no such sheet.')
  return { content, table }
}

type TableChange = {
  readonly content: OdsContent
  readonly table: SheetTable
  readonly styles: NewStyles
  readonly scan: TableScan
  readonly cells: NewCells
  readonly layout: ColumnLayout
  /** Adds new columns that directly follow a range to it. */
  readonly widen: (ref: string) => string
}

/** The styles that new cells need are known, and written before them, once all of these are. */
function writeTable({ widen, ...change }: TableChange, onRow: (row: number) => void): Bytes[] {
  const { content, table, layout, styles } = change
  const { xml } = content
  const areas = areaEdits(content, table, { shift: layout.shift, widen })
  const patcher = new BytePatcher(xml, content.body.start)
  const put = (edits: readonly Edit[]) => {
    for (const edit of edits) patcher.edit(edit)
  }
  put(areas.filter(({ start }) => start < table.tagEnd))
  new TableWriter(change, patcher).write(onRow)
  put(areas.filter(({ start }) => start >= table.tagEnd))
  const body = patcher.finish()
  return [...applyEdits(xml.subarray(0, content.body.start), styles.edits()), ...body]
}
