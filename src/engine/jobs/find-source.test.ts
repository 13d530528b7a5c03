import { describe, expect, it } from 'vitest'
import type { JobRow } from '#api/conversions.ts'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { NATIONAL } from '#money/currency.ts'
import { type Columns, priceColumnsOf } from '#pricelist/types.ts'
import { summarizeFile } from '../file.ts'
import { findSource } from './find-source.ts'

const NAME = 'ceni.csv'
const OWNER = 'user@example.bg'
const TITLES = 'Код;Име;Тегло;Цена;Промо цена;Цена на едро;Доставна цена'

/** Products of which every third has a sale price and every fifth no price; some prices of a line are equal. */
const LINES = Array.from({ length: 60 }, (_, i) => {
  const weight = `${i % 7},50`
  if (i % 5 === 4) return `${i};Група ${i};${weight};;;;`
  const price = `${i + 2},90`
  return [
    i,
    `Стока ${i}`,
    weight,
    price,
    i % 3 === 0 ? `${i + 1},90` : '',
    i % 2 === 0 ? price : `${i + 2},40`,
    `${i},10`,
  ].join(';')
})

const FILE = new File([`${TITLES}\n${LINES.join('\n')}\n`], NAME)

/** A job in which these columns were converted, and its rows as the server keeps them. */
async function jobOf(prices: readonly number[]) {
  const bytes = new Uint8Array(await FILE.arrayBuffer())
  const opened = await openFile(bytes, { fileName: NAME })
  if (!opened.ok) throw new Error(opened.error.code)
  const { detection } = summarizeFile(opened.file, NAME, bytes.length)
  const [price = null, ...morePrices] = prices
  const columns: Columns = { ...detection.columns, price, morePrices }
  const { rows } = readPriceList(opened.file, NAME, { columns, defaultCurrency: NATIONAL })
  const jobRows = rows.map(({ name, price: originalPrice, currency }, i): JobRow => ({
    seq: i + 1,
    name,
    bgn: null,
    eur: null,
    invalid: originalPrice === '',
    originalPrice,
    originalCurrency: currency,
  }))
  return { id: 'job', createdAt: '2026-01-01T00:00:00.000Z', rows: jobRows }
}

describe('a file that is given again', () => {
  it.each([[[3]], [[5]], [[3, 4]], [[3, 5]], [[3, 6]], [[3, 4, 5]], [[3, 4, 5, 6]], [[5, 4]]])(
    'AUTH-09 CONV-08 · is found by the prices of its columns %j',
    async (prices) => {
      const job = await jobOf(prices)
      const found = await findSource(FILE, job, OWNER)
      expect(priceColumnsOf(found?.source.file.rowChoices.columns ?? ({} as Columns))).toEqual(prices)
      expect(found?.source.ids.get('job')).toHaveLength(job.rows.length)
    },
  )

  it('AUTH-09 · is not found where one of several prices of a product differs', async () => {
    const job = await jobOf([3, 4, 5])
    const rows = job.rows.map((row, i) => (i === 20 ? { ...row, originalPrice: '1234.56' } : row))
    expect(await findSource(FILE, { ...job, rows }, OWNER)).toBeUndefined()
  })
})
