// `npm run levro`: installs what is not there yet, then runs the command line. Runs on the system's Node.
// Whole, because a system's Node from before 22 has no `enableCompileCache` and could not link a named import.
import * as modules from 'node:module'
import { join } from 'node:path'
import { ensureInstalled, exitCode, isProjectNode, NODE, ROOT } from './installed.js'

ensureInstalled()

// npm puts the project's Node first on the path once it is there; then no second process is needed.
if (isProjectNode()) {
  // Compiled once, and not at each start: most of what a small file takes.
  modules.enableCompileCache(join(ROOT, 'node_modules', '.cache', 'levro'))
  const { bundledCli } = await import('./bundled-cli.js')
  // The administrator's commands are the server's.
  await import(`../${process.argv[2] === 'admin' ? 'src/cli/main.ts' : await bundledCli()}`)
} else {
  const { spawnSync } = await import('node:child_process')
  const args = [join(ROOT, 'scripts', 'levro.js'), ...process.argv.slice(2)]
  const { status, signal } = spawnSync(NODE, args, { stdio: 'inherit' })
  process.exit(exitCode(status, signal))
}
