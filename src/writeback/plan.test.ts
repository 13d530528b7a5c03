import { describe, expect, it } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { openFile } from '#formats/open-file.ts'
import { type Placement, allowedPlacement } from './plan.ts'

type Question = { readonly prices?: readonly [number, ...number[]]; readonly rows?: number }

/** What becomes of the wanted placement of prices in this list. */
async function allowed(text: string, wanted: Placement, { prices, rows = 1000 }: Question = {}) {
  const opened = await openFile(new TextEncoder().encode(text), { fileName: 'x.csv', limits: { rows } })
  if (!opened.ok) throw new Error(opened.error.code)
  const { table } = opened.file
  const detected = detectColumns(table).columns
  const [price, ...morePrices] = prices ?? [detected.price]
  const columns = prices === undefined ? detected : { ...detected, price: price!, morePrices }
  const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
  return allowedPlacement(wanted, { file: opened.file, table, columns, reading })
}

const LIST = 'Име;Цена\nХляб;1,50\nСирене;2,50\nМед;3,50\n'
const AT_END = (warning: string) => ({ placement: 'end', warnings: [warning] })
const REPLACED = { placement: 'replace', warnings: [] }

describe('CONV-08 · prices are replaced where no other is left in the wrong currency', () => {
  it('CONV-08 · in a list of which every price was read', async () => {
    expect(await allowed(LIST, 'replace')).toEqual(REPLACED)
  })

  it('CONV-08 · not where the file has more rows than were read', async () => {
    expect(await allowed(LIST, 'replace', { rows: 2 })).toEqual(AT_END('rows-cut'))
    expect(await allowed(LIST, 'replace', { rows: 4 })).toEqual(REPLACED)
  })

  it('CONV-08 · a price that was not read is told; a row without one is not', async () => {
    expect(await allowed(`${LIST}Сол;-5\n`, 'replace')).toEqual({
      placement: 'replace',
      warnings: ['unread-kept'],
    })
    expect(await allowed(`${LIST}Сол;\n`, 'replace')).toEqual(REPLACED)
  })

  it.each<readonly [string, string, readonly [number, ...number[]], object]>([
    ['another column of prices', 'Име;Цена;Промо цена;Валута', [1], AT_END('currency-shared')],
    ['another one before it', 'Име;Промо цена;Цена;Валута', [2], AT_END('currency-shared')],
    ['both that are converted', 'Име;Цена;Промо цена;Валута', [1, 2], REPLACED],
    ['one that names its own currency', 'Име;Цена;Промо цена, лв.;Валута', [1], REPLACED],
    ['one of words', 'Име;Цена;Бележка;Валута', [1], REPLACED],
    ['none, without a column of currencies', 'Име;Цена;Промо цена;Код', [1], REPLACED],
  ])('CONV-08 · the column of currencies is that of %s too', async (_, titles, prices, expected) => {
    const [, , third, last] = titles.split(';')
    const more = [third === 'Бележка' ? 'нов' : '1,25', last === 'Валута' ? 'BGN' : 'A']
    const rows = [1, 2, 3, 4, 5].map((n) => [`Стока ${n}`, `${n},50`, ...more].join(';'))
    expect(await allowed([titles, ...rows, ''].join('\n'), 'replace', { prices })).toEqual(expected)
  })

  it.each([
    ['Име;Цена лв.;Цена €', [1], 'both-kept'],
    ['Име;PRICE_BGN;PRICE_EUR', [1], 'both-kept'],
    ['Име;PRICE_BGN;PRICE_EUR', [1, 2], 'both-kept'],
    ['Име;Цена;Цена EUR', [1], 'both-kept'],
  ] as const)(
    'CONV-08 · not where the file would have them twice: %s, %o',
    async (titles, prices, warning) => {
      const list = (euro: string) => `${titles}\nХляб;1,50;${euro}\nСол;2,50;${euro && '1,28'}\n`
      const [price, ...more] = prices
      expect(await allowed(list('0,77'), 'replace', { prices: [price, ...more] })).toEqual(AT_END(warning))
      const isBlankTold = titles.includes('BGN') || titles.includes('€')
      const blank = await allowed(list(''), 'replace', { prices: [price, ...more] })
      expect(blank.placement).toBe(isBlankTold ? 'end' : 'replace')
    },
  )

  it.each(['after', 'end'] as const)(
    'CONV-08 · nothing stands in the way of prices %s',
    async (placement) => {
      const shared = 'Име;Цена;Промо цена;Валута\nХляб;1,50;1,20;BGN\nСол;-5;1,20;BGN\n'
      expect(await allowed(shared, placement, { rows: 1 })).toEqual({ placement, warnings: [] })
    },
  )
})
