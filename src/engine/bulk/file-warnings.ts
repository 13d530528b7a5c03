import { type Columns, type Detection, type RowsReading, priceColumnsOf } from '#pricelist/types.ts'
import type { OpenedFile } from '#formats/format.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { priceListWarnings } from '#pricelist/warnings.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { summarizeProblems } from '#pricelist/rows/price-problems.ts'
import { suggestColumns } from '#pricelist/columns/shop-exports.ts'
import type { FileFacts, RowChoices } from '#reports/types.ts'
import type { FileWarnings, FileKnown, Rival, RowsFacts } from '../types.ts'

/**
 * The columns that contain prices and are not converted: further price columns, and, if the person chose a price column,
 * the detected column and its candidates. The price columns of further tables are converted, so they are excluded.
 */
export function rivalsOf(
  { columns: found, question, candidates, rivals, tables, all }: Detection,
  chosen: Columns,
): Rival[] {
  const taken = [...priceColumnsOf(chosen), chosen.otherPrice, ...tables.map(({ price }) => price)]
  // Where no title names a price, what was found is a guess.
  const ofFound = question === 'no-price-title' ? [] : [found.price, found.otherPrice, ...candidates]
  const named = rivals.map(({ index }) => index)
  const others = [...new Set(ofFound)].flatMap((index) => {
    const column = index === null || named.includes(index) ? undefined : all[index]
    if (!column?.isPriced) return []
    const { title } = column
    return [{ index: column.index, title, kind: meaningOfHeader(title).kind ?? null }]
  })
  return [...others, ...rivals].filter(({ index }) => !taken.includes(index))
}

export function fileWarnings(
  opened: OpenedFile,
  { name, detection }: FileFacts,
  choices: RowChoices,
  reading: RowsReading,
  known: FileKnown,
): FileWarnings {
  const table = tableForHeader(opened, choices.columns.headerRow)
  const { sheet } = opened
  return {
    hash: known.hash,
    isRemembered: known.isRemembered,
    doubts: priceListWarnings(
      { table, ...(sheet !== undefined && { sheet }) },
      name,
      detection,
      choices,
      reading,
    ),
    shop: suggestColumns(table, detection, choices.columns, totalsIn(reading)) ?? null,
    rivals: rivalsOf(detection, choices.columns),
    ...(reading.counts.validRows === 0 && { problems: summarizeProblems(reading) }),
  }
}

/** The rows of the table that are left out as totals. */
const totalsIn = ({ omitted, lines }: RowsReading): Set<number> =>
  new Set([...omitted].flatMap(([i, reason]) => (reason === 'total' ? [lines[i]! - 1] : [])))

/** What is known of the file under other choices: the remembered ones are given up by choosing others. */
export const knownOf = ({ guards, choices }: RowsFacts, next: RowChoices): FileKnown => ({
  hash: guards?.hash ?? null,
  isRemembered:
    guards?.isRemembered === true &&
    next.defaultCurrency === choices?.defaultCurrency &&
    JSON.stringify(next.columns) === JSON.stringify(choices.columns),
})
