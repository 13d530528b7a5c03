import type { Assumption, ColumnQuestion } from '#pricelist/types.ts'
import type { OpenedFile, Warning } from '#formats/format.ts'
import { visibleJson } from '#product/display-text.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import type { PriceListReading } from '#files/read-list.ts'
import { readPriceListFile } from './read-file.ts'
import { columnName } from '#table/column-name.ts'
import { type CliOptions, UsageError } from './args.ts'
import { titleOrName } from '#files/columns.ts'
import { explainNotReady } from './preflight.ts'
import { type ReadingReport, makeReadingReport } from '#files/reading-report.ts'
import { CliError, counted } from './error.ts'
import { clearProgress, inTurns, printAbout, write } from './output.ts'
import { printRecipeNotes, recipeText } from './recipe.ts'
import { asStream, openStream } from './stream-file.ts'

/** What `levro inspect` prints; keys that do not apply are null. */
type Report = {
  format: OpenedFile['format']
  /** `utf-8`, `utf-8 with BOM`, `windows-1251`, … */
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  /** 1-based. */
  headerRow: number | null
  /** Titles, or column names (A, AA) where there is no header; null for a column that is missing or only guessed. */
  columns: { name: string | null; price: string | null; currency: string | null }
  rows: { total: number; valid: number; invalid: number; empty: number }
  /** Titles of the columns to choose from, and their names (A, AA). */
  question: { what: ColumnQuestion; columns: readonly string[]; letters: readonly string[] } | null
  taken: ReadingReport['taken']
  left: ReadingReport['left']
  assumed: readonly (Assumption | GuessedColumns)[]
  warnings: readonly (Warning | DisagreeingPrices)[]
}

type GuessedColumns = { what: 'columns'; name: string | null; price: string | null; currency: string | null }

type DisagreeingPrices = { code: 'prices-disagree'; count: number; rows: readonly number[] }

/** Prints what the file is and how it would be read; then fails when it has no valid row. */
export async function inspect(request: CliOptions): Promise<void> {
  if (request.saveRecipe !== undefined) requireSavable(request)
  const isStreamed = await asStream(request, async (streamed) => {
    const { stream, readingOf } = await openStream(request, false, streamed)
    await inTurns(stream.survey())
    await printReport(request, readingOf(await inTurns(stream.list())))
  })
  if (isStreamed) return
  await printReport(
    request,
    await readPriceListFile(request, { allKeys: request.saveRecipe !== undefined, names: false }),
  )
}

async function printReport(request: CliOptions, reading: PriceListReading): Promise<void> {
  clearProgress()
  printRecipeNotes(request, reading.choice.added)
  const report = reportOf(reading)
  await write(request.out, [jsonOf(request, report)], request.file)
  if (!request.quiet && request.subject !== undefined)
    printAbout(request, `${report.format}, ${counted(report.rows.valid, 'price')}.`)
  if (reading.rows.counts.validRows === 0) throw new CliError(await explainNotReady(reading))
  if (request.saveRecipe === undefined) return
  const recipe = recipeText(request, reading.detection, reading.choice.columns)
  await write(request.saveRecipe, [recipe], request.file)
}

/** @throws {UsageError} for options that a recipe cannot keep */
function requireSavable({ saveRecipe, subject, out, allIn, totals }: CliOptions): void {
  if (subject !== undefined) throw new UsageError('--save-recipe takes one price list: name one alone.')
  if (saveRecipe === '-' || saveRecipe === out) throw new UsageError('--save-recipe takes a file of its own.')
  // It would also overrule what later files say.
  if (allIn !== undefined) throw new UsageError('A recipe cannot keep --all-in: say --from, or leave it out.')
  if (totals === 'convert')
    throw new UsageError('A recipe cannot keep --totals convert: say keep or omit, or leave it out.')
}

/** Of several files without a folder for them, an object in one line. */
function jsonOf({ subject, source, out }: CliOptions, report: Report): string {
  const isLine = subject !== undefined && out === undefined
  return isLine ? `${visibleJson({ file: source, ...report })}\n` : `${visibleJson(report, 2)}\n`
}

function reportOf(reading: PriceListReading): Report {
  const { file, choice, rows, assumptions } = reading
  const titles = titlesOf(reading)
  const { totalRows, validRows, invalidRows, emptyRows } = rows.counts
  return {
    format: file.format,
    encoding: file.encoding === undefined ? null : file.encoding + (file.hasBom ? ' with BOM' : ''),
    delimiter: file.delimiter ?? null,
    sheet: file.sheet ?? null,
    headerRow: choice.columns.headerRow === null ? null : choice.columns.headerRow + 1,
    columns: choice.certain ? titles : { name: null, price: null, currency: null },
    rows: { total: totalRows, valid: validRows, invalid: invalidRows, empty: emptyRows },
    question: questionOf(reading),
    ...makeReadingReport(reading),
    assumed: choice.certain ? assumptions : [...assumptions, { what: 'columns', ...titles }],
    warnings: [...file.warnings, ...disagreement(reading)],
  }
}

function questionOf({ choice, detection }: PriceListReading): Report['question'] {
  const { question, candidates } = detection
  if (choice.certain || question === null) return null
  const titleOf = (index: number) => detection.all.find((column) => column.index === index)?.title
  return {
    what: question,
    columns: candidates.map((index) => titleOrName(titleOf(index), index)),
    letters: candidates.map(columnName),
  }
}

function titlesOf({ file, choice }: PriceListReading): Report['columns'] {
  const { headerRow, name, price, currency } = choice.columns
  const titles = headerTitles(file.table, headerRow)
  const titleOf = (index: number | null): string | null =>
    index === null ? null : titleOrName(titles[index], index)
  return { name: titleOf(name), price: titleOf(price), currency: titleOf(currency) }
}

function disagreement({ rows }: PriceListReading): DisagreeingPrices[] {
  const { count, first } = rows.pairs
  return count === 0 ? [] : [{ code: 'prices-disagree', count, rows: first.map(({ row }) => row) }]
}
