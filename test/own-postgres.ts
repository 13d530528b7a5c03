import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { installPackages } from '../scripts/system-packages.js'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const BINARIES = '/usr/lib/postgresql'
const READY_WITHIN_MS = 30_000

type Options = {
  /** Whether commits are synced to disk, for tests that crash the server. */
  isDurable: boolean
  /** Folder of the data directory; by default a temporary one. */
  dataIn?: string
  /** Folder of the write-ahead log, with 1 MB segments; by default a temporary one. */
  walIn?: string
}

export type OwnPostgres = {
  /** Connection URL without a database name. */
  url: string
  /** Crashes the server: connections are cut, and the next start recovers. */
  crash: () => Promise<void>
  /** Starts the server again, and waits until it accepts connections. */
  start: () => Promise<void>
  /** Stops the server, and removes its files. */
  stop: () => Promise<void>
}

/** Starts a separate PostgreSQL from the system's binaries in a temporary folder. It listens on a socket only. */
export async function startPostgres({ isDurable, dataIn, walIn }: Options): Promise<OwnPostgres> {
  const binaries = findBinaries() ?? installBinaries()
  const identity = serverIdentity()
  const folder = mkdtempSync(join(tmpdir(), 'levro-pg-'))
  for (const own of [folder, dataIn, walIn].filter((one) => one !== undefined)) {
    if (identity !== undefined) chownSync(own, identity.uid, identity.gid)
    chmodSync(own, 0o700)
  }
  const data = join(dataIn ?? folder, 'data')
  // The port only names the socket file; a free one separates concurrent test runs.
  const port = await freePort()

  const init = ['-D', data, '-X', join(walIn ?? folder, 'wal'), '-U', 'levro', '-A', 'trust', '-E', 'UTF8']
  if (walIn !== undefined) init.push('--wal-segsize=1')
  await run(join(binaries, 'initdb'), [...init, '--locale=C', '--no-sync'], { ...identity, cwd: folder })
  const settings = [
    `fsync=${isDurable ? 'on' : 'off'}`,
    'max_connections=200',
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const url = `postgresql://levro@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`
  let server: ChildProcess
  const killOnExit = () => void server.kill('SIGQUIT')
  process.once('exit', killOnExit)

  async function start(): Promise<void> {
    server = spawn(join(binaries, 'postgres'), args, { ...identity, cwd: folder, stdio: 'ignore' })
    await readiness(url)
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  await start()
  return {
    url,
    start,
    crash: () => end('SIGQUIT'),
    async stop() {
      process.off('exit', killOnExit)
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findBinaries(): string | undefined {
  try {
    const [newest] = readdirSync(BINARIES).sort((a, b) => Number(b) - Number(a))
    return newest && join(BINARIES, newest, 'bin')
  } catch {
    return undefined
  }
}

function installBinaries(): string {
  installPackages('PostgreSQL', 'postgresql')
  const binaries = findBinaries()
  if (binaries === undefined)
    throw new Error('The tests need PostgreSQL: install the system package `postgresql`.')
  return binaries
}

/** PostgreSQL does not run as root; the Debian package has a user for it. */
function serverIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') }
}

const idOfPostgres = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

async function readiness(url: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  for (;;) {
    const client = new Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > until) throw new Error("The tests' PostgreSQL did not start.", { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
