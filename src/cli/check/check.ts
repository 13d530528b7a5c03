import { choosePairs, checkList, hundredthsTitle } from '#files/check.ts'
import { jsonReport } from '#files/check-report.ts'
import { sideOf } from '#money/amount.ts'
import { UsageError } from '../args.ts'
import type { OpenedFile } from '#formats/format.ts'
import type { Table } from '#table/table.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import { cellPositions } from '#formats/cell-positions.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import type { CheckChoices } from '#pricelist/pairs/check-pairs.ts'
import { type CheckedList, PairStream } from '#formats/stream/pair-stream.ts'
import type { FoundPairs } from '#formats/stream/pair-surveyor.ts'
import type { CellPositions } from '#formats/text-position.ts'
import { readWholeFile, openOptions } from '../read-file.ts'
import { columnName } from '#table/column-name.ts'
import { choiceProblemText, columnLabel, describeColumn, listColumns, oneLine } from '../columns.ts'
import { warningText, optionsWithoutEffect } from '../convert.ts'
import { CliError, readErrorMessage, counted, rowList } from '../error.ts'
import { clearProgress, inTurns, printAbout, showRead, turn, write } from '../output.ts'
import { ambiguousQuestion } from '../questions.ts'
import { printRecipeOfCheck } from '../recipe.ts'
import { type StreamedFile, asStream, chosenIn } from '../stream-file.ts'
import { FileFindings } from './findings.ts'
import type { CheckRequest } from './request.ts'

/**
 * Prints every pair of a lev and a euro price that is not exact to the cent.
 * @returns the exit status: 1 when there are any
 */
export async function check(request: CheckRequest): Promise<number> {
  let status: number | undefined
  const isStreamed = await asStream(request, async (streamed) => {
    status = await checkStream(request, streamed)
  })
  if (isStreamed) return status!
  const bytes = await readWholeFile(request)
  const opened = await openFile(bytes, { ...openOptions(request), allKeys: true })
  if (!opened.ok) throw new CliError(readErrorMessage(opened.error))
  const { file } = opened
  const choices = choicesOf(file, request)
  const checked = checkList(file, choices, request.direction)
  if (!checked.ok) throw new CliError(ambiguousQuestion(checked.example))
  const { summary, mismatches, missing } = checked
  const list = { file, choices, summary, positions: () => cellPositions(file, bytes) }
  return await report(request, list, () => [{ mismatches, missing }])
}

/** The same for a file whose rows are never all in memory. */
async function checkStream(request: CheckRequest, streamed: StreamedFile): Promise<number> {
  const { source, onProgress, requireSame, whileSame } = streamed
  const { direction } = request
  const stream = await PairStream.open({ source, options: { ...openOptions(request), onProgress } })
  const choose = (file: OpenedFile) => chosenIn(file, () => choicesOf(file, request))
  const list = await inTurns(stream.check({ direction, choose }))
  requireSame()
  const positions = () => stream.positions(list)
  return await report(request, { ...list, positions }, (show) => whileSame(stream.pairs(list), show))
}

function whyNoneChecked(table: Table, choices: CheckChoices): string {
  const title = hundredthsTitle(table, choices)
  return title === undefined
    ? 'The file has no row with both a lev and a euro price.'
    : `'${oneLine(title)}' is in stotinki or cents by its title: such prices are not checked.`
}

type Checked = Pick<CheckedList, 'file' | 'choices' | 'summary'> & {
  readonly positions: () => CellPositions | undefined | Promise<CellPositions | undefined>
}

/**
 * Prints what was found.
 * @param pairs gives those that are off or cannot be checked, in order; `show` shows how much has been read for that
 */
async function report(
  request: CheckRequest,
  list: Checked,
  pairs: (show?: (done: number) => void) => Iterable<FoundPairs>,
): Promise<number> {
  const { file, choices, summary } = list
  const unchecked = summary.notChecked > 0 && (await uncheckedText(summary.notChecked, pairs(showRead)))
  clearProgress()
  const table = tableForHeader(file, choices.columns.headerRow)
  if (summary.checked === 0) throw new CliError(whyNoneChecked(table, choices))
  printRecipeOfCheck(request, request.bgn === undefined && request.header === undefined)
  if (request.subject !== undefined && !request.quiet)
    printAbout(request, `${counted(summary.checked, 'pair')}, ${summary.off} not exact.`)
  for (const note of notesOf(file, request, choices, table)) printAbout(request, `Note: ${note}`)
  if (unchecked) printAbout(request, `Note: ${unchecked}`)
  if (request.findings === undefined)
    await write(request.out, jsonReport(reportedFile(request), list, table, pairs), request.file)
  else await collect(request, list, table, pairs, unchecked || undefined)
  clearProgress()
  return summary.off > 0 ? 1 : 0
}

/** Of several files without a folder for them, the summary in one line. */
const reportedFile = ({ source, direction, subject, out }: CheckRequest) => ({
  source,
  direction,
  isSummary: subject !== undefined && out === undefined,
})

/** Collects what is off, for a report on all files. */
async function collect(
  request: CheckRequest,
  list: Checked,
  table: Table,
  pairs: () => Iterable<FoundPairs>,
  unchecked: string | undefined,
): Promise<void> {
  const { file, summary, choices } = list
  // A list in an archive has no lines that an editor shows.
  const hasLines = request.source === request.file || request.source === '-'
  const positions = hasLines && summary.off > 0 ? await list.positions() : undefined
  const { source, file: path, direction } = request
  const about = { source, path, direction, file, choices, table, summary }
  const findings = new FileFindings({ ...about, unchecked, positions })
  if (summary.off > 0)
    for (const { mismatches } of pairs()) {
      await turn()
      for (const mismatch of mismatches) findings.add(mismatch)
      if (findings.isFull) break
    }
  request.findings?.add(findings)
}

/** @throws {CliError} {@link UsageError} where the options do not fit the file, or each other */
function choicesOf(file: OpenedFile, request: CheckRequest): CheckChoices {
  const chosen = choosePairs(file, request)
  if (chosen.ok) return chosen.choices
  const { problem } = chosen
  switch (problem.code) {
    case 'same-column':
      throw new UsageError('--bgn and --eur name the same column: a pair has two.')
    case 'no-second-price':
      throw new CliError(
        `Only ${describeColumn(problem, problem.only)} has prices: there is no second price to compare with. If another column has it, say which columns they are with --bgn and --eur, of ${listColumns(problem)}.`,
      )
    case 'no-pair-columns':
      throw new CliError(
        `No titles name a price in lev and the same one in euro: say which columns they are with --bgn and --eur, of ${listColumns(problem)}.`,
      )
    case 'no-column':
    case 'same-title':
    case 'title-or-position':
    case 'no-header-row':
    case 'recipe-misfit':
      throw new CliError(choiceProblemText(problem))
  }
}

function notesOf(
  file: OpenedFile,
  request: CheckRequest,
  { pairs, columns }: CheckChoices,
  table: Table,
): string[] {
  const titles = headerTitles(table, columns.headerRow)
  const assumed = pairs.flatMap((pair) => {
    if (pair.assumed === undefined) return []
    const index = pair[sideOf(pair.assumed)]
    const column = columnLabel(titles[index] ?? '', columnName(index))
    return `nothing says that ${column} is in ${pair.assumed}; it was taken so.`
  })
  return [
    ...optionsWithoutEffect(request, file).map((option) => `${option} has no effect: the file has none.`),
    ...file.warnings.map(warningText),
    ...assumed,
  ]
}

/** Limit of rows in a note. */
const MAX_LISTED_ROWS = 5

async function uncheckedText(count: number, pairs: Iterable<FoundPairs>): Promise<string> {
  const first: number[] = []
  let [rows, last] = [0, 0]
  for (const { missing } of pairs) {
    await turn()
    for (const { row } of missing) {
      if (row === last) continue
      last = row
      rows++
      if (first.length < MAX_LISTED_ROWS) first.push(row)
    }
  }
  return `${counted(count, 'pair')} could not be checked (${rowList(first, rows)}).`
}
