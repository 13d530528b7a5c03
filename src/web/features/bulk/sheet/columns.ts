import { type ColumnInfo, nameColumnOf, priceColumnsOf } from '#pricelist/types.ts'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { disambiguateTitles } from '#engine/bulk/choices.ts'
import { columnTitle } from '#reports/labels.ts'
import type { RowsSummary } from '#engine/types.ts'

/**
 * A column of the sheet. `index` is its column in the file; null where the file has none. `nth` counts the price
 * columns; null where one column holds them all.
 */
export type SheetColumn =
  | { kind: 'name'; index: number | null; title: string }
  | { kind: 'price'; index: number | null; nth: number | null; title: string }
  | { kind: 'converted'; nth: number | null }
  | { kind: 'other'; index: number; title: string; isPriced: boolean; isCurrency: boolean }

export const columnKey = (column: SheetColumn): string =>
  column.kind === 'converted' ? `new ${column.nth}` : `${column.kind} ${column.index}`

const TYPED: readonly SheetColumn[] = [
  { kind: 'name', index: null, title: '' },
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
    if (names.has(index)) return [{ kind: 'name', index, title }]
    return [otherColumn(info, title, columns.currency)]
  })
  return [
    ...(names.size === 0 ? TYPED.slice(0, 1) : []),
    ...inFile,
    ...(prices.length === 0 ? TYPED.slice(1) : []),
  ]
}

const otherColumn = (
  { index, isPriced }: ColumnInfo,
  title: string,
  currency: number | null,
): SheetColumn => ({
  kind: 'other',
  index,
  title,
  isPriced,
  isCurrency: index === currency,
})

/** In pixels, as the columns are drawn where there is room, and at least. */
const WIDTH = { line: 56, name: 230, price: 150, converted: 112, other: 112 } as const
const LEAST_WIDTH = { line: 56, name: 180, price: 128, converted: 96, other: 112 } as const

/** A narrower sheet has one column for all prices, and a row for each. */
const STACKED_BELOW = 640

const widthOf = (
  columns: readonly SheetColumn[],
  widths: Record<SheetColumn['kind'] | 'line', number>,
): number => columns.reduce((sum, { kind }) => sum + widths[kind], widths.line)

/**
 * The columns that fit: line, names, prices and their conversions always, then as many others as there is room for. Where
 * several prices do not fit, each has a row of its own.
 */
export function fittingColumns(columns: readonly SheetColumn[], width: number): readonly SheetColumn[] {
  const others = columns.filter((column) => column.kind === 'other')
  const fixed = columns.filter(({ kind }) => kind !== 'other')
  if (width < STACKED_BELOW && fixed.filter(({ kind }) => kind === 'price').length > 1) return stacked(fixed)
  const room = Math.max(0, Math.floor((width - widthOf(fixed, WIDTH)) / WIDTH.other))
  // Prices first: they may be what is to be converted.
  const kept = new Set<SheetColumn>(
    others.toSorted((a, b) => Number(b.isPriced) - Number(a.isPriced)).slice(0, room),
  )
  return columns.filter((column) => column.kind !== 'other' || kept.has(column))
}

const stacked = (columns: readonly SheetColumn[]): readonly SheetColumn[] => [
  { kind: 'name', index: null, title: columns.find((column) => column.kind === 'name')?.title ?? '' },
  { kind: 'price', index: null, nth: null, title: '' },
  { kind: 'converted', nth: null },
]

/** Whether one column holds the prices of all price columns. */
export const isStacked = (columns: readonly SheetColumn[]): boolean =>
  columns.some((column) => column.kind === 'price' && column.nth === null)

/** Whether a sheet of this width has to be scrolled sideways to see these columns. */
export const areColumnsWider = (columns: readonly SheetColumn[], width: number): boolean =>
  width >= STACKED_BELOW && widthOf(columns, LEAST_WIDTH) > width

/** The currency that most prices are converted to. */
export const targetCurrency = ({ inCurrency }: RowsSummary): Currency =>
  inCurrency[EURO] > inCurrency[NATIONAL] ? NATIONAL : EURO
