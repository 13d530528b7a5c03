import { describe, expect, it } from 'vitest'
import { write, utils } from '@e965/xlsx'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { sourceOf } from '#test/fuzz/plain-lists.ts'
import type { OpenedFile } from './format.ts'
import { openFile } from './open-file.ts'
import { readPriceList } from './read-price-list.ts'
import { NotPlainError } from './stream/row-chunks.ts'
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

/** A list with these titles. */
type Make = (rows: readonly Row[], titles?: Row) => Uint8Array<ArrayBuffer>

/** The forms of a list, by file name. Of the first CSV all rows can be read one after the other; names of the second have two lines. */
const FORMS: readonly (readonly [string, Make])[] = [
  ['rows.csv', (rows, titles = TITLES) => encode([titles, ...rows].map((row) => row.join(';')).join('\n'))],
  [
    'lines.csv',
    (rows, titles = TITLES) =>
      encode(
        [titles, ...rows.map((row) => row.with(1, `"${row[1]}\nнов"`))]
          .map((row) => row.join(';'))
          .join('\n'),
      ),
  ],
  [
    'list.json',
    (rows, titles = TITLES) =>
      encode(JSON.stringify(rows.map((row) => Object.fromEntries(row.map((cell, c) => [titles[c], cell]))))),
  ],
  [
    'list.xml',
    (rows, titles = TITLES) => {
      const element = (cell: string, c: number) => `<${titles[c]}>${cell}</${titles[c]}>`
      return encode(
        `<list>${rows.map((row) => `<product>${row.map(element).join('')}</product>`).join('')}</list>`,
      )
    },
  ],
  [
    'list.xlsx',
    (rows, titles = TITLES) => {
      const sheet = utils.aoa_to_sheet([[...titles], ...rows.map((row) => row.map((cell) => cell || null))])
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
  const { currencies, assumptions } = readPriceList(file, fileName, { columns })
  const conflict = assumptions.find(({ what }) => what === 'currency-conflict')
  return { question, currencies, conflict }
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

/** A stream whose question cannot be answered yet is read whole. */
async function expectSameAsStream(bytes: Uint8Array<ArrayBuffer>, whole: Awaited<ReturnType<typeof read>>) {
  const streamed = readAsStream('rows.csv', bytes)
  if (whole.question === null) expect(await streamed).toEqual(whole)
  else await expect(streamed).rejects.toThrow(NotPlainError)
}

/** A list whose usual rows have one text in its last column, and the last row another. */
const listOf = (make: Make, titles: Row, usual: string, last: string) =>
  make(
    [
      ...Array.from({ length: ROWS }, (_, i) => [`${i}`, `Стока номер ${i}`, `${300 + (i % 90)}`, usual]),
      ['x', 'Хляб', '350', last],
    ],
    titles,
  )

describe.each(FORMS)('BULK-05 · %s, whose last of many rows alone says something', (fileName, make) => {
  const readingOfList = async (title: string, further: string, usual: string, last: string) => {
    const bytes = listOf(make, ['Код', 'Име', title, further], usual, last)
    const whole = await read(fileName, bytes)
    if (fileName === 'rows.csv') await expectSameAsStream(bytes, whole)
    return whole
  }
  const contradiction = (taken: string, currency: string) => ({
    conflict: { taken, stated: { currency }, asked: true },
  })

  it.each(['', '-', 'нов'])(
    'READ-04 · asks about a currency that contradicts the title, after %j',
    async (usual) => {
      expect(await readingOfList('Цена_BGN', 'Валута', usual, 'EUR')).toMatchObject(
        contradiction('EUR', 'BGN'),
      )
      expect(await readingOfList('Цена_EUR', 'Валута', usual, 'лв.')).toMatchObject(
        contradiction('BGN', 'EUR'),
      )
    },
  )

  it('READ-04 · takes each price in the currency of its row where these are two', async () => {
    const reading = await readingOfList('Цена_BGN', 'Валута', 'лв.', 'EUR')
    expect(reading).toMatchObject({ question: null, currencies: { BGN: ROWS, EUR: 1 }, conflict: undefined })
  })

  it('READ-04 · asks about two currencies of units', async () => {
    expect(await readingOfList('Цена', 'Мярка', 'лв./бр.', '€/бр.')).toMatchObject(
      contradiction('BGN', 'EUR'),
    )
  })

  it.each([
    ['Мярка', 'бр.', '€/бр.'],
    ['Забележка', '', 'цена в евро'],
    ['Забележка', 'нов', 'EUR'],
  ])('READ-04 · asks about a part in another currency, by %s', async (title, usual, text) => {
    const stated = { where: 'between', text, currency: 'EUR' }
    const reading = await readingOfList('Цена', title, usual, text)
    expect(reading).toMatchObject({ question: null, conflict: { taken: 'BGN', stated, asked: true } })
  })

  it('READ-02 · asks about a second price', async () => {
    expect(await readingOfList('Цена', 'Нова_цена', '', '400')).toMatchObject({ question: 'equal-prices' })
  })

  it.each(['', '-', '0'])(
    'BULK-05 · asks about stotinki in a column of their own, after %j',
    async (usual) => {
      expect(await readingOfList('Цена', 'Стотинки', usual, '50')).toMatchObject({ question: 'other-money' })
      expect(await readingOfList('Цена', 'Стотинки', usual, usual)).toMatchObject({ question: null })
    },
  )
})
