// `npm start`: installs and builds what is missing, then starts the server. Runs on the system's Node.
import { spawn } from 'node:child_process'
import { ensureBuilt } from './built.js'
import { ensureInstalled, exitCode, NODE, ROOT } from './installed.js'
import { whenNpmEnds } from './npm-parent.js'
import { startEmulatorProcess } from './stripe-emulator.js'

ensureInstalled()
ensureBuilt()

const payments = await startEmulatorProcess()
const env = { ...process.env, ...payments.settings }
// The server ends when this process does: the IPC channel closes.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
const server = spawn(NODE, ['src/server/main.ts'], { cwd: ROOT, stdio, env })
// A terminal sends these to the server too, and a second one would end it at once.
const fromTerminal = process.stdin.isTTY || process.stdout.isTTY ? ['SIGINT', 'SIGHUP'] : []
// The server ends itself gracefully; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => fromTerminal.includes(signal) || server.kill(signal))
whenNpmEnds(() => server.kill('SIGTERM'))
server.on('exit', (code, signal) => {
  payments.stop()
  process.exit(exitCode(code, signal))
})
