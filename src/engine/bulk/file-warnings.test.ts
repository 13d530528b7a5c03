import { expect, test } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { fileWarnings } from './file-warnings.ts'

// 1 + 2 + 4 are 7, and so are 0.90 + 1.80 + 3.60 the 6.30 of the other column.
const LIST = 'Име;Цена, лв.;Промо цена\nХляб;1,00;0,90\nСирене;2,00;1,80\nМляко;4,00;3,60\nОбщо;7,00;6,30\n'

test('SHOP-01 READ-05 · the prices of further columns are counted without those of totals', async () => {
  const name = 'ceni.csv'
  const opened = await openFile(new TextEncoder().encode(LIST), { fileName: name })
  if (!opened.ok) throw new Error(opened.error.code)
  const detection = detectColumns(opened.file.table)
  const choices = { columns: detection.columns, defaultCurrency: 'BGN' } as const
  const facts = { name, size: LIST.length, format: 'csv', warnings: [], detection } as const
  const known = { hash: null, isRemembered: false }
  const { rows } = readPriceList(opened.file, name, { columns: detection.columns })
  expect(fileWarnings(opened.file, facts, choices, rows, known).shop?.columns).toEqual([
    { index: 2, title: 'Промо цена', prices: 3 },
  ])
  const kept = readPriceList(opened.file, name, { columns: detection.columns, areTotalsDetected: false })
  expect(fileWarnings(opened.file, facts, choices, kept.rows, known).shop?.columns[0]?.prices).toBe(4)
})
