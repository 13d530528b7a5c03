import type { PriceProblem } from '#pricelist/price-list.ts'
import type { ProblemSummary } from '#pricelist/rows/price-problems.ts'

type Text = { readonly one: string; readonly many: string; readonly advice: string }

const OTHER_COLUMN = 'Name the column with the prices with --price.'
const CORRECT = 'Correct the file, or name another column with --price.'

/** What is said of one cell and of several, and what to do. */
const TEXTS = {
  'no-price': { one: 'is empty', many: 'are empty', advice: OTHER_COLUMN },
  'not-a-price': { one: 'is not a price', many: 'are not prices', advice: CORRECT },
  'not-positive': { one: 'is 0', many: 'are 0', advice: OTHER_COLUMN },
  'too-large': {
    one: 'is above 9,999,999.99',
    many: 'are above 9,999,999.99',
    advice: OTHER_COLUMN,
  },
  'unknown-currency': {
    one: 'is in an unknown currency',
    many: 'are in an unknown currency',
    advice: 'Write BGN or EUR.',
  },
  negative: { one: 'is negative', many: 'are negative', advice: CORRECT },
  range: { one: 'is a range', many: 'are ranges', advice: 'Write one price in each cell.' },
  'other-currency': {
    one: 'is in another currency',
    many: 'are in another currency',
    advice: 'Convert them to lev or euro first, or name another column with --price.',
  },
  'two-prices': {
    one: 'has two prices that disagree',
    many: 'have two prices that disagree',
    advice: 'Write one price in each cell.',
  },
  'no-number': { one: 'has no number', many: 'have no number', advice: OTHER_COLUMN },
  date: { one: 'is a date', many: 'are dates', advice: OTHER_COLUMN },
  percent: { one: 'is a percentage', many: 'are percentages', advice: OTHER_COLUMN },
  ambiguous: {
    one: 'can be read in two ways',
    many: 'can be read in two ways',
    advice: 'Say --ambiguous decimal or --ambiguous thousands.',
  },
  'cell-error': {
    one: 'is an error value',
    many: 'are error values',
    advice: 'Correct the formulas, or name another column with --price.',
  },
  'out-of-place': {
    one: 'is not under its title',
    many: 'are not under their title',
    advice:
      'Put values that have the delimiter or a decimal comma in them in quotes, give every column a title, or save the file as XLSX.',
  },
} satisfies Record<PriceProblem, Text>

/** Reasons that are told. */
const REASONS_TOLD = 4

/**
 * Why no row has a valid price, with the first rows of each reason, and what to do about the most frequent.
 * @param titleOf the title of a price column, from 0
 */
export function noValidPrice(problems: readonly ProblemSummary[], titleOf: (nth: number) => string): string {
  const [first] = problems
  if (first === undefined)
    return `The file has no row with a valid price: its cells are empty. ${OTHER_COLUMN}`
  const told = problems.slice(0, REASONS_TOLD).map((one) => reasonText(one, titleOf(one.nth)))
  return `The file has no row with a valid price: ${told.join('; ')}. ${TEXTS[first.problem].advice}`
}

/** How many cells are no prices for which reason, with an example of each. */
export const reasonsOf = (problems: readonly ProblemSummary[]): string =>
  problems
    .slice(0, REASONS_TOLD)
    .map(({ problem, count, example }) => {
      const { one, many } = TEXTS[problem]
      return `${count} ${count === 1 ? one : many}${example === '' ? '' : ` ('${example}')`}`
    })
    .join(', ')

function reasonText({ problem, count, lines, example }: ProblemSummary, title: string): string {
  const { one, many } = TEXTS[problem]
  const cells = count === 1 ? `1 cell of ${title} ${one}` : `${count} cells of ${title} ${many}`
  const shown = example === '' ? '' : ` ('${example}')`
  const rows = `${count > lines.length ? 'first in' : 'in'} ${lines.length === 1 ? 'row' : 'rows'} ${lines.join(', ')}`
  return `${cells}${shown}, ${rows}`
}
