import { type TableRow, cellText } from '#table/table.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { OTHER_MONEY, RANKS } from '#pricelist/headers/header-words.ts'

/**
 * The column of a title like `Цена, лв.` that the comma cut in two and that is read as one: no other title begins with a
 * space, or a row below has a column less than the header.
 */
export function splitTitleColumn(header: TableRow, hasShorterRow: () => boolean): number | undefined {
  const split = splitTitle(header)
  if (split === undefined) return undefined
  const areSpaced = header.some((title, c) => c > 0 && c !== split + 1 && /^\s/.test(cellText(title)))
  return areSpaced && !hasShorterRow() ? undefined : split
}

/** Where a title like `Цена, лв.` was cut in two, the column of its first half. */
export function splitTitle(header: TableRow): number | undefined {
  const at = header.findIndex((cell, c) => {
    const next = meaningOfHeader(cellText(header[c + 1]))
    const own = meaningOfHeader(cellText(cell))
    const isMarked = /^\s/.test(cellText(header[c + 1])) && own.price > 0 && own.currency === undefined
    return isMarked && (next.price === RANKS.bareCurrency || isMoneyNotConverted(header[c + 1]))
  })
  return at === -1 ? undefined : at
}

/** Of a title that names its own price no half is missing ('Цена USD'). */
export const isMoneyNotConverted = (title: TableRow[number]): boolean =>
  OTHER_MONEY.test(cellText(title).toLowerCase()) && meaningOfHeader(cellText(title)).isOtherMoney !== true
