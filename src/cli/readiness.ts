import type { CatalogueReading } from './catalogue-reading.ts'
import { listColumns } from './column-choice.ts'
import { Failure } from './failure.ts'
import { openQuestion } from './questions.ts'

/** Refuses what a person must decide first: a guess of columns, a price that could be a thousand times another. */
export function requireReady(reading: CatalogueReading): void {
  const question = openQuestion(reading)
  if (question !== undefined) throw new Failure(question)
  if (!reading.choice.certain || reading.rows.counts.validRows === 0)
    throw new Failure(missingPrices(reading))
}

/** Why there is nothing to convert. */
export function missingPrices({ choice, detection, rows }: CatalogueReading): string {
  if (choice.certain) {
    return rows.counts.totalRows === 0
      ? 'The file has no rows below its header.'
      : 'The file has no row with a valid price.'
  }
  const { price } = detection.columns
  const guess = price === null ? '' : ` (${columnOf(detection.all[price]?.title ?? '')}looks most like it)`
  return `No header names a price${guess}: say which column it is with --price, of ${listColumns(detection)}.`
}

const columnOf = (title: string): string => (title === '' ? 'one column ' : `'${title}' `)
