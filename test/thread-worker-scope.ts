// The scope of a browser's worker in a thread of Node: see `ThreadWorker`.
import { parentPort, workerData } from 'node:worker_threads'
import { ThreadWorker } from './thread-worker.ts'

export type ThreadData = {
  readonly module: string
  readonly site: { origin: string; cookie: string } | undefined
}

const { module, site } = workerData as ThreadData
const scope = Object.assign(new EventTarget(), {
  postMessage: (data: unknown) => parentPort?.postMessage(data),
})
// Workers start workers, too.
Object.assign(globalThis, { self: scope, Worker: ThreadWorker })
if (site) {
  const realFetch = globalThis.fetch
  globalThis.fetch = (path, init) =>
    realFetch(new URL(path as string, site.origin), {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), cookie: site.cookie },
    })
}
await import(module)
parentPort?.on('message', (data) => scope.dispatchEvent(new MessageEvent('message', { data })))
