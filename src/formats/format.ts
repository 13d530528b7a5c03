import type { Format } from '#pricelist/types.ts'
import type { Placement } from '#writeback/plan.ts'

/** The format in which a file comes back: its own, but for workbooks of binary formats, which cannot be edited in place. */
export const returnedFormat = (format: Format): Format =>
  format === 'xls' || format === 'xlsb' ? 'xlsx' : format

/** Where new prices stand unless somebody says otherwise: beside the price, and in a workbook where nothing has to move. */
export const usualPlacement = (format: Format): Placement =>
  format === 'csv' || format === 'json' ? 'after' : 'end'
