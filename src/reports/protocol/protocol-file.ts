import type { PriceProblem } from '#pricelist/price-list.ts'
import { tableUnder } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from '#pricelist/rows/rows.ts'
import type { Row } from '#pricelist/row.ts'
import { perLineOf } from '#engine/bulk/choices.ts'
import { rowId } from '#pricelist/row-id.ts'
import type { SavedSource } from '#engine/storage/bulk-store.ts'

/** A row as the file itself has it, with its number there; `problem` when it gives no price. */
type FileRow = {
  readonly line: number
  /** Which of the price columns it is from. */
  readonly nth: number
  readonly row: Row
  readonly problem: PriceProblem | undefined
}

/** What the file says, beside what was made of it. */
export type FileRows = {
  /** By the ids that rows are known by. */
  readonly byId: ReadonlyMap<number, FileRow>
  /** The id of each row of the results. */
  readonly ids: readonly number[]
}

/** Reads the file again as the person had it read; undefined when it cannot be. */
export async function fileRowsOf(
  { name: fileName, bytes, choices, rowChoices, ids }: SavedSource,
  onProgress: (done: number) => void,
): Promise<FileRows | undefined> {
  const opened = await openFile(bytes, { fileName, ...choices, onProgress })
  if (!opened.ok) return undefined
  const reading = readRows(tableUnder(opened.file, rowChoices.columns.headerRow), rowChoices)
  const perLine = perLineOf(rowChoices)
  const byId = new Map<number, FileRow>()
  for (const [i, row] of reading.rows.entries()) {
    const origin = { line: reading.lines[i] ?? 0, nth: reading.nth[i] ?? 0 }
    byId.set(rowId(origin, perLine), { ...origin, row, problem: reading.problems.get(i) })
  }
  return { byId, ids }
}
