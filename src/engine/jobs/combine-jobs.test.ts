import { describe, expect, it } from 'vitest'
import type { Job, JobRow } from '#api/conversions.ts'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import type { Row } from '#pricelist/row.ts'
import { ownFile } from '#reports/own-file.ts'
import { sumTotals } from '#reports/results.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import { memoryDevice } from '#test/device-records.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { RowStore } from '../bulk/row-store.ts'
import { ApiCallError } from '../http/client.ts'
import { summarizeFile } from '../file.ts'
import { type SavedJobs, findParts, mergeParts } from './combine-jobs.ts'
import { findSource } from './find-source.ts'

const OWNER = 'user@example.bg'
const NAME = 'ceni.csv'

/** A price list of which every fourth row equals one of the rows before. */
const LINES = Array.from({ length: 40 }, (_, i) =>
  i % 4 === 3 ? `Хляб ${i % 3};1,95` : `Стока ${i};${i},35`,
)
LINES[20] = 'По договаряне;няма'
const textOf = (lines: readonly string[]) => `Стока;Цена в лева\r\n${lines.join('\r\n')}\r\n`
const fileOf = (lines: readonly string[], name = NAME) => new File([textOf(lines)], name)

const priceOf = (line: string) => line.split(';')[1]!.replace(',', '.')
const isPrice = (text: string) => /^\d/.test(text)
/** The euro price of a line with the decimal comma, '' where it has none. */
const euroOf = (line: string) =>
  isPrice(priceOf(line)) ? referenceAmounts(priceOf(line), 'BGN').eur.replace('.', ',') : ''

function toJobRow({ name, price, currency }: Row, i: number): JobRow {
  const amounts = isPrice(price) ? referenceAmounts(price, 'BGN') : undefined
  return {
    seq: i + 1,
    name,
    bgn: amounts ? Number(amounts.bgn) : null,
    eur: amounts ? Number(amounts.eur) : null,
    invalid: !amounts,
    originalPrice: price,
    originalCurrency: currency,
  }
}

/** The jobs of an account. */
class Account implements SavedJobs {
  readonly rowsById = new Map<string, readonly JobRow[]>()
  readonly jobs: Job[] = []
  readonly requested: string[] = []
  readonly kept = new Set<string>()

  add(id: string, rows: readonly Row[], facts: Partial<Job> = {}): Job {
    const jobRows = rows.map(toJobRow)
    const validRows = jobRows.filter(({ invalid }) => !invalid).length
    const { bgn, eur } = sumTotals(jobRows)
    const job: Job = {
      id,
      filename: NAME,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, this.jobs.length)).toISOString(),
      totalRows: rows.length,
      validRows,
      invalidRows: rows.length - validRows,
      emptyRows: 0,
      tokenCost: validRows,
      totals: { bgn: bgn / 100, eur: eur / 100 },
      source: 'upload',
      part: null,
      ...facts,
    }
    this.jobs.push(job)
    this.rowsById.set(id, jobRows)
    return job
  }

  list = async () => this.jobs
  async rows(id: string): Promise<readonly JobRow[]> {
    this.requested.push(id)
    return this.rowsById.get(id) ?? Promise.reject(new ApiCallError(404, 'Not Found', ''))
  }
  keep = (id: string) => void this.kept.add(id)
}

/** The rows of a file as the page sends them: the first ones, some more, then all others. */
async function rowsInParts(lines: readonly string[], firsts: readonly number[]): Promise<Row[][]> {
  const bytes = new TextEncoder().encode(textOf(lines))
  const opened = await openFile(bytes, { fileName: NAME })
  if (!opened.ok) throw new Error(opened.error.code)
  const { columns } = summarizeFile(opened.file, NAME, bytes.length).detection
  const reading = readPriceList(opened.file, NAME, { columns })
  const store = RowStore.fromReading(reading, reading.table.length, 1)
  const parts = firsts.map((first) => {
    const { rows, ids } = store.rowsToConvert(first)
    store.markConverted([...ids])
    return rows.map((row) => ({ ...row }))
  })
  return [...parts, store.rowsToConvert().rows.map((row) => ({ ...row }))]
}

/** Gives the file for a job, and finds the other jobs of it. */
async function partsOf(account: Account, job: Job, file = fileOf(LINES)) {
  const rows = account.rowsById.get(job.id) ?? []
  const found = await findSource(file, { ...job, rows }, OWNER)
  if (!found) throw new Error('The job is not in the file.')
  const { source, keys } = found
  const own = { job, rows, ids: source.ids.get(job.id) ?? [] }
  const parts = await findParts(own, source, { owner: OWNER, jobs: account, keys })
  return { parts, source, merged: mergeParts(parts, 1) }
}

const idsOf = ({ parts }: Awaited<ReturnType<typeof partsOf>>) => parts.map(({ job }) => job.id)

async function inTwo(): Promise<{ account: Account; jobs: [Job, Job]; parts: Row[][] }> {
  const account = new Account()
  const parts = await rowsInParts(LINES, [15])
  return { account, jobs: [account.add('first', parts[0]!), account.add('rest', parts[1]!)], parts }
}

describe('the jobs of one file', () => {
  it.each([0, 1] as const)(
    'AUTH-09 CONV-05 CONV-08 · job %i of two gives the whole file, also where its rows are equal',
    async (which) => {
      const { account, jobs } = await inTwo()
      const { source, merged } = await partsOf(account, jobs[which])
      expect(merged?.jobIds).toEqual(['first', 'rest'])
      expect(merged?.counts).toEqual({
        totalRows: 40,
        validRows: 39,
        invalidRows: 1,
        emptyRows: 0,
        tokenCost: 39,
      })
      expect(merged?.rows.map(({ seq, line }) => [seq, line])).toEqual(LINES.map((_, i) => [i + 1, i + 2]))
      const { rows, ids, jobId } = merged!
      const { made } = await ownFile(
        { kind: 'own', lang: 'bg', placement: 'end', rows, source: { ...source.file, jobId, ids } },
        () => undefined,
      )
      const lines = (await made.file.text()).replace(/^\ufeff/, '').split('\r\n')
      expect(lines.slice(1, -1)).toEqual(LINES.map((line) => `${line};${euroOf(line)}`))
      // The file is known for both from now on.
      expect([...source.ids.keys()].toSorted()).toEqual(['first', 'rest'])
    },
  )

  it('AUTH-09 CONV-05 · a file in four parts is found among other jobs of files of that name', async () => {
    const account = new Account()
    const parts = await rowsInParts(LINES, [5, 10, 10])
    const jobs = parts.map((rows, i) => account.add(`part ${i}`, rows))
    account.add(
      'other prices',
      parts[0]!.map((row) => ({ ...row, price: '7.77' })),
    )
    account.add('partly', [...parts[0]!, { name: 'Друго', price: '1.00', currency: 'BGN' }])
    for (const job of jobs) {
      const found = await partsOf(account, job)
      expect(idsOf(found)).toEqual(['part 0', 'part 1', 'part 2', 'part 3'])
      expect(found.merged?.rows.map(({ line }) => line)).toEqual(LINES.map((_, i) => i + 2))
    }
  })

  it.each<[string, Partial<Job>]>([
    ['of another file', { filename: 'drugi.csv' }],
    ['of typed rows', { filename: null, source: 'manual' }],
    ['that corrected a file', { source: 'correction' }],
  ])('AUTH-09 CONV-08 · a job %s is not taken in', async (_, facts) => {
    const account = new Account()
    const [first, rest] = await rowsInParts(LINES, [15])
    const job = account.add('first', first!)
    account.add('rest', rest!, facts)
    const { parts, merged } = await partsOf(account, job)
    expect(parts.map(({ job: { id } }) => id)).toEqual(['first'])
    expect(merged).toBeUndefined()
    expect(account.requested).toEqual([])
  })

  it('AUTH-09 CONV-08 · a job is not taken in twice, nor one that was edited or deleted', async () => {
    const { account, jobs, parts } = await inTwo()
    account.add('again', parts[0]!)
    account.add(
      'edited',
      parts[1]!.map((row, i) => (i === 3 ? { ...row, price: '9.99' } : row)),
    )
    expect(idsOf(await partsOf(account, jobs[0]))).toEqual(['first', 'rest'])
    account.rowsById.delete('rest')
    const found = await partsOf(account, jobs[0])
    expect(idsOf(found)).toEqual(['first'])
    expect([...found.source.others].toSorted()).toEqual(['again', 'edited'])
  })

  it('AUTH-09 CONV-08 · a job with more rows than the file has left is not requested, and of others 20', async () => {
    const account = new Account()
    const [whole] = await rowsInParts(LINES, [])
    const job = account.add('whole', whole!)
    for (let i = 0; i < 30; i++) account.add(`month ${i}`, whole!)
    expect(idsOf(await partsOf(account, job))).toEqual(['whole'])
    expect(account.requested).toEqual([])
    const some = account.add('some', whole!.slice(0, 10))
    for (let i = 0; i < 30; i++)
      account.add(`small ${i}`, [{ name: 'Друго', price: '1.00', currency: 'BGN' }])
    expect(idsOf(await partsOf(account, some))).toEqual(['some'])
    expect(account.requested).toHaveLength(20)
    expect(account.kept).toEqual(new Set(['whole', 'some']))
  })

  it('AUTH-09 CONV-08 · jobs of a hundred thousand rows are combined, and no more than 300,000 rows are requested', async () => {
    const lines = Array.from({ length: 99_999 }, (_, i) => `Стока ${i % 50_000};${(i % 977) + 1},35`)
    const account = new Account()
    const [first, rest] = await rowsInParts(lines, [15])
    account.add('first', first!)
    const job = account.add('rest', rest!)
    const rows = account.rowsById.get('rest')!
    const { source, keys } = (await findSource(fileOf(lines), { ...job, rows }, OWNER))!
    const own = { job, rows, ids: source.ids.get('rest')! }
    const parts = await findParts(own, source, { owner: OWNER, jobs: account, keys })
    expect(mergeParts(parts, 1)?.counts.validRows).toBe(99_999)
    const large = lines
      .slice(0, 99_000)
      .map(() => ({ name: 'Друго', price: '1.00', currency: 'BGN' }) as const)
    for (let i = 0; i < 5; i++) account.add(`large ${i}`, large)
    account.requested.length = 0
    source.ids.delete('first')
    await findParts({ ...own, rows: rows.slice(0, 9), ids: own.ids.slice(0, 9) }, source, {
      owner: OWNER,
      jobs: account,
      keys,
    })
    expect(account.requested).toEqual(['first', 'large 0', 'large 1', 'large 2'])
  })
})

describe('the jobs of a file that is known', () => {
  const again = async (
    account: Account,
    job: Job,
    source: Awaited<ReturnType<typeof partsOf>>['source'],
    history = memoryDevice().history,
  ) => {
    const own = { job, rows: account.rowsById.get(job.id)!, ids: source.ids.get(job.id)! }
    account.requested.length = 0
    const parts = await findParts(own, source, { owner: OWNER, jobs: account, history })
    return parts.map(({ job: { id } }) => id)
  }

  it('AUTH-09 CONV-05 · are found again without comparing, and no more when one was deleted or changed', async () => {
    const { account, jobs } = await inTwo()
    const { source } = await partsOf(account, jobs[0])
    expect(await again(account, jobs[0], source)).toEqual(['first', 'rest'])
    expect([account.requested, [...source.others]]).toEqual([['rest'], []])
    account.rowsById.set('rest', account.rowsById.get('rest')!.slice(1))
    expect(await again(account, jobs[0], source)).toEqual(['first'])
    account.rowsById.delete('rest')
    expect(await again(account, jobs[0], source)).toEqual(['first'])
  })

  it('AUTH-09 · without rows, or compared in vain before, are not requested', async () => {
    const { account, jobs } = await inTwo()
    const { createdAt } = jobs[0]
    account.add('empty', [], { createdAt })
    account.add('other', [{ name: 'Друго', price: '1.00', currency: 'BGN' }], { createdAt })
    const { source } = await partsOf(account, jobs[0])
    expect([account.requested, [...source.others]]).toEqual([['other', 'rest'], ['other']])
    source.ids.delete('rest')
    expect(await again(account, jobs[0], source)).toEqual(['first', 'rest'])
    expect(account.requested).toEqual(['rest'])
  })

  it('AUTH-09 GUARD-02 · may have another name where the device knows that they were of this file', async () => {
    const account = new Account()
    const [first, rest] = await rowsInParts(LINES, [15])
    const jobs = [account.add('first', first!), account.add('rest', rest!, { filename: 'старо.csv' })]
    const { source } = await partsOf(account, jobs[0]!)
    expect(await again(account, jobs[0]!, source)).toEqual(['first'])
    const { history } = memoryDevice()
    const hash = await sha256Hex(source.file.bytes)
    await history.saveConverted(hash, OWNER, jobs[1]!.createdAt, 24)
    expect(await again(account, jobs[0]!, source, history)).toEqual(['first', 'rest'])
    source.ids.delete('rest')
    const { history: other } = memoryDevice()
    await other.saveConverted('0'.repeat(64), OWNER, jobs[1]!.createdAt, 24)
    expect(await again(account, jobs[0]!, source, other)).toEqual(['first'])
  })

  it('AUTH-09 · an error other than of a deleted job is told', async () => {
    const { account, jobs } = await inTwo()
    for (const error of [new ApiCallError(500, '', ''), new TypeError('no network')]) {
      account.rows = async () => Promise.reject(error)
      await expect(partsOf(account, jobs[0])).rejects.toBe(error)
    }
  })

  it('AUTH-09 · the nearest in time are compared first', async () => {
    const account = new Account()
    const [first, rest] = await rowsInParts(LINES, [15])
    const days = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 0, day)).toISOString() })
    const foreign = (name: string): Row[] => [{ name, price: '1.00', currency: 'BGN' }]
    account.add('far before', foreign('а'), days(1))
    account.add('far after', foreign('б'), days(25))
    const job = account.add('first', first!, days(10))
    account.add('near', foreign('в'), days(11))
    account.add('rest', rest!, days(12))
    await partsOf(account, job)
    // With the rest in its place no line of the file is left.
    expect(account.requested).toEqual(['near', 'rest'])
  })
})
