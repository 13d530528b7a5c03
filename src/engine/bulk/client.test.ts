import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settled } from '#test/bulk-session.ts'
import { ManualWorker } from '#test/manual-worker.ts'
import { memoryDevice } from '#test/device-records.ts'
import { type ConvertOutcome, EMPTY_SNAPSHOT, type Snapshot } from '../types.ts'
import { BulkClient, CancelledError } from './client.ts'

class BulkWorker extends ManualWorker {
  static all: BulkWorker[] = []

  constructor(url: URL, options: WorkerOptions) {
    super()
    expect([url.pathname.split('/').at(-1), options]).toEqual(['bulk.worker.ts', { type: 'module' }])
    BulkWorker.all.push(this)
  }
  show(change: Partial<Snapshot>): void {
    this.respond({ kind: 'event', event: { ...EMPTY_SNAPSHOT, ...change } })
  }
  /** Answers the last request of this name. */
  finish(op: string, value?: unknown): void {
    const { id } = this.requests.findLast((request) => request.op === op) ?? expect.fail(`no ${op}`)
    this.respond({ kind: 'done', id, value })
  }
  crash(): void {
    this.dispatchEvent(new Event('error', { cancelable: true }))
  }
  get ops(): string[] {
    return this.requests.map(({ op }) => op)
  }
}

/** What the tabs of one browser tell each other; delivered at once. */
class Channel extends EventTarget {
  static all: Channel[] = []
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    Channel.all.push(this)
  }
  postMessage(data: unknown): void {
    for (const other of Channel.all)
      if (other !== this && other.name === this.name)
        other.dispatchEvent(new MessageEvent('message', { data }))
  }
}

let page: EventTarget & { visibilityState: string }
let device: ReturnType<typeof memoryDevice>
const worker = (i = -1) => BulkWorker.all.at(i) ?? expect.fail('no worker')

beforeEach(() => {
  BulkWorker.all = []
  Channel.all = []
  device = memoryDevice()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('Worker', BulkWorker)
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', sessionStorage)
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A client whose session has started. */
async function started(records = device.records) {
  const client = new BulkClient(records)
  const starting = client.start()
  worker().finish('restore')
  await starting
  return client
}

const ROWS = { counts: {} } as Snapshot['rows']
const OPTIONS = { headers: {}, delayMs: 0, owner: '', evenIfPending: false }

describe('the session of a page', () => {
  it('BULK-12 · starts once, for its user, with what the device has', async () => {
    const client = new BulkClient(device.records)
    client.owner = 'a@example.bg'
    expect(BulkWorker.all).toEqual([])
    const starts = [client.start(), client.start()]
    expect(BulkWorker.all).toHaveLength(1)
    expect(worker().requests.map(({ op, args }) => [op, ...args])).toEqual([
      ['setOwner', 'a@example.bg'],
      ['restore'],
    ])
    const ended = vi.fn<() => void>()
    void Promise.all(starts).then(ended)
    await settled()
    expect(ended).not.toHaveBeenCalled()
    worker().finish('restore')
    await settled()
    expect(ended).toHaveBeenCalledOnce()
  })

  it('SHOP-02 · is told another user, and not the same again', async () => {
    const client = await started()
    client.owner = ''
    client.owner = 'a@example.bg'
    client.owner = 'a@example.bg'
    expect(
      worker()
        .requests.slice(2)
        .map(({ op, args }) => [op, ...args]),
    ).toEqual([['setOwner', 'a@example.bg']])
  })

  it('BULK-12 · has no user where none is signed in', async () => {
    await started()
    expect(worker().requests[0]).toMatchObject({ op: 'setOwner', args: [''] })
  })

  it('BULK-12 · after a flush the snapshot is that of all earlier requests', async () => {
    const client = await started()
    const flushed = client.flush()
    expect(worker().requests.at(-1)).toMatchObject({ op: 'page', args: [0, 0] })
    worker().show({ phase: 'ready', fileName: 'late.csv' })
    worker().finish('page', [])
    expect((await flushed).fileName).toBe('late.csv')
  })
})

describe('reading a file', () => {
  it('BULK-04 · is cancelled at once, its request rejects with the reason, and a new session starts', async () => {
    const client = await started()
    const opening = client.request('open', new File([''], 'a.csv'))
    worker().show({ phase: 'parsing' })
    const cancelling = client.cancel()
    await expect(opening).rejects.toBeInstanceOf(CancelledError)
    expect(worker(0).isTerminated).toBe(true)
    expect(worker().ops).toEqual(['setOwner', 'restore'])
    worker().finish('restore')
    await cancelling
  })

  it('BULK-15 · that crashes the worker shows the file as unreadable, in a new session', async () => {
    const client = await started()
    const opening = client.request('open', new File([''], 'a.csv'))
    worker().show({ phase: 'parsing', fileName: 'a.csv' })
    worker().crash()
    await expect(opening).rejects.toThrow('could not be read to its end')
    worker().show({ phase: 'idle' })
    worker().finish('restore')
    await settled()
    expect(client.snapshot()).toMatchObject({
      phase: 'error',
      error: { code: 'unreadable', reason: 'broken' },
      fileName: 'a.csv',
    })
    expect(BulkWorker.all).toHaveLength(2)
  })

  it('BULK-15 · a crash while the file is read again with other choices leaves the restored rows', async () => {
    const client = await started()
    worker().show({ phase: 'parsing', fileName: 'a.csv', rows: ROWS })
    worker().crash()
    worker().show({ phase: 'ready', rows: ROWS })
    worker().finish('restore')
    await settled()
    expect(client.snapshot()).toMatchObject({ phase: 'ready', error: null })
  })

  it('BULK-15 · has a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await started()
    worker().show({ phase: 'parsing' })
    vi.advanceTimersByTime(59_999)
    worker().show({ phase: 'parsing', progress: 0.5 })
    expect(worker(0).isTerminated).toBe(false)
    vi.advanceTimersByTime(1)
    expect(worker(0).isTerminated).toBe(true)
    // Reading that has ended has no limit.
    worker().show({ phase: 'parsing' })
    worker().show({ phase: 'ready' })
    vi.advanceTimersByTime(600_000)
    expect(worker().isTerminated).toBe(false)
  })

  it('CONV-04 · a session that crashes at other work is shown as failed until it is restarted', async () => {
    const client = await started()
    worker().show({ phase: 'ready', fileName: 'a.csv', rows: ROWS })
    worker().crash()
    expect(client.snapshot()).toMatchObject({ phase: 'failed', fileName: 'a.csv' })
    expect([client.isRunning, BulkWorker.all.length]).toEqual([false, 1])
    const restarting = client.restart()
    expect(client.snapshot()).toMatchObject({ phase: 'starting', fileName: 'a.csv' })
    expect(worker().ops).toEqual(['setOwner', 'restore'])
    worker().finish('restore')
    await restarting
  })
})

describe('what is cleared', () => {
  it('CONV-10 · rows and results of a session that runs', async () => {
    const client = await started()
    const clearing = client.clear()
    worker().finish('clearRows')
    await settled()
    worker().finish('clearResults')
    await clearing
    expect(worker().ops.slice(2)).toEqual(['clearRows', 'clearResults'])
  })

  it('CONV-10 · nothing where none runs', async () => {
    await new BulkClient(device.records).clear()
    expect(BulkWorker.all).toEqual([])
  })

  it('CONV-10 · a file that is being read is cancelled first', async () => {
    const client = await started()
    worker().show({ phase: 'parsing' })
    const clearing = client.clear()
    expect(worker(0).isTerminated).toBe(true)
    worker().show({ phase: 'idle' })
    worker().finish('restore')
    await settled()
    worker().finish('clearRows')
    await settled()
    worker().finish('clearResults')
    await clearing
    expect(worker(0).ops).not.toContain('clearRows')
  })

  it('AUTH-04 · everything at sign-out, here and in other tabs', async () => {
    device.saved.set('rows', {})
    sessionStorage.setItem('levro.protocol', '{"purpose":"Опис"}')
    const client = await started()
    worker().show({ phase: 'ready', rows: ROWS })
    const shown = new BulkClient(device.records)
    const unsubscribe = shown.subscribe(() => undefined)
    const starting = shown.start()
    worker().finish('restore')
    await starting
    const hidden = await started()
    worker().show({ phase: 'ready', rows: ROWS })

    await client.forget()
    expect(client.snapshot()).toEqual(EMPTY_SNAPSHOT)
    expect(device.saved.size).toBe(0)
    expect(sessionStorage).toHaveLength(0)
    expect(BulkWorker.all.slice(0, 3).map(({ isTerminated }) => isTerminated)).toEqual([true, true, true])
    // A tab that shows rows starts again with what the device has; another one when it shows them next.
    expect(BulkWorker.all).toHaveLength(4)
    expect(shown.isRunning).toBe(true)
    expect([hidden.isRunning, hidden.snapshot()]).toEqual([false, EMPTY_SNAPSHOT])
    unsubscribe()
  })

  it('CONV-10 · results alone by the session that runs, else on the device', async () => {
    device.saved.set('results', {})
    const idle = new BulkClient(device.records)
    await idle.eraseResults()
    expect(device.saved.size).toBe(0)
    device.saved.set('results', {})
    const client = await started()
    const erasing = client.eraseResults()
    worker().finish('clearResults')
    await erasing
    expect(device.saved.size).toBe(1)
    const failing = client.eraseResults()
    worker().crash()
    await failing
    expect(device.saved.size).toBe(0)
  })
})

describe('what waits on the device', () => {
  it('BULK-12 · rows are those of the session, or of the device where none runs', async () => {
    const client = new BulkClient(device.records)
    expect(await client.hasRows()).toBe(false)
    device.saved.set('rows', {})
    expect(await client.hasRows()).toBe(true)
    const starting = client.start()
    const asked = client.hasRows()
    worker().show({ phase: 'idle', rows: null })
    worker().finish('restore')
    await starting
    expect(await asked).toBe(false)
    worker().show({ phase: 'ready', rows: ROWS })
    expect(await client.hasRows()).toBe(true)
  })

  it('CHECK-04 · a checked file', async () => {
    const client = new BulkClient(device.records)
    expect(await client.hasCheckedFile()).toBe(false)
    device.saved.set('checked', {})
    expect(await client.hasCheckedFile()).toBe(true)
  })
})

describe('other tabs', () => {
  const convert = async (client: BulkClient, by: BulkWorker, outcome: ConvertOutcome) => {
    const converting = client.convert(OPTIONS)
    expect(by.requests.at(-1)).toMatchObject({ op: 'convert', args: [OPTIONS] })
    by.finish('convert', outcome)
    expect(await converting).toEqual(outcome)
  }

  it('CONV-11 · take over what was converted, and only then', async () => {
    const client = await started()
    const own = worker()
    await started()
    const other = worker()
    await convert(client, own, { outcome: 'unreachable' })
    expect(other.ops).not.toContain('sync')
    await convert(client, own, { outcome: 'converted', balance: 1 })
    expect(other.ops.filter((op) => op === 'sync')).toHaveLength(1)
    expect(own.ops).not.toContain('sync')
  })

  it('CONV-11 · that do not run start nothing', async () => {
    const client = await started()
    const own = worker()
    const ended = await started()
    ended.terminate()
    await convert(client, own, { outcome: 'converted', balance: 1 })
    expect(BulkWorker.all).toHaveLength(2)
  })

  it('CONV-11 · in the background look again when they are shown', async () => {
    const client = await started()
    await client.start()
    const { ops } = worker()
    expect(ops).not.toContain('sync')
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(worker().ops).toEqual(ops)
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(worker().ops).toEqual([...ops, 'sync'])
  })

  it('CONV-11 · are not told where the browser has no channel', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const client = await started()
    await convert(client, worker(), { outcome: 'converted', balance: 1 })
  })
})
