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
  | { kind: 'converted'; nth: number | null; areMixed: boolean }
  | OtherColumn

export const columnKey = (column: SheetColumn): string =>
  column.kind === 'converted' ? `new ${column.nth}` : `${column.kind} ${column.index}`

const typedColumns = (areMixed: boolean): readonly SheetColumn[] => [
  { kind: 'name', index: null, title: '', letters: 0 },
  { kind: 'price', index: null, nth: 0, title: '' },
  { kind: 'converted', nth: 0, areMixed },
]

/** All columns of the file in order, each price column followed by its converted one. */
export function sheetColumns(rows: RowsSummary): readonly SheetColumn[] {
  const { file, choices } = rows
  const areMixed = hasBothCurrencies(rows)
  const typed = typedColumns(areMixed)
  if (!file || !choices || file.isStrict || file.detection.all.length === 0) return typed
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
        { kind: 'converted', nth, areMixed },
      ]
    if (names.has(index)) return [{ kind: 'name', index, title, letters: lettersOf(info) }]
    return [otherColumn(info, title, columns.currency)]
  })
  return [
    ...(names.size === 0 ? typed.slice(0, 1) : []),
    ...inFile,
    ...(prices.length === 0 ? typed.slice(1) : []),
  ]
}

/** Figures are wider than the letters of a text. */
const lettersOf = ({ samples }: ColumnInfo): number =>
  Math.max(0, ...samples.map((text) => text.length + text.replace(/\D/g, '').length / 10))

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

/** The currency that is wanted, else the one that most prices are converted to. */
export const targetCurrency = ({ inCurrency, choices }: RowsSummary): Currency =>
  choices?.wanted ?? (inCurrency[EURO] > inCurrency[NATIONAL] ? NATIONAL : EURO)

/** The currency that most prices are in. */
export const sourceCurrency = ({ inCurrency }: RowsSummary): Currency =>
  inCurrency[EURO] > inCurrency[NATIONAL] ? EURO : NATIONAL

/** Whether each price is converted to the other currency, some to lev and some to euro: the result has a column for each. */
export const hasBothCurrencies = ({ inCurrency, choices, columnsKnown }: RowsSummary): boolean =>
  columnsKnown && choices?.wanted === undefined && inCurrency[EURO] > 0 && inCurrency[NATIONAL] > 0

/** Classes of a column of converted prices. */
export const tintOf = (target: Currency): string => (target === EURO ? 'euro' : 'lev converted')
