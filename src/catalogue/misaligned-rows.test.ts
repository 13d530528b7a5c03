import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import { detectColumns } from './columns.ts'
import { openFile } from './open.ts'
import { readRows } from './rows.ts'

/** The price of each row, '' where it has none, by the columns that are detected. */
async function prices(text: string): Promise<string[]> {
  const opened = await openFile(encode(text, 'utf-8'), { fileName: 'x.csv' })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { columns, certain } = detectColumns(opened.file.table)
  const { rows, problems } = readRows(opened.file.table, { columns, defaultCurrency: 'BGN' })
  return certain ? rows.map(({ price }, i) => (problems.has(i) ? '' : price)) : []
}

describe('BULK-16 · decimal commas without quotes in a file delimited by commas', () => {
  test.each([
    ['a part of the price is no price', 'Име,Цена\nХляб,1,69\nСирене,12\n', ['', '12']],
    ['with a column behind it', 'Име,Цена,Мярка\nХляб,1,69,бр\nСирене,12,кг\n', ['', '12']],
    ['with a number before it', 'Име,Тегло,Цена\nХляб,0,7,1.69\n', ['']],
    ['with a blank column behind it', 'Име,Цена,Бележка\nХляб,1,69,\nСирене,12,,\n', ['', '']],
    ['under a title that was cut as well', 'Име,Цена, лв.\nХляб,1,69\nСирене,2,89\n', ['', '']],
    ['thousands', 'Name,Price\nPhone,1,234.50\nBook,12.50\n', ['', '12.5']],
  ])('%s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })
})

describe('BULK-16 · a delimiter in a name without quotes', () => {
  test('shifts its row, which gives no price', async () => {
    expect(await prices('Име;Цена;Брой\nТръба 5;10;12,50;3\nХляб;1,69;5\n')).toEqual(['', '1.69'])
    expect(await prices('Име;Цена\nТръба 5;１０;12,50\nХляб;1,69\n')).toEqual(['', '1.69'])
  })

  test('shifts its row, also where the last cell is blank', async () => {
    expect(await prices('Име;Количество;Цена;Бележка\nТръба 5; 10;7;1,69;\n')).toEqual([''])
  })

  test('shifts its row, also where the title was cut as well', async () => {
    expect(await prices('Име,Цена, лв.,Стара цена\nКабел 3, 5,0.01,1.10\n')).toEqual([''])
    expect(await prices('Name, Price, BGN\nBread, 1.69, 1.69\n')).toEqual(['1.69'])
  })

  test('cuts a title in two, whose currency counts', async () => {
    expect(await prices('Име,Цена, USD\nХляб,1.69\n')).toEqual([])
  })
})

describe('BULK-16 · rows longer than their header that are as they should be', () => {
  test.each([
    ['delimiters at the end', 'Име;Цена\nХляб;1,69;\nСирене;3,99;\n', ['1.69', '3.99']],
    ['a column without a title', `Име;Цена\n${'Хляб;1,69;нов\n'.repeat(5)}`, Array(5).fill('1.69')],
    ['quotes', 'Име,Цена\n"Хляб, бял","1,69"\n', ['1.69']],
  ])('%s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })
})

test('BULK-16 · a name in quotes that goes on behind them swallows no rows', async () => {
  expect(await prices('Име;Цена\n"Добруджа" хляб;1,69\nВода;2,10\nТръба 1/2";12,50\n')).toEqual([
    '1.69',
    '2.1',
    '12.5',
  ])
})

test('BULK-16 · commas of prices and of a title are not taken for the delimiter', async () => {
  expect(await prices('„Пример“ ООД, гр. София\nСписък\nЦена, лв.;Име\n1,69;Хляб\n')).toEqual(['1.69'])
  expect(await prices('Цена, лв.|Име\n0,99|Хляб\n1,69|Вода\n2,10|Лампа 60W | E27\n')).toEqual([
    '0.99',
    '1.69',
    '',
  ])
})

test('BULK-16 · other signs within cells are no delimiters, however many commas stand between numbers', async () => {
  expect(await prices('Код,EAN,Цена,Име\n1,38001,1.69,а;б\n2,38002,2.10,в;г\n')).toEqual(['1.69', '2.1'])
})
