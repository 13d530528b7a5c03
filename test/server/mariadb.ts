import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { installPackages } from '../../scripts/system-packages.js'

const SERVER = '/usr/sbin/mariadbd'
const READY_WITHIN_MS = 60_000

const execute = promisify(execFile)

export type MariaDb = {
  /** Runs statements; returns the rows of the last one as texts. */
  query: (statements: string) => Promise<string[][]>
  stop: () => Promise<void>
}

/** Starts a MariaDB of the system in a temporary folder. It listens on a socket only. */
export async function startMariaDb(): Promise<MariaDb> {
  if (!existsSync(SERVER)) installPackages('MariaDB', 'mariadb-server-core', 'mariadb-client-core')
  const folder = mkdtempSync(join(tmpdir(), 'levro-mariadb-'))
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
  await execute('mariadb-install-db', [
    '--no-defaults',
    ...asRoot,
    `--datadir=${data}`,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ])
  const server = spawn(
    SERVER,
    ['--no-defaults', ...asRoot, `--datadir=${data}`, `--socket=${socket}`, '--skip-networking'],
    { stdio: 'ignore' },
  )
  const ended = once(server, 'exit')
  const killOnExit = () => void server.kill('SIGKILL')
  process.once('exit', killOnExit)

  const query = async (statements: string) => {
    const args = ['--no-defaults', '-u', 'root', '-S', socket, '-N', '-B', '-e', statements]
    const { stdout } = await execute('mariadb', args)
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'))
  }
  const isReady = () =>
    query('select 1').then(
      () => true,
      () => false,
    )
  for (const until = Date.now() + READY_WITHIN_MS; !(await isReady()); await delay(100))
    if (server.exitCode !== null || Date.now() > until) throw new Error('MariaDB did not start.')
  await query('create database levro')
  return {
    query: (statements) => query(`use levro; ${statements}`),
    async stop() {
      process.off('exit', killOnExit)
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
