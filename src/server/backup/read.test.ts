import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { headerLine, rowLine, trailerLine } from './format.ts'
import { readBackup } from './read.ts'

const KNOWN = ['0001-foundations']
const ROWS = [
  ...Array.from({ length: 5000 }, (_, n) => ['account', { id: n }] as const),
  ['job', { id: 'a' }],
  ['job', { id: 'b' }],
] as const

type Counts = Record<string, number>

/** A backup of 5,000 accounts and two jobs, with such a checksum or its own, which says that it has so many. */
function backup(sha256?: string, rows: Counts = { account: 5000, job: 2 }): Buffer {
  const lines = [
    headerLine(KNOWN, { createdAt: new Date(0), ledgerHead: undefined }),
    ...ROWS.map(([table, row]) => rowLine(table, row)),
  ].join('')
  const own = createHash('sha256').update(lines).digest('hex')
  return zstdCompressSync(lines + trailerLine({ rows, sha256: sha256 ?? own }))
}

/** Reads it into a receiver that fails at rows of these tables. @returns what it got, and how the reading ended */
async function read(content: Buffer, failing: readonly string[] = []) {
  const got: (readonly [table: string, rows: number])[] = []
  const receiver = {
    begin: () => Promise.resolve(),
    rows: async (table: string, rows: readonly object[]) => {
      got.push([table, rows.length])
      if (failing.includes(table)) throw new Error(`no ${table} after ${got.length}`)
    },
  }
  const outcome = await readBackup(Readable.from([content]), KNOWN, receiver).catch(
    (error: Error) => error.message,
  )
  return { got, outcome }
}

it('API-04 · a backup is read table by table, and its rows are counted', async () => {
  const { got, outcome } = await read(backup())
  expect(new Set(got.map(([table]) => table))).toEqual(new Set(['account', 'job']))
  expect(got.filter(([table]) => table === 'account').reduce((sum, [, rows]) => sum + rows, 0)).toBe(5000)
  expect(got.at(-1)).toEqual(['job', 2])
  expect(outcome).toMatchObject({ tables: 2, rows: 5002 })
})

it('API-04 · rows are passed on in statements of a size that PostgreSQL takes: 65,535 values', async () => {
  const { got } = await read(backup())
  const columnsOfPurchase = 21
  for (const [, rows] of got) expect(rows * columnsOfPurchase).toBeLessThan(65_535)
})

it.each([
  [{ account: 5000, job: 2, outbox: 0 }, true],
  [{ account: 5000, job: 1 }, false],
  [{ account: 5001, job: 2 }, false],
  [{ account: 5000 }, false],
  [{ account: 5000, job: 2, outbox: 1 }, false],
  [{ account: 5000, job: 2, session: 0 }, false],
  [{ account: 5000, job: 2, other: 0 }, false],
])('API-04 · a backup that says to have %j rows is whole: %s', async (rows: Counts, isWhole) => {
  const { outcome } = await read(backup(undefined, rows))
  if (isWhole) expect(outcome).toMatchObject({ rows: 5002 })
  else expect(outcome).toBe('The backup is damaged: its row counts do not match.')
})

it('API-04 · rows that cannot be stored end the storing, and the first reason is told', async () => {
  const { got, outcome } = await read(backup(), ['account', 'job'])
  expect(got).toHaveLength(1)
  expect(outcome).toBe('no account after 1')
})

it('API-04 · damage explains better than what cannot be stored', async () => {
  const { outcome } = await read(backup('0'.repeat(64)), ['account'])
  expect(outcome).toBe('The backup is damaged: its checksum does not match.')
})

it('API-04 · large rows are passed on a few at a time', async () => {
  const row = { id: 'x'.repeat(1024 * 1024) }
  const rows = Array.from({ length: 9 }, () => rowLine('job', row)).join('')
  const lines = headerLine(KNOWN, { createdAt: new Date(0), ledgerHead: undefined }) + rows
  const sha256 = createHash('sha256').update(lines).digest('hex')
  const { got, outcome } = await read(zstdCompressSync(lines + trailerLine({ rows: { job: 9 }, sha256 })))
  expect(got).toEqual([
    ['job', 4],
    ['job', 4],
    ['job', 1],
  ])
  expect(outcome).toMatchObject({ rows: 9 })
})

it('API-04 · why a file is no backup, ends early or is damaged is told', async () => {
  const whole = backup()
  const outcomeOf = async (content: Buffer) => (await read(content)).outcome
  expect(await outcomeOf(Buffer.from('SQLite format 3'))).toBe('This file is not a Levro backup.')
  expect(await outcomeOf(zstdCompressSync(Buffer.alloc(0)))).toBe('This file is not a Levro backup.')
  expect(await outcomeOf(Buffer.alloc(0))).toBe('The backup is incomplete: it ends early.')
  expect(await outcomeOf(whole.subarray(0, -9))).toBe('The backup is incomplete: it ends early.')
  expect(await outcomeOf(Buffer.concat([whole, Buffer.from('x')]))).toBe(
    'The backup is damaged: it cannot be decompressed.',
  )
  const first = headerLine(KNOWN, { createdAt: new Date(0), ledgerHead: undefined })
  expect(await outcomeOf(zstdCompressSync(first))).toBe('The backup is incomplete: it ends early.')
  const end = trailerLine({ rows: {}, sha256: createHash('sha256').update(first).digest('hex') })
  expect(await outcomeOf(zstdCompressSync(first + end))).toMatchObject({ tables: 0, rows: 0 })
  expect(await outcomeOf(zstdCompressSync(first + end + end))).toBe(
    'The backup is damaged: it continues after its last line.',
  )
})

it('API-04 · an error of the disk is told as it is', async () => {
  const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
  const source = Readable.from(
    (async function* () {
      yield backup().subarray(0, 100)
      throw error
    })(),
  )
  const receiver = { begin: () => Promise.resolve(), rows: () => Promise.resolve() }
  await expect(readBackup(source, KNOWN, receiver)).rejects.toBe(error)
})
