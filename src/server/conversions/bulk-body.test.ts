import { expect, it } from 'vitest'
import type { JobRow } from '#api/conversions.ts'
import { type BulkResult, convertBulkBody } from './convert.ts'
import { parseBulkInput } from './parse-body.ts'
import { decompressRows } from './row-chunks.ts'
import { isInline } from './worker-pool.ts'

const GOOD = { name: 'x', price: '1', currency: 'BGN' }
const BAD = { name: 'x', price: '-1', currency: 'BGN' }

const times = (count: number, row: object) => Array.from({ length: count }, () => row)

const bodyOf = (content: unknown): Buffer => Buffer.from(JSON.stringify(content))

const convert = (...rows: unknown[]): BulkResult => convertBulkBody(bodyOf({ rows }))

/** The converted rows, without the good one that comes first. */
function rowsOf(...rows: unknown[]): JobRow[] {
  const result = convert(GOOD, ...rows)
  if (!result.ok) return expect.fail(result.problem)
  const converted: JobRow[] = JSON.parse(`[${Buffer.from(result.bulk.json).toString()}]`)
  return converted.slice(1)
}

it.each([
  [{ rows: [] }, { rows: [], filename: null, source: null, part: null }],
  [
    { rows: [1], filename: null },
    { rows: [1], filename: null, source: null, part: null },
  ],
  [
    { rows: [], filename: 'a/b.csv', source: 'correction', part: 'rest', other: 1 },
    { rows: [], filename: 'b.csv', source: 'correction', part: 'rest' },
  ],
  [
    { rows: [], source: 'manual', part: 'first' },
    { rows: [], filename: null, source: 'manual', part: 'first' },
  ],
  [{ rows: [], source: null }, 'bad_request'],
  [{ rows: [], part: null }, 'bad_request'],
  [{ rows: [], filename: 0 }, 'bad_request'],
  [{ rows: [], filename: false }, 'bad_request'],
  [{ rows: Array(100_000).fill(0) }, { filename: null }],
  [{ rows: Array(100_001).fill(0) }, 'too_many_rows'],
])('API-03 · case %# of a bulk request is read with its fields, or is none', (body, input) => {
  const found = parseBulkInput(bodyOf(body))
  if (typeof input === 'string') expect(found).toBe(input)
  else expect(found).toMatchObject(input)
})

it.each([
  [1, 1020, undefined],
  [1, 1021, 'too_many_invalid_rows'],
  [2, 1040, undefined],
  [2, 1041, 'too_many_invalid_rows'],
  [0, 1, 'no_valid_rows'],
])('API-03 · %i valid rows may have %i invalid ones: %s', (valid, invalid, problem) => {
  const rows = [...times(valid, GOOD), ...times(invalid, BAD)]
  const result = convert(...rows)
  expect(result.ok ? undefined : result.problem).toBe(problem)
  if (result.ok) expect(result.bulk.counts).toMatchObject({ validRows: valid, invalidRows: invalid })
})

it('API-03 · texts that are not accepted are kept as they were sent, up to a length, and nothing of an empty row', () => {
  const rows = rowsOf(
    { ...GOOD, price: 'p'.repeat(70), currency: 'c'.repeat(20) },
    { ...GOOD, price: '\ud800', currency: '\ud800' },
    { ...GOOD, price: -7.5, currency: 5 },
    { ...GOOD, price: true, currency: ['BGN'] },
    { name: '', price: '  ', currency: 'USD' },
    { price: '2', currency: ' eur ' },
  )
  expect(rows.map(({ originalPrice, originalCurrency }) => [originalPrice, originalCurrency])).toEqual([
    ['p'.repeat(64), 'c'.repeat(16)],
    ['\ufffd', '\ufffd'],
    ['-7.5', '5'],
    ['', ''],
    ['', ''],
    ['2', 'EUR'],
  ])
})

it('API-02 · rows of the longest texts that are kept are read again', async () => {
  // A letter with nine marks is one character of a name; a control character has six letters in JSON.
  const longest = {
    name: `x${'\u1dc4'.repeat(9)}`.repeat(25),
    price: '\u0001'.repeat(64),
    currency: '\u0001'.repeat(16),
  }
  const rows = [...times(30, GOOD), ...times(970, longest)]
  const result = convert(...rows)
  if (!result.ok) return expect.fail(result.problem)
  let stored = ''
  for await (const part of decompressRows(inTurn(result.bulk.chunks))) stored += part.toString()
  const read: JobRow[] = JSON.parse(`[${stored}]`)
  expect(read).toHaveLength(1000)
  expect(read.at(-1)).toMatchObject({
    name: longest.name,
    originalPrice: longest.price,
    originalCurrency: longest.currency,
  })
})

async function* inTurn<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list
}

it.each([
  ['64 kB', ' '.repeat(65_536), true],
  ['one byte more', ' '.repeat(65_537), false],
  ['5000 commas', ','.repeat(5000), true],
  ['one comma more', ','.repeat(5001), false],
])('CONV-11 · a body of %s is converted at once: %s', (_title, text, isAtOnce) => {
  expect(isInline(Buffer.from(text))).toBe(isAtOnce)
})
