// Runs Vitest, and accounts for every test that did not run. Plain JavaScript: also runs on the system's Node.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { exitCode, ROOT, toolEnv } from './installed.js'

const REPORT = join(ROOT, 'test-results', 'vitest.json')

/** The tests that may be skipped, each with the reason: `{ file, title, reason }`, where the title is a part of the test's. */
const KNOWN_SKIPS = join(ROOT, 'test', 'known-skips.json')

/** Tests start the server and the command line hundreds of times. */
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node')

/**
 * Runs Vitest with these arguments, and prints how many tests passed, failed and were skipped, and why. Returns the exit code: 1
 * also where a test was skipped that `test/known-skips.json` does not list. A chosen name (`-t`) skips all others on purpose.
 */
export function runVitest(args) {
  rmSync(REPORT, { force: true })
  const { status, signal } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...args],
    { cwd: ROOT, stdio: 'inherit', env: { ...toolEnv(), NODE_COMPILE_CACHE } },
  )
  const code = exitCode(status, signal)
  if (!existsSync(REPORT)) return code
  const report = JSON.parse(readFileSync(REPORT, 'utf8'))
  const isChosenByName = args.some((arg) => /^(?:-t|--testNamePattern)\b/.test(arg))
  const { lines, unknown } = isChosenByName
    ? { lines: [], unknown: 0 }
    : accountForSkips(skippedIn(report), knownSkips())
  process.stdout.write(['', ...lines, countsOf(report), ''].join('\n'))
  return code === 0 && unknown > 0 ? 1 : code
}

const knownSkips = () => JSON.parse(readFileSync(KNOWN_SKIPS, 'utf8'))

const countsOf = ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) =>
  `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`

function skippedIn({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ ancestorTitles, title }) => ({
        file: relative(ROOT, name).split(sep).join('/'),
        title: [...ancestorTitles, title].join(' > '),
      })),
  )
}

/**
 * The lines to print about skipped tests, and how many of them are unknown.
 * @param skipped tests, as `{ file, title }`
 * @param known entries of `test/known-skips.json`
 */
export function accountForSkips(skipped, known) {
  const entryOf = ({ file, title }) =>
    known.find((entry) => entry.file === file && title.includes(entry.title))
  const counts = new Map()
  for (const test of skipped) {
    const entry = entryOf(test)
    const line = entry
      ? `Skipped: ${entry.file}: ${entry.title}. ${entry.reason}`
      : `Skipped without a listed reason: ${test.file}: ${test.title}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  const lines = [...counts].map(([line, count]) => (count > 1 ? `${line} (${count} tests)` : line))
  const unknown = skipped.filter((test) => entryOf(test) === undefined).length
  return {
    lines: unknown > 0 ? [...lines, 'List them in test/known-skips.json, or let them run.'] : lines,
    unknown,
  }
}
