import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { origin } = workerData as { origin: string }
const agent = new Agent({ keepAlive: true })

/** The current status of /readyz. */
async function ask(): Promise<number | 'gone'> {
  try {
    const [response] = await once(request(`${origin}/readyz`, { agent }).end(), 'response')
    await response.resume().toArray()
    return response.statusCode
  } catch {
    return 'gone'
  }
}

const seen = new Set<number | 'gone'>()
while (!seen.has('gone')) {
  const before = seen.size
  seen.add(await ask())
  if (seen.size > before) parentPort?.postMessage([...seen])
  await delay(10)
}
agent.destroy()
