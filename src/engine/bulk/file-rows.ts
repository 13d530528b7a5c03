import type { OpenedFile } from '#formats/format.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { cleanName, fullName } from '#pricelist/product-name.ts'
import type { Row, RowOrigin } from '#pricelist/row.ts'
import { nameColumnOf } from '#pricelist/types.ts'
import type { RowChoices } from '#reports/types.ts'
import { type Table, cellAt, cellText, rowAt } from '#table/table.ts'

/** Characters of a cell that the page gets: enough for any column. */
const SHOWN_CHARACTERS = 300

/** What the opened file has on the lines of its rows. */
export class FileRows {
  readonly #table: Table
  readonly #choices: RowChoices
  /** The name last found, and the lines that it is known to stand for: rows are requested in order. */
  #last: { column: number; from: number; to: number; text: string } | undefined

  constructor(opened: OpenedFile, choices: RowChoices) {
    this.#table = tableForHeader(opened, choices.columns.headerRow)
    this.#choices = choices
  }

  cells({ line }: RowOrigin): readonly string[] {
    const cells = rowAt(this.#table, line - 1) ?? []
    return cells.map((cell) => cellText(cell).slice(0, SHOWN_CHARACTERS))
  }

  /** The whole name in the file of which a row has the first characters; the row's own where the user changed it. */
  fullName({ name }: Row, { line, nth }: RowOrigin): string {
    const column = nameColumnOf(this.#choices.columns, nth)
    if (name === '' || column === null || line > this.#table.length) return name
    const text = this.#textAt(line, column)
    return cleanName(text) === name ? fullName(text) : name
  }

  /** The text of a name cell; of a blank one, that of the nearest cell above (READ-11). */
  #textAt(line: number, column: number): string {
    const last = this.#last?.column === column ? this.#last : undefined
    for (let at = line; at > 0; at--) {
      if (last && at >= last.from && at <= last.to) {
        last.to = Math.max(line, last.to)
        return last.text
      }
      const text = cellText(cellAt(this.#table, at - 1, column))
      if (text === '') continue
      this.#last = { column, from: at, to: line, text }
      return text
    }
    return ''
  }
}
