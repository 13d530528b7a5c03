import type { RpcRequest, RpcResponse } from '#engine/rpc/worker-client.ts'

/** A worker that responds when the test says so. */
export class ManualWorker extends EventTarget {
  readonly requests: RpcRequest[] = []
  isTerminated = false

  postMessage(request: RpcRequest): void {
    this.requests.push(request)
  }

  terminate(): void {
    this.isTerminated = true
  }

  respond(data: RpcResponse): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

/** In place of `Worker`, with `vi.stubGlobal`: the workers that were started, the last one at the end. */
export class StartedWorker extends ManualWorker {
  static all: StartedWorker[] = []
  /** Its file: `check.worker.ts`. */
  readonly name: string | undefined

  constructor(url: URL, { type }: WorkerOptions) {
    super()
    if (type !== 'module') throw new Error('Workers are modules.')
    this.name = url.pathname.split('/').at(-1)
    StartedWorker.all.push(this)
  }

  /** Responds to the last request. */
  finish(value: unknown): void {
    this.respond({ kind: 'done', id: this.requests.at(-1)?.id ?? 0, value })
  }
}
