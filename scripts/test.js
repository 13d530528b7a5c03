// `npm test`: installs what is missing, then runs every check and every test. `npm test -- src/money`: the checks and tests
// near these paths. Runs on the system's Node.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuilt } from './built.js'
import { ensureChromium } from './chromium.js'
import { ensureInstalled, ROOT, runTool, stop } from './installed.js'
import { step } from './step.js'
import { checkTypes } from './types.js'
import { runVitest } from './vitest.js'

const args = process.argv.slice(2)

ensureInstalled()

const paths = args.filter((arg) => !arg.startsWith('-') && existsSync(resolve(ROOT, arg)))
for (const arg of args)
  if (/^(?:\.\/|src\/|test\/|scripts\/|docs\/)/.test(arg) && !paths.includes(arg))
    stop(`${arg} does not exist.`)

if (paths.length > 0) {
  runTool('node', join('scripts', 'test-paths.ts'), ...args)
  process.exit()
}

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
process.exit(runVitest(args))
