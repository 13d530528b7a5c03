import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { installPackages } from '../scripts/system-packages.js'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface ProvidedContext {
    /** The address of the test run's own PostgreSQL, without a database name. */
    postgresUrl: string
  }
}

const run = promisify(execFile)
const BINARIES = '/usr/lib/postgresql'
const READY_WITHIN_MS = 30_000

/** Vitest's global set-up: one PostgreSQL for the run, from the system's binaries, in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binaries = findBinaries() ?? installBinaries()
  const identity = serverIdentity()
  const folder = mkdtempSync(join(tmpdir(), 'levro-pg-'))
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const port = await freePort()

  const init = ['-D', data, '-U', 'levro', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await run(join(binaries, 'initdb'), init, { ...identity, cwd: folder })
  // The server's memory survives the kills of the tests; only a power cut would need its files synced.
  const settings = [
    'fsync=off',
    'max_connections=200',
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, cwd: folder, stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const killOnExit = () => void server.kill('SIGQUIT')
  process.once('exit', killOnExit)

  const url = `postgresql://levro@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`
  await readiness(url)
  project.provide('postgresUrl', url)
  return async () => {
    process.off('exit', killOnExit)
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
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

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function serverIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') }
}

const idOfPostgres = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

/** The port only names the socket's file; a free one keeps two test runs apart. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

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
