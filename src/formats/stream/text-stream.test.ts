import { describe, expect, it } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { sourceOf } from '#test/fuzz/plain-lists.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { distinctTexts } from '#table/table.ts'
import type { OpenedFile } from '../format.ts'
import { openFile } from '../open-file.ts'
import { NotPlainError } from './row-chunks.ts'
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

describe('SPEED-01 · the different texts of a column of units', () => {
  const chosen = (file: OpenedFile) => {
    const { columns } = detectColumns(file.table)
    return { columns, choices: { columns } }
  }

  async function streamOf(rows: readonly string[]) {
    const bytes = encode(`Код;Име;Мярка;Цена лв.\n${rows.join('\n')}\n`, 'utf-8')
    const source = sourceOf(bytes)
    let read = 0
    const counted = {
      ...source,
      read: (target: Uint8Array, position: number) => {
        read += target.length
        return source.read(target, position)
      },
    }
    const stream = await PriceListStream.open({ source: counted, options: OPTIONS, choose: chosen })
    runToEnd(stream.survey())
    const { file } = runToEnd(stream.list())
    const whole = await openFile(bytes, OPTIONS)
    if (!whole.ok) throw new Error('the list cannot be read')
    return { file, whole: whole.file, share: read / bytes.length }
  }

  const rowsWith = (count: number, unitOf: (row: number) => string) =>
    Array.from({ length: count }, (_, i) => `${i};Стока номер ${i};${unitOf(i)};${i % 90},10`)

  it.each<readonly [string, (row: number) => string, string[]]>([
    ['few', (i) => ['бр.', 'кг', '', ' '][i % 4]!, ['бр.', 'кг']],
    ['in quotes', (i) => ['"3"" тръба"', '"бр;"'][i % 2]!, ['3" тръба', 'бр;']],
    ['one in the last row', (i) => (i === 39_999 ? 'м' : 'кг'), ['кг', 'м']],
    ['with the same ends', (i) => ['кг', 'км', 'кг '][i % 3]!, ['кг', 'км', 'кг ']],
  ])('SPEED-01 · %s, are collected in passing', async (_, unitOf, texts) => {
    const { file, whole, share } = await streamOf(rowsWith(40_000, unitOf))
    expect(distinctTexts(file.table, 2, 1)).toEqual(texts)
    expect(distinctTexts(whole.table, 2, 1)).toEqual(texts)
    // Each row once, and the samples.
    expect(share).toBeLessThan(1.5)
  })

  it('SPEED-01 · too many to be kept, are read again in large parts', async () => {
    const { file, whole, share } = await streamOf(rowsWith(12_000, (i) => `оп. ${i}`))
    const texts = distinctTexts(file.table, 2, 1)
    expect(texts).toHaveLength(12_000)
    expect(texts).toEqual(distinctTexts(whole.table, 2, 1))
    expect(share).toBeLessThan(8)
  })

  it('SPEED-01 · from another row on, are read again', async () => {
    const { file } = await streamOf(rowsWith(12_000, (i) => (i === 0 ? 'бр.' : 'кг')))
    expect(distinctTexts(file.table, 2, 1)).toEqual(['бр.', 'кг'])
    expect(distinctTexts(file.table, 2, 2)).toEqual(['кг'])
    expect(distinctTexts(file.table, 2, 0)).toEqual(['Мярка', 'бр.', 'кг'])
  })
})

/** Rows of about 150 kB without a letter beyond ASCII. */
const asciiRows = (): string =>
  Array.from({ length: 6000 }, (_, i) => `${i};Steel pipe no ${i};${i % 90},10\n`).join('')

it.each([
  ['words that come after signs', `1;Tile m\xb2;2,50\n`, 'windows-1251', 'windows-1251'],
  ['UTF-8 after one damaged byte', `1;Tile \xb9;2,50\n`, 'utf-8', 'utf-8'],
] as const)(
  'SPEED-02 · an encoding is not told by a head without words: %s',
  async (_, row, rest, encoding) => {
    const head = Buffer.from(`No;Name;Price\n${row}${asciiRows()}`, 'latin1')
    const late = encode('1;Мляко прясно;2,50\n'.repeat(20_000), rest)
    const bytes = new Uint8Array(Buffer.concat([head, late]))
    const whole = await openFile(bytes, OPTIONS)
    expect(whole).toMatchObject({ file: { encoding } })
    await expect(TextStream.open({ source: sourceOf(bytes), options: OPTIONS })).rejects.toThrow(
      NotPlainError,
    )
  },
)

it('SPEED-02 · a list whose head alone is in a single-byte encoding is no stream', async () => {
  const head = Buffer.from(`No;Name;Price\n1;Caf\xe9 cr\xe8me;2,50\n${asciiRows()}`, 'latin1')
  const late = encode('1;Мляко прясно;2,50\n'.repeat(40_000), 'utf-8')
  const bytes = new Uint8Array(Buffer.concat([head, late]))
  expect(await openFile(bytes, OPTIONS)).toMatchObject({ file: { encoding: 'utf-8' } })
  const choose = (file: OpenedFile) => {
    const { columns } = detectColumns(file.table)
    return { columns, choices: { columns } }
  }
  const stream = await PriceListStream.open({ source: sourceOf(bytes), options: OPTIONS, choose })
  expect(() => runToEnd(stream.survey())).toThrow(NotPlainError)
})

it('READ-05 SPEED-02 · a group is not missed among more names of rows without a price than are kept', () => {
  const rows = ['Хляб', 'Хляб.', ...Array.from({ length: 100_500 }, (_, i) => `Стока ${i}`), 'Група Я']
  const list = `Име;Цена;Промо\n${rows.map((name) => `${name};1,00;\n`).join('')}Мед;1,00;2,00\nЧай;1,00;3,00\nОбщо Група Я;9,00;7,00\n`
  const bytes = encode(list, 'utf-8')
  const choose = (file: OpenedFile) => {
    const { columns: found } = detectColumns(file.table)
    const columns = { ...found, price: 2, morePrices: [] }
    return { columns, choices: { columns } }
  }
  const survey = async () => {
    const stream = await PriceListStream.open({ source: sourceOf(bytes), options: OPTIONS, choose })
    runToEnd(stream.survey())
    return runToEnd(stream.list())
  }
  return expect(survey()).rejects.toThrow('many names of rows without a price')
})
