import { type QuestionOfRows, openQuestions } from '#files/preflight.ts'
import type { PriceListReading } from '#files/read-list.ts'
import { CURRENCY_CODES, otherCurrency } from '#money/currency.ts'
import type { ColumnQuestion, CurrencyConflict, CurrencyStatement } from '#pricelist/types.ts'
import { describeColumn } from './columns.ts'
import { rowList } from './error.ts'

/**
 * The open questions, as one sentence each with the option that answers it; undefined when there is none, or where nothing
 * that is found may be a price.
 */
export function questionsText(reading: PriceListReading): string | undefined {
  const texts = openQuestions(reading).flatMap((question) => questionText(reading, question) ?? [])
  return texts.length === 0 ? undefined : texts.join(' ')
}

function questionText({ detection }: PriceListReading, question: QuestionOfRows): string | undefined {
  switch (question.what) {
    case 'columns':
      return columnQuestion(question, (index) => describeColumn(detection, index))
    case 'unit':
      return (
        `By '${question.text}' the prices, or some of them, may be in stotinki or cents. If all are in whole lev or euro, ` +
        `name their column with --price, and say which with ${FROM}; if not, write them so first.`
      )
    case 'ambiguous-prices':
      return ambiguousQuestion(question.example)
    case 'currency-conflict':
      return currencyQuestion(question)
    case 'totals':
    default: {
      const { count, lines, example } = question
      return (
        `${count === 1 ? 'A row' : `${count} rows`} may be a total (${rowList(lines, count)}: '${example}'): ` +
        'say --totals omit to leave them out, or --totals keep to convert them.'
      )
    }
  }
}

export const ambiguousQuestion = (example: string): string =>
  `'${example}' can be read with decimals or with thousands, and the file does not tell: ` +
  'say which with --ambiguous decimal or --ambiguous thousands.'

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

function columnQuestion(
  { question, candidates, otherMoney }: Extract<QuestionOfRows, { what: 'columns' }>,
  describe: (index: number) => string,
): string | undefined {
  const named = candidates.map(describe).join(', ')
  const isByTitle = otherMoney === undefined || otherMoney.isTitle
  const source = isByTitle ? 'the title' : `'${otherMoney.text}'`
  if (question === 'hundredths')
    return `By ${source} the prices of ${named} are in stotinki or cents. If they are, name the column with --price: each of ${isByTitle ? 'its' : 'those'} amounts is then divided by 100.`
  if (otherMoney !== undefined)
    return `The text '${otherMoney.text}' names money or units that are not converted: if a column is in lev or euro all the same, say which with --price.`
  const sentence = question === null ? undefined : COLUMN_QUESTIONS[question]
  if (sentence === undefined) return undefined
  return `${sentence}: ${named}. Say which column is the price with --price.`
}
