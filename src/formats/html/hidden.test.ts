import { describe, expect, test } from 'vitest'
import { cpuMs } from '#test/cpu-time.ts'
import { openFile } from '../open-file.ts'
import { readHtmlTable } from './read.ts'

const rowsOf = (html: string) => readHtmlTable(html, 1000).rows.slice()

const HEAD = '<tr><th>Име<th>Цена'
const BREAD = '<tr><td>Хляб<td>1,69'
const SHOWN = [
  ['Име', 'Цена'],
  ['Хляб', '1,69'],
]

describe('BULK-16 · what a web page does not show is not read', () => {
  test.each([
    ['a template', '<template><tr><td>Нов<td>9,99</template>'],
    ['a template in a template', '<template><template></template><tr><td>Нов<td>9,99</template>'],
    ['what is shown without scripts', '<noscript><tr><td>Нов<td>9,99</tr></noscript>'],
    ['text that is entered', '<textarea><tr><td>Нов<td>9,99</tr></textarea>'],
    ['a script', '<script>"<tr><td>Нов<td>9,99</tr>"</script>'],
    ['rows together', '<tbody hidden><tr><td>Нов<td>9,99<tr><td>Стар<td>8,88</tbody>'],
    ['rows up to the next ones', '<tbody hidden><tr><td>Нов<td>9,99<tbody>'],
    ['a table', '</table><table hidden><tr><td>Нов<table><tr><td>9,99</table></table>'],
    ['a part of the page', '</table><div hidden><div><table><tr><td>Нов<td>9,99</table></div></div>'],
  ])('%s', (_, hidden) => {
    expect(rowsOf(`<table>${HEAD}${hidden}${BREAD}</table>`)).toEqual(SHOWN)
    expect(rowsOf(`<table>${HEAD}${BREAD}${hidden}</table>`)).toEqual(SHOWN)
  })

  test.each([
    ['a cell', '<td hidden>9<td>1,69', ['Хляб', '1,69']],
    ['a cell with a table', '<td hidden><table><tr><td>9</table><td>1,69', ['Хляб', '1,69']],
    ['the text of a cell', '<td style="visibility:hidden">9</td><td>1,69', ['Хляб', '', '1,69']],
    ['a part of a cell', '<td><span style="display:none">9<span>9</span></span>1,69', ['Хляб', '1,69']],
    ['a part without an end', '<td><span hidden>9<td>1,69', ['Хляб', '', '1,69']],
    ['a paragraph', '<td><p hidden>9<p>1,69', ['Хляб', '1,69']],
    ['an element without content', '<td><input hidden>1,69<br hidden>', ['Хляб', '1,69']],
  ])('%s', (_, cells, row) => {
    expect(rowsOf(`<table>${HEAD}<tr><td>Хляб${cells}<tr><td>Сол<td>0,99</table>`)).toEqual([
      SHOWN[0],
      row,
      ['Сол', '0,99'],
    ])
  })

  test.each([
    'class="hidden"',
    'data-hidden',
    'style="display:none-x"',
    'style="x-display:none"',
    'title="display:none"',
    'aria-hidden="true"',
  ])('a row with %s is shown', (attribute) => {
    expect(rowsOf(`<table>${HEAD}<tr ${attribute}><td>Хляб<td>1,69</table>`)).toEqual(SHOWN)
  })
})

describe('BULK-16 · hidden rows of a table', () => {
  test.each([
    [
      'as spreadsheets hide it',
      '<tr height=0 style="mso-height-source:userset;display:none"><td>Сол<td>9,99',
    ],
    ['with its end', '<tr style="color:red; DISPLAY : NONE !important"><td>Сол</td><td>9,99</td></tr>'],
    ['with the attribute', '<tr hidden><td>Сол<td>9,99'],
    ['that has collapsed', "<tr style='visibility:collapse'><td>Сол<td>9,99"],
  ])('a row %s is read as it is stored', (_, hidden) => {
    const [head, bread] = SHOWN
    const salt = ['Сол', '9,99']
    expect(rowsOf(`<table>${HEAD}${hidden}${BREAD}</table>`)).toEqual([head, salt, bread])
    expect(rowsOf(`<table>${HEAD}${BREAD}${hidden}</table>`)).toEqual([head, bread, salt])
    expect(rowsOf(`<table>${hidden}${HEAD}${BREAD}</table>`)).toEqual([salt, head, bread])
    const inner = `<table>${HEAD}${hidden}${BREAD}</table>`
    expect(rowsOf(`<table><tr><td>${inner}</table>`)).toEqual([[''], head, salt, bread])
  })

  test('a table of hidden rows alone is not shown', () => {
    const hidden = '<tr hidden><td>Нов<td>9,99'
    expect(rowsOf(`<table>${hidden}${hidden}</table><table>${HEAD}${BREAD}</table>`)).toEqual(SHOWN)
    expect(rowsOf(`<table>${HEAD}${BREAD}</table><table>${hidden}</table>`)).toEqual(SHOWN)
  })
})

describe('BULK-16 · attributes of cells', () => {
  test.each([
    ['data-colspan="2"', 1],
    ['title="colspan=2"', 1],
    ["title='a colspan=2 b'", 1],
    ['title=" colspan=2 "', 1],
    ['style="x" colspan="2"', 2],
    ['title="a>b" colspan=2', 2],
    ['title="a>b"colspan=2', 2],
    ['colspan=2 colspan=5', 2],
    ['colspan=" 2 "', 2],
    ['colspan=', 1],
    ['title=a"b>', 1],
    ['colspan=2/', 2],
    ['/ colspan=2 /', 2],
  ])('%s: %i columns', (attribute, columns) => {
    const [row] = rowsOf(`<table><tr><td ${attribute}>a</td><td>b</td></tr></table>`)
    expect(row?.length).toBe(columns + 1)
    expect(row?.at(-1)).toBe('b')
  })

  test('a sign that ends a tag is none within quotes', () => {
    expect(
      rowsOf('<table><tr><td title="a>b">Хляб</td><td data-sort=\'x>1\' class="y">12.50</td></tr></table>'),
    ).toEqual([['Хляб', '12.50']])
  })

  test('a title of more columns than one has no more than it says', async () => {
    const html =
      '<table><tr><th>Name<th data-colspan="2">Wholesale<th>Price<th>Qty<tr><td>A<td>8.00<td>10.00<td>5</table>'
    const opened = await openFile(new TextEncoder().encode(html), { fileName: 'a.html' })
    expect(opened.ok && opened.file.table.slice()).toEqual([
      ['Name', 'Wholesale', 'Price', 'Qty'],
      ['A', '8.00', '10.00', '5'],
    ])
  })

  test('more columns than a thousand are a thousand, of which 512 are read', () => {
    expect(rowsOf('<table><tr><td colspan=1000>a<tr><td>b</table>')[0]).toHaveLength(512)
    expect(rowsOf('<table><tr><td rowspan=100000>a<td>b<tr><td>c</table>')[1]).toEqual(['', 'c'])
  })
})

describe('BULK-16 · tables in cells', () => {
  const table = (...rows: readonly string[]): string =>
    `<table>${rows.map((row) => `<tr><td>${row.replaceAll('|', '</td><td>')}</td></tr>`).join('')}</table>`

  test.each([
    ['the price alone', table('12,50'), '12,50'],
    ['with text around it', `от ${table('12,50')} лв.`, 'от 12,50 лв.'],
    ['in a table of its own', table(table('12,50')), '12,50'],
    ['two prices next to each other', table('12,50|6,39'), '12,50\n6,39'],
    ['two prices, one below the other', table('12,50', '6,39'), '12,50\n6,39'],
    ['the price and blank cells', table('|', '|12,50'), '12,50'],
    ['no rows', '<table></table>12,50', '12,50'],
  ])('%s: one row with its price', (_, cell, price) => {
    expect(rowsOf(`<table>${HEAD}<tr><td>Хляб</td><td>${cell}</td></tr>${BREAD}</table>`)).toEqual([
      ['Име', 'Цена'],
      ['Хляб', price],
      ['Хляб', '1,69'],
    ])
  })

  test('one of several rows and columns keeps them', () => {
    const shop = table('Име|Цена', 'Хляб|1,69')
    const footer = 'Всички цени са в евро'
    expect(rowsOf(`<table><tr><td>Меню<td>${shop}${footer}<td>Реклама<tr><td>Край</table>`)).toEqual([
      ['Меню', ''],
      ['Име', 'Цена'],
      ['Хляб', '1,69'],
      ['Всички цени са в евро', 'Реклама'],
      ['Край'],
    ])
  })

  test('one alone in its row only places others, also of a single row', () => {
    expect(rowsOf(table(`${table('Хляб|1,69')}${table('Сол|0,99')}`))).toEqual([
      [''],
      ['Хляб', '1,69'],
      ['Сол', '0,99'],
    ])
  })

  test('the rest of the row around it is in its columns', () => {
    expect(
      rowsOf(`<table><tr><td rowspan=2>а<td>${table('1')}<td>б<tr><td>в<td colspan=2>г<td>д</table>`),
    ).toEqual([
      ['а', '1', 'б'],
      ['', 'в', 'г', '', 'д'],
    ])
  })

  test('rows of tables in cells are counted up to the limit', () => {
    const page = `<table><tr><td>${table('a|b', 'c|d', 'e|f')}</table>`
    const { rows, isCut } = readHtmlTable(page, 3)
    expect([rows.length, isCut]).toEqual([3, true])
  })
})

test.each([
  ['cells that reach over all columns and rows', '<tr><td colspan=999 rowspan=99999>a', 100_000],
  ['tables in tables', '<table><tr><td>', 200_000],
  ['hidden parts', '<td><span hidden>', 200_000],
  ['attributes', '<td a="b" c=\'d\' e=f g>', 100_000],
  ['attributes that are not closed', '<td a="', 200_000],
  ['many spaces', `<td ${' '.repeat(1000)}x`, 3000],
  ['texts between tables', '<p>Цена <table></table>', 100_000],
])('BULK-16 · the work for %s grows with the page', async (_, part, count) => {
  const page = `<html><table>${HEAD}${BREAD}</table><table>${part.repeat(count)}</table></html>`
  const started = cpuMs()
  await openFile(new TextEncoder().encode(page), { fileName: 'x.xls' })
  expect(cpuMs() - started).toBeLessThan(6000)
})
