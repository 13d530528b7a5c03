import { describe, expect, it } from 'vitest'
import { migrateRecord } from './migrate-records.ts'

/** Columns as they were when there was one price column. */
const COLUMNS = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null }

const ROWS = {
  version: 1,
  facts: {
    source: 'upload',
    file: { name: 'ceni.csv', format: 'csv', detection: { columns: COLUMNS, certain: true, all: [] } },
    choices: { columns: COLUMNS, defaultCurrency: 'EUR' },
    counts: { totalRows: 2 },
  },
  rows: [
    { name: 'Хляб', price: '1.20', currency: 'BGN' },
    { name: 'Сол', price: '', currency: 'BGN' },
  ],
  lines: [1, 3],
  nextLine: 4,
  problems: [[1, 'empty']],
  conversionKey: 'k',
  fileId: null,
}

describe('records of earlier versions of the page', () => {
  it('BULK-12 · rows stay what they were, by the lines that they were named by', () => {
    const { lines: _, nextLine: __, ...same } = ROWS
    expect(migrateRecord('rows', ROWS)).toMatchObject({ ...same, ids: [1, 3], nextId: 4 })
    const columns = { ...COLUMNS, morePrices: [] }
    expect(migrateRecord('rows', ROWS)).toMatchObject({
      facts: {
        file: { detection: { columns, firstRows: [], question: null, candidates: [], rivals: [] } },
        choices: { columns, defaultCurrency: 'EUR' },
      },
    })
  })

  it('READ-05 · no row was left out', () => {
    expect(migrateRecord('rows', ROWS)).toMatchObject({
      omissions: [],
      facts: { omitted: { total: 0, 'wanted-currency': 0, zero: 0 }, inCurrency: { BGN: 0, EUR: 0 } },
    })
    const omissions = [[3, { reason: 'total', isLeftOut: true }]]
    const facts = { ...ROWS.facts, omitted: { total: 1, 'wanted-currency': 0, zero: 0 } }
    expect(migrateRecord('rows', { ...ROWS, omissions, facts })).toMatchObject({
      omissions,
      facts: { omitted: facts.omitted },
    })
  })

  it('READ-02 · no other columns with prices were told', () => {
    const facts = { ...ROWS.facts, guards: { doubts: [] } }
    expect(migrateRecord('rows', { ...ROWS, facts })).toMatchObject({
      facts: { guards: { doubts: [], rivals: [] } },
    })
  })

  it('READ-02 · columns that were a guess are asked about', () => {
    const file = { ...ROWS.facts.file, detection: { ...ROWS.facts.file.detection, certain: false } }
    expect(migrateRecord('rows', { ...ROWS, facts: { ...ROWS.facts, file } })).toMatchObject({
      facts: { file: { detection: { question: 'no-price-title', candidates: [], rivals: [] } } },
    })
  })

  it('BULK-12 · typed rows have no file and no choices, and get none', () => {
    const typed = { ...ROWS, facts: { source: 'manual', counts: ROWS.facts.counts } }
    expect(migrateRecord('rows', typed)).toMatchObject({ facts: typed.facts, ids: [1, 3], nextId: 4 })
  })

  it('CONV-05 · results and the file that they came from', () => {
    const results = { version: 1, facts: { owner: 'a@b.bg', jobId: 'j' }, rows: [] }
    expect(migrateRecord('results', results)).toEqual({
      ...results,
      facts: { ...results.facts, priceColumns: [] },
    })
    const source = {
      version: 1,
      jobId: 'j',
      name: 'Цени.XLSX',
      rowChoices: { columns: COLUMNS },
      lines: [1, 2],
    }
    expect(migrateRecord('source', source)).toEqual({
      ...source,
      ids: [1, 2],
      format: 'xlsx',
      rowChoices: { columns: { ...COLUMNS, morePrices: [] } },
    })
  })

  it('CONV-05 · what is kept as today is left as it is', () => {
    const columns = { ...COLUMNS, morePrices: [3] }
    const source = { version: 1, jobId: 'j', name: 'a.txt', format: 'csv', rowChoices: { columns }, ids: [5] }
    expect(migrateRecord('source', source)).toEqual(source)
    const omitted = { total: 0, 'wanted-currency': 0, zero: 0 }
    const inCurrency = { BGN: 1, EUR: 0 }
    const rows = {
      version: 1,
      ids: [2],
      nextId: 9,
      omissions: [],
      facts: { omitted, inCurrency, choices: { columns } },
    }
    expect(migrateRecord('rows', rows)).toEqual(rows)
    const results = { facts: { priceColumns: [{ index: 1, title: 'Цена' }] } }
    expect(migrateRecord('results', results)).toEqual(results)
    const sending = { version: 1, key: 'k', body: '{}', owner: '' }
    expect(migrateRecord('sending', sending)).toEqual(sending)
  })

  it('BULK-12 · what is no record at all is none', () => {
    for (const saved of [undefined, null, 7, 'text']) expect(migrateRecord('rows', saved)).toBeUndefined()
    expect(migrateRecord('rows', {})).toEqual({ ids: undefined, nextId: undefined, omissions: [] })
  })
})
