import type { Table, TableRow } from './catalogue.ts'
import { cellAt, isBlankCell, textOf } from './cells.ts'
import { LETTERS } from './letter.ts'
import { currencyOfWord } from './price-words.ts'
import { parsePriceText } from './price-text.ts'

/** Rows looked at to judge a column, spread over the file. */
const SAMPLE_ROWS = 2000

const TWO_LETTERS = new RegExp(`[${LETTERS}]{2}`, 'u')

/** What the cells of one column are, from a sample of the rows. */
export type ColumnSample = {
  readonly filled: number
  /** Cells that read as a price, and those of them with decimals. */
  readonly prices: number
  readonly decimals: number
  /** Cells that name one of the two currencies and nothing else. */
  readonly currencies: number
  /** Whole numbers of seven and more digits, as codes are. */
  readonly codes: number
  /** Cells with letters in them. */
  readonly words: number
  readonly isCounter: boolean
  readonly distinctText: number
}

/** Looks at the cells of column `index` from row `from` on. */
export function sampleColumn(table: Table, index: number, from: number): ColumnSample {
  const cells = sampledRows(table, from)
    .map((r) => cellAt(table, r, index))
    .filter((cell) => !isBlankCell(cell))
  const texts = cells.map((cell) => textOf(cell).trim())
  const distinct = counted(texts)
  const plain = counted(
    cells.filter((cell) => typeof cell === 'string' || cell!.kind !== 'other').map((cell) => textOf(cell)),
  )
  return {
    filled: cells.length,
    prices: countOf(plain, (text) => parsePriceText(text).kind === 'price'),
    decimals: countOf(plain, (text) => /\d[.,]\d{1,2}(?!\d)/.test(text.slice(0, 40))),
    currencies: countOf(distinct, (text) => currencyOfWord(text) !== undefined),
    codes: countOf(distinct, (text) => /^\d{7,}$/.test(text)),
    words: countOf(distinct, (text) => TWO_LETTERS.test(text.slice(0, 80))),
    isCounter:
      texts.length > 1 && texts.every((text, i) => i === 0 || Number(text) === Number(texts[i - 1]) + 1),
    distinctText: [...distinct.keys()].reduce((sum, text) => sum + Math.min(text.length, 60), 0),
  }
}

/** Units, categories and stocks repeat: each text is looked at once. */
function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function countOf(texts: ReadonlyMap<string, number>, test: (text: string) => boolean): number {
  let count = 0
  for (const [text, times] of texts) if (test(text)) count += times
  return count
}

/** Whether a cell reads as a price by itself. */
export const isPriceCell = (cell: TableRow[number]): boolean =>
  (typeof cell === 'string' || cell?.kind !== 'other') && parsePriceText(textOf(cell)).kind === 'price'

/** The first half as it stands, so that a counter is seen; the rest spread. */
function sampledRows(table: Table, from: number): number[] {
  const count = Math.max(0, table.length - from)
  const head = Math.min(count, SAMPLE_ROWS / 2)
  const step = Math.max(1, (count - head) / (SAMPLE_ROWS - head))
  return Array.from({ length: Math.min(count, SAMPLE_ROWS) }, (_, i) =>
    i < head ? from + i : from + head + Math.floor((i - head) * step),
  )
}
