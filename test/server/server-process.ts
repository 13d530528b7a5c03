import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childSettings } from './child-settings.ts'

/** The running child processes: none outlives the process that started it, however that ends. */
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type ServerProcess = {
  origin: string
  pid: number
  /** Its output so far. */
  logged: () => string
  kill: (signal: NodeJS.Signals) => void
  ended: Promise<Ended>
}

/**
 * Starts the server in its own process. Rejects when it exits before it listens. With PUBLIC_ORIGIN it logs
 * that origin, and the settings must contain the port.
 * @param main the server's entry file, by default of this checkout
 */
export async function startProcess(settings: Record<string, string>, main = MAIN): Promise<ServerProcess> {
  const { child, ended, output } = spawnServer(settings, main)
  const origin = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /^Levro is at (https?:\S+)$/m.exec(output().stdout)?.[1]
      if (found === undefined) return
      // Later output may be long, and is not searched again for each line.
      child.stdout?.off('data', look)
      const own = settings['PUBLIC_ORIGIN'] === undefined ? found : `http://127.0.0.1:${settings['PORT']}`
      resolve(own.replace('localhost', '127.0.0.1'))
    }
    child.stdout?.on('data', look)
    void ended.then((how) => reject(new Error(`The server ended: ${JSON.stringify(how)}`)))
  })
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  return { origin, pid: child.pid ?? 0, logged: () => output().stdout, kill, ended }
}

/** Runs the server until it exits. */
export const runToEnd = (settings: Record<string, string>): Promise<Ended> =>
  spawnServer(settings, MAIN).ended

function spawnServer(
  settings: Record<string, string>,
  main: string,
): {
  child: ChildProcess
  ended: Promise<Ended>
  output: () => { stdout: string; stderr: string }
} {
  const child = spawn(process.execPath, [main], { env: { ...childSettings(), PORT: '0', ...settings } })
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  children.add(child)
  const ended = once(child, 'close').then(([code, signal]) => {
    children.delete(child)
    return { code, signal, ...text }
  })
  return { child, ended, output: () => text }
}
