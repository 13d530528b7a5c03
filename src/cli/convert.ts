import type { AffectedRows, UnreadEntry, OpenedFile, Warning } from '#formats/format.ts'
import { resultCsvHeader } from '#reports/results-csv.ts'
import type { Row } from '#pricelist/row.ts'
import type { PriceListReading } from '#files/read-list.ts'
import { readPriceListFile } from './read-file.ts'
import type { CliOptions } from './args.ts'
import { clearProgress, inTurns, printAbout, showWritten, write } from './output.ts'
import { readingLine } from './reading-report.ts'
import { printRecipeNotes, whoNamesCurrency } from './recipe.ts'
import { ResultWriter, resultLine } from './result-writer.ts'
import { requirePreflight } from './preflight.ts'
import { type FileStream, asStream, openStream } from './stream-file.ts'
import { counted, numberList, rowList } from './error.ts'

/** Lines joined into one piece of output. */
const ROWS_PER_PIECE = 2000

/** Converts the file and writes the result as CSV. */
export async function convert(request: CliOptions): Promise<void> {
  const isStreamed = await asStream(request, async (streamed) =>
    convertStream(request, await openStream(request, true, streamed)),
  )
  if (isStreamed) return
  const reading = await readPriceListFile(request, { allKeys: false, names: true })
  const { rows, omitted } = reading.rows
  const converted = omitted.size === 0 ? rows : rows.filter((_, i) => !omitted.has(i))
  await writeResults(request, reading, linesOf(converted))
}

/** The same for a file whose rows are never all in memory. */
async function convertStream(
  request: CliOptions,
  { stream, readingOf, whileSame }: FileStream,
): Promise<void> {
  await inTurns(stream.survey())
  const list = await inTurns(stream.list())
  await writeResults(
    request,
    readingOf(list),
    whileSame(stream.again(list, (surveyor) => new ResultWriter(list, surveyor))),
  )
}

async function writeResults(
  request: CliOptions,
  reading: PriceListReading,
  lines: Iterable<string | Uint8Array>,
): Promise<void> {
  clearProgress()
  await requirePreflight(reading)
  printReadingNotes(request, reading)
  await write(request.out, withTitles(lines), request.file)
  clearProgress()
}

function* withTitles(lines: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  yield `${resultCsvHeader('status')}\n`
  yield* lines
}

/** Writes notes about the file to standard error. */
export function printReadingNotes(request: CliOptions, reading: PriceListReading): void {
  if (request.quiet) return
  printRecipeNotes(request, reading.choice.added)
  printAbout(request, readingLine(reading, whoNamesCurrency(request)))
  for (const option of optionsWithoutEffect(request, reading.file))
    printAbout(request, `Note: ${option} has no effect: the file has none.`)
  for (const warning of reading.file.warnings) printAbout(request, `Note: ${warningText(warning)}`)
  const { count } = reading.rows.pairs
  if (count > 0)
    printAbout(request, `Note: a lev and a euro price differ by more than 0.05 in ${counted(count, 'row')}.`)
}

/** Names the options that have no effect for this file. */
export function optionsWithoutEffect(
  { sheet, encoding, delimiter, header, recipeChoices }: CliOptions,
  file: OpenedFile,
): string[] {
  // The recipe of a file in one format can be for another one.
  const saved = recipeChoices?.file
  const choices = {
    '--header': [header, file.format === 'json' ? undefined : true],
    '--sheet': [sheet, file.sheet, saved?.sheet],
    '--encoding': [encoding, file.encoding, saved?.encoding],
    '--delimiter': [delimiter, file.delimiter, saved?.delimiter],
  }
  return Object.entries(choices)
    .filter(([, [wanted, found, own]]) => wanted !== undefined && found === undefined && wanted !== own)
    .map(([option]) => option)
}

function* linesOf(rows: readonly Row[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_PER_PIECE) {
    const lines = rows.slice(at, at + ROWS_PER_PIECE).map((row, i) => resultLine(at + i + 1, row))
    yield `${lines.join('\n')}\n`
    showWritten(Math.min(at + ROWS_PER_PIECE, rows.length) / rows.length)
  }
}

export function warningText(warning: Warning): string {
  switch (warning.code) {
    case 'extension-differs':
      return `the name ends in .${warning.extension}, the file is ${warning.format}.`
    case 'rows-cut':
      return `only the first ${warning.limit} rows were read.`
    case 'formula-cells':
      return `${rowList(warning.rows.first, warning.rows.count)} ${warning.rows.count === 1 ? 'has' : 'have'} cells that spreadsheet programs run as formulas; convert makes them harmless, apply leaves them as they are.`
    case 'records-differ':
      return `records by the header of the table: ${warning.counted}; in the file: ${warning.present}; read: ${warning.read}. Check that the file is complete.`
    case 'no-room':
      return 'the table has no room for another field: new prices can only be in place of the old ones (--place replace).'
    case 'entries-unread':
      return unreadText(warning.entries)
    case 'realigned-bytes':
      return `the UTF-16 text lacks a byte or has one too many in ${counted(warning.count, 'place')}${inRows(warning.rows)}; check there. The rest was read, and a file given back is well-formed again.`
    case 'undecodable-bytes':
    default:
      return `${counted(warning.count, 'character')}${inRows(warning.rows)} could not be decoded; check there, and --encoding may name a better encoding.`
  }
}

/** Files of an archive that are not read, and why. */
export function unreadText(entries: readonly UnreadEntry[]): string {
  const reasons = {
    outside: "a path with '..' may lead out of the archive",
    archive: 'an archive within the archive',
  }
  const texts = (['outside', 'archive'] as const).flatMap((wanted) => {
    const paths = entries.flatMap(({ path, why }) => (why === wanted ? path : []))
    return paths.length === 0 ? [] : `${paths.join(', ')} (${reasons[wanted]})`
  })
  return `not read, and left as they are: ${texts.join('; ')}.`
}

function inRows({ count, first }: AffectedRows): string {
  if (count === 0) return ''
  return ` in ${counted(count, 'row')} (${numberList(first, count)})`
}
