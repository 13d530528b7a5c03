// `npm start`: installs and builds what is not there yet, then serves. Runs on the system's Node, from version 20 on.
import { spawn } from 'node:child_process'
import { ensureBuilt } from './built.js'
import { ensureInstalled, NODE, ROOT, stop } from './installed.js'

const MIN_NODE = 20
if (Number(process.versions.node.split('.')[0]) < MIN_NODE)
  stop(`Node ${MIN_NODE} or newer is needed, and this is ${process.version}.`)

ensureInstalled()
ensureBuilt()

const server = spawn(NODE, ['src/server/main.ts'], { cwd: ROOT, stdio: 'inherit' })
// The server ends itself gracefully; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
