import { basename, extname } from 'node:path'
import { remainingStatement } from '#writeback/kept-statement.ts'
import { hasMixedPrices } from '#writeback/mixed-currencies.ts'
import {
  DEFAULT_PLACEMENT,
  type Placement,
  type WriteBackPlan,
  type WriteBackWarning,
  allowedPlacement,
} from '#writeback/plan.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { writeBackFormat } from '#formats/format.ts'
import { totalsWarnings } from '#writeback/total-prices.ts'
import { writeBack } from '#formats/write-back.ts'
import { StreamedCells, patchStream, planForStream } from '#formats/stream/stream-patch.ts'
import { type PriceListReading, readPriceListFile } from './read-file.ts'
import { withStream } from './stream-file.ts'
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
  const isStreamed = await withStream(request, async (reading) => {
    const { list, source } = reading
    const prices = new StreamedCells(list)
    await writeApplied(request, reading, (placement) => {
      const plan = planForStream(list, prices, placement)
      return { plan, written: { parts: patchStream(source, list, plan, showProgress), warnings: [] } }
    })
  })
  if (isStreamed) return
  const reading = await readPriceListFile(request, { allKeys: true, names: false })
  await writeApplied(request, reading, async (placement) => {
    const { bytes, file, choice, rows } = reading
    const source = { columns: choice.columns, reading: rows, table: rows.table }
    const plan = planForReading(source, placement, request.mixed)
    if (hasMixedPrices(plan, rows.table)) throw new CliError(MIXED)
    return { plan, written: await writeBack(bytes, file, plan, showProgress) }
  })
}

type Applied = {
  readonly plan: WriteBackPlan
  readonly written: {
    readonly parts: Iterable<Uint8Array>
    readonly warnings: readonly WriteBackWarning[]
  }
}

/** Writes the file, and its notes to standard error. */
async function writeApplied(
  request: CliOptions & { readonly out?: string | undefined },
  reading: PriceListReading,
  applied: (placement: Placement) => Applied | Promise<Applied>,
): Promise<void> {
  await requirePreflight(reading)
  const { file, choice, rows } = reading
  const { table } = rows
  const source = { columns: choice.columns, reading: rows, table, file }
  const place = allowedPlacement(request.place ?? DEFAULT_PLACEMENT, source)
  const { plan, written } = await applied(place.placement)
  clearProgress()
  printReadingNotes(request, reading)
  const out = request.out ?? '-'
  const format = writeBackFormat(file.format)
  const extension = extname(out).slice(1).toLowerCase()
  const kept = totalsWarnings(plan, reading.rows)
  const notes = [...place.warnings, ...kept, ...written.warnings].map((warning) => WARNING_TEXTS[warning])
  const names = { file: basename(out), sheet: file.sheet }
  const statement = remainingStatement(plan, table, names, written.warnings)
  if (statement !== undefined)
    notes.push(
      `${STATEMENT_LOCATION[statement.where]} '${statement.text}' still names the old currency; change it by hand.`,
    )
  if (out !== '-' && extension !== format)
    notes.unshift(`the file that was written is ${format}, and its name should end in .${format}.`)
  if (!request.quiet) for (const note of notes) printError(`Note: ${note}`)
  await write(out, written.parts, request.file)
  clearProgress()
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
