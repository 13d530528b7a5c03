import fc from 'fast-check'
import { read, utils } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { cellText } from '#table/table.ts'
import { type DbfSpec, currency, dbfFile, double, int32 } from '#test/fixtures/catalogues/dbf.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { euro, lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { NoRoomError } from '../format.ts'
import { openFile } from '../open-file.ts'
import { writeBack } from '../write-back.ts'

const LIST = {
  fields: [
    ['KOD', 'C,5'],
    ['IME', 'C,12'],
    ['CENA', 'N,8,2'],
    ['VAL', 'C,3'],
  ],
  records: [
    ['001', 'Хляб', '1.69', 'BGN'],
    ['002', 'Щранг', '12.50', 'BGN'],
    ['003', 'Юфка', '3.00', 'BGN'],
  ],
} as const satisfies DbfSpec

const PRICES = { 2: { 1: lev('1.69', '0.86'), 2: lev('12.50', '6.39'), 3: lev('3.00', '1.53') } }

/** The same table with other fields and values. */
const withFields = (fields: DbfSpec['fields'], ...records: DbfSpec['records']): DbfSpec => ({
  fields,
  records,
})

async function patched(spec: DbfSpec | Uint8Array<ArrayBuffer>, plan: WriteBackPlan) {
  const bytes = spec instanceof Uint8Array ? spec : dbfFile(spec)
  const opened = await openFile(bytes, { fileName: 'list.dbf' })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { parts, warnings, format } = await writeBack(bytes, opened.file, plan)
  expect(format).toBe('dbf')
  return { bytes: new Uint8Array(Buffer.concat(parts)), warnings }
}

const put = (cells: Readonly<Record<number, string | { number: string; currency?: 'BGN' | 'EUR' }>>) =>
  new Map(Object.entries(cells).map(([c, content]) => [Number(c), content]))

describe('FILE-05 · new prices in a field of their own', () => {
  test.each(['after', 'end'] as const)(
    '%s: a field is inserted, every other byte stays',
    async (placement) => {
      const extra = {
        language: 0xc9,
        tables: 0,
        rest: Uint8Array.of(0),
        end: Uint8Array.of(0x1a, 7, 7),
        deleted: [1],
      }
      const prices = { 2: { 1: lev('1.69', '0.86'), 2: lev('3.00', '1.53') } }
      const { bytes, warnings } = await patched({ ...LIST, ...extra }, orderFor(prices, { placement }))
      const at = placement === 'after' ? 3 : 4
      const inserted = <T>(list: readonly T[], one: T): T[] => [...list.slice(0, at), one, ...list.slice(at)]
      expect(bytes).toEqual(
        dbfFile({
          ...extra,
          fields: inserted<DbfSpec['fields'][number]>(LIST.fields, ['CENA_EUR', 'N,8,2']),
          records: LIST.records.map((record, r) => inserted<string>(record, ['0.86', '', '1.53'][r]!)),
        }),
      )
      expect(warnings).toEqual([])
    },
  )

  test.each<readonly [string, readonly string[], string]>([
    ['CENA', [], 'CENA_EUR'],
    ['cena', [], 'cena_eur'],
    ['CENA', ['CENA_EUR'], 'CENA_EUR2'],
    ['CENA', ['cena_eur'], 'CENA_EUR2'],
    ['CENA_BGN', [], 'CENA_EUR'],
    ['PRICE_LV', [], 'PRICE_EUR'],
    ['PRICE_LEVA', [], 'PRICE_EURO'],
    ['PRODAJNACE', [], 'PRODAJ_EUR'],
    ['PRICE__', [], 'PRICE_EUR'],
    ['PRICE_LIST', [], 'PRICE_EUR'],
    ['PRODAJNACE', ['PRODAJ_EUR'], 'PRODA_EUR2'],
    ['ЦЕНА', [], 'ЦЕНА_EUR'],
    ['ЦЕНА_ЛВ', [], 'ЦЕНА_ЕВРО'],
  ])('beside %s and %j it is named %s', async (title, others, name) => {
    for (const encoding of ['windows-1251', 'mik'] as const) {
      const fields = [[title, 'N,8,2'], ...others.map((other) => [other, 'N,8,2'] as const)] as const
      const spec = { ...withFields(fields, ['1.69']), encoding }
      const { bytes } = await patched(spec, orderFor({ 0: { 1: lev('1.69', '0.86') } }))
      expect(Array.from(bytes.subarray(32 + 32 * fields.length, 43 + 32 * fields.length))).toEqual([
        ...encode(name, encoding),
        ...Array<number>(11 - name.length).fill(0),
      ])
    }
  })

  test('a name of several bytes a letter has ten bytes at the most', async () => {
    const spec = {
      ...withFields(
        [
          ['ЦЕНА', 'N,8,2'],
          ['IME', 'C,20'],
        ],
        ['1.69', 'Щранг'],
      ),
      encoding: 'utf-8',
    } as const
    const { bytes } = await patched(spec, orderFor({ 0: { 1: lev('1.69', '0.86') } }))
    expect(new TextDecoder().decode(bytes.slice(96, 107))).toBe('ЦЕН_EUR\0')
  })

  test.each([
    ['N,6,2', '999.00', '1953.87', 'N,7,2'],
    ['N,6,2', '1.00', '1.96', 'N,6,2'],
    ['N,4,0', '12', '23.47', 'N,7,2'],
    ['N,12,4', '12.0000', '23.47', 'N,10,2'],
    ['C,10', '12,00', '23.47', 'N,12,2'],
  ])('beside %s there is room for all of them: %s EUR', async (form, price, amount, written) => {
    const spec = withFields([['CENA', form]], [price])
    const { bytes } = await patched(spec, orderFor({ 0: { 1: euro(price, amount) } }))
    expect(bytes).toEqual(
      dbfFile(
        withFields(
          [
            ['CENA', form],
            ['CENA_BGN', written],
          ],
          [price, amount],
        ),
      ),
    )
  })

  test('prices of both currencies have a field for each', async () => {
    const spec = withFields(
      [
        ['CENA', 'N,8,2'],
        ['VAL', 'C,3'],
      ],
      ['1.69', 'BGN'],
      ['2.00', 'EUR'],
    )
    const cells = { 0: { 1: lev('1.69', '0.86'), 2: euro('2.00', '3.91') } }
    const { bytes } = await patched(spec, orderFor(cells, { placement: 'after' }))
    expect(bytes).toEqual(
      dbfFile(
        withFields(
          [
            ['CENA', 'N,8,2'],
            ['CENA_BGN', 'N,8,2'],
            ['CENA_EUR', 'N,8,2'],
            ['VAL', 'C,3'],
          ],
          ['1.69', '1.69', '0.86', 'BGN'],
          ['2.00', '3.91', '2.00', 'EUR'],
        ),
      ),
    )
  })
})

describe('FILE-05 · prices are replaced in place', () => {
  test('no byte but theirs changes where they fit', async () => {
    const extra = { deleted: [1], end: Uint8Array.of(0x1a, 7), language: 0xc9 }
    const prices = { 2: { 1: lev('1.69', '0.86'), 2: lev('3.00', '1.53') } }
    const order = orderFor(prices, { placement: 'replace', currencyColumn: 3 })
    const { bytes, warnings } = await patched({ ...LIST, ...extra }, order)
    const [first, deleted, last] = LIST.records
    expect(bytes).toEqual(
      dbfFile({
        ...LIST,
        ...extra,
        records: [[...first.slice(0, 2), '0.86', 'EUR'], deleted, [...last.slice(0, 2), '1.53', 'EUR']],
      }),
    )
    expect(warnings).toEqual(['deleted-kept'])
  })

  test.each([
    ['digits', 'N,5,2', 'N,7,2', '99.50', '1953.87'],
    ['decimals', 'N,6,1', 'N,7,2', '99.5', '1.57'],
    ['a point and decimals', 'N,4,0', 'N,7,2', '99', '1.57'],
    ['decimals of four', 'F,8,4', 'F,9,4', '12.0000', '1953.8700'],
  ])('a field without room for %s becomes wider, and it is said', async (_, form, wider, kept, amount) => {
    const spec = withFields(
      [
        ['CENA', form],
        ['K', 'C,1'],
      ],
      [kept, 'a'],
      ['1', 'b'],
    )
    const order = orderFor({ 0: { 2: euro('1.00', amount) } }, { placement: 'replace' })
    const { bytes, warnings } = await patched(spec, order)
    expect(bytes).toEqual(
      dbfFile(
        withFields(
          [
            ['CENA', wider],
            ['K', 'C,1'],
          ],
          [kept, 'a'],
          [amount, 'b'],
        ),
      ),
    )
    expect(warnings).toEqual(['fields-widened'])
  })

  test('whole euro fit into whole numbers', async () => {
    const spec = withFields([['CENA', 'N,3,0']], ['39'])
    const { bytes, warnings } = await patched(
      spec,
      orderFor({ 0: { 1: lev('39.12', '20.00') } }, { placement: 'replace' }),
    )
    expect([bytes, warnings]).toEqual([dbfFile(withFields([['CENA', 'N,3,0']], ['20'])), []])
  })

  test('texts keep their words and their decimal mark', async () => {
    const spec = withFields(
      [
        ['CENA', 'C,12'],
        ['K', 'C,1'],
      ],
      ['12,50 лв.', 'a'],
      ['3,00 лв./бр', 'b'],
    )
    const order = orderFor(
      { 0: { 1: lev('12.50', '6.39'), 2: lev('3.00', '1.53') } },
      { placement: 'replace' },
    )
    const { bytes, warnings } = await patched(spec, order)
    expect(bytes).toEqual(
      dbfFile(
        withFields(
          [
            ['CENA', 'C,12'],
            ['K', 'C,1'],
          ],
          ['6,39 евро', 'a'],
          ['1,53 евро/бр', 'b'],
        ),
      ),
    )
    expect(warnings).toEqual([])
    const narrow = withFields([['CENA', 'C,8']], ['9,50 лв.'])
    const widened = await patched(
      narrow,
      orderFor({ 0: { 1: lev('9.50', '4.86') } }, { placement: 'replace' }),
    )
    expect(widened.bytes).toEqual(dbfFile(withFields([['CENA', 'C,9']], ['4,86 евро'])))
    expect(widened.warnings).toEqual(['fields-widened'])
  })

  test('whole prices have the decimal mark of the other prices', async () => {
    const spec = withFields(
      [
        ['CENA', 'C,8'],
        ['CENA2', 'C,8'],
      ],
      ['12', '12,50'],
    )
    const prices = { 0: { 1: lev('12.00', '6.14') }, 1: { 1: lev('12.50', '6.39') } }
    const { bytes } = await patched(spec, orderFor(prices, { placement: 'replace' }))
    expect(bytes).toEqual(
      dbfFile(
        withFields(
          [
            ['CENA', 'C,8'],
            ['CENA2', 'C,8'],
          ],
          ['6,14', '6,39'],
        ),
      ),
    )
  })

  test.each([
    ['BGN', 'EUR'],
    ['лв.', 'евро'],
    ['български лева', 'EUR'],
    ['USD', 'USD'],
    ['', ''],
  ])('the currency %o beside a replaced price becomes %o', async (word, written) => {
    const fields = [
      ['CENA', 'N,8,2'],
      ['VAL', 'C,14'],
    ] as const
    const order = orderFor({ 0: { 1: lev('1.69', '0.86') } }, { placement: 'replace', currencyColumn: 1 })
    const { bytes } = await patched({ ...withFields(fields, ['1.69', word]), language: 0xc9 }, order)
    expect(bytes).toEqual(dbfFile({ ...withFields(fields, ['0.86', written]), language: 0xc9 }))
  })

  test.each([
    ['CENA_BGN', 'CENA_EUR'],
    ['CENA_LV', 'CENA_EUR'],
    ['CENA', 'CENA'],
  ])('a name with the old currency is translated: %s', async (name, written) => {
    const order = orderFor({ 0: { 1: lev('1.69', '0.86') } }, { placement: 'replace' })
    const { bytes, warnings } = await patched(withFields([[name, 'N,8,2']], ['1.69']), order)
    expect(bytes).toEqual(dbfFile(withFields([[written, 'N,8,2']], ['0.86'])))
    expect(warnings).toEqual(name === written ? [] : ['fields-renamed'])
  })

  test('in numbers no currency can be marked: the prices of both have fields of their own', async () => {
    const cells = {
      0: { 1: { ...lev('1.69', '0.86'), isMarked: true }, 2: { ...euro('2.00', '3.91'), isMarked: true } },
    }
    const numbers = withFields([['CENA', 'N,8,2']], ['1.69'], ['2.00'])
    const { bytes, warnings } = await patched(numbers, orderFor(cells, { placement: 'replace' }))
    expect(warnings).toEqual(['mixed-money'])
    expect(bytes).toEqual(
      dbfFile(
        withFields(
          [
            ['CENA', 'N,8,2'],
            ['CENA_BGN', 'N,8,2'],
            ['CENA_EUR', 'N,8,2'],
          ],
          ['1.69', '1.69', '0.86'],
          ['2.00', '3.91', '2.00'],
        ),
      ),
    )
    const texts = withFields([['CENA', 'C,10']], ['1.69'], ['2.00'])
    const marked = await patched({ ...texts, language: 0xc9 }, orderFor(cells, { placement: 'replace' }))
    expect(marked.bytes).toEqual(
      dbfFile({ ...withFields([['CENA', 'C,10']], ['0.86 €'], ['3.91 лв.']), language: 0xc9 }),
    )
  })
})

describe('FILE-05 · records that the header does not count', () => {
  const FIELDS = [
    ['IME', 'C,5'],
    ['CENA', 'N,4,2'],
  ] as const
  const records = [
    ['Хляб', '1.69'],
    ['Нещо', '9.99'],
  ]

  test('keep their values beside a new field, and are not converted', async () => {
    const spec = { fields: FIELDS, records, count: 1, end: Uint8Array.of(0x1a, 7) }
    const { bytes } = await patched(spec, orderFor({ 1: { 1: lev('1.69', '0.86') } }))
    expect(bytes).toEqual(
      dbfFile({
        ...spec,
        fields: [...FIELDS, ['CENA_EUR', 'N,4,2']],
        records: [
          ['Хляб', '1.69', '0.86'],
          ['Нещо', '9.99', ''],
        ],
      }),
    )
  })

  test('come after an added record, which is counted', async () => {
    const added = [{ cells: put({ 0: 'Мед' }), prices: new Map() }]
    const { bytes } = await patched({ fields: FIELDS, records, count: 1 }, orderFor({}, { added }))
    const [first, second] = records as [string[], string[]]
    expect(bytes).toEqual(dbfFile({ fields: FIELDS, records: [first, ['Мед'], second], count: 2 }))
  })
})

describe('FILE-05 · records with marks that are not usual', () => {
  test.each([0x00, 0x01, 0x09, 0x41, 0xff])(
    'the mark %i is kept, and all records get the new field',
    async (mark) => {
      const spec = { ...LIST, marks: { 1: mark } }
      const { bytes } = await patched(spec, orderFor(PRICES, { placement: 'end' }))
      const records = LIST.records.map((one, r) => [...one, ['0.86', '6.39', '1.53'][r]!])
      expect(bytes).toEqual(dbfFile({ ...spec, fields: [...LIST.fields, ['CENA_EUR', 'N,8,2']], records }))
    },
  )
})

describe('FILE-05 · edited values and added records', () => {
  test('are written, and counted', async () => {
    const order = orderFor(PRICES, {
      changed: [{ row: 2, cells: put({ 1: 'Щранг нов', 2: { number: '13.5' } }) }],
      added: [
        {
          cells: put({ 1: 'Мед', 2: { number: '7.80' }, 3: 'BGN' }),
          prices: new Map([[2, lev('7.80', '3.99')]]),
        },
      ],
    })
    const { bytes, warnings } = await patched({ ...LIST, language: 0xc9 }, order)
    const [first, , last] = LIST.records
    expect(bytes).toEqual(
      dbfFile({
        language: 0xc9,
        fields: [...LIST.fields, ['CENA_EUR', 'N,8,2']],
        records: [
          [...first, '0.86'],
          ['002', 'Щранг нов', '13.50', 'BGN', '6.39'],
          [...last, '1.53'],
          ['', 'Мед', '7.80', 'BGN', '3.99'],
        ],
      }),
    )
    expect(warnings).toEqual([])
  })

  test('a name that is too long widens its field; it is never cut', async () => {
    const order = orderFor({}, { changed: [{ row: 1, cells: put({ 1: 'Хляб „Добруджа“' }) }] })
    const { bytes, warnings } = await patched({ ...LIST, language: 0xc9 }, order)
    const fields = LIST.fields.map(([name, form]) => [name, name === 'IME' ? 'C,15' : form] as const)
    const records = LIST.records.map((one, r) =>
      r === 0 ? [one[0], 'Хляб „Добруджа“', one[2], one[3]] : one,
    )
    expect(bytes).toEqual(dbfFile({ fields, records, language: 0xc9 }))
    expect(warnings).toEqual(['fields-widened'])
  })

  test.each([
    ['a text that is no price', 2, 'по договаряне'],
    ['a number with a currency', 2, { number: '5', currency: 'EUR' }],
    ['a text longer than any field', 1, 'а'.repeat(255)],
    ['a number longer than any field', 2, { number: '123456789012345678' }],
    ['a text in a memo', 4, 'описание'],
  ] as const)('%s stays, and it is said', async (_, column, content) => {
    const spec: DbfSpec = {
      language: 0xc9,
      fields: [...LIST.fields, ['OPIS', 'M,10']],
      records: LIST.records.map((record) => [...record, '         1']),
    }
    const { bytes, warnings } = await patched(
      spec,
      orderFor({}, { changed: [{ row: 1, cells: put({ [column]: content }) }] }),
    )
    expect([bytes, warnings]).toEqual([dbfFile(spec), ['values-kept']])
  })

  test('a cleared price is blank, one typed with a decimal comma is a number', async () => {
    const changed = [
      { row: 1, cells: put({ 2: '' }) },
      { row: 2, cells: put({ 2: '13,5' }) },
    ]
    const { bytes } = await patched(LIST, orderFor({}, { changed }))
    const records = LIST.records.map((one, r) => [one[0], one[1], ['', '13.50', '3.00'][r]!, one[3]])
    expect(bytes).toEqual(dbfFile({ ...LIST, records }))
  })

  test.each([1000, 0])('a wrong record count of %i in the header is corrected', async (count) => {
    const lying = { ...LIST, count }
    expect((await patched(lying, orderFor({}))).bytes).toEqual(dbfFile(LIST))
    const added = [{ cells: put({ 1: 'Мед' }), prices: new Map() }]
    const { bytes } = await patched(lying, orderFor({}, { added }))
    expect(bytes).toEqual(dbfFile({ ...LIST, records: [...LIST.records, ['', 'Мед']] }))
  })
})

describe('FILE-05 · Visual FoxPro', () => {
  const LINK = new Uint8Array(263)
  const FOX = {
    version: 0x30,
    language: 0xc9,
    hasOffsets: true,
    rest: LINK,
    end: new Uint8Array(),
    fields: [
      ['IME', 'V,10', 2],
      ['Y', 'Y,8,4', 2],
      ['B', 'B,8,1'],
      ['I', 'I,4'],
      ['_NullFlags', '0,1', 5],
    ],
  } as const satisfies Omit<DbfSpec, 'records'>
  const name = (text: string) => Uint8Array.from([...encode(text.padEnd(9), 'windows-1251'), text.length])
  const NULLS = 0b101

  test('a new field is before the flags of the program, with its offset, and the link stays', async () => {
    const records = [[name('Хляб'), currency(16_900n), double(1.69), int32(2), Uint8Array.of(1)]]
    const { bytes, warnings } = await patched(
      { ...FOX, records },
      orderFor({ 1: { 1: lev('1.69', '0.86') } }),
    )
    const fields = [...FOX.fields.slice(0, 4), ['Y_EUR', 'N,12,2'], FOX.fields[4]] as const
    expect(bytes).toEqual(
      dbfFile({ ...FOX, fields, records: [[...records[0]!.slice(0, 4), '0.86', records[0]![4]!]] }),
    )
    expect(warnings).toEqual([])
  })

  test('numbers of bytes are replaced exactly; whole ones become numbers with decimals', async () => {
    const records = [
      [name('Хляб'), currency(0n), double(12.5), int32(25), Uint8Array.of(NULLS)],
      [name('Щранг'), currency(1n), double(0.1), int32(-2147483648), Uint8Array.of(1)],
    ]
    const cells = { 1: lev('12.50', '6.39') }
    const order = orderFor({ 1: cells, 2: cells, 3: cells }, { placement: 'replace' })
    const { bytes, warnings } = await patched({ ...FOX, records }, order)
    const [, second] = records
    expect(bytes).toEqual(
      dbfFile({
        ...FOX,
        fields: [FOX.fields[0], FOX.fields[1], ['B', 'B,8,2'], ['I', 'N,14,2'], FOX.fields[4]],
        records: [
          // It is null no more.
          [name('Хляб'), currency(63_900n), double(6.39), '6.39', Uint8Array.of(1)],
          [second![0]!, second![1]!, second![2]!, '-2147483648.00', Uint8Array.of(1)],
        ],
      }),
    )
    expect(warnings).toEqual(['fields-widened'])
  })

  test.each([
    [1, '900000000000001', 'Y'],
    [1, '1.23456', 'Y'],
    [3, '2147483647', undefined],
    [3, '2147483648', 'N'],
  ] as const)('field %i and the number %s', async (column, number, what) => {
    const blank = new Uint8Array(8)
    const spec: DbfSpec = { ...FOX, records: [[name('Хляб'), blank, blank, int32(1), Uint8Array.of(1)]] }
    const { bytes, warnings } = await patched(
      spec,
      orderFor({}, { changed: [{ row: 1, cells: put({ [column]: { number } }) }] }),
    )
    expect(warnings).toEqual(what === 'Y' ? ['values-kept'] : what === 'N' ? ['fields-widened'] : [])
    const isWider = what === 'N'
    expect(bytes).toEqual(
      dbfFile({
        ...FOX,
        fields: FOX.fields.map((field) => (field[0] === 'I' && isWider ? (['I', 'N,11,0'] as const) : field)),
        records: [
          [
            name('Хляб'),
            blank,
            blank,
            isWider ? number : int32(what === 'Y' ? 1 : Number(number)),
            Uint8Array.of(1),
          ],
        ],
      }),
    )
  })

  test('an added record has zeros in fields of bytes, and spaces in others', async () => {
    const fields = [
      ...FOX.fields.slice(0, 4),
      ['T', 'T,8'],
      ['M', 'M,4'],
      ['D', 'D,8'],
      ['_NullFlags', '0,1', 5],
    ] as const
    const added = [{ cells: put({ 0: 'Мед' }), prices: new Map() }]
    const { bytes } = await patched({ ...FOX, fields, records: [] }, orderFor({}, { added }))
    const zeros = (length: number) => new Uint8Array(length)
    expect(bytes).toEqual(
      dbfFile({
        ...FOX,
        fields,
        records: [[name('Мед'), zeros(8), zeros(8), zeros(4), zeros(8), zeros(4), '', Uint8Array.of(1)]],
      }),
    )
  })

  test('a text of a variable length has its new length, or fills its field', async () => {
    const blank = new Uint8Array(8)
    const of = (text: string | Uint8Array<ArrayBuffer>, flags: number): DbfSpec => ({
      ...FOX,
      records: [[text, blank, blank, int32(0), Uint8Array.of(flags)]],
    })
    const edited = async (from: DbfSpec, text: string) =>
      (await patched(from, orderFor({}, { changed: [{ row: 1, cells: put({ 0: text }) }] }))).bytes
    expect(await edited(of(name('Хляб'), 1), 'Юфка 1')).toEqual(dbfFile(of(name('Юфка 1'), 1)))
    expect(await edited(of(name('Хляб'), 3), 'Хлябовете!')).toEqual(dbfFile(of('Хлябовете!', 0)))
    expect(await edited(of('Хлябовете!', 0), 'Мед')).toEqual(dbfFile(of(name('Мед'), 1)))
  })

  test('a table of a database, or with an index, is written and its owner is told', async () => {
    const link = Uint8Array.from([...encode('shop.dbc', 'utf-8'), ...new Uint8Array(255)])
    const spec: DbfSpec = { ...LIST, version: 0x30, rest: link, tables: 1 }
    expect((await patched(spec, orderFor(PRICES))).warnings).toEqual(['database-differs'])
    expect((await patched(spec, orderFor(PRICES, { placement: 'replace' }))).warnings).toEqual([
      'index-outdated',
    ])
    const added = [{ cells: put({ 1: 'Мед' }), prices: new Map() }]
    expect((await patched({ ...spec, rest: LINK }, orderFor({}, { added }))).warnings).toEqual([
      'index-outdated',
    ])
  })
})

describe('FILE-05 · limits of the programs', () => {
  test('a table without room for another field is refused, and its prices can be replaced', async () => {
    const fields = [
      ['CENA', 'N,8,2'] as const,
      ...Array.from({ length: 2045 }, (_, i) => [`F${i}`, 'L,1'] as const),
    ]
    const prices = { 0: { 1: lev('1.69', '0.86') } }
    await expect(patched({ fields, records: [['1.69']] }, orderFor(prices))).rejects.toEqual(
      new NoRoomError('columns', [0]),
    )
    const { bytes } = await patched(
      { fields, records: [['1.69']] },
      orderFor(prices, { placement: 'replace' }),
    )
    expect(bytes).toEqual(dbfFile({ fields, records: [['0.86']] }))
  })

  test('a table of which the records cannot be longer is refused, also where its prices are replaced', async () => {
    const fields = [
      ['CENA', 'N,4,2'] as const,
      ...Array.from({ length: 257 }, () => ['F', 'C,254'] as const),
      ['G', 'C,252'] as const,
    ]
    const order = orderFor({ 0: { 1: lev('99999.00', '51128.68') } }, { placement: 'replace' })
    await expect(patched({ fields, records: [['9.99']] }, order)).rejects.toEqual(
      new NoRoomError('records', [0]),
    )
  })

  const many = (count: number, form = 'C,1') => [
    ['CENA', 'N,8,2'] as const,
    ...Array.from({ length: count - 1 }, (_, i) => [`F${i}`, form] as const),
  ]
  const warningsOf = async (version: number, fields: DbfSpec['fields']) =>
    (await patched({ version, fields, records: [['1.69']] }, orderFor({ 0: { 1: lev('1.69', '0.86') } })))
      .warnings

  test.each([
    [0x03, 127, false],
    [0x03, 128, true],
    [0x83, 128, true],
    [0x03, 129, false],
    [0x30, 254, false],
    [0x30, 255, true],
    [0x8b, 255, true],
  ])('version %i of %i fields and one more: said %s', async (version, count, isSaid) => {
    expect(await warningsOf(version, many(count))).toEqual(isSaid ? ['fields-too-many'] : [])
  })

  test.each([
    [0x03, 3983, false],
    [0x03, 3984, true],
    [0x30, 3984, false],
  ])('version %i with %i bytes of texts: said %s', async (version, bytes, isSaid) => {
    const fields = [
      ['CENA', 'N,8,2'],
      ...many(Math.floor(bytes / 200), 'C,200').slice(1),
      ['X', `C,${200 + (bytes % 200)}`],
    ] as const
    expect(await warningsOf(version, fields)).toEqual(isSaid ? ['fields-too-many'] : [])
  })
})

describe('FILE-05 · a damaged table', () => {
  test('is given back with all its rows, or there is no room for another field', async () => {
    const whole = dbfFile({
      ...LIST,
      version: 0x30,
      hasOffsets: true,
      deleted: [1],
      rest: new Uint8Array(263),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('after', 'end', 'replace' as const),
        async (changes, placement) => {
          const bytes = whole.slice()
          for (const [at, byte] of changes) bytes[at] = byte
          const opened = await openFile(bytes, { fileName: 'list.dbf' })
          if (!opened.ok || opened.file.format !== 'dbf') return
          const { table } = opened.file
          const cells = Object.fromEntries(table.slice(1).map((_, r) => [r + 1, lev('1.69', '0.86')]))
          const order = orderFor({ [Math.min(2, table.at(0)!.length - 1)]: cells }, { placement })
          const written = await writeBack(bytes, opened.file, order).catch((error: unknown) => error)
          if (written instanceof RangeError) return
          const { parts } = written as Awaited<ReturnType<typeof writeBack>>
          const again = await openFile(new Uint8Array(Buffer.concat(parts)), { fileName: 'list.dbf' })
          expect(again).toMatchObject({ ok: true, file: { table: { length: table.length } } })
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('FILE-05 · another reader of DBF', () => {
  const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2))
  const spec = fc.record({
    rows: fc.array(fc.tuple(fc.constantFrom('bread', 'milk', 'salt 1', ''), price), {
      minLength: 1,
      maxLength: 20,
    }),
    deleted: fc.array(fc.nat(19), { maxLength: 4 }),
    placement: fc.constantFrom('after', 'end', 'replace' as const),
    width: fc.integer({ min: 6, max: 10 }),
    version: fc.constantFrom(0x03, 0x30, 0x8b),
  })

  /** SheetJS, an independent implementation, as text by field. */
  const rowsOf = (bytes: Uint8Array) =>
    utils
      .sheet_to_json<Record<string, unknown>>(Object.values(read(bytes, { type: 'array' }).Sheets)[0]!, {
        defval: '',
      })
      .map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [field, String(value)])))

  test('finds the new prices and nothing else changed', async () => {
    await fc.assert(
      fc.asyncProperty(spec, async ({ rows, deleted, placement, width, version }) => {
        const file = dbfFile({
          version,
          deleted,
          rest: version === 0x30 ? new Uint8Array(263) : new Uint8Array(),
          fields: [
            ['NAME', 'C,8'],
            ['PRICE', `N,${width},2`],
            ['NOTE', 'C,3'],
          ],
          records: rows.map(([name, amount]) => [name, amount, 'abc']),
        })
        const live = rows.filter((_, r) => !deleted.includes(r))
        const doubled = live.map(([, amount]) => (Number(amount) * 2).toFixed(2))
        const cells = Object.fromEntries(live.map(([, amount], r) => [r + 1, euro(amount, doubled[r]!)]))
        const { bytes } = await patched(file, orderFor({ 1: cells }, { placement }))
        const expected = live.map(([name, amount], r) => ({
          NAME: name,
          PRICE: String(Number(placement === 'replace' ? doubled[r] : amount)),
          NOTE: 'abc',
          ...(placement !== 'replace' && { PRICE_BGN: String(Number(doubled[r])) }),
        }))
        expect(rowsOf(bytes)).toEqual(live.length === 0 ? [] : expected)
        const again = await openFile(bytes, { fileName: 'list.dbf' })
        const own = again.ok ? again.file.table.slice(1) : []
        expect(own.map((row) => cellText(row[1]))).toEqual(expected.map(({ PRICE }) => PRICE))
      }),
      { numRuns: 100 },
    )
  })
})
