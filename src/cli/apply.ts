import { basename } from 'node:path'
import { type WritingProblem, convertList, placementFor } from '#files/convert.ts'
import type { PriceListReading, WholeReading } from '#files/read-list.ts'
import { remainingStatement } from '#writeback/kept-statement.ts'
import { hasMixedPrices } from '#writeback/mixed-currencies.ts'
import {
  DEFAULT_PLACEMENT,
  type WriteBackPlan,
  type WriteBackWarning,
  sameInOtherCurrency,
  writtenPlacement,
} from '#writeback/plan.ts'
import { type OpenedFile, type WriteBackResult, writtenExtension } from '#formats/format.ts'
import { omittedTotals, totalsWarnings } from '#writeback/total-prices.ts'
import { planForList } from '#formats/stream/streamed-cells.ts'
import { readPriceListFile } from './read-file.ts'
import { type FileStream, asStream, openStream } from './stream-file.ts'
import type { CliOptions } from './args.ts'
import { describeColumn } from './columns.ts'
import { printReadingNotes } from './convert.ts'
import { CliError, rowList } from './error.ts'
import { clearProgress, inTurns, isFile, printAbout, showWritten, write, writeWhile } from './output.ts'
import { STATEMENT_LOCATION } from './questions.ts'
import { requirePreflight } from './preflight.ts'
import { keptPricesNote } from './reading-report.ts'

/** Writes the user's file with the converted prices; everything else in it stays as it is (CONV-08). */
export async function apply(request: CliOptions): Promise<void> {
  const isStreamed =
    request.mixed === undefined &&
    (await asStream(request, async (streamed) =>
      applyStream(request, await openStream(request, false, streamed)),
    ))
  if (isStreamed) return
  const reading = await readPriceListFile(request, { allKeys: true, names: false })
  const out = outOf(request, reading.file)
  await write(out, (await patched(request, reading, out)).parts, request.file)
}

/** The path of the result: in a folder of several results its name ends as its form does. */
export const outOf = (request: CliOptions, file: Pick<OpenedFile, 'format' | 'packing'>): string =>
  request.pathFor?.(file) ?? request.out!

/**
 * The file that was read, with the converted prices; writes what is to be known about it to standard error.
 * @param out the path that it gets
 * @throws {CliError} when the user must decide something first
 */
export async function patched(
  request: CliOptions,
  reading: WholeReading,
  out: string,
): Promise<WriteBackResult> {
  await requirePreflight(reading)
  const converted = await convertList(reading, request, showWritten)
  if (!converted.ok) throw new CliError(writingProblemText(converted.problem))
  clearProgress()
  const { plan, written } = converted
  printNotes({ ...request, out }, reading, plan, written)
  return written
}

type ApplyRequest = CliOptions & { readonly out: string }

/** The same for a file whose rows are never all in memory. They are written while they are read, where `out` is a file. */
async function applyStream(options: CliOptions, file: FileStream): Promise<void> {
  const { stream, readingOf } = file
  const out = outOf(options, { format: 'csv' })
  const request: ApplyRequest = { ...options, out }
  const wanted = request.place ?? DEFAULT_PLACEMENT
  const finish = async (writeAgain: (pieces: Iterable<Uint8Array>) => Promise<void>, isWritten: boolean) => {
    const list = await inTurns(stream.list())
    const reading = readingOf(list)
    await requirePreflight(reading)
    const place = placementFor(reading, request.place)
    if (!place.ok) throw new CliError(writingProblemText(place.problem))
    const plan = planForList(list, place.placement)
    const warnings = [...place.warnings, ...totalsWarnings(plan, list.rows)]
    if (hasMixedPrices(plan, request.mixed)) throw new CliError(MIXED)
    clearProgress()
    printNotes(request, reading, plan, { warnings })
    if (!isWritten || place.placement !== wanted || !stream.isWrittenRight(list))
      await writeAgain(file.whileSame(stream.patched(list, place.placement)))
    file.requireSame()
    clearProgress()
  }
  if (!isFile(out)) {
    await inTurns(stream.survey())
    return finish((pieces) => write(out, pieces, request.file), false)
  }
  await writeWhile(out, request.file, async (writeFrom) => {
    await writeFrom(stream.survey(wanted))
    await finish(writeFrom, true)
  })
}

/** Writes what is to be known about the written file to standard error. */
function printNotes(
  request: ApplyRequest,
  reading: PriceListReading,
  plan: WriteBackPlan,
  { warnings, computed }: Pick<WriteBackResult, 'warnings' | 'computed'>,
): void {
  printReadingNotes(request, reading)
  if (request.quiet) return
  const { out } = request
  const { packing, sheet, notes: beside } = reading.file
  const notes: string[] = warnings.map((warning) =>
    warning === 'not-kept' && reading.file.format === 'html' ? PAGE_AS_WORKBOOK : WARNING_TEXTS[warning],
  )
  notes.unshift(...totalsNotes(plan, reading))
  const isReplaced = writtenPlacement(plan.placement, warnings) === 'replace'
  const kept = isReplaced ? keptPricesNote(reading, computed) : undefined
  if (kept !== undefined) notes.push(kept)
  const same = sameInOtherCurrency(reading.rows.table, reading.choice.columns)
  if (plan.placement !== 'replace' && same.length > 0)
    notes.unshift(
      `the file has the prices in the other currency already, in ${same.map((c) => describeColumn(reading.detection, c)).join(', ')}; ` +
        'the new prices have a column of their own. To compare the two, use levro check.',
    )
  const statement = remainingStatement(
    plan,
    reading.rows.table,
    { file: basename(out), sheet, notes: beside },
    warnings,
  )
  if (statement !== undefined)
    notes.push(
      `${STATEMENT_LOCATION[statement.where]} '${statement.text}' still names the old currency; change it by hand.`,
    )
  const extension = writtenExtension(reading.file, out)
  if (out !== '-' && !out.toLowerCase().endsWith(`.${extension}`)) {
    const written = packing === undefined ? extension : `${packing.kind} as the one that was read`
    notes.unshift(`the file that was written is ${written}, and its name should end in .${extension}.`)
  }
  for (const note of notes) printAbout(request, `Note: ${note}`)
}

/** What the totals that are left out get; among replaced prices a warning tells which stay. */
function totalsNotes(plan: WriteBackPlan, { rows }: PriceListReading): string[] {
  const { summed, unsummed } = omittedTotals(plan, rows)
  const rowsOf = (lines: readonly number[]) => rowList(lines.slice(0, SHOWN_ROWS), lines.length)
  const notes: string[] = []
  if (summed.length === 1)
    notes.push(
      `a total in ${rowsOf(summed)} is not converted itself: its new price is the sum of the new prices that it adds up.`,
    )
  else if (summed.length > 1)
    notes.push(
      `totals in ${rowsOf(summed)} are not converted themselves: the new price of each is the sum of the new prices that it adds up.`,
    )
  if (plan.placement === 'replace') return notes
  if (unsummed.length === 1)
    notes.push(
      `a total in ${rowsOf(unsummed)} has no new price: it is not known to be the sum of prices that were converted.`,
    )
  else if (unsummed.length > 1)
    notes.push(
      `totals in ${rowsOf(unsummed)} have no new price: they are not known to be sums of prices that were converted.`,
    )
  return notes
}

/** Rows that a note names. */
const SHOWN_ROWS = 5

function writingProblemText(problem: WritingProblem): string {
  switch (problem.code) {
    case 'both-kept':
      return BOTH
    case 'mixed-prices':
      return MIXED
    case 'no-room':
    default:
      return noRoom(problem)
  }
}

function noRoom({ of, placement }: Extract<WritingProblem, { code: 'no-room' }>): string {
  const full = of === 'columns' ? 'The file has as many columns' : 'The rows of the file are as long'
  const advice =
    placement === 'replace'
      ? 'save it in another form, such as XLSX or CSV'
      : 'say with --place replace that the new prices go in place of the old ones'
  return `${full} as its form can have: ${advice}.`
}

const BOTH =
  'The file has a column of the same prices in the other currency already, so replaced ones would be there twice: check them ' +
  'with levro check, or write the new prices beside the old ones with --place after or --place end.'

const MIXED =
  'One column has prices in both currencies, of which each would become the other: say with --mixed eur or --mixed bgn ' +
  'that all are to be in that currency (those already in it stay as they are), or with --mixed mark that each is to have its ' +
  'currency written after the price.'

const PAGE_AS_WORKBOOK =
  'of a web page the table comes back, as .xlsx: with the rows and values that were read, without the look of the page.'

const WARNING_TEXTS = {
  'not-kept':
    'a workbook of this format comes back as .xlsx; values, formulas, number formats and widths are kept, but no look (fonts, colours, borders), pictures, charts, macros, comments, links, frozen panes, data validation, conditional formatting, print setup or protection.',
  'placed-at-end':
    'there is no room beside the price without shifting what refers to it; the new column is the last.',
  'formulas-kept':
    'formulas work out the prices, so they were not replaced; the new prices have a column of their own.',
  'currency-shared':
    'other prices share the column of currencies, so nothing was replaced and the new prices stand at the end; name every price column with --price.',
  'currency-around':
    'the currency stands once, around the prices, so nothing was replaced and the new prices stand at the end.',
  'hundredths-kept':
    'the prices are in stotinki or cents and the new ones are not, so nothing was replaced and the new prices stand at the end.',
  'both-kept':
    'the file has the prices in the other currency already, so nothing was replaced and the new prices stand at the end.',
  'lists-kept': 'the prices of the other lists in the file are as they were, in the old currency.',
  'rows-cut':
    'not all rows were read, so nothing was replaced and the new prices stand at the end; see --limit.',
  'unread-kept': 'among the replaced prices some are still in the old currency.',
  'title-kept':
    'a title of replaced prices, or the title or number format of amounts that formulas work out from them, still names the old currency: it belongs to a table or is a formula, or the amounts are no plain products of a price; see whether to change it.',
  'rest-waiting':
    'other prices of the file are still to be converted, so nothing was replaced and the new prices stand at the end.',
  'mixed-money': 'one column has prices in both currencies; the new prices stand at the end.',
  'edits-kept': 'values that several rows share, or for which there is no place, were left as they were.',
  'fields-widened':
    'some fields had no room for their new values and became wider, so the records are longer than before.',
  'fields-renamed':
    'fields of replaced prices have new names, with their currency of now; change them back if a program reads the table by its old names.',
  'values-kept': 'values that a field of its type cannot have were left as they were.',
  'fields-too-many':
    'the table now has more fields, or longer records, than old programs of its version open; newer ones do.',
  'deleted-kept':
    'deleted records still have their old prices: they come back in the old currency if they are restored (RECALL).',
  'index-outdated': 'the index file (.cdx, .mdx) does not have the new values: build it again (REINDEX).',
  'database-differs':
    'the table belongs to a database (.dbc) that lists its fields as they were: Visual FoxPro opens it after the database is updated or the table is freed (FREE TABLE).',
  'totals-kept':
    'totals that are not known to be sums of replaced prices in one currency are left as written, in the old currency.',
} satisfies Record<WriteBackWarning, string>
