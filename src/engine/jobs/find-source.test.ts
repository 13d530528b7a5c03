import { describe, expect, it } from 'vitest'
import type { JobRow } from '#api/conversions.ts'
import { type Columns, priceColumnsOf } from '#pricelist/types.ts'
import { findSource } from './find-source.ts'

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
