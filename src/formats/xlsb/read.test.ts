import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type BinaryRecord,
  binaryBook,
  f64,
  placed,
  rowRecord,
  u32,
  wide,
  worksheetPart,
} from '#test/fixtures/catalogues/binary-book.ts'
import { twoReadings } from '#test/fixtures/catalogues/two-readings.ts'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { areCataloguesThere, pathOfListed } from '#test/listed-catalogues.ts'
import { type Table, type TableRow, cellAt, isBlankAt, isBlankRow, lengthOfRow } from '#table/table.ts'
import { openFile } from '../open-file.ts'

/** Rows up to their last value: SheetJS has blank cells after it where a far cell or a link was stored. */
const valuesOf = (table: Table): TableRow[] =>
  table.slice().map((row) => row.slice(0, row.findLastIndex((cell) => cell !== undefined) + 1))

/** The table of the fast reader, which must support the file and agree with SheetJS. */
async function same(...asked: Parameters<typeof twoReadings>) {
  const { own, library } = await twoReadings(...asked)
  if (own === undefined || !library.ok) throw new Error('Not read.')
  expect({ ...own, table: valuesOf(own.table) }).toEqual({ ...library, table: valuesOf(library.table) })
  return own
}

const cellsOfRow = async (records: readonly BinaryRecord[], flags = 0): Promise<TableRow> => {
  const { table } = await same(binaryBook(worksheetPart([rowRecord(0), ...records]), { flags }))
  return table.at(0)!
}

const values = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.tuple(fc.nat(99_999_999), fc.nat(3)).map(([whole, places]) => whole / 10 ** places),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }),
  fc.constantFrom('Хляб „Добруджа“', '😀', '', 'a'.repeat(5000), ' 12,50 лв. '),
  fc.boolean(),
  fc.constant(null),
  fc
    .tuple(
      fc.integer({ min: -99_999, max: 99_999 }),
      fc.constantFrom(
        '0.00',
        '0%',
        '#,##0.00" лв."',
        '[$€-2] #,##0.00',
        '"$"0.00',
        'dd.mm.yyyy',
        '0.00E+00',
        '@',
      ),
    )
    .map(([value, format]) => formatted(value / 4, format)),
  fc.constantFrom(0, 7, 15, 23, 29, 36, 42, 43).map((v) => ({ t: 'e' as const, v })),
)

describe('BULK-02 · an XLSB is read with the result of SheetJS', () => {
  it('cells of every type, in rows of any length', async () => {
    const rows = fc.array(fc.array(values, { maxLength: 12 }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (cells, hasTwo) => {
        await same(workbook(hasTwo ? { Празен: [[]], Цени: cells } : { Цени: cells }, 'xlsb'))
      }),
      { numRuns: 60 },
    )
  })

  it('a single cell equals the cell of its row, and blank rows are blank', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(values, { maxLength: 6 }), { minLength: 1, maxLength: 6 }),
        async (cells) => {
          const { table } = await same(workbook({ Цени: cells }, 'xlsb'))
          for (let r = 0; r < table.length; r++) {
            const row = table.at(r)!
            expect(lengthOfRow(table, r)).toBe(row.length)
            expect(Array.from({ length: 8 }, (_, c) => cellAt(table, r, c))).toEqual(
              Array.from({ length: 8 }, (_, c) => row[c]),
            )
            expect(isBlankAt(table, r)).toBe(isBlankRow(row))
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('RK numbers, integers and with decimals', async () => {
    // 12 and 1250 hundredths as integers (flags 2 and 3), the upper bits of 0.5, and of 50 in hundredths (flags 0 and 1).
    const row = await cellsOfRow([
      [0x02, placed(0) + u32((12 << 2) | 2)],
      [0x02, placed(1, 1) + u32((1250 << 2) | 3)],
      [0x02, placed(2) + '0000e03f'],
      [0x02, placed(3) + '01004940'],
      [0x02, placed(4) + u32(((-7 << 2) | 2) >>> 0)],
    ])
    expect(row).toEqual([
      { kind: 'number', text: '12' },
      { kind: 'number', text: '12.5', currency: 'BGN' },
      { kind: 'number', text: '0.5' },
      { kind: 'number', text: '0.5' },
      { kind: 'number', text: '-7' },
    ])
  })

  it('results of formulas without the formulas', async () => {
    const formula = `0000 ${u32(3)} 1e0100 ${u32(0)}`
    const row = await cellsOfRow([
      [0x09, `${placed(0, 1)} ${f64(12.5)} ${formula}`],
      [0x08, `${placed(1)} ${wide('10 лв.')} ${formula}`],
      [0x0a, `${placed(2)} 01 ${formula}`],
      [0x0b, `${placed(3)} 2a ${formula}`],
    ])
    expect(row).toEqual([
      { kind: 'number', text: '12.5', currency: 'BGN' },
      '10 лв.',
      { kind: 'other', text: 'TRUE', what: 'boolean' },
      { kind: 'other', text: '#N/A', what: 'error' },
    ])
  })

  it('shared, inline and rich text; a lone surrogate stays', async () => {
    const row = await cellsOfRow([
      [0x07, placed(0) + u32(0)],
      [0x07, placed(1) + u32(1)],
      [0x3e, `${placed(2)} 01 ${wide('7,80')} ${u32(1)} 0100 0100`],
      [0x06, `${placed(3)} ${u32(2)} 3dd8 6100`],
      [0x07, placed(4) + u32(2)],
    ])
    expect(row).toEqual(['Хляб', '12,50 лв.', '7,80', '\ud83da', ''])
  })

  it('dates since 1900 and since 1904, percentages, and an undefined number format', async () => {
    const cells: BinaryRecord[] = [
      [0x05, placed(0, 3) + f64(45_000)],
      [0x05, placed(1, 2) + f64(0.2)],
      [0x05, placed(2, 4) + f64(7.5)],
      [0x05, placed(3, 99) + f64(1)],
    ]
    const rest = [
      { kind: 'other', text: '20%', what: 'percent' },
      { kind: 'number', text: '7.5' },
      { kind: 'number', text: '1' },
    ]
    // Day 45,000 since 1900 is 15 March 2023; the same number since 1904 is four years and a day later.
    expect(await cellsOfRow(cells)).toEqual([{ kind: 'other', text: '2023-03-15', what: 'date' }, ...rest])
    expect(await cellsOfRow(cells, 1)).toEqual([{ kind: 'other', text: '2027-03-16', what: 'date' }, ...rest])
  })

  it('short cell records, and other records between cells', async () => {
    const row = await cellsOfRow([
      [0x31, u32(1)],
      [0x06, placed(2) + wide('a')],
      [0x11, u32(0) + wide('b')],
      [0x0d, u32(1) + u32((5 << 2) | 2)],
    ])
    expect(row).toEqual([undefined, undefined, 'a', 'b', { kind: 'number', text: '5', currency: 'BGN' }])
  })

  it('hidden sheets, and the requested sheet', async () => {
    const bytes = workbook(
      { Скрит: [['x', 1]], Цени: [['Хляб', 2]], Други: [['Сол', 3]] },
      'xlsb',
      (book) => {
        book.Workbook = { Sheets: [{ name: 'Скрит', Hidden: 2 }, { name: 'Цени' }, { name: 'Други' }] }
      },
    )
    expect((await same(bytes)).sheet).toBe('Цени')
    expect((await same(bytes, { sheet: 'Други' })).table.at(0)?.[0]).toBe('Сол')
    expect((await same(bytes)).sheets.map(({ hidden }) => hidden)).toEqual([true, false, false])
  })

  it('up to the row limit', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => [`Стока ${i}`, i])
    for (const limit of [1, 8, 9, 10]) {
      const { isCut, table } = await same(workbook({ Цени: rows }, 'xlsb'), { limit })
      expect([isCut, table.length]).toEqual([limit < 9, Math.min(limit, 9)])
    }
  })
})

describe('BULK-15 · an XLSB cannot make reading slow', () => {
  const head = [rowRecord(0), [0x06, placed(0) + wide('Име')], [0x06, placed(1) + wide('Цена')]] as const

  it('by a link over all cells of the sheet', async () => {
    // Every row and every column; SheetJS would create 17 billion cells.
    const link: BinaryRecord = [
      0x1ee,
      `${u32(0)} ${u32(1_048_575)} ${u32(0)} ${u32(16_383)} ${wide('')} ${wide('x')} ${wide('')} ${wide('')}`,
    ]
    const book = binaryBook(
      worksheetPart(
        [...head, rowRecord(1), [0x06, placed(0) + wide('А')], [0x05, placed(1) + f64(1)]],
        [link],
      ),
    )
    const opened = await openFile(book, { fileName: 'x.xlsb' })
    expect(opened.ok && opened.file.table.slice()).toEqual([
      ['Име', 'Цена'],
      ['А', { kind: 'number', text: '1' }],
    ])
  })

  it('by records after the row limit', async () => {
    // No record after the limit is read, not even a truncated one.
    const part = worksheetPart([...head, rowRecord(1), rowRecord(2), rowRecord(3)])
    part.set([0x7f], part.length - 1)
    const { own } = await twoReadings(binaryBook(part), { limit: 1 })
    expect(own?.table.slice()).toEqual([['Име', 'Цена']])
  })
})

describe('BULK-02 · an XLSB with damaged records is left to SheetJS', () => {
  const text = (column: number): BinaryRecord => [0x06, placed(column) + wide('x')]
  const DAMAGED: Readonly<Record<string, readonly BinaryRecord[]>> = {
    'rows out of order': [rowRecord(1), text(0), rowRecord(0), text(0)],
    'cells out of order': [rowRecord(0), text(1), text(0)],
    'a column that no sheet has': [rowRecord(0), text(16_384)],
    'a string that is not there': [rowRecord(0), [0x07, placed(0) + u32(3)]],
    'a text longer than its record': [rowRecord(0), [0x06, placed(0) + u32(9) + '6100']],
    'a number shorter than it is': [rowRecord(0), [0x05, `${placed(0)} 0000`]],
  }
  it.each(Object.keys(DAMAGED))('%s', async (name) => {
    const { own } = await twoReadings(binaryBook(worksheetPart(DAMAGED[name]!)))
    expect(own).toBeUndefined()
  })
})

it.runIf(areCataloguesThere)('BULK-02 · a real XLSB is read with the result of SheetJS', async () => {
  const bytes = new Uint8Array(readFileSync(pathOfListed('grizli.xlsb')))
  await same(bytes, { limit: 100_000 })
  await same(bytes, { limit: 20 })
})
