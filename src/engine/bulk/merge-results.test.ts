import { describe, expect, it } from 'vitest'
import type { ResultRow } from '#reports/types.ts'
import { mergeResults } from './merge-results.ts'

const row = (line: number, seq: number, rest: Partial<ResultRow> = {}): ResultRow => ({
  seq,
  line,
  name: `row ${line}`,
  originalPrice: '1.95',
  originalCurrency: 'BGN',
  bgn: 1.95,
  eur: 1,
  invalid: false,
  ...rest,
})

const part = (jobId: string, rows: ResultRow[], invalidRows = 0) => ({
  jobId,
  rows,
  counts: {
    totalRows: rows.length,
    validRows: rows.length - invalidRows,
    invalidRows,
    emptyRows: 0,
    tokenCost: rows.length - invalidRows,
  },
})

describe('results of one reading', () => {
  it('CONV-05 · that was converted in parts are in the order of the file, numbered through and counted together', () => {
    const first = part('one', [row(2, 1), row(4, 2)])
    const rest = part('two', [row(3, 1, { invalid: true, bgn: null, eur: null }), row(5, 2)], 1)
    const merged = mergeResults(first, rest, 1)
    expect(merged?.rows.map(({ seq, line, part: job }) => [seq, line, job])).toEqual([
      [1, 2, 0],
      [2, 3, 1],
      [3, 4, 0],
      [4, 5, 1],
    ])
    expect(merged?.ids).toEqual([2, 3, 4, 5])
    expect(merged?.counts).toEqual({
      totalRows: 4,
      validRows: 3,
      invalidRows: 1,
      emptyRows: 0,
      tokenCost: 3,
    })
    expect(merged?.jobIds).toEqual(['one', 'two'])
  })

  it('CONV-05 · stay in the order of their price columns, and a third part is added to both', () => {
    const first = part('one', [row(2, 1, { nth: 0 })])
    const second = part('two', [row(2, 1, { nth: 1 })])
    const both = mergeResults(first, second, 2)!
    const all = mergeResults({ ...both, jobId: 'two' }, part('three', [row(3, 1, { nth: 0 })]), 2)
    expect(all?.rows.map(({ line, nth, part: job }) => [line, nth, job])).toEqual([
      [2, 0, 0],
      [2, 1, 1],
      [3, 0, 2],
    ])
    expect(all?.jobIds).toEqual(['one', 'two', 'three'])
  })

  it('CONV-05 · are not merged when a row was converted twice, or its line is unknown', () => {
    const first = part('one', [row(2, 1)])
    expect(mergeResults(first, part('two', [row(2, 1)]), 1)).toBeUndefined()
    const { line: _, ...unknown } = row(3, 1)
    expect(mergeResults(first, part('two', [unknown]), 1)).toBeUndefined()
  })
})
