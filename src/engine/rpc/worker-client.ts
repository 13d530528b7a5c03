/** Operations that a worker offers; arguments and results are structured clones. */
type Operation = (...args: never[]) => Promise<unknown>

export type WorkerApi<Api> = { readonly [O in keyof Api]: Operation }

export type RpcRequest = { readonly id: number; readonly op: string; readonly args: readonly unknown[] }

/** An event belongs to no request. A worker's messages arrive in the order in which it sent them. */
export type RpcResponse<Event = unknown> =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly event: Event }

type Options<Event> = {
  readonly create: () => Worker
  /** Called for each new worker before any other request. */
  readonly onStart?: () => void
  readonly onEvent?: (event: Event) => void
  /** The worker crashed, did not load or rejected a request. By default it is terminated. */
  readonly onFailure?: () => void
}

type Pending = { readonly resolve: (value: unknown) => void; readonly reject: (reason: Error) => void }

/**
 * Calls the operations of a worker by message. The worker starts with the first request after construction or
 * termination; `terminate` stops it even in the middle of synchronous code and rejects every pending request.
 */
export class WorkerClient<Api extends WorkerApi<Api>, Event = never> {
  readonly #options: Options<Event>
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #nextId = 1

  constructor(options: Options<Event>) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** @throws when the worker fails or is terminated before it responds. */
  request<O extends keyof Api & string>(
    op: O,
    ...args: Parameters<Api[O]>
  ): Promise<Awaited<ReturnType<Api[O]>>> {
    const worker = this.#worker ?? this.#start()
    const id = this.#nextId++
    const response = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      worker.postMessage({ id, op, args } satisfies RpcRequest)
    })
    return response as Promise<Awaited<ReturnType<Api[O]>>>
  }

  /** @param reason with which pending requests are rejected */
  terminate(reason = new Error('The worker was terminated.')): void {
    this.#worker?.terminate()
    this.#worker = undefined
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of pending) reject(reason)
  }

  #start(): Worker {
    const worker = this.#options.create()
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<RpcResponse<Event>>) => {
      // Messages of a terminated worker can still be queued.
      if (worker !== this.#worker) return
      if (data.kind === 'event') this.#options.onEvent?.(data.event)
      else this.#settle(data)
    })
    worker.addEventListener('error', (event) => {
      // An unhandled error of a nested worker would fail the outer worker too. On the page it stays in the console.
      if (typeof document === 'undefined') event.preventDefault()
      if (worker === this.#worker) this.#fail()
    })
    this.#options.onStart?.()
    return worker
  }

  #settle(response: Exclude<RpcResponse, { kind: 'event' }>): void {
    const pending = this.#pending.get(response.id)
    this.#pending.delete(response.id)
    if (response.kind === 'done') pending?.resolve(response.value)
    else {
      pending?.reject(new Error(response.message))
      this.#fail()
    }
  }

  #fail(): void {
    if (this.#options.onFailure) this.#options.onFailure()
    else this.terminate(new Error('The worker failed.'))
  }
}
