import { describe, expect, test } from 'vitest'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import {
  MAIN,
  OFFICE,
  bookXml,
  handWrittenBook,
  relations,
  sheetXml,
} from '#test/fixtures/catalogues/hand-written-book.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import type { CellContent } from '#writeback/plan.ts'

/** The price in B2 has a column with values behind it, so that a new column between them moves that one. */
const ROWS =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
  '<row r="2"><c r="B2"><v>12.5</v></c><c r="C2"><v>3</v></c></row>'
const AFTER = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'after' })

/** Whether the column is inserted; else it stands at the end. */
async function isInserted(sheet: string, parts: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const back = await givenBack(handWrittenBook(sheet, parts), AFTER)
  const isMoved = back.rows()!.includes('<c r="D2"><v>3</v></c>')
  expect(back.warnings).toEqual(isMoved ? [] : ['placed-at-end'])
  return isMoved
}

// The children of a worksheet are in ECMA-376 18.3.1.99.
describe('CONV-08 · what stands around the rows decides whether columns can move', () => {
  test.each(['sheetPr', 'dimension', 'sheetViews', 'sheetFormatPr'])(
    'a sheet with %s before its rows',
    async (name) => {
      expect(await isInserted(sheetXml(ROWS, '', `<${name}/>`))).toBe(true)
    },
  )

  test.each([
    'sheetProtection',
    'phoneticPr',
    'autoFilter',
    'mergeCells',
    'hyperlinks',
    'printOptions',
    'pageMargins',
    'pageSetup',
    'headerFooter',
    'rowBreaks',
    'colBreaks',
    'ignoredErrors',
  ])('a sheet with %s behind its rows', async (name) => {
    expect(await isInserted(sheetXml(ROWS, `<${name}/>`))).toBe(true)
  })

  test.each([
    'sheetCalcPr',
    'protectedRanges',
    'scenarios',
    'sortState',
    'dataConsolidate',
    'customSheetViews',
    'conditionalFormatting',
    'dataValidations',
    'customProperties',
    'cellWatches',
    'smartTags',
    'drawing',
    'legacyDrawing',
    'legacyDrawingHF',
    'picture',
    'oleObjects',
    'controls',
    'webPublishItems',
    'tableParts',
    'extLst',
  ])('not a sheet with %s', async (name) => {
    expect(await isInserted(sheetXml(ROWS, `<${name}/>`))).toBe(false)
  })

  test.each([
    'docProps/app.xml',
    'customXml/item1.xml',
    'docMetadata/LabelInfo.xml',
    'xl/metadata.xml',
    'xl/theme/theme1.xml',
    'xl/media/image1.png',
    'xl/printerSettings/printerSettings1.bin',
    'xl/worksheets/_rels/sheet1.xml.rels',
    'xl/worksheets/other.xml',
  ])('a package with %s', async (part) => {
    expect(await isInserted(sheetXml(ROWS), { [part]: '<x/>' })).toBe(true)
  })

  test.each([
    'xl/vbaProject.bin',
    'xl/charts/chart1.xml',
    'xl/drawings/drawing1.xml',
    'xl/pivotTables/pivotTable1.xml',
    'xl/pivotCache/pivotCacheDefinition1.xml',
    'xl/externalLinks/externalLink1.xml',
    'xl/chartsheets/sheet1.xml',
    'xl/worksheets/x/sheet9.xml',
    'xl/tables/table1.xml',
    'xl/queryTables/queryTable1.xml',
    'xl/connections.xml',
    'xl/calcChain.xml',
    'xl/unknown.xml',
    'other.xml',
  ])('not a package with %s', async (part) => {
    expect(await isInserted(sheetXml(ROWS), { [part]: '<x/>' })).toBe(false)
  })

  test.each([
    ['<c r="A9"><f>C2</f></c>', false],
    ['<dataValidation><formula1>C2</formula1></dataValidation>', false],
    ['<dataValidation><formula2>C2</formula2></dataValidation>', false],
    ['<cfRule><formula>C2</formula></cfRule>', false],
    ['<hyperlink ref="A9" location="Цени!C2"/>', false],
    ['<hyperlink ref="A9" r:id="rId1"/>', true],
    ['<c r="A9"><v>1</v></c>', true],
  ])('another sheet with %s', async (element, isMoved) => {
    const book = bookXml(
      '',
      '<sheet name="Цени" sheetId="1" r:id="rId1"/><sheet name="Други" sheetId="2" r:id="rId4"/>',
    )
    const other = sheetXml(`<row r="9">${element}</row>`)
    expect(
      await isInserted(sheetXml(ROWS), { 'xl/workbook.xml': book, 'xl/worksheets/sheet2.xml': other }),
    ).toBe(isMoved)
  })

  test.each([
    ['_xlnm.Print_Area', '0', 'Цени!$C$2', true],
    ['_xlnm.Print_Titles', '0', 'Цени!$C:$C,Цени!$1:$1', true],
    ['_xlnm._FilterDatabase', '0', 'Цени!$A$1:$C$2', true],
    ['_xlnm.Print_Area', '0', "'Цени'!$C$2", true],
    ['_xlnm.Print_Area', '0', 'Други!$C$2', false],
    ['_xlnm.Print_Area', '0', 'Цени!$C$2,Други!$C$2', false],
    ['_xlnm.Print_Area', '0', 'OFFSET(Цени!$C$2,1,1)', false],
    ['_xlnm.Print_Area', '1', 'Цени!$C$2', false],
    ['_xlnm.Criteria', '0', 'Цени!$C$2', false],
    ['x_xlnm.Print_Area', '0', 'Цени!$C$2', false],
    ['_xlnm.Print_AreaX', '0', 'Цени!$C$2', false],
    ['_xlnm.Print_Area', '0', 'Цени!', false],
    ['_xlnm.Print_Area', '0', 'Цени!$C$2;Цени!$A$1', false],
  ])('the name %s of sheet %s for %s', async (name, sheet, formula, isMoved) => {
    const names = `<definedNames><definedName name="${name}" localSheetId="${sheet}">${formula}</definedName></definedNames>`
    expect(await isInserted(sheetXml(ROWS), { 'xl/workbook.xml': bookXml(names) })).toBe(isMoved)
  })

  test.each([
    ['that end in the price column', 'A2:B2', '', true],
    ['that begin after it', 'C2:D2', '', true],
    ['across it', 'B2:C2', '', false],
    ['across it in a row without a price', 'B3:C3', '<row r="3"><c r="A3" t="s"><v>0</v></c></row>', true],
    ['across a title that stands again', 'B3:C3', '<row r="3"><c r="B3" t="s"><v>1</v></c></row>', false],
  ])('merged cells %s', async (_, ref, row, isMoved) => {
    const merged = `<mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`
    expect(await isInserted(sheetXml(ROWS + row, merged))).toBe(isMoved)
  })

  test('merged cells across it in the first row, where that has neither a price nor titles', async () => {
    const merged = '<mergeCells count="1"><mergeCell ref="B1:C1"/></mergeCells>'
    const back = await givenBack(handWrittenBook(sheetXml(ROWS, merged)), { ...AFTER, headerRow: null })
    expect(back.rows()).toContain('<c r="D2"><v>3</v></c>')
  })

  test('an unknown element before the rows is an obstacle, as one after them', async () => {
    expect(await isInserted(sheetXml(ROWS, '', '<own/>'))).toBe(false)
  })

  test('the workbook and its sheets can have any names', async () => {
    const parts = {
      '_rels/.rels': relations(['officeDocument', 'xl/book.xml']),
      'xl/Book.xml': bookXml('', '<sheet name="Цени" sheetId="1" r:id="rId1"/>'),
      'xl/_rels/book.xml.rels': relations(['worksheet', 'Prices.xml'], ['styles', 'styles.xml']),
      'xl/prices.xml': sheetXml(ROWS),
    }
    const back = await givenBack(handWrittenBook(sheetXml(''), parts), AFTER)
    expect(back.rows('xl/prices.xml')).toContain('<c r="D2"><v>3</v></c>')
  })

  test('a sheet that is missing may have formulas', async () => {
    const two = bookXml('', '<sheet name="Цени" r:id="rId1"/><sheet name="Други" r:id="rId4"/>')
    expect(await isInserted(sheetXml(ROWS), { 'xl/workbook.xml': two })).toBe(false)
  })

  test('merged cells across it in a row that is added', async () => {
    const merged = '<mergeCells count="1"><mergeCell ref="B4:C4"/></mergeCells>'
    const warnings = async (count: number) => {
      const added = Array.from({ length: count }, () => ({
        cells: new Map<number, CellContent>([[0, 'x']]),
        prices: new Map(),
      }))
      return (await givenBack(handWrittenBook(sheetXml(ROWS, merged)), { ...AFTER, added })).warnings
    }
    expect([await warnings(1), await warnings(2)]).toEqual([[], ['placed-at-end']])
  })

  test('merged cells across a title that stands again between prices', async () => {
    const rows = `${ROWS}<row r="5"><c r="B5" t="s"><v>1</v></c></row><row r="9"><c r="B9"><v>1</v></c></row>`
    const prices = { 1: { 1: lev('12.50', '6.39'), 8: lev('1.00', '0.51') } }
    const merged = '<mergeCells count="1"><mergeCell ref="B5:C5"/></mergeCells>'
    const back = await givenBack(
      handWrittenBook(sheetXml(rows, merged)),
      orderFor(prices, { placement: 'after' }),
    )
    expect(back.warnings).toEqual(['placed-at-end'])
  })

  test('a column of a filter whose place is not known', async () => {
    const filter = (column: number) => `<autoFilter><filterColumn colId="${column}"/></autoFilter>`
    const back = await givenBack(handWrittenBook(sheetXml(ROWS, filter(2))), AFTER)
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(filter(3))
  })

  test('a formula is no obstacle where nothing moves', async () => {
    const rows = ROWS.replaceAll('r="C', 'r="D').replace('<v>3</v>', '<f>B2*2</f><v>25</v>')
    const back = await givenBack(handWrittenBook(sheetXml(rows)), AFTER)
    expect(back.warnings).toEqual([])
    expect(back.rows()).toContain('<c r="C2" s="4"><v>6.39</v></c><c r="D2"><f>')
  })

  test.each([
    ['XFC', ['<c r="C2" s="4"><v>6.39</v></c><c r="D2">', '<c r="XFD2"><v>9</v></c>']],
    ['XFD', ['<c r="D2" s="4"><v>6.39</v></c>', '<c r="XFD2"><v>9</v></c>']],
  ])('no column moves over the edge of the sheet: a cell in column %s', async (last, cells) => {
    const rows = ROWS.replace(/<\/row>$/, `<c r="${last}2"><v>9</v></c></row>`)
    const back = await givenBack(handWrittenBook(sheetXml(rows)), AFTER)
    for (const cell of cells) expect(back.rows()).toContain(cell)
  })

  test.each([
    ['before the new column', 'B1:C2', 1, 'B1:D2', 2],
    ['after it', 'C1:D2', 1, 'D1:E2', 1],
  ])('a filter that begins %s', async (_, ref, filtered, refAfter, filteredAfter) => {
    const filter = (range: string, column: number) =>
      `<autoFilter ref="${range}"><filterColumn colId="${column}"/></autoFilter>`
    const back = await givenBack(handWrittenBook(sheetXml(ROWS, filter(ref, filtered))), AFTER)
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(filter(refAfter, filteredAfter))
  })

  test('what has a name like that of a reference, but is none', async () => {
    const behind = (filtered: number) =>
      `<autoFilter ref="A1:${filtered === 2 ? 'C' : 'D'}2"><filterColumn colId="${filtered}"/><extLst><ext><own colId="2"/></ext></extLst></autoFilter>` +
      '<rowBreaks><brk id="2"/></rowBreaks><hyperlinks><own ref="C2"/></hyperlinks>'
    const back = await givenBack(handWrittenBook(sheetXml(ROWS, behind(2))), AFTER)
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(`</sheetData>${behind(3)}`)
  })

  test('areas on a sheet with an apostrophe in its name', async () => {
    const book = (area: string) =>
      bookXml(
        `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">${area}</definedName></definedNames>`,
        `<sheet name="O'Neil &amp; Ко" sheetId="1" r:id="rId1"/>`,
      )
    const bytes = handWrittenBook(sheetXml(ROWS), { 'xl/workbook.xml': book("'O''Neil &amp; Ко'!$C$2") })
    const back = await givenBack(bytes, AFTER, { sheet: "O'Neil & Ко" })
    expect(back.partOf('xl/workbook.xml')).toBe(book("'O''Neil &amp; Ко'!$D$2"))
  })

  test('areas on another sheet, whose columns do not move', async () => {
    const book = (own: string) =>
      bookXml(
        `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">${own}</definedName><definedName name="_xlnm.Print_Area" localSheetId="1">Други!$C$2</definedName></definedNames>`,
        '<sheet name="Цени" sheetId="1" r:id="rId1"/><sheet name="Други" sheetId="2" r:id="rId4"/>',
      )
    const bytes = handWrittenBook(sheetXml(ROWS), {
      'xl/workbook.xml': book('Цени!$C$2'),
      'xl/worksheets/sheet2.xml': sheetXml(ROWS),
    })
    const back = await givenBack(bytes, AFTER)
    expect(back.partOf('xl/workbook.xml')).toBe(book('Цени!$D$2'))
  })
})

describe('CONV-08 · a filter and a print range have the new columns that directly follow them', () => {
  const book = (area: string, filter = area) =>
    bookXml(
      `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">${area}</definedName><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${filter}</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">${area}</definedName></definedNames>`,
      '<sheet name="Цени" sheetId="1" r:id="rId1"/>',
    )
  const prices = { 1: { 1: lev('12.50', '6.39') } }
  const LAST_IS_PRICE = ROWS.replaceAll(/<c r="C.*?<\/c>/g, '')

  // Sorting by a filter moves the cells of its range alone.
  test.each([
    ['at the end', ROWS, 'end', 'A1:C2', 'A1:D2'],
    ['after the last price', LAST_IS_PRICE, 'after', 'A1:B2', 'A1:C2'],
    ['before a column that is no part of it', ROWS, 'after', 'A1:B2', 'A1:C2'],
    ['not one that is further away', ROWS, 'end', 'A1:B2', 'A1:B2'],
    ['not that of another table below', ROWS, 'end', 'A9:C12', 'A9:C12'],
    ['not where there are none', ROWS, 'replace', 'A1:B2', 'A1:B2'],
  ] as const)('CONV-08 · %s', async (_, rows, placement, before, after) => {
    const filter = (ref: string) =>
      `<autoFilter ref="${ref}"><filterColumn colId="0"/><sortState ref="A2:B2"/></autoFilter>`
    const back = await givenBack(
      handWrittenBook(sheetXml(rows, filter(before))),
      orderFor(prices, { placement }),
    )
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(filter(after))
  })

  test('CONV-08 · but not the titles that are printed on each page', async () => {
    const bytes = handWrittenBook(sheetXml(ROWS), {
      'xl/workbook.xml': book('Цени!$A:$C', 'Цени!$A$1:$C$2'),
    })
    const back = await givenBack(bytes, orderFor(prices, { placement: 'end' }))
    expect(back.partOf('xl/workbook.xml')).toBe(
      book('Цени!$A:$D', 'Цени!$A$1:$D$2').replace(/(Print_Titles" localSheetId="0">Цени!\$A:)\$D/, '$1$$C'),
    )
  })

  test('CONV-08 · and no area of a formula or of another sheet', async () => {
    for (const area of ['OFFSET(Цени!$A$1:$C$2,0,0)', 'Други!$A$1:$C$2']) {
      const bytes = handWrittenBook(sheetXml(ROWS), { 'xl/workbook.xml': book(area) })
      const back = await givenBack(bytes, orderFor(prices, { placement: 'end' }))
      expect(back.partOf('xl/workbook.xml')).toBe(book(area))
    }
  })
})

describe('CONV-08 · programs recalculate where a value changes under a formula', () => {
  const FORMULA = ROWS.replace('<v>3</v>', '<f>B2*2</f><v>25</v>')
  const changed = (content: CellContent) => ({
    ...orderFor({ 1: { 1: lev('12.50', '6.39') } }),
    changed: [{ row: 1, cells: new Map([[0, content]]) }],
  })
  const bookAfter = async (book: string, rows = FORMULA) => {
    const bytes = handWrittenBook(sheetXml(rows), { 'xl/workbook.xml': book })
    return (await givenBack(bytes, changed('x'))).partOf('xl/workbook.xml')
  }
  const workbook = (before: string, after: string) =>
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${before}<sheets><sheet name="Цени" sheetId="1" r:id="rId1"/></sheets>${after}</workbook>`
  const ON_LOAD = '<calcPr fullCalcOnLoad="1"/>'

  // CT_Workbook, ECMA-376 18.2.27, and what newer versions put into it.
  test.each([
    'fileVersion',
    'fileSharing',
    'workbookPr',
    'mc:AlternateContent',
    'xr:revisionPtr',
    'x15ac:absPath',
    'workbookProtection',
    'bookViews',
  ])('%s is before it', async (name) => {
    expect(await bookAfter(workbook(`<${name}/>`, ''))).toBe(workbook(`<${name}/>`, ON_LOAD))
  })

  test.each(['functionGroups', 'externalReferences', 'definedNames'])(
    '%s is between the sheets and it',
    async (name) => {
      const element = `<${name}><x/></${name}>`
      expect(await bookAfter(workbook('', element))).toBe(workbook('', element + ON_LOAD))
    },
  )

  test.each([
    'oleSize',
    'customWorkbookViews',
    'pivotCaches',
    'smartTagPr',
    'webPublishing',
    'fileRecoveryPr',
    'webPublishObjects',
    'extLst',
  ])('%s is behind it', async (name) => {
    expect(await bookAfter(workbook('', `<${name}/>`))).toBe(workbook('', `${ON_LOAD}<${name}/>`))
  })

  test.each([
    ['<calcPr calcId="1"/>', '<calcPr fullCalcOnLoad="1" calcId="1"/>'],
    ['<calcPr calcId="1" fullCalcOnLoad="0"/>', '<calcPr calcId="1" fullCalcOnLoad="1"/>'],
    ['<calcPr calcId="1"></calcPr>', '<calcPr fullCalcOnLoad="1" calcId="1"></calcPr>'],
  ])('%s becomes %s', async (before, after) => {
    expect(await bookAfter(workbook('', before))).toBe(workbook('', after))
  })

  test('a prefix of its elements is kept', async () => {
    const book = (end: string) =>
      `<x:workbook xmlns:x="${MAIN}" xmlns:r="${OFFICE}"><x:sheets><x:sheet name="Цени" r:id="rId1"/></x:sheets>${end}</x:workbook>`
    expect(await bookAfter(book(''))).toBe(book('<x:calcPr fullCalcOnLoad="1"/>'))
  })

  test('formulas of another sheet count too; without any formula nothing changes', async () => {
    const two = (end: string) =>
      bookXml(
        end,
        '<sheet name="Цени" sheetId="1" r:id="rId1"/><sheet name="Други" sheetId="2" r:id="rId4"/>',
      )
    const back = async (cell: string) =>
      (
        await givenBack(
          handWrittenBook(sheetXml(ROWS), {
            'xl/workbook.xml': two(''),
            'xl/worksheets/sheet2.xml': sheetXml(`<row r="1">${cell}</row>`),
          }),
          changed('x'),
        )
      ).partOf('xl/workbook.xml')
    expect(await back('<c r="A1"><f>1</f></c>')).toBe(two(ON_LOAD))
    expect(await back('<c r="A1"><v>1</v></c>')).toBe(two(''))
    expect(await bookAfter(workbook('', ''), ROWS)).toBe(workbook('', ''))
  })

  test.each([
    ['prices beside theirs', orderFor({ 1: { 1: lev('12.50', '6.39') } }), false],
    [
      'prices in the place of theirs',
      orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' }),
      true,
    ],
    ['a changed cell', changed('x'), true],
    [
      'an added row',
      orderFor({}, { added: [{ cells: new Map<number, CellContent>([[0, 'x']]), prices: new Map() }] }),
      true,
    ],
  ])('%s', async (_, order, isAsked) => {
    const back = await givenBack(handWrittenBook(sheetXml(FORMULA)), order)
    expect(back.partOf('xl/workbook.xml').includes('fullCalcOnLoad')).toBe(isAsked)
  })

  test('the chain of calculation goes where a formula is replaced, and nowhere else', async () => {
    const related = relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['calcChain', 'calcChain.xml'],
      ['styles', 'styles.xml'],
    )
    const back = async (column: number, own = related) =>
      givenBack(
        handWrittenBook(sheetXml(FORMULA), {
          'xl/_rels/workbook.xml.rels': own,
          'xl/calcChain.xml': '<calcChain><c r="C2" i="1"/></calcChain>',
        }),
        { ...orderFor({}), changed: [{ row: 1, cells: new Map<number, CellContent>([[column, 'x']]) }] },
      )
    const replaced = (await back(2)).partOf('xl/_rels/workbook.xml.rels')
    expect(replaced).toBe(related.replace(/<Relationship Id="rId2"[^>]*>/, ''))
    expect((await back(0)).partOf('xl/_rels/workbook.xml.rels')).toBe(related)
    const chainless = related.replace('/calcChain"', '/other"')
    expect((await back(2, chainless)).changed).toEqual(['xl/worksheets/sheet1.xml', 'xl/workbook.xml'])
  })
})
