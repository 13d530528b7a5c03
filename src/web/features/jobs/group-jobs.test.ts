import { describe, expect, it } from 'vitest'
import type { Job } from '#api/conversions.ts'
import { groupJobs } from './group-jobs.ts'

/** A job of the n-th minute. */
const job = (n: number, part: Job['part'], filename: string | null = 'a.csv'): Job => ({
  id: String(n),
  filename,
  createdAt: new Date(60_000 * n).toISOString(),
  totals: null,
  source: filename === null ? 'manual' : 'upload',
  part,
  totalRows: 1,
  validRows: 1,
  invalidRows: 0,
  emptyRows: 0,
  tokenCost: 1,
})

/** The ids of each group, for jobs given oldest first. */
const grouped = (...jobs: Job[]) => groupJobs(jobs.toReversed()).map((group) => group.map(({ id }) => id))

describe('the saved conversions of one file', () => {
  it('AUTH-07 CONV-05 · the first prices and the rest are one entry, at the time of the rest', () => {
    expect(grouped(job(1, 'first'), job(2, null, 'b.csv'), job(3, 'rest'))).toEqual([['3', '1'], ['2']])
  })

  it('AUTH-07 CONV-05 · a rest belongs to the latest first part of the same name', () => {
    expect(grouped(job(1, 'first'), job(2, 'first'), job(3, 'rest'))).toEqual([['3', '2'], ['1']])
    expect(grouped(job(1, 'first'), job(2, 'rest', 'b.csv'), job(3, 'rest'))).toEqual([['3', '1'], ['2']])
  })

  it('AUTH-07 CONV-05 · a rest whose first part was deleted does not join an older conversion that is complete', () => {
    expect(grouped(job(1, 'first'), job(2, 'rest'), job(4, 'rest'))).toEqual([['4'], ['2', '1']])
    expect(grouped(job(1, 'first'), job(2, null), job(4, 'rest'))).toEqual([['4'], ['2'], ['1']])
    expect(grouped(job(2, 'rest'), job(3, 'rest'))).toEqual([['3'], ['2']])
  })

  it('AUTH-07 CONV-05 · whole files and typed rows stay alone', () => {
    expect(grouped(job(1, null), job(2, null))).toEqual([['2'], ['1']])
    expect(grouped(job(1, 'first', null), job(2, 'rest', null))).toEqual([['2'], ['1']])
  })
})
