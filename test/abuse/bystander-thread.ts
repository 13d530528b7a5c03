import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { origin, cookie, email, everyMs } = workerData as Record<'origin' | 'cookie' | 'email', string> & {
  everyMs: number
}
const GIVE_UP_MS = 10_000
/** No test sends attacks from this address. */
const LOCAL_ADDRESS = '127.0.8.1'

const agent = new Agent({ keepAlive: true })
const { hostname, port } = new URL(origin)
let seen = { samples: 0, longestMs: 0, wrong: [] as string[] }

async function sample(): Promise<void> {
  const begun = performance.now()
  const outcome = await answer()
  seen.samples += 1
  seen.longestMs = Math.max(seen.longestMs, Math.round(performance.now() - begun))
  if (outcome !== undefined) seen.wrong.push(outcome)
}

/** The problem of the response, if any. */
async function answer(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS)
    const from = { agent, headers: { cookie }, localAddress: LOCAL_ADDRESS }
    const sent = request({ hostname, port, path: '/api/auth/me', ...from, signal }).end()
    const [response] = await once(sent, 'response')
    const body = await text(response)
    return response.statusCode === 200 && body.includes(email) ? undefined : `${response.statusCode} ${body}`
  } catch (error) {
    return String(error)
  }
}

let last = Promise.resolve()

async function tell(): Promise<void> {
  await last
  await sample()
  parentPort?.postMessage(seen)
  seen = { samples: 0, longestMs: 0, wrong: [] }
}

parentPort?.on('message', () => void tell())

for (;;) {
  last = sample()
  await last
  await delay(everyMs)
}
