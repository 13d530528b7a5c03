import { expect, it } from 'vitest'
import { NATIONAL } from '#money/currency.ts'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import type { Placement } from '#writeback/plan.ts'
import { previewOwnFile } from './own-file-preview.ts'
import type { OwnFileTask } from './types.ts'

const NAME = 'ceni.json'
const EUR = referenceAmounts('12.50', 'BGN').eur

async function taskOf(text: string, placement: Placement): Promise<OwnFileTask> {
  const bytes = new TextEncoder().encode(text)
  const opened = await openFile(bytes, { fileName: NAME })
  if (!opened.ok) throw new Error(opened.error.code)
  const { columns } = detectColumns(opened.file.table)
  const { rows } = readPriceList(opened.file, NAME, { columns })
  return {
    kind: 'own',
    lang: 'en',
    placement,
    rows: rows.map(({ name, price, currency }, i) => ({
      seq: i + 1,
      name,
      bgn: 12.5,
      eur: Number(EUR),
      invalid: false,
      originalPrice: price,
      originalCurrency: currency,
    })),
    source: {
      version: 1,
      jobId: 'job',
      name: NAME,
      format: 'json',
      bytes,
      choices: {},
      rowChoices: { columns, defaultCurrency: NATIONAL },
      ids: rows.map((_, i) => i + 2),
    },
  }
}

it('FILE-02 CONV-08 · the preview of JSON of any shape has its columns, with the new one beside its price', async () => {
  const text = '{"items": [{"sku": 7, "offers": {"price": 12.50, "id": 1}, "name": "Хляб"}]}'
  const { preview } = await previewOwnFile(await taskOf(text, 'after'))
  if (preview === null) return expect.fail('no preview')
  const { before, after } = preview
  const titlesOf = ({ rows }: typeof after) => rows[0]?.cells.map((cell) => cell.text)
  expect(titlesOf(before)).toEqual(['sku', 'offers.price', 'offers.id', 'name'])
  expect(titlesOf(after)).toEqual(['sku', 'offers.price', 'offers.price_eur', 'offers.id', 'name'])
  expect(after.columns.map(({ isNew }) => isNew)).toEqual([false, false, true, false, false])
  expect(after.rows[1]?.cells[2]?.text).toBe(EUR)
})

it('CONV-08 · amounts that formulas multiply from replaced prices are told from those that stay', async () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const titles = ['Име', 'Цена, лв.', 'Стойност, лв.', 'Доставка, лв.'].map((title, i) =>
    cell(`${'ABCD'[i]}1`, title),
  )
  const row = `${cell('A2', 'Хляб')}<c r="B2"><v>12.5</v></c><c r="C2"><f>B2*3</f><v>37.5</v></c><c r="D2"><v>5</v></c>`
  const bytes = handWrittenBook(sheetXml(`<row r="1">${titles.join('')}</row><row r="2">${row}</row>`))
  const opened = await openFile(bytes, { fileName: 'ceni.xlsx' })
  if (!opened.ok) throw new Error(opened.error.code)
  const detected = detectColumns(opened.file.table).columns
  const columns = { ...detected, price: 1, morePrices: [] }
  const { rows } = readPriceList(opened.file, 'ceni.xlsx', { columns })
  const [{ name, price, currency } = rows[0]!] = rows
  const task = await taskOf('[{"sku": 7, "price": 12.50, "currency": "BGN", "name": "Хляб"}]', 'replace')
  const row1 = { ...task.rows[0]!, name, originalPrice: price, originalCurrency: currency }
  const rowChoices = { columns, defaultCurrency: NATIONAL }
  const source = { ...task.source, name: 'ceni.xlsx', format: 'xlsx', bytes, rowChoices, ids: [2] } as const
  const { made } = await previewOwnFile({ ...task, rows: [row1], source })
  expect([made.placement, made.computed]).toEqual(['replace', [2]])
})

it.each([
  ['after', ['sku', 'price', 'price_eur', 'currency', 'name']],
  ['end', ['sku', 'price', 'currency', 'name', 'price_eur']],
] as const)(
  'CONV-08 · the preview of a JSON file has its keys in their order, with new prices %s',
  async (placement, keys) => {
    const text = '[{"sku": 7, "price": 12.50, "currency": "BGN", "name": "Хляб"}]'
    const task = await taskOf(text, placement)
    const { preview, made } = await previewOwnFile(task)
    if (preview === null) return expect.fail('no preview')
    const { before, after } = preview
    const titlesOf = ({ rows }: typeof after) => rows[0]?.cells.map((cell) => cell.text)
    expect(titlesOf(before)).toEqual(['sku', 'price', 'currency', 'name'])
    expect(titlesOf(after)).toEqual(keys)
    const [item = {}] = JSON.parse(await made.file.text()) as Record<string, unknown>[]
    expect(Object.keys(item)).toEqual(keys)
    expect(after.columns.map(({ isNew }) => isNew)).toEqual(keys.map((key) => key === 'price_eur'))
    expect(after.rows[1]?.cells[keys.indexOf('price_eur')]?.text).toBe(EUR)
  },
)

it('CONV-08 READ-04 · the preview knows what still names the former currency, and where the new prices are', async () => {
  const stated = '{"valuta": "Всички цени са в лева", "items": [{"name": "Хляб", "price": 12.50}]}'
  const { preview } = await previewOwnFile(await taskOf(stated, 'replace'))
  expect(preview).toMatchObject({
    placement: 'replace',
    statement: { text: 'valuta: Всички цени са в лева' },
  })
  const both = '[{"name": "Хляб", "price_bgn": 12.50, "price_eur": 6.39}]'
  const kept = await previewOwnFile(await taskOf(both, 'replace'))
  expect(kept.made).toMatchObject({ placement: 'end', warnings: ['both-kept'], statement: undefined })
  expect(kept.preview?.placement).toBe('end')
})

it('CONV-08 · the preview says how many rows follow those that it shows', async () => {
  const list = (count: number) =>
    JSON.stringify({ items: Array.from({ length: count }, (_, i) => ({ name: `Стока ${i}`, price: 12.5 })) })
  const moreOf = async (count: number) => {
    const { preview } = await previewOwnFile(await taskOf(list(count), 'after'))
    return [preview?.before.moreRows, preview?.after.moreRows]
  }
  // The header is one of ten rows.
  expect(await moreOf(9)).toEqual([0, 0])
  expect(await moreOf(10)).toEqual([1, 1])
  expect(await moreOf(31)).toEqual([22, 22])
})
