import fc from 'fast-check'
import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { Encoding } from '#table/text-source.ts'
import { type DbfSpec, currency, dbfFile, double, int32, time } from '#test/fixtures/catalogues/dbf.ts'
import { collectAssumptions } from '../read-price-list.ts'
import { openFile } from '../open-file.ts'

const LIST: DbfSpec = {
  fields: [
    ['KOD', 'C,5'],
    ['IME', 'C,20'],
    ['CENA', 'N,8,2'],
  ],
  records: [
    ['001', 'Хляб', '1.69'],
    ['002', 'Щранг', '12.50'],
    ['003', 'Юфка', '3.00'],
  ],
}

const opened = async (bytes: Uint8Array<ArrayBuffer>, options: object = {}) =>
  openFile(bytes, { fileName: 'list.dbf', ...options })

async function fileOf(spec: DbfSpec, options: object = {}) {
  const result = await opened(dbfFile(spec), options)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

const number = (text: string) => ({ kind: 'number', text })
const other = (text: string, what: string) => ({ kind: 'other', text, what })

/** The cells of the only record of a table. */
const cellsOf = async (spec: Omit<DbfSpec, 'records'>, ...values: DbfSpec['records'][number]) =>
  (await fileOf({ ...spec, records: [values] })).table.at(1)

describe('FILE-05 · a table of dBase is read', () => {
  test('the names of its fields are the first row, and records follow', async () => {
    const { format, table, warnings } = await fileOf(LIST)
    expect([format, warnings]).toEqual(['dbf', []])
    expect(table.slice()).toEqual([
      ['KOD', 'IME', 'CENA'],
      ['001', 'Хляб', number('1.69')],
      ['002', 'Щранг', number('12.5')],
      ['003', 'Юфка', number('3')],
    ])
  })

  test.each([0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x7b, 0x83, 0x8b, 0x8e, 0xcb, 0xe5, 0xf5, 0xfb])(
    'of version %i',
    async (version) => {
      expect((await fileOf({ ...LIST, version })).table.at(2)).toEqual(['002', 'Щранг', number('12.5')])
    },
  )

  test('its content decides, whatever its name', async () => {
    for (const fileName of ['list.csv', 'list.xlsx', 'list.xls', 'list.json']) {
      const result = await opened(dbfFile(LIST), { fileName })
      expect(result).toMatchObject({ ok: true, file: { format: 'dbf' } })
    }
  })

  test('deleted records are no rows', async () => {
    const { table } = await fileOf({ ...LIST, deleted: [0, 2] })
    expect(table.slice()).toEqual([
      ['KOD', 'IME', 'CENA'],
      ['002', 'Щранг', number('12.5')],
    ])
  })

  test.each([0x00, 0x01, 0x09, 0x41, 0xff])('a record with the mark %i is one', async (mark) => {
    for (const marks of [{ 1: mark }, { 0: mark, 1: mark, 2: mark }])
      for (const end of [undefined, new Uint8Array()]) {
        const { table, warnings } = await fileOf({ ...LIST, marks, ...(end && { end }) })
        expect(table.slice(1).map(([code]) => code)).toEqual(['001', '002', '003'])
        expect(warnings).toEqual([])
      }
  })

  test('a table of SheetJS, which marks all its records with 00', async () => {
    const rows = [
      ['NAME', 'PRICE'],
      ['Bread', 1.5],
      ['Milk', 2.5],
    ]
    const written: unknown = write(utils.book_new(utils.aoa_to_sheet(rows), 'A'), {
      bookType: 'dbf',
      type: 'array',
    })
    const result = await opened(new Uint8Array(written as ArrayBuffer))
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    expect(result.file.table.slice()).toEqual([
      ['NAME', 'PRICE'],
      ['Bread', number('1.5')],
      ['Milk', number('2.5')],
    ])
  })

  test.each([
    ['that has as many fields as it can have', 2044, 'L,1', []],
    ['with one more field', 2045, 'L,1', [{ code: 'no-room' }]],
    ['whose records have 20 bytes left', 65_514, undefined, []],
    ['whose records have 19 bytes left', 65_515, undefined, [{ code: 'no-room' }]],
  ] as const)(
    'FILE-05 · a table %s says whether it has room for new prices',
    async (_, count, form, expected) => {
      // A record has one byte before its fields, and one that CENA has in addition to its fields of 254 bytes.
      const texts = (bytes: number) =>
        Array.from({ length: Math.ceil(bytes / 254) }, (_each, i) => Math.min(254, bytes - i * 254))
      const others =
        form === undefined
          ? texts(count - 8).map((length) => `C,${length}`)
          : Array.from({ length: count }, () => form)
      const fields = [['CENA', 'N,8,2'] as const, ...others.map((one, i) => [`F${i}`, one] as const)]
      const { warnings } = await fileOf({ fields, records: [['1.69']] })
      expect(warnings).toEqual(expected)
    },
  )

  test.each([
    ['more than there are', { count: 1000 }, 3],
    ['four billion', { count: 0xffffffff }, 3],
    ['none, as a program that was stopped leaves it', { count: 0 }, 3],
    ['fewer: those behind them are not read', { count: 2 }, 2],
  ])('a count of %s, and it is said', async (_, { count }, rows) => {
    const { table, warnings } = await fileOf({ ...LIST, count })
    expect(table).toHaveLength(rows + 1)
    expect(warnings).toEqual([{ code: 'records-differ', counted: count, present: 3, read: rows }])
  })

  test.each([
    ['no end mark', new Uint8Array()],
    ['a block of zeros', new Uint8Array(512)],
    ['an old record behind the end mark', Uint8Array.from([0x1a, ...new Uint8Array(33).fill(0x20)])],
  ])('%s is no record', async (_, end) => {
    const { table, warnings } = await fileOf({ ...LIST, end })
    expect([table.length, warnings]).toEqual([4, []])
  })

  test('a record that is cut off is no row', async () => {
    const result = await opened(dbfFile(LIST).slice(0, -10))
    expect(result).toMatchObject({ ok: true, file: { table: { length: 3 } } })
  })

  test('rows beyond the limit are cut, and it is said', async () => {
    const records = Array.from({ length: 60 }, (_, i) => [`${i}`, 'Хляб', '1.69'])
    const { table, warnings } = await fileOf({ ...LIST, records, deleted: [1] }, { limits: { rows: 10 } })
    expect(warnings).toEqual([{ code: 'rows-cut', limit: 10 }])
    expect(table.map((row) => row[0])).toEqual(['KOD', '0', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    const whole = await fileOf({ ...LIST, records, deleted: [1] }, { limits: { rows: 59 } })
    expect([whole.warnings, whole.table.length]).toEqual([[], 60])
  })

  test('Clipper has texts of more than 255 bytes; others have anything in their decimals', async () => {
    const long = 'Описание '.repeat(40).trim()
    const fields = [['IME', 'C,600'], ...LIST.fields.slice(2)] as const
    expect(await cellsOf({ fields }, long, '1.69')).toEqual([long, number('1.69')])
    const odd = dbfFile(LIST)
    odd[32 + 17] = 7
    expect(await opened(odd)).toMatchObject({ ok: true, file: { table: { length: 4 } } })
  })
})

describe('FILE-05 · values are read exactly', () => {
  test.each([
    ['12.50', number('12.5')],
    ['007', number('7')],
    ['.50', number('0.5')],
    ['12.', number('12')],
    ['-3.10', number('-3.1')],
    ['+3.10', number('3.1')],
    ['0.00', number('0')],
    ['12345678901234567.89', number('12345678901234567.89')],
    ['1.5E+02', number('150')],
    ['*****', other('*****', 'error')],
    ['12,50', '12,50'],
    ['', undefined],
    ['.', '.'],
  ])('a number written %o', async (text, cell) => {
    for (const type of ['N', 'F'])
      expect(
        await cellsOf(
          {
            fields: [
              ['A', 'C,1'],
              ['CENA', `${type},20,2`],
            ],
          },
          'a',
          text,
        ),
      ).toEqual(['a', cell])
  })

  test.each([
    [currency(16_900n), '1.69'],
    [currency(125_000n), '12.5'],
    [currency(1n), '0.0001'],
    [currency(-16_900n), '-1.69'],
    [currency(9_223_372_036_854_775_807n), '922337203685477.5807'],
    [currency(0n), '0'],
  ])('an amount of Visual FoxPro: %j is %s', async (bytes, text) => {
    expect(await cellsOf({ version: 0x30, fields: [['CENA', 'Y,8,4']] }, bytes)).toEqual([number(text)])
  })

  test.each([
    [12.34, '12.34'],
    [0.1 + 0.2, '0.3'],
    [1e21, '1000000000000000000000'],
    [1.005, '1.005'],
  ])('a double %f is %s', async (value, text) => {
    expect(await cellsOf({ version: 0x30, fields: [['CENA', 'B,8,2']] }, double(value))).toEqual([
      number(text),
    ])
  })

  test('integers, dates, times and logical values', async () => {
    const fields = [
      ['I', 'I,4'],
      ['D', 'D,8'],
      ['T', 'T,8'],
      ['L', 'L,1'],
    ] as const
    // 2,460,000 is 24 February 2023 (Julian day of noon).
    expect(
      await cellsOf({ version: 0x30, fields }, int32(-7), '20260105', time(2_460_000, 59_400_000), 'T'),
    ).toEqual([
      number('-7'),
      other('2026-01-05', 'date'),
      other('2023-02-24 16:30', 'date'),
      other('TRUE', 'boolean'),
    ])
    expect((await cellsOf({ version: 0x30, fields }, int32(0), '', time(0, 0), 'N'))?.[3]).toEqual(
      other('FALSE', 'boolean'),
    )
    expect(await cellsOf({ version: 0x30, fields }, int32(0), '', time(0, 0), '?')).toEqual([
      number('0'),
      undefined,
      undefined,
      undefined,
    ])
  })

  test('memo fields are blank: they are in another file', async () => {
    const fields = [
      ['OPIS', 'M,10'],
      ['SNIMKA', 'G,10'],
      ['B', 'B,10'],
      ['CENA', 'N,8,2'],
    ] as const
    expect(
      await cellsOf({ version: 0x8b, fields }, '         1', '         2', '         3', '1.69'),
    ).toEqual([undefined, undefined, undefined, number('1.69')])
  })

  test('null values are blank, and a text of a variable length has its length', async () => {
    const spec = {
      version: 0x32,
      fields: [
        ['IME', 'V,10', 2],
        ['CENA', 'N,8,2', 2],
        ['_NullFlags', '0,1', 5],
      ],
    } as const
    // Bits: the length and the null of IME, the null of CENA.
    const short = Uint8Array.from([...dbfText('Хляб'), ...dbfText('     '), 4])
    expect(await cellsOf(spec, short, '1.69', Uint8Array.of(0b001))).toEqual(['Хляб', number('1.69')])
    expect(await cellsOf(spec, 'Хлябовете!', '1.69', Uint8Array.of(0b100))).toEqual(['Хлябовете!', undefined])
    expect(await cellsOf(spec, 'Хляб', '1.69', Uint8Array.of(0b010))).toEqual([undefined, number('1.69')])
  })
})

const dbfText = (text: string) =>
  dbfFile({ fields: [['A', `C,${text.length}`]], records: [[text]] }).slice(66, -1)

describe('FILE-05 · the code page is that of the header, else of the letters', () => {
  test.each<readonly [number, Encoding]>([
    [0xc9, 'windows-1251'],
    [0x65, 'ibm866'],
    [0x26, 'ibm866'],
    [0x96, 'x-mac-cyrillic'],
  ])('language driver %i is %s', async (language, encoding) => {
    const file = await fileOf({ ...LIST, language, encoding })
    expect(file.encoding).toBe(encoding)
    expect(file.table.at(2)?.[1]).toBe('Щранг')
    expect(collectAssumptions(file, { fileName: 'list.dbf' })).toEqual([])
  })

  // 437, 850, 852 and the Western Windows: what programs of Bulgaria wrote has no number, or another.
  test.each([0, 0x01, 0x02, 0x03, 0x57, 0x64])(
    'language driver %i says nothing of Cyrillic',
    async (language) => {
      for (const encoding of ['mik', 'windows-1251', 'ibm866', 'utf-8'] as const) {
        const fields = LIST.fields.map(([name, form]) => [name, form.replace('20', '40')] as const)
        const file = await fileOf({ ...LIST, fields, language, encoding })
        expect(file).toMatchObject({ encoding })
        expect(file.table.at(2)?.[1]).toBe('Щранг')
        if (encoding !== 'utf-8')
          expect(collectAssumptions(file, { fileName: 'list.dbf' })).toEqual([{ what: 'encoding', encoding }])
      }
    },
  )

  test('MIK under the number of ibm866 is told by its letters, and said to be a guess', async () => {
    const file = await fileOf({ ...LIST, language: 0x65, encoding: 'mik' })
    expect(file.table.at(2)?.[1]).toBe('Щранг')
    expect(collectAssumptions(file, { fileName: 'list.dbf' })).toEqual([
      { what: 'encoding', encoding: 'mik' },
    ])
  })

  test('Western letters, names of fields, and the choice of the user', async () => {
    const western = await fileOf({
      ...LIST,
      records: [['001', 'Crème brûlée', '1.69']],
      language: 0x03,
      encoding: 'windows-1252',
    })
    expect(western.table.at(1)?.[1]).toBe('Crème brûlée')
    const named = await fileOf({
      ...LIST,
      fields: [
        ['КОД', 'C,5'],
        ['ИМЕ', 'C,20'],
        ['ЦЕНА', 'N,8,2'],
      ],
      encoding: 'mik',
    })
    expect(named.table.at(0)).toEqual(['КОД', 'ИМЕ', 'ЦЕНА'])
    const chosen = await fileOf({ ...LIST, language: 0xc9, encoding: 'mik' }, { encoding: 'mik' })
    expect([chosen.encoding, chosen.table.at(2)?.[1]]).toEqual(['mik', 'Щранг'])
  })

  test('a table of ASCII is no guess', async () => {
    const file = await fileOf({ ...LIST, records: [['001', 'Bread', '1.69']] })
    expect(collectAssumptions(file, { fileName: 'list.dbf' })).toEqual([])
  })

  test("a text that begins with 'яю', which is a byte order mark, is in windows-1251", async () => {
    const file = await fileOf({
      ...LIST,
      records: [
        ['яюя', 'Яйца', '1.69'],
        ['2', 'Сирене', '3.50'],
      ],
    })
    expect(file.table.at(1)?.[0]).toBe('яюя')
  })
})

describe('FILE-05 · a table that cannot be read is refused in words', () => {
  test('of dBase 7', async () => {
    const bytes = new Uint8Array(200)
    bytes.set([0x04, 99, 12, 31, 1, 0, 0, 0, 117, 0, 11, 0])
    bytes[68] = 0x4e
    bytes[100] = 0x43
    bytes[116] = 0x0d
    expect(await opened(bytes)).toEqual({
      ok: false,
      error: { code: 'other-file', file: { kind: 'dbf', format: 'dBase 7' } },
    })
  })

  test('encrypted', async () => {
    const bytes = dbfFile(LIST)
    bytes[15] = 1
    expect(await opened(bytes)).toEqual({ ok: false, error: { code: 'unreadable', reason: 'encrypted' } })
  })

  test.each([
    ['fields that do not fit into a record', 10, 5],
    ['a field without a length', 64 + 16, 0],
    ['a field of an unknown type', 64 + 11, 0x41],
  ])('%s', async (_, at, byte) => {
    const bytes = dbfFile(LIST)
    bytes[at] = byte
    expect(await opened(bytes)).toEqual({ ok: false, error: { code: 'unreadable', reason: 'broken' } })
  })

  test.each<readonly [string, Partial<DbfSpec>]>([
    ['a mark of the end before records that are counted', { marks: { 1: 0x1a } }],
    ['unusual marks where records are missing', { marks: { 1: 0 }, count: 4 }],
    ['unusual marks, and no end after the records', { marks: { 1: 0 }, end: Uint8Array.of(7, 7) }],
    ['unusual marks without a count', { marks: { 1: 0 }, count: 0 }],
  ])('%s', async (_, spec) => {
    expect(await opened(dbfFile({ ...LIST, ...spec }))).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'broken' },
    })
  })

  test('a byte that is lost within a record moves all that follow', async () => {
    const whole = dbfFile(LIST)
    for (const end of [whole.length, whole.length - 1]) {
      // The second byte of the name of the first product.
      const at = 32 * 4 + 1 + 1 + 5 + 1
      const bytes = new Uint8Array([...whole.subarray(0, at), ...whole.subarray(at + 1, end)])
      const result = await opened(bytes)
      expect(result.ok && result.file.table.length).not.toBe(4)
    }
  })

  test('without rows', async () => {
    const file = await fileOf({ ...LIST, records: [] })
    expect(file.table).toHaveLength(1)
  })

  test('any bytes under a header never throw', async () => {
    const whole = dbfFile({ ...LIST, version: 0x30, rest: new Uint8Array(263) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(whole.length),
        async (changes, length) => {
          const bytes = whole.slice(0, length)
          for (const [at, byte] of changes) if (at < length) bytes[at] = byte
          const result = await opened(bytes)
          if (result.ok) for (const row of result.file.table) expect(row.length).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 500 },
    )
  })
})
