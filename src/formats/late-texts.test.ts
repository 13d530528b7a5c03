import { describe, expect, it } from 'vitest'
import { write, utils } from '@e965/xlsx'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { sourceOf } from '#test/fuzz/plain-lists.ts'
import type { OpenedFile } from './format.ts'
import { openFile } from './open-file.ts'
import { readPriceList } from './read-price-list.ts'
import { runToEnd } from './stream/run-to-end.ts'
import { PriceListStream } from './stream/stream-reading.ts'

/** Far more rows than are sampled. */
const ROWS = 9000

const TITLES = ['Код', 'Име', 'Цена', 'Валута', 'Мярка']

type Row = readonly string[]

/** Rows whose currency and unit are blank, and a last one. */
const rowsWith = (last: Row, blank: string): Row[] => [
  ...Array.from({ length: ROWS }, (_, i) => [`${i}`, `Стока номер ${i}`, `${300 + (i % 90)}`, blank, blank]),
  last,
]

const encode = (text: string) => new TextEncoder().encode(text)

/** The forms of a list, by file name. Of the first CSV all rows can be read one after the other; names of the second have two lines. */
const FORMS: readonly (readonly [string, (rows: readonly Row[]) => Uint8Array<ArrayBuffer>])[] = [
  ['rows.csv', (rows) => encode([TITLES, ...rows].map((row) => row.join(';')).join('\n'))],
  [
    'lines.csv',
    (rows) =>
      encode(
        [TITLES, ...rows.map((row) => row.with(1, `"${row[1]}\nнов"`))]
          .map((row) => row.join(';'))
          .join('\n'),
      ),
  ],
  [
    'list.json',
    (rows) =>
      encode(JSON.stringify(rows.map((row) => Object.fromEntries(row.map((cell, c) => [TITLES[c], cell]))))),
  ],
  [
    'list.xml',
    (rows) => {
      const element = (cell: string, c: number) => `<${TITLES[c]}>${cell}</${TITLES[c]}>`
      return encode(
        `<list>${rows.map((row) => `<product>${row.map(element).join('')}</product>`).join('')}</list>`,
      )
    },
  ],
  [
    'list.xlsx',
    (rows) => {
      const sheet = utils.aoa_to_sheet([TITLES, ...rows.map((row) => row.map((cell) => cell || null))])
      const file: ArrayBuffer = write(
        { SheetNames: ['Цени'], Sheets: { Цени: sheet } },
        { type: 'array', bookType: 'xlsx' },
      )
      return new Uint8Array(file)
    },
  ],
]

const optionsFor = (fileName: string) => ({ fileName, limits: { bytes: Infinity, rows: Infinity } })

/** The currencies that prices are read in, and what is asked of the columns. */
const readingOf = (file: OpenedFile, fileName: string) => {
  const { columns, question } = detectColumns(file.table)
  return { question, currencies: readPriceList(file, fileName, { columns }).currencies }
}

async function read(fileName: string, bytes: Uint8Array<ArrayBuffer>) {
  const opened = await openFile(bytes, optionsFor(fileName))
  if (!opened.ok) throw new Error(opened.error.code)
  return readingOf(opened.file, fileName)
}

async function readAsStream(fileName: string, bytes: Uint8Array<ArrayBuffer>) {
  const choose = (file: OpenedFile) => {
    const { columns, certain } = detectColumns(file.table)
    return certain ? { columns, choices: { columns } } : undefined
  }
  const stream = await PriceListStream.open({
    source: sourceOf(bytes),
    options: optionsFor(fileName),
    choose,
  })
  runToEnd(stream.survey())
  const { file, rows } = runToEnd(stream.list())
  return { ...readingOf(file, fileName), currencies: rows.currencies }
}

describe.each(FORMS)('BULK-05 · %s, whose column is blank until the last of many rows', (fileName, make) => {
  it.each(['', ' ', '\u00a0'])('BULK-05 · has that price in its own currency, after %j', async (blank) => {
    const bytes = make(rowsWith(['x', 'Хляб', '350', 'EUR', blank], blank))
    const expected = { question: null, currencies: { BGN: ROWS, EUR: 1 } }
    expect(await read(fileName, bytes)).toMatchObject(expected)
    if (fileName === 'rows.csv') expect(await readAsStream(fileName, bytes)).toMatchObject(expected)
  })

  it('BULK-05 · says of one in stotinki that the prices may be', async () => {
    expect((await read(fileName, make(rowsWith(['x', 'Хляб', '350', 'ст.', ''], '')))).question).toBe(
      'hundredths',
    )
    const unit = make(rowsWith(['x', 'Хляб', '350', '', 'ст.'], ''))
    expect((await read(fileName, unit)).question).toBe('other-money')
  })

  it('BULK-05 · has all prices in lev where it is blank to the end', async () => {
    const bytes = make(rowsWith(['x', 'Хляб', '350', '', ''], ''))
    expect(await read(fileName, bytes)).toMatchObject({ currencies: { BGN: ROWS + 1, EUR: 0 } })
  })
})
