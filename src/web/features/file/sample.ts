import type { MinorUnits } from '#money/amount.ts'
import { m } from '#i18n/messages/messages.js'

type National = MinorUnits<'national'>

export type SampleRow = {
  readonly name: string
  /** The price as it stands in the file. */
  readonly written: string
  /** The price in hundredths; undefined where the text can be read in two ways. */
  readonly national: National | undefined
}

const row = (name: string, written: string, national?: number): SampleRow => ({
  name,
  written,
  national: national as National | undefined,
})

/** The ambiguous price: 12.50 or 12,500. Both decimal marks occur above and below it, so that the file does not decide. */
export const AMBIGUOUS = { written: '12,500', decimal: '12.5', whole: 12_500 } as const

/** The rows of the sample. A test reads its file: the real reader would be too large for the home page. */
export const sampleRows = (): readonly SampleRow[] => [
  row(m.home_goods_cheese(), '15,80', 15_80),
  row(m.home_goods_coffee(), '38.90', 38_90),
  row(m.home_goods_machine(), '1234.00', 1234_00),
  row(m.home_goods_sugar(), '4,20', 4_20),
  row(m.home_goods_milk(), '3.29', 3_29),
  row(m.home_goods_box(), AMBIGUOUS.written),
  row(m.home_goods_tea(), '2,65', 2_65),
  row(m.home_goods_honey(), '18.00', 18_00),
  row(m.home_goods_bread(), '1,80', 1_80),
]

export const sampleFileName = (): string => `${m.home_sample_file()}.csv`

export function sampleFile(): File {
  const lines = [
    `${m.home_sheet_item()};${m.home_sample_bgn()}`,
    ...sampleRows().map(({ name, written }) => `${name};${written}`),
  ]
  return new File([lines.map((line) => `${line}\r\n`).join('')], sampleFileName(), { type: 'text/csv' })
}
