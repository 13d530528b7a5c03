import { type ColumnInfo, nameColumnOf, priceColumnsOf } from '#pricelist/types.ts'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { disambiguateTitles } from '#engine/bulk/choices.ts'
import { columnTitle } from '#reports/labels.ts'
import type { RowsSummary } from '#engine/types.ts'

/** A column that is not converted. `letters` is the length of its longest sample. */
export type OtherColumn = {
  kind: 'other'
  index: number
  title: string
  letters: number
  isPriced: boolean
  isCurrency: boolean
  isConstant: boolean
}

/**
 * A column of the sheet. `index` is its column in the file; null where the file has none. `nth` counts the price
 * columns; null where one column holds them all.
 */
export type SheetColumn =
  | { kind: 'name'; index: number | null; title: string; letters: number }
  | { kind: 'price'; index: number | null; nth: number | null; title: string }
  | { kind: 'converted'; nth: number | null }
  | OtherColumn

export const columnKey = (column: SheetColumn): string =>
  column.kind === 'converted' ? `new ${column.nth}` : `${column.kind} ${column.index}`

const TYPED: readonly SheetColumn[] = [
  { kind: 'name', index: null, title: '', letters: 0 },
  { kind: 'price', index: null, nth: 0, title: '' },
  { kind: 'converted', nth: 0 },
]

/** All columns of the file in order, each price column followed by its converted one. */
export function sheetColumns({ file, choices }: RowsSummary): readonly SheetColumn[] {
  if (!file || !choices || file.format === 'json' || file.detection.all.length === 0) return TYPED
  const { columns } = choices
  const { all } = file.detection
  const prices = priceColumnsOf(columns)
  const names = new Set(prices.map((_, nth) => nameColumnOf(columns, nth)).filter((name) => name !== null))
  if (prices.length === 0 && columns.name !== null) names.add(columns.name)
  const titles = disambiguateTitles([...all.keys()], all)
  const inFile = all.flatMap((info, index): SheetColumn[] => {
    const title = columnTitle(index, titles[index]?.title)
    const nth = prices.indexOf(index)
    if (nth >= 0)
      return [
        { kind: 'price', index, nth, title },
        { kind: 'converted', nth },
      ]
    if (names.has(index)) return [{ kind: 'name', index, title, letters: lettersOf(info) }]
    return [otherColumn(info, title, columns.currency)]
  })
  return [
    ...(names.size === 0 ? TYPED.slice(0, 1) : []),
    ...inFile,
    ...(prices.length === 0 ? TYPED.slice(1) : []),
  ]
}

const lettersOf = ({ samples }: ColumnInfo): number => Math.max(0, ...samples.map((text) => text.length))

const otherColumn = (info: ColumnInfo, title: string, currency: number | null): OtherColumn => ({
  kind: 'other',
  index: info.index,
  title,
  letters: lettersOf(info),
  isPriced: info.isPriced,
  isCurrency: info.index === currency,
  isConstant: info.isConstant === true,
})

/** Whether one column holds the prices of all price columns. */
export const isStacked = (columns: readonly SheetColumn[]): boolean =>
  columns.some((column) => column.kind === 'price' && column.nth === null)

/** The currency that most prices are converted to. */
export const targetCurrency = ({ inCurrency }: RowsSummary): Currency =>
  inCurrency[EURO] > inCurrency[NATIONAL] ? NATIONAL : EURO
