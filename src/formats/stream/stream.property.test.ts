import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rolled } from '#test/fuzz/dice.ts'
import { priceLists, sourceOf } from '#test/fuzz/plain-lists.ts'
import { drawDelimitedFile } from '#test/fuzz/text-files.ts'
import { summarizeProblems } from '#pricelist/rows/price-problems.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { PLACEMENTS, type Placement } from '#writeback/plan.ts'
import { totalsWarnings } from '#writeback/total-prices.ts'
import type { OpenedFile } from '../format.ts'
import { openFile } from '../open-file.ts'
import { type PriceListChoices, type PriceListRows, readPriceList } from '../read-price-list.ts'
import { writeBack } from '../write-back.ts'
import { NotPlainError } from './row-chunks.ts'
import { runToEnd } from './run-to-end.ts'
import { StreamedCells, planForCells } from './streamed-cells.ts'
import { PriceListStream } from './stream-reading.ts'
import type { StreamSizes } from './text-stream.ts'

type Bytes = Uint8Array<ArrayBuffer>

const NO_LIMITS = { bytes: Infinity, rows: Infinity }

/** About rows that may be totals, and the currency that prices are to have. */
type Answers = Pick<PriceListChoices, 'totals' | 'areTotalsDetected' | 'wanted'>

const chooser = (answers: Answers) => (file: OpenedFile) => {
  const { certain, columns } = detectColumns(file.table)
  return certain ? { columns, choices: { columns, areNamesRead: false, ...answers } } : undefined
}

/** How many rows there are for each reason not to convert them, and the first. */
function reasonsOf({ lines, problems, omitted, unlisted }: PriceListRows) {
  const found = new Map<string, { count: number; first: number[] }>()
  const more = new Map<string, number>([...(unlisted?.problems ?? []), ...(unlisted?.omitted ?? [])])
  for (const [i, reason] of [...problems, ...omitted]) {
    const one = found.get(reason) ?? { count: more.get(reason) ?? 0, first: [] }
    found.set(reason, { count: one.count + 1, first: [...one.first, lines[i]!] })
  }
  for (const one of found.values()) one.first = one.first.toSorted((a, b) => a - b).slice(0, 5)
  return found
}

/** What is told of the rows, and the file with new prices. */
const resultOf = (file: OpenedFile, rows: PriceListRows, parts: Iterable<Uint8Array>) => ({
  counts: rows.counts,
  currencies: rows.currencies,
  assumptions: rows.assumptions,
  problems: summarizeProblems(rows),
  reasons: Object.fromEntries(reasonsOf(rows)),
  warnings: file.warnings,
  // Without a price no file is written.
  written:
    rows.counts.validRows > 0 &&
    Buffer.concat(Array.from(parts, (part) => Buffer.from(part))).toString('latin1'),
})

/** By the way through memory. */
async function whole(bytes: Bytes, fileName: string, { placement, answers }: Way) {
  const opened = await openFile(bytes, { fileName, limits: NO_LIMITS })
  if (!opened.ok) throw new Error(opened.error.code)
  const { columns, choices } = chooser(answers)(opened.file)!
  const rows = readPriceList(opened.file, fileName, choices)
  const plan = planForReading({ columns, reading: rows, table: rows.table }, placement)
  return {
    ...resultOf(opened.file, rows, (await writeBack(bytes, opened.file, plan)).parts),
    told: totalsWarnings(plan, rows),
  }
}

/** As a stream, written in one pass or in a second one; the reason as text where the file is none. */
async function streamed(bytes: Bytes, fileName: string, { placement, answers, chunkBytes, isOnePass }: Way) {
  const sizes: StreamSizes = { headBytes: bytes.length, chunkBytes }
  const options = { fileName, limits: NO_LIMITS }
  try {
    const stream = await PriceListStream.open({
      source: sourceOf(bytes),
      options,
      choose: chooser(answers),
      sizes,
    })
    // Pieces are overwritten.
    let parts = Array.from(stream.survey(isOnePass ? placement : undefined), (part) => part.slice())
    const list = runToEnd(stream.list())
    if (!isOnePass || !stream.isWrittenRight(list)) {
      parts = Array.from(stream.patched(list, placement), (part) => part.slice())
    }
    const plan = planForCells(list.options, new StreamedCells(list, placement))
    return { ...resultOf(list.file, list.rows, parts), told: totalsWarnings(plan, list.rows) }
  } catch (error) {
    if (error instanceof NotPlainError) return error.message
    throw error
  }
}

type Way = { placement: Placement; answers: Answers; chunkBytes: number; isOnePass: boolean }

const ways = fc.record({
  placement: fc.constantFrom(...PLACEMENTS),
  answers: fc
    .tuple(
      fc.constantFrom<Answers>({}, {}, { totals: 'omit' }, { totals: 'keep' }, { areTotalsDetected: false }),
      fc.constantFrom<Answers>({}, {}, { wanted: 'BGN' }, { wanted: 'EUR' }),
    )
    .map(([totals, wanted]) => ({ ...totals, ...wanted })),
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
        expect(found).toEqual(await whole(bytes, 'list.csv', way))
      }),
      {
        numRuns: 600,
        examples: [[twoLines, { placement: 'after', answers: {}, chunkBytes: 300, isOnePass: false }]],
      },
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
        expect(found).toEqual(await whole(file.bytes, file.fileName, way))
      }),
      { numRuns: 600 },
    )
    expect(count).toBeGreaterThan(20)
  })
})
