// `npm run levro`: installs what is not there yet, then runs the command line. Runs on the system's Node.
import { join } from 'node:path'
import { ensureInstalled, exitCode, isProjectNode, NODE, ROOT } from './installed.js'

ensureInstalled()

// npm puts the project's Node first on the path once it is there; then no second process is needed.
if (isProjectNode()) await import('./bundled-cli.js')
else {
  const { spawnSync } = await import('node:child_process')
  const args = [join(ROOT, 'scripts', 'bundled-cli.js'), ...process.argv.slice(2)]
  const { status, signal } = spawnSync(NODE, args, { stdio: 'inherit' })
  process.exit(exitCode(status, signal))
}
