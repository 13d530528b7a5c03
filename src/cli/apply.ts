import { extname } from 'node:path'
import { tableUnder } from '#catalogue/named-header.ts'
import type { WriteBackNote } from '#catalogue/write-back/order.ts'
import { orderOfRows, type PricedRow } from '#catalogue/write-back/order-of-rows.ts'
import { returnedFormat } from '#catalogue/write-back/returned-format.ts'
import { writeBack } from '#catalogue/write-back/write-back.ts'
import { toDecimalText } from '#domain/money.ts'
import { convertRow } from '#domain/row.ts'
import { type CatalogueReading, readCatalogue } from './catalogue-reading.ts'
import { type Request, WrongUsage } from './command-line.ts'
import { noteReading } from './convert.ts'
import { write } from './output.ts'
import { clearProgress, showProgress } from './progress.ts'
import { requireReady } from './readiness.ts'

/** Gives the user's own file back with the converted prices in it, and everything else as it was (CONV-08). */
export async function apply(request: Request): Promise<void> {
  if (request.out === undefined) throw new WrongUsage('apply needs --out OUT: the file to be written.')
  const reading = await readCatalogue(request)
  requireReady(reading)
  const { bytes, file, choice } = reading
  const table = tableUnder(file, choice.columns.headerRow)
  const source = { columns: choice.columns, reading: reading.rows, table }
  const order = orderOfRows(source, pricedRows(reading), request.place ?? 'after')
  const written = await writeBack(bytes, file, order, showProgress)
  clearProgress()
  noteReading(request, reading)
  const format = returnedFormat(file.format)
  const extension = extname(request.out).slice(1).toLowerCase()
  if (request.out !== '-' && extension !== format)
    process.stderr.write(
      `Note: the file that was written is ${format}, and its name should end in .${format}.\n`,
    )
  for (const note of written.notes) process.stderr.write(`Note: ${NOTES[note]}\n`)
  await write(request.out, written.parts, request.file)
}

const NOTES = {
  'not-kept':
    'a workbook of this format comes back as .xlsx; fonts, colours, borders, pictures, charts and macros are not kept.',
  'placed-at-end':
    'there is no room beside the price without shifting what refers to it; the new column is the last.',
  'formulas-kept':
    'formulas work out the prices, so they were not replaced; the new prices have a column of their own.',
} satisfies Record<WriteBackNote, string>

const pricedRows = ({ rows: { rows, lines, nth, problems } }: CatalogueReading): PricedRow[] =>
  rows.map((row, i) => {
    const { money } = problems.has(i) ? { money: null } : convertRow(row)
    return {
      line: lines[i] ?? 0,
      nth: nth[i] ?? 0,
      name: row.name,
      price: row.price,
      currency: row.currency,
      bgn: money && toDecimalText(money.bgn),
      eur: money && toDecimalText(money.eur),
    }
  })
