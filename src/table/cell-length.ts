/** Excel's limit for the text of a cell, in UTF-16 code units. */
export const MAX_CELL_LENGTH = 32_767

/**
 * Text that is too long for a cell, up to that limit, ending in `…`: so the rest is not taken for the whole, such as a price with
 * something behind it. A workbook's cells can all share one text of megabytes.
 */
export const truncateCell = (text: string): string =>
  text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text
