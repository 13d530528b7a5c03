import type { PriceProblem, RowsReading } from '../types.ts'

/** The rows without a price for one reason. */
export type ProblemSummary = {
  readonly problem: PriceProblem
  /** Index of the price column, 0-based. */
  readonly nth: number
  readonly count: number
  /** Lines of the first of them, 1-based. */
  readonly lines: readonly number[]
  /** The text of the first cell; '' for blank ones. */
  readonly example: string
}

const LINES_SHOWN = 3

/** Why rows have no valid price, the most frequent reason first. */
export function summarizeProblems({ rows, lines, nth, problems, unlisted }: RowsReading): ProblemSummary[] {
  const found = new Map<string, ProblemSummary & { count: number; lines: number[] }>()
  for (const [i, problem] of problems) {
    const own = nth[i]!
    const key = `${own} ${problem}`
    let summary = found.get(key)
    if (summary === undefined) {
      summary = {
        problem,
        nth: own,
        count: unlisted?.problems[own]?.get(problem) ?? 0,
        lines: [],
        example: cellText(rows[i]!.price),
      }
      found.set(key, summary)
    }
    summary.count++
    if (isFirstOther(summary, rows[i]!.price))
      found.set(key, (summary = { ...summary, example: cellText(rows[i]!.price) }))
    if (summary.lines.length < LINES_SHOWN) summary.lines.push(lines[i]!)
  }
  return [...found.values()].sort((one, other) => other.count - one.count)
}

/** Whether a text contradicts that a column is in stotinki, and the whole amount that is the example does not. */
const isFirstOther = ({ problem, example }: ProblemSummary, price: string): boolean =>
  problem === 'not-hundredths' && /^\d*$/.test(example) && !/^\d*$/.test(cellText(price))

/** Removes the mark of a text that would pass as a price. */
const cellText = (price: string): string => price.replace(/ \?$/, '')

const PERCENT = /^[\d.,\s+-]+(?:%|на сто|процента?)$/i
const DATE =
  /^(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([./-])\d{1,2}\2\d{1,2})(?: ?г\.?|[T ]\d{1,2}:\d\d.*)?$/i

/** A more specific problem for a text that is not a price. */
export function finerProblem(text: string, problem: PriceProblem): PriceProblem {
  if (problem !== 'not-a-price' && problem !== 'range') return problem
  const trimmed = text.trim()
  if (DATE.test(trimmed)) return 'date'
  return PERCENT.test(trimmed) ? 'percent' : problem
}
