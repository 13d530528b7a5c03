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

describe('the entries of a history record', () => {
  it('GUARD-02 · skips entries that are damaged or of another kind', () => {
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

  it('SHOP-02 · columns without owner, or incomplete, are skipped', () => {
    const { owner: _, ...ownerless } = COLUMNS
    const entries = [ownerless, { ...COLUMNS, columns: null }, null, COLUMNS, FILE]
    expect(parseEntries('columns', { version: 1, entries })).toEqual([COLUMNS])
  })

  it('GUARD-02 · is empty without a record, or with one of another version', () => {
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
