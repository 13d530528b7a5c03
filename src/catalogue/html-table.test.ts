import { describe, expect, test } from 'vitest'
import { readHtmlTable } from './html-table.ts'

const rowsOf = (html: string) => readHtmlTable(html, 1000).rows

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

  test('a page without a table has no rows', () => {
    expect(rowsOf('<html><p>Грешка 404</p></html>')).toEqual([])
  })

  test('hostile pages are read in linear time', () => {
    const start = performance.now()
    for (const part of [
      '<td',
      '<td colspan=999>',
      '<!--',
      '<script>',
      '&#',
      '<',
      '<td>&amp',
      '<a "',
      '<table><tr><td>',
    ]) {
      readHtmlTable(`<table>${part.repeat(200_000)}`, 1000)
    }
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
