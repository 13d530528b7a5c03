// `npm test`: installs what is missing, then runs every check and every test. Runs on the system's Node.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './built.js'
import { ensureChromium } from './chromium.js'
import { ensureInstalled, exitCode, ROOT, runTool, toolEnv } from './installed.js'
import { checkTypes } from './types.js'

const REPORT = join(ROOT, 'test-results', 'vitest.json')

/** Tests start the server and the command line hundreds of times. */
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node')

const step = (title) => process.stdout.write(`\n── ${title}\n`)

ensureInstalled()

step('Format')
runTool('oxfmt', '--check')

step('Pages')
// The type check needs what the build generates: typed sentences.
ensureBuilt()

step('Types')
await checkTypes()

step('Lint')
runTool('oxlint', '--type-aware', '--deny-warnings')

step('Dead code')
runTool('knip')

step('Dependencies')
runTool('node', 'scripts/audit.ts')

step('Browser')
ensureChromium()

step('Tests')
if (!existsSync(join(ROOT, '..', 'shared', 'catalogues')))
  process.stdout.write(
    'The real price lists (../shared/catalogues) are not there: only own fixtures are read.\n',
  )
rmSync(REPORT, { force: true })
const { status, signal } = spawnSync(
  join(ROOT, 'node_modules', '.bin', 'vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...toolEnv(), NODE_COMPILE_CACHE } },
)
if (existsSync(REPORT)) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(REPORT, 'utf8'))
  process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`)
}
process.exit(exitCode(status, signal))
