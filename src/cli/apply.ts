import { basename, extname } from 'node:path'
import { remainingStatement } from '#writeback/kept-statement.ts'
import { hasMixedPrices } from '#writeback/mixed-currencies.ts'
import { DEFAULT_PLACEMENT, type WriteBackWarning, allowedPlacement } from '#writeback/plan.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { writeBackFormat } from '#formats/format.ts'
import { totalsWarnings } from '#writeback/total-prices.ts'
import { writeBack } from '#formats/write-back.ts'
import { readPriceListFile } from './read-file.ts'
import { type CliOptions, UsageError } from './args.ts'
import { printReadingNotes } from './convert.ts'
import { CliError } from './error.ts'
import { clearProgress, printError, showProgress, write } from './output.ts'
import { STATEMENT_LOCATION } from './questions.ts'
import { requirePreflight } from './preflight.ts'

/** Writes the user's file with the converted prices; everything else in it stays as it is (CONV-08). */
export async function apply(request: CliOptions): Promise<void> {
  if (request.out === undefined) throw new UsageError('apply needs --out OUT: the file to be written.')
  if (request.mixed !== undefined && request.place !== 'replace')
    throw new UsageError('--mixed goes with --place replace.')
  const { to, mixed } = request
  if (to !== undefined && mixed !== undefined && mixed !== 'mark' && mixed.toUpperCase() !== to)
    throw new UsageError(
      `--to ${to} leaves those prices as they are, and --mixed ${mixed} converts them: name one currency.`,
    )
  const reading = await readPriceListFile(request, { allKeys: true, names: false })
  await requirePreflight(reading)
  const { bytes, file, choice, rows } = reading
  const { table } = rows
  const source = { columns: choice.columns, reading: rows, table }
  const place = allowedPlacement(request.place ?? DEFAULT_PLACEMENT, { ...source, file })
  const plan = planForReading(source, place.placement, request.mixed)
  if (hasMixedPrices(plan, table)) throw new CliError(MIXED)
  const written = await writeBack(bytes, file, plan, showProgress)
  clearProgress()
  printReadingNotes(request, reading)
  const format = writeBackFormat(file.format)
  const extension = extname(request.out).slice(1).toLowerCase()
  const kept = totalsWarnings(plan, reading.rows)
  const notes = [...place.warnings, ...kept, ...written.warnings].map((warning) => WARNING_TEXTS[warning])
  const names = { file: basename(request.out), sheet: file.sheet }
  const statement = remainingStatement(plan, table, names, written.warnings)
  if (statement !== undefined)
    notes.push(
      `${STATEMENT_LOCATION[statement.where]} '${statement.text}' still names the old currency; change it by hand.`,
    )
  if (request.out !== '-' && extension !== format)
    notes.unshift(`the file that was written is ${format}, and its name should end in .${format}.`)
  if (!request.quiet) for (const note of notes) printError(`Note: ${note}`)
  await write(request.out, written.parts, request.file)
}

const MIXED =
  'One column has prices in both currencies, which could not be told apart once replaced: say with --mixed eur or --mixed bgn ' +
  'that all are to be in that currency (those already in it stay as they are), or with --mixed mark that each is to have its ' +
  'currency written beside it.'

const WARNING_TEXTS = {
  'not-kept':
    'a workbook of this format comes back as .xlsx; values, formulas, number formats and widths are kept, but no look (fonts, colours, borders), pictures, charts, macros, comments, links, frozen panes, data validation, conditional formatting, print setup or protection.',
  'placed-at-end':
    'there is no room beside the price without shifting what refers to it; the new column is the last.',
  'formulas-kept':
    'formulas work out the prices, so they were not replaced; the new prices have a column of their own.',
  'currency-shared':
    'other prices share the column of currencies, so nothing was replaced and the new prices stand at the end; name every price column with --price.',
  'rows-cut':
    'not all rows were read, so nothing was replaced and the new prices stand at the end; see --limit.',
  'unread-kept': 'among the replaced prices some are still in the old currency.',
  'title-kept':
    'the title of the prices belongs to a table or is a formula, and still names the old currency.',
  'rest-waiting':
    'other prices of the file are still to be converted, so nothing was replaced and the new prices stand at the end.',
  'mixed-money': 'one column has prices in both currencies; the new prices stand at the end.',
  'totals-kept': 'totals in which not all prices were converted are left as written, in the old currency.',
} satisfies Record<WriteBackWarning, string>
