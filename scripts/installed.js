// The project's paths and tools. Plain JavaScript for Node 20 and newer: runs before anything is installed.
import { once } from 'node:events'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Faster than an import, which also loads the modules of streams and promises. Node before 20.16 has only the import.
const { existsSync, readFileSync, rmSync, writeFileSync } =
  process.getBuiltinModule?.('node:fs') ?? (await import('node:fs'))

/** `node:child_process`, loaded on first use. */
const processes = () => process.getBuiltinModule('node:child_process')

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const bin = (name) => join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** The Node installed by the project, whatever the system has. */
export const NODE = bin('node')

const { engines, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** The version of `NODE`, as in `process.version`. */
const NODE_VERSION = `v${dependencies.node}`

export const isProjectNode = () => process.version === NODE_VERSION

/** Runs a command and shows its output. If it fails, this process exits with its exit code. */
export function run(command, args, options = {}) {
  const ended = processes().spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  if (ended.error) stop(`${command} cannot be run: ${ended.error.message}`)
  if (ended.status !== 0) process.exit(exitCode(ended.status, ended.signal))
}

/** The shell convention: 128 plus the number of the terminating signal, else the exit code. */
export const exitCode = (code, signal) => (signal ? 128 + constants.signals[signal] : (code ?? 1))

export function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Runs one of the installed tools on the project's own Node. */
export const runTool = (name, ...args) => run(bin(name), args, { env: toolEnv() })

/** Like `runTool`, but does not block: several tools can run at once. */
export async function runToolAsync(name, ...args) {
  const tool = processes().spawn(bin(name), args, { cwd: ROOT, stdio: 'inherit', env: toolEnv() })
  const [code, signal] = await once(tool, 'exit')
  if (code !== 0) process.exit(exitCode(code, signal))
}

/** The project's tools first on the path, so that `#!/usr/bin/env node` finds the project's Node. */
export const toolEnv = () => ({
  ...process.env,
  PATH: `${join(ROOT, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
})

/**
 * Installs the dependencies exactly as locked, unless they were already installed from the same lock file. Prints to
 * standard error: standard output belongs to the command that runs it.
 */
export function ensureInstalled() {
  requireSystemNode()
  const stamp = join(ROOT, 'node_modules', '.levro-lock')
  // Compared as a whole, because loading a hash function takes longer.
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  const isCurrent = existsSync(stamp) && lock.equals(readFileSync(stamp)) && existsSync(NODE)
  if (isCurrent) return
  process.stderr.write('Installing dependencies …\n')
  // An interrupted installation must not count as complete.
  rmSync(stamp, { force: true })
  // `npm ci` rejects a lock without the packages of every other platform, which not every registry carries;
  // this takes the same versions from the lock and writes nothing. npm warns that the system's Node is older
  // than some packages require: they run on the Node that is being installed.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', args, { shell: process.platform === 'win32', stdio: ['inherit', process.stderr, 'inherit'] })
  requireInstalledNode()
  writeFileSync(stamp, lock)
}

function requireSystemNode() {
  const least = engines.node.replace('>=', '')
  // Not with `Intl.Collator`, which takes 10 ms to create. `engines` states no patch version.
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [leastMajor, leastMinor] = least.split('.').map(Number)
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    stop(`Node ${least} or newer is needed, and this is ${process.version}.`)
}

/** The `node` package downloads its binary in an install script, which npm settings or a lost connection can prevent. */
function requireInstalledNode() {
  const { stdout, stderr, error } = processes().spawnSync(NODE, ['--version'], { encoding: 'utf8' })
  const answer = error?.message ?? (stdout.trim() || stderr.trim())
  if (answer !== NODE_VERSION)
    stop(
      `Node ${NODE_VERSION} was not installed in node_modules (asked for its version: ${answer || 'no answer'}). Delete node_modules and try again.`,
    )
}
