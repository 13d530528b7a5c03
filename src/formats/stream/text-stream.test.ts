import { expect, it } from 'vitest'
import { sourceOf } from '#test/fuzz/plain-lists.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { OpenedFile } from '../format.ts'
import { openFile } from '../open-file.ts'
import { runToEnd } from './run-to-end.ts'
import { PriceListStream } from './stream-reading.ts'
import { TextStream } from './text-stream.ts'

const KB = 1024
const OPTIONS = { fileName: 'x.csv', limits: { bytes: Infinity, rows: Infinity } }

/** A list of about 300 kB of rows with these names. */
function listOf(nameOf: (row: number) => string): Uint8Array<ArrayBuffer> {
  const lines = ['Code;Name;Price']
  for (let [row, letters] = [1, 0]; letters < 300 * KB; row++) {
    const line = `${row};${nameOf(row)};${row % 90},${10 + (row % 90)}`
    letters += new TextEncoder().encode(line).length + 1
    lines.push(line)
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

it.each<readonly [string, (row: number) => string, number]>([
  ['half of them', (row) => `Стока ${row}`, 128],
  ['all where the first ones have few letters', () => 'ა'.repeat(400), 256],
  ['all where letters that tell an encoding come late', (row) => `Item ${row}${row > 4500 ? 'я' : ''}`, 256],
])('SPEED-01 · of the first 256 kB, %s tell how the rows are read', async (_, nameOf, kilobytes) => {
  const bytes = listOf(nameOf)
  const { head } = await TextStream.open({ source: sourceOf(bytes), options: OPTIONS })
  const until = new TextDecoder().decode(bytes.subarray(0, kilobytes * KB))
  expect(head.table.length).toBe(until.split('\n').length - 1)
})

it('SPEED-01 · rows of the head, of its end and after it are those of the whole file', async () => {
  // Its first 128 kB end within a name of several lines.
  const bytes = listOf((row) => (row % 7 === 3 ? `"Хляб\n""${'бял\n'.repeat(row % 50)}"` : `Стока ${row}`))
  const choose = (file: OpenedFile) => {
    const { columns } = detectColumns(file.table)
    return { columns, choices: { columns } }
  }
  const stream = await PriceListStream.open({ source: sourceOf(bytes), options: OPTIONS, choose })
  runToEnd(stream.survey())
  const { file } = runToEnd(stream.list())
  const whole = await openFile(bytes, OPTIONS)
  expect(whole.ok && [...file.table]).toEqual(whole.ok && [...whole.file.table])
})
