import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rolled } from '#test/fuzz/dice.ts'
import { priceLists, sourceOf } from '#test/fuzz/plain-lists.ts'
import { drawDelimitedFile } from '#test/fuzz/text-files.ts'
import type { OpenedFile } from '#formats/format.ts'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { NotPlainError } from '#formats/stream/row-chunks.ts'
import { doAll } from '#formats/stream/steps.ts'
import { PriceListStream } from '#formats/stream/stream-reading.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { ResultWriter, resultLine } from './result-writer.ts'

type Bytes = Uint8Array<ArrayBuffer>

const limits = { bytes: Infinity, rows: Infinity }

function choose(file: OpenedFile) {
  const { certain, columns } = detectColumns(file.table)
  return certain ? { columns, choices: { columns } } : undefined
}

/** By the way through memory. */
async function whole(bytes: Bytes, fileName: string): Promise<string> {
  const opened = await openFile(bytes, { fileName, limits })
  if (!opened.ok) throw new Error(opened.error.code)
  const { rows, omitted } = readPriceList(opened.file, fileName, choose(opened.file)!.choices)
  const converted = rows.filter((_, i) => !omitted.has(i))
  return converted.map((row, i) => `${resultLine(i + 1, row)}\n`).join('')
}

/** As a stream; undefined where the file is none. */
async function streamed(bytes: Bytes, fileName: string, chunkBytes: number): Promise<string | undefined> {
  const sizes = { headBytes: bytes.length, chunkBytes }
  const options = { fileName, limits }
  try {
    const stream = await PriceListStream.open({ source: sourceOf(bytes), options, choose, sizes })
    doAll(stream.survey())
    const list = doAll(stream.list())
    // Pieces are overwritten.
    const parts = Array.from(
      stream.again(list, (surveyor) => new ResultWriter(list, surveyor)),
      (part) => part.slice(),
    )
    return Buffer.concat(parts).toString()
  } catch (error) {
    if (error instanceof NotPlainError) return undefined
    throw error
  }
}

const sizes = fc.constantFrom(200, 300, 5000)

describe('SPEED-02 · the results of the way through memory', () => {
  it('SPEED-02 · of lists as programs export them', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(priceLists, sizes, async (bytes, size) => {
        const found = await streamed(bytes, 'list.csv', size)
        if (found === undefined) return
        count++
        expect(found).toEqual(await whole(bytes, 'list.csv'))
      }),
      { numRuns: 600 },
    )
    expect(count).toBeGreaterThan(100)
  })

  it('SPEED-02 · of any delimited text', async () => {
    await fc.assert(
      fc.asyncProperty(rolled(drawDelimitedFile), sizes, async ({ bytes, fileName }, size) => {
        const found = await streamed(bytes, fileName, size)
        if (found !== undefined) expect(found).toEqual(await whole(bytes, fileName))
      }),
      { numRuns: 400 },
    )
  })
})
