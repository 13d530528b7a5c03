import { expect, it } from 'vitest'
import type { JobRow } from '#api/conversions.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { correctAgain } from './correct-again.ts'

/** A saved correction of these prices. */
const jobOf = (rows: readonly (readonly [name: string, price: string])[], currency = 'BGN') =>
  rows.map(([name, originalPrice], i): JobRow => {
    return {
      seq: i + 1,
      name,
      bgn: null,
      eur: null,
      invalid: false,
      originalPrice,
      originalCurrency: currency,
    }
  })

const again = async (text: string, rows: readonly JobRow[], name = 'list.csv') =>
  (await correctAgain(new File([text], name), rows))?.file.text()

const LIST = 'Име;лв.;€\nХляб;1,96;1,01\nСирене;12,50;6,39\nМляко;3,10;1,60\n'

// 1.96 lev are 1.00 euro and 3.10 are 1.59; 1.01 euro are 1.98 lev and 1.60 are 3.13.
it('CHECK-04 · the wrong prices are those of the currency that was not converted', async () => {
  expect(
    await again(
      LIST,
      jobOf([
        ['Хляб', '1.96'],
        ['Мляко', '3.10'],
      ]),
    ),
  ).toBe(LIST.replace('1,01', '1,00').replace('1,60', '1,59'))
  expect(
    await again(
      LIST,
      jobOf(
        [
          ['Хляб', '1.01'],
          ['Мляко', '1.60'],
        ],
        'EUR',
      ),
    ),
  ).toBe(LIST.replace('1,96', '1,98').replace('3,10', '3,13'))
})

it.each([
  [[['Хляб', '1.96']]],
  [
    [
      ['Хляб', '1.96'],
      ['Мляко', '3.11'],
    ],
  ],
  [
    [
      ['Мляко', '3.10'],
      ['Хляб', '1.96'],
    ],
  ],
  [
    [
      ['Хляб', '1.96'],
      ['Мляко', '3.10'],
      ['Сирене', '12.50'],
    ],
  ],
] as const)('CHECK-04 · a file whose wrong prices are others than %j is another one', async (rows) => {
  expect(await again(LIST, jobOf(rows))).toBeUndefined()
})

it.each([
  // 1.956 lev are 1.00 euro, 1956 are 1000.09.
  ['decimal', '1.956', /;1[.,]00\n$/],
  ['thousands', '1956.00', /;1[.,]?000[.,]09\n$/],
])('READ-10 CHECK-04 · prices that were answered to be %s are read so again', async (_, price, right) => {
  expect(await again('Име;лв.;€\nХляб;1,956;1,010\n', jobOf([['Хляб', price]]))).toMatch(right)
})

it('CHECK-04 · the prices may be on another sheet', async () => {
  const bytes = workbook({
    едно: [
      ['Име', 'лв.', '€'],
      ['Друго', '1.96', '1.00'],
    ],
    две: [
      ['Име', 'лв.', '€'],
      ['Хляб', '1.96', '1.01'],
    ],
  })
  const made = await correctAgain(new File([bytes], 'list.xlsx'), jobOf([['Хляб', '1.96']]))
  expect(made).toMatchObject({ extension: 'xlsx' })
  expect(made?.corrected.map(({ name }) => name)).toEqual(['Хляб'])
})

it('CHECK-04 · in JSON the other price may have any key', async () => {
  // 12.55 lev are 6.42 euro.
  const text = '[{"name":"Хляб","price":12.55,"currency":"BGN","price_eur":6.43}]'
  expect(await again(text, jobOf([['Хляб', '12.55']]), 'list.json')).toBe(text.replace('6.43', '6.42'))
})

it('CHECK-04 · a file that is too large, or cannot be read, is another one', async () => {
  const large = new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'list.csv')
  expect(await correctAgain(large, jobOf([]))).toBeUndefined()
  expect(await again('', jobOf([]), 'list.xlsx')).toBeUndefined()
})
