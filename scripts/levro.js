// `npm run levro`: installs what is not there yet, then runs the command line. Runs on the system's Node.
// Whole, because a system's Node from before 22 has no `enableCompileCache` and could not link a named import.
import * as modules from 'node:module'
import { join } from 'node:path'
import { ensureInstalled, exitCode, isProjectNode, NODE, ROOT } from './installed.js'

ensureInstalled()

/** Sources are stripped of their types and compiled once, and not at each start: most of what a small file takes. */
const compiled = join(ROOT, 'node_modules', '.cache', 'levro')

// npm puts the project's Node first on the path once it is there; then no second process is needed.
if (isProjectNode()) {
  modules.enableCompileCache(compiled)
  await import('../src/cli/main.ts')
} else {
  const { spawnSync } = await import('node:child_process')
  const args = ['src/cli/main.ts', ...process.argv.slice(2)]
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  const { status, signal } = spawnSync(NODE, args, { cwd: ROOT, stdio: 'inherit', env })
  process.exit(exitCode(status, signal))
}
