import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteJob } from '#api/conversions.ts'
import { conversionSite, jobsOf } from '#test/conversion-site.ts'
import { settled, startSession } from '#test/bulk-session.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import { cellText, rowAt } from '#table/table.ts'
import { memoryDevice } from '#test/device-records.ts'
import { ThreadWorker } from '#test/thread-worker.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { zipRecords } from '#test/zip-records.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import type { Client } from '#test/server/client.ts'
import type { ExportOutcome } from '../export/types.ts'
import { sheetsOf } from '../jobs/find-source.ts'

const LIST = 'Име;Цена\nХляб;1,95\nСирене;12,50\nМляко;няма\nЧай;3,10\n'

const site = conversionSite()

afterEach(() => vi.unstubAllGlobals())

const optionsOf = (client: Client, rest: { first?: number; evenIfPending?: boolean } = {}) => ({
  headers: site.headersOf(client),
  delayMs: 0,
  owner: client.email,
  evenIfPending: false,
  retryDelaysMs: [],
  ...rest,
})

async function withList(text = LIST, device = memoryDevice()) {
  const tab = await startSession(device, site.user.email)
  await tab.open(text)
  await settled()
  return tab
}

const amountsOf = (price: string, currency: 'BGN' | 'EUR') => {
  const { bgn, eur } = referenceAmounts(price, currency)
  return { bgn: Number(bgn), eur: Number(eur) }
}

describe('a conversion', () => {
  it('CONV-05 CONV-11 · charges each price, shows results in the order of the file, and leaves no rows', async () => {
    const { session, last, shown, device } = await withList()
    const from = shown.length
    expect(await session.convert(optionsOf(site.user))).toEqual({ outcome: 'converted', balance: 12 })
    expect(shown.slice(from).map(({ phase }) => phase)).toContain('converting')
    expect(last()).toMatchObject({ phase: 'idle', rows: null, fileName: null, hasFile: false, pending: null })
    expect(last().results).toMatchObject({
      owner: site.user.email,
      filename: 'ceni.csv',
      counts: { totalRows: 4, validRows: 3, invalidRows: 1, emptyRows: 0, tokenCost: 3 },
      totals: { bgn: 1755, eur: 898 },
      priceColumns: [],
      keptColumns: [],
    })
    expect(last().results).not.toHaveProperty('waiting')
    expect(last().results).not.toHaveProperty('jobIds')
    expect(last()).toMatchObject({ sourceFormat: 'csv', hasMixedCurrencies: false })
    expect(await session.results.resultsPage(0, 9)).toMatchObject([
      { seq: 1, line: 2, name: 'Хляб', ...amountsOf('1.95', 'BGN'), originalPrice: '1.95' },
      { seq: 2, line: 3, name: 'Сирене', ...amountsOf('12.5', 'BGN') },
      { seq: 3, line: 4, name: 'Мляко', bgn: null, eur: null, invalid: true, problem: 'no-price' },
      { seq: 4, line: 5, name: 'Чай', ...amountsOf('3.1', 'BGN') },
    ])
    const [job] = await jobsOf(site.user)
    expect(job).toMatchObject({ id: last().results?.jobId, filename: 'ceni.csv', part: null })
    await settled()
    expect([...device.saved.keys()].toSorted()).toEqual(['conversion', 'results', 'source'])
    expect(device.saved.get('source')).toMatchObject({ jobId: job?.id, name: 'ceni.csv', ids: [2, 3, 4, 5] })
  })

  it('FILE-09 CONV-08 · has the placement of the recipe by which its file was read', async () => {
    const { session, last } = await withList()
    const recipe = {
      version: 1,
      titles: ['Име', 'Цена'],
      columns: { prices: [{ title: 'Цена' }], name: { title: 'Име' } },
      answers: { placement: 'replace' },
    }
    expect(await session.applyRecipe(new Blob([JSON.stringify(recipe)]))).toBeNull()
    await session.convert(optionsOf(site.user))
    expect(last().sourcePlacement).toBe('replace')
  })

  it('CONV-07 · keeps the whole names of the file, and a page starts where it is asked to', async () => {
    const { session } = await withList('Име;Цена\nХляб;1,95\nСирене краве от прясно мляко, буца;12,50\n')
    await session.convert(optionsOf(site.user))
    const [row, ...others] = await session.results.resultsPage(1, 1)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      name: 'Сирене краве от прясно мл',
      fullName: 'Сирене краве от прясно мляко, буца',
    })
    const [bread] = await session.results.resultsPage(0, 1)
    expect(bread).not.toHaveProperty('fullName')
    expect(bread).not.toHaveProperty('nth')
    expect(bread).not.toHaveProperty('problem')
  })

  it('READ-02 CONV-05 · of several price columns knows the column of each row, and the columns that were not converted', async () => {
    const { session, last } = await withList('Код;Име;Цена;Цена на едро\n1;Хляб;1,95;1,50\n2;Чай;3,10;2,90\n')
    const both = { headerRow: 0, name: 1, price: 2, currency: null, otherPrice: null, morePrices: [3] }
    expect(last().rows?.guards?.rivals.map(({ index }) => index)).toEqual([3])
    await session.readRows({ columns: both, defaultCurrency: 'BGN' }, true)
    await session.convert(optionsOf(site.user))
    expect(last().results?.priceColumns).toEqual([
      { index: 2, title: 'Цена' },
      { index: 3, title: 'Цена на едро' },
    ])
    expect(
      (await session.results.resultsPage(0, 9)).map(({ line, nth, originalPrice }) => [
        line,
        nth,
        originalPrice,
      ]),
    ).toEqual([
      [2, 0, '1.95'],
      [2, 1, '1.5'],
      [3, 0, '3.1'],
      [3, 1, '2.9'],
    ])
    expect(await session.results.resultsText('bg')).toContain('Цена на едро')
    const untitled = await withList('Код;Име;Цена;\n1;Хляб;1,95;1,50\n')
    await untitled.session.readRows({ columns: both, defaultCurrency: 'BGN' }, true)
    await untitled.session.convert(optionsOf(site.user))
    expect((await untitled.session.results.resultsText('bg')).split(/[\t\n]/)).toContain('4')
    const one = await withList('Код;Име;Цена;Цена на едро\n1;Хляб;1,95;1,50\n')
    await one.session.convert(optionsOf(site.user))
    expect(one.last().results?.keptColumns).toEqual([{ index: 3, title: 'Цена на едро' }])
  })

  it('BULK-13 CONV-05 · of typed rows has lines and no file', async () => {
    const { session, last } = await startSession(memoryDevice(), site.user.email)
    await session.startManual(2)
    await session.rows.editRow(2, { name: 'Сол', price: '2.50', currency: 'EUR' })
    expect(await session.convert(optionsOf(site.user))).toEqual({ outcome: 'converted', balance: 14 })
    expect(last().results).toMatchObject({ filename: null, counts: { validRows: 1, emptyRows: 1 } })
    expect(last().results).not.toHaveProperty('file')
    expect(last().sourceFormat).toBeNull()
    expect(await session.results.resultsPage(1, 9)).toMatchObject([
      { line: 2, name: 'Сол', ...amountsOf('2.50', 'EUR') },
    ])
  })

  it('READ-12 · knows whether a price column holds both currencies', async () => {
    const { session, last } = await withList('Име;Цена\nХляб;1,95 лв.\nЧай;3,10 €\n')
    await session.convert(optionsOf(site.user))
    expect(last().hasMixedCurrencies).toBe(true)
    const named = await withList('Име;Цена;Валута\nХляб;1,95;BGN\nЧай;3,10;EUR\n')
    await named.session.convert(optionsOf(site.user))
    expect([named.last().sourceFormat, named.last().hasMixedCurrencies]).toEqual(['csv', true])
  })

  it('GUARD-02 · is remembered with its file, the number of prices and its time', async () => {
    const { session, last, device } = await withList()
    const hash = last().rows?.guards?.hash ?? ''
    expect(await device.history.findConverted(hash, site.user.email)).toBeUndefined()
    await session.convert(optionsOf(site.user))
    expect(await device.history.findConverted(hash, site.user.email)).toMatchObject({
      prices: 3,
      at: last().results?.createdAt,
    })
    expect(last().results?.file?.sha256).toBe(hash)
  })

  it('CONV-01 · is not sent without rows, nor while another is', async () => {
    const none = await startSession(memoryDevice(), site.user.email)
    expect(await none.session.convert(optionsOf(site.user))).toEqual({ outcome: 'not-sent' })
    const { session } = await withList()
    const outcomes = await Promise.all([
      session.convert(optionsOf(site.user)),
      session.convert(optionsOf(site.user)),
    ])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['converted', 'not-sent'])
    expect(await jobsOf(site.user)).toHaveLength(1)
  })
})

describe('the first prices of a list', () => {
  it('CONV-05 CONV-11 · are converted alone, cannot be changed then, and the rest completes their results', async () => {
    const { session, last, device, prices } = await withList()
    await session.rows.editRow(2, { name: 'Питка' })
    expect(await session.rows.firstTotals(2)).toEqual({ bgn: 1445, eur: 739 })
    expect(await session.convert(optionsOf(site.user, { first: 2 }))).toEqual({
      outcome: 'converted',
      balance: 13,
    })
    expect(last()).toMatchObject({ phase: 'ready', undo: null })
    expect(last().rows).toMatchObject({ convertedRows: 2, counts: { validRows: 1, invalidRows: 1 } })
    expect(last().results).toMatchObject({ waiting: 1, counts: { totalRows: 2, validRows: 2 } })
    await session.rows.editRow(2, { price: '9' })
    expect(prices()[0]).toBe('Питка 1.95 BGN')
    const [first] = await session.rows.page(0, 1)
    expect(first).toMatchObject({ isConverted: true, converted: 100 })
    await settled()
    expect(device.saved.get('rows')).toMatchObject({ converted: [2, 3] })

    expect(await session.convert(optionsOf(site.user))).toEqual({ outcome: 'converted', balance: 12 })
    const jobs = await jobsOf(site.user)
    expect(jobs.map(({ part }) => part)).toEqual(['rest', 'first'])
    expect(last().results).toMatchObject({
      jobId: jobs[0]?.id,
      jobIds: [jobs[1]?.id, jobs[0]?.id],
      counts: { totalRows: 4, validRows: 3, invalidRows: 1, tokenCost: 3 },
      totals: { bgn: 1755, eur: 898 },
    })
    expect(last().results).not.toHaveProperty('waiting')
    expect((await session.results.resultsPage(0, 9)).map(({ seq, name, part }) => [seq, name, part])).toEqual(
      [
        [1, 'Питка', 0],
        [2, 'Сирене', 0],
        [3, 'Мляко', 1],
        [4, 'Чай', 1],
      ],
    )
    expect(last().rows).toBeNull()
  })

  it('CONV-05 · of another user, or of other rows, are not completed by later ones', async () => {
    const { session, last, open } = await withList()
    await session.convert(optionsOf(site.user, { first: 1 }))
    await open(LIST)
    await session.convert(optionsOf(site.user, { first: 1 }))
    expect(last().results).not.toHaveProperty('jobIds')
    const other = await site.server.user()
    await session.convert(optionsOf(other))
    expect(last().results).toMatchObject({ owner: other.email, counts: { totalRows: 3 } })
    expect(last().results).not.toHaveProperty('jobIds')
  })

  it('CONV-05 · stay converted when the same columns are read with another currency for all, and then none is', async () => {
    const { session, last } = await withList()
    await session.convert(optionsOf(site.user, { first: 1 }))
    await session.setWanted('EUR')
    expect(last().rows).toMatchObject({ convertedRows: 1, choices: { wanted: 'EUR' } })
    // Other prices: one result cannot contain both readings.
    await session.setDefaultCurrency('EUR')
    expect(last().rows).toMatchObject({ convertedRows: 0, choices: { defaultCurrency: 'EUR' } })
  })
})

describe('a failed conversion', () => {
  it('CONV-04 · with too few tokens is refused, charges nothing and keeps the rows', async () => {
    const { session, last } = await withList(`Име;Цена\n${'Хляб;1,95\n'.repeat(16)}`)
    const outcome = await session.convert(optionsOf(site.user))
    expect(outcome).toMatchObject({ outcome: 'rejected', status: 402, code: 'not_enough_tokens' })
    expect(last()).toMatchObject({ phase: 'ready', pending: null, results: null })
    expect(last().rows?.counts.validRows).toBe(16)
    expect(await jobsOf(site.user)).toEqual([])
  })

  it('CONV-11 · whose response is lost is charged once, also after a reload', async () => {
    const tab = await withList()
    site.losses = ['response']
    expect(await tab.session.convert(optionsOf(site.user))).toMatchObject({ outcome: 'unreachable' })
    expect(tab.last()).toMatchObject({
      phase: 'ready',
      pending: { owner: site.user.email, first: undefined },
      results: null,
    })
    const { session, last } = await startSession(tab.device, site.user.email)
    expect(last().pending).toEqual({ owner: site.user.email, first: undefined })
    expect(await session.convert(optionsOf(site.user))).toEqual({ outcome: 'converted', balance: 12 })
    expect(await jobsOf(site.user)).toHaveLength(1)
    expect((await session.results.resultsPage(0, 1))[0]).toMatchObject({ line: 2, name: 'Хляб' })
  })

  it('CONV-11 · of many rows is sent when they are saved as they are, under their key', async () => {
    const { session, device } = await withList(`Име;Цена\n${'Хляб;1,95\n'.repeat(2001)}`)
    await session.rows.editRow(2, { price: '2.50' })
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (_: unknown, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers['idempotency-key'], device.saved.get('rows'))
      throw new TypeError('no network')
    })
    await session.convert(optionsOf(site.user))
    const [key, saved] = sent as [string, { conversionKey: string; rows: { price: string }[] }]
    expect([saved?.conversionKey, saved?.rows[0]?.price]).toEqual([key, '2.50'])
  })

  it('CONV-11 · is pending for its rows alone, and for others only when the user confirms', async () => {
    const { session, last } = await withList()
    site.losses = ['response']
    await session.convert(optionsOf(site.user))
    await session.rows.typeRow(2, { price: '2' })
    expect(last().pending).toBeNull()
    expect(await session.convert(optionsOf(site.user))).toEqual({ outcome: 'submission-pending' })
    expect(last().phase).toBe('ready')
    await session.rows.typeRow(2, { price: '1.95' })
    expect(last().pending).toEqual({ owner: site.user.email, first: undefined })
    await session.rows.editRow(2, { price: '2' })
    expect(await session.convert(optionsOf(site.user, { evenIfPending: true }))).toEqual({
      outcome: 'converted',
      balance: 9,
    })
    expect(await jobsOf(site.user)).toHaveLength(2)
  })

  it('CONV-11 · of the first prices is pending with their number', async () => {
    const { session, last } = await withList()
    site.losses = ['request']
    await session.convert(optionsOf(site.user, { first: 2 }))
    expect(last().pending).toEqual({ owner: site.user.email, first: 2 })
  })

  it('CONV-11 · whose job was deleted is a new one at the next attempt', async () => {
    const { session, last } = await withList()
    site.losses = ['response']
    await session.convert(optionsOf(site.user))
    const [job] = await jobsOf(site.user)
    await site.user.call(deleteJob, { params: { id: job?.id ?? '' } })
    const refused = await session.convert(optionsOf(site.user))
    expect(refused).toMatchObject({ outcome: 'rejected', status: 409, code: 'job_deleted' })
    expect(last()).toMatchObject({ phase: 'ready', pending: null })
    expect(await session.convert(optionsOf(site.user))).toEqual({ outcome: 'converted', balance: 9 })
  })

  it('CONV-04 · is not awaited when the user stops waiting, and its rows stay', async () => {
    const { session, last } = await withList()
    const reached = Promise.withResolvers<void>()
    const atSite = globalThis.fetch
    globalThis.fetch = (_, init) => {
      reached.resolve()
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      })
    }
    const sent = session.convert(optionsOf(site.user))
    await reached.promise
    await session.stopWaiting()
    expect(await sent).toEqual({ outcome: 'not-awaited' })
    globalThis.fetch = atSite
    expect(last()).toMatchObject({ phase: 'ready', pending: { owner: site.user.email, first: undefined } })
    site.losses = ['request']
    expect(await session.convert(optionsOf(site.user))).toMatchObject({ outcome: 'unreachable' })
  })
})

describe('another tab with the same rows', () => {
  async function twoTabs(text = LIST) {
    const one = await withList(text)
    const other = await startSession(one.device, site.user.email)
    return { one, other }
  }

  it('CONV-11 · shows what the first has converted, and has no rows when it has converted all', async () => {
    const { one, other } = await twoTabs()
    expect(await other.session.sync()).toBe(false)
    await one.session.convert(optionsOf(site.user))
    expect(await other.session.convert(optionsOf(site.user))).toEqual({ outcome: 'converted-elsewhere' })
    expect(other.last()).toMatchObject({ phase: 'idle', rows: null, results: one.last().results })
    expect(await jobsOf(site.user)).toHaveLength(1)
    expect(await other.session.sync()).toBe(false)
  })

  it('CONV-11 · marks the first prices that were converted there, and submits the rest under one key', async () => {
    const { one, other } = await twoTabs()
    await one.session.convert(optionsOf(site.user, { first: 2 }))
    await other.session.rows.editRow(5, { name: 'Чай зелен' })
    expect(await other.session.sync()).toBe(true)
    expect(other.last()).toMatchObject({
      phase: 'ready',
      undo: null,
      rows: { convertedRows: 2, isEdited: true, counts: { validRows: 1 } },
      results: { waiting: 1 },
    })
    // Both tabs have the rest: whichever is later is not charged again.
    const saved = other.device.saved.get('rows') as { conversionKey: string }
    expect(saved.conversionKey).toBe(one.last().results?.jobId)
  })

  it('CONV-11 · does not take a row for converted whose price was changed in it', async () => {
    const { one, other } = await twoTabs()
    await other.session.rows.editRow(2, { price: '7' })
    await one.session.convert(optionsOf(site.user, { first: 2 }))
    await other.session.sync()
    expect([...other.session.rows.store.converted]).toEqual([3])
  })

  it('CONV-11 · keeps rows that were added in it, and marks those with an amount alone', async () => {
    const { one, other } = await twoTabs()
    await other.session.rows.addRow()
    await other.session.rows.editRow(6, { name: 'Олио', price: '4' })
    await one.session.convert(optionsOf(site.user))
    expect(await other.session.sync()).toBe(true)
    expect([...other.session.rows.store.converted]).toEqual([2, 3, 5])
    expect(other.last()).toMatchObject({ phase: 'ready', rows: { counts: { validRows: 1, invalidRows: 1 } } })
  })

  it('CONV-11 · with other rows keeps them', async () => {
    const { one, other } = await twoTabs()
    await other.open('Име;Цена\nСол;9,00\n')
    await one.session.convert(optionsOf(site.user))
    expect(await other.session.sync()).toBe(false)
    expect(other.last()).toMatchObject({ phase: 'ready', rows: { counts: { validRows: 1 } }, results: null })
  })

  it('CONV-05 · shows results that another one has replaced, without marking its own rows by them', async () => {
    const { one, other } = await twoTabs()
    await one.session.convert(optionsOf(site.user, { first: 1 }))
    // The results of the device are those of other rows by now.
    const results = one.device.saved.get('results') as { facts: object }
    one.device.saved.set('results', { ...results, facts: { ...results.facts, readingId: 'other' } })
    expect(await other.session.sync()).toBe(false)
    expect(other.last()).toMatchObject({ results: { readingId: 'other' }, rows: { convertedRows: 0 } })
  })
})

describe('results', () => {
  it('CONV-05 · are restored after a reload, without the file of another job', async () => {
    const { session, device, last } = await withList()
    await session.convert(optionsOf(site.user))
    const again = await startSession(device, site.user.email)
    expect(again.last()).toMatchObject({
      phase: 'idle',
      results: last().results,
      rounding: last().rounding,
      sourceFormat: 'csv',
    })
    const source = device.saved.get('source') as object
    device.saved.set('source', { ...source, jobId: 'other' })
    expect((await startSession(device)).last().sourceFormat).toBeNull()
  })

  it('CONV-10 · are cleared here and on the device', async () => {
    const { session, device, last } = await withList()
    await session.convert(optionsOf(site.user))
    await session.results.clearResults()
    expect(last()).toMatchObject({ results: null, sourceFormat: null })
    expect(await session.results.resultsPage(0, 9)).toEqual([])
    expect(await (await session.results.resultsCsv('bg')).text()).toBe('')
    expect(await session.results.resultsText('bg')).not.toContain('Хляб')
    expect(device.saved.size).toBe(0)
    expect(await session.results.exportResults({ kind: 'xlsx' }, 'bg')).toEqual({ outcome: 'cancelled' })
  })

  it('CONV-07 · are a CSV with each row', async () => {
    const { session } = await withList()
    await session.convert(optionsOf(site.user))
    const csv = await (await session.results.resultsCsv('bg')).text()
    expect(csv.split('\r\n')).toContain('2;Сирене;12,50;6,39;Валиден;12,5;BGN;3;')
  })
})

describe('files of the results', () => {
  const OWN = { kind: 'own', placement: 'end' } as const

  it('CONV-08 GUARD-02 · the own file is that of the user with the new prices, and is known as converted', async () => {
    vi.stubGlobal('Worker', ThreadWorker)
    const { session, device, last } = await withList('Име;Цена\r\nХляб;1,95\r\nЧай;3,10\r\n')
    await session.convert(optionsOf(site.user))
    const made = await session.results.exportResults(OWN, 'bg')
    if (made.outcome !== 'made') return expect.fail(made.outcome)
    const lines = (await made.file.text()).replace(/^\ufeff/, '').split('\r\n')
    expect(lines.slice(1)).toEqual(['Хляб;1,95;1,00', 'Чай;3,10;1,59', ''])
    const hash = await sha256Hex(new Uint8Array(await made.file.arrayBuffer()))
    expect(await device.history.findConverted(hash ?? '', site.user.email)).toMatchObject({
      at: last().results?.createdAt,
      prices: 2,
    })
    const preview = await session.results.previewOwnFile(OWN, 'bg')
    expect(JSON.stringify(preview)).toContain('1,59')
    expect(last().exporting).toBeNull()
  })

  it('FILE-01 CONV-08 · the own file of a workbook in an archive comes back in the archive, and is previewed', async () => {
    vi.stubGlobal('Worker', ThreadWorker)
    const { session, last, shown } = await startSession(memoryDevice(), site.user.email)
    const book = workbook(
      {
        Цени: [
          ['Име', 'Цена'],
          ['Хляб', 1.95],
        ],
      },
      'biff8',
    )
    const list = new TextEncoder().encode('Име;Цена\nЧай;3,10\n')
    const packed = zip([
      { name: 'a.csv', content: list },
      { name: 'b/ceni.xls', content: book },
    ])
    expect(await session.open(new File([packed], 'ceni.zip'))).toBeNull()
    expect(await session.reopen({ sheet: 'b/ceni.xls' })).toBeNull()
    expect(last().rows?.file?.packing).toEqual({ kind: 'zip', entry: 'b/ceni.xls', sheet: 'Цени' })
    await session.convert(optionsOf(site.user))
    expect(last()).toMatchObject({ sourceFormat: 'xls', sourceExtension: 'zip' })
    expect(last().results?.read).toEqual({ kind: 'file', name: 'b/ceni.xls', others: ['a.csv'] })
    const made = await session.results.exportResults(OWN, 'bg')
    if (made.outcome !== 'made') return expect.fail(made.outcome)
    expect(made.file.type).toBe('application/zip')
    const returned = zipRecords(new Uint8Array(await made.file.arrayBuffer()))
    expect(returned.map(({ name }) => name)).toEqual(['a.csv', 'b/ceni.xlsx'])
    const preview = await session.results.previewOwnFile(OWN, 'bg')
    if (!preview || 'noRoom' in preview) return expect.fail('there is no preview')
    expect(preview.after.rows.at(-1)?.cells.map(({ text }) => text)).toEqual(['Хляб', '1,95', '1,00'])
    expect(shown.some(({ phase }) => phase === 'failed')).toBe(false)
  })

  it('CONV-08 CONV-05 · prices that wait for their conversion are not replaced', async () => {
    vi.stubGlobal('Worker', ThreadWorker)
    const { session } = await withList('Име;Цена\r\nХляб;1,95\r\nЧай;3,10\r\n')
    await session.convert(optionsOf(site.user, { first: 1 }))
    const linesOf = async () => {
      const made = await session.results.exportResults({ kind: 'own', placement: 'replace' }, 'bg')
      return made.outcome === 'made' ? (await made.file.text()).split('\r\n').slice(1, 3) : made.outcome
    }
    expect(await linesOf()).toEqual(['Хляб;1,95;1,00', 'Чай;3,10;'])
    await session.convert(optionsOf(site.user))
    expect(await linesOf()).toEqual(['Хляб;1,00', 'Чай;1,59'])
  })

  it('CONV-08 · the own file of typed rows cannot be made, nor previewed', async () => {
    const { session } = await startSession(memoryDevice(), site.user.email)
    await session.startManual(1)
    await session.rows.editRow(1, { name: 'Сол', price: '2.50' })
    await session.convert(optionsOf(site.user))
    expect(await session.results.exportResults(OWN, 'bg')).toEqual({ outcome: 'failed' })
    expect(await session.results.previewOwnFile(OWN, 'bg')).toBeNull()
  })

  it('CONV-08 PROOF-03 · workbook and protocol have each row, the protocol what was typed for it and the hash', async () => {
    vi.stubGlobal('Worker', ThreadWorker)
    const { session, last } = await withList()
    await session.convert(optionsOf(site.user))
    const input = { purpose: 'Опис на склада', preparedBy: 'Ива' }
    const table = await textsOf(await session.results.exportResults({ kind: 'xlsx' }, 'bg'))
    const protocol = await textsOf(
      await session.results.exportResults({ kind: 'protocol-xlsx', input }, 'bg'),
    )
    for (const cells of [table, protocol])
      expect(cells).toEqual(expect.arrayContaining(['Хляб', 'Сирене', 'Чай']))
    expect(protocol).toEqual(expect.arrayContaining(['Опис на склада', 'Ива']))
    expect(table).not.toContain('Ива')
    expect(protocol.join('').replaceAll(' ', '')).toContain(last().results?.file?.sha256)
  })

  it('PROOF-03 · of results that an earlier version saved have the hash of their file, too', async () => {
    vi.stubGlobal('Worker', ThreadWorker)
    const { session, last, device } = await withList()
    const hash = last().rows?.guards?.hash ?? ''
    await session.convert(optionsOf(site.user))
    const results = device.saved.get('results') as { facts: object }
    const { file: _, ...facts } = results.facts as { file: unknown }
    device.saved.set('results', { ...results, facts })
    const again = await startSession(device, site.user.email)
    const input = { purpose: '', preparedBy: '' }
    const made = await again.session.results.exportResults({ kind: 'protocol-xlsx', input }, 'bg')
    expect((await textsOf(made)).join('').replaceAll(' ', '')).toContain(hash)
  })

  it('CONV-07 · are cancelled, also by the next conversion and by clearing', async () => {
    vi.stubGlobal('Worker', SilentWorker)
    const { session, open, last } = await withList()
    await session.convert(optionsOf(site.user))
    const cancels = [
      () => session.results.cancelExport(),
      () => session.results.loadResults(),
      async () => {
        await open(LIST)
        await session.convert(optionsOf(site.user))
      },
      () => session.results.clearResults(),
    ]
    for (const cancel of cancels) {
      const { revision } = last()
      const making = session.results.exportResults({ kind: 'xlsx' }, 'bg')
      expect(last().revision).toBe(revision)
      expect(last().exporting).toEqual({ kind: 'xlsx', done: 0 })
      await cancel()
      expect(await making).toEqual({ outcome: 'cancelled' })
      expect(last().exporting).toBeNull()
    }
  })
})

/** A worker that never answers. */
class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

/** The texts of all sheets of a workbook. */
async function textsOf(made: ExportOutcome): Promise<readonly string[]> {
  if (made.outcome !== 'made') return expect.fail(made.outcome)
  const bytes = new Uint8Array(await made.file.arrayBuffer())
  const texts: string[] = []
  for await (const { table } of sheetsOf(bytes, 'made.xlsx'))
    for (let r = 0; r < table.length; r++) texts.push(...(rowAt(table, r) ?? []).map(cellText))
  return texts
}
