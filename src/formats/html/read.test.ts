import { describe, expect, test } from 'vitest'
import { cpuMs } from '#test/cpu-time.ts'
import { openFile } from '../open-file.ts'
import { readPriceList } from '../read-price-list.ts'
import { readHtmlTable } from './read.ts'
import { cellAt, lengthOfRow, cellText } from '#table/table.ts'
import { parsePriceText } from '#pricelist/price-text.ts'

const rowsOf = (html: string) => readHtmlTable(html, 1000).rows.slice()

describe('BULK-16 · a web page saved as a workbook', () => {
  test('cells as text, characters by name and number, inner tags gone', () => {
    const html = `<html><head><style>td{x:1}</style><title>x</title></head><body><!-- <td>no</td> -->
      <table><thead><tr><th>Име</th><th>Цена</th></tr></thead>
      <tr><td>Хляб &amp; <b>сирене</b></td><td class=xl65 x:num>12,5</td></tr>
      <tr><td>a&nbsp;b<br>c</td><td>3,20&nbsp;&euro;&#8364;&#x20AC;</td></tr></table></body></html>`
    expect(rowsOf(html)).toEqual([
      ['Име', 'Цена'],
      ['Хляб & сирене', '12,5'],
      ['a\u00a0b c', '3,20\u00a0€€€'],
    ])
  })

  test('unclosed cells and rows, spans, several tables', () => {
    expect(rowsOf('<table><tr><td colspan=2>a<td>b<tr><td>c</table><table><tr><td>d</table>')).toEqual([
      ['a', '', 'b'],
      ['c'],
      ['d'],
    ])
  })

  test('cells that span several rows and columns', () => {
    const rows = [
      '<tr><td rowspan=3>a<td rowspan=2 colspan=2>b<td>c',
      '<tr><td>d<td rowspan=2>e',
      '<tr><td>f<td>g<td>h',
      '<tr><td>i<td>j',
    ]
    expect(rowsOf(`<table>${rows.join('')}</table>`)).toEqual([
      ['a', 'b', '', 'c'],
      ['', '', '', 'd', 'e'],
      ['', 'f', 'g', 'h'],
      ['i', 'j'],
    ])
  })

  test('a cell that spans all rows is stored once', () => {
    const wide = '<td rowspan=65535 colspan=51>'.repeat(10)
    const { rows } = readHtmlTable(`<table><tr>${wide}${'<tr><td>a'.repeat(50_000)}</table>`, 100_000)
    expect(rows.length).toBe(50_001)
    expect([lengthOfRow(rows, 50_000), cellAt(rows, 50_000, 510), cellAt(rows, 50_000, 5)]).toEqual([
      511,
      'a',
      '',
    ])
  })

  test('the first 512 columns are read, also of a title that spans more', () => {
    const [title = [], cells = []] = rowsOf(
      `<table><tr><td colspan=999>Цени<td>x<tr>${'<td>a'.repeat(511)}<td>b<td>c`,
    )
    expect([title.length, title[0], title.at(-1)]).toEqual([512, 'Цени', ''])
    expect([cells.length, cells.at(-1)]).toEqual([512, 'b'])
  })

  test('a page without a table has no rows', () => {
    expect(rowsOf('<html><p>Грешка 404</p></html>')).toEqual([])
  })

  // A reader of quadratic time would take hours, and the test run out of time.
  test('hostile pages are read in linear time', () => {
    for (const part of [
      '<td',
      '<td colspan=999>',
      '<td rowspan=99999 colspan=999>',
      '<tr><td rowspan=99999 colspan=999>',
      '<',
      '<td>1<b> <b>5',
      '<!--',
      '<script>',
      '&#',
      '<',
      '<td>&amp',
      '<a "',
      '<table><tr><td>',
    ]) {
      expect(readHtmlTable(`<table>${part.repeat(200_000)}`, 1000).rows.length).toBeLessThanOrEqual(1000)
    }
  })

  test.each([
    ['cells that each reach over all rows below', '<tr><td rowspan=60000>a</td></tr>'.repeat(16_000)],
    ['rows of many columns', `<tr>${'<td colspan=999>'.repeat(16)}<td>1,5</tr>`.repeat(16_000)],
    ['tables without rows', '<table>'.repeat(2_500_000)],
  ])('the work for %s grows with the page', async (_, hostile) => {
    const page = `<html><table><tr><td>Име<td>Цена</tr><tr><td>a<td>1,50</tr>${hostile}</table></html>`
    const started = cpuMs()
    const opened = await openFile(new TextEncoder().encode(page), { fileName: 'x.xls' })
    const file = opened.ok ? opened.file : expect.fail()
    const columns = {
      headerRow: 0,
      name: 0,
      price: 1,
      currency: null,
      otherPrice: null,
      morePrices: [],
    }
    readPriceList(file, 'x.xls', { columns })
    expect(cpuMs() - started).toBeLessThan(4000)
  })
})

describe('BULK-08 · numbers separated by tags', () => {
  test.each(['12<sup>50</sup>', '<del>15</del>12,50', '<s>1</s> 250', '1<br>250', '<p>1</p><p>250</p>'])(
    '%s is not one number',
    (cell) => {
      const [text] = rowsOf(`<table><tr><td>${cell}</td></tr></table>`).at(0) ?? []
      expect(parsePriceText(cellText(text)).kind).toBe('invalid')
    },
  )

  test('one number within tags stays one', () => {
    expect(rowsOf('<table><tr><td><b>12</b>,50 <i>лв.</i></td></tr></table>')).toEqual([['12,50 лв.']])
  })
})

test('BULK-16 · a cell that spans rows leaves the others in their columns', () => {
  const html =
    '<table><tr><td rowspan=2>Хлебни<td>Хляб<td>1,69<tr><td>Питка<td>0,89<tr><td>Млечни<td>Сирене<td>3,99</table>'
  expect(rowsOf(html)).toEqual([
    ['Хлебни', 'Хляб', '1,69'],
    ['', 'Питка', '0,89'],
    ['Млечни', 'Сирене', '3,99'],
  ])
})
