import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listEntries } from '#api/account.ts'
import type { Job } from '#api/conversions.ts'
import { openFile } from '#formats/open-file.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import { cellText, rowAt } from '#table/table.ts'
import { startSession } from '#test/bulk-session.ts'
import { conversionSite, jobsOf, rowsOf } from '#test/conversion-site.ts'
import { memoryDevice } from '#test/device-records.ts'
import { ThreadWorker } from '#test/thread-worker.ts'
import { CheckSession } from '../check/session.ts'
import { ApiCallError } from '../http/client.ts'
import { JobClient, type JobFileOutcome } from './client.ts'
import { firstRows, makeJobFile, saveAsResults } from './job-files.ts'

const LIST = 'Име;Цена лв.\r\nХляб;1,95\r\nСирене;12,50\r\nМляко;няма\r\nЧай;3,10\r\n'
// By 1.95583: 1.00, 6.39 and 1.59 euro.
const WITH_EURO =
  'Име;Цена лв.;Цена евро\r\nХляб;1,95;1,00\r\nСирене;12,50;6,39\r\nМляко;няма;\r\nЧай;3,10;1,59\r\n'

const site = conversionSite()
const device = { given: memoryDevice() }

beforeEach(() => {
  device.given = memoryDevice()
  vi.stubGlobal('Worker', ThreadWorker)
})
afterEach(() => vi.unstubAllGlobals())

const savedJobs = () => ({
  list: () => jobsOf(site.user),
  rows: (id: string) => rowsOf(site.user, id),
  keep: () => undefined,
})

/** Converts the list on a device, in parts of so many prices and the rest; the jobs in their order. */
async function converted(firsts: readonly number[] = [], text = LIST, on = device.given): Promise<Job[]> {
  const { session, open } = await startSession(on, site.user.email)
  await open(text)
  const options = {
    headers: site.headersOf(site.user),
    delayMs: 0,
    owner: site.user.email,
    evenIfPending: false,
  }
  for (const first of firsts) await session.convert({ ...options, first })
  await session.convert(options)
  return (await jobsOf(site.user)).toReversed()
}

const contextOf = (job: Job) => ({ job, owner: site.user.email, lang: 'bg' as const })

async function makeOf(job: Job, request: Parameters<typeof makeJobFile>[1]) {
  const rows = await rowsOf(site.user, job.id)
  return makeJobFile(contextOf(job), request, rows, savedJobs(), device.given)
}

const textOf = async (made: JobFileOutcome) =>
  made.outcome === 'made' ? (await made.file.text()).replace(/^\ufeff/, '') : made.outcome

/** The texts of the first sheet of a workbook. */
async function cellsOf(made: JobFileOutcome): Promise<readonly string[]> {
  if (made.outcome !== 'made') throw new Error(made.outcome)
  const opened = await openFile(new Uint8Array(await made.file.arrayBuffer()), { fileName: 'made.xlsx' })
  if (!opened.ok) throw new Error(opened.error.code)
  const { table } = opened.file
  return Array.from({ length: table.length }, (_, r) => rowAt(table, r) ?? []).flatMap((row) =>
    row.map(cellText),
  )
}

describe('the own file of a saved job', () => {
  it('AUTH-09 CONV-08 · is made of the file that the device has, charges nothing, and is known as converted', async () => {
    const [job] = await converted()
    const made = await makeOf(job!, { kind: 'own' })
    expect(made).toMatchObject({
      outcome: 'made',
      parts: [3],
      fileName: expect.stringMatching(/^ceni.*\.csv$/),
    })
    expect(await textOf(made)).toBe(WITH_EURO)
    const { reply } = await site.user.call(listEntries)
    expect(reply.entries.filter(({ reason }) => reason === 'conversion')).toHaveLength(1)
    const bytes = made.outcome === 'made' ? new Uint8Array(await made.file.arrayBuffer()) : new Uint8Array()
    expect(
      await device.given.history.findConverted((await sha256Hex(bytes)) ?? '', site.user.email),
    ).toMatchObject({ at: job!.createdAt, prices: 3 })
  })

  it('AUTH-09 CONV-05 · has the prices of all jobs of the file, each in its part', async () => {
    const jobs = await converted([2])
    for (const job of jobs) {
      const made = await makeOf(job, { kind: 'own' })
      expect(made).toMatchObject({ outcome: 'made', parts: [2, 1] })
      expect(await textOf(made)).toBe(WITH_EURO)
    }
  })

  it('AUTH-09 · needs the file where the device has that of another job, or none', async () => {
    const elsewhere = memoryDevice()
    const [job] = await converted([], LIST, elsewhere)
    expect(await makeOf(job!, { kind: 'own' })).toEqual({ outcome: 'no-file' })
    await converted([], 'Име;Цена\nСол;9,00\n')
    expect(await makeOf(job!, { kind: 'own' })).toEqual({ outcome: 'no-file' })
    const other = new File(['Име;Цена лв.\nХляб;1,96\n'], 'ceni.csv')
    expect(await makeOf(job!, { kind: 'own', file: other })).toEqual({ outcome: 'other-file' })
    const given = await makeOf(job!, { kind: 'own', file: new File([LIST], 'дадена.csv') })
    expect(given).toMatchObject({ outcome: 'made', fileName: expect.stringMatching(/^дадена/) })
    expect(await textOf(given)).toBe(WITH_EURO)
    // From now on the page has it, and a copy that is given again takes its place.
    expect(await textOf(await makeOf(job!, { kind: 'own' }))).toBe(WITH_EURO)
    await makeOf(job!, { kind: 'own', file: new File([LIST], 'нова.csv') })
    expect(await makeOf(job!, { kind: 'own' })).toMatchObject({ fileName: expect.stringMatching(/^нова/) })
  })

  it('AUTH-09 · of each of several jobs stays on the page', async () => {
    const texts = [LIST, 'Име;Цена лв.\r\nСол;9,00\r\n', 'Име;Цена лв.\r\nОлио;4,00\r\n']
    for (const text of texts) await converted([], text, memoryDevice())
    const jobs = (await jobsOf(site.user)).toReversed()
    for (const [i, text] of texts.entries())
      await makeOf(jobs[i]!, { kind: 'own', file: new File([text], `${i}.csv`) })
    for (const [i, job] of jobs.entries())
      expect(await makeOf(job, { kind: 'own' })).toMatchObject({ fileName: expect.stringMatching(`^${i}`) })
  })

  it('CHECK-04 · of a correction is the corrected file, from the file that was checked', async () => {
    const text = 'Име;Цена лв.;Цена €\nХляб;1,96;1,01\nЧай;3,10;1,59\n'
    const check = new CheckSession(() => undefined, memoryDevice().records)
    await check.open(new File([text], 'двойни.csv'), 'bgn-eur')
    const offer = await check.offerCorrection('EUR', site.user.email)
    const headers = site.headersOf(site.user)
    await check.correct(offer?.id ?? '', { headers, owner: site.user.email })
    const [job] = await jobsOf(site.user)
    expect(job).toMatchObject({ source: 'correction', totalRows: 1 })
    expect(await makeOf(job!, { kind: 'own' })).toEqual({ outcome: 'no-file' })
    const right = text.replace('1,01', '1,00')
    for (const other of [right, text.replace('1,96', '1,97'), 'Име;Цена лв.;Цена €\nХляб;няма;\n'])
      expect(await makeOf(job!, { kind: 'own', file: new File([other], 'a.csv') })).toEqual({
        outcome: 'other-file',
      })
    const made = await makeOf(job!, { kind: 'own', file: new File([text], 'двойни.csv') })
    expect(made).toMatchObject({ outcome: 'made', warnings: [], parts: [] })
    expect(await textOf(made)).toBe(right)
    expect(await textOf(await makeOf(job!, { kind: 'own' }))).toBe(right)
  })

  it('AUTH-09 · that cannot be made is told', async () => {
    const [job] = await converted()
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage(): void {
          this.dispatchEvent(new Event('error', { cancelable: true }))
        }
        terminate(): void {}
      },
    )
    expect(await makeOf(job!, { kind: 'own' })).toEqual({ outcome: 'failed' })
    expect(device.given.remembered.get('converted')).toMatchObject({ entries: [{ prices: 3 }] })
  })
})

describe('other files of a saved job', () => {
  it('AUTH-09 · the workbook has its rows alone, and its id', async () => {
    const [first] = await converted([2])
    const made = await makeOf(first!, { kind: 'xlsx' })
    expect(made).toMatchObject({
      outcome: 'made',
      parts: [2],
      fileName: expect.stringContaining(first!.id.slice(0, 8)),
    })
    const cells = await cellsOf(made)
    expect(cells).toEqual(expect.arrayContaining(['Хляб', 'Сирене']))
    expect(cells).not.toContain('Чай')
  })

  it('PROOF-03 AUTH-09 · the protocol has the rows of all parts, what was typed for it and the hash of the file', async () => {
    const [, rest] = await converted([2])
    const input = { purpose: 'Опис на склада', preparedBy: 'Ива Петрова' }
    const made = await makeOf(rest!, { kind: 'protocol-xlsx', input })
    expect(made).toMatchObject({ outcome: 'made', parts: [2, 1], fileName: expect.stringMatching(/\.xlsx$/) })
    const cells = (await cellsOf(made)).join('\n')
    for (const text of ['Опис на склада', 'Ива Петрова']) expect(cells).toContain(text)
  })
})

describe('the first rows of a saved job', () => {
  it('AUTH-08 · have their lines where the device has its file', async () => {
    const [first, rest] = await converted([2])
    const linesOf = async (job: Job, count: number, on = device.given) =>
      (await firstRows(job.id, await rowsOf(site.user, job.id), count, on)).map(({ name, line }) => [
        name,
        line,
      ])
    expect(await linesOf(first!, 9)).toEqual([
      ['Хляб', 2],
      ['Сирене', 3],
    ])
    expect(await linesOf(rest!, 1)).toEqual([['Мляко', 4]])
    expect(await linesOf(rest!, 1, memoryDevice())).toEqual([['Мляко', undefined]])
    // Other results than those of the file: which rows are of which job is unknown.
    device.given.saved.delete('results')
    expect(await linesOf(first!, 1)).toEqual([['Хляб', undefined]])
    expect(await linesOf(rest!, 1)).toEqual([['Мляко', undefined]])
  })
})

describe('a saved job as the results', () => {
  it('AUTH-09 CONV-05 · is that of all its parts, with the file where the device has it', async () => {
    const [first, rest] = await converted([2])
    const before = device.given.saved.get('results') as { facts: object }
    device.given.saved.set('results', { ...before, facts: { ...before.facts, owner: 'b@example.bg' } })
    await saveAsResults(contextOf(first!), await rowsOf(site.user, first!.id), savedJobs(), device.given)
    expect(device.given.saved.get('results')).toMatchObject({
      facts: {
        owner: site.user.email,
        jobId: rest!.id,
        jobIds: [first!.id, rest!.id],
        filename: 'ceni.csv',
        createdAt: rest!.createdAt,
        counts: { totalRows: 4, validRows: 3, invalidRows: 1 },
        totals: { bgn: 1755, eur: 898 },
        priceColumns: [],
      },
      rows: [{ line: 2 }, { line: 3 }, { line: 4 }, { line: 5 }],
    })
    expect(device.given.saved.get('source')).toMatchObject({ jobId: rest!.id, ids: [2, 3, 4, 5] })
    const { last } = await startSession(device.given, site.user.email)
    expect(last()).toMatchObject({ sourceFormat: 'csv', results: { jobId: rest!.id } })
  })

  it('AUTH-09 · has the file that was given on the page', async () => {
    const [job] = await converted([], LIST, memoryDevice())
    await makeOf(job!, { kind: 'own', file: new File([LIST], 'дадена.csv') })
    await saveAsResults(contextOf(job!), await rowsOf(site.user, job!.id), savedJobs(), device.given)
    expect(device.given.saved.get('source')).toMatchObject({
      name: 'дадена.csv',
      jobId: job!.id,
      ids: [2, 3, 4, 5],
    })
  })

  it('AUTH-09 · leaves results that it is a part of, and the file of others', async () => {
    const [first] = await converted([2])
    const before = structuredClone(device.given.saved.get('results'))
    await saveAsResults(contextOf(first!), await rowsOf(site.user, first!.id), savedJobs(), device.given)
    expect(device.given.saved.get('results')).toEqual(before)
    const elsewhere = await converted([], 'Име;Цена\nСол;9,00\n', memoryDevice())
    const salt = elsewhere.at(-1)!
    const source = structuredClone(device.given.saved.get('source'))
    await saveAsResults(contextOf(salt), await rowsOf(site.user, salt.id), savedJobs(), device.given)
    expect(device.given.saved.get('results')).toMatchObject({
      facts: { jobId: salt.id },
      rows: [{ name: 'Сол' }],
    })
    expect(device.given.saved.get('results')).not.toMatchObject({ facts: { file: expect.anything() } })
    expect(device.given.saved.get('source')).toEqual(source)
  })
})

describe('saved jobs in their worker', () => {
  it('AUTH-08 AUTH-09 · are fetched once, previewed and exported, and errors keep their status', async () => {
    const [job] = await converted([2])
    ThreadWorker.site = { origin: site.server.origin, cookie: site.user.cookie ?? '' }
    const client = new JobClient()
    expect(await client.get(job!.id, 'preview', 'bg')).toMatchObject({
      rows: [{ name: 'Хляб', bgn: 1.95, eur: 1 }, { name: 'Сирене' }],
      total: 2,
      totals: { bgn: 1445, eur: 739 },
    })
    const json = await (await client.get(job!.id, 'json', 'bg')).text()
    expect(json, 'for reading').toBe(`${JSON.stringify(await rowsOf(site.user, job!.id), null, 2)}\n`)
    expect(await (await client.get(job!.id, 'csv', 'bg')).text()).toContain('12.50')
    const file = new File([LIST], 'ceni.csv')
    const made = await client.makeFile(contextOf(job!), { kind: 'own', file })
    expect(made).toMatchObject({ parts: [2, 1] })
    expect(await textOf(made)).toBe(WITH_EURO)
    await client.openResults(contextOf(job!))
    const missing = '00000000-0000-4000-8000-000000000000'
    const error = await client.get(missing, 'preview', 'bg').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiCallError)
    expect(error).toMatchObject({ status: 404, code: 'not_found' })
    client.end()
    ThreadWorker.site = { origin: 'http://127.0.0.1:9', cookie: '' }
    const offline = new JobClient()
    await expect(offline.get(job!.id, 'csv', 'bg')).rejects.toThrow('could not be fetched')
    offline.end()
  })
})
