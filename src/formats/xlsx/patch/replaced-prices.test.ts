import { describe, expect, test } from 'vitest'
import { columnName } from '#table/column-name.ts'
import {
  bookXml,
  handWrittenBook,
  relations,
  sheetXml,
  stringsXml,
} from '#test/fixtures/catalogues/hand-written-book.ts'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { euro, lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { openFile } from '../../open-file.ts'
import { ComputedColumns } from '../../spreadsheet/patch/computed-columns.ts'

const HEADER = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c></row>'
const text = (place: string, content: string, style = '') =>
  `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`

describe('CONV-08 · prices are replaced in place', () => {
  test('numbers and texts become numbers in the other currency; title and currency follow', async () => {
    const rows =
      `${HEADER}<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>12.5</v></c><c r="C2" t="s"><v>4</v></c></row>` +
      '<row r="3"><c r="B3" s="2" t="s"><v>3</v></c><c r="C3" t="inlineStr"><is><t>лв.</t></is></c></row>' +
      '<row r="4"><c r="B4" s="2" t="s"><v>2</v></c><c r="C4" t="s"><v>4</v></c></row>'
    const order = orderFor(
      { 1: { 1: lev('12.50', '6.39'), 2: lev('12.50', '6.39') } },
      { placement: 'replace', currencyColumn: 2 },
    )
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.warnings).toEqual([])
    expect(back.rows()).toBe(
      `<row r="1"><c r="A1" t="s"><v>0</v></c>${text('B1', 'Цена, евро', ' s="1"')}</row>` +
        `<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="4"><v>6.39</v></c>${text('C2', 'EUR')}</row>` +
        `<row r="3"><c r="B3" s="5"><v>6.39</v></c>${text('C3', 'евро')}</row>` +
        '<row r="4"><c r="B4" s="2" t="s"><v>2</v></c><c r="C4" t="s"><v>4</v></c></row>',
    )
    const opened = await openFile(back.returned, { fileName: 'x.xlsx' })
    const prices = opened.ok && opened.file.table.slice(1, 3).map((row) => row[1])
    expect(prices).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'number', text: '6.39', currency: 'EUR' })),
    )
  })

  const titled = (...titles: string[]) =>
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c>${titles
      .map((title, i) => text(`${'CDEF'[i]}1`, title))
      .join('')}</row>`
  const computedBook = (titles: string[], cells: string) =>
    handWrittenBook(sheetXml(`${titled(...titles)}<row r="2"><c r="B2"><v>12.5</v></c>${cells}</row>`))
  const replacedOrder = () => orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })

  test.each([
    ['a quantity', 'B2*C2'],
    ['a rounded one', 'ROUND($B2*C2,2)'],
    ['a factor', 'B2*1.2'],
    ['a share of a divisor', 'B2*C2/100'],
  ])('the title of amounts that are the product of a price and %s follows: %s', async (_, formula) => {
    const cells = `<c r="C2"><v>2</v></c><c r="D2"><f>${formula}</f><v>25</v></c><c r="E2"><f>D2*1.2</f><v>30</v></c>`
    const back = await givenBack(
      computedBook(['Брой', 'Стойност, лв.', 'С ДДС, лв.'], cells),
      replacedOrder(),
    )
    expect(back.warnings).toEqual([])
    expect(back.rows()).toContain(text('D1', 'Стойност, евро'))
    expect(back.rows()).toContain(text('E1', 'С ДДС, евро'))
    // Under titles in euro, results in lev would be wrong in programs that do not compute them again.
    expect(back.rows()).toContain(`<c r="D2"><f>${formula}</f></c><c r="E2"><f>D2*1.2</f></c>`)
  })

  test.each([
    ['by a cell with the rate', 'D2/$F$1', 'Стойност, евро'],
    ['by the rate', 'ROUND(B2/1.95583,2)', 'Равностойност'],
    ['by a cell, under a title without a currency', 'D2/$F$1', 'Равностойност'],
    ['by a cell of another sheet, under a title', 'D2/Курс!$A$1', 'Общо в EUR'],
    ['by a cell of another sheet', 'D2/Курс!$A$1', 'Равностойност'],
    ['by a name', 'D2/kurs', 'Равностойност'],
  ])(
    'nothing is replaced where a formula converts the amounts %s: it would do so again',
    async (_, formula, title) => {
      const cells = `<c r="C2"><v>2</v></c><c r="D2"><f>B2*C2</f><v>25</v></c><c r="E2"><f>${formula}</f><v>12.78</v></c>`
      const head = titled('Брой', 'Стойност, лв.', title).replace(
        '</row>',
        '<c r="F1"><v>1.95583</v></c></row>',
      )
      const book = handWrittenBook(sheetXml(`${head}<row r="2"><c r="B2"><v>12.5</v></c>${cells}</row>`))
      const back = await givenBack(book, replacedOrder())
      expect(back.warnings).toEqual(['both-kept'])
      expect(back.rows()).toContain(`<c r="B2"><v>12.5</v></c>${cells}<c r="G2"`)
      expect(back.rows()).toContain(text('D1', 'Стойност, лв.'))
    },
  )

  test('a chain of sixteen thousand columns does not take long', () => {
    const computed = new ComputedColumns(replacedOrder())
    const last = 16_000
    for (let column = last; column > 1; column--)
      computed.addFormula(1, column, `${columnName(column - 1)}2*2`)
    const { products, others } = computed.result()
    expect([products.size, others.size]).toEqual([last - 1, 0])
    computed.addNumber(2, 3, '5')
    expect(computed.result().others.size).toBe(last - 2)
  })

  test('the result of a formula in a title stays', async () => {
    const head = titled('Брой', 'Стойност').replace(
      '</row>',
      '<c r="E1" t="str"><f>"Към "&amp;F1</f><v>Към 2026</v></c></row>',
    )
    const cells =
      '<c r="C2"><v>2</v></c><c r="D2"><f>B2*C2</f><v>25</v></c><c r="E2"><f>B2*1.2</f><v>15</v></c>'
    const book = handWrittenBook(sheetXml(`${head}<row r="2"><c r="B2"><v>12.5</v></c>${cells}</row>`))
    const back = await givenBack(book, replacedOrder())
    expect(back.rows()).toContain('<c r="E1" t="str"><f>"Към "&amp;F1</f><v>Към 2026</v></c>')
    expect(back.rows()).toContain('<c r="D2"><f>B2*C2</f></c><c r="E2"><f>B2*1.2</f></c>')
  })

  test.each([
    ['a condition', '<c r="D2"><f>IF(B2&gt;100,0,5)</f><v>5</v></c>'],
    ['the other currency', '<c r="D2"><f>B2*1.95583</f><v>5</v></c>'],
    ['a divisor', '<c r="D2"><f>100/B2</f><v>8</v></c>'],
    ['the price of another row', '<c r="D2"><f>B3*C2</f><v>0</v></c>'],
    ['a sum of columns between which it is', '<c r="D2"><f>SUM(A2:C2)</f><v>14.5</v></c>'],
  ])('the title of amounts with %s stays, and that is said', async (_, cell) => {
    const back = await givenBack(
      computedBook(['Брой', 'Стойност, лв.'], `<c r="C2"><v>2</v></c>${cell}`),
      replacedOrder(),
    )
    expect(back.warnings).toEqual(['title-kept'])
    expect(back.rows()).toContain(text('D1', 'Стойност, лв.'))
  })

  test('titles of numbers, and of formulas without a price, stay without a word', async () => {
    const cells = '<c r="C2"><v>2</v></c><c r="D2"><v>5</v></c><c r="E2"><f>C2*2</f><v>4</v></c>'
    const back = await givenBack(
      computedBook(['Брой', 'Доставка, лв.', 'Такса, лв.'], cells),
      replacedOrder(),
    )
    expect(back.warnings).toEqual([])
    expect(back.rows()).toContain(text('D1', 'Доставка, лв.') + text('E1', 'Такса, лв.'))
  })

  test.each([
    ['a price', '<c r="B2"><f>10+2.5</f><v>12.5</v></c><c r="C2" t="s"><v>4</v></c>'],
    ['a currency', '<c r="B2"><v>12.5</v></c><c r="C2" t="str"><f>"BGN"</f><v>BGN</v></c>'],
    [
      'an array that reaches over a price',
      '<c r="A2"><f t="array" ref="A2:B2">{1,2}</f><v>1</v></c><c r="B2"><v>2</v></c>',
    ],
  ])('none is where a formula works out %s: the new ones stand at the end', async (_, cells) => {
    const rows = `${HEADER}<row r="2">${cells}</row>`
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace', currencyColumn: 2 })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.warnings).toEqual(['formulas-kept'])
    expect(back.rows()).toContain(`${cells}<c r="${cells.includes('C2') ? 'D' : 'C'}2"`)
    expect(back.changed).not.toContain('xl/workbook.xml')
  })

  test.each([
    [
      'in place of what is there',
      '<calcPr calcId="1" fullCalcOnLoad="0"/>',
      '<calcPr calcId="1" fullCalcOnLoad="1"/>',
    ],
    [
      'beside it',
      '<definedNames/><calcPr calcId="1"/>',
      '<definedNames/><calcPr fullCalcOnLoad="1" calcId="1"/>',
    ],
    [
      'in its own place',
      '<definedNames/><oleSize ref="A1"/>',
      '<definedNames/><calcPr fullCalcOnLoad="1"/><oleSize ref="A1"/>',
    ],
  ])('formulas that may hang on them are worked out anew: %s', async (_, before, after) => {
    const bytes = handWrittenBook(sheetXml(`${HEADER}<row r="2"><c r="B2"><v>12.5</v></c></row>`), {
      'xl/workbook.xml': bookXml(
        before,
        '<sheet name="Цени" sheetId="1" r:id="rId1"/><sheet name="2" sheetId="2" r:id="rId4"/>',
      ),
      'xl/worksheets/sheet2.xml': sheetXml('<row r="1"><c r="A1"><f>Цени!B2</f><v>12.5</v></c></row>'),
    })
    const back = await givenBack(
      bytes,
      orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' }),
    )
    expect(back.partOf('xl/workbook.xml')).toContain(`</sheets>${after}</workbook>`)
    expect(back.changed).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml', 'xl/workbook.xml'])
  })

  test('column names of tables stay, repeated ones too: formulas, queries and filters use them', async () => {
    const table = (ref: string) =>
      `<table xmlns="x" ref="${ref}"><autoFilter ref="${ref}"/><tableColumns count="2"><tableColumn id="1" name="Стока"/><tableColumn id="2" name="Цена, лв."/></tableColumns></table>`
    const rows = `${HEADER}<row r="2"><c r="B2"><v>12.5</v></c></row><row r="3"><c r="B3" t="s"><v>1</v></c></row>`
    const bytes = handWrittenBook(sheetXml(rows, '<tableParts/>'), {
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        ['table', '../tables/table1.xml'],
        ['table', '../tables/table2.xml'],
      ),
      'xl/tables/table1.xml': table('A1:B2'),
      'xl/tables/table2.xml': table('A3:B4'),
    })
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })
    const back = await givenBack(bytes, order)
    expect(back.warnings).toEqual(['title-kept'])
    expect(back.changed).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml'])
    expect(back.rows()).toBe(rows.replace('<c r="B2"><v>12.5', '<c r="B2" s="4"><v>6.39'))
  })

  test.each([
    ['A1:B2', 'table', true],
    ['B1:C2', 'table', true],
    ['B1:B2', 'table', true],
    ['A1:A2', 'table', false],
    ['C1:D2', 'table', false],
    ['A2:B3', 'table', false],
    ['A3:B4', 'table', true],
    ['A1:B2', 'pivotTable', false],
  ])('of %s only the first row of a table has column names: %s', async (ref, kind, isKept) => {
    const rows = `${HEADER}<row r="2"><c r="B2"><v>12.5</v></c></row><row r="3"><c r="B3" t="s"><v>1</v></c></row>`
    const part = kind === 'table' ? `<table ref="${ref}"/>` : `<x><location ref="${ref}"/></x>`
    const bytes = handWrittenBook(sheetXml(rows), {
      'xl/worksheets/_rels/sheet1.xml.rels': relations([kind, '../tables/table1.xml']),
      'xl/tables/table1.xml': part,
    })
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })
    expect((await givenBack(bytes, order)).warnings).toEqual(isKept ? ['title-kept'] : [])
  })

  test.each([
    ['a formula', '<c r="B1" t="str"><f>"Цена, "&amp;"лв."</f><v>Цена, лв.</v></c>'],
    [
      'an array',
      '<c r="A1" t="str"><f t="array" ref="A1:B1">Други!A1:B1</f><v>x</v></c><c r="B1" t="str"><v>Цена, лв.</v></c>',
    ],
  ])('a title that %s works out stays', async (_, title) => {
    const chain = { 'xl/calcChain.xml': '<calcChain><c r="B1" i="1"/></calcChain>' }
    const rows = `<row r="1">${title}</row><row r="2"><c r="B2"><v>12.5</v></c></row>`
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })
    const back = await givenBack(handWrittenBook(sheetXml(rows), chain), order)
    expect(back.warnings).toEqual(['title-kept'])
    expect(back.rows()).toBe(rows.replace('<c r="B2"><v>12.5', '<c r="B2" s="4"><v>6.39'))
    expect(back.changed).not.toContain('xl/_rels/workbook.xml.rels')
  })

  test('an unchanged title without a currency gives no warning', async () => {
    const rows =
      '<row r="1"><c r="B1" t="str"><f>"Цена"</f><v>Цена</v></c></row><row r="2"><c r="B2"><v>12.5</v></c></row>'
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })
    expect((await givenBack(handWrittenBook(sheetXml(rows)), order)).warnings).toEqual([])
  })

  test.each([
    ['12,50 лв./бр', text('B2', '6,39 евро/бр', ' s="2"')],
    ['12.50 лв. с ДДС', text('B2', '6.39 евро с ДДС', ' s="2"')],
    ['BGN 12,50 / кг', text('B2', 'EUR 6,39 / кг', ' s="2"')],
    ['12,50 /бр', text('B2', '6,39 /бр', ' s="2"')],
    ['12,50 лв.', '<c r="B2" s="4"><v>6.39</v></c>'],
    ['лева 12.50', '<c r="B2" s="4"><v>6.39</v></c>'],
    ['12,50', '<c r="B2" s="4"><v>6.39</v></c>'],
  ])('a text that says more than its price keeps its words: %s', async (price, cell) => {
    const row = (content: string) => `${HEADER}<row r="2">${content}</row>`
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })
    const shared = { 'xl/sharedStrings.xml': stringsXml('Стока', 'Цена', 'Хляб', price) }
    for (const [content, parts] of [
      [`<c r="B2" s="2" t="inlineStr"><is><t>${price}</t></is></c>`, {}],
      [`<c r="B2" s="2" t="inlineStr"><is><t><![CDATA[${price}]]></t></is></c>`, {}],
      ['<c r="B2" s="2" t="s"><v>3</v></c>', shared],
    ] as const) {
      const back = await givenBack(handWrittenBook(sheetXml(row(content)), parts), order)
      expect(back.rows()).toContain(`<row r="2">${cell}</row>`)
    }
  })

  test.each([
    ['replace', `${text('B3', 'Цена, евро')}</row>`, ''],
    ['end', '<c r="B3" t="s"><v>1</v></c>', text('C3', 'Цена, евро')],
  ] as const)(
    '%s: titles that stand again further down follow, other texts stay',
    async (placement, cell, added) => {
      const rows =
        `${HEADER}<row r="2"><c r="B2"><v>12.5</v></c></row><row r="3"><c r="B3" t="s"><v>1</v></c></row>` +
        '<row r="4"><c r="B4" t="s"><v>2</v></c></row>'
      const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement })
      const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
      expect(back.rows()).toContain(`<row r="3">${cell}${added}`)
      expect(back.rows()).toContain('<row r="4"><c r="B4" t="s"><v>2</v></c></row>')
    },
  )

  test('of two columns only the title that stands again follows there', async () => {
    const title = (place: string) => `<c r="${place}" t="s"><v>1</v></c>`
    const rows = `<row r="1">${title('A1')}${title('B1')}</row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>1</v></c></row><row r="3"><c r="A3"><v>3</v></c>${title('B3')}</row>`
    const prices = { 0: { 1: lev('1.00', '0.51') }, 1: { 1: lev('1.00', '0.51') } }
    const back = await givenBack(handWrittenBook(sheetXml(rows)), orderFor(prices, { placement: 'replace' }))
    expect(back.rows()).toContain(`<row r="3"><c r="A3"><v>3</v></c>${text('B3', 'Цена, евро')}</row>`)
  })

  test('a currency in other words, or in no words, stays', async () => {
    const row = (r: number, currency: string) => `<row r="${r}"><c r="B${r}"><v>12.5</v></c>${currency}</row>`
    const prices = { 1: { 1: lev('12.50', '6.39'), 2: lev('12.50', '6.39'), 3: lev('12.50', '6.39') } }
    const order = orderFor(prices, { placement: 'replace', currencyColumn: 2 })
    const rows = row(2, text('C2', 'USD')) + row(3, '') + row(4, '<c r="C4"><v>1</v></c>')
    const back = await givenBack(handWrittenBook(sheetXml(HEADER + rows)), order)
    expect(back.rows()).toContain(rows.replaceAll(/(<c r="B\d")><v>12.5/g, '$1 s="4"><v>6.39'))
  })

  test('an array in the first column is no obstacle where there is no column of currencies', async () => {
    const array = '<c r="A2"><f t="array" ref="A2:A3">1</f><v>1</v></c>'
    const rows = `${HEADER}<row r="2">${array}<c r="B2"><v>12.5</v></c></row>`
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()).toContain(`<row r="2">${array}<c r="B2" s="4"><v>6.39</v></c></row>`)
    expect(back.warnings).toEqual([])
  })

  test.each(['t="inlineStr"/>', 't="s"/>', 't="str"><v></v></c>'])(
    'a title, a currency and a price can be texts without content: %s',
    async (blank) => {
      const rows = `<row r="1"><c r="B1" ${blank}</row><row r="2"><c r="B2" ${blank}<c r="C2" ${blank}</row>`
      const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace', currencyColumn: 2 })
      const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
      expect(back.rows()).toBe(rows.replace(`<c r="B2" ${blank}`, '<c r="B2" s="4"><v>6.39</v></c>'))
    },
  )

  test('the currency is that of its column, not of another', async () => {
    const rows = `${HEADER}<row r="2"><c r="B2"><v>12.5</v></c>${text('C2', 'лв.')}${text('D2', 'BGN')}</row>`
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace', currencyColumn: 2 })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()).toContain(`<v>6.39</v></c>${text('C2', 'евро')}${text('D2', 'BGN')}</row>`)
  })

  test.each([
    ['a formula', HEADER, '<c r="B3" t="str"><f>B1</f><v>Цена, лв.</v></c>'],
    ['a number', '<row r="1"><c r="B1"><v>2026</v></c></row>', '<c r="B3"><v>2026</v></c>'],
  ])('%s that equals the title is not a title that stands again', async (_, header, cell) => {
    const rows = `${header}<row r="2"><c r="B2"><v>12.5</v></c></row><row r="3">${cell}</row>`
    for (const placement of ['replace', 'end'] as const) {
      const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement })
      const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
      expect(back.rows()).toContain(`<row r="3">${cell}</row>`)
    }
  })

  test('an added price that is in the new currency of the column keeps its amount', async () => {
    const added = [{ cells: new Map(), prices: new Map([[1, euro('10.00', '19.56')]]) }]
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace', added })
    const rows = `${HEADER}<row r="2"><c r="B2"><v>12.5</v></c></row>`
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()).toContain('<row r="3"><c r="B3" s="4"><v>10.00</v></c></row>')
  })

  test('a title that exists already is not used twice', async () => {
    const rows = `${HEADER.replace('</row>', '<c r="C1" t="inlineStr"><is><t>Цена, евро</t></is></c></row>')}<row r="2"><c r="B2"><v>12.5</v></c></row>`
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'replace' })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.rows()).toContain(text('B1', 'Цена, евро 2', ' s="1"'))
  })

  test('a changed cell can replace a formula, but not one that other formulas share', async () => {
    const rows =
      `${HEADER}<row r="2"><c r="B2"><f>1+1</f><v>2</v></c></row>` +
      '<row r="3"><c r="B3"><f t="shared" ref="B3:B4" si="0">A3+1</f><v>3</v></c></row><row r="4"><c r="B4"><f t="shared" si="0"/><v>4</v></c></row>'
    const chain = relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['calcChain', 'calcChain.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    )
    const bytes = handWrittenBook(sheetXml(rows), {
      'xl/_rels/workbook.xml.rels': chain,
      'xl/calcChain.xml': '<calcChain><c r="B2" i="1"/></calcChain>',
    })
    const changed = [1, 2, 3].map((row) => ({ row, cells: new Map([[1, { number: '7' }]]) }))
    const back = await givenBack(bytes, orderFor({ 1: { 1: lev('7.00', '3.58') } }, { changed }))
    expect(back.warnings).toEqual(['formulas-kept'])
    expect(back.rows()!.slice(back.rows()!.indexOf('<row r="2">'))).toBe(
      '<row r="2"><c r="B2"><v>7</v></c><c r="C2" s="4"><v>3.58</v></c></row>' +
        '<row r="3"><c r="B3"><f t="shared" ref="B3:B4" si="0">A3+1</f><v>3</v></c></row><row r="4"><c r="B4"><v>7</v></c></row>',
    )
    expect(back.partOf('xl/_rels/workbook.xml.rels')).not.toContain('calcChain')
    expect(back.partOf('xl/workbook.xml')).toContain('fullCalcOnLoad="1"')
  })

  test('cells of an array formula are changed together or not at all', async () => {
    const array =
      '<row r="2"><c r="A2"><f t="array" ref="A2:B3">C2:D3*2</f><v>2</v></c><c r="B2"><v>4</v></c></row><row r="3"><c r="A3"><v>6</v></c><c r="B3"><v>8</v></c></row>'
    const rows = `${HEADER}${array}<row r="4"><c r="B4"><v>9</v></c></row>`
    const changed = [1, 2, 3].map((row) => ({ row, cells: new Map([[1, { number: '7' }]]) }))
    const order = orderFor({ 1: { 3: lev('7.00', '3.58') } }, { changed })
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.warnings).toEqual(['formulas-kept'])
    expect(back.rows()!.slice(back.rows()!.indexOf('<row r="2">'))).toBe(
      `${array}<row r="4"><c r="B4"><v>7</v></c><c r="C4" s="4"><v>3.58</v></c></row>`,
    )
  })

  test('a currency in an array formula is not replaced', async () => {
    const rows = `${HEADER}<row r="2"><c r="B2"><v>12.5</v></c></row><row r="3"><c r="B3"><v>1</v></c><c r="C3" t="str"><f t="array" ref="C3:C4">F1:F2</f><v>лв.</v></c></row><row r="4"><c r="B4"><v>12.5</v></c><c r="C4" t="str"><v>лв.</v></c></row>`
    const order = orderFor(
      { 1: { 1: lev('12.50', '6.39'), 3: lev('12.50', '6.39') } },
      { placement: 'replace', currencyColumn: 2 },
    )
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.warnings).toEqual(['formulas-kept'])
    expect(back.rows()).toContain('<c r="C4" t="str"><v>лв.</v></c><c r="D4" s="4"><v>6.39</v></c>')
  })

  test('CONV-08 · thousands of arrays next to thousands of prices are not taken for formulas of the prices', async () => {
    const numbers = Array.from({ length: 20_000 }, (_, i) => i + 2)
    const rows = numbers.map(
      (r) =>
        `<row r="${r}"><c r="B${r}"><v>2</v></c><c r="D${r}"><f t="array" ref="B1:D1">1</f><v>1</v></c></row>`,
    )
    const prices = Object.fromEntries(numbers.map((r) => [r - 1, lev('2.00', '1.02')]))
    const back = await givenBack(
      handWrittenBook(sheetXml(HEADER + rows.join(''))),
      orderFor({ 1: prices }, { placement: 'replace' }),
    )
    expect(back.warnings).toEqual(['title-kept'])
  })
})

describe('CONV-08 · new prices next to their source', () => {
  const WIDE =
    '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>2</v></c></row>' +
    '<row r="2" spans="1:4"><c r="A2"><v>1</v></c><c r="B2" s="1"><v>12.5</v></c><c r="C2"><v>3</v></c><c><v>4</v></c></row>' +
    '<row r="3" spans="1:4"><c r="D3"><v>5</v></c></row><row r="4" ht="20"/>'
  const order = orderFor({ 1: { 1: lev('12.50', '6.39') } }, { placement: 'after' })

  test('they go into a free column, and nothing moves', async () => {
    const rows = WIDE.replace(/<c r="C\d"(?: t="s")?><v>\d<\/v><\/c>/g, '').replace(
      '<c><v>4',
      '<c r="D2"><v>4',
    )
    const back = await givenBack(handWrittenBook(sheetXml(rows)), order)
    expect(back.warnings).toEqual([])
    expect(
      back.rows()!.replace(text('C1', 'Цена, евро'), '').replace('<c r="C2" s="4"><v>6.39</v></c>', ''),
    ).toBe(rows)
  })

  test('where it is safe, other columns move to the right with all references to them', async () => {
    const before =
      '<dimension ref="A1:D3"/><sheetViews><sheetView topLeftCell="A1"><pane xSplit="3" ySplit="1" topLeftCell="D2" state="frozen"/><selection activeCell="C2" sqref="C2 A1:D1"/></sheetView></sheetViews>' +
      '<cols><col min="1" max="1" width="9"/><col min="2" max="2" width="8"/><col min="3" max="16384" width="7"/></cols>'
    const behind =
      '<autoFilter ref="A1:D3"><filterColumn colId="1"/><filterColumn colId="3"/><sortState ref="A2:D3"><sortCondition ref="C2:C3"/></sortState></autoFilter>' +
      '<mergeCells count="2"><mergeCell ref="A5:D5"/><mergeCell ref="C6:D7"/></mergeCells><hyperlinks><hyperlink ref="D2" r:id="rId1"/></hyperlinks>' +
      '<pageMargins left="1"/><colBreaks count="1"><brk id="3" max="1048575" man="1"/></colBreaks>'
    const names = (filter: string, area: string, titles: string) =>
      `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Цени!${filter}</definedName>` +
      `<definedName name="_xlnm.Print_Area" localSheetId="0">Цени!${area}</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">Цени!${titles},Цени!$1:$1</definedName></definedNames>`
    const bytes = handWrittenBook(sheetXml(WIDE, behind, before), {
      'xl/workbook.xml': bookXml(names('$A$1:$D$3', '$A$1:$D$3', '$C:$D')),
    })
    const back = await givenBack(bytes, order)
    expect(back.warnings).toEqual([])
    expect(back.partOf('xl/workbook.xml')).toBe(bookXml(names('$A$1:$E$3', '$A$1:$E$3', '$D:$E')))
    expect(back.partOf('xl/worksheets/sheet1.xml')).toBe(
      sheetXml(
        `<row r="1" spans="1:5"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${text('C1', 'Цена, евро')}<c r="D1" t="s"><v>2</v></c><c r="E1" t="s"><v>2</v></c></row>` +
          '<row r="2" spans="1:5"><c r="A2"><v>1</v></c><c r="B2" s="1"><v>12.5</v></c><c r="C2" s="4"><v>6.39</v></c><c r="D2"><v>3</v></c><c r="E2"><v>4</v></c></row>' +
          '<row r="3" spans="1:5"><c r="E3"><v>5</v></c></row><row r="4" ht="20"/>',
        behind
          .replace('A1:D3', 'A1:E3')
          .replace('colId="3"', 'colId="4"')
          .replace('A2:D3', 'A2:E3')
          .replace('C2:C3', 'D2:D3')
          .replace('A5:D5', 'A5:E5')
          .replace('C6:D7', 'D6:E7')
          .replace('ref="D2"', 'ref="E2"')
          .replace('id="3" max', 'id="4" max'),
        before
          .replace('A1:D3', 'A1:E3')
          .replace('xSplit="3"', 'xSplit="4"')
          .replace('topLeftCell="D2"', 'topLeftCell="E2"')
          .replace('activeCell="C2" sqref="C2 A1:D1"', 'activeCell="D2" sqref="D2 A1:E1"')
          .replace('<col min="3"', '<col min="3" max="3" width="8" customWidth="1"/><col min="4"'),
      ),
    )
  })

  test.each([
    ['a formula', WIDE.replace('<v>5', '<f>C2</f><v>5'), '', {}],
    ['conditional formatting', WIDE, '<conditionalFormatting sqref="C2"/>', {}],
    ['a table', WIDE, '<tableParts/>', {}],
    ['a drawing', WIDE, '<drawing r:id="rId1"/>', {}],
    ['what is not known', WIDE, '<mc:AlternateContent xmlns:mc="x"/>', {}],
    ['macros', WIDE, '', { 'xl/vbaProject.bin': 'x' }],
    ['a chart', WIDE, '', { 'xl/charts/chart1.xml': '<c/>' }],
    [
      'a name',
      WIDE,
      '',
      {
        'xl/workbook.xml': bookXml(
          '<definedNames><definedName name="x">Цени!$C$2</definedName></definedNames>',
        ),
      },
    ],
    [
      'a print area of another sheet',
      WIDE,
      '',
      {
        'xl/workbook.xml': bookXml(
          '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Други!$C$2</definedName></definedNames>',
        ),
      },
    ],
  ])('with %s nothing is moved: they stand at the end', async (_, rows, behind, others) => {
    const back = await givenBack(handWrittenBook(sheetXml(rows, behind), others), order)
    expect(back.warnings).toEqual(['placed-at-end'])
    expect(back.rows()).toContain('<c r="E2" s="4"><v>6.39</v></c></row>')
    expect(
      back
        .rows()!
        .replace(/<c r="E\d.*?<\/c>/g, '')
        .replaceAll('1:5', '1:4'),
    ).toBe(rows)
  })

  test.each([
    ['a joined title', '<mergeCells count="1"><mergeCell ref="B1:C1"/></mergeCells>'],
    ['joined prices', '<mergeCells count="2"><mergeCell ref="A9:D9"/><mergeCell ref="A2:D2"/></mergeCells>'],
  ])('%s is not torn by a new column: it stands at the end', async (_, merged) => {
    const back = await givenBack(handWrittenBook(sheetXml(WIDE, merged)), order)
    expect(back.warnings).toEqual(['placed-at-end'])
    expect(back.rows()).toContain('<c r="E2" s="4"><v>6.39</v></c></row>')
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(merged)
  })

  test.each([
    ['at its edge', '<pane xSplit="2" ySplit="1" topLeftCell="C2" state="frozen"/>', undefined],
    [
      'further on',
      '<pane xSplit="2" topLeftCell="D1" state="frozen"/>',
      '<pane xSplit="2" topLeftCell="E1" state="frozen"/>',
    ],
    [
      'behind it',
      '<pane xSplit="3" topLeftCell="D1" state="frozenSplit"/>',
      '<pane xSplit="4" topLeftCell="E1" state="frozenSplit"/>',
    ],
    ['without a first cell', '<pane xSplit="3" state="frozen"/>', '<pane xSplit="4" state="frozen"/>'],
    ['of rows', '<pane ySplit="1" topLeftCell="A2" state="frozen"/>', undefined],
    [
      'that is split',
      '<pane xSplit="2000" topLeftCell="C1" state="split"/>',
      '<pane xSplit="2000" topLeftCell="D1" state="split"/>',
    ],
    [
      'that is not frozen',
      '<pane xSplit="2000" topLeftCell="C1"/>',
      '<pane xSplit="2000" topLeftCell="D1"/>',
    ],
  ])('a pane hides no new column: %s', async (_, before, after) => {
    const views = (pane: string) => `<sheetViews><sheetView>${pane}</sheetView></sheetViews>`
    const back = await givenBack(handWrittenBook(sheetXml(WIDE, '', views(before))), order)
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(views(after ?? before))
  })

  test('frozen columns are counted from the first column of the view', async () => {
    const views = (first: string, split: number, scrolled: string) =>
      `<sheetViews><sheetView topLeftCell="${first}"><pane xSplit="${split}" topLeftCell="${scrolled}" state="frozen"/></sheetView></sheetViews>`
    for (const [before, after] of [
      [views('B1', 1, 'C1'), views('B1', 1, 'C1')],
      [views('B1', 2, 'D1'), views('B1', 3, 'E1')],
      [views('C1', 1, 'D1'), views('D1', 1, 'E1')],
    ] as const) {
      const back = await givenBack(handWrittenBook(sheetXml(WIDE, '', before)), order)
      expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(after)
    }
  })

  test('frozen rows scroll with the columns of the view', async () => {
    const views = (column: string) =>
      `<sheetViews><sheetView topLeftCell="${column}1"><pane ySplit="1" topLeftCell="${column}2" state="frozen"/></sheetView></sheetViews>`
    const back = await givenBack(handWrittenBook(sheetXml(WIDE, '', views('C'))), order)
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(views('D'))
  })

  test('labels and furigana settings do not prevent an insertion; merged cells end at the last column', async () => {
    const behind = '<mergeCells count="1"><mergeCell ref="A9:XFD9"/></mergeCells><phoneticPr fontId="1"/>'
    const label = { 'docMetadata/LabelInfo.xml': '<labelList/>' }
    const back = await givenBack(handWrittenBook(sheetXml(WIDE, behind), label), order)
    expect(back.warnings).toEqual([])
    expect(back.rows()).toContain('<c r="C2" s="4"><v>6.39</v></c><c r="D2">')
    expect(back.partOf('xl/worksheets/sheet1.xml')).toContain(behind)
  })

  test('two adjacent price columns each get a new one', async () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'
    const both = orderFor(
      { 0: { 0: lev('1.00', '0.51') }, 1: { 0: euro('2.00', '3.91') } },
      { placement: 'after', headerRow: null },
    )
    const back = await givenBack(handWrittenBook(sheetXml(rows)), both)
    expect(back.rows()).toBe(
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="4"><v>0.51</v></c><c r="C1"><v>2</v></c><c r="D1" s="5"><v>3.91</v></c></row>',
    )
  })
})
