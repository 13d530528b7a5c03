import type { Stotinki } from '#money/amount.ts'
import type { RowStatus } from '#pricelist/row.ts'
import { m } from '#i18n/messages/messages.js'

export type SampleRow = {
  readonly name: string
  /** The price as it stands in the file, and what it is. */
  readonly written: string
  readonly bgn?: Stotinki
  readonly status: RowStatus
}

const valid = (name: string, written: string, bgn: number): SampleRow => ({
  name,
  written,
  bgn: bgn as Stotinki,
  status: 'valid',
})

/** Rows as price lists have them. A test gives the same file to the converter, whose reader would be too much here. */
export const sampleRows = (): readonly SampleRow[] => [
  valid(m.home_goods_cheese(), '12,50\u00a0лв.', 12_50),
  valid(m.home_goods_coffee(), '38.90', 38_90),
  { name: '', written: '', status: 'empty' },
  valid(m.home_goods_machine(), '1\u00a0234.00', 1234_00),
  { name: m.home_goods_sugar(), written: '', status: 'invalid' },
]
