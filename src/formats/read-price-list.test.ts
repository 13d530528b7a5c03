import { describe, expect, test } from 'vitest'
import type { Currency } from '#money/currency.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { Assumption } from '#pricelist/types.ts'
import { columnsForHeader, tableForHeader } from './header-choice.ts'
import { openFile } from './open-file.ts'
import {
  type PriceListChoices,
  collectAssumptions,
  findStatedCurrency,
  firstLineOf,
  readPriceList,
} from './read-price-list.ts'

async function opened(text: string, fileName = 'x.csv') {
  const result = await openFile(new TextEncoder().encode(text), { fileName })
  return result.ok ? result.file : expect.fail(JSON.stringify(result.error))
}

async function read(text: string, choices: Omit<PriceListChoices, 'columns'> = {}) {
  const file = await opened(text)
  const { columns } = detectColumns(file.table)
  const { rows, assumptions } = readPriceList(file, 'x.csv', { columns, ...choices })
  const conflict = assumptions.find(
    (one): one is Extract<Assumption, { what: 'currency-conflict' }> => one.what === 'currency-conflict',
  )
  return {
    currencies: [...new Set(rows.filter(({ price }) => price !== '').map(({ currency }) => currency))].join(
      ' ',
    ),
    conflict: conflict && `${conflict.taken} ${conflict.stated.currency}${conflict.asked ? ' asked' : ''}`,
  }
}

const ROWS = 'Хляб;1,20\nЧай;3,40\n'
const FILES = {
  'names no currency': `Име;Цена\n${ROWS}`,
  'states euro': `Всички цени са в евро\nИме;Цена\n${ROWS}`,
  'states euro over a title in lev': `Всички цени са в евро\n\nИме;Цена в лв.\n${ROWS}`,
  'states both': `Всички цени са в евро\nВсички цени са в лева\nИме;Цена\n${ROWS}`,
  'states euro over cells in lev': 'Всички цени са в евро\nИме;Цена;Валута\nХляб;1,20;BGN\nЧай;3,40;BGN\n',
  'states euro between its rows': 'Име;Цена\nХляб;1,20\nЦените по-долу са в евро\nЧай;3,40\nСол;1,10\n',
  'states euro between its rows, under a title in lev':
    'Име;Цена в лв.\nХляб;1,20\nЦените по-долу са в евро\nЧай;3,40\nСол;1,10\n',
  'names both in its cells': 'Име;Цена;Валута\nХляб;1,20;BGN\nЧай;3,40;EUR\nСол;1;\n',
} as const

type File = keyof typeof FILES
type Expected = readonly [currencies: string, conflict?: string]

const lev: Currency = 'BGN'
const euro: Currency = 'EUR'

describe('READ-04 · the currency of a list is the one that it names, states, or that the user chose', () => {
  test.each<[File, Expected]>([
    ['names no currency', ['BGN']],
    ['states euro', ['EUR']],
    ['states euro over a title in lev', ['BGN', 'BGN EUR asked']],
    ['states both', ['BGN', 'EUR BGN asked']],
    ['states euro over cells in lev', ['BGN', 'BGN EUR asked']],
    ['states euro between its rows', ['BGN', 'BGN EUR asked']],
    ['states euro between its rows, under a title in lev', ['BGN', 'BGN EUR asked']],
    ['names both in its cells', ['BGN EUR']],
  ])('a list that %s', async (file, [currencies, conflict]) => {
    expect(await read(FILES[file])).toEqual({ currencies, conflict })
  })

  test.each<[File, Currency, Expected]>([
    ['names no currency', euro, ['EUR']],
    ['states euro', lev, ['BGN']],
    // What a title or cell names is not decided by a default.
    ['states euro over a title in lev', euro, ['BGN', 'BGN EUR asked']],
    ['states both', euro, ['EUR', 'EUR BGN asked']],
    ['states euro over cells in lev', euro, ['BGN', 'BGN EUR asked']],
    ['states euro between its rows', euro, ['EUR']],
    ['names both in its cells', euro, ['BGN EUR']],
  ])('a list that %s, with the default %s', async (file, defaultCurrency, [currencies, conflict]) => {
    expect(await read(FILES[file], { defaultCurrency })).toEqual({ currencies, conflict })
  })

  test.each<[File, Currency, Expected]>([
    ['states euro over a title in lev', euro, ['EUR', 'BGN EUR']],
    ['states euro over a title in lev', lev, ['BGN', 'BGN EUR']],
    ['states euro over cells in lev', euro, ['EUR', 'BGN EUR']],
    ['states euro over cells in lev', lev, ['BGN', 'BGN EUR']],
    ['states both', euro, ['EUR', 'EUR BGN']],
    ['states euro between its rows', lev, ['BGN', 'BGN EUR']],
    ['states euro between its rows, under a title in lev', euro, ['EUR', 'BGN EUR']],
    ['states euro between its rows, under a title in lev', lev, ['BGN', 'BGN EUR']],
    ['names both in its cells', euro, ['BGN EUR']],
  ])('a list that %s, with the answer %s', async (file, defaultCurrency, [currencies, conflict]) => {
    expect(await read(FILES[file], { defaultCurrency, isCurrencyForced: true })).toEqual({
      currencies,
      conflict,
    })
  })

  test.each<[File, Currency, Expected]>([
    ['states euro over a title in lev', lev, ['BGN', 'BGN EUR']],
    ['states euro over a title in lev', euro, ['BGN', 'BGN EUR asked']],
    ['states both', lev, ['BGN', 'EUR BGN']],
    ['states both', euro, ['EUR', 'EUR BGN']],
    ['states euro over cells in lev', lev, ['BGN', 'BGN EUR']],
    ['states euro over cells in lev', euro, ['BGN', 'BGN EUR asked']],
    ['states euro between its rows', lev, ['BGN', 'BGN EUR']],
    ['names both in its cells', euro, ['BGN EUR']],
  ])(
    'a list that %s, where %s was chosen for others and settles it',
    async (file, defaultCurrency, [currencies, conflict]) => {
      expect(await read(FILES[file], { defaultCurrency, currencyScope: 'settled' })).toEqual({
        currencies,
        conflict,
      })
    },
  )

  test.each(Object.keys(FILES) as File[])(
    'a list that %s, of which all prices are in the chosen one',
    async (file) => {
      for (const defaultCurrency of [lev, euro]) {
        const { currencies, conflict } = await read(FILES[file], { defaultCurrency, currencyScope: 'all' })
        expect(currencies).toBe(defaultCurrency)
        expect(conflict ?? '').not.toContain('asked')
      }
    },
  )

  test.each<[File, Currency | undefined]>([
    ['names no currency', undefined],
    ['states euro', 'EUR'],
    ['states euro over a title in lev', 'EUR'],
    ['states both', undefined],
  ])('a list that %s states %s', async (name, currency) => {
    const file = await opened(FILES[name])
    expect(findStatedCurrency(file, 'x.csv', detectColumns(file.table).columns)).toBe(currency)
  })
})

describe('READ-08 · a guessed encoding is told', () => {
  const options = { fileName: 'x.csv' }
  const file = (encoding: 'utf-8' | 'windows-1251' | undefined, hasBom = false) =>
    ({ format: 'csv', table: [], warnings: [], hasBom, ...(encoding && { encoding }) }) as const
  const told = { what: 'encoding', encoding: 'windows-1251' }

  test('unless it is certain or chosen, before what else was assumed', () => {
    expect(collectAssumptions(file('windows-1251'), options)).toEqual([told])
    expect(collectAssumptions(file('windows-1251', true), options)).toEqual([])
    expect(collectAssumptions(file('utf-8'), options)).toEqual([])
    expect(collectAssumptions(file(undefined), options)).toEqual([])
    expect(collectAssumptions(file('windows-1251'), { ...options, encoding: 'windows-1251' })).toEqual([])
  })

  test('with the assumptions of the rows', async () => {
    const csv = await opened(FILES['names no currency'])
    const reading = readPriceList(csv, 'x.csv', { columns: detectColumns(csv.table).columns })
    expect(reading.assumptions.length).toBeGreaterThan(0)
    expect(collectAssumptions(csv, options, reading)).toEqual(reading.assumptions)
    expect(collectAssumptions(file('windows-1251'), options, reading)).toEqual([told, ...reading.assumptions])
  })

  test('lines are counted from the header of JSON, from 1 in other files', () => {
    expect([
      firstLineOf({ format: 'json' }),
      firstLineOf({ format: 'csv' }),
      firstLineOf({ format: 'xlsx' }),
    ]).toEqual([0, 1, 1])
  })
})

describe('BULK-07 · a header that the user chose', () => {
  const TEXT = 'Име,Цена\nХляб,1.69,нов\nСтока,Цена,Бележка\nВода,2.10,нов\n'

  test('decides by its titles which rows are misaligned', async () => {
    const file = await opened(TEXT)
    const at = (headerRow: number) => tableForHeader(file, headerRow).at(1)?.[1]
    expect(at(0)).toEqual({ kind: 'other', text: '1.69', what: 'out-of-place' })
    expect(at(2)).toBe('1.69')
    expect(columnsForHeader(file, 2).columns).toMatchObject({ headerRow: 2, name: 0, price: 1 })
    expect(columnsForHeader(file, null).columns.headerRow).toBeNull()
  })

  test('is the last row of its header', async () => {
    const file = await opened('Списък;\nИме;Цена\n;лв.\nХляб;1,69\n')
    expect(columnsForHeader(file, 1).columns).toMatchObject({ headerRow: 2, price: 1 })
  })

  test('changes no table of a workbook', async () => {
    const table = [
      ['Име', 'Цена'],
      ['Хляб', '1', 'x'],
    ]
    const file = { format: 'xlsx', table, warnings: [] } as const
    expect(tableForHeader(file, 1)).toBe(table)
  })
})
