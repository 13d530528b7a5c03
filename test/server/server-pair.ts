import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { type Nginx, startNginx } from './nginx-process.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

/** Two server processes on one database behind nginx. */
export type ServerPair = {
  nginx: Nginx
  /** For processes on ports: their own origins, without nginx. */
  origins: readonly [string, string]
  /**
   * Shuts down one process.
   * @returns its exit code
   */
  end: (which: 0 | 1) => Promise<number | null>
  /**
   * Restarts one process at its address.
   * @returns when it is ready
   */
  begin: (which: 0 | 1) => Promise<void>
  stop: () => Promise<void>
}

/** The listen address of a process, for itself, for nginx and for a client. */
type Place = { settings: Record<string, string>; upstream: string; origin: string }

export async function startPair(
  by: 'port' | 'socket',
  settings: Record<string, string>,
): Promise<ServerPair> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-pair-'))
  const make = (name: string) => (by === 'port' ? atPort() : atSocket(join(folder, `${name}.sock`)))
  const places = [await make('1'), await make('2')] as const
  const common = { TRUST_PROXY: 'loopback', PUBLIC_ORIGIN: 'http://levro.example', LOG_LEVEL: 'error' }
  const running = new Set<ServerProcess>()
  const start = async (place: Place) => {
    const process = await startProcess({ ...common, ...settings, ...place.settings })
    running.add(process)
    void process.ended.then(() => running.delete(process))
    return process
  }
  const end = async (process: ServerProcess) => {
    process.kill('SIGTERM')
    return (await process.ended).code
  }
  const nginx = await startNginx([places[0].upstream, places[1].upstream])
  let isStopped = false
  async function stop(): Promise<void> {
    isStopped = true
    await nginx.stop()
    await Promise.all([...running].map(end))
    rmSync(folder, { recursive: true, force: true })
  }
  const begin = async (which: 0 | 1) => {
    const process = await start(places[which])
    // An aborted test may still be running.
    if (isStopped) await end(process)
    const status = isStopped ? undefined : await readiness(places[which])
    if (status !== 200) throw new Error(`A process is not ready: ${status ?? 'all were stopped'}.`)
    return process
  }
  const processes = await Promise.all([begin(0), begin(1)]).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    nginx,
    origins: [places[0].origin, places[1].origin],
    end: (which) => end(processes[which]),
    async begin(which) {
      processes[which] = await begin(which)
    },
    stop,
  }
}

async function atPort(): Promise<Place> {
  const port = String(await freePort())
  const address = `127.0.0.1:${port}`
  return { settings: { PORT: port }, upstream: address, origin: `http://${address}` }
}

const atSocket = (file: string): Place => ({
  settings: { SOCKET: file },
  upstream: `unix:${file}`,
  origin: '',
})

function readiness({ settings, origin }: Place): Promise<number | undefined> {
  const where = settings['SOCKET'] === undefined ? origin : { socketPath: settings['SOCKET'] }
  return new Promise((resolve, reject) => {
    const asked = get(typeof where === 'string' ? `${where}/readyz` : { ...where, path: '/readyz' })
    asked.once('error', reject)
    asked.once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
}
