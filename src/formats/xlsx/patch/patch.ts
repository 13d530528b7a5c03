import type { Bytes } from '../../bytes/bytes.ts'
import { otherCurrency } from '#money/currency.ts'
import { type Edit, applyEdits } from '../../bytes/patch-bytes.ts'
import { XmlTags } from '../../xml/tags.ts'
import { type CellRange, isInRange } from '../../spreadsheet/cell-ref.ts'
import { type ColumnLayout, layOutColumns, rangeWidener } from '../../spreadsheet/patch/new-columns.ts'
import { type Dependent, wouldConvertAgain } from '../../spreadsheet/patch/computed-columns.ts'
import { NewCells } from '../../spreadsheet/patch/new-cells.ts'
import { patchSheet } from './patch-sheet.ts'
import { type WriteBackPlan, targetCurrencies } from '#writeback/plan.ts'
import type { WriteBackResult } from '../../format.ts'
import {
  PackageParts,
  type SheetPart,
  type WorkbookParts,
  findWorkbook,
  parseRelationships,
} from '../package.ts'
import { END_OF_ROW, END_OF_STRING } from '../pieces.ts'
import { readSharedStringsAt } from '../read/shared-strings.ts'
import { sheetElementEdits, refRanges } from './sheet-elements.ts'
import { type CellText, type SheetScan, scanSheet } from './scan-sheet.ts'
import { canInsertColumns, definedNameEdits } from './movable.ts'
import { WorkbookStyles } from './styles.ts'
import { isTableTitle, readTables, widenTables } from './tables.ts'

/** Elements of a workbook that precede `calcPr` (ECMA-376 18.2.27). */
const BEFORE: ReadonlySet<string> = new Set([
  'fileVersion',
  'fileSharing',
  'workbookPr',
  'AlternateContent',
  'revisionPtr',
  'absPath',
  'workbookProtection',
  'bookViews',
  'sheets',
  'functionGroups',
  'externalReferences',
  'definedNames',
])

/** Makes programs recalculate all formulas when they open the workbook, so that no stale value is shown. */
function recalculationEdit(xml: Bytes): Edit {
  const tags = new XmlTags(xml)
  while (tags.next() && !tags.is('workbook'));
  const { prefix } = tags
  let at = tags.end
  while (tags.next()) {
    if (tags.is('calcPr')) {
      const span = tags.span('fullCalcOnLoad')
      if (span !== undefined) return { ...span, text: '1' }
      return { start: tags.nameEnd, end: tags.nameEnd, text: ' fullCalcOnLoad="1"' }
    }
    const isBefore = BEFORE.has(tags.name)
    tags.skip()
    if (isBefore) at = tags.end
  }
  return { start: at, end: at, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` }
}

/**
 * Removes the calculation chain (ECMA-376 18.6), which programs rebuild. One that names a cell without a formula is taken
 * for damage.
 */
function removeCalcChain(relationships: Bytes): Edit[] {
  const chain = [...parseRelationships(relationships)].find(({ type }) => type.endsWith('/calcChain'))
  return chain === undefined ? [] : [{ ...chain.span, text: '' }]
}

/** Share of the work done by the first pass over the sheet. */
const SCAN_SHARE = 0.3

type PatchResult = Required<Pick<WriteBackResult, 'parts' | 'warnings' | 'lockedCells'>> &
  Pick<WriteBackResult, 'computed'>

/**
 * Writes new prices into one sheet of the user's workbook (XLSX, XLSM). Unchanged parts keep their compressed bytes, and
 * changed parts every byte outside the edits (CONV-08). Throws for a workbook that cannot be read: it was opened before.
 * @param sheetName undefined for the first sheet
 * @param onProgress called with 0 to 1
 */
export async function patchWorkbook(
  bytes: Bytes,
  sheetName: string | undefined,
  plan: WriteBackPlan,
  onProgress: (done: number) => void,
): Promise<PatchResult> {
  const parts = PackageParts.open(bytes)
  const workbook = await findWorkbook(parts)
  const sheet =
    sheetName === undefined ? workbook.sheets[0] : workbook.sheets.find(({ name }) => name === sheetName)
  const tables = sheet === undefined ? [] : await readTables(parts, sheet.part)
  const scanned = sheet && (await scanSheet(parts, sheet.part, plan, tables))
  if (sheet === undefined || scanned === undefined) throw new Error('There is no such sheet.')
  const { scan, pieces } = scanned
  onProgress(SCAN_SHARE)
  const ranges = [...mergedRanges(scan), ...tables.map(({ range }) => range)]
  const texts = await resolveTexts(parts, workbook, scan)
  const computed = scan.computed.result()
  const convertsAgain = wouldConvertAgain(computed, texts.titles, plan)
  const layout = await layOutColumns(plan, { ...scan, ranges, convertsAgain }, () =>
    canInsertColumns(parts, workbook, { part: sheet.part, scan }),
  )
  const dependent = layout.kind === 'replace' ? [...computed.products, ...computed.others] : []
  const cells = new NewCells(plan, layout, {
    ...texts,
    repeatedTitles: scan.repeatedTitles,
    computed: [...computed.products],
    locked: scan.lockedCells,
    lastRow: scan.lastRow,
    isTitleFixed: (row, column) =>
      isTableTitle(tables, row, column) || isComputedTitle(scan, plan.headerRow, row, column),
  })
  const stylesXml = workbook.styles === undefined ? undefined : await parts.read(workbook.styles)
  const styles = stylesXml && stylesFor(stylesXml, plan, scan)
  const dependentOn = layout.kind === 'replace' ? computed : NOT_COMPUTED
  const { newStyles: formulaStyles, isOldKept } = restyle(styles, plan, scan, dependentOn)
  const newStyles = styles?.write()
  if (newStyles !== undefined) parts.replace(workbook.styles!, newStyles)
  const widen = rangeWidener(plan, layout)
  const change = { ...layout, widen, lastRow: scan.lastRow + plan.added.length }
  const content = patchSheet(
    {
      scan,
      cells,
      ...layout,
      styles,
      outdated: new Set(dependent),
      restyled: dependentOn.products,
      newStyles: formulaStyles,
      headerRow: plan.headerRow ?? -1,
      head: sheetElementEdits(scan.headXml, scan.head, change),
      tail: sheetElementEdits(scan.tailXml, scan.tail, change),
    },
    pieces(),
    (row) => onProgress(SCAN_SHARE + (row / (scan.lastRow + 1)) * (1 - SCAN_SHARE)),
  )
  parts.replace(sheet.part, content)
  await widenTables(parts, sheet.part, plan.headerRow, titledColumns(plan, layout, cells))
  await patchWorkbookPart({ parts, workbook, sheet, layout, widen, scan, plan })
  const written = await parts.write()
  onProgress(1)
  const warnings = new Set(layout.warnings)
  if (scan.lockedCells.size > 0) warnings.add('formulas-kept')
  if (cells.hasUnchangedTitles || isOldKept || cells.namesOld(dependentOn.others)) warnings.add('title-kept')
  return {
    parts: written,
    warnings: [...warnings],
    lockedCells: scan.lockedCells,
    ...(dependent.length > 0 && { computed: new Set(dependent) }),
  }
}

/** The new columns with their titles. */
const titledColumns = ({ headerRow }: WriteBackPlan, { columns }: ColumnLayout, cells: NewCells) =>
  (headerRow === null ? [] : cells.inRow(headerRow)).flatMap(({ column, content }) => {
    const placed = columns.find((one) => one.column === column)
    return placed === undefined || typeof content !== 'string'
      ? []
      : [{ column, source: placed.source, title: content }]
  })

function isComputedTitle(
  { formulaTitles, arrayRanges: arrays }: SheetScan,
  headerRow: number | null,
  row: number,
  column: number,
): boolean {
  if (row === headerRow && formulaTitles.has(column)) return true
  return arrays.some((range) => isInRange(range, row, column))
}

function mergedRanges({ tailXml, tail }: SheetScan): CellRange[] {
  return tail
    .filter(({ name }) => name === 'mergeCells')
    .flatMap(({ start, end }) => refRanges(new XmlTags(tailXml, start, end), 'mergeCell'))
}

type ResolvedTexts = {
  readonly titles: ReadonlyMap<number, string>
  readonly currencies: ReadonlyMap<number, string>
  readonly priceTexts: ReadonlyMap<number, ReadonlyMap<number, string>>
}

/** Titles, prices and currencies with their shared strings resolved. */
async function resolveTexts(
  parts: PackageParts,
  workbook: WorkbookParts,
  scan: SheetScan,
): Promise<ResolvedTexts> {
  const wanted = new Set<number>()
  for (const texts of [scan.titles, scan.currencies, ...scan.priceTexts.values()])
    for (const text of texts.values()) if (typeof text !== 'string') wanted.add(text.shared)
  const shared =
    workbook.sharedStrings === undefined || wanted.size === 0
      ? new Map<number, string>()
      : await readStringsAt(parts, workbook.sharedStrings, wanted)
  const read = (texts: ReadonlyMap<number, CellText>) =>
    new Map(
      Array.from(texts, ([at, text]) => [
        at,
        typeof text === 'string' ? text : (shared.get(text.shared) ?? ''),
      ]),
    )
  return {
    titles: read(scan.titles),
    currencies: read(scan.currencies),
    priceTexts: new Map(Array.from(scan.priceTexts, ([column, texts]) => [column, read(texts)])),
  }
}

async function readStringsAt(
  parts: PackageParts,
  part: string,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const read = await readSharedStringsAt(parts.pieces(part, END_OF_STRING), wanted)
  if (read !== undefined) return read
  const xml = (await parts.read(part))!
  return (await readSharedStringsAt([xml], wanted, true))!
}

/** Adds the styles of all new prices at once: the styles part is written before the sheet. */
function stylesFor(xml: Bytes, plan: WriteBackPlan, scan: SheetScan): WorkbookStyles {
  const styles = new WorkbookStyles(xml)
  for (const priced of plan.columns) {
    const sources = new Set(scan.priceStyles.get(priced.column))
    if (plan.added.length > 0) sources.add(scan.lastStyles.get(priced.column) ?? 0)
    for (const source of sources)
      for (const currency of targetCurrencies(priced)) styles.priceStyle(source, currency)
  }
  for (const { style, currency } of scan.changedStyles) styles.priceStyle(style, currency)
  for (const { cells } of plan.added)
    for (const [column, content] of cells)
      if (typeof content !== 'string' && content.currency !== undefined)
        styles.priceStyle(scan.lastStyles.get(column) ?? 0, content.currency)
  return styles
}

const NOT_COMPUTED: Dependent = { products: new Set(), others: new Set(), converted: new Set() }

/**
 * Adds the styles of formulas that work out amounts from replaced prices, where those show the old currency.
 * @returns by style of the sheet, the one in the new currency, and whether a format names the old currency that cannot change
 */
function restyle(
  styles: WorkbookStyles | undefined,
  plan: WriteBackPlan,
  { formulaStyles }: SheetScan,
  { products, others }: Dependent,
): { newStyles: ReadonlyMap<number, number>; isOldKept: boolean } {
  const targets = [...new Set(plan.columns.flatMap(targetCurrencies))]
  const [to] = targets.length === 1 ? targets : []
  const oldStylesOf = (columns: Iterable<number>) =>
    [...columns].flatMap((column) =>
      [...(formulaStyles.get(column) ?? [])].filter((style) =>
        targets.some((target) => styles?.isMoney(style, otherCurrency(target))),
      ),
    )
  const newStyles = new Map<number, number>()
  if (to !== undefined)
    for (const style of oldStylesOf(products)) {
      const added = styles?.priceStyle(style, to)
      if (added !== undefined) newStyles.set(style, added)
    }
  const kept = to === undefined ? [...products, ...others] : others
  return { newStyles, isOldKept: oldStylesOf(kept).length > 0 }
}

type WorkbookChange = {
  readonly parts: PackageParts
  readonly workbook: WorkbookParts
  readonly sheet: SheetPart
  readonly layout: ColumnLayout
  readonly widen: (ref: string) => string
  readonly scan: SheetScan
  readonly plan: WriteBackPlan
}

async function patchWorkbookPart({
  parts,
  workbook,
  sheet,
  layout,
  widen,
  scan,
  plan,
}: WorkbookChange): Promise<void> {
  const edits = definedNameEdits(workbook, sheet, { shift: layout.shift, widen })
  const isValueChanged = layout.kind === 'replace' || plan.changed.length > 0 || plan.added.length > 0
  if (isValueChanged && (scan.hasFormulas || (await othersHaveFormulas(parts, workbook, sheet))))
    edits.push(recalculationEdit(workbook.xml))
  if (edits.length > 0) parts.replace(workbook.part, applyEdits(workbook.xml, edits))
  if (!scan.overwritesFormulas) return
  // Without relationships it would have no sheet.
  const relations = (await parts.read(workbook.relationshipsPart))!
  const chainless = removeCalcChain(relations)
  if (chainless.length > 0) parts.replace(workbook.relationshipsPart, applyEdits(relations, chainless))
}

async function othersHaveFormulas(
  parts: PackageParts,
  workbook: WorkbookParts,
  own: SheetPart,
): Promise<boolean> {
  for (const sheet of workbook.sheets) {
    if (sheet === own) continue
    for await (const xml of parts.pieces(sheet.part, END_OF_ROW))
      for (const tags = new XmlTags(xml); tags.next();) if (tags.is('f')) return true
  }
  return false
}
