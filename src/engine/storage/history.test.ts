import { describe, expect, it } from 'vitest'
import { parseEntries } from './history.ts'

const FILE = { owner: 'a', file: 'f', at: '2026-01-05T10:00:00.000Z', prices: 3 }
const COLUMNS = {
  owner: 'a',
  shape: 'csv 2 11 1f',
  chosenShape: 'csv 2 11 1f',
  foundHeader: 0,
  columns: { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] },
  defaultCurrency: 'BGN',
}

describe('what a device remembers', () => {
  it('GUARD-02 · is read past entries that are damaged or of something else', () => {
    const entries = [
      null,
      FILE,
      undefined,
      7,
      'text',
      [],
      {},
      { ...FILE, prices: '3' },
      { ...FILE, owner: null },
    ]
    expect(parseEntries('converted', { version: 1, entries })).toEqual([FILE])
  })

  it('SHOP-02 · columns of nobody, or without all that they need, are passed over', () => {
    const { owner: _, ...nobodys } = COLUMNS
    const entries = [nobodys, { ...COLUMNS, columns: null }, null, COLUMNS, FILE]
    expect(parseEntries('columns', { version: 1, entries })).toEqual([COLUMNS])
  })

  it('GUARD-02 · is nothing where there is no record, or one of another version', () => {
    for (const saved of [
      undefined,
      null,
      'text',
      {},
      { version: 2, entries: [FILE] },
      { version: 1, entries: FILE },
    ])
      expect(parseEntries('converted', saved)).toEqual([])
  })
})
