import { describe, expect, test } from 'vitest'
import {
  LEV_STYLES,
  contentXml,
  flatXml,
  levCell,
  numberCell,
  odsBook,
  row,
  sheet,
  stylesXml,
  textCell,
} from '#test/fixtures/catalogues/ods-book.ts'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { euro, lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import type { CellContent, WriteBackPlan } from '#writeback/plan.ts'
import { writeBack } from '../../write-back.ts'

const HEADER = row(textCell('Стока'), textCell('Цена, лв.', ' table:style-name="ce9"'), textCell('Бр.'))
const BREAD = row(textCell('Хляб'), levCell('1.69'), numberCell('3'))
const MILK = row(textCell('Мляко'), levCell('2.89'), numberCell('4'))
const PRICES = { 1: lev('1.69', '0.86'), 2: lev('2.89', '1.48') }

const NEW_TITLE =
  '<table:table-cell table:style-name="ce9" office:value-type="string"><text:p>Цена, евро</text:p></table:table-cell>'
const euroCell = (value: string, style = 'ce3') =>
  `<table:table-cell table:style-name="${style}" office:value-type="currency" office:currency="EUR" office:value="${value}"><text:p>${value.replace('.', ',')} €</text:p></table:table-cell>`

/** The content before and after, from the first row on, and the styles that were added. */
async function patched(
  body: string,
  order: WriteBackPlan,
  {
    automatic = LEV_STYLES,
    files = {},
    common = '',
  }: { automatic?: string; files?: Record<string, string>; common?: string } = {},
) {
  const bytes = odsBook({ body, automatic }, files, common)
  const back = await givenBack(bytes, order, { format: 'ods' })
  const xml = back.partOf('content.xml')
  const [, styles = '', sheets = ''] =
    /<office:automatic-styles>(.*)<\/office:automatic-styles><office:body><office:spreadsheet>(.*)<\/office:spreadsheet>/s.exec(
      xml,
    )!
  return { ...back, sheets, added: styles.replace(automatic, '') }
}

const after = { placement: 'after' } as const
const replace = { placement: 'replace' } as const

describe('FILE-04 CONV-08 · an ODS is given back in place', () => {
  test('only content.xml changes; mimetype stays first and stored', async () => {
    const back = await patched(sheet(HEADER + BREAD + MILK), orderFor({ 1: PRICES }), {
      files: { 'Pictures/1.png': 'x' },
    })
    expect(back).toMatchObject({ format: 'ods', warnings: [], changed: ['content.xml'] })
    expect(back.names[0]).toBe('mimetype')
    expect(new TextDecoder().decode(back.returned.subarray(30, 84))).toBe(
      'mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    )
    expect(back.sheets).toBe(
      sheet(
        HEADER.replace('</table:table-row>', `${NEW_TITLE}</table:table-row>`) +
          BREAD.replace('</table:table-row>', `${euroCell('0.86')}</table:table-row>`) +
          MILK.replace('</table:table-row>', `${euroCell('1.48')}</table:table-row>`),
      ),
    )
  })

  test('the new style is that of the source with the other currency, for all parts of its amounts', async () => {
    const { added } = await patched(sheet(HEADER + BREAD), orderFor({ 1: { 1: PRICES[1] } }))
    const [positive, negative] = LEV_STYLES.split('</number:currency-style>').map(
      (xml) => `${xml}</number:currency-style>`,
    )
    const copied = (xml: string) => xml.replaceAll('лв.', '€').replaceAll('N107', 'N1')
    expect(added).toBe(
      copied(positive!) +
        copied(negative!) +
        '<style:style style:name="ce3" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="N1"><style:text-properties fo:font-weight="bold"/></style:style>',
    )
  })

  test('a format without decimals gets two; one without a currency, or of a common style, gets its sign', async () => {
    const rows = [
      row(numberCell('1', ' table:style-name="ce2"')),
      row(numberCell('1')),
      row(numberCell('1', ' table:style-name="Общ"')),
    ]
    const prices = Object.fromEntries(rows.map((_, r) => [r, lev('1', '0.51')]))
    const { added, sheets } = await patched(
      sheet(rows.join('')),
      orderFor({ 0: prices }, { headerRow: null }),
      {
        common: '<style:style style:name="Общ" style:family="table-cell"/>',
      },
    )
    const plain = (name: string) =>
      `<number:currency-style style:name="${name}"><number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1" number:grouping="true"/><number:text> </number:text><number:currency-symbol>€</number:currency-symbol></number:currency-style>`
    expect(added).toBe(
      '<number:number-style style:name="N1"><number:number number:min-decimal-places="2" number:decimal-places="2" number:min-integer-digits="1"/><number:text> €</number:text></number:number-style>' +
        '<style:style style:name="ce3" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="N1"/>' +
        plain('N2') +
        '<style:style style:name="ce4" style:family="table-cell" style:data-style-name="N2"/>' +
        plain('N3') +
        '<style:style style:name="ce5" style:family="table-cell" style:parent-style-name="Общ" style:data-style-name="N3"/>',
    )
    expect(sheets.match(/style-name="ce\d"/g)).toEqual(
      ['ce2', 'ce3', 'ce4', 'ce5'].map((name) => `style-name="${name}"`),
    )
  })

  test('a document without automatic styles gets them', async () => {
    const bytes = odsBook(
      { body: sheet(row(numberCell('1'))) },
      {
        'content.xml': contentXml({ body: sheet(row(numberCell('1'))), automatic: '' }).replace(
          /<office:automatic-styles>.*<\/office:automatic-styles>/,
          '',
        ),
      },
    )
    const back = await givenBack(bytes, orderFor({ 0: { 0: lev('1', '0.51') } }, { headerRow: null }), {
      format: 'ods',
    })
    expect(back.partOf('content.xml')).toMatch(
      /<office:automatic-styles><number:.*<\/office:automatic-styles><office:body>/s,
    )
  })

  test('a column after its source moves the others, also in rows without prices', async () => {
    const title = row(textCell('Списък'))
    const note = row(
      textCell('Бележка'),
      '<table:table-cell table:number-columns-repeated="2"/>',
      textCell('вдясно'),
    )
    const columns =
      '<table:table-column table:style-name="co1"/><table:table-column table:style-name="co2" table:number-columns-repeated="2" table:default-cell-style-name="ce1"/>'
    const { sheets, warnings } = await patched(
      sheet(HEADER + BREAD + note + title, { columns }),
      orderFor({ 1: { 1: PRICES[1] } }, after),
    )
    expect(warnings).toEqual([])
    expect(sheets).toBe(
      sheet(
        HEADER.replace(textCell('Бр.'), NEW_TITLE + textCell('Бр.')) +
          BREAD.replace(numberCell('3'), euroCell('0.86') + numberCell('3')) +
          row(
            textCell('Бележка'),
            '<table:table-cell/>',
            '<table:table-cell/>',
            '<table:table-cell/>',
            textCell('вдясно'),
          ) +
          title,
        {
          columns:
            '<table:table-column table:style-name="co1"/>' +
            '<table:table-column table:style-name="co2" table:default-cell-style-name="ce1"/>' +
            '<table:table-column table:style-name="co2"/>' +
            '<table:table-column table:style-name="co2" table:default-cell-style-name="ce1"/>',
        },
      ),
    )
  })

  test('the last column of a full sheet is not lost', async () => {
    const rest = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`
    const columns = (count: number) =>
      `<table:table-column table:number-columns-repeated="3" table:style-name="co1"/><table:table-column table:number-columns-repeated="${count}"/>`
    const full = (xml: string, count: number) =>
      xml.replace('</table:table-row>', `${rest(count)}</table:table-row>`)
    const blank = `<table:table-row table:number-rows-repeated="1048574">${rest(16_384)}</table:table-row>`
    const { sheets } = await patched(
      sheet(full(HEADER, 16_381) + full(BREAD, 16_381) + blank, { columns: columns(16_381) }),
      orderFor({ 1: { 1: PRICES[1] } }, after),
    )
    expect(sheets).toContain(rest(16_380))
    expect(sheets).not.toContain(rest(16_381))
    expect(sheets).toContain(blank)
    const widths = [...sheets.matchAll(/<table:table-column[^>]*?(?:repeated="(\d+)"[^>]*)?\/>/g)].map(
      ([, n]) => Number(n ?? 1),
    )
    expect(widths.reduce((sum, n) => sum + n, 0)).toBe(16_384)
  })

  test('rows and cells that are repeated are divided', async () => {
    const same = (rows: number, cells: string) =>
      `<table:table-row table:style-name="ro1"${rows === 1 ? '' : ` table:number-rows-repeated="${rows}"`}>${textCell('Хляб')}${cells}</table:table-row>`
    const twice = (count: number) =>
      levCell('1.69', count === 1 ? '' : ` table:number-columns-repeated="${count}"`)
    const { sheets } = await patched(
      sheet(same(5, twice(2))),
      orderFor({ 1: { 1: PRICES[1], 2: PRICES[1], 3: PRICES[2] } }, { headerRow: null, ...replace }),
    )
    const one = (xml: string) => xml.replace('ro1"', 'ro1" table:number-rows-repeated="1"')
    const replaced = (value: string) => euroCell(value) + twice(1)
    expect(sheets).toBe(
      sheet(
        one(same(1, twice(2))) +
          same(2, replaced('0.86')) +
          one(same(1, replaced('1.48'))) +
          one(same(1, twice(2))),
      ),
    )
  })

  test('a merged title above gets wider, and what it covers stays covered', async () => {
    const merged = (count: number) => ` table:number-columns-spanned="${count}" table:number-rows-spanned="2"`
    const covered = (count: number) => `<table:covered-table-cell table:number-columns-repeated="${count}"/>`
    const { sheets, warnings } = await patched(
      sheet(row(textCell('Списък', merged(3)), covered(2)) + row(covered(3)) + HEADER + BREAD),
      orderFor({ 1: { 3: PRICES[1] } }, { headerRow: 2, ...after }),
    )
    expect(warnings).toEqual([])
    const one = '<table:covered-table-cell/>'
    expect(sheets.slice(0, sheets.indexOf('Стока'))).toBe(
      sheet(
        row(textCell('Списък', merged(4)), one + one + one) + row(covered(2) + one + one) + HEADER,
      ).replace(/Стока.*/s, ''),
    )
  })

  test('merged rows between the prices get wider too', async () => {
    const group = (count: number) =>
      row(
        textCell('Група', ` table:number-columns-spanned="${count}"`),
        '<table:covered-table-cell/>'.repeat(count - 1),
      )
    const rows = (width: number) => [HEADER, group(width), BREAD, group(width), group(width), MILK]
    const { sheets, warnings } = await patched(
      sheet(rows(3).join('')),
      orderFor({ 1: { 2: PRICES[1], 5: PRICES[2] } }, after),
    )
    expect(warnings).toEqual([])
    const wide = sheets.match(/<table:table-row>(?:(?!<\/table:table-row>).)*Група.*?<\/table:table-row>/g)
    expect(wide).toEqual([group(4), group(4), group(4)])
  })

  test('a merged cell that is edited gets wider', async () => {
    const merged = (text: string, count: number) =>
      textCell(text, ` table:number-columns-spanned="${count}"`) +
      '<table:covered-table-cell/>'.repeat(count - 1)
    const changed = [{ row: 2, cells: new Map<number, CellContent>([[0, 'Нова']]) }]
    const { sheets } = await patched(
      sheet(HEADER + BREAD + row(merged('Група', 3))),
      orderFor({ 1: { 1: PRICES[1] } }, { ...after, changed }),
    )
    expect(sheets).toContain(
      '<table:table-cell table:number-columns-spanned="4" office:value-type="string"><text:p>Нова</text:p></table:table-cell><table:covered-table-cell/><table:covered-table-cell/><table:covered-table-cell/></table:table-row>',
    )
  })

  test('a cell that a merged one covers stays covered, with the value that it has or gets', async () => {
    const high = ' table:number-rows-spanned="3"'
    const covered = levCell('77').replaceAll('table-cell', 'covered-table-cell')
    const rows = (first: string, second: string) =>
      HEADER + row(textCell('Хляб', high), first) + row(covered, second) + row(covered, covered)
    const changed = [{ row: 3, cells: new Map<number, CellContent>([[1, { number: '5' }]]) }]
    const { sheets } = await patched(
      sheet(rows(levCell('1.69', high), covered)),
      orderFor({ 1: { 1: PRICES[1] } }, { ...replace, changed }),
    )
    expect(sheets.match(/<table:table-cell/g)).toHaveLength(HEADER.match(/<table:table-cell/g)!.length + 2)
    expect(sheets.match(/<table:covered-table-cell/g)).toHaveLength(4)
    expect(sheets).toContain(`${row(covered, covered)}<table:table-row>${covered}<table:covered-table-cell`)
  })

  test('conditions of a style stay with replaced prices, and are not copied for new ones', async () => {
    const condition = '<style:map style:condition="cell-content()&gt;100" style:apply-style-name="x"/>'
    const automatic = LEV_STYLES.replace('bold"/></style:style>', `bold"/>${condition}</style:style>`)
    const prices = orderFor({ 1: { 1: PRICES[1] } })
    const behind = await patched(sheet(HEADER + BREAD), prices, { automatic })
    expect(behind.added).not.toContain('cell-content')
    const replaced = await patched(sheet(HEADER + BREAD), { ...prices, ...replace }, { automatic })
    expect(replaced.added).toContain(condition)
  })

  test('a merged cell among the prices sends the column to the end', async () => {
    const wide = row(
      textCell('Стока'),
      textCell('Цена', ' table:number-columns-spanned="2"'),
      '<table:covered-table-cell/>',
      textCell('x'),
    )
    const { warnings, sheets } = await patched(sheet(wide + BREAD), orderFor({ 1: { 1: PRICES[1] } }, after))
    expect(warnings).toEqual(['placed-at-end'])
    expect(sheets).toContain(
      `${textCell('x')}<table:table-cell office:value-type="string"><text:p>Цена (EUR)</text:p>`,
    )
  })

  test('comments, merges and other attributes of a cell stay when its value changes', async () => {
    const comment = '<office:annotation><text:p>виж 5,00</text:p></office:annotation>'
    const shape = '<draw:frame/>'
    const cell = levCell('1.69', ' table:number-columns-spanned="1"')
      .replace('><text:p', `>${comment}<text:p`)
      .replace('</table:table-cell>', `${shape}</table:table-cell>`)
    const { sheets } = await patched(
      sheet(HEADER + row(textCell('Хляб'), cell)),
      orderFor({ 1: { 1: PRICES[1] } }, replace),
    )
    expect(sheets).toContain(
      `<table:table-cell table:number-columns-spanned="1" table:style-name="ce3" office:value-type="currency" office:currency="EUR" office:value="0.86">${comment}<text:p>0,86 €</text:p>${shape}</table:table-cell>`,
    )
  })

  test('replaced prices that are text stay text, with titles and currencies', async () => {
    const rows =
      row(textCell('Стока'), textCell('Цена, лв.'), textCell('Валута')) +
      row(textCell('Хляб'), textCell('1,69 лв./бр'), textCell('BGN')) +
      row(textCell('Стока'), textCell('Цена, лв.'), textCell('Валута')) +
      row(textCell('Мляко'), textCell('2,89'), textCell('BGN'))
    const { sheets, warnings } = await patched(
      sheet(rows),
      orderFor({ 1: { 1: PRICES[1], 3: PRICES[2] } }, { ...replace, currencyColumn: 2 }),
    )
    expect(warnings).toEqual([])
    expect([...sheets.matchAll(/<text:p>(.*?)<\/text:p>/g)].map(([, text]) => text)).toEqual([
      'Стока',
      'Цена, евро',
      'Валута',
      'Хляб',
      '0,86 евро/бр',
      'EUR',
      'Стока',
      'Цена, евро',
      'Валута',
      'Мляко',
      '1,48 €',
      'EUR',
    ])
    expect(sheets).toContain('office:value="1.48"')
  })

  test('added rows take the style of the last one, in place of blank rows or behind all others', async () => {
    const added = [
      {
        cells: new Map<number, CellContent>([
          [0, 'Нов  артикул & <x>\n втори ред'],
          [2, { number: '7' }],
        ]),
        prices: new Map([[1, lev('5', '2.56')]]),
      },
    ]
    const cells = (price: string) =>
      '<table:table-cell office:value-type="string"><text:p>Нов <text:s text:c="1"/>артикул &amp; &lt;x&gt;</text:p><text:p><text:s text:c="1"/>втори ред</text:p></table:table-cell>' +
      `<table:table-cell/><table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell>${price}`
    const order = orderFor({ 1: { 1: PRICES[1] } }, { added })
    const styled = BREAD.replace('row>', 'row table:style-name="ro2">')
    const behind = await patched(sheet(HEADER + styled), order)
    expect(behind.sheets).toContain(
      `</table:table-row><table:table-row table:style-name="ro2">${cells(euroCell('2.56'))}</table:table-row></table:table>`,
    )
    const blank = (count: number) =>
      `<table:table-row table:style-name="ro1" table:number-rows-repeated="${count}"><table:table-cell table:number-columns-repeated="5"/></table:table-row>`
    const between = await patched(sheet(HEADER + styled + blank(9)), order)
    expect(between.sheets).toContain(
      `<table:table-row table:style-name="ro1" table:number-rows-repeated="1">${cells(euroCell('2.56'))}<table:table-cell/></table:table-row>${blank(8)}`,
    )
  })

  test('edited cells, and a formula that is edited or kept', async () => {
    const total = numberCell('5', ' table:formula="of:=2+3"')
    const rows = HEADER + BREAD + row(textCell('Общо'), total)
    const changed = [
      {
        row: 1,
        cells: new Map<number, CellContent>([
          [0, 'Хляб 2'],
          [1, { number: '1.79', currency: 'BGN' }],
        ]),
      },
      { row: 2, cells: new Map<number, CellContent>([[1, { number: '9' }]]) },
    ]
    const edited = await patched(sheet(rows), orderFor({ 1: { 1: PRICES[1] } }, { changed }))
    expect(edited.sheets).toContain(
      '<text:p>Хляб 2</text:p></table:table-cell><table:table-cell table:style-name="ce1" office:value-type="currency" office:currency="BGN" office:value="1.79"><text:p>1,79 лв.</text:p>',
    )
    expect(edited.sheets).toContain(
      '<table:table-cell office:value-type="float" office:value="9"><text:p>9</text:p></table:table-cell>',
    )
    const kept = await patched(
      sheet(rows),
      orderFor({ 1: { 1: PRICES[1] } }, { changed, keepsFormulas: true }),
    )
    expect(kept.warnings).toEqual(['formulas-kept'])
    expect(kept.lockedCells).toEqual(new Set(['B3']))
    expect(kept.sheets).toContain(total)
  })

  test('several sheets: only the named one changes', async () => {
    const other = sheet(HEADER + BREAD, { name: 'Други' })
    const last = sheet(HEADER + BREAD, { name: 'Трети' })
    const { sheets } = await patched(other + sheet(HEADER + BREAD) + last, orderFor({ 1: { 1: PRICES[1] } }))
    expect(sheets.startsWith(other)).toBe(true)
    expect(sheets.endsWith(last)).toBe(true)
    expect(sheets).toContain('0.86')
  })

  test('two price columns, one in both currencies', async () => {
    const rows =
      row(textCell('A'), textCell('B'), textCell('x')) + row(levCell('1'), levCell('2'), textCell('y'))
    const { sheets } = await patched(
      sheet(rows + row(numberCell('3'), '<table:table-cell/>', textCell('z'))),
      orderFor({ 0: { 1: lev('1', '0.51'), 2: euro('3', '5.87') }, 1: { 1: lev('2', '1.02') } }, after),
    )
    const values = [...sheets.matchAll(/<table:table-row>(.*?)<\/table:table-row>/g)].map(([, cells]) =>
      [
        ...cells!.matchAll(
          /<table:table-cell[^>]*?(?:office:value="([^"]*)"[^>]*)?(?:\/>|><text:p>([^<]*))/g,
        ),
      ].map(([, value, text]) => value ?? text ?? ''),
    )
    expect(values).toEqual([
      ['A', 'A (BGN)', 'A (EUR)', 'B', 'B (EUR)', 'x'],
      ['1', '1', '0.51', '2', '1.02', 'y'],
      ['3', '5.87', '3', '', '', 'z'],
    ])
  })

  test('a flat ODS keeps every byte outside the changes', async () => {
    const before = flatXml(
      { body: sheet(`\n ${HEADER}\n ${BREAD}\n`) },
      '<style:style style:name="ce3" style:family="table-cell"/>',
    )
    const { parts, ...rest } = await writeBack(
      new TextEncoder().encode(before),
      { format: 'fods', sheet: 'Цени', table: [], warnings: [] },
      orderFor({ 1: { 1: PRICES[1] } }),
    )
    expect(rest).toMatchObject({ format: 'fods', warnings: [] })
    const written = Buffer.concat(parts).toString()
    // The name ce3 is taken by a common style.
    expect(written).toContain(euroCell('0.86', 'ce4'))
    const back = written
      .replace(euroCell('0.86', 'ce4'), '')
      .replace(NEW_TITLE, '')
      .replace(
        /(?<=<\/office:styles><office:automatic-styles>)(.*?)(?=<\/office:automatic-styles>)/s,
        LEV_STYLES,
      )
    expect(back).toBe(before)
  })
})

describe('FILE-04 CONV-08 · formulas and references of an ODS', () => {
  const FORMULA = ' table:formula="of:=[.B2]*2"'

  test('a price that a formula computes is not replaced', async () => {
    const rows = HEADER + row(textCell('Хляб'), levCell('1.69', FORMULA), numberCell('1'))
    const { warnings, sheets } = await patched(sheet(rows), orderFor({ 1: { 1: PRICES[1] } }, replace))
    expect(warnings).toEqual(['formulas-kept'])
    expect(sheets).toContain(levCell('1.69', FORMULA))
    expect(sheets).toContain(`${numberCell('1')}${euroCell('0.86')}`)
  })

  test('a formula that adds up replaced prices is kept, with the new sum', async () => {
    const rows = HEADER + BREAD + row(textCell('Общо'), levCell('1.69', ' table:formula="of:=SUM([.B2])"'))
    const { warnings, sheets } = await patched(sheet(rows), {
      ...orderFor({}, replace),
      columns: [
        {
          column: 1,
          cells: new Map([
            [1, PRICES[1]],
            [2, PRICES[1]],
          ]),
          sums: new Set([2]),
        },
      ],
    })
    expect(warnings).toEqual([])
    expect(sheets).toContain(
      '<table:table-cell table:formula="of:=SUM([.B2])" table:style-name="ce3" office:value-type="currency" office:currency="EUR" office:value="0.86">',
    )
  })

  test.each([
    ['the product of a price', 'of:=[.B2]*[.C2]', 'Стойност, лв.', 'Стойност, евро', []],
    ['rounded', 'of:=ROUND([$Цени.$B2]*2;2)', 'Стойност, лв.', 'Стойност, евро', []],
    ['of Excel', 'msoxl:=B2*C2', 'Стойност, лв.', 'Стойност, евро', []],
    ['in an unclear way', 'of:=IF([.B2]&gt;1;[.B2];0)', 'Стойност, лв.', 'Стойност, лв.', ['title-kept']],
    ['of another sheet', "of:=[$'Други'.B2]*2", 'Стойност, лв.', 'Стойност, лв.', []],
  ])('the title of amounts that depend on prices follows: %s', async (_, formula, title, expected, notes) => {
    const rows =
      row(textCell('Стока'), textCell('Цена, лв.'), textCell('Брой'), textCell(title)) +
      row(textCell('Хляб'), levCell('1.69'), numberCell('2'), levCell('3.38', ` table:formula="${formula}"`))
    const { sheets, warnings } = await patched(sheet(rows), orderFor({ 1: { 1: PRICES[1] } }, replace))
    expect(warnings).toEqual(notes)
    expect(sheets).toContain(`<text:p>${expected}</text:p>`)
    expect(sheets).toContain('<text:p>Цена, евро</text:p>')
  })

  test.each([
    ['of:=[.B2]*2', [], 'ce3'],
    ['of:=[.B2]*(1-[.D2]/100)', [], 'ce3'],
    ['of:=[.B2]+5', ['title-kept'], 'ce1'],
  ])(
    'the number format of amounts that depend on prices follows, or it is said: %s',
    async (formula, notes, style) => {
      const attribute = ` table:formula="${formula}"`
      const rows = (cell: string) =>
        row(textCell('Стока'), textCell('Цена'), textCell('Стойност')) +
        row(textCell('Хляб'), levCell('1.69'), cell)
      const order = orderFor({ 1: { 1: PRICES[1] } }, replace)
      const { sheets, warnings } = await patched(sheet(rows(levCell('3.38', attribute))), order)
      expect(warnings).toEqual(notes)
      const [, after] = /<table:table-cell([^>]*table:formula[^>]*)>/.exec(sheets) ?? []
      expect(after).toContain(`table:style-name="${style}"`)
      // Its stored result is removed, and a format without a currency stays.
      expect(after).not.toContain('office:value')
      const plain = await patched(sheet(rows(numberCell('3.38', attribute))), order)
      expect(plain.warnings).toEqual([])
      expect(plain.sheets).toContain(`<table:table-cell${attribute}>`)
    },
  )

  test('nothing is replaced where a formula converts amounts, which it would do again', async () => {
    const rows =
      row(textCell('Стока'), textCell('Цена, лв.'), textCell('Стойност, евро'), numberCell('1.95583')) +
      row(textCell('Хляб'), levCell('1.69'), numberCell('0.86', ' table:formula="of:=[.B2]/[.$D$1]"'))
    const { sheets, warnings } = await patched(sheet(rows), orderFor({ 1: { 1: PRICES[1] } }, replace))
    expect(warnings).toEqual(['both-kept'])
    expect(sheets).toContain(levCell('1.69'))
  })

  test('a title that a formula computes is kept, and a formula that reads replaced currencies is computed again', async () => {
    const title = textCell('Цена, лв.', ' table:formula="of:=&quot;Цена, лв.&quot;"')
    const reads = (results: string) =>
      `<table:table-cell table:formula="of:=[.C2]"${results}</table:table-cell>`
    const rows = (cell: string) =>
      row(textCell('Стока'), title, textCell('Валута')) +
      row(textCell('Хляб'), levCell('1.69'), textCell('BGN'), cell)
    const { sheets, warnings } = await patched(
      sheet(rows(reads(' office:value-type="string"><text:p>BGN</text:p>'))),
      orderFor({ 1: { 1: PRICES[1] } }, { ...replace, currencyColumn: 2 }),
    )
    expect(warnings).toEqual(['title-kept'])
    expect(sheets).toContain(title)
    expect(sheets).toContain(reads('>'))
  })

  test('results of formulas on any sheet are removed where values change, so that they are computed again', async () => {
    const other = sheet(row(numberCell('3.38', ' table:formula="of:=[$\'Цени\'.B2]*2"')), { name: 'Сбор' })
    const bare = `<table:table-cell table:formula="of:=[$'Цени'.B2]*2"></table:table-cell>`
    const replaced = await patched(sheet(HEADER + BREAD) + other, orderFor({ 1: { 1: PRICES[1] } }, replace))
    expect(replaced.sheets).toContain(bare)
    const behind = await patched(sheet(HEADER + BREAD) + other, orderFor({ 1: { 1: PRICES[1] } }))
    expect(behind.sheets).toContain(other)
  })

  test('only results that can depend on a change are removed', async () => {
    const formula = (text: string) => numberCell('1', ` table:formula="${text}"`)
    const bare = (text: string) => `<table:table-cell table:formula="${text}"></table:table-cell>`
    const other = [
      'of:=[.A1]*2',
      'of:=[.Z9]&amp;&quot;[.B2]&quot;',
      'of:=SUM([Цени.C1:.C9])',
      "of:=[$'Ц В'.B2]",
      'of:=[.D1]+1',
    ]
    const outdated = [
      'of:=[.B1]+1',
      'of:=SUM([$Цени.A1:.C9])',
      'of:=[.1:.1]',
      'of:=Име*2',
      'of:=OFFSET([.A1];1;1)',
      'msoxl:=A1',
    ]
    const rows = (cell: (text: string) => string) =>
      sheet(
        row(
          numberCell('1'),
          formula('of:=[Цени.B2]').replace(/.*/, cell('of:=[Цени.B2]')),
          '<table:table-cell/>',
          ...outdated.map(cell),
        ),
        { name: 'А' },
      )
    const kept = sheet(row('<table:table-cell table:number-columns-repeated="20"/>', ...other.map(formula)), {
      name: 'Б',
    })
    const { sheets } = await patched(
      sheet(HEADER + BREAD) + rows(formula) + kept,
      orderFor({ 1: { 1: PRICES[1] } }, replace),
    )
    expect(sheets).toContain(rows(bare))
    expect(sheets).toContain(kept)
  })

  test('cells of a formula that spans several ones are not changed', async () => {
    const matrix = levCell(
      '1.69',
      ' table:formula="of:=[.C2:.C3]" table:number-matrix-columns-spanned="1" table:number-matrix-rows-spanned="2"',
    )
    const rows = HEADER + row(textCell('Хляб'), matrix) + MILK
    const changed = [{ row: 2, cells: new Map<number, CellContent>([[1, { number: '3' }]]) }]
    const edited = await patched(sheet(rows), orderFor({}, { changed }))
    expect(edited.lockedCells).toEqual(new Set(['B3']))
    const replaced = await patched(sheet(rows), orderFor({ 1: { 2: PRICES[2] } }, replace))
    expect(replaced.warnings).toEqual(['formulas-kept'])
  })

  const LIST = sheet(HEADER + BREAD)
  const linked = row(textCell('<text:a xlink:href="#Цени.C2">виж</text:a>'))

  test.each([
    ['a formula on another sheet', LIST + sheet(row(numberCell('1', FORMULA)), { name: 'Б' }), {}],
    [
      'a named range',
      `${LIST}<table:named-expressions><table:named-range table:name="a"/></table:named-expressions>`,
      {},
    ],
    ['a conditional format', sheet(`${HEADER}${BREAD}<calcext:conditional-formats/>`), {}],
    ['a chart', sheet(`<table:shapes><draw:frame/></table:shapes>${HEADER}${BREAD}`), {}],
    ['a list of allowed values', `<table:content-validations/>${LIST}`, {}],
    ['a pivot table', `${LIST}<table:data-pilot-tables/>`, {}],
    ['a link to a cell', LIST + sheet(linked, { name: 'Б' }), {}],
    [
      'a filter with a condition',
      `${LIST}<table:database-ranges><table:database-range table:target-range-address="Цени.A1:Цени.C2"><table:filter/></table:database-range></table:database-ranges>`,
      {},
    ],
    ['macros', LIST, { files: { 'Basic/Standard/Module1.xml': 'x' } }],
    ['an object', LIST, { files: { 'Object 1/content.xml': 'x' } }],
    [
      'a style with a condition',
      LIST,
      {
        automatic: `${LEV_STYLES}<style:style style:name="c" style:family="table-cell"><style:map style:condition="cell-content()&gt;1" style:apply-style-name="x" style:base-cell-address="Цени.C2"/></style:style>`,
      },
    ],
  ])('%s sends the column to the end', async (_, body, options) => {
    const { warnings, sheets } = await patched(body, orderFor({ 1: { 1: PRICES[1] } }, after), options)
    expect(warnings).toEqual(['placed-at-end'])
    expect(sheets).toContain(`${numberCell('3')}${euroCell('0.86')}`)
  })

  test('filters and print ranges move with the columns', async () => {
    const ranges = (areas: readonly string[]) =>
      `<table:database-ranges>${areas.map((area) => `<table:database-range table:target-range-address="${area}" table:display-filter-buttons="true"/>`).join('')}</table:database-ranges>`
    const print = (areas: string) => ({ attributes: ` table:print-ranges="${areas}"` })
    const { sheets, warnings } = await patched(
      sheet(HEADER + BREAD, print("Цени.A1:Цени.C9 $'Цени'.$C$1:.$D$2")) +
        ranges(['Цени.A1:Цени.C2', "$'Цени'.$B$1:.$C$2", "'A.B''C'.A1:'A.B''C'.C2", '.A1:.B2']),
      orderFor({ 1: { 1: PRICES[1] } }, after),
    )
    expect(warnings).toEqual([])
    expect(sheets).toContain(`table:print-ranges="Цени.A1:Цени.D9 $'Цени'.$D$1:.$E$2"`)
    expect(sheets).toContain(
      // The last one ended with the prices, and has the new ones.
      ranges(['Цени.A1:Цени.D2', "$'Цени'.$B$1:.$D$2", "'A.B''C'.A1:'A.B''C'.C2", '.A1:.C2']),
    )
  })

  test('filters and print ranges have new columns that follow them, and no others', async () => {
    const filters = (areas: readonly string[]) =>
      `<table:database-ranges>${areas.map((area) => `<table:database-range table:target-range-address="${area}"><table:filter/></table:database-range>`).join('')}</table:database-ranges>`
    const print = (areas: string) => ({ attributes: ` table:print-ranges="${areas}"` })
    const others = ['Цени.A1:Цени.B2', 'Цени.A2:Цени.C2', 'Цени.C1', "'A.B''C'.A1:'A.B''C'.C2"]
    const { sheets } = await patched(
      sheet(HEADER + BREAD, print('Цени.A1:Цени.C2 Цени.A1:Цени.A2')) +
        filters(['Цени.A1:Цени.C2', ...others]),
      orderFor({ 1: { 1: PRICES[1] } }, { placement: 'end' }),
    )
    expect(sheets).toContain('table:print-ranges="Цени.A1:Цени.D2 Цени.A1:Цени.A2"')
    expect(sheets).toContain(filters(['Цени.A1:Цени.D2', ...others]))
  })

  test('styles.xml with conditions too', async () => {
    const common =
      '<style:style style:name="c" style:family="table-cell"><style:map style:base-cell-address="Цени.C2"/></style:style>'
    expect(stylesXml(common)).toContain('map')
    const { warnings } = await patched(LIST, orderFor({ 1: { 1: PRICES[1] } }, after), { common })
    expect(warnings).toEqual(['placed-at-end'])
  })
})
