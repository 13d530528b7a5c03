import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childSettings } from './child-settings.ts'

const MAIN = join(import.meta.dirname, 'dying-server.ts')

type Death = {
  settings: Record<string, string>
  /** The step before which the process dies, 1-based. */
  dieAt: number
  /** Offset of its clock in ms. */
  movedMs: number
  /** Advances the clock by this when steps are counted, so that something is due. */
  laterMs: number
  /** Sends a request, or waits for background work; `signal` aborts when the process is dead. */
  call: (origin: string, signal: AbortSignal) => Promise<unknown>
}

/**
 * Runs a server that dies before a step.
 * @returns the number of steps when it survived
 * @throws when it ends otherwise, and when the request fails although it lives
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
