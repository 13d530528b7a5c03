import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settled } from '#test/bulk-session.ts'
import { StartedWorker } from '#test/manual-worker.ts'
import { until } from '#test/until.ts'
import type { Job } from '#api/conversions.ts'
import { bulk } from '../bulk/client.ts'
import { ApiCallError } from '../http/client.ts'
import { JobClient, openAsResults } from './client.ts'

const CONTEXT = { job: { id: 'j' } as Job, owner: 'a@example.bg', lang: 'bg' } as const
let client: JobClient

beforeEach(() => {
  StartedWorker.all = []
  vi.stubGlobal('Worker', StartedWorker)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  client = new JobClient()
})
afterEach(() => {
  bulk.terminate()
  vi.unstubAllGlobals()
})
const jobs = () => StartedWorker.all.find(({ name }) => name === 'jobs.worker.ts') ?? expect.fail('no worker')
const opsOf = (worker: StartedWorker | undefined) => worker?.requests.map(({ op, args }) => [op, ...args])

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
  await until(() => expect(opsOf(jobs())).toEqual([['openResults', CONTEXT]]))
  jobs().finish({ value: undefined })
  await opening
  expect(StartedWorker.all).toHaveLength(1)

  void bulk.start()
  const session = StartedWorker.all.at(-1)
  const again = openAsResults(client, CONTEXT)
  await settled()
  expect(opsOf(session)).not.toContainEqual(['loadResults'])
  jobs().finish({ value: undefined })
  await settled()
  expect(opsOf(session)).toContainEqual(['loadResults'])
  session?.finish(undefined)
  await again
})
