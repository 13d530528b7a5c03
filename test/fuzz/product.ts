import type { TableRow } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import type { Currency } from '#money/currency.ts'

export type ReadRow = { line: number; name: string; price: string; currency: Currency }

/** What the command line does with a file for which nothing is chosen by hand. */
export type Answer =
  | { readonly kind: 'refused'; readonly error: string }
  /** Nothing is converted before the user answers. */
  | { readonly kind: 'asked'; readonly what: string; readonly about: string }
  | {
      readonly kind: 'read'
      readonly rows: readonly ReadRow[]
      /** Lines that are reported instead of converted: invalid rows, totals, doubtful rows. */
      readonly leftOut: readonly number[]
      /** A second table next to the first is reported as not read. */
      readonly saysOtherTable: boolean
      /** The user is told how many rows have doubtful bytes, and which (READ-08). */
      readonly saysDoubtfulRows: boolean
      /** The title of the column that was taken. */
      readonly taken: string
    }

type File = { readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** Opens and reads a file as `levro convert` does: the one place that knows how the product says and asks. */
export async function askProduct({ fileName, bytes }: File): Promise<Answer> {
  const opened = await openFile(bytes, { fileName })
  if (!opened.ok) return { kind: 'refused', error: JSON.stringify(opened.error) }
  const { table } = opened.file
  const detection = detectColumns(table)
  const { columns } = detection
  const taken = columns.price === null ? '' : titleOf(table.at(columns.headerRow ?? 0), columns.price)
  if (!detection.certain)
    return { kind: 'asked', what: detection.question ?? '', about: `suggested: '${taken}'` }
  const reading = readPriceList(opened.file, fileName, { columns })
  const question = reading.assumptions.find((one) => 'asked' in one && one.asked)
  if (question !== undefined) return { kind: 'asked', what: question.what, about: JSON.stringify(question) }
  if (reading.counts.validRows === 0) return { kind: 'refused', error: 'no row with a valid price' }
  const rows = reading.rows.flatMap((row, i) =>
    reading.problems.has(i) || reading.omitted.has(i) || row.price === ''
      ? []
      : [{ line: reading.lines[i]!, ...row }],
  )
  return {
    kind: 'read',
    rows,
    leftOut: [...reading.problems.keys(), ...reading.omitted.keys()].map((i) => reading.lines[i]!),
    saysOtherTable: detection.rivals.some(({ kind }) => kind === 'selling'),
    saysDoubtfulRows: false,
    taken,
  }
}

function titleOf(row: TableRow | undefined, column: number): string {
  const cell = row?.[column]
  return typeof cell === 'string' ? cell : (cell?.text ?? '')
}
