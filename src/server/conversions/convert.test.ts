import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { makeRows } from '#test/server/reference.ts'
import { convertBulkBody } from './convert.ts'
import { MAX_INLINE_BYTES, makeBulkConverter } from './worker-pool.ts'
import { decompressRows } from './row-chunks.ts'

const converter = makeBulkConverter((error) => {
  throw error
})
afterAll(() => converter.close())

/** Makes a body long enough for the worker without changing its content. */
const padded = (body: object): Buffer => Buffer.from(JSON.stringify(body) + ' '.repeat(MAX_INLINE_BYTES))

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Bytes as text: those of a worker are no `Buffer`. */
function comparable(result: Awaited<ReturnType<typeof converter.convert>>): unknown {
  if (!result.ok) return result
  const { json, chunks } = result.bulk
  return { ...result.bulk, json: text(json), chunks: chunks.map(text) }
}

const price = fc.oneof(
  fc.constantFrom<unknown>(
    '-5',
    '0',
    'NaN',
    '1e3',
    '',
    '  ',
    null,
    true,
    [1],
    {},
    12.5,
    1e21,
    '9999999.99',
    '10000000',
  ),
  fc.string(),
  fc.double(),
  fc.tuple(fc.nat(9_999_999), fc.nat(99_999)).map(([whole, part]) => `${whole}.${part}`),
)
const row = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      name: fc.string({ unit: 'grapheme' }),
      price,
      currency: fc.constantFrom('BGN', 'eur', 'USD', ''),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, [], 1, 'x', {}, { ['__proto__']: { price: '1' } }) },
)
const body = fc.record({ rows: fc.array(row, { maxLength: 2500 }), filename: fc.option(fc.string()) })

it('CONV-11 · a worker returns exactly what the main thread does', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (request) => {
      const bytes = padded(request)
      const inline = convertBulkBody(Buffer.from(bytes))
      const inWorker = await converter.convert(bytes)
      expect(comparable(inWorker)).toEqual(comparable(inline))
    }),
    { numRuns: 60 },
  )
})

it('CONV-11 · a worker converts 100,000 rows and returns every one', async () => {
  const bytes = Buffer.from(JSON.stringify({ rows: makeRows(100_000) }))
  const inline = convertBulkBody(Buffer.from(bytes))
  const inWorker = await converter.convert(bytes)
  if (!inline.ok || !inWorker.ok) throw new Error('not converted')
  expect(inWorker.bulk.chunks).toHaveLength(100)
  expect(Buffer.compare(inWorker.bulk.json, inline.bulk.json)).toBe(0)
})

it.each([1, 999, 1000, 1001, 2000])(
  'CONV-11 · %i rows are numbered across chunks, and the reply equals the stored rows',
  async (total) => {
    const result = convertBulkBody(Buffer.from(JSON.stringify({ rows: makeRows(total) })))
    if (!result.ok) return expect.fail(result.problem)
    const { counts, json, chunks } = result.bulk
    let stored = ''
    for await (const part of decompressRows(chunksOf(chunks))) stored += part.toString()
    const rows = z.array(z.object({ seq: z.number() })).parse(JSON.parse(`[${stored}]`))

    expect(Buffer.from(json).toString()).toBe(stored)
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, n) => n + 1))
    expect(counts.totalRows).toBe(total)
  },
)

async function* chunksOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
