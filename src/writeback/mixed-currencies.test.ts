import { describe, expect, test } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { euro, lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { bytesOf } from '#test/priced-order.ts'
import type { OpenedFile } from '#formats/format.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { type MixedPricesChoice, hasMixedPrices } from './mixed-currencies.ts'
import { markedPrice } from './price-style.ts'
import { type PricedRow, planForReading, planForEditedRows } from './build-plan.ts'
import { applyPlan } from './apply-to-table.ts'
import { writeBack } from '#formats/write-back.ts'

async function opened(text: string | Uint8Array<ArrayBuffer>, fileName: string) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const result = await openFile(bytes, { fileName })
  if (!result.ok) throw new Error(result.error.code)
  return { bytes, file: result.file }
}

function sourceOf({ table }: OpenedFile) {
  const { columns } = detectColumns(table)
  return { columns, table, reading: readRows(table, { columns, defaultCurrency: 'BGN' }) }
}

async function replaced(
  text: string | Uint8Array<ArrayBuffer>,
  mixed: MixedPricesChoice,
  fileName = 'ceni.csv',
) {
  const { bytes, file } = await opened(text, fileName)
  const order = planForReading(sourceOf(file), 'replace', mixed)
  expect(hasMixedPrices(order, mixed)).toBe(false)
  return bytesOf(await writeBack(bytes, file, order))
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** 1.95 lev are 1.00 euro, 12.50 are 6.39; 10 euro are 19.56 lev. */
const LIST = 'Име;Цена\nХляб;1,95\nСирене;10,00 €\nМляко;12,50 лв.\nЯйца;12,50 лв./бр\n'

describe('READ-12 · prices of both currencies in one column, in place of the old ones', () => {
  test('are not to be told apart without a choice', async () => {
    const { file } = await opened(LIST, 'ceni.csv')
    const source = sourceOf(file)
    expect(hasMixedPrices(planForReading(source, 'replace'), undefined)).toBe(true)
    expect(hasMixedPrices(planForReading(source, 'after'), undefined)).toBe(false)
  })

  test.each([
    ['mark', 'Име;Цена\nХляб;1,00 €\nСирене;19,56 лв.\nМляко;6,39 евро\nЯйца;6,39 евро/бр\n'],
    ['EUR', 'Име;Цена\nХляб;1,00\nСирене;10,00 €\nМляко;6,39 евро\nЯйца;6,39 евро/бр\n'],
    ['BGN', 'Име;Цена\nХляб;1,95\nСирене;19,56 лв.\nМляко;12,50 лв.\nЯйца;12,50 лв./бр\n'],
  ] as const)('of a CSV with %s', async (mixed, expected) => {
    expect(textOf(await replaced(LIST, mixed))).toBe(expected)
  })

  test('are marked by a code where the encoding has no letters for the sign', async () => {
    const text = 'Name;Price\nCrème;1.95\nCheese;10.00 €\n'
    const back = await replaced(encode(text, 'windows-1252'), 'mark')
    expect(Buffer.from(back)).toEqual(
      Buffer.from(encode('Name;Price\nCrème;1.00 €\nCheese;19.56 BGN\n', 'windows-1252')),
    )
  })

  test('are asked about beside a column of currencies too; a row that it does not tell gets a mark', async () => {
    const told = 'Име;Цена;Валута\nХляб;1,95;BGN\nСирене;10,00;EUR\n'
    const { file } = await opened(told, 'ceni.csv')
    expect(hasMixedPrices(planForReading(sourceOf(file), 'replace'), undefined)).toBe(true)
    expect(textOf(await replaced(told, 'EUR'))).toBe('Име;Цена;Валута\nХляб;1,00;EUR\nСирене;10,00;EUR\n')
    expect(textOf(await replaced(told, 'mark'))).toBe('Име;Цена;Валута\nХляб;1,00;EUR\nСирене;19,56;BGN\n')
    const blank = `${told}Мляко;12,50;\n`
    expect(textOf(await replaced(blank, 'mark'))).toBe(
      'Име;Цена;Валута\nХляб;1,00;EUR\nСирене;19,56;BGN\nМляко;6,39 €;\n',
    )
  })

  test('are left as the person has typed them, where they are in the wanted currency already', async () => {
    const { bytes, file } = await opened('Име;Цена\nХляб;1,95\nСирене;10,00\nМляко;2,00\n', 'ceni.csv')
    const row = (
      line: number,
      name: string,
      price: string,
      currency: string,
      national: string,
      euro: string,
    ) => ({ line, nth: 0, name, price, currency, national, euro }) satisfies PricedRow
    const rows = [
      row(2, 'Хляб', '1.95', 'BGN', '1.95', '1.00'),
      row(3, 'Сирене', '7', 'EUR', '13.69', '7.00'),
      row(5, 'Ново', '3', 'EUR', '5.87', '3.00'),
    ]
    const order = planForEditedRows(sourceOf(file), rows, 'replace', 'EUR')
    expect(textOf(bytesOf(await writeBack(bytes, file, order)))).toBe(
      'Име;Цена\nХляб;1,00\nСирене;7,00 €\nМляко;2,00\nНово;3,00 €\n',
    )
  })

  test('have their sign in the CSV of a workbook, which has no number formats', () => {
    const price = (text: string) => ({ kind: 'number', text }) as const
    const table = [
      ['Име', 'Цена'],
      ['Хляб', price('1.95')],
      ['Сирене', price('10')],
    ]
    const cells = { 1: lev('1.95', '1.00'), 2: euro('10.00', '19.56') }
    const beside = applyPlan(table, orderFor({ 1: cells }, { placement: 'after' }))
    expect(beside[1]?.[1]).toEqual({ number: '1.95', currency: 'BGN' })
    expect(beside[2]?.[1]).toEqual({ number: '10', currency: 'EUR' })
    const marked = { 1: { ...cells[1], isMarked: true }, 2: { ...cells[2], isMarked: true } }
    const inPlace = applyPlan(table, orderFor({ 1: marked }, { placement: 'replace' }))
    expect(inPlace[1]?.[1]).toEqual({ number: '1.00', look: 'amount', currency: 'EUR' })
    expect(inPlace[2]?.[1]).toEqual({ number: '19.56', look: 'amount', currency: 'BGN' })
  })

  test.each([
    ['12.50', '6.39 €'],
    ['12,50 лв.', '6,39 евро'],
    ['12,50/бр', '6,39 €/бр'],
    ['12,50 с ДДС', '6,39 € с ДДС'],
    ['', '6.39 €'],
  ])('a price written %o becomes %o', (text, expected) => {
    expect(markedPrice(text, '6.39', 'EUR', text.includes(',') ? ',' : '.')).toBe(expected)
  })
})

test('CONV-08 · a row that was added has its new price too, where prices are replaced in another format', () => {
  const order = orderFor({ 1: { 1: lev('1.95', '1.00') } }, { placement: 'replace' })
  const added = [{ cells: new Map([[1, { number: '12.50' }]]), prices: new Map([[1, lev('12.50', '6.39')]]) }]
  const table = [
    ['Име', 'Цена'],
    ['Хляб', '1,95'],
  ]
  expect(applyPlan(table, { ...order, added }).map((row) => row[1])).toEqual([
    'Цена',
    { number: '1.00', look: 'amount' },
    { number: '6.39', look: 'amount' },
  ])
})
