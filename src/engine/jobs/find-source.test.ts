import { describe, expect, it } from 'vitest'
import type { JobRow } from '#api/conversions.ts'
import { type Columns, priceColumnsOf } from '#pricelist/types.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import { memoryDevice } from '#test/device-records.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { findSource, readKeys } from './find-source.ts'

const NAME = 'ceni.csv'
const OWNER = 'user@example.bg'
const TITLES = 'Код;Име;Тегло;Цена;Промо цена;Цена на едро;Доставна цена'

/** Products of which every third has a sale price and every fifth no price; some prices of a line are equal. */
const LINES = Array.from({ length: 60 }, (_, i) => {
  const weight = `${i % 7},50`
  if (i % 5 === 4) return `${i};Група ${i};${weight};;;;`
  const price = `${i + 2},95`
  return [
    i,
    `Стока ${i}`,
    weight,
    price,
    i % 3 === 0 ? `${i + 1},95` : '',
    i % 2 === 0 ? price : `${i + 2},45`,
    `${i},15`,
  ].join(';')
})

const FILE = new File([`${TITLES}\n${LINES.join('\n')}\n`], NAME)

/** A job in which these columns were converted, its rows as the server keeps them, and their ids in the file. */
function jobOf(prices: readonly number[]) {
  const rows: JobRow[] = []
  const ids: number[] = []
  for (const [i, line] of LINES.entries()) {
    const cells = line.split(';')
    const filled = prices.filter((column) => cells[column] !== '')
    // A product without a price is one row.
    for (const column of filled.length > 0 ? filled : prices.slice(0, 1)) {
      const originalPrice = (cells[column] ?? '').replace(',', '.')
      rows.push({
        seq: rows.length + 1,
        name: cells[1] ?? '',
        bgn: null,
        eur: null,
        invalid: originalPrice === '',
        originalPrice,
        originalCurrency: 'BGN',
      })
      // The titles are line 1; each line has an id for each of its price columns.
      ids.push((i + 1) * prices.length + prices.indexOf(column) + 1)
    }
  }
  return { job: { id: 'job', createdAt: '2026-01-01T00:00:00.000Z', rows }, ids }
}

describe('a file that is given again', () => {
  it.each([[[3]], [[5]], [[3, 4]], [[3, 5]], [[3, 6]], [[3, 4, 5]], [[3, 4, 5, 6]], [[5, 4]]])(
    'AUTH-09 CONV-08 · is found by the prices of its columns %j',
    async (prices) => {
      const { job, ids } = jobOf(prices)
      const found = await findSource(FILE, job, OWNER)
      expect(priceColumnsOf(found?.source.file.rowChoices.columns ?? ({} as Columns))).toEqual(prices)
      expect(found?.source.ids.get('job')).toEqual(ids)
    },
  )

  it('AUTH-09 · is not found where one of several prices of a product differs', async () => {
    const { job } = jobOf([3, 4, 5])
    const rows = job.rows.map((row, i) => (i === 20 ? { ...row, originalPrice: '1234.56' } : row))
    expect(await findSource(FILE, { ...job, rows }, OWNER)).toBeUndefined()
  })
})

const CREATED_AT = '2026-01-01T00:00:00.000Z'

/** A job of these rows, as the server keeps them. */
const savedJob = (rows: readonly (readonly [name: string, price: string, currency?: string])[]) => ({
  id: 'job',
  createdAt: CREATED_AT,
  rows: rows.map(([name, originalPrice, originalCurrency = 'BGN'], i): JobRow => {
    return { seq: i + 1, name, bgn: null, eur: null, invalid: false, originalPrice, originalCurrency }
  }),
})

const fileOf = (text: string, name = NAME) => new File([text], name)
const find = (file: File, job: ReturnType<typeof savedJob>, history = memoryDevice().history) =>
  findSource(file, job, OWNER, history)

describe('a file that is given again is read as it was', () => {
  const LIST = 'Име;Цена\nХляб;1,95\nСол;2,00\n'

  it('AUTH-09 · as detected, with what its write-back needs', async () => {
    const found = await find(
      fileOf(LIST),
      savedJob([
        ['Хляб', '1.95'],
        ['Сол', '2'],
      ]),
    )
    const { file, ids, others, priceColumns } = found?.source ?? expect.fail('not found')
    expect(file).toMatchObject({
      version: 1,
      name: NAME,
      format: 'csv',
      choices: {},
      rowChoices: { columns: { price: 1 }, defaultCurrency: 'BGN' },
    })
    expect(new TextDecoder().decode(file.bytes)).toBe(LIST)
    expect([[...ids], [...others], priceColumns]).toEqual([[['job', [2, 3]]], [], []])
    expect(found?.keys).toEqual({
      keys: ['Хляб\n1.95\nBGN', 'Сол\n2\nBGN'],
      ids: [2, 3],
      nextId: 4,
    })
    expect(await readKeys(file)).toEqual(found?.keys)
    expect(await readKeys({ ...file, name: 'a.xlsx', bytes: new Uint8Array([80, 75, 3, 4]) })).toBeUndefined()
  })

  it('AUTH-09 · with another currency for prices that name none', async () => {
    const found = await find(
      fileOf(LIST),
      savedJob([
        ['Хляб', '1.95', 'EUR'],
        ['Сол', '2', 'EUR'],
      ]),
    )
    expect(found?.source.file.rowChoices.defaultCurrency).toBe('EUR')
    // A file that names its currency has no other one.
    const named = LIST.replace('Цена', 'Цена лв.')
    expect(await find(fileOf(named), savedJob([['Хляб', '1.95', 'EUR']]))).toBeUndefined()
  })

  it.each([
    // Named twice: one of them is taken, and the other can be.
    ['Име;Цена (лв./€)\nХляб;1,95\n', 'BGN', undefined],
    ['Име;Цена (лв./€)\nХляб;1,95\n', 'EUR', undefined],
    // Not the one of the title: it is applied to those prices too.
    ['Цените са в евро\nИме;Цена лв.\nХляб;1,95\n', 'EUR', true],
    ['Име;Цена лв.\nХляб;1,95\nВНОС (EUR);\nВино;9\n', 'EUR', true],
  ])(
    'AUTH-09 READ-04 · with either of the currencies that it names: %j, %s',
    async (text, currency, forced) => {
      const found = await find(fileOf(text), savedJob([['Хляб', '1.95', currency]]))
      const { defaultCurrency, isCurrencyForced } = found?.source.file.rowChoices ?? {}
      expect([defaultCurrency, isCurrencyForced]).toEqual([currency, forced])
    },
  )

  it.each([
    // Decimal is what is assumed before the answer.
    [undefined, '1.95', '12.5'],
    ['thousands', '1950', '12500'],
  ])('AUTH-09 READ-10 · with prices that were answered to be %s', async (ambiguous, first, second) => {
    const text = 'Име;Цена\nХляб;1,950\nСол;12,500\n'
    const found = await find(
      fileOf(text),
      savedJob([
        ['Хляб', first],
        ['Сол', second],
      ]),
    )
    expect(found?.source.file.rowChoices).toMatchObject({
      ...(ambiguous && { ambiguous }),
      defaultCurrency: 'BGN',
    })
    const euro = await find(
      fileOf(text),
      savedJob([
        ['Хляб', first, 'EUR'],
        ['Сол', second, 'EUR'],
      ]),
    )
    expect(euro?.source.file.rowChoices).toMatchObject({
      ...(ambiguous && { ambiguous }),
      defaultCurrency: 'EUR',
    })
  })

  it('AUTH-09 SHOP-02 · by the columns that the user chose for files of its shape', async () => {
    const device = memoryDevice()
    const columns: Columns = {
      headerRow: 0,
      name: 0,
      price: 1,
      currency: null,
      otherPrice: null,
      morePrices: [],
    }
    const text = 'Код;Име;Цена\n11;Хляб;1,95\n12;Сол;2,00\n'
    const first = await find(
      fileOf(text),
      savedJob([
        ['Хляб', '1.95'],
        ['Сол', '2'],
      ]),
    )
    expect(first?.source.file.rowChoices.columns).toMatchObject({ name: 1, price: 2 })
    const { summarizeFile } = await import('../file.ts')
    const { openFile } = await import('#formats/open-file.ts')
    const { fileShape } = await import('../storage/remembered-columns.ts')
    const opened = await openFile(new TextEncoder().encode(text), { fileName: NAME })
    if (!opened.ok) return expect.fail(opened.error.code)
    const shape = fileShape('csv', summarizeFile(opened.file, NAME, 1).detection) ?? ''
    const entry = { shape, chosenShape: shape, foundHeader: 0, columns: { ...columns, name: 0, price: 2 } }
    await device.history.save('columns', OWNER, { ...entry, defaultCurrency: 'BGN' }, () => true)
    const found = await find(
      fileOf(text),
      savedJob([
        ['11', '1.95'],
        ['12', '2'],
      ]),
      device.history,
    )
    expect(found?.source.file.rowChoices.columns).toMatchObject({ name: 0, price: 2 })
  })

  it('AUTH-09 · on another sheet', async () => {
    const bytes = workbook({
      едно: [
        ['Име', 'Цена'],
        ['Друго', '7'],
      ],
      две: [
        ['Име', 'Цена'],
        ['Хляб', '1.95'],
      ],
      три: [
        ['Име', 'Цена'],
        ['Сол', '2'],
      ],
    })
    const file = new File([bytes], 'ceni.xlsx')
    for (const [sheet, row] of [
      ['едно', ['Друго', '7']],
      ['две', ['Хляб', '1.95']],
      ['три', ['Сол', '2']],
    ] as const)
      expect((await find(file, savedJob([row])))?.source.file).toMatchObject({
        format: 'xlsx',
        choices: { sheet },
      })
    expect(await find(file, savedJob([['Чай', '3']]))).toBeUndefined()
  })

  it('AUTH-09 READ-02 · names its price columns where there are several', async () => {
    const text = 'Име;Цена;Цена\nХляб;1,95;1,50\nСол;2,00;1,80\n'
    const rows = [
      ['Хляб', '1.95'],
      ['Хляб', '1.5'],
      ['Сол', '2'],
      ['Сол', '1.8'],
    ] as const
    const found = await find(fileOf(text), savedJob(rows))
    expect(found?.source.priceColumns).toEqual([
      { index: 1, title: 'Цена (B)' },
      { index: 2, title: 'Цена (C)' },
    ])
  })

  it('AUTH-09 · a file that is too large, or cannot be read, is another one', async () => {
    expect(await find(new File([new Uint8Array(20 * 1024 * 1024 + 1)], NAME), savedJob([]))).toBeUndefined()
    expect(await find(new File([new Uint8Array([80, 75, 3, 4])], 'a.xlsx'), savedJob([]))).toBeUndefined()
  })

  it('AUTH-09 GUARD-02 · known to be the one that was converted may differ by up to half of its rows', async () => {
    const text = 'Име;Цена\nХляб;1,95\nСол;2,00\nЧай;3,10\nОлио;4,00\n'
    const hash = (await sha256Hex(new TextEncoder().encode(text))) ?? ''
    const { history } = memoryDevice()
    const edited = (count: number) =>
      savedJob(
        ['Хляб 1.95', 'Сол 2', 'Чай 3.1', 'Олио 4'].map((row, i) => {
          const [name = '', price = ''] = row.split(' ')
          return [name, i < count ? `9.0${i + 1}` : price] as const
        }),
      )
    expect(await find(fileOf(text), edited(1), history)).toBeUndefined()
    await history.saveConverted(hash, OWNER, '2026-02-02T00:00:00.000Z', 4)
    expect(await find(fileOf(text), edited(1), history)).toBeUndefined()
    await history.saveConverted(hash, OWNER, CREATED_AT, 4)
    expect((await find(fileOf(text), edited(1), history))?.source.ids.get('job')).toEqual([2, 3, 4, 5])
    expect(await find(fileOf(text), edited(2), history)).toBeDefined()
    expect(await find(fileOf(text), edited(3), history)).toBeUndefined()
    expect(await find(fileOf(`${text}\n`), edited(1), history)).toBeUndefined()
  })
})
