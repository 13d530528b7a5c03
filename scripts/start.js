// `npm start`: installs and builds what is not there yet, then serves. Runs on the system's Node.
import { spawn } from 'node:child_process'
import { ensureBuilt } from './built.js'
import { startTestPayments } from './test-payments.js'
import { ensureInstalled, exitCode, NODE, ROOT } from './installed.js'

ensureInstalled()
ensureBuilt()

const payments = await startTestPayments()
const env = { ...process.env, ...payments.settings }
const server = spawn(NODE, ['src/server/main.ts'], { cwd: ROOT, stdio: 'inherit', env })
// A terminal gives these to the server too, and a second one would end it at once.
const fromTerminal = process.stdin.isTTY || process.stdout.isTTY ? ['SIGINT', 'SIGHUP'] : []
// The server ends itself gracefully; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => fromTerminal.includes(signal) || server.kill(signal))
server.on('exit', (code, signal) => {
  payments.stop()
  process.exit(exitCode(code, signal))
})
