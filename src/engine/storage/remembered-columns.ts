import { type Currency, NATIONAL } from '#money/currency.ts'
import type { Columns, Detection } from '#pricelist/types.ts'
import type { FormatId, OpenedFile } from '#formats/format.ts'
import { ColumnSample } from '#pricelist/columns/column-sample.ts'
import { crc32 } from '#formats/bytes/bytes.ts'
import { columnsForHeader, tableForHeader } from '#formats/header-choice.ts'
import { titleKey } from '#formats/recipe/recipe.ts'

/** The columns that a user chose for files of one shape. */
export type RememberedColumns = {
  /** Shape of the file as detected, by which the next file is recognized. */
  readonly shape: string
  /** Shape below the chosen header row, which can differ from the detected one. */
  readonly chosenShape: string
  readonly foundHeader: number | null
  readonly columns: Columns
  readonly defaultCurrency: Currency
}

/** Identifies files of one kind: format and titles in order. Undefined without titles. */
export function fileShape(format: FormatId, { columns, all }: Detection): string | undefined {
  if (columns.headerRow === null) return undefined
  const titles = all.map(({ title }) => titleKey(title))
  const bytes = new TextEncoder().encode(titles.join('\n'))
  return [format, titles.length, bytes.length, crc32(bytes).toString(16)].join(' ')
}

/** The choice as an entry; undefined when it equals what is detected. */
export function columnsToRemember(
  format: FormatId,
  found: Detection,
  chosen: Detection,
  columns: Columns,
  defaultCurrency: Currency,
): RememberedColumns | undefined {
  const shape = fileShape(format, found)
  const chosenShape = fileShape(format, chosen)
  if (shape === undefined || chosenShape === undefined) return undefined
  const isDetected = found.certain && defaultCurrency === NATIONAL && isSame(columns, found.columns)
  return isDetected
    ? undefined
    : { shape, chosenShape, foundHeader: found.columns.headerRow, columns, defaultCurrency }
}

const isSame = (one: Columns, other: Columns): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Columns)[]).every(
    (key) => JSON.stringify(one[key]) === JSON.stringify(other[key]),
  )

/**
 * The remembered columns in a file of the same shape, with the detection below their header; undefined where a column is
 * missing or the price column has no prices.
 */
export function applyRememberedColumns(
  file: OpenedFile,
  found: Detection,
  remembered: RememberedColumns,
): { columns: Columns; detection: Detection } | undefined {
  const { columns, foundHeader, shape, chosenShape } = remembered
  if (fileShape(file.format, found) !== shape) return undefined
  const isFound = columns.headerRow === foundHeader
  const detection = isFound ? found : columnsForHeader(file, columns.headerRow)
  if (!isFound && fileShape(file.format, detection) !== chosenShape) return undefined
  const { headerRow } = detection.columns
  const exists = (index: number | null) => index === null || index < detection.all.length
  const { name, price, currency, otherPrice, morePrices } = columns
  if (![name, price, currency, otherPrice, ...morePrices].every(exists)) return undefined
  if (price === null || headerRow === null) return undefined
  const sample = new ColumnSample(tableForHeader(file, headerRow), price, headerRow + 1)
  return sample.prices === 0 ? undefined : { columns: { ...columns, headerRow }, detection }
}
