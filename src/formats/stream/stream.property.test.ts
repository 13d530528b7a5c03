import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rolled } from '#test/fuzz/dice.ts'
import { priceLists, severalPriceLists, sourceOf } from '#test/fuzz/plain-lists.ts'
import { drawDelimitedFile } from '#test/fuzz/text-files.ts'
import { LISTED, readListed } from '#test/listed-catalogues.ts'
import { summarizeProblems } from '#pricelist/rows/price-problems.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { PLACEMENTS, type Placement } from '#writeback/plan.ts'
import { totalsWarnings } from '#writeback/total-prices.ts'
import type { Delimiter } from '#table/text-source.ts'
import type { OpenOptions, OpenedFile } from '../format.ts'
import { openFile } from '../open-file.ts'
import { type PriceListChoices, type PriceListRows, readPriceList } from '../read-price-list.ts'
import { writeBack } from '../write-back.ts'
import { NotPlainError } from './row-chunks.ts'
import { runToEnd } from './run-to-end.ts'
import { planForList } from './streamed-cells.ts'
import { PriceListStream } from './stream-reading.ts'
import type { StreamSizes } from './text-stream.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A short file in windows-1251 is no stream unless its encoding is given. A short head does not tell the delimiter. */
const optionsFor = (bytes: Bytes, fileName: string, way: Way): OpenOptions => ({
  fileName,
  limits: { bytes: Infinity, rows: Infinity },
  ...((way.isEncodingKnown || way.headShare < 1) && { encoding: isUtf8(bytes) ? 'utf-8' : 'windows-1251' }),
  ...(way.headShare < 1 && { delimiter: usualDelimiter(bytes) }),
})

const usualDelimiter = (bytes: Bytes): Delimiter =>
  (['\t', ';', '|'] as const).find((one) => bytes.includes(one.charCodeAt(0))) ?? ','

/** About rows that may be totals, and the currency that prices are to have. */
type Answers = Pick<PriceListChoices, 'totals' | 'areTotalsDetected' | 'wanted'>

/** @param more how many further price columns are chosen */
const chooser = (answers: Answers, more: number) => (file: OpenedFile) => {
  const { certain, columns: found, all } = detectColumns(file.table)
  if (!certain && more === 0) return undefined
  const further = all.flatMap(({ index, isPriced }) => (isPriced && index !== found.price ? [index] : []))
  const columns = { ...found, morePrices: further.slice(0, more) }
  return { columns, choices: { columns, areNamesRead: false, ...answers } }
}

/** How many rows there are for each reason not to convert them, and the first. */
function reasonsOf({ lines, nth, problems, omitted, unlisted }: PriceListRows) {
  const found = new Map<string, { count: number; first: number[] }>()
  for (const [i, problem] of problems) {
    const key = `${nth[i]!} ${problem}`
    const one = found.get(key) ?? { count: unlisted?.problems[nth[i]!]!.get(problem) ?? 0, first: [] }
    found.set(key, { count: one.count + 1, first: [...one.first, lines[i]!].slice(0, 5) })
  }
  const linesOf = <Reason>(reasons: ReadonlyMap<number, Reason>, isOne: (reason: Reason) => boolean) => [
    ...new Set([...reasons].flatMap(([i, reason]) => (isOne(reason) ? [lines[i]!] : []))),
  ]
  const wanted = linesOf(omitted, (one) => one === 'wanted-currency')
  const withoutPrice = linesOf(problems, (one) => one === 'no-price')
  const invalid = linesOf(problems, (one) => one !== 'no-price')
  return {
    problems: Object.fromEntries(found),
    totals: [...omitted]
      .flatMap(([i, one]) => (one === 'total' ? [`${lines[i]!} ${nth[i]!}`] : []))
      .toSorted(),
    wanted: wanted.slice(0, 5),
    lines: unlisted?.lines ?? {
      withoutPrice: withoutPrice.length,
      invalid: invalid.length,
      wanted: wanted.length,
    },
  }
}

/** What is told of the rows, and the file with new prices. */
const resultOf = (file: OpenedFile, rows: PriceListRows, parts: Iterable<Uint8Array>) => ({
  counts: rows.counts,
  currencies: rows.currencies,
  assumptions: rows.assumptions,
  problems: summarizeProblems(rows),
  pairs: rows.pairs,
  reasons: reasonsOf(rows),
  warnings: file.warnings,
  // Without a price no file is written.
  written:
    rows.counts.validRows > 0 &&
    Buffer.concat(Array.from(parts, (part) => Buffer.from(part))).toString('latin1'),
})

/** By the way through memory. */
async function whole(bytes: Bytes, fileName: string, way: Way) {
  const { placement, answers, more } = way
  const opened = await openFile(bytes, optionsFor(bytes, fileName, way))
  if (!opened.ok) throw new Error(opened.error.code)
  const { columns, choices } = chooser(answers, more)(opened.file)!
  const rows = readPriceList(opened.file, fileName, choices)
  const plan = planForReading({ columns, reading: rows, table: rows.table }, placement)
  return {
    ...resultOf(opened.file, rows, (await writeBack(bytes, opened.file, plan)).parts),
    told: totalsWarnings(plan, rows),
  }
}

/** As a stream, written in one pass or in a second one; the reason as text where the file is none. */
async function streamed(bytes: Bytes, fileName: string, way: Way) {
  const { placement, answers, more, chunkBytes, isOnePass } = way
  const sizes: StreamSizes = { headBytes: Math.ceil(bytes.length * way.headShare), chunkBytes }
  const options = optionsFor(bytes, fileName, way)
  try {
    const stream = await PriceListStream.open({
      source: sourceOf(bytes),
      options,
      choose: chooser(answers, more),
      sizes,
    })
    // Pieces are overwritten.
    let parts = Array.from(stream.survey(isOnePass ? placement : undefined), (part) => part.slice())
    const list = runToEnd(stream.list())
    if (!isOnePass || !stream.isWrittenRight(list)) {
      parts = Array.from(stream.patched(list, placement), (part) => part.slice())
    }
    const plan = planForList(list, placement)
    return { ...resultOf(list.file, list.rows, parts), told: totalsWarnings(plan, list.rows) }
  } catch (error) {
    if (error instanceof NotPlainError) return error.message
    throw error
  }
}

type Way = {
  placement: Placement
  answers: Answers
  more: number
  chunkBytes: number
  isOnePass: boolean
  isEncodingKnown: boolean
  /** The part of the file that its head is. */
  headShare: number
}

const ways = fc.record({
  placement: fc.constantFrom(...PLACEMENTS),
  answers: fc
    .tuple(
      fc.constantFrom<Answers>({}, {}, { totals: 'omit' }, { totals: 'keep' }, { areTotalsDetected: false }),
      fc.constantFrom<Answers>({}, {}, { wanted: 'BGN' }, { wanted: 'EUR' }),
    )
    .map(([totals, wanted]) => ({ ...totals, ...wanted })),
  more: fc.constantFrom(0, 0, 0, 1, 2),
  chunkBytes: fc.constantFrom(16, 61, 300, 5000),
  isOnePass: fc.boolean(),
  isEncodingKnown: fc.boolean(),
  headShare: fc.constantFrom(1, 1, 0.5, 0.3),
})

/** Its last LF is in a title. */
const twoLines = new TextEncoder().encode(
  `Ценова листа;\rНаименование;"Цена\nв евро"\r${'Хляб;0,01\r'.repeat(2)}Хляб;€ 0,01\rГрупа;\r${'Хляб;€ 0,01\r'.repeat(3)}`,
)

/** The last of many products without a price begins the group of a total. */
const manyUnpriced = new TextEncoder().encode(
  `№;Стока;Цена, лв.;Брой\n${'7;Хляб;;1\n'.repeat(12)}1;Сол;1,00;1\n2;Мед;2,00;1\n3;Боб;;1\n4;Чай;3,00;1\n5;Кафе;4,00;1\n;Общо;7,00;\n`,
)

const plainWay: Way = {
  placement: 'after',
  answers: {},
  more: 0,
  chunkBytes: 300,
  isOnePass: false,
  isEncodingKnown: false,
  headShare: 1,
}

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
        examples: [twoLines, manyUnpriced].map((bytes) => [bytes, plainWay]),
      },
    )
    expect(count).toBeGreaterThan(100)
  })

  it('SPEED-02 · of lists with several price columns', async () => {
    const count = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(severalPriceLists, ways, async (bytes, way) => {
        const found = await streamed(bytes, 'list.csv', way)
        if (typeof found === 'string') return
        count[way.more]!++
        expect(found).toEqual(await whole(bytes, 'list.csv', way))
      }),
      { numRuns: 1000 },
    )
    expect(Math.min(...count)).toBeGreaterThan(50)
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

  it.each(LISTED.filter(({ format }) => format === 'csv').map(({ file }) => file))(
    'SPEED-02 · of %s',
    async (file) => {
      const bytes = readListed(file)
      for (const [more, placement] of PLACEMENTS.entries()) {
        const way = { ...plainWay, placement, more, chunkBytes: 5000, isOnePass: true, isEncodingKnown: true }
        const found = await streamed(bytes, file, way)
        if (typeof found !== 'string') expect(found).toEqual(await whole(bytes, file, way))
      }
    },
  )
})
