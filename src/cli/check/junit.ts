import { counted } from '../error.ts'
import { type FileFindings, type Findings, cellReference, omittedText } from './findings.ts'
import { pathFromRoot } from './report-path.ts'

/**
 * JUnit XML, which Jenkins, GitLab and others read: a suite for each file, in it one test case that passes and counts the exact
 * pairs, one that fails for each pair that is off, and one that is skipped where pairs could not be checked.
 */
export function* junitReport({ files, failures }: Findings): Generator<string> {
  const omitted = files.filter((file) => file.omitted > 0).length
  const failed = files.reduce((sum, { list }) => sum + list.length, omitted)
  const skipped = files.filter(({ unchecked }) => unchecked !== undefined).length
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({
    name: 'levro check',
    tests: files.length + failed + skipped + failures.length,
    failures: failed,
    errors: failures.length,
    skipped,
  })}>\n`
  for (const { source, text } of failures) {
    yield `  <testsuite${attributes({ name: source, tests: 1, failures: 0, errors: 1, skipped: 0 })}>\n`
    yield `    <testcase${attributes({ classname: source, name: 'the list can be checked' })}>\n`
    yield `      <error${attributes({ message: text, type: 'not-checked' })}/>\n    </testcase>\n  </testsuite>\n`
  }
  for (const file of files) yield* suite(file)
  yield `</testsuites>\n`
}

function* suite({ source, file, sheet, list, omitted, summary, unchecked }: FileFindings): Generator<string> {
  const failed = list.length + (omitted > 0 ? 1 : 0)
  const skipped = unchecked === undefined ? 0 : 1
  yield `  <testsuite${attributes({ name: source, tests: 1 + failed + skipped, failures: failed, errors: 0, skipped })}>\n`
  yield `    <testcase${attributes({ classname: source, name: `${summary.exact} of ${counted(summary.checked, 'pair')} exact` })}/>\n`
  for (const { row, column, position, title, text } of list) {
    const where = cellReference(sheet, column, row)
    const place = file === '-' ? {} : { file: pathFromRoot(file), ...(position && { line: position.line }) }
    yield `    <testcase${attributes({ classname: source, name: `${where}: ${title}`, ...place })}>\n`
    yield `      <failure${attributes({ message: title, type: 'pair-not-exact' })}>${escapeXml(text)}</failure>\n    </testcase>\n`
  }
  if (omitted > 0) {
    yield `    <testcase${attributes({ classname: source, name: 'further pairs' })}>\n`
    yield `      <failure${attributes({ message: omittedText(omitted), type: 'pair-not-exact' })}/>\n    </testcase>\n`
  }
  if (unchecked !== undefined) {
    yield `    <testcase${attributes({ classname: source, name: 'every pair has two prices' })}>\n`
    yield `      <skipped${attributes({ message: unchecked })}/>\n    </testcase>\n`
  }
  yield '  </testsuite>\n'
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

/** What XML 1.0 (2.2) allows, besides white space in lines. */
// oxlint-disable-next-line no-control-regex -- those that are not allowed
const NOT_IN_XML = /[\0-\u001f\u007f-\u009f\ufffe\uffff]/g

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '\ufffd')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!)
