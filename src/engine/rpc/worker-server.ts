import type { RpcRequest, RpcResponse, WorkerApi } from './worker-client.ts'

type Handler = Record<string, (...args: readonly unknown[]) => unknown>

/**
 * Serves the operations of `Api` in this worker. Requests start in the order in which they arrive and may overlap.
 * @param makeHandlers each operation is a method of one of the handlers; `emit` sends an event to the client
 */
export function serveWorker<Api extends WorkerApi<Api>>(
  makeHandlers: (emit: (event: unknown) => void) => readonly Partial<Api>[],
): void {
  const post = (response: RpcResponse): void => self.postMessage(response)
  // The client's types match operation and arguments.
  const handlers = makeHandlers((event) =>
    post({ kind: 'event', event }),
  ) as readonly unknown[] as readonly Handler[]
  self.addEventListener('message', ({ data: { id, op, args } }: MessageEvent<RpcRequest>) => {
    run(op, args).then(
      (value) => post({ kind: 'done', id, value }),
      (error: unknown) => post({ kind: 'failed', id, message: String(error) }),
    )
  })

  async function run(op: string, args: readonly unknown[]): Promise<unknown> {
    return handlers.find((handler) => op in handler)?.[op]?.(...args)
  }
}

/** Minimum time between progress events, ms: each one re-renders the page. */
const PROGRESS_INTERVAL_MS = 150

/** Passes on at most one report per interval, the first one interval after this call. */
export function throttleProgress<Progress extends readonly unknown[]>(
  report: (...progress: Progress) => void,
): (...progress: Progress) => void {
  let reportedAt = performance.now()
  return (...progress) => {
    const now = performance.now()
    if (now - reportedAt <= PROGRESS_INTERVAL_MS) return
    reportedAt = now
    report(...progress)
  }
}

/** Share of what is left that a pass over the file takes: another one may follow. */
const PASS = 0.9

/**
 * Joins the progress of several passes over a file, each of which goes from 0 to 1, so that it never falls.
 * @param from what is shown already
 */
export function risingProgress(from: number, report: (progress: number) => void): (done: number) => void {
  let base = from
  let last = { done: 0, shown: from }
  return (done) => {
    if (done < last.done) base = last.shown
    last = { done, shown: base + (1 - base) * PASS * done }
    report(last.shown)
  }
}
