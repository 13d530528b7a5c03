import { visibleText } from '#product/display-text.ts'
import { counted } from '../error.ts'
import { type FileFindings, type Findings, cellReference, omittedText } from './findings.ts'
import { pathFromRoot } from './report-path.ts'

/** Annotations of one kind that GitHub shows of a step. */
const MOST_SHOWN = 10

type Properties = {
  readonly file?: string
  readonly line?: number
  readonly col?: number
  readonly title: string
}

/**
 * Commands that a GitHub Actions runner reads in the output of a step, one a line: it shows them next to the lines of the files.
 * Files that could not be checked come first, as only some annotations are shown.
 */
export function* githubReport({ files, failures, off }: Findings): Generator<string> {
  for (const { file, source, text } of failures)
    yield command('error', { ...fileOf(file), title: 'The price list was not checked' }, `${source}: ${text}`)
  for (const file of files) yield* annotations(file)
  for (const { file, source, unchecked } of files)
    if (unchecked !== undefined)
      yield command(
        'warning',
        { ...fileOf(file), title: 'Pairs without two prices' },
        `${source}: ${unchecked}`,
      )
  const checked = files.reduce((sum, { summary }) => sum + summary.checked, 0)
  const errors = failures.length + files.reduce((sum, { list }) => sum + list.length, 0)
  yield `${counted(files.length, 'file')}: ${counted(checked, 'pair')}, ${off} not exact.${failures.length > 0 ? ` ${counted(failures.length, 'file')} could not be checked.` : ''}${errors > MOST_SHOWN ? ` GitHub shows ${MOST_SHOWN} errors of a step as annotations; all that are listed are in its log.` : ''}\n`
}

function* annotations({ file, source, sheet, list, omitted }: FileFindings): Generator<string> {
  for (const { row, column, position, title, text } of list) {
    const cell = cellReference(sheet, column, row)
    const place =
      position === undefined
        ? { title: `${cell}: ${title}` }
        : { line: position.line, col: position.column, title }
    yield command('error', { ...fileOf(file), ...place }, `${source}: ${text}`)
  }
  if (omitted > 0)
    yield command('error', { ...fileOf(file), title: 'More pairs' }, `${source}: ${omittedText(omitted)}`)
}

const fileOf = (file: string): { file?: string } => (file === '-' ? {} : { file: pathFromRoot(file) })

function command(kind: 'error' | 'warning', properties: Properties, text: string): string {
  const { file, line, col, title } = properties
  const pairs = Object.entries({ file, line, col, title }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  )
  return `::${kind} ${pairs.join(',')}::${escapeData(visibleText(text))}\n`
}

/** As the package @actions/core escapes. */
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
