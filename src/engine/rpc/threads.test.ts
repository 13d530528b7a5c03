import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ThreadWorker } from '#test/thread-worker.ts'
import { BulkClient } from '../bulk/client.ts'
import { check } from '../check/client.ts'
import { countPrices } from '../count/client.ts'

const LIST = 'Име;Цена лв.;Цена €\nХляб;1,96;1,01\nСирене;12,50;6,39\nМляко;няма;\n'

beforeEach(() => {
  vi.stubGlobal('Worker', ThreadWorker)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => vi.unstubAllGlobals())

it('BULK-04 · the bulk session in its worker serves files, rows and results', async () => {
  const bulk = new BulkClient()
  await bulk.start()
  expect(bulk.snapshot().phase).toBe('idle')
  expect(await bulk.request('open', new File([LIST], 'list.csv'))).toBeNull()
  expect(bulk.snapshot()).toMatchObject({
    phase: 'ready',
    rows: { counts: { validRows: 2, invalidRows: 1 } },
  })
  expect((await bulk.request('page', 0, 1))[0]).toMatchObject({ name: 'Хляб', price: '1.96' })
  expect(await bulk.request('resultsPage', 0, 1)).toEqual([])
  bulk.terminate()
  // An operation that there is not answers nothing.
  expect(await bulk.request('other' as 'givenFile')).toBeUndefined()
  bulk.terminate()
})

it('CHECK-01 · the check in its worker', async () => {
  await check.open(new File([LIST], 'list.csv'), 'either')
  expect(check.snapshot()).toMatchObject({ phase: 'done', checked: { summary: { checked: 2, off: 1 } } })
  expect(await check.request('page', 0, 9)).toMatchObject([{ name: 'Хляб' }])
  check.stop()
  expect(check.snapshot()).toMatchObject({ phase: 'idle', fileName: null })
  // What fails ends the check, and the caller is told.
  await expect(check.request('exportMismatches', 'csv', 'bg')).rejects.toThrow('Nothing was checked.')
  expect(check.snapshot().phase).toBe('failed')
  check.stop()
})

it('PAY-02 · the prices of a file are counted as its conversion would, also of several columns and without totals', async () => {
  expect(await countPrices(new File([LIST], 'list.csv'))).toBe(2)
  const totals = 'Име;Цена\nХляб;1,00\nСирене;2,00\nМляко;4,00\nОбщо;7,00\n'
  expect(await countPrices(new File([totals], 'list.csv'))).toBe(3)
  expect(await countPrices(new File([new Uint8Array([0, 1, 2])], 'list.pdf'))).toBeNull()
  expect(await countPrices(new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'list.csv'))).toBeNull()
})
