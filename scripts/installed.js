// Plain JavaScript that any Node from 20 on runs: it is what runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const bin = (name) => join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** The Node that the project brings itself, whatever the system has. */
export const NODE = bin('node')

/** Runs a command to its end, showing what it prints; ends this process with its exit code when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  if (error) stop(`${command} cannot be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

export function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Runs one of the installed tools on the project's own Node. */
export const runTool = (name, ...args) => run(bin(name), args, { env: toolEnv() })

/** The project's tools first on the path, so that `#!/usr/bin/env node` finds the project's Node. */
export const toolEnv = () => ({
  ...process.env,
  PATH: `${join(ROOT, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
})

/** Installs the dependencies exactly as locked, unless what is there was installed from the same lock. */
export function ensureInstalled() {
  const stamp = join(ROOT, 'node_modules', '.levro-lock')
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock && existsSync(NODE)
  if (isCurrent) return
  process.stdout.write('Installing dependencies …\n')
  // `npm ci` refuses a lock without the packages of every other platform, which not every registry carries; this takes
  // the very same versions from the lock and writes nothing. npm warns that the system's Node is older than some packages
  // want: they run on the Node that is being installed.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', args, { shell: process.platform === 'win32' })
  writeFileSync(stamp, lock)
}
