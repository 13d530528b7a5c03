import { Worker as Thread } from 'node:worker_threads'
import type { ThreadData } from './thread-worker-scope.ts'

/** The browser's `Worker` as a thread of Node: `vi.stubGlobal('Worker', ThreadWorker)` lets the page's modules start theirs. */
export class ThreadWorker extends EventTarget {
  /** The site that relative URLs lead to, and the cookie of its user. */
  static site: { origin: string; cookie: string } | undefined

  readonly #thread: Thread

  constructor(url: URL) {
    super()
    this.#thread = new Thread(new URL('./thread-worker-scope.ts', import.meta.url), {
      workerData: { module: url.href, site: ThreadWorker.site } satisfies ThreadData,
    })
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })))
    this.#thread.on('error', () => this.dispatchEvent(new Event('error', { cancelable: true })))
  }

  postMessage(data: unknown): void {
    this.#thread.postMessage(data)
  }

  terminate(): void {
    void this.#thread.terminate()
  }
}
