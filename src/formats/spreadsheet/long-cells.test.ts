import { describe, expect, test } from 'vitest'
import { cpuMs } from '#test/cpu-time.ts'
import { binaryBook, rowRecord, placed, wide, worksheetPart } from '#test/fixtures/catalogues/binary-book.ts'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { handWrittenBook, sheetXml, stringsXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { twoReadings } from '#test/fixtures/catalogues/two-readings.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { cellText } from '#table/table.ts'
import { openFile } from '../open-file.ts'
import { readPriceList } from '../read-price-list.ts'
import { toCell } from './cell.ts'

/** Excel's limit. */
const LIMIT = 32_767
const LONG = 'а'.repeat(LIMIT + 1)
const CUT = `${'а'.repeat(LIMIT - 1)}…`

const inRow = (cell: string) => sheetXml(`<row r="1">${cell}</row>`)
const shared = '<c r="A1" t="s"><v>0</v></c>'

const BOOKS = {
  'a shared text': (text: string) =>
    handWrittenBook(inRow(shared), { 'xl/sharedStrings.xml': stringsXml(text) }),
  'inline text': (text: string) =>
    handWrittenBook(inRow(`<c r="A1" t="inlineStr"><is><t>${text}</t></is></c>`)),
  'the result of a formula': (text: string) =>
    handWrittenBook(inRow(`<c r="A1" t="str"><f>B1</f><v>${text}</v></c>`)),
  'text of an XLSB': (text: string) =>
    binaryBook(worksheetPart([rowRecord(0), [0x06, placed(0) + wide(text)]])),
}

describe('BULK-02 BULK-15 · of text that is too long for a cell the first 32,767 characters are read', () => {
  test.each(Object.entries(BOOKS))('%s', async (_, book) => {
    for (const [text, read] of [
      [LONG.slice(1), LONG.slice(1)],
      [LONG, CUT],
    ] as const) {
      const { own, library } = await twoReadings(book(text))
      for (const reading of [own, library])
        expect(reading?.ok === true && cellText(reading.table.at(0)?.[0]) === read).toBe(true)
    }
  })

  test('a cell that SheetJS has read', () => {
    expect(toCell({ t: 's', v: LONG }, false)).toBe(CUT)
  })

  test('a price followed by text beyond the limit is not read as a price', () => {
    const cell = toCell({ t: 's', v: `12,50${' '.repeat(LIMIT)}на кило` }, false)
    expect(parsePriceText(cellText(cell)).kind).toBe('invalid')
  })

  test("the user's own file keeps it", async () => {
    const strings = stringsXml('Стока', 'Цена, лв.', LONG)
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
      '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>12.5</v></c></row>'
    const book = handWrittenBook(sheetXml(rows), { 'xl/sharedStrings.xml': strings })
    const back = await givenBack(book, orderFor({ 1: { 1: lev('12.50', '6.39') } }))
    expect(back.changed).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml'])
    expect(back.partOf('xl/sharedStrings.xml')).toBe(strings)
  })
})

test.each([
  ['spaces', ' '.repeat(4_000_000)],
  ['digits', '1 '.repeat(2_000_000)],
  ['prices', '1,'.repeat(2_000_000)],
])(
  'BULK-15 · the work for cells that share one text of megabytes, %s, grows with the file',
  async (_, text) => {
    const row = (n: number) =>
      `<row r="${n}"><c r="A${n}" t="s"><v>2</v></c><c r="B${n}" t="s"><v>2</v></c></row>`
    const rows = Array.from({ length: 1000 }, (__, i) => row(i + 2)).join('')
    const head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    const book = handWrittenBook(sheetXml(head + rows), {
      'xl/sharedStrings.xml': stringsXml('Стока', 'Цена', `${text}x`),
    })
    const started = cpuMs()
    const opened = await openFile(book, { fileName: 'x.xlsx' })
    const columns = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }
    readPriceList(opened.ok ? opened.file : expect.fail(), 'x.xlsx', { columns })
    expect(cpuMs() - started).toBeLessThan(5000)
  },
)
