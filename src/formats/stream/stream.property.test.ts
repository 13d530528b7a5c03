import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rolled } from '#test/fuzz/dice.ts'
import { priceLists, sourceOf } from '#test/fuzz/plain-lists.ts'
import { drawDelimitedFile } from '#test/fuzz/text-files.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { PLACEMENTS, type Placement } from '#writeback/plan.ts'
import type { OpenedFile } from '../format.ts'
import { openFile } from '../open-file.ts'
import { type PriceListRows, readPriceList } from '../read-price-list.ts'
import { writeBack } from '../write-back.ts'
import { NotPlainError } from './row-chunks.ts'
import { type SurveyedCell, planForCells } from './streamed-cells.ts'
import { PriceListStream } from './stream-reading.ts'
import type { StreamSizes } from './text-stream.ts'

type Bytes = Uint8Array<ArrayBuffer>

const NO_LIMITS = { bytes: Infinity, rows: Infinity }

function choose(file: OpenedFile) {
  const { certain, columns } = detectColumns(file.table)
  return certain ? { columns, choices: { columns, areNamesRead: false } } : undefined
}

/** What is told of the rows, and the file with new prices. */
const resultOf = (file: OpenedFile, rows: PriceListRows, parts: Iterable<Uint8Array>) => ({
  counts: rows.counts,
  currencies: rows.currencies,
  assumptions: rows.assumptions,
  problems: [...rows.problems].map(([i, problem]) => [rows.lines[i], problem, rows.rows[i]!.price]),
  omitted: rows.omitted.size,
  warnings: file.warnings,
  written: Buffer.concat(Array.from(parts, (part) => Buffer.from(part))).toString('latin1'),
})

/** By the way through memory. */
async function whole(bytes: Bytes, fileName: string, placement: Placement) {
  const opened = await openFile(bytes, { fileName, limits: NO_LIMITS })
  if (!opened.ok) throw new Error(opened.error.code)
  const { columns, choices } = choose(opened.file)!
  const rows = readPriceList(opened.file, fileName, choices)
  const plan = planForReading({ columns, reading: rows, table: rows.table }, placement)
  return resultOf(opened.file, rows, (await writeBack(bytes, opened.file, plan)).parts)
}

/** As a stream, written in one pass or in a second one; the reason as text where the file is none. */
async function streamed(bytes: Bytes, fileName: string, { placement, chunkBytes, isOnePass }: Way) {
  const sizes: StreamSizes = { headBytes: bytes.length, chunkBytes }
  const options = { fileName, limits: NO_LIMITS }
  try {
    const stream = await PriceListStream.open({ source: sourceOf(bytes), options, choose, sizes })
    const planFor = (cells: SurveyedCell) => planForCells(stream.supposed, cells, placement)
    // Pieces are overwritten.
    let parts = Array.from(stream.survey(isOnePass ? planFor : undefined), (part) => part.slice())
    const list = stream.list()
    if (!isOnePass || !stream.isWrittenRight(list)) {
      const again = stream.patched(list, (cells) => planForCells(list.options, cells, placement))
      parts = Array.from(again, (part) => part.slice())
    }
    return resultOf(list.file, list.rows, parts)
  } catch (error) {
    if (error instanceof NotPlainError) return error.message
    throw error
  }
}

type Way = { placement: Placement; chunkBytes: number; isOnePass: boolean }

const ways = fc.record({
  placement: fc.constantFrom(...PLACEMENTS),
  chunkBytes: fc.constantFrom(16, 61, 300, 5000),
  isOnePass: fc.boolean(),
})

/** Its last LF is in a title. */
const twoLines = new TextEncoder().encode(
  `Ценова листа;\rНаименование;"Цена\nв евро"\r${'Хляб;0,01\r'.repeat(2)}Хляб;€ 0,01\rГрупа;\r${'Хляб;€ 0,01\r'.repeat(3)}`,
)

describe('SPEED-02 · the answers and bytes of the way through memory', () => {
  it('SPEED-02 · of lists as programs export them', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(priceLists, ways, async (bytes, way) => {
        const found = await streamed(bytes, 'list.csv', way)
        if (typeof found === 'string') return
        count++
        expect(found).toEqual(await whole(bytes, 'list.csv', way.placement))
      }),
      { numRuns: 600, examples: [[twoLines, { placement: 'after', chunkBytes: 300, isOnePass: false }]] },
    )
    expect(count).toBeGreaterThan(100)
  })

  it('SPEED-02 · of any delimited text', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(rolled(drawDelimitedFile), ways, async (file, way) => {
        const found = await streamed(file.bytes, file.fileName, way)
        if (typeof found === 'string') return
        count++
        expect(found).toEqual(await whole(file.bytes, file.fileName, way.placement))
      }),
      { numRuns: 600 },
    )
    expect(count).toBeGreaterThan(20)
  })
})
