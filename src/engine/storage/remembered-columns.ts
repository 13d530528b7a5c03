import type { Currency } from '#money/currency.ts'
import type { Columns, Detection } from '#pricelist/types.ts'
import type { FormatId, OpenedFile } from '#formats/format.ts'
import { ColumnSample } from '#pricelist/columns/column-sample.ts'
import { crc32 } from '#formats/bytes/bytes.ts'
import { columnsForHeader, tableForHeader } from '#formats/header-choice.ts'

/** The columns that a person chose for files of one shape. */
export type RememberedColumns = {
  /** Of the file as it is detected: by it the next one is known. */
  readonly shape: string
  /** Of the file under the header that the columns are of, which can be another one than is found. */
  readonly chosenShape: string
  readonly foundHeader: number | null
  readonly columns: Columns
  readonly defaultCurrency: Currency
}

/** What tells files of one kind: the format and the titles in their order; nothing where there are no titles. */
export function shapeOf(format: FormatId, { columns, all }: Detection): string | undefined {
  if (columns.headerRow === null) return undefined
  const titles = all.map(({ title }) => title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase())
  const bytes = new TextEncoder().encode(titles.join('\n'))
  return [format, titles.length, bytes.length, crc32(bytes).toString(16)].join(' ')
}

/** What is worth remembering of a person's choice: nothing when it is what is detected anyway. */
export function columnsToRemember(
  format: FormatId,
  found: Detection,
  chosen: Detection,
  columns: Columns,
  defaultCurrency: Currency,
): RememberedColumns | undefined {
  const shape = shapeOf(format, found)
  const chosenShape = shapeOf(format, chosen)
  if (shape === undefined || chosenShape === undefined) return undefined
  const isDetected = found.certain && defaultCurrency === 'BGN' && isSame(columns, found.columns)
  return isDetected
    ? undefined
    : { shape, chosenShape, foundHeader: found.columns.headerRow, columns, defaultCurrency }
}

const isSame = (one: Columns, other: Columns): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Columns)[]).every(
    (key) => JSON.stringify(one[key]) === JSON.stringify(other[key]),
  )

/**
 * The remembered columns in a file of the same shape, with all that is known of it under their header; undefined where
 * they are not there any more, or the price column has no prices.
 */
export function recallColumns(
  file: OpenedFile,
  found: Detection,
  remembered: RememberedColumns,
): { columns: Columns; detection: Detection } | undefined {
  const { columns, foundHeader, shape, chosenShape } = remembered
  if (shapeOf(file.format, found) !== shape) return undefined
  const isFound = columns.headerRow === foundHeader
  const detection = isFound ? found : columnsForHeader(file, columns.headerRow)
  if (!isFound && shapeOf(file.format, detection) !== chosenShape) return undefined
  const { headerRow } = detection.columns
  const isThere = (index: number | null) => index === null || index < detection.all.length
  const { name, price, currency, otherPrice, morePrices } = columns
  if (![name, price, currency, otherPrice, ...morePrices].every(isThere)) return undefined
  if (price === null || headerRow === null) return undefined
  const sample = new ColumnSample(tableForHeader(file, headerRow), price, headerRow + 1)
  return sample.prices === 0 ? undefined : { columns: { ...columns, headerRow }, detection }
}
