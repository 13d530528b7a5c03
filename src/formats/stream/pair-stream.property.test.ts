import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairLists, sourceOf } from '#test/fuzz/plain-lists.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { type CheckChoices, checkPairs } from '#pricelist/pairs/check-pairs.ts'
import { findPairColumns } from '#pricelist/pairs/pair-columns.ts'
import { PAIR_DIRECTIONS, type PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { OpenedFile } from '../format.ts'
import { openFile } from '../open-file.ts'
import { readFilePairs } from '../read-price-list.ts'
import { PairStream } from './pair-stream.ts'
import { NotPlainError } from './row-chunks.ts'
import { runToEnd } from './run-to-end.ts'

type Bytes = Uint8Array<ArrayBuffer>

const options = { fileName: 'list.csv', limits: { bytes: Infinity, rows: Infinity } }

function choose({ table }: OpenedFile): CheckChoices {
  const detection = detectColumns(table)
  return {
    columns: detection.columns,
    pairs: findPairColumns(table, detection).pairs,
    areNamed: false,
  }
}

async function whole(bytes: Bytes, direction: PairDirection) {
  const opened = await openFile(bytes, options)
  if (!opened.ok) throw new Error(opened.error.code)
  const { file } = opened
  const reading = readFilePairs(file, file.table, choose(file))
  const checked = reading.pairs.map(({ row, pair }) => `${row} ${pair}`).toSorted()
  const { summary, mismatches, missing } = checkPairs(reading, direction)
  return { warnings: file.warnings, summary, checked, mismatches, missing }
}

/** As a stream, with the pairs told while they are checked or in a second pass; undefined where the file is none. */
async function streamed(bytes: Bytes, direction: PairDirection, chunkBytes: number, isKept: boolean) {
  try {
    const sizes = { headBytes: bytes.length, chunkBytes }
    const stream = await PairStream.open({ source: sourceOf(bytes), options, sizes })
    const checked: string[] = []
    const onPair = (line: number, pair: number) => void checked.push(`${line} ${pair}`)
    const list = runToEnd(stream.check({ direction, choose }))
    // Where the head has supposed other choices, its pairs are told too.
    runToEnd(stream.check({ direction, choose: () => list.choices, onPair }))
    const found = [...stream.pairs(isKept ? list : { ...list, kept: undefined })]
    return {
      warnings: list.file.warnings,
      summary: list.summary,
      checked: checked.toSorted(),
      mismatches: found.flatMap(({ mismatches }) => mismatches),
      missing: found.flatMap(({ missing }) => missing),
    }
  } catch (error) {
    if (error instanceof NotPlainError) return undefined
    throw error
  }
}

describe('SPEED-02 · the check of the way through memory', () => {
  it('SPEED-02 · of lists with pairs of prices', async () => {
    let count = 0
    const sizes = fc.constantFrom(16, 61, 300, 5000)
    const directions = fc.constantFrom(...PAIR_DIRECTIONS)
    await fc.assert(
      fc.asyncProperty(pairLists, directions, sizes, fc.boolean(), async (bytes, direction, size, isKept) => {
        const found = await streamed(bytes, direction, size, isKept)
        if (found === undefined) return
        count++
        expect(found).toEqual(await whole(bytes, direction))
      }),
      { numRuns: 600 },
    )
    expect(count).toBeGreaterThan(100)
  })
})
