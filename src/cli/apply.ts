import { extname } from 'node:path'
import { tableUnder } from '#catalogue/named-header.ts'
import type { WriteBackNote } from '#catalogue/write-back/order.ts'
import { orderOfReading } from '#catalogue/write-back/order-of-rows.ts'
import { priceColumnsOf } from '#catalogue/price-columns.ts'
import { placementFor } from '#catalogue/write-back/placement.ts'
import { returnedFormat, usualPlacement } from '#catalogue/write-back/returned-format.ts'
import { writeBack } from '#catalogue/write-back/write-back.ts'
import { type CatalogueReading, readCatalogue } from './catalogue-reading.ts'
import { columnLetters } from './column-choice.ts'
import { type Request, WrongUsage } from './command-line.ts'
import { noteReading } from './convert.ts'
import { write } from './output.ts'
import { clearProgress, showProgress } from './progress.ts'
import { requireReady } from './readiness.ts'

/** Gives the user's own file back with the converted prices in it, and everything else as it was (CONV-08). */
export async function apply(request: Request): Promise<void> {
  if (request.out === undefined) throw new WrongUsage('apply needs --out OUT: the file to be written.')
  const reading = await readCatalogue(request, { allKeys: true, names: false })
  requireReady(reading)
  const { bytes, file, choice } = reading
  const table = tableUnder(file, choice.columns.headerRow)
  const source = { columns: choice.columns, reading: reading.rows, table }
  const place = placementFor(request.place ?? usualPlacement(file.format), { ...source, file })
  const order = orderOfReading(source, place.placement)
  const written = await writeBack(bytes, file, order, showProgress)
  clearProgress()
  noteReading(request, reading)
  for (const note of [...notesOf(reading), ...leftOut(reading)]) process.stderr.write(`Note: ${note}\n`)
  const format = returnedFormat(file.format)
  const extension = extname(request.out).slice(1).toLowerCase()
  if (request.out !== '-' && extension !== format)
    process.stderr.write(
      `Note: the file that was written is ${format}, and its name should end in .${format}.\n`,
    )
  for (const note of [...place.notes, ...written.notes]) process.stderr.write(`Note: ${NOTES[note]}\n`)
  await write(request.out, written.parts, request.file)
}

const NOTES = {
  'not-kept':
    'a workbook of this format comes back as .xlsx; values, formulas, number formats and widths are kept, but no look (fonts, colours, borders), pictures, charts, macros, comments, links, frozen panes, data validation, conditional formatting, print setup or protection.',
  'placed-at-end':
    'there is no room beside the price without shifting what refers to it; the new column is the last.',
  'formulas-kept':
    'formulas work out the prices, so they were not replaced; the new prices have a column of their own.',
  'currency-shared':
    'other prices share the column of currencies, so nothing was replaced and the new prices stand at the end; name every price column with --price.',
  'rows-cut':
    'not all rows were read, so nothing was replaced and the new prices stand at the end; see --limit.',
  'unread-kept': 'among the replaced prices some are still in the old currency.',
  'title-kept':
    'the title of the prices belongs to a table or is a formula, and still names the old currency.',
} satisfies Record<WriteBackNote, string>

/** What was only assumed, and what could not be read. */
function notesOf({ assumptions, rows: { lines, problems } }: CatalogueReading): string[] {
  const assumed = assumptions.flatMap((one) =>
    one.what === 'currency'
      ? [
          `nothing says which currency ${countOf(one.rows, 'price is', 'prices are')} in; ${one.currency} was taken (--from).`,
        ]
      : [],
  )
  const unread = [...problems].flatMap(([i, problem]) => (problem === 'no-price' ? [] : [lines[i] ?? 0]))
  if (unread.length === 0) return assumed
  const first = unread.slice(0, SHOWN_ROWS).join(', ')
  const more = unread.length > SHOWN_ROWS ? ', …' : ''
  const about = countOf(unread.length, 'price that cannot be read is', 'prices that cannot be read are')
  return [...assumed, `${about} left as written (${unread.length === 1 ? 'row' : 'rows'} ${first}${more}).`]
}

/** Other columns that seem to hold prices: nobody should find out in the shop that they were left. */
function leftOut({ choice: { columns }, detection }: CatalogueReading): string[] {
  const taken = [...priceColumnsOf(columns), columns.otherPrice]
  const others = detection.all.filter(({ index, isPriced }) => isPriced && !taken.includes(index))
  if (others.length === 0) return []
  const titles = others.map(({ index, title }) => `'${title || columnLetters(index)}'`).join(', ')
  return [`not converted, though prices seem to stand there too: ${titles}; name each with --price.`]
}

const SHOWN_ROWS = 5

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
