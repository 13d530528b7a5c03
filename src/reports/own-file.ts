import { NoRoomError, type OpenedFile } from '#formats/format.ts'
import { type Table, cellText } from '#table/table.ts'
import { escapeFormula } from '#formats/csv/formulas.ts'
import { csvStyle, type CsvStyle, csvLine } from '#formats/csv/write.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { remainingStatement } from '#writeback/kept-statement.ts'
import { hasMixedPrices } from '#writeback/mixed-currencies.ts'
import { withSign } from '#writeback/price-style.ts'
import { type Placement, type WriteBackPlan, allowedPlacement, writtenPlacement } from '#writeback/plan.ts'
import { type PricedRow, planForEditedRows } from '#writeback/build-plan.ts'
import { type WrittenCell, applyPlan } from '#writeback/apply-to-table.ts'
import { totalsWarnings } from '#writeback/total-prices.ts'
import { writeBack } from '#formats/write-back.ts'
import { writtenTableXlsx } from '#formats/xlsx/write/workbook.ts'
import type { Lang } from '#i18n/language.ts'
import { perLineOf } from '#pricelist/types.ts'
import { csvAmount, ownFileName } from './results.ts'
import { writtenType } from '#formats/media-type.ts'
import { csvBlob, xlsxBlob } from './blobs.ts'
import { rowOrigin } from '#pricelist/row.ts'
import { type ExportedFile, type NoRoom, type OwnFileTask, extensionOfOwn } from './types.ts'

/** Share of reading the file again in the progress. */
const READING = 0.4

/** The file, the changes that were made to it, and its table before them. */
export type OwnFile = {
  readonly made: ExportedFile
  readonly plan: WriteBackPlan
  readonly before: Table
  /** Whether it is JSON of the specified form. */
  readonly isStrict: boolean
}

/** A {@link NoRoomError} with the titles of the columns. */
export class NoRoomForPrices extends Error {
  readonly reason: NoRoom

  constructor(reason: NoRoom) {
    super(`The file has no room for more ${reason.noRoom}.`)
    this.reason = reason
  }
}

/**
 * The user's own file with the new prices, as it was or as a table in another format (CONV-08).
 * @throws {NoRoomForPrices}
 */
export async function ownFile(task: OwnFileTask, onProgress: (done: number) => void): Promise<OwnFile> {
  const { kind, lang, source } = task
  const { name: fileName, bytes, choices, rowChoices } = source
  const opened = await openFile(bytes, {
    fileName,
    ...choices,
    allKeys: true,
    onProgress: (done) => onProgress(done * READING),
  })
  if (!opened.ok) throw new Error(`The file cannot be read again: ${opened.error.code}`)
  const { file } = opened
  const isStrict = file.isStrict === true
  const { columns } = rowChoices
  const table = tableForHeader(file, columns.headerRow)
  const reading = readRows(table, rowChoices)
  const planFor = (where: Placement) =>
    planForEditedRows({ columns, reading, table }, pricedRows(task), where, task.mixed)
  const place = placementOf(task, { file, table, columns, reading })
  const requested = planFor(place.placement)
  const isMixed = hasMixedPrices(requested, task.mixed)
  const plan = isMixed ? planFor('end') : requested
  const planWarnings = [
    ...(isMixed ? (['mixed-money'] as const) : place.warnings),
    ...totalsWarnings(plan, reading),
  ]
  const names = {
    file: ownFileName(fileName, extensionOfOwn(kind, source)),
    sheet: kind === 'own-csv' ? undefined : file.sheet,
    notes: kind === 'own' ? file.notes : undefined,
  }
  const ownFileOf = (
    written: Blob,
    found: ExportedFile['warnings'],
    computed?: ReadonlySet<number>,
  ): OwnFile => {
    const warnings = [...planWarnings, ...found]
    const placement = writtenPlacement(task.placement, warnings)
    const statement = remainingStatement(plan, table, names, warnings)
    const made = {
      file: written,
      warnings,
      placement,
      statement,
      ...(computed !== undefined && { computed: [...computed] }),
    }
    return { made, plan, before: table, isStrict }
  }
  const onWritten = (done: number) => onProgress(READING + done * (1 - READING))
  if (kind === 'own') {
    const { parts, format, warnings, computed } = await writeBack(bytes, file, plan, onWritten).catch(
      (error: unknown) => {
        throw error instanceof NoRoomError ? noRoomIn(table, plan, error) : error
      },
    )
    return ownFileOf(new Blob([...parts], { type: writtenType(format, file) }), warnings, computed)
  }
  const cells = applyPlan(table, plan)
  const withNotes = (converted: Blob): OwnFile => ownFileOf(converted, [])
  if (kind === 'own-csv') return withNotes(csvOf(cells, styleOf(file, columns.price, lang)))
  const written = writtenTableXlsx(cells, {
    hasHeader: (columns.headerRow ?? 0) === 0,
    lang,
    sheetName: file.sheet ?? fileName.replace(/\.[^.]*$/, ''),
    title: fileName,
    createdAt: new Date().toISOString(),
    onProgress: onWritten,
  })
  return withNotes(await xlsxBlob(written))
}

function noRoomIn(table: Table, plan: WriteBackPlan, { of, columns }: NoRoomError): NoRoomForPrices {
  const titles = headerTitles(table, plan.headerRow)
  const named = columns.map((index) => ({ index, title: titles[index] ?? '' }))
  return new NoRoomForPrices({ noRoom: of, columns: named, placement: plan.placement })
}

/** Among prices that are still to be converted none is replaced: the column would have prices in both currencies. */
const placementOf = (
  { placement, isPartial = false }: OwnFileTask,
  source: Parameters<typeof allowedPlacement>[1],
): ReturnType<typeof allowedPlacement> =>
  isPartial && placement === 'replace'
    ? { placement: 'end', warnings: ['rest-waiting'] }
    : allowedPlacement(placement, source)

const pricedRows = ({ rows, source: { ids, rowChoices } }: OwnFileTask): PricedRow[] =>
  rows.map((row, i) => ({
    ...rowOrigin(ids[i] ?? 0, perLineOf(rowChoices)),
    name: row.name,
    price: row.originalPrice,
    currency: row.originalCurrency,
    national: csvAmount(row.bgn) || null,
    euro: csvAmount(row.eur) || null,
  }))

/** CSV keeps its style; other formats get the style that Excel writes in that language. */
function styleOf({ delimiter, table }: OpenedFile, price: number | null, lang: Lang): CsvStyle {
  if (delimiter !== undefined) return { delimiter, mark: usesComma(table, price) ? ',' : '.' }
  return csvStyle(lang)
}

const usesComma = (table: Table, price: number | null): boolean =>
  price !== null && table.some((row) => /\d,\d{1,2}(?!\d)/.test(cellText(row[price])))

function csvOf(table: readonly (readonly WrittenCell[])[], { delimiter, mark }: CsvStyle): Blob {
  const textIn = (cell: WrittenCell): string => {
    if (cell === null) return ''
    if (typeof cell === 'string') return escapeFormula(cell)
    const amount = cell.number.replace('.', mark)
    return cell.currency === undefined ? amount : withSign(amount, cell.currency)
  }
  return csvBlob(table.map((row) => csvLine(row.map(textIn), delimiter)))
}
