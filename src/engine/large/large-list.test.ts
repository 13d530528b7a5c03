import { expect, it } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { NATIONAL } from '#money/currency.ts'
import { validateRow } from '#pricelist/row.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { sumOf } from '#test/e2e/reference.ts'
import { summarizeFile } from '../file.ts'
import { openFileSource } from './file-source.ts'
import { openLargeList } from './large-list.ts'

const COUNT = 9000

/** One line in a hundred has no price, or one in another currency; lines between are blank. */
const lines = Array.from({ length: COUNT }, (_, i) => {
  if (i % 100 === 99) return `${i};"Стока ""номер"" ${i}, без цена";кг;`
  if (i % 100 === 50) return `${i};Стока номер ${i};кг;${i} USD`
  if (i % 1000 === 10) return ';;;'
  return `${i};"Стока; номер ${i}, с дълго име";кг;${(i % 900) + 1},${String(i % 100).padStart(2, '0')}`
})
const LIST = `Код;Име;Мярка;Цена\n${lines.join('\n')}\n`

const openList = async (text: string, name = 'ceni.csv') =>
  openLargeList(await openFileSource(new File([text], name)), name)

it('BULK-04 · a large list has the rows, the counts and the sums of the same list in memory', async () => {
  const large = await openList(LIST)
  const opened = await openFile(new TextEncoder().encode(LIST), { fileName: 'ceni.csv' })
  if (!large || !opened.ok) throw new Error('It was not opened.')
  const { detection } = summarizeFile(opened.file, 'ceni.csv', 0)
  const { columns } = detection
  const { rows, counts, lines, problems } = readPriceList(opened.file, 'ceni.csv', {
    columns,
    defaultCurrency: NATIONAL,
  })
  expect(large.summary).toMatchObject({ columns, counts, rows: COUNT, inCurrency: { BGN: counts.validRows } })
  expect(large.summary.file.detection).toEqual(detection)
  const shown = large.page(0, COUNT + 1)
  expect(shown.map(({ line, price, currency, status }) => [line, price, currency, status])).toEqual(
    rows.map((row, i) => [lines[i], row.price, row.currency, validateRow(row).status]),
  )
  expect(shown.map(({ problem }) => problem)).toEqual(rows.map((_, i) => problems.get(i) ?? null))
  expect(large.page(4321, 2)).toEqual(shown.slice(4321, 4323))
  expect(large.page(COUNT - 1, 5).map(({ name }) => name)).toEqual([`Стока "номер" ${COUNT - 1}, без цена`])
  const valid = shown.filter(({ status }) => status === 'valid')
  const amounts = valid.map(({ price }) => referenceAmounts(price, 'BGN'))
  expect(large.summary.totals).toEqual({
    bgn: Math.round(Number(sumOf(amounts.map(({ bgn }) => bgn))) * 100),
    eur: Math.round(Number(sumOf(amounts.map(({ eur }) => eur))) * 100),
  })
  // The first fifteen prices are shown in euro, and no other.
  const inEuro = shown.filter(({ converted }) => converted !== null)
  expect(inEuro.map(({ line }) => line)).toEqual(valid.slice(0, 15).map(({ line }) => line))
  expect(inEuro.map(({ converted }) => (converted! / 100).toFixed(2))).toEqual(
    amounts.slice(0, 15).map(({ eur }) => eur),
  )
})

it('BULK-04 · a file that is no list, or whose rows depend on each other, is not shown as a large list', async () => {
  expect(await openList(LIST.replace('Цена\n', 'Число\n').replace('Мярка', 'Друго'))).toBeUndefined()
  expect(await openList(`${LIST}1;Общо;;1,00\n`)).toBeUndefined()
  expect(await openList(`${LIST}Всички цени са в евро;;;\n`)).toBeUndefined()
  expect(await openList('Име;Цена\nХляб;1,50\n')).toBeUndefined()
  expect(await openList('{}'.repeat(300_000))).toBeUndefined()
})
