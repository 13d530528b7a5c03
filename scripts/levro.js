// `npm run levro`: installs what is not there yet, then runs the command line. Runs on the system's Node.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, exitCode, isProjectNode, NODE, ROOT } from './installed.js'

ensureInstalled()

// npm puts the project's Node first on the path once it is there; then no second process is needed.
if (isProjectNode()) await import('../src/cli/main.ts')
else {
  const args = ['src/cli/main.ts', ...process.argv.slice(2)]
  const { status, signal } = spawnSync(NODE, args, { cwd: ROOT, stdio: 'inherit' })
  process.exit(exitCode(status, signal))
}
