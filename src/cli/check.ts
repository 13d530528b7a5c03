import { parseArgs } from 'node:util'
import { sideOf } from '#money/amount.ts'
import { visibleJson } from '#product/display-text.ts'
import { PAIR_DIRECTIONS, type PairDirection } from '#pricelist/pairs/price-pair.ts'
import { type CliOptions, UsageError, parseCommandLine } from './args.ts'
import type { Detection } from '#pricelist/types.ts'
import type { OpenedFile } from '#formats/format.ts'
import type { Table } from '#table/table.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import { statedHundredths } from '#pricelist/rows/stated-hundredths.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { type PairColumns, findPairColumns, withTable } from '#pricelist/pairs/pair-columns.ts'
import {
  type CheckChoices,
  type Mismatch,
  type PriceCheck,
  checkPairs,
} from '#pricelist/pairs/check-pairs.ts'
import { type CheckedList, PairStream } from '#formats/stream/pair-stream.ts'
import type { FoundPairs } from '#formats/stream/pair-surveyor.ts'
import { readFilePairs } from '#formats/read-price-list.ts'
import type { MissingPair, MissingReason } from '#pricelist/pairs/read-pairs.ts'
import { readWholeFile, detectOrUseHeader, openOptions } from './read-file.ts'
import { columnName } from '#table/column-name.ts'
import { ColumnSearch, columnLabel, listColumns, oneLine, recipeColumns, titleOrName } from './columns.ts'
import { warningText, optionsWithoutEffect } from './convert.ts'
import { CliError, readErrorMessage, counted, rowList } from './error.ts'
import { clearProgress, inTurns, printAbout, showRead, turn, write } from './output.ts'
import { ambiguousQuestion } from './questions.ts'
import { printRecipeOfCheck } from './recipe.ts'
import { type StreamedFile, asStream, chosenIn } from './stream-file.ts'

/** Validated options of `check`. */
export type CheckRequest = CliOptions & {
  readonly direction: PairDirection
  readonly bgn: string | undefined
  readonly eur: string | undefined
}

const CHECK_OPTIONS = {
  direction: { type: 'string' },
  bgn: { type: 'string' },
  eur: { type: 'string' },
} as const

/** Options of the other commands that `check` does not have. */
const UNSUPPORTED_OPTIONS = ['from', 'to', 'all-in', 'totals', 'price', 'currency', 'place', 'mixed']

/**
 * Parses the arguments after `check`: its own, and those of every command for reading a file.
 * @returns 'help' for `--help`
 * @throws {UsageError} with one sentence
 */
export function parseCheck(args: readonly string[]): CheckRequest | 'help' {
  const { tokens } = parseArgs({
    args: [...args],
    options: CHECK_OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const own = new Map<string, string>()
  const used = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (UNSUPPORTED_OPTIONS.includes(token.name))
      throw new UsageError(`check takes --bgn and --eur, and no --${token.name}.`)
    if (!Object.hasOwn(CHECK_OPTIONS, token.name)) continue
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--')))
      throw new UsageError(`--${token.name} needs a value.`)
    own.set(token.name, token.value)
    used.add(token.index)
    if (!token.inlineValue) used.add(token.index + 1)
  }
  const request = parseCommandLine(args.filter((_, i) => !used.has(i)))
  if (request === 'help') return 'help'
  const [bgn, eur] = [own.get('bgn'), own.get('eur')]
  if ((bgn === undefined) !== (eur === undefined))
    throw new UsageError('--bgn and --eur go together: name the columns of both prices.')
  return { ...request, bgn, eur, direction: directionOf(own.get('direction') ?? 'either') }
}

function directionOf(text: string): PairDirection {
  const direction = PAIR_DIRECTIONS.find((one) => one === text.toLowerCase())
  if (direction === undefined) throw new UsageError(`--direction does not know '${text}'.`)
  return direction
}

/** What `levro check` prints. */
type Report = {
  file: string
  direction: PairDirection
  /** Titles of the columns, or their names (A, AA) where they have none; `columns` are always names. */
  pairs: readonly { bgn: string; eur: string; columns: readonly [bgn: string, eur: string] }[]
  summary: Omit<PriceCheck['summary'], 'largest' | 'sumOfDifferences'> & {
    sumOfDifferencesBgn: string
    sumOfDifferencesEur: string
    largest: Line | null
  }
  mismatches: readonly Line[]
  /** Rows with a value where the two prices should be, but without two prices. */
  missing: readonly Missing[]
}

/** One mismatch, with the titles of its columns. */
type Line = {
  row: number
  name: string
  bgn: string
  eur: string
  expectedBgn: string
  expectedEur: string
  differenceBgn: string
  differenceEur: string
  direction: PairDirection
  bgnColumn: string
  eurColumn: string
}

type Missing = Pick<Line, 'row' | 'name' | 'bgn' | 'eur' | 'bgnColumn' | 'eurColumn'> & {
  reason: MissingReason
}

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
  const opened = await openFile(await readWholeFile(request), { ...openOptions(request), allKeys: true })
  if (!opened.ok) throw new CliError(readErrorMessage(opened.error))
  const { file } = opened
  const choices = choicesOf(file, request)
  const reading = readFilePairs(file, tableForHeader(file, choices.columns.headerRow), choices)
  if (reading.question !== undefined) throw new CliError(ambiguousQuestion(reading.question.example))
  const { summary, mismatches, missing } = checkPairs(reading, request.direction)
  return await report(request, { file, choices, summary }, () => [{ mismatches, missing }])
}

/** The same for a file whose rows are never all in memory. */
async function checkStream(request: CheckRequest, streamed: StreamedFile): Promise<number> {
  const { source, onProgress, requireSame, whileSame } = streamed
  const { direction } = request
  const stream = await PairStream.open({ source, options: { ...openOptions(request), onProgress } })
  const choose = (file: OpenedFile) => chosenIn(file, () => choicesOf(file, request))
  const list = await inTurns(stream.check({ direction, choose }))
  requireSame()
  return await report(request, list, (show) => whileSame(stream.pairs(list), show))
}

function whyNoneChecked(table: Table, { columns, pairs }: CheckChoices): string {
  const title = pairs
    .flatMap(({ national, euro }) => [national, euro])
    .map((column) => statedHundredths(table, columns, column)?.title)
    .find((one) => one !== undefined)
  return title === undefined
    ? 'The file has no row with both a lev and a euro price.'
    : `'${oneLine(title)}' is in stotinki or cents by its title: such prices are not checked.`
}

/**
 * Prints what was found.
 * @param pairs gives those that are off or cannot be checked, in order; `show` shows how much has been read for that
 */
async function report(
  request: CheckRequest,
  list: Pick<CheckedList, 'file' | 'choices' | 'summary'>,
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
  await write(request.out, reportParts(request, list, table, pairs), request.file)
  clearProgress()
  return summary.off > 0 ? 1 : 0
}

/** The columns that the user named, else those detected from titles and cells. */
function choicesOf(file: OpenedFile, request: CheckRequest): CheckChoices {
  const found = detectOrUseHeader(file, request)
  const recipe = request.bgn === undefined ? recipeColumns(file, found, request) : undefined
  const { detection } = recipe ?? { detection: found }
  const search = new ColumnSearch(file.table, detection, request.header !== undefined)
  const bgn = search.find('--bgn', request.bgn)
  const eur = search.find('--eur', request.eur)
  const name = search.find('--name', request.name) ?? (recipe ?? detection).columns.name
  const areNamed = bgn !== undefined && eur !== undefined
  if (areNamed && bgn === eur) throw new UsageError('--bgn and --eur name the same column: a pair has two.')
  const { headerRow } = search
  const table = tableForHeader(file, headerRow)
  const foundPairs = areNamed
    ? [withTable({ national: bgn, euro: eur }, detection)]
    : findPairColumns(table, detection).pairs
  const pairs = request.name === undefined ? foundPairs : foundPairs.map(({ table: _own, ...pair }) => pair)
  if (pairs.length === 0) throw new CliError(missingColumns(detection))
  return {
    columns: { headerRow, name, currency: detection.columns.currency },
    pairs,
    areNamed,
    ...(request.ambiguous && { ambiguous: request.ambiguous }),
  }
}

const missingColumns = (detection: Detection): string =>
  `No titles name a price in lev and the same one in euro: say which columns they are with --bgn and --eur, of ${listColumns(detection)}.`

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

/** The report as JSON, in parts: its lists can be longer than the memory. */
function* reportParts(
  request: CheckRequest,
  { choices, summary }: Pick<CheckedList, 'file' | 'choices' | 'summary'>,
  table: Table,
  pairs: () => Iterable<FoundPairs>,
): Generator<string> {
  const columnTitles = headerTitles(table, choices.columns.headerRow)
  const titles = choices.pairs.map(({ national, euro }: PairColumns) => ({
    bgn: titleOrName(columnTitles[national], national),
    eur: titleOrName(columnTitles[euro], euro),
    columns: [columnName(national), columnName(euro)] as const,
  }))
  const titlesOf = (pair: number) => ({
    bgnColumn: titles[pair]?.bgn ?? '',
    eurColumn: titles[pair]?.eur ?? '',
  })
  const lineOf = ({ row, name, pair, national, euro, expected, difference }: Mismatch): Line => ({
    row,
    name,
    bgn: national,
    eur: euro,
    expectedBgn: expected.national,
    expectedEur: expected.euro,
    differenceBgn: difference.national,
    differenceEur: difference.euro,
    direction: request.direction,
    ...titlesOf(pair),
  })
  const missingOf = ({ row, name, pair, reason, national, euro }: MissingPair): Missing => ({
    row,
    name,
    reason,
    bgn: national,
    eur: euro,
    ...titlesOf(pair),
  })
  const { checked, exact, off, offByOne, unrounded, sumOfDifferences, notChecked, reasons, largest } = summary
  const head: Omit<Report, 'mismatches' | 'missing'> = {
    file: request.source,
    direction: request.direction,
    pairs: titles,
    summary: {
      checked,
      exact,
      off,
      offByOne,
      unrounded,
      sumOfDifferencesBgn: sumOfDifferences.national,
      sumOfDifferencesEur: sumOfDifferences.euro,
      notChecked,
      reasons,
      largest: largest && lineOf(largest),
    },
  }
  // Of several files without a folder for them, the summary in one line.
  if (request.subject !== undefined && request.out === undefined) {
    yield `${visibleJson(head)}\n`
    return
  }
  yield visibleJson(head, 2).replace(/\n\}$/, ',\n  "mismatches": ')
  yield* jsonList(off === 0 ? [] : pairs(), ({ mismatches }) => mismatches.map(lineOf))
  yield ',\n  "missing": '
  yield* jsonList(notChecked === 0 ? [] : pairs(), ({ missing }) => missing.map(missingOf))
  yield '\n}\n'
}

/** A list within an object, as `JSON.stringify` indents it. An empty text for a part without items: signals are noticed between parts. */
function* jsonList<Part>(
  parts: Iterable<Part>,
  itemsOf: (part: Part) => readonly unknown[],
): Generator<string> {
  let isEmpty = true
  for (const part of parts) {
    const items = itemsOf(part)
    if (items.length === 0) {
      yield ''
      continue
    }
    yield isEmpty ? '[\n' : ',\n'
    // Without the brackets, which are outside.
    yield visibleJson(items, 2).slice(2, -2).replace(/^/gm, '  ')
    isEmpty = false
  }
  yield isEmpty ? '[]' : '\n  ]'
}
