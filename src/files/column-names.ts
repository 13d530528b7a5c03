import { columnIndex, columnName } from '#table/column-name.ts'

/** The length of the longest title that is given as a name. */
const MAX_NAME = 200
/** A title of several lines can hardly be typed, and breaks the sentence that it is in. */
const LINE_END = /[\r\n]/
const MAX_DIGITS = 5

/** Whether a column with the title is what the user names so, in any letter case. */
export const isTitled = (title: string | undefined, name: string): boolean =>
  title?.trim().toLowerCase() === name.trim().toLowerCase()

/** The index of the column among `count` that has the letters (B, AA) or the number; undefined for any other name. */
export function positionOf(name: string, count: number): number | undefined {
  const letters = name.trim().toUpperCase()
  const index =
    /^\d+$/.test(letters) && letters.length <= MAX_DIGITS ? Number(letters) - 1 : columnIndex(letters)
  return index >= 0 && index < count ? index : undefined
}

/**
 * What names the column and no other: its title, else its letters, else its number, which may begin with zeros.
 * @param titles of all columns, '' where there is none
 */
export function uniqueName(titles: readonly string[], index: number): string {
  const title = titles[index]?.trim() ?? ''
  const number = String(index + 1)
  const numbers = Array.from({ length: MAX_DIGITS }, (_, zeros) => number.padStart(zeros + 1, '0'))
  const isUnique = (name: string) =>
    [undefined, index].includes(positionOf(name, titles.length)) &&
    titles.every((one, column) => column === index || !isTitled(one, name))
  const names = [
    ...(title === '' || title.length > MAX_NAME || LINE_END.test(title) ? [] : [title]),
    columnName(index),
    ...numbers,
  ]
  return names.find(isUnique) ?? number
}
