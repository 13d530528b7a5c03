import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Job } from '#api/conversions.ts'
import { bulk } from '../bulk/client.ts'
import { ApiCallError } from '../http/client.ts'
import type { RpcRequest, RpcResponse } from '../rpc/worker-client.ts'
import { JobClient, openAsResults } from './client.ts'

/** A worker that answers when the test says so. */
class ManualWorker extends EventTarget {
  static all: ManualWorker[] = []
  readonly requests: RpcRequest[] = []
  readonly name: string | undefined
  isTerminated = false
  constructor(url: URL, options: WorkerOptions) {
    super()
    expect(options).toEqual({ type: 'module' })
    this.name = url.pathname.split('/').at(-1)
    ManualWorker.all.push(this)
  }
  postMessage(request: RpcRequest): void {
    this.requests.push(request)
  }
  terminate(): void {
    this.isTerminated = true
  }
  finish(value: unknown): void {
    const id = this.requests.at(-1)?.id ?? 0
    this.dispatchEvent(new MessageEvent<RpcResponse>('message', { data: { kind: 'done', id, value } }))
  }
}

const CONTEXT = { job: { id: 'j' } as Job, owner: 'a@example.bg', lang: 'bg' } as const
let client: JobClient

beforeEach(() => {
  ManualWorker.all = []
  vi.stubGlobal('Worker', ManualWorker)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  client = new JobClient()
})
afterEach(() => {
  bulk.terminate()
  vi.unstubAllGlobals()
})
const jobs = () => ManualWorker.all.find(({ name }) => name === 'jobs.worker.ts') ?? expect.fail('no worker')
const opsOf = (worker: ManualWorker | undefined) => worker?.requests.map(({ op, args }) => [op, ...args])
const tick = () => new Promise((resolve) => void setTimeout(resolve))

it('AUTH-08 AUTH-09 · parts and files of a job are asked for, until the rows are forgotten', async () => {
  const part = client.get('j', 'preview', 'en')
  jobs().finish({ value: { total: 3 } })
  expect(await part).toEqual({ total: 3 })
  const made = client.makeFile(CONTEXT, { kind: 'xlsx' })
  jobs().finish({ value: { outcome: 'failed' } })
  expect(await made).toEqual({ outcome: 'failed' })
  expect(opsOf(jobs())).toEqual([
    ['loadPart', 'j', 'preview', 'en'],
    ['makeFile', CONTEXT, { kind: 'xlsx' }],
  ])
  client.end()
  expect(jobs().isTerminated).toBe(true)
})

it('AUTH-08 · an error of the server keeps its status and sentence', async () => {
  const part = client.get('j', 'csv', 'bg')
  jobs().finish({ error: { status: 401, text: '{"error":"Влезте.","code":"not_authenticated"}' } })
  const error = await part.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiCallError)
  expect(error).toMatchObject({ status: 401, code: 'not_authenticated', sentence: 'Влезте.' })
  const lost = client.openResults(CONTEXT)
  jobs().finish({ error: undefined })
  await expect(lost).rejects.toThrow('could not be fetched')
})

it('AUTH-09 · a job becomes the results, and a converter that runs shows them', async () => {
  const opening = openAsResults(client, CONTEXT)
  await vi.waitFor(() => expect(opsOf(jobs())).toEqual([['openResults', CONTEXT]]))
  jobs().finish({ value: undefined })
  await opening
  expect(ManualWorker.all).toHaveLength(1)

  void bulk.start()
  const session = ManualWorker.all.at(-1)
  const again = openAsResults(client, CONTEXT)
  await tick()
  expect(opsOf(session)).not.toContainEqual(['loadResults'])
  jobs().finish({ value: undefined })
  await tick()
  expect(opsOf(session)).toContainEqual(['loadResults'])
  session?.finish(undefined)
  await again
})
