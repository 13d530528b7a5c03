import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ManualWorker } from '#test/manual-worker.ts'
import { SessionClient } from './session-client.ts'

type Api = { work(): Promise<void> }
type Snapshot = 'idle' | 'reading' | 'done' | 'failed'

class Client extends SessionClient<Api, Snapshot> {
  readonly workers: ManualWorker[]
  started = 0
  constructor() {
    const workers: ManualWorker[] = []
    super('idle', {
      create: () => workers[workers.push(new ManualWorker()) - 1] as unknown as Worker,
      onStart: () => this.started++,
    })
    this.workers = workers
  }
  protected override isReading = (snapshot: Snapshot) => snapshot === 'reading'
  protected override fail(): void {
    this.terminate()
    this.publish('failed')
  }
  show(snapshot: Snapshot): void {
    this.workers.at(-1)?.respond({ kind: 'event', event: snapshot })
  }
}

let client: Client
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  client = new Client()
})
afterEach(() => void vi.useRealTimers())

it('BULK-03 · every snapshot is told to those who listen, until they do not', () => {
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const unsubscribe = client.subscribe(one)
  client.subscribe(other)
  void client.tryRequest('work')
  expect([client.snapshot(), client.started]).toEqual(['idle', 1])
  client.show('done')
  unsubscribe()
  client.show('idle')
  expect([one.mock.calls.length, other.mock.calls.length, client.snapshot()]).toEqual([1, 2, 'idle'])
})

it('BULK-03 · a request tells whether it was carried out', async () => {
  const done = client.tryRequest('work')
  client.workers[0]?.respond({ kind: 'done', id: 1, value: undefined })
  expect(await done).toBe(true)
  const failed = client.tryRequest('work')
  client.workers[0]?.respond({ kind: 'failed', id: 2, message: '' })
  expect(await failed).toBe(false)
  expect(client.snapshot()).toBe('failed')
})

it('BULK-15 · reading has a minute from its start, each time', () => {
  void client.tryRequest('work')
  client.show('reading')
  vi.advanceTimersByTime(30_000)
  client.show('reading')
  vi.advanceTimersByTime(29_999)
  expect(client.snapshot()).toBe('reading')
  vi.advanceTimersByTime(1)
  expect([client.snapshot(), client.workers[0]?.isTerminated]).toEqual(['failed', true])
  void client.tryRequest('work')
  client.show('reading')
  client.show('reading')
  client.show('done')
  expect(vi.getTimerCount()).toBe(0)
  client.show('reading')
  vi.advanceTimersByTime(59_999)
  expect(client.snapshot()).toBe('reading')
  client.terminate()
  expect(vi.getTimerCount()).toBe(0)
})
