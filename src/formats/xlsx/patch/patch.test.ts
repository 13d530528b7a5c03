import { describe, expect, test } from 'vitest'
import {
  bookXml,
  handWrittenBook,
  MAIN,
  OFFICE,
  relations,
  sheetXml,
  stringsXml,
  STYLES,
} from '#test/fixtures/catalogues/hand-written-book.ts'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { euro, lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { openFile } from '../../open-file.ts'
import type { CellContent } from '#writeback/plan.ts'

const HEADER = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c></row>'
const BREAD = '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>12.5</v></c></row>'
const PRICE = orderFor({ 1: { 1: lev('12.50', '6.39') } })
const NEW_TITLE = '<c r="C1" s="1" t="inlineStr"><is><t xml:space="preserve">Цена, евро</t></is></c>'
const NEW_PRICE = '<c r="C2" s="4"><v>6.39</v></c>'

const UNKNOWN = {
  'xl/media/image1.png': Uint8Array.of(0x89, 0x50, 0, 255),
  'xl/vbaProject.bin': Uint8Array.from({ length: 300 }, (_, i) => (i * 7) % 256),
  'customXml/item1.xml': '<own/>',
  'xl/worksheets/sheet2.xml': sheetXml('<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>'),
}

describe('CONV-08 · a workbook is patched in place', () => {
  test.each(['xlsx', 'xlsm'] as const)(
    '%s: only the sheet and the styles are compressed again',
    async (format) => {
      const bytes = handWrittenBook(sheetXml(HEADER + BREAD), UNKNOWN)
      const back = await givenBack(bytes, PRICE, { format })
      expect(back).toMatchObject({ format, warnings: [] })
      expect(back.changed).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml'])
      expect(back.partOf('xl/worksheets/sheet1.xml')).toBe(
        sheetXml(
          `${HEADER.replace('</row>', `${NEW_TITLE}</row>`)}${BREAD.replace('</row>', `${NEW_PRICE}</row>`)}`,
        ),
      )
      expect(Buffer.from(back.returned).subarray(-10).toString()).toBe('архив')
    },
  )

  test('the new style equals its source but for the currency; nothing else in the styles changes', async () => {
    const back = await givenBack(handWrittenBook(sheetXml(HEADER + BREAD)), PRICE)
    expect(back.partOf('xl/styles.xml')).toBe(
      STYLES.replace('<numFmts count="1">', '<numFmts count="2">')
        .replace('</numFmts>', '<numFmt numFmtId="165" formatCode="#,##0.00&quot; €&quot;"/></numFmts>')
        .replace('<cellXfs count="4">', '<cellXfs count="5">')
        .replace('</cellXfs>', '<xf fontId="1" xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs>'),
    )
  })

  test('each source style gets its own new style; a missing list of formats is added', async () => {
    const rows = [0, 1, 2, 3, 3].map(
      (s, i) => `<row r="${i + 1}"><c r="B${i + 1}" s="${s}"><v>2</v></c></row>`,
    )
    const styles = STYLES.replace(/<numFmts.*<\/numFmts>/, '').replace('numFmtId="164"', 'numFmtId="4"')
    const prices = Object.fromEntries(rows.map((_, i) => [i, lev('2', '1.02')]))
    const bytes = handWrittenBook(sheetXml(rows.join('')), { 'xl/styles.xml': styles })
    const back = await givenBack(bytes, orderFor({ 1: prices }, { headerRow: null }))
    expect(back.rows()!.match(/<c r="C\d" s="\d"/g)).toEqual(
      [4, 5, 6, 7, 7].map((s, i) => `<c r="C${i + 1}" s="${s}"`),
    )
    const now = back.partOf('xl/styles.xml')
    expect(now).toContain(
      '<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00 [$€-1]"/><numFmt numFmtId="165" formatCode="0.00 [$€-1]"/></numFmts><fonts',
    )
    expect(now).toContain(
      '<xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf borderId="1" xfId="0" numFmtId="165" applyNumberFormat="1"><alignment horizontal="right"/></xf></cellXfs>',
    )
  })

  test.each([
    ['<numFmts count="0"/>', '<numFmts count="1">', '</numFmts>'],
    ['<numFmts note="/>" />', '<numFmts note="/>">', '</numFmts>'],
    ['<x:numFmts xmlns:x="a" count="0"/>', '<x:numFmts xmlns:x="a" count="1">', '</x:numFmts>'],
  ])('the empty list of formats %s is filled', async (empty, open, close) => {
    const styles = STYLES.replace(/<numFmts.*<\/numFmts>/, empty)
    const back = await givenBack(
      handWrittenBook(sheetXml(HEADER + BREAD), { 'xl/styles.xml': styles }),
      PRICE,
    )
    const prefix = open.startsWith('<x:') ? 'x:' : ''
    expect(back.partOf('xl/styles.xml')).toContain(
      `${open}<${prefix}numFmt numFmtId="164" formatCode="#,##0.00 [$€-1]"/>${close}<fonts`,
    )
  })

  test('no style is added for the last row where nothing is added to it', async () => {
    const rows = `${HEADER}${BREAD}<row r="3"><c r="B3" s="3" t="s"><v>2</v></c></row>`
    const back = await givenBack(handWrittenBook(sheetXml(rows)), PRICE)
    expect(back.partOf('xl/styles.xml')).toContain('<cellXfs count="5">')
  })

  test('a price without a cell of its own has the usual format', async () => {
    const order = orderFor({ 1: { 1: lev('12.50', '6.39'), 2: lev('1.00', '0.51') } })
    const rows = `${HEADER}${BREAD}<row r="3"><c r="A3"><v>1</v></c></row>`
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()).toContain('<c r="C3" s="5"><v>0.51</v></c>')
    expect(back.partOf('xl/styles.xml')).toContain('formatCode="#,##0.00 [$€-1]"')
  })

  test('styles with a prefix get new ones with it', async () => {
    const prefixed = (xml: string) => xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
    const bytes = handWrittenBook(sheetXml(HEADER + BREAD), { 'xl/styles.xml': prefixed(STYLES) })
    const plain = await givenBack(handWrittenBook(sheetXml(HEADER + BREAD)), PRICE)
    expect((await givenBack(bytes, PRICE)).partOf('xl/styles.xml')).toBe(
      prefixed(plain.partOf('xl/styles.xml')),
    )
  })

  test('names of the workbook stay as they are where no column moves', async () => {
    const names =
      '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Цени!$A$1</definedName></definedNames>'
    const bytes = handWrittenBook(sheetXml(HEADER + BREAD), { 'xl/workbook.xml': bookXml(names) })
    expect((await givenBack(bytes, PRICE)).changed).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml'])
  })

  test('two columns of one style share the new one', async () => {
    const rows = '<row r="1"><c r="A1" s="1"><v>1</v></c><c r="B1" s="1"><v>2</v></c></row>'
    const order = orderFor({ 0: { 0: lev('1', '0.51') }, 1: { 0: lev('2', '1.02') } }, { headerRow: null })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()!.match(/<c r="[CD]1" s="\d+"/g)).toEqual(['<c r="C1" s="4"', '<c r="D1" s="4"'])
    expect(back.partOf('xl/styles.xml')).toContain('<cellXfs count="5">')
  })

  test('without styles the new cells have none', async () => {
    const noStyles = relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml'])
    const bytes = handWrittenBook(sheetXml(HEADER + BREAD), { 'xl/_rels/workbook.xml.rels': noStyles })
    const back = await givenBack(bytes, PRICE)
    expect(back.rows()).toContain('<c r="C2"><v>6.39</v></c></row>')
    expect(back.changed).toEqual(['xl/worksheets/sheet1.xml'])
  })

  test('dimension, spans and widths are updated; a row without a new price gets no cell', async () => {
    const rows =
      '<row r="1" spans="1:2"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
      '<row r="2" spans="1:2" ht="20"><c r="B2"><v>12.5</v></c></row><row r="3" spans="1:2"><c r="B3" t="s"><v>2</v></c></row>'
    const before =
      '<dimension ref="A1:B3"/><cols><col min="1" max="2" width="17.5" style="3" hidden="1"/><col min="9" max="9" width="3"/></cols>'
    const back = await givenBack(handWrittenBook(sheetXml(rows, '', before)), PRICE)
    expect(back.partOf('xl/worksheets/sheet1.xml')).toBe(
      sheetXml(
        rows
          .replace('spans="1:2"><c r="A1"', 'spans="1:3"><c r="A1"')
          .replace('</row>', `${NEW_TITLE.replace(' s="1"', '')}</row>`)
          .replace('spans="1:2" ht="20"', 'spans="1:3" ht="20"')
          .replace('12.5</v></c>', `12.5</v></c>${NEW_PRICE}`),
        '',
        before
          .replace('A1:B3', 'A1:C3')
          .replace('<col min="9"', '<col min="3" max="3" width="17.5" customWidth="1"/><col min="9"'),
      ),
    )
  })

  test('data that begin at B3 stay there; a title merged over them does not extend to new columns', async () => {
    const rows =
      '<row r="1"><c r="B1" t="s"><v>0</v></c></row><row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c></row>' +
      '<row r="4"><c r="B4" t="s"><v>2</v></c><c r="C4"><v>12.5</v></c></row>'
    const bytes = handWrittenBook(
      sheetXml(rows, '<mergeCells count="1"><mergeCell ref="B1:F1"/></mergeCells>'),
    )
    const opened = await openFile(bytes, { fileName: 'x.xlsx' })
    expect(opened).toMatchObject({ ok: true })
    if (opened.ok) expect(opened.file.table.at(3)?.[2]).toEqual({ kind: 'number', text: '12.5' })
    const back = await givenBack(bytes, orderFor({ 2: { 3: lev('12.50', '6.39') } }, { headerRow: 2 }))
    expect(back.rows()).toContain('<c r="G3" t="inlineStr">')
    expect(back.rows()).toContain('<c r="G4" s="4"><v>6.39</v></c></row>')
  })

  test.each([
    ['table', '<table ref="A1:D2"/>', 'E'],
    ['pivotTable', '<x><location ref="A1:D2"/></x>', 'E'],
    ['table', '<table/>', 'C'],
    ['table', '<table ref="D"/>', 'C'],
    ['drawing', '<table ref="A1:D2"/>', 'C'],
  ])('nothing is written into a %s that extends further: %s', async (type, xml, column) => {
    const bytes = handWrittenBook(sheetXml(HEADER + BREAD), {
      'xl/worksheets/_rels/sheet1.xml.rels': relations([type, '../other/part1.xml']),
      'xl/other/part1.xml': xml,
    })
    expect((await givenBack(bytes, PRICE)).rows()).toContain(`<c r="${column}2" s="4"><v>6.39</v></c></row>`)
  })

  test('what has another form than usual stays where no column moves', async () => {
    const before =
      '<dimension ref="A:B"/><sheetViews><sheetView><pane xSplit="1.0" topLeftCell="B1" state="frozen"/></sheetView></sheetViews>'
    const behind =
      '<autoFilter ref="A1:A2"><filterColumn colId="01"/></autoFilter><mergeCells><mergeCell ref="x"/></mergeCells><colBreaks><brk id="02"/></colBreaks>'
    const back = await givenBack(handWrittenBook(sheetXml(HEADER + BREAD, behind, before)), PRICE)
    const sheet = back.partOf('xl/worksheets/sheet1.xml')
    expect([sheet.includes(`${before}<sheetData>`), sheet.includes(`</sheetData>${behind}<`)]).toEqual([
      true,
      true,
    ])
  })

  test.each([
    [
      'hidden ones',
      '<col min="3" max="16384" width="9" style="2" hidden="1"/>',
      '<col min="4" max="16384" width="9" style="2" hidden="1"/>',
    ],
    ['none', '', ''],
    ['narrow ones', '<col min="3" max="4" width="1.5"/>', '<col min="4" max="4" width="1.5"/>'],
    ['one without a width of its own', '<col min="3" max="3"/>', ''],
    ['one that is but hidden', '<col min="3" max="3" hidden="true"/>', ''],
  ])('the new column is as wide as its source: %s', async (_, before, after) => {
    const columns = (runs: string) => `<cols><col min="2" max="2" width="12"/>${runs}</cols>`
    const bytes = handWrittenBook(sheetXml(HEADER + BREAD, '', columns(before)))
    const own = '<col min="3" max="3" width="12" customWidth="1"/>'
    const sheet = (await givenBack(bytes, PRICE)).partOf('xl/worksheets/sheet1.xml')
    expect(sheet).toContain(columns(own + after))
  })

  test.each([
    ['wide ones', '<col min="2" max="2" width="12"/><col min="3" max="9" width="12.5"/>'],
    ['those of its source', '<col min="1" max="9" width="12"/>'],
    ['usual ones', '<col min="3" max="9" width="0.5"/>'],
    ['that of a column after a source that is as wide as nothing', '<col min="2" max="2" width="0"/>'],
    ['the usual one of Excel', '<col min="2" max="2" width="8.43"/><col min="3" max="3"/>'],
  ])('the new column keeps the width: %s', async (_, runs) => {
    const cols = `<cols>${runs}</cols>`
    const bytes = handWrittenBook(sheetXml(HEADER + BREAD, '', cols))
    expect((await givenBack(bytes, PRICE)).partOf('xl/worksheets/sheet1.xml')).toContain(cols)
  })

  test.each([
    ['<col min = "3"\n max= "5" hidden="1"/>', '<col min = "4"\n max= "5" hidden="1"/>'],
    ['<col min="3" max="5" hidden="1"/>', '<col min="4" max="5" hidden="1"/>'],
    ['<col min="2" max="2"/><col min="3" max="3" collapsed="1"/>', '<col min="2" max="2"/>'],
  ])('the new column is not hidden, also where its source has no width: %s', async (before, after) => {
    const columns = (runs: string) => `<cols>${runs}</cols>`
    const bytes = handWrittenBook(sheetXml(HEADER + BREAD, '', columns(before)))
    expect((await givenBack(bytes, PRICE)).partOf('xl/worksheets/sheet1.xml')).toContain(columns(after))
  })

  test('two new columns within a hidden run are not hidden', async () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row>`
    const order = orderFor(
      { 0: { 0: lev('1', '0.51') }, 1: { 0: lev('2', '1.02') } },
      { placement: 'after', headerRow: null },
    )
    const bytes = handWrittenBook(
      sheetXml(rows, '', '<cols><col min="1" max="3" width="7" hidden="1"/></cols>'),
    )
    expect((await givenBack(bytes, order)).partOf('xl/worksheets/sheet1.xml')).toContain(
      '<cols><col min="1" max="1" width="7" hidden="1"/><col min="2" max="2" width="7" customWidth="1"/>' +
        '<col min="3" max="3" width="7" hidden="1"/><col min="4" max="4" width="7" customWidth="1"/><col min="5" max="5" width="7" hidden="1"/></cols>',
    )
  })

  test.each(['end', 'after'] as const)('a hundred thousand merged cells stay fast: %s', async (placement) => {
    const merged = Array.from({ length: 130_000 }, (_, i) => `<mergeCell ref="D${i + 9}:E${i + 9}"/>`)
    const bytes = handWrittenBook(
      sheetXml(HEADER + BREAD, `<mergeCells count="130000">${merged.join('')}</mergeCells>`),
    )
    const back = await givenBack(bytes, { ...PRICE, placement })
    expect(back.rows()).toContain(`<c r="${placement === 'end' ? 'F' : 'C'}2" s="4"><v>6.39</v></c>`)
  })

  test.each([
    [['XFD1'], 'C'],
    [['XFC1'], 'XFD'],
    [['C1', 'XFD1'], 'D'],
    [['C1', 'E1', 'XFD1'], 'D'],
  ])('stray cells in %j leave room', async (stray, column) => {
    const cells = stray.map((place) => `<c r="${place}"><v>1</v></c>`)
    const rows = HEADER.replace('</row>', `${cells.join('')}</row>`) + BREAD
    const back = await givenBack(handWrittenBook(sheetXml(rows)), PRICE)
    expect(back.rows()).toContain(`<c r="${column}2" s="4"><v>6.39</v></c>`)
  })

  test('no column stands before the prices that it is made from', async () => {
    const rows = '<row r="1"><c r="C1"><v>12.5</v></c><c r="XFD1"><v>1</v></c></row>'
    const order = orderFor({ 2: { 0: lev('12.50', '6.39') } }, { headerRow: null })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()).toContain('<c r="D1" s="4"><v>6.39</v></c>')
  })

  test('two columns stand where there is room for both', async () => {
    const stray = '<c r="D1"><v>1</v></c><c r="XFD1"><v>1</v></c>'
    const rows = `${HEADER.replace('</row>', `${stray}</row>`)}${BREAD}<row r="3"><c r="B3"><v>10</v></c></row>`
    const order = orderFor({ 1: { 1: lev('12.50', '6.39'), 2: euro('10.00', '19.56') } })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()!.replace(/ s="\d+"/g, '')).toContain(
      '<c r="B3"><v>10</v></c><c r="E3"><v>19.56</v></c><c r="F3"><v>10.00</v></c></row>',
    )
  })

  test('a cell with only a style is replaced, and no cell is written twice', async () => {
    const rows = HEADER + BREAD.replace('</row>', '<c r="C2" s="3"/><c r="D2" s="3"></c></row>')
    const back = await givenBack(handWrittenBook(sheetXml(rows)), PRICE)
    expect(back.rows()).toBe(
      HEADER.replace('</row>', `${NEW_TITLE}</row>`) +
        BREAD.replace('</row>', `${NEW_PRICE}<c r="D2" s="3"></c></row>`),
    )
  })

  test('rows out of order: added ones follow the last', async () => {
    const rows = `${HEADER}<row r="5"><c r="A5"><v>1</v></c></row>${BREAD}`
    const added = [{ cells: new Map<number, CellContent>([[0, { number: '7' }]]), prices: new Map() }]
    const back = await givenBack(handWrittenBook(sheetXml(rows)), { ...PRICE, added })
    expect(back.rows()).toContain('<row r="6"><c r="A6"><v>7</v></c></row>')
  })

  test('a blank title is not repeated by blank cells', async () => {
    const blank = (place: string) => `<c r="${place}" t="inlineStr"><is><t></t></is></c>`
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c>${blank('B1')}</row>${BREAD}<row r="3">${blank('B3')}</row>`
    const back = await givenBack(handWrittenBook(sheetXml(rows)), PRICE)
    expect(back.rows()).toContain(`<row r="3">${blank('B3')}</row>`)
  })

  test('a title merged over the whole sheet leaves room for a column at the end', async () => {
    const merged = '<mergeCells count="1"><mergeCell ref="A9:XFD9"/></mergeCells>'
    const back = await givenBack(handWrittenBook(sheetXml(HEADER + BREAD, merged)), PRICE)
    expect(back.rows()).toContain('<c r="C2" s="4"><v>6.39</v></c>')
  })

  test('a column in both currencies gets two, lev first', async () => {
    const rows = `${HEADER}${BREAD}<row r="3"><c r="B3"><v>10</v></c></row>`
    const order = orderFor({ 1: { 1: lev('12.50', '6.39'), 2: euro('10.00', '19.56') } })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()!.replace(/ s="\d+"/g, '')).toContain(
      '<c r="B3"><v>10</v></c><c r="C3"><v>19.56</v></c><c r="D3"><v>10.00</v></c></row>',
    )
    expect([...back.rows()!.matchAll(/preserve">([^<]*)/g)].map(([, title]) => title)).toEqual([
      'Цена, лв. (BGN)',
      'Цена, евро',
    ])
  })

  test('changes and additions of the user are written too', async () => {
    const rows = `${HEADER}${BREAD}<row r="9" s="3" customFormat="1"/>`
    const order = orderFor(
      { 1: { 1: lev('15.00', '7.67') } },
      {
        changed: [
          {
            row: 1,
            cells: new Map<number, CellContent>([
              [0, 'Хляб & „сол“ '],
              [1, { number: '15' }],
            ]),
          },
        ],
        added: [
          {
            cells: new Map<number, CellContent>([
              [0, 'Мед'],
              [1, { number: '2' }],
            ]),
            prices: new Map([[1, lev('2.00', '1.02')]]),
          },
          { cells: new Map<number, CellContent>([[0, '=1+1']]), prices: new Map() },
        ],
      },
    )
    const back = await givenBack(handWrittenBook(sheetXml(rows, '', '<dimension ref="A1:B2"/>')), order)
    const text = (place: string, content: string, style = '') =>
      `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`
    expect(back.rows()).toBe(
      HEADER.replace('</row>', `${NEW_TITLE}</row>`) +
        `<row r="2">${text('A2', 'Хляб &amp; „сол“ ')}<c r="B2" s="1"><v>15</v></c><c r="C2" s="4"><v>7.67</v></c></row>` +
        `<row r="3">${text('A3', 'Мед')}<c r="B3" s="1"><v>2</v></c><c r="C3" s="4"><v>1.02</v></c></row>` +
        `<row r="4">${text('A4', '=1+1')}</row><row r="9" s="3" customFormat="1"/>`,
    )
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain('<dimension ref="A1:C4"/>')
  })
})

describe('CONV-08 · workbooks of every program', () => {
  test('names with a prefix, rows and cells without references, comments, CDATA and brackets in attributes', async () => {
    const sheet =
      `<x:worksheet xmlns:x="${MAIN}"><!-- <sheetData> > --><x:sheetData><x:row note="a > b"><x:c t="inlineStr"><x:is><x:t>Цена</x:t></x:is></x:c></x:row>` +
      '<x:row/><x:row><x:c><x:v>12.5</x:v></x:c><?pi > ?></x:row><x:row><x:c t="inlineStr"><x:is><x:t><![CDATA[</x:row>]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    const back = await givenBack(handWrittenBook(sheet), orderFor({ 0: { 2: lev('12.50', '6.39') } }))
    expect(back.partOf('xl/worksheets/sheet1.xml')).toBe(
      sheet
        .replace(
          '</x:c></x:row>',
          '</x:c><x:c r="B1" t="inlineStr"><x:is><x:t xml:space="preserve">Цена (EUR)</x:t></x:is></x:c></x:row>',
        )
        .replace('<?pi > ?></x:row>', '<?pi > ?><x:c r="B3" s="4"><x:v>6.39</x:v></x:c></x:row>'),
    )
  })

  test.each([
    ['its own', '<is><t><![CDATA[Цена, лв. <1 & 2>]]></t></is>', {}],
    [
      'shared ones',
      '<v>0</v>',
      {
        'xl/sharedStrings.xml': stringsXml('Цена<![CDATA[, лв. <1 &]]> 2<!-- лв. -->&gt;'),
      },
    ],
  ])('text in CDATA is read: %s', async (_, content, parts) => {
    const type = content.startsWith('<is>') ? 'inlineStr' : 's'
    const rows = `<row r="1"><c r="B1" t="${type}">${content}</c></row>${BREAD}`
    const back = await givenBack(handWrittenBook(sheetXml(rows), parts), PRICE)
    expect(back.rows()).toContain('preserve">Цена, евро &lt;1 &amp; 2&gt;</t>')
  })

  test('parts under other names, in another order, with strict namespaces and a byte order mark', async () => {
    const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    const own = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    const sheet = `\ufeff<worksheet xmlns="${strict}"><sheetData>${HEADER}${BREAD}</sheetData></worksheet>`
    const bytes = handWrittenBook('', {
      '_rels/.rels': relations(['officeDocument', '/book/main.xml']).replaceAll(OFFICE, own),
      'book/main.xml': `<w:workbook xmlns:w="${strict}" xmlns:q="${own}"><w:sheets><w:sheet name="Хляб &amp; сол" q:id="rId1"/></w:sheets></w:workbook>`,
      'book/_rels/main.xml.rels': relations(
        ['worksheet', '../sheets/my%20sheet.xml'],
        ['styles', 'styles.xml'],
        ['sharedStrings', 'texts.xml'],
      ).replaceAll(OFFICE, own),
      'sheets/my sheet.xml': sheet,
      'book/styles.xml': STYLES.replace(MAIN, strict),
      'book/texts.xml': stringsXml('Стока', 'Цена, лв.', 'Хляб').replace(MAIN, strict),
    })
    const back = await givenBack(bytes, PRICE, { sheet: 'Хляб & сол' })
    expect(back.changed).toEqual(['sheets/my sheet.xml', 'book/styles.xml'])
    expect(back.partOf('sheets/my sheet.xml')).toContain(`<v>12.5</v></c>${NEW_PRICE}`)
  })

  test('a part in UTF-16 becomes UTF-8', async () => {
    const text = sheetXml(HEADER + BREAD).replace('UTF-8', 'UTF-16')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const back = await givenBack(handWrittenBook(utf16), PRICE)
    expect(back.partOf('xl/worksheets/sheet1.xml')).toBe(
      sheetXml(
        HEADER.replace('</row>', `${NEW_TITLE}</row>`) + BREAD.replace('</row>', `${NEW_PRICE}</row>`),
      ),
    )
  })

  test('formulas and their cached values stay unchanged', async () => {
    const rows =
      HEADER +
      '<row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="0">B2*2</f><v>25</v></c><c r="B2" s="1"><v>12.5</v></c></row>' +
      '<row r="3"><c r="A3"><f t="shared" si="0"/><v>4</v></c><c r="B3"><f>SUM(B2:B2)</f><v>12.5</v></c></row>'
    const back = await givenBack(
      handWrittenBook(sheetXml(rows), { 'xl/workbook.xml': bookXml('<calcPr calcId="1"/>') }),
      PRICE,
    )
    expect(back.changed).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml'])
    expect(back.rows()!.replace(NEW_TITLE, '').replace(NEW_PRICE, '')).toBe(rows)
  })
})
