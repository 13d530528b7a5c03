import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ManualWorker } from '#test/manual-worker.ts'
import { WorkerClient } from './worker-client.ts'

type Api = { double(n: number): Promise<number> }

let workers: ManualWorker[] = []
const create = () => {
  const worker = new ManualWorker()
  workers.push(worker)
  return worker as unknown as Worker
}

beforeEach(() => (workers = []))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('BULK-04 · responses are matched by id, whatever their order', async () => {
  const client = new WorkerClient<Api>({ create })
  const results = [client.request('double', 1), client.request('double', 2)]
  workers[0]?.respond({ kind: 'done', id: 2, value: 4 })
  workers[0]?.respond({ kind: 'done', id: 1, value: 2 })
  expect(await Promise.all(results)).toEqual([2, 4])
  expect(workers).toHaveLength(1)
})

it('BULK-04 · termination rejects every pending request, and the next request starts another worker', async () => {
  const onEvent = vi.fn<(event: string) => void>()
  const client = new WorkerClient<Api, string>({ create, onEvent })
  const result = client.request('double', 1)
  client.terminate(new Error('stopped'))
  await expect(result).rejects.toThrow('stopped')
  expect([workers[0]?.isTerminated, client.isRunning]).toEqual([true, false])
  void client.request('double', 2)
  workers[0]?.respond({ kind: 'event', event: 'late' })
  workers[1]?.respond({ kind: 'event', event: 'own' })
  expect(onEvent.mock.calls).toEqual([['own']])
})

it('BULK-04 · a worker that crashes or rejects a request fails once, with all its requests', async () => {
  const client = new WorkerClient<Api>({ create })
  const crashed = client.request('double', 1)
  const error = new Event('error', { cancelable: true })
  workers[0]?.dispatchEvent(error)
  await expect(crashed).rejects.toThrow('The worker failed.')
  expect(error.defaultPrevented).toBe(true)
  const [rejected, other] = [client.request('double', 2), client.request('double', 3)]
  workers[1]?.respond({ kind: 'failed', id: 2, message: 'no such number' })
  await expect(rejected).rejects.toThrow('no such number')
  await expect(other).rejects.toThrow('The worker failed.')
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
})

it('BULK-04 · requests are named and numbered, and the worker starts with the first', () => {
  const started = vi.fn<() => void>()
  const client = new WorkerClient<Api>({ create, onStart: started })
  expect([workers.length, client.isRunning]).toEqual([0, false])
  void client.request('double', 1)
  void client.request('double', 2)
  expect(workers[0]?.requests).toEqual([
    { id: 1, op: 'double', args: [1] },
    { id: 2, op: 'double', args: [2] },
  ])
  expect([client.isRunning, started.mock.calls.length]).toEqual([true, 1])
})

it('BULK-04 · the failure handler decides whether the worker is kept', async () => {
  const failed = vi.fn<() => void>()
  const client = new WorkerClient<Api>({ create, onFailure: failed })
  const [rejected, other] = [client.request('double', 1), client.request('double', 2)]
  workers[0]?.respond({ kind: 'failed', id: 1, message: 'no such number' })
  await expect(rejected).rejects.toThrow('no such number')
  expect([failed.mock.calls.length, client.isRunning]).toEqual([1, true])
  workers[0]?.respond({ kind: 'done', id: 2, value: 4 })
  expect(await other).toBe(4)
  workers[0]?.dispatchEvent(new Event('error', { cancelable: true }))
  expect(failed).toHaveBeenCalledTimes(2)
  client.terminate()
  // The terminated worker can still fail.
  workers[0]?.dispatchEvent(new Event('error', { cancelable: true }))
  expect(failed).toHaveBeenCalledTimes(2)
})

it('BULK-04 · on a page an error stays in the console', () => {
  vi.stubGlobal('document', {})
  const client = new WorkerClient<Api>({ create, onFailure: () => undefined })
  void client.request('double', 1)
  const error = new Event('error', { cancelable: true })
  workers[0]?.dispatchEvent(error)
  expect(error.defaultPrevented).toBe(false)
})

it('BULK-04 · an answer that was given is not given again', async () => {
  const client = new WorkerClient<Api>({ create })
  const result = client.request('double', 1)
  workers[0]?.respond({ kind: 'done', id: 1, value: 2 })
  workers[0]?.respond({ kind: 'done', id: 1, value: 3 })
  expect(await result).toBe(2)
  const ended = client.request('double', 2)
  client.terminate()
  await expect(ended).rejects.toThrow('The worker was terminated.')
})
