import type { Assumption, ColumnQuestion, CurrencyConflict, CurrencyStatement } from '#pricelist/types.ts'
import { cellAt, cellText } from '#table/table.ts'
import { CURRENCY_CODES, otherCurrency } from '#money/currency.ts'
import type { PriceListReading } from './read-file.ts'
import { describeColumn } from './columns.ts'
import { rowList } from './error.ts'

/** The open questions, as one sentence each with the option that answers it; undefined when there is none. */
export function openQuestions(reading: PriceListReading): string | undefined {
  const { choice, assumptions } = reading
  if (!choice.certain) return columnQuestion(reading)
  const questions = assumptions.flatMap((one) => {
    if (!('asked' in one) || !one.asked) return []
    switch (one.what) {
      case 'ambiguous-prices':
        return [ambiguousQuestion(one.example)]
      case 'currency-conflict':
        return [currencyQuestion(one)]
      case 'totals':
      default: {
        const rows = rowList(one.lines, one.count)
        return [
          `${one.count === 1 ? 'A row' : `${one.count} rows`} may be a total (${rows}: '${totalExample(reading, one)}'): ` +
            'say --totals omit to leave them out, or --totals keep to convert them.',
        ]
      }
    }
  })
  return questions.length === 0 ? undefined : questions.join(' ')
}

export const ambiguousQuestion = (example: string): string =>
  `'${example}' can be read with decimals or with thousands, and the file does not tell: ` +
  'say which with --ambiguous decimal or --ambiguous thousands.'

/** The example with its name, also where the names were not read. */
function totalExample({ rows, choice }: PriceListReading, { example, lines }: Totals): string {
  const { name } = choice.columns
  const [line = 0] = lines
  const text = name === null ? '' : cellText(cellAt(rows.table, line - 1, name)).trim()
  return example.includes(' · ') || text === '' ? example : `${text} · ${example}`
}

type Totals = Extract<Assumption, { what: 'totals' }>

const FROM = CURRENCY_CODES.map((currency) => `--from ${currency}`).join(' or ')

export function currencyQuestion(conflict: CurrencyConflict): string {
  const { taken, by, stated } = conflict
  const other = otherCurrency(taken)
  const place = placeOf(stated)
  if (stated.where === 'between') return partQuestion(conflict)
  if (by === undefined)
    return `Nothing says which currency the prices are in, and ${place} names ${stated.currency}: say which with ${FROM}.`
  if (by !== 'formats' && by.text === stated.text)
    return `${place[0]!.toUpperCase()}${place.slice(1)} names both currencies, and nothing says which the prices are in: say which with ${FROM}.`
  return (
    `The prices are in ${taken} by ${by === 'formats' ? 'their number formats' : placeOf(by)}, and in ${other} by ` +
    `${place}: say which with --from ${taken}, or with --all-in ${other}.`
  )
}

/** A statement between the products may apply only to those below it, so that one currency for all may be wrong. */
function partQuestion({ taken, by, stated }: CurrencyConflict): string {
  const isStated = by !== undefined
  const said = by === 'formats' ? 'their number formats' : by && placeOf(by)
  const first = isStated
    ? `The prices are in ${taken} by ${said}`
    : 'Nothing says which currency the prices are in'
  const answer = isStated
    ? `--from ${taken} reads all of them in ${taken}`
    : `--from ${taken} or --from ${stated.currency} reads all of them in that one`
  return (
    `${first}, and a part of them may be in ${stated.currency}: ${placeOf(stated)} names it. ${answer}. ` +
    'Where both are in the list, name a column of currencies with --currency, or convert two files.'
  )
}

const placeOf = ({ where, text }: CurrencyStatement): string => `${STATEMENT_LOCATION[where]} '${text}'`

/** The location of a currency statement, as the subject of a sentence. */
export const STATEMENT_LOCATION = {
  title: 'the title',
  cells: 'the text in the table',
  above: 'the text above the table',
  between: 'the text between the products',
  below: 'the text below the table',
  beside: 'a value outside the list',
  sheet: "the sheet's name",
  'file-name': "the file's name",
} satisfies Record<CurrencyStatement['where'], string>

const COLUMN_QUESTIONS = {
  'no-price-title': undefined,
  'equal-prices': 'More than one column may be the price, and their values differ',
  'line-amount': 'Only line amounts (quantity × price) were found, which may not be the prices',
  'unknown-title': 'No title shows which column is the selling price, and another holds amounts too',
  'titles-go-on': 'The titles may go on in another row (see --header)',
  'titles-shifted': 'The titles fit the columns to their right better than those they are above',
  'opposed-title': 'The title of the price says two things that contradict each other',
  'second-best':
    'The selling price column is empty or in a currency that is not converted, and another could take its place',
  'other-money': undefined,
  hundredths: undefined,
  'damaged-header': 'Some of the titles could not be decoded and may be above other columns',
  'rows-above':
    'Above the header there are rows like those of the list, which would be left out (see --header)',
} satisfies Record<ColumnQuestion, string | undefined>

function columnQuestion({ detection, choice }: PriceListReading): string | undefined {
  const { question, candidates, otherMoney } = detection
  if (choice.unsureUnit !== undefined)
    return (
      `By '${choice.unsureUnit}' the prices, or some of them, may be in stotinki or cents. If all are in whole lev or euro, ` +
      `name their column with --price, and say which with ${FROM}; if not, write them so first.`
    )
  const named = candidates.map((index) => describeColumn(detection, index)).join(', ')
  const isByTitle = otherMoney === undefined || detection.all.some(({ title }) => title === otherMoney)
  const source = isByTitle ? 'the title' : `'${otherMoney}'`
  if (question === 'hundredths')
    return `By ${source} the prices of ${named} are in stotinki or cents. If they are, name the column with --price: each of ${isByTitle ? 'its' : 'those'} amounts is then divided by 100.`
  if (otherMoney !== undefined)
    return `The text '${otherMoney}' names money or units that are not converted: if a column is in lev or euro all the same, say which with --price.`
  const sentence = question === null ? undefined : COLUMN_QUESTIONS[question]
  if (sentence === undefined) return undefined
  return `${sentence}: ${named}. Say which column is the price with --price.`
}
