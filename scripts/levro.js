// `npm run levro`: installs what is not there yet, then runs the command line. Runs on the system's Node.
import { join } from 'node:path'
import { ensureInstalled, exitCode, isProjectNode, NODE, ROOT } from './installed.js'
import { whenNpmEnds } from './npm-parent.js'

ensureInstalled()

// npm puts the project's Node first on the path once it is there; then no second process is needed.
if (isProjectNode()) {
  whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'))
  await import('./bundled-cli.js')
} else {
  const { spawn } = await import('node:child_process')
  const args = [join(ROOT, 'scripts', 'bundled-cli.js'), ...process.argv.slice(2)]
  const child = spawn(NODE, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(exitCode(code, signal)))
}
