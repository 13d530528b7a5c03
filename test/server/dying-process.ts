import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childSettings } from './child-settings.ts'

const MAIN = join(import.meta.dirname, 'dying-server.ts')

type Death = {
  settings: Record<string, string>
  /** Before which step it dies, from 1. */
  dieAt: number
  /** How far its clock is ahead. */
  movedMs: number
  /** How much later it becomes when steps are counted, so that something is due then. */
  laterMs: number
  /** Asks it to do something, or waits until it has; `signal` says that it is dead. */
  call: (origin: string, signal: AbortSignal) => Promise<unknown>
}

/**
 * Runs a server that dies before a step.
 * @returns how many steps there were when it survived
 * @throws when it ends otherwise, and when the call fails although it lives
 */
export async function runDying({
  settings,
  dieAt,
  movedMs,
  laterMs,
  call,
}: Death): Promise<number | undefined> {
  const child = spawn(process.execPath, [MAIN, ...[dieAt, movedMs, laterMs].map(String)], {
    env: { ...childSettings(), PORT: '0', LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'close')
  const said = (matches: (text: string) => boolean) =>
    new Promise<string | undefined>((resolve) => {
      child.on('message', (text) => typeof text === 'string' && matches(text) && resolve(text))
      void ended.then(() => resolve(undefined))
    })

  const [listening, armed, survived] = [
    said((text) => text.startsWith('http:')),
    said((text) => text === 'armed'),
    said((text) => text.startsWith('survived')),
  ]
  let failure: unknown
  const origin = await listening
  if (origin !== undefined) {
    child.send('arm', () => {})
    await armed
    const { signal, abort } = abortable()
    void ended.then(abort)
    failure = await call(origin, signal).then(
      () => undefined,
      (error: unknown) => error,
    )
  }
  if (child.connected) child.send('end', () => {})
  const last = await survived
  const [code, signal] = await ended
  // Requests interrupted by the kill have no response; any other missing response is a bug.
  if (failure !== undefined && signal !== 'SIGKILL') throw failure
  if (last !== undefined && code === 0) return Number(last.split(' ')[1])
  if (signal !== 'SIGKILL') throw new Error(`It ended otherwise: ${code} ${signal}`)
  return undefined
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
