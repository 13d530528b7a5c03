import { afterEach, expect, it, vi } from 'vitest'
import type { ConversionSummary, ExportTask, OwnKind, ResultRow, ResultsSource } from '#reports/types.ts'
import { startSession } from '#test/bulk-session.ts'
import { conversionSite } from '#test/conversion-site.ts'
import { memoryDevice } from '#test/device-records.ts'
import { ThreadWorker } from '#test/thread-worker.ts'
import { DEFAULT_PLACEMENT } from '#writeback/plan.ts'
import { ExportClient } from './client.ts'

const site = conversionSite()

afterEach(() => vi.unstubAllGlobals())

/** The results of a list on a device, and its file. */
async function converted() {
  const device = memoryDevice()
  const { session, open } = await startSession(device, site.user.email)
  await open('Име;Цена лв.\r\nХляб;1,95\r\nСирене;12,50\r\n')
  const headers = site.headersOf(site.user)
  await session.convert({ headers, delayMs: 0, owner: site.user.email, evenIfPending: false })
  const { facts, rows } = device.saved.get('results') as { facts: ConversionSummary; rows: ResultRow[] }
  return { facts, rows, source: device.saved.get('source') as ResultsSource }
}

async function make(task: ExportTask): Promise<string> {
  vi.stubGlobal('Worker', ThreadWorker)
  const made = await new ExportClient(() => undefined).make(task)
  if (made.outcome !== 'made') return made.outcome
  return Buffer.from(await made.file.arrayBuffer()).toString('latin1')
}

it('CONV-07 CONV-08 · tables and the own file in each format are made by the worker', async () => {
  const { facts, rows, source } = await converted()
  const own = (kind: OwnKind) => make({ kind, lang: 'bg', rows, placement: DEFAULT_PLACEMENT, source })
  // By 1.95583: 1.00 and 6.39 euro.
  for (const kind of ['own', 'own-csv'] as const)
    expect(await own(kind), kind).toMatch(/;1,95;1,00\r\n.+;12,50;6,39\r\n$/)
  expect(await own('own-xlsx')).toMatch(/^PK/)
  const protocol = { ...facts, purpose: '', preparedBy: '', file: undefined }
  const of = { lang: 'bg', rows } as const
  expect(await make({ ...of, kind: 'xlsx', facts })).toMatch(/^PK/)
  expect(await make({ ...of, kind: 'protocol-xlsx', facts: protocol, source })).toMatch(/^PK/)
})
