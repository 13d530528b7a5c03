import { describe, expect, test } from 'vitest'
import {
  LEV_STYLES,
  contentXml,
  flatXml,
  levCell,
  numberCell,
  odsArchive,
  odsBook,
  row,
  sheet,
  stylesXml,
  textCell,
} from '#test/fixtures/catalogues/ods-book.ts'
import type { TableRow } from '#table/table.ts'
import type { OpenOptions } from '../format.ts'
import { openFile } from '../open-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

const EMPTY = '<table:table-cell table:number-columns-repeated="16384"/>'
/** What LibreOffice writes below the last row of a sheet. */
const REST = `<table:table-row table:number-rows-repeated="1048500">${EMPTY}</table:table-row>`

async function opened(bytes: Uint8Array<ArrayBuffer>, options: Partial<OpenOptions> = {}) {
  const result = await openFile(bytes, { fileName: 'list.ods', ...options })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

const rowsOf = async (rows: string, automatic = LEV_STYLES): Promise<TableRow[]> => [
  ...(await opened(odsBook({ body: sheet(rows + REST), automatic }))).table,
]

/** The only cell of a sheet, behind which there is another one. */
const cellOf = async (cell: string, automatic = LEV_STYLES) =>
  (await rowsOf(row(cell, textCell('край')), automatic))[0]![0]

const error = async (bytes: Uint8Array<ArrayBuffer>, fileName = 'list.ods') => {
  const result = await openFile(bytes, { fileName })
  return result.ok ? result.file : result.error
}

test('FILE-04 · cells that merged cells cover are not read: they are not displayed', async () => {
  const covered = (cell: string) => cell.replaceAll('table:table-cell', 'table:covered-table-cell')
  const [wide, high] = [' table:number-columns-spanned="2"', ' table:number-rows-spanned="2"']
  const rows = [
    row(textCell('Име'), textCell('Цена')),
    row(textCell('Хляб', high), numberCell('1.69', high)),
    row(covered(textCell('скрит')), covered(numberCell('77'))),
    row(textCell('Група', wide), covered(numberCell('88'))),
    row(textCell('Мляко'), numberCell('2.89')),
  ]
  expect(await rowsOf(rows.join(''))).toEqual([
    ['Име', 'Цена'],
    ['Хляб', { kind: 'number', text: '1.69' }],
    [],
    ['Група'],
    ['Мляко', { kind: 'number', text: '2.89' }],
  ])
  const only = sheet(row(textCell('', wide), covered(numberCell('88'))), { name: 'Скрити' })
  const { sheets } = await opened(odsBook({ body: only + sheet(rows.join('')), automatic: LEV_STYLES }))
  expect(sheets?.map(({ name, hasData }) => [name, hasData])).toEqual([
    ['Скрити', false],
    ['Цени', true],
  ])
})

describe('FILE-04 · cells of an ODS', () => {
  test.each([
    ['12.5', '12.5'],
    ['12.50', '12.5'],
    ['0.1', '0.1'],
    ['-3.20', '-3.2'],
    ['1234567.89', '1234567.89'],
    ['12.299999999999999', '12.3'],
    ['9.9999999999999999', '10'],
    ['1.5E3', '1500'],
    ['2.5e-3', '0.0025'],
    ['007', '7'],
    ['.5', '0.5'],
  ])('a number %s is %s exactly', async (value, text) => {
    expect(await cellOf(numberCell(value))).toEqual({ kind: 'number', text })
  })

  test.each(['12,5', '1e', '', 'NaN', '1'.repeat(500), '0x10'])('%s is no number', async (value) => {
    expect(await cellOf(numberCell(value))).toMatchObject({ kind: 'other', what: 'value' })
  })

  const typed = (type: string, attributes: string, shown = '') =>
    `<table:table-cell office:value-type="${type}" ${attributes}><text:p>${shown}</text:p></table:table-cell>`

  test.each([
    ['a percentage', typed('percentage', 'office:value="0.2"', '20%'), { what: 'percent', text: '20%' }],
    ['a part of one', typed('percentage', 'office:value="0.125"', '13%'), { what: 'percent', text: '12.5%' }],
    [
      'a date',
      typed('date', 'office:date-value="2026-05-14"', '14.05.26'),
      { what: 'date', text: '2026-05-14' },
    ],
    [
      'a date and time',
      typed('date', 'office:date-value="2026-05-14T16:30:00"'),
      { what: 'date', text: '2026-05-14 16:30' },
    ],
    [
      'midnight',
      typed('date', 'office:date-value="2026-05-14T00:00:00"'),
      { what: 'date', text: '2026-05-14' },
    ],
    ['a time', typed('time', 'office:time-value="PT09H05M00S"', '9:05'), { what: 'date', text: '09:05' }],
    ['another date', typed('date', 'office:date-value="17"'), { what: 'date', text: '#17' }],
    ['a boolean', typed('boolean', 'office:boolean-value="true"'), { what: 'boolean', text: 'TRUE' }],
    ['another one', typed('boolean', 'office:boolean-value="false"'), { what: 'boolean', text: 'FALSE' }],
    [
      'an error',
      '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
      { what: 'error', text: '#DIV/0!' },
    ],
  ])('%s', async (_, cell, expected) => {
    expect(await cellOf(cell)).toEqual({ kind: 'other', ...expected })
  })

  test('an error without a text', async () => {
    const cell = '<table:table-cell office:value-type="string" calcext:value-type="error"/>'
    expect(await cellOf(cell)).toEqual({ kind: 'other', text: '#ERROR!', what: 'error' })
  })

  test.each([
    ['BGN', { kind: 'number', text: '5', currency: 'BGN' }],
    ['EUR', { kind: 'number', text: '5', currency: 'EUR' }],
    ['USD', { kind: 'other', text: '5 USD', what: 'other-currency' }],
    ['', { kind: 'number', text: '5' }],
  ])('the attribute names the currency "%s"', async (code, expected) => {
    expect(await cellOf(typed('currency', `office:currency="${code}" office:value="5"`))).toEqual(expected)
  })

  test('a formula has its stored value; without one it is blank', async () => {
    const formula = ' table:formula="of:=[.A1]*2"'
    expect(
      await rowsOf(row(numberCell('3.10', formula), `<table:table-cell${formula}/>`, textCell('x', formula))),
    ).toEqual([[{ kind: 'number', text: '3.1' }, undefined, 'x']])
  })

  test.each([
    ['plain', 'Хляб бял', 'Хляб бял'],
    ['spaces', 'a<text:s/>b<text:s text:c="3"/>c', 'a b   c'],
    ['white space of the XML', '\n  a \t b\n ', 'a b'],
    ['a tab and a line break', 'a<text:tab/>b<text:line-break/>c', 'a\tb\nc'],
    ['parts', '<text:span text:style-name="T1">12,</text:span><text:span>50</text:span> лв.', '12,50 лв.'],
    ['a link', '<text:a xlink:href="https://example.org">Мляко</text:a>', 'Мляко'],
    ['references', 'A &amp; B &lt;1&gt; &#1083;&#x432;.', 'A & B <1> лв.'],
    ['other markup', 'a<!-- <b> -->b<![CDATA[<c> &amp;]]>', 'ab<c> &amp;'],
    ['two paragraphs', 'a</text:p><text:p>b', 'a\nb'],
    ['a comment', 'a<office:annotation><text:p>12,50</text:p></office:annotation>b', 'ab'],
    ['an empty one', '', undefined],
  ])('text with %s', async (_, xml, expected) => {
    expect(await cellOf(textCell(xml))).toBe(expected)
  })

  test('a comment is no text of its cell, and the attribute is before what is shown', async () => {
    const comment =
      '<office:annotation><dc:creator>Иван</dc:creator><text:p>5,00 лв.</text:p></office:annotation>'
    expect(await cellOf(textCell('Сирене').replace('><text', `>${comment}<text`))).toBe('Сирене')
    expect(await cellOf(textCell('12', ' office:string-value="012"'))).toBe('012')
  })

  test('text that is too long for a cell ends in …', async () => {
    const cell = await cellOf(textCell('a'.repeat(40_000)))
    expect(cell).toBe(`${'a'.repeat(32_766)}…`)
  })
})

describe('FILE-04 · currencies in number formats', () => {
  const styled = (style: string) => numberCell('5', ` table:style-name="${style}"`)
  const dataStyle = (kind: string, content: string) =>
    `<number:${kind} style:name="N1">${content}</number:${kind}><style:style style:name="c" style:family="table-cell" style:data-style-name="N1"/>`
  const NUMBER = '<number:number number:decimal-places="2"/>'
  const symbol = (text: string) => `<number:currency-symbol>${text}</number:currency-symbol>`

  test.each([
    ['currency-style', `${NUMBER}${symbol('€')}`, { kind: 'number', text: '5', currency: 'EUR' }],
    ['currency-style', `${symbol('BGN')}${NUMBER}`, { kind: 'number', text: '5', currency: 'BGN' }],
    [
      'number-style',
      `${NUMBER}<number:text> лв.</number:text>`,
      { kind: 'number', text: '5', currency: 'BGN' },
    ],
    ['currency-style', `${symbol('$')}${NUMBER}`, { kind: 'other', text: '5 $', what: 'other-currency' }],
    [
      'percentage-style',
      `${NUMBER}<number:text>%</number:text>`,
      { kind: 'other', text: '500%', what: 'percent' },
    ],
    ['date-style', '<number:year/>', { kind: 'other', text: '#5', what: 'date' }],
    ['number-style', NUMBER, { kind: 'number', text: '5' }],
    [
      'number-style',
      '<number:number number:decimal-places="2" number:display-factor="1000"/><number:text> лв.</number:text>',
      { kind: 'other', text: '5 k лв.', what: 'value' },
    ],
  ])('%s %s', async (kind, content, expected) => {
    expect(await cellOf(styled('c'), dataStyle(kind, content))).toEqual(expected)
  })

  test('that of amounts of 0 and more counts', async () => {
    const euro = LEV_STYLES.replace('лв.', '€')
    expect(await cellOf(styled('ce1'), euro)).toEqual({ kind: 'number', text: '5', currency: 'EUR' })
  })

  test('what is shown is before the attribute', async () => {
    expect(await cellOf(levCell('5').replace('"BGN"', '"EUR"'))).toMatchObject({ currency: 'BGN' })
  })

  test('cells without a style have that of their row or column, and styles those of their parents', async () => {
    const columns =
      '<table:table-column table:default-cell-style-name="ce1"/><table:table-column/><table:table-column table:default-cell-style-name="own"/>'
    const common =
      '<number:currency-style style:name="E"><number:number/><number:currency-symbol>€</number:currency-symbol></number:currency-style><style:style style:name="Euro" style:family="table-cell" style:data-style-name="E"/><style:style style:name="own" style:family="table-cell" style:parent-style-name="Euro"/><style:style style:name="loop" style:family="table-cell" style:parent-style-name="loop"/>'
    const rows =
      row(numberCell('1'), numberCell('2'), numberCell('3'), numberCell('4', ' table:style-name="loop"')) +
      row(numberCell('5'), numberCell('6')).replace('row>', 'row table:default-cell-style-name="own">')
    const bytes = odsBook({ body: sheet(rows, { columns }) }, {}, common)
    const currencies = (await opened(bytes)).table.map((cells) =>
      cells.map((cell) =>
        typeof cell === 'object' && cell.kind === 'number' ? (cell.currency ?? '') : 'none',
      ),
    )
    expect(currencies).toEqual([
      ['BGN', '', 'EUR', ''],
      ['EUR', 'EUR'],
    ])
  })
})

describe('FILE-04 · rows and sheets of an ODS', () => {
  test('rows and cells that are repeated, in groups and under merged cells', async () => {
    const rows =
      `<table:table-header-rows>${row(textCell('Име'), `<table:covered-table-cell/>`, textCell('Цена', ' table:number-columns-repeated="2"'))}</table:table-header-rows>` +
      '<text:soft-page-break/>' +
      `<table:table-row-group><table:table-row-group>${row(EMPTY)}<table:table-row table:number-rows-repeated="2">${textCell('a')}${numberCell('1')}</table:table-row></table:table-row-group></table:table-row-group>` +
      '<table:table-row/>' +
      row('<table:table-cell table:number-columns-repeated="2"/>', numberCell('9'), EMPTY)
    const one = { kind: 'number', text: '1' }
    expect(await rowsOf(rows)).toEqual([
      ['Име', undefined, 'Цена', 'Цена'],
      [],
      ['a', one],
      ['a', one],
      [],
      [undefined, undefined, { kind: 'number', text: '9' }],
    ])
  })

  test('single cells of a repeated row are found by their column', async () => {
    const rows = `<table:table-row table:number-rows-repeated="3">${textCell('a')}<table:table-cell/>${numberCell('7', ' table:number-columns-repeated="3"')}</table:table-row>`
    const { table } = await opened(odsBook({ body: sheet(rows) }))
    const { cellAt, lengthOfRow, isBlankAt } = await import('#table/table.ts')
    expect([0, 1, 2, 4, 5].map((c) => cellAt(table, 2, c))).toEqual([
      'a',
      undefined,
      { kind: 'number', text: '7' },
      { kind: 'number', text: '7' },
      undefined,
    ])
    expect([lengthOfRow(table, 2), lengthOfRow(table, 3)]).toEqual([5, 0])
    expect([isBlankAt(table, 2), isBlankAt(table, 3)]).toEqual([false, true])
  })

  test('a million rows of a thousand cells each are stored once, and cut', async () => {
    const rows = `<table:table-row table:number-rows-repeated="99999999999">${numberCell('7', ' table:number-columns-repeated="999999999"')}</table:table-row>`
    const { table, warnings } = await opened(odsBook({ body: sheet(rows) }), { limits: { rows: 1000 } })
    expect(table.length).toBe(1000)
    expect(table.at(999)).toHaveLength(512)
    expect(warnings).toEqual([{ code: 'rows-cut', limit: 1000 }])
  })

  test('of more repeated cells than can be looked at nothing is read', async () => {
    const rows = (count: number) =>
      `<table:table-row table:number-rows-repeated="${count}">${textCell('X', ' table:number-columns-repeated="512"')}</table:table-row>`
    const result = await openFile(odsBook({ body: sheet(rows(19_532)) }), { fileName: 'a.ods' })
    expect(result).toEqual({ ok: false, error: { code: 'unreadable', reason: 'bomb' } })
    const { table } = await opened(odsBook({ body: sheet(rows(19_531)) }))
    expect(table.length).toBe(19_531)
  })

  test('thousands of rows and cells, and thousands that repeat', async () => {
    const rows = Array.from({ length: 3000 }, (_, r) => row(textCell(`а${r}`), numberCell(String(r + 1))))
    const repeated = `<table:table-row table:number-rows-repeated="3000">${textCell('б')}</table:table-row>`
    const { table } = await opened(odsBook({ body: sheet(rows.join('') + repeated) }))
    expect(table.length).toBe(6000)
    expect([table.at(2999), table.at(3000), table.at(5999)]).toEqual([
      ['а2999', { kind: 'number', text: '3000' }],
      ['б'],
      ['б'],
    ])
  })

  test('blank rows and cells below and behind the data are no data', async () => {
    const { table, warnings } = await opened(
      odsBook({ body: sheet(row(textCell('a'), EMPTY) + REST + REST) }),
      {
        limits: { rows: 10 },
      },
    )
    expect([...table]).toEqual([['a']])
    expect(warnings).toEqual([])
  })

  const SHEETS =
    sheet(row('<table:table-cell/>'), { name: 'Празен' }) +
    sheet(row(textCell('скрито')), { name: 'Скрит', attributes: ' table:style-name="ta2"' }) +
    sheet(row(textCell('а')), { name: 'A &amp; B' }) +
    sheet(row(textCell('б')), { name: 'Втори' })

  test('the first visible sheet with data is read, or the one that is chosen', async () => {
    const bytes = odsBook({ body: SHEETS })
    const { sheet: name, sheets, table } = await opened(bytes)
    expect([name, [...table]]).toEqual(['A & B', [['а']]])
    expect(sheets).toEqual([
      { name: 'Празен', hidden: false, hasData: false },
      { name: 'Скрит', hidden: true, hasData: true },
      { name: 'A & B', hidden: false, hasData: true },
      { name: 'Втори', hidden: false, hasData: true },
    ])
    expect([...(await opened(bytes, { sheet: 'Скрит' })).table]).toEqual([['скрито']])
    expect(await openFile(bytes, { fileName: 'a.ods', sheet: 'Няма' })).toEqual({
      ok: false,
      error: { code: 'unknown-sheet', sheets, kind: 'sheet' },
    })
  })

  test('a table in a chart or in a cell is no sheet and no row', async () => {
    const inner = `<draw:frame><draw:object><office:document><office:body>${sheet(row(textCell('график')))}</office:body></office:document></draw:object></draw:frame>`
    const body = sheet(
      `<table:shapes>${inner}</table:shapes>` +
        row(textCell('a').replace('</table:table-cell>', `${inner}</table:table-cell>`), textCell('b')),
    )
    const { sheets, table } = await opened(odsBook({ body }))
    expect(sheets).toHaveLength(1)
    expect([...table]).toEqual([['a', 'b']])
  })

  test('tracked changes are no sheets', async () => {
    const changes = `<table:tracked-changes><table:deletion>${sheet(row(textCell('старо')))}</table:deletion></table:tracked-changes>`
    expect([...(await opened(odsBook({ body: changes + sheet(row(textCell('a'))) }))).table]).toEqual([['a']])
  })

  test('other prefixes than the usual ones are read', async () => {
    const xml = contentXml({ body: sheet(row(textCell('a'), levCell('5'))) }).replaceAll(
      /(?<=[</ ]|\sxmlns:)(office|table|text|style|number)(?=[:=])/g,
      'ns-$1',
    )
    const { table } = await opened(odsArchive({ 'content.xml': xml }))
    expect([...table]).toEqual([['a', { kind: 'number', text: '5', currency: 'BGN' }]])
  })

  test('a flat ODS has all of it in one file', async () => {
    const text = flatXml({ body: SHEETS.replace('>а<', '>ф<') })
    for (const bytes of [utf8(text), utf8(`\ufeff${text}`)]) {
      const { format, sheet: name, table } = await opened(bytes, { fileName: 'list.fods' })
      expect([format, name, [...table]]).toEqual(['fods', 'A & B', [['ф']]])
    }
  })

  test('the content decides: under any name, as a template, and without a media type', async () => {
    const content = { body: sheet(row(textCell('a'))) }
    const files = { 'META-INF/manifest.xml': '<a/>', 'content.xml': contentXml(content) }
    const template = odsArchive(files, 'application/vnd.oasis.opendocument.spreadsheet-template')
    for (const bytes of [odsBook(content), template, odsArchive({ ...files, mimetype: 'x' })]) {
      const { format, warnings } = await opened(bytes, { fileName: 'list.xlsx' })
      expect(format).toBe('ods')
      expect(warnings).toEqual([{ code: 'extension-differs', extension: 'xlsx', format: 'ods' }])
    }
    expect((await opened(utf8(flatXml(content)), { fileName: 'list.csv' })).format).toBe('fods')
  })
})

describe('FILE-04 · what is no readable ODS', () => {
  const CONTENT = contentXml({ body: sheet(row(textCell('a'))) })

  test.each([
    [
      'a part that is encrypted',
      {
        'META-INF/manifest.xml':
          '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum="a"/></manifest:file-entry></manifest:manifest>',
        'content.xml': '\u0001\u0002',
      },
    ],
    ['a document that is encrypted as one part', { 'encrypted-package': 'x' }],
  ])('%s is protected by a password', async (_, files) => {
    expect(await error(odsArchive(files))).toEqual({ code: 'unreadable', reason: 'encrypted' })
  })

  test.each([
    ['XML that is cut off', CONTENT.slice(0, -30)],
    ['a tag that is cut off', CONTENT.slice(0, -1)],
    ['an element that is not closed', CONTENT.replace('</text:p>', '')],
    ['an element that is closed by another tag', CONTENT.replace('</text:p>', '</text:s>')],
    ['two sheets of one name', contentXml({ body: sheet(row(textCell('a'))).repeat(2) })],
    ['entities of its own', CONTENT.replace('?>', '?><!DOCTYPE a [<!ENTITY b "5">]>')],
  ])('%s is broken', async (_, xml) => {
    expect(await error(odsArchive({ 'content.xml': xml }))).toEqual({ code: 'unreadable', reason: 'broken' })
    const flat = flatXml({ body: sheet(row(textCell('a'))) })
    const same = xml === CONTENT.slice(0, -30) ? flat.slice(0, -30) : undefined
    if (same !== undefined)
      expect(await error(utf8(same), 'a.fods')).toEqual({ code: 'unreadable', reason: 'broken' })
  })

  test('other OpenDocument files are named', async () => {
    const text = CONTENT.replaceAll('office:spreadsheet', 'office:text')
    expect(await error(odsArchive({ 'content.xml': text }))).toMatchObject({
      code: 'other-file',
      file: { kind: 'spreadsheet' },
    })
    expect(await error(odsArchive({ 'styles.xml': stylesXml('') }))).toMatchObject({ code: 'other-file' })
    expect(await error(odsBook({ body: '' }))).toEqual({ code: 'no-rows' })
    expect(await error(odsBook({ body: sheet('') }))).toEqual({ code: 'no-rows' })
  })

  test('a flat ODS in another encoding than UTF-8 is named', async () => {
    const flat = flatXml({ body: sheet(row(textCell('a'))) })
    const other = utf8(flat.replace('UTF-8', 'windows-1251'))
    const wide = new Uint8Array(Buffer.from(`\ufeff${flat}`, 'utf16le'))
    for (const bytes of [other, wide])
      expect(await error(bytes, 'a.fods')).toMatchObject({
        code: 'other-file',
        file: { format: 'OpenDocument FODS' },
      })
  })

  test('deep nesting is read or rejected, and ends', async () => {
    const deep = 100_000
    const body = sheet(
      `${'<table:table-row-group>'.repeat(deep)}${row(textCell(`${'<text:span>'.repeat(deep)}a${'</text:span>'.repeat(deep)}`))}${'</table:table-row-group>'.repeat(deep)}`,
    )
    expect([...(await opened(odsBook({ body }))).table]).toEqual([['a']])
  })
})
