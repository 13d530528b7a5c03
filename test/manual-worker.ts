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
