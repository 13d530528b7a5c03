import { headerTitles } from '#catalogue/header-row.ts'
import { priceColumnsOf } from '#catalogue/price-columns.ts'
import { summarizeProblems } from '#catalogue/price-problems.ts'
import type { CatalogueReading } from './catalogue-reading.ts'
import { columnLetters, listColumns } from './column-choice.ts'
import { Failure } from './failure.ts'
import { openQuestion } from './questions.ts'
import { noValidPrice } from './price-problem-text.ts'

/** Refuses what a person must decide first: a guess of columns, a price that could be a thousand times another. */
export function requireReady(reading: CatalogueReading): void {
  const question = openQuestion(reading)
  if (question !== undefined) throw new Failure(question)
  if (!reading.choice.certain || reading.rows.counts.validRows === 0)
    throw new Failure(missingPrices(reading))
}

/** Why there is nothing to convert. */
export function missingPrices({ file, choice, detection, rows }: CatalogueReading): string {
  const titles = headerTitles(file.table, choice.columns.headerRow)
  const titleOf = (index: number): string =>
    titles[index] ? `'${titles[index]}'` : `column ${columnLetters(index)}`
  if (choice.certain) {
    return rows.counts.totalRows === 0
      ? 'The file has no rows below its header.'
      : noValidPrice(summarizeProblems(rows), (nth) => titleOf(priceColumnsOf(choice.columns)[nth] ?? 0))
  }
  const { price } = detection.columns
  const guess = price === null ? '' : ` (${columnOf(detection.all[price]?.title ?? '')}looks most like it)`
  return `No header names a price${guess}: say which column it is with --price, of ${listColumns(detection)}.`
}

const columnOf = (title: string): string => (title === '' ? 'one column ' : `'${title}' `)
