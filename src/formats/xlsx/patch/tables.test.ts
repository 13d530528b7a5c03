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
