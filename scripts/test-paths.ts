// `npm test -- PATH…`: the checks that these files and folders need, and the tests near them. Options go to Vitest.
import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { ensureBuilt } from './built.js'
import { ensureChromium } from './chromium.js'
import { ROOT, runTool } from './installed.js'
import { nearTests } from './near-tests.ts'
import { step } from './step.js'
import { checkTypes, projectsOf } from './types.js'
import { runVitest } from './vitest.js'

const args = process.argv.slice(2)
const isPath = (arg: string) => existsSync(resolve(ROOT, arg))
const paths = args.filter(isPath).map((arg) => relative(ROOT, resolve(ROOT, arg)).split(sep).join('/'))
const options = args.filter((arg) => !isPath(arg))

const isCode = (path: string) => /^(?:src|test|scripts|bench)(?:\/|$)|\.[jt]sx?$/.test(path)
const code = paths.filter(isCode)
const chosen = paths.filter((path) => path.startsWith('test/e2e/'))
const near = nearTests(
  ROOT,
  code.filter((path) => !chosen.includes(path)),
).map(({ file }) => file)
const tests = [...near, ...chosen, ...testsOfTexts()]

step('Format')
runTool('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...paths)

// The pages are what a browser opens; the type check needs only the sentences made with them.
if (chosen.length > 0 || paths.some((path) => path.startsWith('messages'))) {
  step('Pages')
  ensureBuilt()
}

if (code.length > 0) {
  step('Types')
  await checkTypes(projectsOf(code))

  step('Lint')
  runTool('oxlint', '--type-aware', '--deny-warnings', ...code)
}

if (chosen.length > 0) ensureChromium()

step(`Tests near ${paths.join(', ')}: ${tests.length} files`)
if (tests.length === 0) process.stdout.write('None. `npm test` runs all, also those in the browser.\n')
else process.exit(runVitest([...tests, ...options]))

/** Tests of documents and messages, which import nothing. */
function testsOfTexts(): string[] {
  return [
    ...(paths.some((path) => path.endsWith('.md') || path.startsWith('docs'))
      ? ['test/docs.test.ts', 'test/requirements.test.ts']
      : []),
    ...(paths.some((path) => path.startsWith('messages')) ? ['src/i18n'] : []),
    ...(paths.some((path) => path.startsWith('deploy')) ? ['test/deploy.test.ts'] : []),
    ...(paths.some((path) => path.startsWith('package')) ? ['test/dependencies.test.ts'] : []),
  ]
}
