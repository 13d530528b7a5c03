import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rolled } from '#test/fuzz/dice.ts'
import { priceLists, severalPriceLists, sourceOf } from '#test/fuzz/plain-lists.ts'
import { drawDelimitedFile } from '#test/fuzz/text-files.ts'
import type { OpenedFile } from '#formats/format.ts'
import { openFile } from '#formats/open-file.ts'
import { type PriceListChoices, readPriceList } from '#formats/read-price-list.ts'
import { NotPlainError } from '#formats/stream/row-chunks.ts'
import { runToEnd } from '#formats/stream/run-to-end.ts'
import { PriceListStream } from '#formats/stream/stream-reading.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { Assumption, RowsReading } from '#pricelist/types.ts'
import { ResultWriter, resultLine } from './result-writer.ts'

type Bytes = Uint8Array<ArrayBuffer>

const limits = { bytes: Infinity, rows: Infinity }

type Answers = Pick<PriceListChoices, 'totals' | 'wanted'>

/** @param more how many further price columns are chosen */
const chooser = (answers: Answers, more: number) => (file: OpenedFile) => {
  const { certain, columns: found, all } = detectColumns(file.table)
  if (!certain && more === 0) return undefined
  const further = all.flatMap(({ index, isPriced }) => (isPriced && index !== found.price ? [index] : []))
  const columns = { ...found, morePrices: further.slice(0, more) }
  return { columns, choices: { columns, ...answers } }
}

type Results = {
  readonly lines: string
  readonly assumptions: readonly Assumption[]
  readonly pairs: RowsReading['pairs']
}

/** By the way through memory. */
async function whole(bytes: Bytes, fileName: string, { answers, more }: Way): Promise<Results> {
  const opened = await openFile(bytes, { fileName, limits })
  if (!opened.ok) throw new Error(opened.error.code)
  const { choices } = chooser(answers, more)(opened.file)!
  const { rows, omitted, assumptions, pairs } = readPriceList(opened.file, fileName, choices)
  const converted = rows.filter((_, i) => !omitted.has(i))
  return { lines: converted.map((row, i) => `${resultLine(i + 1, row)}\n`).join(''), assumptions, pairs }
}

/** As a stream; undefined where the file is none. */
async function streamed(
  bytes: Bytes,
  fileName: string,
  { chunkBytes, answers, more }: Way,
): Promise<Results | undefined> {
  const sizes = { headBytes: bytes.length, chunkBytes }
  const options = { fileName, limits }
  try {
    const stream = await PriceListStream.open({
      source: sourceOf(bytes),
      options,
      choose: chooser(answers, more),
      sizes,
    })
    runToEnd(stream.survey())
    const list = runToEnd(stream.list())
    // Pieces are overwritten.
    const parts = Array.from(
      stream.again(list, (surveyor) => new ResultWriter(list, surveyor)),
      (part) => part.slice(),
    )
    const { assumptions, pairs } = list.rows
    return { lines: Buffer.concat(parts).toString(), assumptions, pairs }
  } catch (error) {
    if (error instanceof NotPlainError) return undefined
    throw error
  }
}

type Way = { readonly chunkBytes: number; readonly answers: Answers; readonly more: number }

const ways = fc.record({
  chunkBytes: fc.constantFrom(200, 300, 5000),
  more: fc.constantFrom(0, 0, 0, 1, 2),
  answers: fc.constantFrom<Answers>(
    {},
    {},
    { totals: 'omit' },
    { totals: 'keep' },
    { wanted: 'BGN' },
    { wanted: 'EUR' },
  ),
})

describe('SPEED-02 · the results of the way through memory', () => {
  it('SPEED-02 · of lists as programs export them', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(priceLists, ways, async (bytes, way) => {
        const found = await streamed(bytes, 'list.csv', way)
        if (found === undefined) return
        count++
        expect(found).toEqual(await whole(bytes, 'list.csv', way))
      }),
      { numRuns: 600 },
    )
    expect(count).toBeGreaterThan(100)
  })

  it('SPEED-02 · of lists with several price columns', async () => {
    const count = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(severalPriceLists, ways, async (bytes, way) => {
        const found = await streamed(bytes, 'list.csv', way)
        if (found === undefined) return
        count[way.more]!++
        expect(found).toEqual(await whole(bytes, 'list.csv', way))
      }),
      { numRuns: 600 },
    )
    expect(Math.min(...count)).toBeGreaterThan(20)
  })

  it('SPEED-02 · of any delimited text', async () => {
    await fc.assert(
      fc.asyncProperty(rolled(drawDelimitedFile), ways, async ({ bytes, fileName }, way) => {
        const found = await streamed(bytes, fileName, way)
        if (found !== undefined) expect(found).toEqual(await whole(bytes, fileName, way))
      }),
      { numRuns: 400 },
    )
  })
})
