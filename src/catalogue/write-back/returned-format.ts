import type { Format } from '../catalogue.ts'

/** The format in which a file comes back: its own, but for workbooks of binary formats, which cannot be edited in place. */
export const returnedFormat = (format: Format): Format =>
  format === 'xls' || format === 'xlsb' ? 'xlsx' : format
