import { type TableRow, cellText } from '#table/table.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { OTHER_MONEY, RANKS } from '#pricelist/headers/header-words.ts'

/**
 * The column of a title like `Цена, лв.` that its comma split in two and that is read as one: no other title begins with a
 * space, or a row below has fewer fields than the header. Undefined where there is none.
 */
export function splitTitleColumn(header: TableRow, hasShorterRow: () => boolean): number | undefined {
  const split = findSplitTitle(header)
  if (split === undefined) return undefined
  const areSpaced = header.some((title, c) => c > 0 && c !== split + 1 && /^\s/.test(cellText(title)))
  return areSpaced && !hasShorterRow() ? undefined : split
}

/** The column of the first half of a title like `Цена, лв.` that its comma split. */
export function findSplitTitle(header: TableRow): number | undefined {
  const at = header.findIndex((cell, c) => {
    const next = meaningOfHeader(cellText(header[c + 1]))
    const own = meaningOfHeader(cellText(cell))
    const isMarked = /^\s/.test(cellText(header[c + 1])) && own.price > 0 && own.currency === undefined
    return isMarked && (next.price === RANKS.bareCurrency || namesOtherMoney(header[c + 1]))
  })
  return at === -1 ? undefined : at
}

/** Whether a title names another currency alone ('USD'), so that it can be half of a title; 'Цена USD' is complete. */
export const namesOtherMoney = (title: TableRow[number]): boolean =>
  OTHER_MONEY.test(cellText(title).toLowerCase()) && meaningOfHeader(cellText(title)).isOtherMoney !== true
