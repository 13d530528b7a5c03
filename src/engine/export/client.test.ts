import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StartedWorker } from '#test/manual-worker.ts'
import type { ExportTask, OwnFileTask } from '#reports/types.ts'
import { ExportClient, PreviewClient } from './client.ts'
import type { ExportState } from './types.ts'

const TASK = { kind: 'xlsx', lang: 'bg', rows: [] } as unknown as ExportTask
const OWN = { kind: 'own', lang: 'bg', rows: [] } as unknown as OwnFileTask
const FILE = { file: new Blob(['made']), warnings: [] }
const workers = StartedWorker

beforeEach(() => {
  workers.all = []
  vi.stubGlobal('Worker', StartedWorker)
})
afterEach(() => vi.unstubAllGlobals())

describe('a file that is made', () => {
  let shown: (ExportState | null)[]
  let client: ExportClient
  beforeEach(() => {
    shown = []
    client = new ExportClient((state) => shown.push(state))
  })

  it('CONV-07 · has a worker of its own, which is ended with it, and shows how far it is', async () => {
    const making = client.make(TASK)
    workers.all[0]?.respond({ kind: 'event', event: 0.5 })
    expect(shown).toEqual([
      { kind: 'xlsx', done: 0 },
      { kind: 'xlsx', done: 0.5 },
    ])
    expect(workers.all[0]?.requests).toMatchObject([{ op: 'makeFile', args: [TASK] }])
    workers.all[0]?.respond({ kind: 'done', id: 1, value: FILE })
    expect(await making).toEqual({ outcome: 'made', ...FILE })
    expect([shown.at(-1), workers.all[0]?.isTerminated]).toEqual([null, true])
    expect(workers.all[0]?.name).toBe('export.worker.ts')
  })

  it('CONV-08 FILE-05 · tells of a file without room for the new prices', async () => {
    const noRoom = { noRoom: 'columns', columns: [{ index: 2, title: 'CENA' }], placement: 'after' } as const
    const making = client.make(OWN)
    workers.all[0]?.respond({ kind: 'done', id: 1, value: noRoom })
    expect(await making).toEqual({ outcome: 'no-room', ...noRoom })
    const previews = new PreviewClient()
    const previewing = previews.make(OWN)
    workers.all[1]?.respond({ kind: 'done', id: 1, value: noRoom })
    expect(await previewing).toEqual(noRoom)
    expect(await client.make(OWN, previews.startFor(OWN))).toEqual({ outcome: 'no-room', ...noRoom })
  })

  it('CONV-07 · is one at a time, and the next one after it', async () => {
    const first = client.make(TASK)
    expect(await client.make(TASK)).toEqual({ outcome: 'cancelled' })
    expect(workers.all).toHaveLength(1)
    workers.all[0]?.respond({ kind: 'done', id: 1, value: FILE })
    await first
    client.cancel()
    const second = client.make(TASK)
    workers.all[1]?.respond({ kind: 'done', id: 1, value: FILE })
    expect((await second).outcome).toBe('made')
  })

  it('CONV-07 · is cancelled at once, which is no failure', async () => {
    const making = client.make(TASK)
    client.cancel()
    expect(workers.all[0]?.isTerminated).toBe(true)
    expect(await making).toEqual({ outcome: 'cancelled' })
    expect(shown.at(-1)).toBeNull()
  })

  it('CONV-07 · fails with its worker', async () => {
    const making = client.make(TASK)
    workers.all[0]?.respond({ kind: 'failed', id: 1, message: 'broken' })
    expect(await making).toEqual({ outcome: 'failed' })
    expect(shown.at(-1)).toBeNull()
  })
})

describe('a preview of the own file', () => {
  const PREVIEW = { before: [], after: [] }
  const PREVIEWED = { preview: PREVIEW, made: FILE }

  it('CONV-08 · is the one that was asked for last', async () => {
    const client = new PreviewClient()
    const first = client.make(OWN)
    const second = client.make(OWN)
    expect(await first).toBeNull()
    expect(workers.all.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
    workers.all[1]?.respond({ kind: 'done', id: 1, value: PREVIEWED })
    expect(await second).toEqual(PREVIEW)
    expect(workers.all[1]?.requests).toMatchObject([{ op: 'previewFile', args: [OWN] }])
    expect(workers.all[1]?.isTerminated).toBe(true)
  })

  it('CONV-08 · is none where the file cannot be made', async () => {
    const client = new PreviewClient()
    const making = client.make(OWN)
    workers.all[0]?.respond({ kind: 'failed', id: 1, message: 'broken' })
    expect(await making).toBeNull()
  })

  describe('and the export of the same file', () => {
    const shown: (ExportState | null)[] = []
    const exports = new ExportClient((state) => shown.push(state))
    let previews: PreviewClient
    const exported = (task: OwnFileTask) => exports.make(task, previews.startFor(task))
    beforeEach(() => {
      shown.length = 0
      previews = new PreviewClient()
    })

    it('CONV-08 · is taken from the preview, without making it again', async () => {
      const previewed = previews.make(OWN)
      workers.all[0]?.respond({ kind: 'done', id: 1, value: PREVIEWED })
      await previewed
      expect(await exported({ ...OWN })).toEqual({ outcome: 'made', ...FILE })
      expect(workers.all).toHaveLength(1)
    })

    it('CONV-08 · waits for a preview that is being made, and shows how far it is', async () => {
      const previewed = previews.make(OWN)
      workers.all[0]?.respond({ kind: 'event', event: 0.2 })
      const making = exported(OWN)
      workers.all[0]?.respond({ kind: 'event', event: 0.5 })
      expect(shown).toEqual([
        { kind: 'own', done: 0 },
        { kind: 'own', done: 0.5 },
      ])
      workers.all[0]?.respond({ kind: 'done', id: 1, value: PREVIEWED })
      expect(await making).toEqual({ outcome: 'made', ...FILE })
      expect(await previewed).toEqual(PREVIEW)
      expect([shown.at(-1), workers.all.length]).toEqual([null, 1])
    })

    it('CONV-08 · is cancelled without its preview', async () => {
      const previewed = previews.make(OWN)
      const making = exported(OWN)
      exports.cancel()
      expect(await making).toEqual({ outcome: 'cancelled' })
      expect(workers.all[0]?.isTerminated).toBe(false)
      workers.all[0]?.respond({ kind: 'done', id: 1, value: PREVIEWED })
      expect(await previewed).toEqual(PREVIEW)
    })

    it.each([
      ['other rows', { rows: [] }],
      ['another placement', { placement: 'end' }],
      ['a part of the prices', { isPartial: true }],
      ['another format', { kind: 'own-csv' }],
    ])('CONV-08 · is made for %s', async (_, change) => {
      const previewed = previews.make(OWN)
      workers.all[0]?.respond({ kind: 'done', id: 1, value: PREVIEWED })
      await previewed
      const other = { ...OWN, ...change } as OwnFileTask
      const making = exported(other)
      expect(workers.all[1]?.requests).toMatchObject([{ op: 'makeFile', args: [other] }])
      workers.all[1]?.respond({ kind: 'done', id: 1, value: FILE })
      expect((await making).outcome).toBe('made')
    })

    it('CONV-08 · is made once the preview is let go of', async () => {
      const previewed = previews.make(OWN)
      previews.forget()
      expect(await previewed).toBeNull()
      const making = exported(OWN)
      workers.all[1]?.respond({ kind: 'done', id: 1, value: FILE })
      expect((await making).outcome).toBe('made')
    })

    it('CONV-08 · goes on where another preview is asked for in the meantime', async () => {
      const previewed = previews.make(OWN)
      const making = exported(OWN)
      const other = previews.make({ ...OWN, placement: 'end' })
      expect(workers.all.map(({ isTerminated }) => isTerminated)).toEqual([false, false])
      for (const worker of workers.all) worker.respond({ kind: 'done', id: 1, value: PREVIEWED })
      expect([(await making).outcome, await previewed, await other]).toEqual(['made', PREVIEW, PREVIEW])
    })

    it('CONV-08 · which was cancelled ends with the results', async () => {
      const previewed = previews.make(OWN)
      const making = exported(OWN)
      exports.cancel()
      previews.forget()
      expect(workers.all[0]?.isTerminated).toBe(true)
      expect([await making, await previewed]).toEqual([{ outcome: 'cancelled' }, null])
    })

    it('CONV-08 · is made where the preview alone cannot be shown', async () => {
      const previewed = previews.make(OWN)
      workers.all[0]?.respond({ kind: 'done', id: 1, value: { ...PREVIEWED, preview: null } })
      expect(await previewed).toBeNull()
      expect(await exported(OWN)).toEqual({ outcome: 'made', ...FILE })
    })

    it('CONV-08 · fails with its file, and can be tried again', async () => {
      const previewed = previews.make(OWN)
      const making = exported(OWN)
      workers.all[0]?.respond({ kind: 'failed', id: 1, message: 'broken' })
      expect([await making, await previewed]).toEqual([{ outcome: 'failed' }, null])
      const again = exported(OWN)
      workers.all[1]?.respond({ kind: 'done', id: 1, value: FILE })
      expect((await again).outcome).toBe('made')
    })
  })
})
