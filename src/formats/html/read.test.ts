import { describe, expect, test } from 'vitest'
import { cpuMs } from '#test/cpu-time.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { openFile } from '../open-file.ts'
import { readPriceList } from '../read-price-list.ts'
import { writeBack } from '../write-back.ts'
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

test('BULK-16 · a cell of rowspan="0" reaches to the end of its rows', () => {
  const rows = '<tr><td rowspan="0">Плод<td>А<td>1,00<tr><td>Б<td>2,00<tr><td>В<td>3,00'
  const expected = [
    ['Плод', 'А', '1,00'],
    ['', 'Б', '2,00'],
    ['', 'В', '3,00'],
  ]
  expect(rowsOf(`<table>${rows}</table>`)).toEqual(expected)
  expect(rowsOf(`<table><tbody>${rows}<tbody><tr><td>Г<td>Д</table>`)).toEqual([...expected, ['Г', 'Д']])
  expect(rowsOf(`<table>${rows}</table><table><tr><td>Г<td>Д</table>`)).toEqual([...expected, ['Г', 'Д']])
})

const cellOf = (html: string): string => cellText(rowsOf(`<table><tr><td>${html}</table>`).at(0)?.[0])

describe('BULK-16 · characters of a web page', () => {
  // https://html.spec.whatwg.org/multipage/named-characters.html
  test.each([
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&apos;', "'"],
    ['&nbsp;', '\u00a0'],
    ['&euro;', '€'],
    ['&pound;', '£'],
    ['&yen;', '¥'],
    ['&copy;', '©'],
    ['&reg;', '®'],
    ['&deg;', '°'],
    ['&laquo;', '«'],
    ['&raquo;', '»'],
    ['&bdquo;', '„'],
    ['&ldquo;', '“'],
    ['&rdquo;', '”'],
    ['&lsquo;', '‘'],
    ['&rsquo;', '’'],
    ['&ndash;', '–'],
    ['&mdash;', '—'],
    ['&hellip;', '…'],
    ['&times;', '×'],
    ['&frac12;', '½'],
    ['&middot;', '·'],
    ['&shy;', ''],
    // In capitals and without a semicolon, as old pages have them.
    ['&EURO;', '€'],
    ['&amp ', '& '],
    ['&#1083;&#1074', 'лв'],
    ['&#x43B;&#X432;', 'лв'],
    ['&#128512;', '😀'],
    ['&#x10FFFF;', '\u{10ffff}'],
    ['&thinsp;', '\u2009'],
    ['&minus;', '−'],
    ['&comma;', ','],
    ['&period;', '.'],
    // HTML 13.2.5.80: of windows-1252.
    ['&#128;', '€'],
    ['&#x96;', '–'],
    // None of these is a character.
    ['&unknown;', '&unknown;'],
    ['&#0;', '&#0;'],
    ['&#1114112;', '&#1114112;'],
    ['&#x110000;', '&#x110000;'],
    ['&;', '&;'],
    ['&#;', '&#;'],
    ['&#x;', '&#x;'],
    ['&a;', '&a;'],
    // The text of a reference is read once.
    ['&amp;lt;', '&lt;'],
  ])('%s', (written, text) => {
    expect(cellOf(`a${written}b`)).toBe(`a${text}b`)
  })
})

describe('BULK-16 · tags of a web page', () => {
  test.each([
    ['in capitals', '<TABLE><TR><TD>a</TD><TH>b</TH></TR></TABLE>', [['a', 'b']]],
    ['cells without a row', '<table><td>a<td>b</table>', [['a', 'b']]],
    ['a row without cells', '<table><tr><tr><td>a</table>', [[], ['a']]],
    ['text around cells', '<table>x<tr>y<td>a</td>z<td>b</td></tr>x</table>', [['a', 'b']]],
    ['text after the last table', '<table><tr><td>a</table>b<p>c', [['a']]],
    ['an end of a cell that was ended before', '<table><tr><td>a</td></td><td>b</table>', [['a', 'b']]],
    ['an empty cell', '<table><tr><td></td><td>b</table>', [['', 'b']]],
    ['a comment over cells', '<table><tr><td>a<!-- <td>1 > 0 --><td>b</table>', [['a', 'b']]],
    ['an empty comment', '<table><tr><td>a<!----><td>b<!-- --></table>', [['a', 'b']]],
    ['the shortest comments', '<table><tr><td>a<!--><td>b<!---><td>c<!-- --></table>', [['a', 'b', 'c']]],
    ['a comment that is not closed', '<table><tr><td>a<!-- <td>b</table>', [['a']]],
    ['conditions of Word', '<table><tr><td><![if !x]>a<![endif]><td><?xml x?>b</table>', [['a', 'b']]],
    ['a script', '<table><tr><td>a<script>"<td>9"</script><td>b</table>', [['a', 'b']]],
    ['a script in capitals', '<table><tr><td>a<SCRIPT>"<td>9"</SCRIPT ><td>b</table>', [['a', 'b']]],
    ['a style', '<table><tr><td>a<style>td{x:"<td>9</script>"}</style><td>b</table>', [['a', 'b']]],
    ['a script that is not closed', '<table><tr><td>a<script><td>b</table>', [['a']]],
    ['a sign that is no tag', '<table><tr><td>1 < 2<td>a <3<td><</table>', [['1 < 2', 'a <3', '<']]],
    ['names of tags that only begin like these', '<table><tr><td>a<tdx>b<track>c</table>', [['abc']]],
    ['a name of a tag with a colon', '<table><tr><td>a<o:p>b</o:p></table>', [['ab']]],
    ['attributes', `<table><tr><td title="${'x'.repeat(900)}" colspan="2">a<td>b</table>`, [['a', '', 'b']]],
  ])('%s', (_, html, rows) => {
    expect(rowsOf(html)).toEqual(rows)
  })

  test.each([
    ['colspan=3', 3],
    ['colspan="3"', 3],
    ["COLSPAN = '3'", 3],
    ['colspan=0', 1],
    ['colspan=x', 1],
    ['xcolspan=3', 1],
    ['data-x=3', 1],
    ['class=a colspan=3', 3],
  ])('a cell with %s', (attributes, width) => {
    expect(rowsOf(`<table><tr><td ${attributes}>a<td>b</table>`)[0]).toHaveLength(width + 1)
  })

  test.each([
    ['rowspan=2', ['', 'c']],
    ['rowspan="2"', ['', 'c']],
    ["ROWSPAN = '2'", ['', 'c']],
    ['rowspan=1', ['c']],
    ['rowspan=0', ['', 'c']],
    ['xrowspan=2', ['c']],
  ])('a cell with %s and the row below', (attributes, below) => {
    expect(rowsOf(`<table><tr><td ${attributes}>a<td>b<tr><td>c</table>`)[1]).toEqual(below)
  })

  test('a cell reaches over no row of the next table', () => {
    expect(rowsOf('<table><tr><td rowspan=5>a<td>b</table><table><tr><td>c</table>')).toEqual([
      ['a', 'b'],
      ['c'],
    ])
  })

  test('spaces and lines of the source are one space, ends of lines too unless numbers are beside', () => {
    expect(cellOf(' \n Хляб \t  бял \r\n 650 г ')).toBe('Хляб бял 650 г')
    expect(cellOf('<b> Хляб </b> бял')).toBe('Хляб бял')
    expect(cellOf('Хляб<br>бял<div>ръжен</div><li>нов')).toBe('Хляб бял ръжен нов')
    expect(cellOf('<b> Хляб</b> бял')).toBe('Хляб бял')
    for (const tag of ['br', 'p', 'div', 'li'])
      for (const space of ['', ' ', '\n  ', '&nbsp;', '<br>'])
        expect(cellOf(`1${space}<${tag}>${space}250`)).toBe('1\n250')
    expect(cellOf('1 <br> л <br> 2 ')).toBe('1 л 2')
    for (const tag of ['del', 's', 'strike']) expect(cellOf(`<${tag}>15 лв</${tag}>12`)).toBe('15 лв|12')
    for (const tag of ['b', 'sub', 'span']) expect(cellOf(`<${tag}>15</${tag}>12`)).toBe('15|12')
    expect(cellOf('<b>15</b> 12')).toBe('15 12')
    expect(cellOf('<b>15</b>,12')).toBe('15,12')
  })

  test('rows up to the limit, and whether there are more', () => {
    const page = `<table>${'<tr><td>a'.repeat(3)}</table>`
    const lengthAndCut = (limit: number) => {
      const { rows, isCut } = readHtmlTable(page, limit)
      return [rows.length, isCut]
    }
    expect([2, 3, 4].map(lengthAndCut)).toEqual([
      [2, true],
      [3, false],
      [3, false],
    ])
  })

  test('a row of thousands, each cell alone as in its row', () => {
    // More cells and rows than the first capacity.
    const { rows } = readHtmlTable(`<table>${'<tr><td>a<td><td colspan=2>b'.repeat(5000)}</table>`, 10_000)
    expect(rows.length).toBe(5000)
    for (const r of [-1, 0, 4095, 4096, 4999, 5000]) {
      const row = r >= 0 && r < 5000 ? ['a', '', 'b', ''] : undefined
      expect(rows.at(r < 0 ? 5000 : r)).toEqual(row)
      expect([-1, 0, 1, 2, 3, 4].map((c) => cellAt(rows, r, c))).toEqual(
        [-1, 0, 1, 2, 3, 4].map((c) => row?.[c]),
      )
      expect(lengthOfRow(rows, r)).toBe(row?.length ?? 0)
    }
  })

  test('a cell alone is none of the next row', () => {
    const { rows } = readHtmlTable('<table><tr><td>a<td><tr><td><td>b</table>', 9)
    expect([cellAt(rows, 0, 1), cellAt(rows, 1, 0), cellAt(rows, 1, 1)]).toEqual(['', '', 'b'])
  })

  test('a row of spaces is blank', () => {
    const { rows } = readHtmlTable(
      '<table><tr><td>&nbsp;<td>x<tr><td>&nbsp;<td>&nbsp;<tr><td>y<td>&nbsp;<tr><td>&nbsp;</table>',
      9,
    )
    expect([-1, 0, 1, 2, 3, 4].map((r) => rows.isBlank(r))).toEqual([true, false, true, false, true, true])
  })

  test('tags without text between them', () => {
    expect(rowsOf('<td>a<td>b')).toEqual([['a', 'b']])
    expect(rowsOf('<table><tr><td>5<td><b>7</b></table>')).toEqual([['5', '7']])
    expect(cellOf('12<b></b><i>50</i>')).toBe('12|50')
    expect(cellOf('12<b><br>50</b>')).toBe('12\n50')
    // Many spaces are one, and leave room for the text.
    expect(cellOf(`${'<b> </b>'.repeat(40_000)}x`)).toBe('x')
  })

  test('text longer than a cell is not read to its end', () => {
    // 32,767 characters are the longest text of a cell in Excel.
    const long = 'а'.repeat(32_766)
    expect(cellOf(`${long}<b>1</b><b>2</b>`)).toBe(`${long}1`)
    expect(cellOf(`${long}1<br>2`)).toBe(`${long}1`)
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

describe('READ-11 · a page with several tables of prices', () => {
  const table = (...rows: readonly string[]): string =>
    `<table>${rows.map((row) => `<tr><td>${row.replaceAll('|', '<td>')}`).join('')}</table>`
  const open = async (tables: readonly string[], sheet?: string) => {
    const bytes = new TextEncoder().encode(`<html>${tables.join('<p>текст')}</html>`)
    const result = await openFile(bytes, { fileName: 'a.html', ...(sheet !== undefined && { sheet }) })
    return result.ok ? result.file : result.error
  }
  const [MENU, SHOP, EURO] = [
    table('Наименование|Цена', 'Хляб|1,69'),
    table('Код|Наименование|Цена', '101|Сирене|12,50'),
    table('Наименование|Цена в EUR', 'Чай|2,50'),
  ]

  test('each with other columns or another currency is a sheet', async () => {
    const first = await open([MENU, SHOP, EURO])
    const sheets = ['1', '2', '3'].map((name) => ({ name, hidden: false, hasData: true }))
    expect(first).toMatchObject({ sheet: '1', sheets })
    const rows = await Promise.all(
      ['1', '2', '3'].map(async (name) => {
        const file = await open([MENU, SHOP, EURO], name)
        return 'table' in file ? file.table.slice() : file
      }),
    )
    expect(rows).toEqual([
      [
        ['Наименование', 'Цена'],
        ['Хляб', '1,69'],
      ],
      [
        ['Код', 'Наименование', 'Цена'],
        ['101', 'Сирене', '12,50'],
      ],
      [
        ['Наименование', 'Цена в EUR'],
        ['Чай', '2,50'],
      ],
    ])
    expect(await open([MENU, SHOP], '4')).toMatchObject({ code: 'unknown-sheet' })
  })

  test.each<readonly [string, readonly string[]]>([
    ['the same columns', [MENU, table('Салати|Цена', 'Шопска|6,50')]],
    ['columns without titles', [MENU, table('Кафе|3,00')]],
    ['no prices, before and after', [table('Фирма|ЕИК', 'Хлебар|1'), MENU, table('Телефон|02 999')]],
  ])('tables with %s are one', async (_, tables) => {
    const file = await open(tables)
    expect(file).not.toHaveProperty('sheets')
    expect(file).toMatchObject({ table: { length: tables.join('').split('<tr>').length - 1 } })
  })

  test('of a page that is given back each is a sheet of the workbook, and the read one is changed', async () => {
    const bytes = new TextEncoder().encode(`<html>${MENU}${SHOP}</html>`)
    const result = await openFile(bytes, { fileName: 'a.html', sheet: '2' })
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    const plan = orderFor({ 2: { 1: lev('12.50', '6.39') } })
    const { parts } = await writeBack(bytes, result.file, plan)
    const tables = await Promise.all(
      ['1', '2'].map(async (sheet) => {
        const again = await openFile(concatBytes(parts), { fileName: 'a.xlsx', sheet })
        return again.ok ? again.file.table.slice().map((row) => row.map(cellText)) : again.error
      }),
    )
    expect(tables).toEqual([
      [
        ['Наименование', 'Цена'],
        ['Хляб', '1,69'],
      ],
      [
        ['Код', 'Наименование', 'Цена', 'Цена (EUR)'],
        ['101', 'Сирене', '12,50', '6.39'],
      ],
    ])
  })

  test('a table in a cell divides the rows around it, and no row is lost', async () => {
    const file = await open([`<table><tr><td>Меню<tr><td>${SHOP}<tr><td>Край</table>`])
    expect('table' in file ? file.table.slice() : file).toEqual([
      ['Меню'],
      [''],
      ['Код', 'Наименование', 'Цена'],
      ['101', 'Сирене', '12,50'],
      ['Край'],
    ])
  })
})
