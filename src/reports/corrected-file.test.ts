import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { checked, corrected } from '#test/checked-file.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { handWrittenBook, sheetXml, stringsXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { decimals, plantedPairs } from '#test/planted-pairs.ts'
import { zipRecords } from '#test/zip-records.ts'
import { PAIR_DIRECTIONS } from '#pricelist/pairs/price-pair.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const csv = (...lines: readonly string[]) => bytesOf(lines.join('\n'))
const TITLES = 'Име;Цена лв.;Цена €'

/** The lines of a corrected list. */
const linesOf = async (lines: readonly string[], ...how: [direction?: 'bgn-eur' | 'eur-bgn' | 'either']) =>
  (await corrected(csv(TITLES, ...lines), 'list.csv', ...how)).text.split('\n').slice(1)

describe('CHECK-04 · the right price takes the place of the wrong one', () => {
  it('CHECK-04 · in delimited text: encoding, quotes, line ends, order and every other field stay', async () => {
    const line = (wrong: string, other: string) =>
      `\ufeff${TITLES};Бележка\r\n` +
      `Хляб;1,96;${wrong};"ново; скъпо"\r\n` +
      'Сирене; 19,56 ; 10,00 ;=1+1\r\n' +
      `"Мляко ""прясно""";"3,10 лв./л";"${other} €/л";\r\n\r\n` +
      'По договаряне;;;x'
    const { text, kept } = await corrected(bytesOf(line('1,01', '1,60')), 'list.csv', 'bgn-eur')
    // The decoder takes the mark of the encoding away.
    expect(`\ufeff${text}`).toBe(line('1,00', '1,59'))
    expect(kept).toEqual({ formulas: 0, texts: 0 })
  })

  it('CHECK-04 · in an older encoding, byte for byte', async () => {
    const list = (wrong: string) => encode(`${TITLES}\r\nСирене краве;12,50;${wrong}\r\n`, 'windows-1251')
    expect((await corrected(list('6,40'), 'list.csv')).bytes).toEqual(list('6,39'))
  })

  it.each([
    ['12,50;6,40', '12,50;6,39', 'bgn-eur'],
    ['12,50;6,40', '12,52;6,40', 'eur-bgn'],
    ['12,50 лв.;€ 6,40', '12,50 лв.;€ 6,39', 'either'],
    ['12,50;6', '12,50;6,39', 'bgn-eur'],
    ['12,50;6,391153', '12,50;6,39', 'bgn-eur'],
    ['12,50;+6,40', '12,50;6,39', 'bgn-eur'],
    ['1 234,56 лв.;631,22 евро', '1 234,56 лв.;631,22 евро', 'either'],
    ['1 234,56 лв.;631,23 евро', '1 234,56 лв.;631,22 евро', 'either'],
  ] as const)('CHECK-04 · %s becomes %s where %s', async (before, after, direction) => {
    expect(await linesOf([`a;${before}`, 'b;1,96;1,00'], direction)).toEqual([`a;${after}`, 'b;1,96;1,00'])
  })

  it('CHECK-04 · in the column of the other currency, where the cells name theirs', async () => {
    expect(await linesOf(['a;1,01 €;1,96 лв.', 'b;1,96;1,00'])).toEqual(['a;1,00 €;1,96 лв.', 'b;1,96;1,00'])
  })

  it('CHECK-04 · in several pairs of columns, each by itself', async () => {
    const list = (regular: string, sale: string) =>
      csv(
        'Име;Редовна цена лв.;Редовна цена €;Промо цена лв.;Промо цена €',
        `a;12,50;${regular};1,96;${sale}`,
      )
    const { text, corrected: pairs } = await corrected(list('6,40', '1,01'), 'list.csv')
    expect(text).toBe(new TextDecoder().decode(list('6,39', '1,00')))
    expect(pairs.map(({ row, pair }) => [row, pair])).toEqual([
      [2, 0],
      [2, 1],
    ])
  })

  it.each([
    ['12,50 лв. / 6,40 €', '12,50 лв. / 6,39 €', 'bgn-eur'],
    ['6.40 EUR (12.50 BGN)', '6.39 EUR (12.50 BGN)', 'bgn-eur'],
    ['12,50лв./6,40€', '12,52лв./6,40€', 'eur-bgn'],
    ['6,40 лв. / 6,40 €', '6,40 лв. / 3,27 €', 'bgn-eur'],
  ] as const)('CHECK-04 · in a cell with both prices: %s becomes %s where %s', async (before, after, how) => {
    const { text } = await corrected(csv('Име;Цена', `a;${before}`, 'b;1,96 лв. / 1,00 €'), 'list.csv', how)
    expect(text.split('\n')[1]).toBe(`a;${after}`)
  })

  it('CHECK-04 · a text that would not be read as both prices stays, and is counted', async () => {
    // 0.005 lev are 0.00 euro, which is no price.
    const list = csv('Име;Цена', 'a;0,005 лв. / 0,01 €', 'b;1,96 лв. / 1,01 €')
    const { text, kept, corrected: pairs } = await corrected(list, 'list.csv', 'bgn-eur')
    expect(text.split('\n').slice(1)).toEqual(['a;0,005 лв. / 0,01 €', 'b;1,96 лв. / 1,00 €'])
    expect([kept, pairs.length]).toEqual([{ formulas: 0, texts: 1 }, 1])
  })

  it('CHECK-04 · in JSON: numbers stay numbers, texts stay texts, white space and order stay', async () => {
    const list = (number: string, text: string) =>
      `[\n  {"name": "a", "price": 12.5, "currency": "BGN", "price_eur": ${number}, "код": 1},\n` +
      `  { "price_eur": "${text} €", "currency": "BGN", "price": "1,96", "name": "б\\u0020в" } ]`
    const { text, corrected: items } = await corrected(bytesOf(list('6.4', '1,01')), 'list.json')
    expect(text).toBe(list('6.39', '1,00'))
    expect(items.map(({ row }) => row)).toEqual([1, 2])
  })
})

describe('CHECK-04 · workbooks', () => {
  const cell = (place: string, content: string, style = '') => `<c r="${place}"${style}><v>${content}</v></c>`
  const strings = { 'xl/sharedStrings.xml': stringsXml('Стока', 'Цена лв.', 'Цена €', 'Хляб', '1,01 €') }
  const HEADER = [0, 1, 2].map((i) => `<c r="${'ABC'[i]}1" t="s"><v>${i}</v></c>`).join('')
  const rowsOf = (bytes: Uint8Array<ArrayBuffer>) =>
    /<sheetData>(.*)<\/sheetData>/s.exec(
      zipRecords(bytes)
        .find(({ name }) => name.endsWith('sheet1.xml'))!
        .content.toString(),
    )?.[1]
  const changedParts = (before: Uint8Array<ArrayBuffer>, after: Uint8Array<ArrayBuffer>) => {
    const old = zipRecords(before)
    return zipRecords(after)
      .filter(({ record }, i) => !record.equals(old[i]!.record))
      .map(({ name }) => name)
  }

  it('CHECK-04 · a number keeps its style, a text its words, and no other part changes', async () => {
    const rows = (number: string, text: string) =>
      `<row r="1">${HEADER}</row>` +
      `<row r="2" ht="30"><c r="A2" t="s"><v>3</v></c>${cell('B2', '12.5', ' s="1"')}${cell('C2', number, ' s="3"')}</row>` +
      `<row r="3">${cell('B3', '1.96')}${text}</row>`
    const before = handWrittenBook(sheetXml(rows('6.4', '<c r="C3" s="2" t="s"><v>4</v></c>')), strings)
    const { bytes, corrected: pairs, extension } = await corrected(before, 'list.xlsx')
    const text = '<c r="C3" s="2" t="inlineStr"><is><t xml:space="preserve">1,00 €</t></is></c>'
    expect(rowsOf(bytes)).toBe(rows('6.39', text))
    expect(changedParts(before, bytes)).toEqual(['xl/worksheets/sheet1.xml'])
    expect([pairs.length, extension]).toEqual([2, 'xlsx'])
  })

  it('CHECK-04 · prices that formulas compute stay, are counted, and are not among the corrected ones', async () => {
    const formula = (place: string, of: string, value: string) =>
      `<c r="${place}"><f${of}</f><v>${value}</v></c>`
    const rows = (third: string) =>
      `<row r="1">${HEADER}</row>` +
      `<row r="2">${cell('B2', '12.5')}${formula('C2', '>B2/1.95583', '6.39115')}</row>` +
      `<row r="3">${cell('B3', '1.96')}${cell('C3', third)}</row>` +
      `<row r="4">${cell('B4', '3.10')}${formula('C4', ' t="shared" ref="C4:C5" si="0">B4/1.9', '1.63')}</row>` +
      `<row r="5">${cell('B5', '3.10')}<c r="C5"><f t="shared" si="0"/><v>1.63</v></c></row>`
    const before = handWrittenBook(sheetXml(rows('1.01')), strings)
    const { bytes, corrected: pairs, kept } = await corrected(before, 'list.xlsx', 'bgn-eur')
    expect(rowsOf(bytes)).toBe(rows('1.00'))
    expect(kept).toEqual({ formulas: 3, texts: 0 })
    expect(pairs.map(({ row }) => row)).toEqual([3])
    // What hangs on a corrected price is calculated again.
    expect(changedParts(before, bytes)).toEqual(['xl/worksheets/sheet1.xml', 'xl/workbook.xml'])
  })

  it('CHECK-04 · nothing is written over the other cells of an array or of a merged price', async () => {
    const rows = (wrong: string) =>
      `<row r="1">${HEADER}</row>` +
      `<row r="2">${cell('B2', '12.5')}<c r="C2"><f t="array" ref="C2:C3">B2:B3/1.9</f><v>6.57</v></c></row>` +
      `<row r="3">${cell('B3', '12.5')}${cell('C3', '6.57')}</row>` +
      `<row r="4">${cell('B4', '12.5')}${cell('C4', wrong)}</row><row r="5">${cell('B5', '12.5')}<c r="C5"/></row>`
    const merged = '<mergeCells count="1"><mergeCell ref="C4:C5"/></mergeCells>'
    const before = handWrittenBook(sheetXml(rows('6.40'), merged), strings)
    const { bytes, kept } = await corrected(before, 'list.xlsx')
    expect(rowsOf(bytes)).toBe(rows('6.39'))
    expect(kept).toEqual({ formulas: 2, texts: 0 })
  })

  test.each(['xls', 'xlsb', 'xlsm'] as const)('CHECK-04 · %s comes back as conversions do', async (type) => {
    const rows = [
      ['Име', 'Цена лв.', 'Цена €', 'Общо'],
      ['a', formatted(12.5, '0.00'), formatted(6.4, '0.00'), 1],
      ['б', 1.96, 1, 2],
    ]
    const book = workbook({ Цени: rows }, type === 'xls' ? 'biff8' : type)
    const { bytes, extension } = await corrected(book, `list.${type}`)
    expect(extension).toBe(type === 'xlsm' ? 'xlsm' : 'xlsx')
    const { file, check } = await checked(bytes, `list.${extension}`)
    expect(check.summary).toMatchObject({ checked: 2, exact: 2 })
    expect(file.table.at(1)?.[2]).toMatchObject({ kind: 'number', text: '6.39' })
  })

  it('CHECK-04 · a page of a shop that holds both prices in each cell', async () => {
    const page = (euro: string) =>
      `<html><meta charset="utf-8"><table><tr><th>Име</th><th>Цена</th></tr><tr><td>a</td><td>12,50 лв.<br>${euro} &euro;</td></tr><tr><td>б</td><td>1,96 лв.<br>1,00 &euro;</td></tr></table></html>`
    const { bytes, kept } = await corrected(bytesOf(page('6,40')), 'list.xls')
    expect(kept).toEqual({ formulas: 0, texts: 0 })
    const { check } = await checked(bytes, 'list.xlsx')
    expect(check.summary).toMatchObject({ checked: 2, exact: 2 })
  })
})

type Vectors = {
  bgnToEur: readonly { bgn: string; eur: string }[]
  eurToBgn: readonly { bgn: string; eur: string }[]
  moreDecimals: readonly { amount: string; bgnToEur: string; eurToBgn: string }[]
}

/** No larger price is read. */
const MAXIMUM = 9_999_999.99

const vectors = JSON.parse(
  readFileSync(new URL('../../test/vectors/conversion.json', import.meta.url), 'utf8'),
) as Vectors

describe('CHECK-04 · the amounts of the vectors are written', () => {
  /** A list of originals, each with a price that is far off, and the prices after its correction. */
  async function written(originals: readonly string[], direction: 'bgn-eur' | 'eur-bgn') {
    const wrong = '7777777.77'
    const lines = originals.map((price) =>
      direction === 'bgn-eur' ? `a;${price};${wrong}` : `a;${wrong};${price}`,
    )
    const after = await linesOf([...lines, 'b;1.96;1.00'], direction)
    return after.slice(0, -1).map((line) => line.split(';')[direction === 'bgn-eur' ? 2 : 1])
  }

  it('CHECK-04 · in euro, for every published amount in lev', async () => {
    const amounts = vectors.bgnToEur.filter(({ bgn }) => Number(bgn) <= MAXIMUM)
    expect(amounts.length).toBeGreaterThan(40)
    const found = await written(
      amounts.map(({ bgn }) => bgn),
      'bgn-eur',
    )
    expect(found).toEqual(amounts.map(({ eur }) => eur))
  })

  it('CHECK-04 · in lev, for every published amount in euro', async () => {
    const found = await written(
      vectors.eurToBgn.map(({ eur }) => eur),
      'eur-bgn',
    )
    expect(found).toEqual(vectors.eurToBgn.map(({ bgn }) => bgn))
  })

  it('CHECK-04 · rounded once, for originals with more than two decimals', async () => {
    const amounts = vectors.moreDecimals.map(({ amount }) => amount)
    expect(await written(amounts, 'bgn-eur')).toEqual(vectors.moreDecimals.map(({ bgnToEur }) => bgnToEur))
    expect(await written(amounts, 'eur-bgn')).toEqual(vectors.moreDecimals.map(({ eurToBgn }) => eurToBgn))
  })
})

it('CHECK-04 · of any list, the corrected file has no mismatch, and only the corrected cells differ', async () => {
  const errors = fc.dictionary(
    fc.integer({ min: 0, max: 39 }).map(String),
    fc.integer({ min: -3, max: 300 }).filter((off) => off !== 0),
    { maxKeys: 12 },
  )
  const marks = fc.constantFrom(',' as const, '.' as const)
  await fc.assert(
    fc.asyncProperty(errors, marks, fc.constantFrom(...PAIR_DIRECTIONS), async (off, mark, direction) => {
      const pairs = plantedPairs(40, off).map((pair) => ({ ...pair, eur: Math.max(1, pair.eur) }))
      const cells = pairs.map(({ name, bgn, eur }) => [name, decimals(bgn, mark), decimals(eur, mark)])
      const list = csv(TITLES, ...cells.map((row) => row.join(';')))
      const result = await corrected(list, 'list.csv', direction)
      const again = await checked(result.bytes, 'list.csv', direction)
      expect(again.check.summary).toMatchObject({ checked: 40, off: 0 })
      const lines = result.text.split('\n')
      const column = direction === 'eur-bgn' ? 1 : 2
      const changed = new Map(result.corrected.map((pair) => [pair.row, pair]))
      expect(result.corrected).toHaveLength(result.before.summary.off)
      for (const [i, row] of cells.entries()) {
        const pair = changed.get(i + 2)
        const side = column === 1 ? ('national' as const) : ('euro' as const)
        const expected = pair ? row.with(column, pair.expected[side].replace('.', mark)) : row
        expect(lines[i + 1]).toBe(expected.join(';'))
      }
    }),
    { numRuns: 40 },
  )
})
