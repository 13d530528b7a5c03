import { describe, expect, test } from 'vitest'
import { handWrittenBook, relations, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { type SheetTable, withCellReferences } from './tables.ts'

const NAMES = ['Стока', 'Цена, лв.', 'Брой', 'Стойност\nв лв.', 'A#1']
const TABLE: SheetTable = {
  kind: 'table',
  range: { top: 0, left: 0, bottom: 4, right: 4 },
  name: 'Цени_2',
  columns: NAMES,
}
const PIVOT: SheetTable = { kind: 'pivotTable', range: TABLE.range }

describe('CONV-08 · structured references', () => {
  test.each([
    ['[@[Цена, лв.]]*[@Брой]', 'B3*C3'],
    ['[@брой]*2', 'C3*2'],
    ['Цени_2[[#This Row],[Цена, лв.]]*Цени_2[[#This Row],[Брой]]', 'B3*C3'],
    ['ROUND(цени_2[[#THIS ROW],[Цена, лв.]]*1.2,2)', 'ROUND(B3*1.2,2)'],
    ['SUM(Цени_2[@[Цена, лв.]:[Брой]])', 'SUM(B3:C3)'],
    ['SUM(Цени_2[[#This Row],[Брой]:[Цена, лв.]])', 'SUM(B3:C3)'],
    ['SUBTOTAL(109,Цени_2[Брой])', 'SUBTOTAL(109,$C$2:$C$5)'],
    ['SUBTOTAL(109,[Брой])', 'SUBTOTAL(109,$C$2:$C$5)'],
    ['SUM(Цени_2[[#All],[Цена, лв.]:[Брой]])', 'SUM($B$2:$C$5)'],
    ['ROWS(Цени_2[])', 'ROWS($A$2:$E$5)'],
    ['ROWS(Цени_2[#Data])', 'ROWS($A$2:$E$5)'],
    ['COUNTA(Цени_2[@])', 'COUNTA(A3:E3)'],
    // A line end of a title is an end or a space in a formula.
    ['[@[Стойност в лв.]]', 'D3'],
    ['Цени_2[[#This Row],[Стойност\nв лв.]]', 'D3'],
    ["[@[A'#1]]", 'E3'],
    // Any column may be meant.
    ['[@Цена]', 'A3:E3'],
    // Texts, other sheets and other workbooks.
    ['"[@Брой]"&B3', '"[@Брой]"&B3'],
    ["'[1]Цени'!B3*2", "'[1]Цени'!B3*2"],
    ['[1]Sheet1!B3*2', '[1]Sheet1!B3*2'],
    ['[1]!Цени_2[Брой]', '[1]!Цени_2[Брой]'],
    ['Други[[#This Row],[Брой]]*B3', 'Други[[#This Row],[Брой]]*B3'],
    ['B3*C3', 'B3*C3'],
  ])('%s reads the cells %s', (formula, cells) => {
    expect(withCellReferences(formula, [PIVOT, TABLE], 2, 4)).toBe(cells)
  })

  test('without a table around them they stay', () => {
    expect(withCellReferences('[@Брой]', [TABLE], 2, 5)).toBe('[@Брой]')
    expect(withCellReferences('[@Брой]', [PIVOT], 2, 2)).toBe('[@Брой]')
    expect(withCellReferences('[@Брой]', [], 2, 2)).toBe('[@Брой]')
    expect(withCellReferences('[@[Брой', [TABLE], 2, 2)).toBe('[@[Брой')
  })

  const text = (place: string, content: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`
  const formulaCell = (place: string, formula: string, value: number) =>
    `<c r="${place}"><f>${formula}</f><v>${value}</v></c>`

  /** A table in A1:D2, and a column of its own next to it. */
  const book = (titles: readonly [string, string], cells: string) =>
    handWrittenBook(
      sheetXml(
        `<row r="1">${text('A1', 'Стока')}${text('B1', 'Цена')}${text('C1', 'Брой')}${text('D1', titles[0])}${text('F1', titles[1])}</row>` +
          `<row r="2">${text('A2', 'Хляб')}<c r="B2"><v>12.5</v></c><c r="C2"><v>2</v></c>${cells}</row>`,
        '<tableParts/>',
      ),
      {
        'xl/worksheets/_rels/sheet1.xml.rels': relations(['table', '../tables/table1.xml']),
        'xl/tables/table1.xml':
          '<table xmlns="x" id="1" name="Table1" displayName="Table1" ref="A1:D2"><tableColumns count="4"><tableColumn id="1" name="Стока"/>' +
          `<tableColumn id="2" name="Цена"/><tableColumn id="3" name="Брой"/><tableColumn id="4" name="${titles[0]}"/></tableColumns></table>`,
      },
    )
  const order = () => orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })
  const PRODUCT = 'Table1[[#This Row],[Цена]]*Table1[[#This Row],[Брой]]'

  test('the amounts of a table that multiply a replaced price are worked out again, and its titles said to stay', async () => {
    const cells = formulaCell('D2', PRODUCT, 25) + formulaCell('F2', 'Table1[[#This Row],[Цена]]*1.2', 15)
    const back = await givenBack(book(['Стойност, лв.', 'С ДДС, лв.'], cells), order())
    expect(back.warnings).toEqual(['title-kept'])
    expect(back.rows()).toContain(text('D1', 'Стойност, лв.'))
    expect(back.rows()).toContain('С ДДС, евро')
    expect(back.rows()).toContain(`<c r="D2"><f>${PRODUCT}</f></c>`)
    expect(back.rows()).toContain('<c r="F2"><f>Table1[[#This Row],[Цена]]*1.2</f></c>')
  })

  test('nothing is replaced where the table converts the price itself: it would do so again', async () => {
    const cells = formulaCell('D2', 'Table1[[#This Row],[Цена]]/1.95583', 6.39)
    const back = await givenBack(book(['Цена, евро', 'Бележка'], cells), order())
    expect(back.warnings).toEqual(['both-kept'])
    expect(back.rows()).toContain('<c r="B2"><v>12.5</v></c>')
  })

  test('a formula that reads no replaced price keeps its result', async () => {
    const cells = formulaCell('F2', 'Table1[[#This Row],[Брой]]*2', 4)
    const back = await givenBack(book(['Курс', 'Двоен брой'], cells), order())
    expect(back.warnings).toEqual([])
    expect(back.rows()).toContain(cells)
  })
})

describe('CONV-08 · new columns that directly follow a table', () => {
  const text = (place: string, content: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`

  /** A sheet with a table of products and prices, whose part has these attributes and elements. */
  const bookWith = (part: string, more = '', further: Readonly<Record<string, string>> = {}) =>
    handWrittenBook(
      sheetXml(
        `<row r="1">${text('A1', 'Стока')}${text('B1', 'Цена, лв.')}${more}</row>` +
          `<row r="2">${text('A2', 'Хляб')}<c r="B2"><v>12.5</v></c></row><row r="3">${text('A3', 'Сол')}<c r="B3"><v>1</v></c></row>`,
        '<tableParts/>',
      ),
      {
        'xl/worksheets/_rels/sheet1.xml.rels': relations(
          ['table', '../tables/table1.xml'],
          ...Object.keys(further).map((name): [string, string] => ['table', `../tables/${name}`]),
        ),
        'xl/tables/table1.xml': part,
        ...Object.fromEntries(Object.entries(further).map(([name, xml]) => [`xl/tables/${name}`, xml])),
      },
    )
  const COLUMNS =
    '<tableColumn id="1" name="Стока"/><tableColumn id="7" name="Цена, лв."><extLst/></tableColumn>'
  const tableXml = (ref: string, attributes = '', columns = COLUMNS, count = 2) =>
    `<table xmlns="x" id="1" displayName="Table1" ref="${ref}"${attributes}><autoFilter ref="${ref}"><sortState ref="A2:B3"/></autoFilter>` +
    `<tableColumns count="${count}">${columns}</tableColumns><tableStyleInfo name="TableStyleMedium2"/></table>`

  const orderIn = (placement: 'after' | 'end') =>
    orderFor({ 1: { 1: lev('12.50', '6.39'), 2: lev('1.00', '0.51') } }, { placement })

  test.each(['after', 'end'] as const)('CONV-08 · join it, with its filter: %s', async (placement) => {
    const back = await givenBack(bookWith(tableXml('A1:B3')), orderIn(placement))
    expect(back.rows()).toContain('Цена, евро')
    expect(back.partOf('xl/tables/table1.xml')).toBe(
      tableXml('A1:C3', '', `${COLUMNS}<tableColumn id="8" name="Цена, евро"/>`, 3),
    )
    expect(back.warnings).toEqual([])
  })

  test('CONV-08 · with a prefix, and a row of totals', async () => {
    const prefixed = (ref: string, columns: string, count: number) =>
      `<x:table xmlns:x="x" id="1" displayName="Table1" ref="${ref}" totalsRowCount="1"><x:tableColumns count="${count}">${columns}</x:tableColumns></x:table>`
    const columns = '<x:tableColumn id="1" name="Стока"/><x:tableColumn id="2" name="Цена, лв."/>'
    const back = await givenBack(bookWith(prefixed('A1:B4', columns, 2)), orderIn('end'))
    expect(back.partOf('xl/tables/table1.xml')).toBe(
      prefixed('A1:C4', `${columns}<x:tableColumn id="3" name="Цена, евро"/>`, 3),
    )
  })

  test.each([
    ['that has no titles', tableXml('A1:B3', ' headerRowCount="0"')],
    ['of a query', tableXml('A1:B3', ' tableType="queryTable"')],
    ['whose titles are elsewhere', tableXml('A2:B3')],
    ['that has the title already', tableXml('A1:B3', '', COLUMNS.replace('Стока', 'цена, Евро'))],
    ['that does not count its columns', tableXml('A1:B3').replace(' count="2"', '')],
    ['of other columns', tableXml('A1:A3')],
  ])('CONV-08 · do not join one %s', async (_, part) => {
    const back = await givenBack(bookWith(part), orderIn('end'))
    expect(back.rows()).toContain('Цена, евро')
    expect(back.partOf('xl/tables/table1.xml')).toBe(part)
  })

  test('CONV-08 · do not join the table that stands between them and that of their prices', async () => {
    const next = tableXml('C1:C3', '', '<tableColumn id="1" name="Бележка"/>', 1)
    const book = bookWith(tableXml('A1:B3'), text('C1', 'Бележка'), { 'table2.xml': next })
    const back = await givenBack(book, orderIn('after'))
    expect(back.warnings).toEqual(['placed-at-end'])
    expect(back.partOf('xl/tables/table1.xml')).toBe(tableXml('A1:B3'))
    expect(back.partOf('xl/tables/table2.xml')).toBe(next)
  })
})
