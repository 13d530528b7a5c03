import { expect, it } from 'vitest'
import { createEncoder } from '#formats/bytes/encoder.ts'
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

const openList = async (text: string, fileName = 'ceni.csv') =>
  openLargeList({ source: await openFileSource(new File([text], fileName)), fileName })

it('BULK-04 · a large list has the rows, the counts and the sums of the same list in memory', async () => {
  const large = await openList(LIST)
  const opened = await openFile(new TextEncoder().encode(LIST), { fileName: 'ceni.csv' })
  if (!large || !opened.ok) throw new Error('It was not opened.')
  const { detection } = summarizeFile(opened.file, 'ceni.csv', 0)
  const { columns } = detection
  const { rows, counts, lines, problems, assumptions } = readPriceList(opened.file, 'ceni.csv', {
    columns,
    defaultCurrency: NATIONAL,
  })
  expect(large.summary).toMatchObject({
    choices: { columns, defaultCurrency: NATIONAL },
    counts,
    lines: COUNT,
    inCurrency: { BGN: counts.validRows },
    inOther: [['', COUNT / 100]],
    assumptions,
  })
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
  // Every price is shown in euro.
  const inEuro = shown.filter(({ converted }) => converted !== null)
  expect(inEuro.map(({ line }) => line)).toEqual(valid.map(({ line }) => line))
  expect(inEuro.map(({ converted }) => (converted! / 100).toFixed(2))).toEqual(amounts.map(({ eur }) => eur))
})

const TWO = `Код;Име;Цена;Промо цена\n${Array.from({ length: COUNT }, (_, i) => `${i};Стока номер ${i}, с дълго име;${i + 1},20;${i + 1},10\n`).join('')}`

it('BULK-16 · a large list says which price columns were skipped, and is read by another one', async () => {
  const large = await openList(TWO)
  expect(large?.summary.guards?.rivals).toEqual([{ index: 3, title: 'Промо цена', kind: 'promotional' }])
  const { choices, totals } = large!.summary
  expect(totals.bgn).toBe(Array.from({ length: COUNT }, (_, i) => i * 100 + 120).reduce((a, b) => a + b))
  const rowChoices = { ...choices, columns: { ...choices.columns, price: 3 } }
  const again = await large!.readAgain({ rowChoices }, () => undefined)
  expect(again?.summary).toMatchObject({
    totals: { bgn: totals.bgn - COUNT * 10 },
    guards: { rivals: [{ index: 2, title: 'Цена' }] },
  })
  expect(again?.page(0, 1)).toMatchObject([{ price: '1.1' }])
  // Several price columns need all of a file.
  const several = { ...choices, columns: { ...choices.columns, morePrices: [3] } }
  expect(await large!.readAgain({ rowChoices: several }, () => undefined)).toBeUndefined()
})

it('BULK-17 · a large list is read again in another currency, encoding and delimiter', async () => {
  const large = await openList(TWO)
  expect(large?.summary.assumptions).toEqual([{ what: 'currency', currency: 'BGN', rows: COUNT }])
  const rowChoices = { ...large!.summary.choices, defaultCurrency: 'EUR' as const }
  const inEuro = await large!.readAgain({ rowChoices }, () => undefined)
  const prices = Array.from({ length: COUNT }, (_, i) => referenceAmounts(`${i + 1}.20`, 'EUR'))
  expect(inEuro?.summary).toMatchObject({
    totals: {
      bgn: Math.round(Number(sumOf(prices.map(({ bgn }) => bgn))) * 100),
      eur: Math.round(Number(sumOf(prices.map(({ eur }) => eur))) * 100),
    },
    inCurrency: { BGN: 0, EUR: COUNT },
    assumptions: [{ what: 'currency', currency: 'EUR', rows: COUNT }],
  })
  expect(await large!.readAgain({ fileChoices: { delimiter: '|' } }, () => undefined)).toBeUndefined()
  const cyrillic = createEncoder('windows-1251').encode(TWO)
  const source = await openFileSource(new File([cyrillic], 'ceni.csv'))
  const found = await openLargeList({ source, fileName: 'ceni.csv' })
  expect(found?.summary.file).toMatchObject({ encoding: 'windows-1251', delimiter: ';' })
  const other = await found!.readAgain({ fileChoices: { encoding: 'windows-1252' } }, () => undefined)
  // No title can be read.
  expect(other?.summary).toMatchObject({ columnsKnown: false, file: { encoding: 'windows-1252' } })
})

it('READ-05 · the totals of a large list are left out, and have the sum of the new prices', async () => {
  const groups = Array.from({ length: 200 }, (_, group) => {
    const prices = Array.from({ length: 40 }, (_price, n) => `${(group * 40 + n) % 900}.${String(n + 10)}`)
    return {
      group,
      prices,
      lev: sumOf(prices),
      eur: sumOf(prices.map((price) => referenceAmounts(price, 'BGN').eur)),
    }
  })
  const text = groups
    .map(
      ({ group, prices, lev }) =>
        `;Група ${group};;\n${prices.map((price, n) => `${n};Стока номер ${n} с дълго име;кг;${price}\n`).join('')};Общо за Група ${group};;${lev}\n`,
    )
    .join('')
  const large = await openList(`Код;Име;Мярка;Цена\n${text}`)
  expect(large?.summary).toMatchObject({
    counts: { validRows: 8000 },
    omitted: { total: 200 },
    totals: { eur: Math.round(Number(sumOf(groups.map(({ eur }) => eur))) * 100) },
    assumptions: [{ what: 'currency' }, { what: 'totals', count: 200, asked: false }],
  })
  const shown = large!.page(0, 42 * 200).filter(({ status }) => status === 'omitted')
  expect(shown.map(({ converted }) => (converted! / 100).toFixed(2))).toEqual(groups.map(({ eur }) => eur))
})

it('READ-05 · rows of a large list that may be totals are asked about, and read as the user says', async () => {
  const large = await openList(`${LIST}1;Общо;;1,00\n`)
  const { choices, counts, omitted, totals } = large!.summary
  const asked = { what: 'totals', count: 1, lines: [COUNT + 2], example: 'Общо · 1', asked: true }
  expect(large!.summary.assumptions).toContainEqual(asked)
  expect([omitted.total, large!.page(COUNT, 1)[0]?.status]).toEqual([0, 'valid'])
  const omit = await large!.readAgain({ rowChoices: { ...choices, totals: 'omit' } }, () => undefined)
  expect(omit?.summary).toMatchObject({
    counts: { validRows: counts.validRows - 1 },
    omitted: { total: 1 },
    totals: { bgn: totals.bgn - 100, eur: totals.eur - 51 },
  })
  expect(omit?.page(COUNT, 1)).toMatchObject([{ status: 'omitted', converted: null }])
  const keep = await large!.readAgain({ rowChoices: { ...choices, totals: 'keep' } }, () => undefined)
  expect(keep?.summary).toMatchObject({ counts, totals })
  // A sum without a name is only known once the next row was read.
  const unnamed = await openList(
    `Код;Име;Мярка;Цена\n${'1;Хляб;кг;1,00\n'.repeat(COUNT * 2)};;;${COUNT * 2}\n`,
  )
  const sum = { ...unnamed!.summary.choices, totals: 'omit' } as const
  const without = await unnamed!.readAgain({ rowChoices: sum }, () => undefined)
  expect(without?.summary).toMatchObject({
    totals: { bgn: COUNT * 200, eur: COUNT * 2 * 51 },
    omitted: { total: 1 },
  })
})

it('READ-01 · a large list whose price column is not sure is shown by a guess, and asked about', async () => {
  const large = await openList(TWO.replace('Цена;Промо цена', 'Цена Враца;Цена Бургас'))
  expect(large?.summary).toMatchObject({
    columnsKnown: false,
    file: { detection: { question: 'equal-prices' } },
    choices: { columns: { price: 2 } },
  })
  const { choices } = large!.summary
  const read = await large!.readAgain({ rowChoices: choices }, () => undefined)
  expect(read?.summary).toMatchObject({ columnsKnown: true, counts: { validRows: COUNT } })
  const opposed = await openList(`Цени в лева\n${TWO.replace('Цена;Промо цена', 'Цена, евро;Бележка')}`)
  expect(opposed?.summary.assumptions).toMatchObject([{ what: 'currency-conflict', asked: true }])
})

const BOTH = `Код;Име;Цена, лв.;Цена, €\n${Array.from({ length: COUNT }, (_, i) => `${i};Стока номер ${i}, с дълго име;${i % 50 === 0 ? '' : '1,95583'.slice(0, 4)};${i === 1 ? 2 : 1},00\n`).join('')}`

it('BULK-06 · a large list with a lev and a euro price has the one where there is no other, and says which differ', async () => {
  const large = await openList(BOTH)
  expect(large?.summary).toMatchObject({
    inCurrency: { BGN: COUNT - COUNT / 50, EUR: COUNT / 50 },
    pairs: { count: 1, first: [{ row: 3, bgn: '1.95', eur: '2' }] },
  })
  expect(large?.page(0, 2)).toMatchObject([
    { price: '1', currency: 'EUR', converted: 196 },
    { price: '1.95', currency: 'BGN', converted: 100 },
  ])
})

it('BULK-04 · a file that is no list, or whose rows depend on each other, is not shown as a large list', async () => {
  expect(await openList(`Име;Бележка\n${'Хляб;бял\n'.repeat(30_000)}`)).toBeUndefined()
  expect(await openList(`${LIST}Всички цени са в евро;;;\n`)).toBeUndefined()
  expect(await openList('Име;Цена\nХляб;1,50\n')).toBeUndefined()
  expect(await openList('{}'.repeat(300_000))).toBeUndefined()
})
