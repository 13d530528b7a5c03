import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Currency } from '#money/currency.ts'
import { toDecimalText } from '#money/amount.ts'
import { convertRow } from '#pricelist/row.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { writeBack } from '#formats/write-back.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import type { Encoding } from '#table/text-source.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { handWrittenBook, relations, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { zipRecords } from '#test/zip-records.ts'
import { PLACEMENTS, type WriteBackPlan } from './plan.ts'
import { planForReading, planForEditedRows } from './build-plan.ts'

const price = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }).map((hundredths) => (hundredths / 100).toFixed(2).replace('.', ',')),
  fc.constantFrom('', '0', '-5', 'по заявка', '12,345', '9999999999', '10 €', '10 лв.'),
)

const line = fc
  .tuple(fc.constantFrom('Хляб', 'Мляко', ''), price, price, fc.constantFrom('BGN', 'EUR', 'USD', ''))
  .map((cells) => cells.join(';'))

/** Lists of cells as they would be compared: the order of their rows with what each says. */
const plain = (order: WriteBackPlan) => ({
  ...order,
  columns: order.columns.map(({ column, cells }) => ({
    column,
    cells: Array.from(cells, ([row, { from, national: bgn, euro: eur }]) => [row, from, bgn, eur]),
  })),
})

test('CONV-08 · the order of a file of which nothing was changed is that of its rows as they were read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...PLACEMENTS),
      fc.boolean(),
      async (lines, placement, areBothConverted) => {
        const text = `Име;Цена;Промо цена;Валута\n${lines.join('\n')}\n`
        const opened = await openFile(new TextEncoder().encode(text), { fileName: 'x.csv' })
        if (!opened.ok) throw new Error(opened.error.code)
        const { table } = opened.file
        const detected = detectColumns(table).columns
        const columns = { ...detected, price: 1, morePrices: areBothConverted ? [2] : [] }
        const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
        const source = { columns, reading, table }
        const rows = reading.rows.map((row, i) => {
          const { money } = reading.problems.has(i) ? { money: null } : convertRow(row)
          const amounts = {
            national: money && toDecimalText(money.national),
            euro: money && toDecimalText(money.euro),
          }
          return { line: reading.lines[i]!, nth: reading.nth[i]!, ...row, ...amounts }
        })
        expect(plain(planForReading(source, placement))).toEqual(
          plain(planForEditedRows(source, rows, placement)),
        )
      },
    ),
    { numRuns: 500 },
  )
})

describe('a price that the user changed', () => {
  type Edits = Readonly<Record<number, { name?: string; price?: string; currency?: Currency }>>
  type Added = { price: string; currency: Currency }

  /** The file with its rows edited. Nothing is converted: no new column, and no replaced price. */
  async function editedFile(
    bytes: Uint8Array<ArrayBuffer>,
    fileName: string,
    edits: Edits,
    { added, prices }: { added?: Added | undefined; prices?: readonly [number, number] | undefined } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const opened = await openFile(bytes, { fileName })
    if (!opened.ok) throw new Error(opened.error.code)
    const { table } = opened.file
    const detected = detectColumns(table).columns
    const columns = prices ? { ...detected, price: prices[0], morePrices: [prices[1]] } : detected
    const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
    const read = reading.rows.map((row, i) => ({
      line: reading.lines[i]!,
      nth: reading.nth[i]!,
      ...row,
      ...edits[i],
    }))
    const all = added ? [...read, { line: table.length + 1, nth: 0, name: 'Ново', ...added }] : read
    const rows = all.map((row) => ({ national: null, euro: null, ...row }))
    const plan = planForEditedRows({ columns, reading, table }, rows, 'replace')
    const { parts } = await writeBack(bytes, opened.file, plan)
    return new Uint8Array(await new Blob([...parts]).arrayBuffer())
  }

  /** The list with its rows edited, as CSV. */
  async function edited(
    text: string,
    edits: Edits,
    {
      encoding = 'utf-8',
      ...rest
    }: { encoding?: Encoding; added?: Added; prices?: readonly [number, number] } = {},
  ): Promise<string> {
    return new TextDecoder(encoding).decode(await editedFile(encode(text, encoding), 'x.csv', edits, rest))
  }

  const PLAIN = 'Име;Цена\nХляб;1,50\nСирене;12,00\nМляко;2,90\n'

  it('CONV-08 · is written with the decimal mark and the decimals of its column', async () => {
    expect(await edited(PLAIN, { 0: { price: '100' }, 1: { price: '28.5' } })).toBe(
      'Име;Цена\nХляб;100,00\nСирене;28,50\nМляко;2,90\n',
    )
    expect(await edited('Име;Цена\nХляб;150\nСирене;12\n', { 0: { price: '100' } })).toBe(
      'Име;Цена\nХляб;100\nСирене;12\n',
    )
  })

  it.each([
    ['most have decimals that they could do without', ['1,50', '12,00', '3'], '7,00'],
    ['as many have none at all', ['1,50', '12'], '7'],
    ['their words count for nothing', ['1,50 лв.', '2,10 лв./бр', '3 лв.'], '7,00'],
    ['only words are different', ['1 лв.', 'от 12 лв.', '2,10'], '7'],
    ['one has a single decimal that is 0', ['1,0', '12,5'], '7,00'],
    ['decimals that are needed tell nothing', ['1,25', '12,5'], '7'],
    ['nor do those of thousands', ['1,25', '1.500'], '7'],
  ])('CONV-08 · is padded where the others of its column are: %s', async (_, prices, written) => {
    const list = (last: string) =>
      ['Име;Цена', ...prices.map((one) => `Хляб;${one}`), `Мед;${last}`, ''].join('\n')
    expect(await edited(list('по заявка'), { [prices.length]: { price: '7' } })).toBe(list(written))
  })

  it('CONV-08 · keeps the words of its cell, and names a currency of its own as they would', async () => {
    const words = 'Име;Цена\nХляб;1,50 лв./бр\nСирене;12,00 лв.\nМляко;2,90 лв.\n'
    expect(await edited(words, { 0: { price: '100' }, 1: { price: '28.82', currency: 'EUR' } })).toBe(
      'Име;Цена\nХляб;100,00 лв./бр\nСирене;28,82 евро\nМляко;2,90 лв.\n',
    )
    expect(
      await edited(
        PLAIN,
        { 0: { price: '28.82', currency: 'EUR' } },
        { added: { price: '3', currency: 'EUR' } },
      ),
    ).toBe('Име;Цена\nХляб;28,82 €\nСирене;12,00\nМляко;2,90\nНово;3,00 €\n')
  })

  it('CONV-08 · has the code of its currency where the encoding of the file has no sign for it', async () => {
    const text = await edited(PLAIN, { 0: { price: '28.82', currency: 'EUR' } }, { encoding: 'iso-8859-5' })
    expect(text).toBe('Име;Цена\nХляб;28,82 EUR\nСирене;12,00\nМляко;2,90\n')
    const toLev = { 0: { price: '28.82', currency: 'BGN' } } as const
    const western = { encoding: 'windows-1252' } as const
    expect(await edited('Name;Price EUR\nCafé;1,50\nThé;2,50\n', toLev, western)).toBe(
      'Name;Price EUR\nCafé;28,82 BGN\nThé;2,50\n',
    )
    expect(await edited('Name;Price\nCafé;1,50 €/kg\nThé;2,50 €\n', toLev, western)).toBe(
      'Name;Price\nCafé;28,82 BGN/kg\nThé;2,50 €\n',
    )
  })

  it('CONV-08 · has the decimal mark of the other price columns where its own has none', async () => {
    const text = 'Име;Едро;Дребно\nХляб;1,50;2\nСирене;2,50;12\nМляко;3,50;4 лв./л\n'
    const edits = {
      1: { price: '28.5', currency: 'EUR' },
      3: { price: '7.5' },
      5: { price: '9.5' },
    } as const
    expect(await edited(text, edits, { prices: [1, 2] })).toBe(
      'Име;Едро;Дребно\nХляб;1,50;28,50 €\nСирене;2,50;7,50\nМляко;3,50;9,50 лв./л\n',
    )
  })

  it('CONV-08 · has the mark of prices with three decimals where they are read so', async () => {
    const decimals = 'Име;Цена\nХляб;12,500 лв./бр\nМляко;3,250 лв.\n'
    expect(await edited(decimals, { 0: { price: '7.25' } })).toBe(
      'Име;Цена\nХляб;7,25 лв./бр\nМляко;3,250 лв.\n',
    )
    // A whole price of up to three digits says that the others have thousands.
    const thousands = 'Име;Цена\nХляб;12,500 лв./бр\nМляко;3,250 лв.\nСол;325\n'
    expect(await edited(thousands, { 0: { price: '7.25' } })).toBe(
      'Име;Цена\nХляб;7.25 лв./бр\nМляко;3,250 лв.\nСол;325\n',
    )
  })

  it('CONV-08 · in another currency has it beside the price where the column is also that of other prices', async () => {
    const text = 'Име;Цена;Промо;Валута\nХляб;1,50;1,20;BGN\nСирене;2,50;2,20;BGN\n'
    const edits = { 0: { price: '3.5', currency: 'EUR' } } as const
    expect(await edited(text, edits, { prices: [1, 2] })).toBe(
      'Име;Цена;Промо;Валута\nХляб;3,50 €;1,20;BGN\nСирене;2,50;2,20;BGN\n',
    )
    expect(await edited('Име;Цена;Валута\nХляб;1,50;BGN\n', edits)).toBe('Име;Цена;Валута\nХляб;3,50;EUR\n')
  })

  it('CONV-08 · is quoted where its decimal mark is the delimiter too', async () => {
    const text = 'Име,Цена,К\nХляб,"1,50",a\nСирене,12,b\nМляко,"2,90 лв./л",c\n'
    const edits = { 0: { price: '100' }, 1: { price: '28.5', currency: 'EUR' }, 2: { price: '3.1' } } as const
    expect(await edited(text, edits)).toBe(
      'Име,Цена,К\nХляб,"100,00",a\nСирене,"28,50 €",b\nМляко,"3,10 лв./л",c\n',
    )
  })

  it('CONV-08 · has a decimal point in a row with an unclosed quote, to which none can be added', async () => {
    const text = 'Name,Price,Code\nMilk,"1,50",x\nBread,"2,50",x\n"Tea,3,x\n"Jam,4 лв./кг,x\n'
    const other = { 2: { price: '28.82', currency: 'EUR' }, 3: { price: '5.5', currency: 'EUR' } } as const
    expect(await edited(text, other)).toBe(
      'Name,Price,Code\nMilk,"1,50",x\nBread,"2,50",x\n"Tea,28.82 EUR,x\n"Jam,5.50 евро/кг,x\n',
    )
    expect(await edited(text, { 2: { price: '28.5' }, 3: { price: '5.5' } })).toBe(
      'Name,Price,Code\nMilk,"1,50",x\nBread,"2,50",x\n"Tea,28.50,x\n"Jam,5.50 лв./кг,x\n',
    )
  })

  describe('in a workbook', () => {
    const CELLS = [
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Стока</t></is></c><c r="B1" t="inlineStr"><is><t>Цена</t></is></c></row>',
      '<row r="2"><c r="A2" t="inlineStr"><is><t>Хляб</t></is></c><c r="B2" s="1"><v>12.5</v></c></row>',
      '<row r="3"><c r="A3" t="inlineStr"><is><t>Сирене</t></is></c><c r="B3" s="1"><v>8</v></c></row>',
      '<row r="4"><c r="A4" t="inlineStr"><is><t>Мед</t></is></c><c r="B4" t="inlineStr"><is><t>9,00 лв./бр</t></is></c></row>',
    ]

    async function editedBook(
      edits: Edits,
      { added, parts }: { added?: Added; parts?: Readonly<Record<string, string>> } = {},
    ) {
      const bytes = handWrittenBook(sheetXml(CELLS.join('')), parts)
      const written = await editedFile(bytes, 'x.xlsx', edits, { added })
      const opened = await openFile(written, { fileName: 'x.xlsx' })
      if (!opened.ok) throw new Error(opened.error.code)
      const sheet = zipRecords(written).find(({ name }) => name === 'xl/worksheets/sheet1.xml')!
      const prices = opened.file.table.map((cells) => cells[1])
      return { xml: sheet.content.toString(), prices: prices.slice(1) }
    }

    const HONEY = '9,00 лв./бр'

    it('CONV-08 · stays a number with the format of its cell', async () => {
      const { xml, prices } = await editedBook({ 0: { price: '100.5' }, 2: { price: '7.25' } })
      expect(xml).toContain('<c r="B2" s="1"><v>100.50</v></c>')
      expect(xml).toContain('<c r="B3" s="1"><v>8</v></c>')
      expect(prices).toMatchObject([{ kind: 'number', text: '100.5' }, { text: '8' }, '7.25 лв./бр'])
    })

    it('CONV-08 · in another currency stays a number, with the format of that currency', async () => {
      const toEuro = { price: '28.82', currency: 'EUR' } as const
      const { xml, prices } = await editedBook({ 1: toEuro, 2: toEuro }, { added: toEuro })
      expect(xml).toContain('<c r="B2" s="1"><v>12.5</v></c>')
      const euro = { kind: 'number', text: '28.82', currency: 'EUR' }
      expect(prices).toMatchObject([{ text: '12.5' }, euro, '28.82 евро/бр', euro])
    })

    it('CONV-08 · names another currency as text where the workbook has no formats', async () => {
      const noStyles = relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      )
      const { prices } = await editedBook(
        { 1: { price: '28.82', currency: 'EUR' } },
        { parts: { 'xl/_rels/workbook.xml.rels': noStyles } },
      )
      expect(prices).toMatchObject([{ text: '12.5' }, '28.82 €', HONEY])
    })
  })

  it('CONV-08 · stays text where it is no price', async () => {
    expect(await edited(PLAIN, { 0: { price: 'по заявка' } })).toBe(
      'Име;Цена\nХляб;по заявка\nСирене;12,00\nМляко;2,90\n',
    )
  })
})

test('CONV-08 · of prices that share a cell of their currency, one in another currency names it', async () => {
  const bytes = new TextEncoder().encode('Име;Цена;Цена на едро;Валута\nХляб;10;8;лв.\nСол;10;8;лв.\n')
  const opened = await openFile(bytes, { fileName: 'x.csv' })
  if (!opened.ok) throw new Error(opened.error.code)
  const { file } = opened
  const { table } = file
  const columns = { ...detectColumns(table).columns, price: 1, morePrices: [2] }
  const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
  const bread = { line: 2, name: 'Хляб' }
  const salt = { line: 3, name: 'Сол', currency: 'BGN' }
  // 10 / 1.95583 = 5.1129; 8 × 1.95583 = 15.64664; 8 / 1.95583 = 4.0903
  const rows = [
    { ...bread, nth: 0, price: '10', currency: 'BGN', national: '10.00', euro: '5.11' },
    { ...bread, nth: 1, price: '8', currency: 'EUR', national: '15.65', euro: '8.00' },
    { ...salt, nth: 0, price: '10', national: '10.00', euro: '5.11' },
    { ...salt, nth: 1, price: '8', national: '8.00', euro: '4.09' },
  ]
  const plan = planForEditedRows({ columns, reading, table }, rows, 'replace')
  const written = await writeBack(bytes, file, plan, () => {})
  expect(Buffer.concat(written.parts).toString()).toBe(
    'Име;Цена;Цена на едро;Валута\nХляб;5,11;15,65 лв.;евро\nСол;5,11;4,09;евро\n',
  )
})
