import { useCallback, useState } from 'react'
import { type PreviewRow, type RowsSummary, countOmitted } from '#engine/types.ts'
import { NATIONAL } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { findAssumedCurrency, isAssumedCurrency, likelyCurrency, severeWarnings } from './notices/content.ts'
import { findOpenQuestions } from './notices/questions.tsx'
import { shortWarning } from './notices/warnings.tsx'
import { type PriceAnswerSets, assumedText, countAssumed } from './sheet/ambiguous-prices.ts'

/** The open questions, assumptions and severe warnings of a review; none while its rows are converted. */
export function useReviewQuestions(rows: RowsSummary, answers: PriceAnswerSets, isConverting: boolean) {
  const lang = useLang()
  const { asked, setAsked } = useAskedRows(rows, answers)
  const open = findOpenQuestions(rows)
  const [question] = open
  const unnamed = isConverting ? undefined : unnamedPrices(rows, answers)
  const [severe] = isConverting ? [] : severeWarnings(rows).filter((warning) => !isAnswered(warning, answers))
  const warning = severe && shortWarning(severe)
  const count = open.length + (unnamed === undefined ? 0 : 1) + ownQuestions(asked, open, answers)
  const toAnswer =
    unnamed === undefined ? assumedText(rows, answers.settled.size, asked, lang) : m.pill_question_currency()
  return {
    asked,
    setAsked,
    unnamed,
    warning,
    /** How many questions there are, whether or not the conversion waits for them. */
    count: isConverting ? 0 : count,
    /** Whether questions block the conversion. Where all columns are to choose from, the main button leads to them. */
    isBlocked: question !== undefined && question.what !== 'dialog',
    /** How many do. */
    open: isConverting ? 0 : open.length,
    /** The first thing to answer that blocks nothing, in a few words. */
    toAnswer:
      // If all block it, the title of the file says how many they are.
      isConverting || (open.length > 1 && open.length === count)
        ? undefined
        : count > 1
          ? m.pill_questions({ n: formatCount(count, lang) })
          : (toAnswer ?? (question === undefined ? warning : undefined)),
    ambiguous: isConverting ? 0 : countAmbiguous(rows, answers, asked),
  }
}

/** The rows that have a question about their price, as far as they have been in sight: a filter or a page hides some. */
function useAskedRows(rows: RowsSummary, { typed }: PriceAnswerSets) {
  const [seen, setSeen] = useState<readonly PreviewRow[]>([])
  // Also where rows were deleted or added: some that are not in sight may be gone.
  const total = rows.counts.totalRows + countOmitted(rows.omitted)
  const reading = JSON.stringify([rows.guards?.hash, rows.choices, rows.convertedRows, total])
  const [readingSeen, setReadingSeen] = useState(reading)
  if (reading !== readingSeen) {
    setReadingSeen(reading)
    setSeen([])
  }
  const setAsked = useCallback(
    (asked: readonly PreviewRow[], page: readonly PreviewRow[]) =>
      setSeen((before) => {
        const elsewhere = before.filter(({ id }) => page.every((row) => row.id !== id))
        if (elsewhere.length === 0) return asked
        return [...elsewhere, ...asked].toSorted((one, other) => one.id - other.id)
      }),
    [],
  )
  const isAnyRead = rows.assumptions.some(({ what }) => what === 'ambiguous-prices')
  const asked = seen.filter((row) => isAnyRead || isAskedItself(row, typed))
  return { asked, setAsked }
}

/** Whether a row is asked about as it was typed, not as its column was read. */
const isAskedItself = ({ id, problem }: PreviewRow, typed: PriceAnswerSets['typed']): boolean =>
  problem === 'ambiguous' || typed.has(id)

/** Number of rows that are asked about one by one. A question about a whole column counts once, wherever it is shown. */
const ownQuestions = (
  asked: readonly PreviewRow[],
  open: ReturnType<typeof findOpenQuestions>,
  { typed }: PriceAnswerSets,
): number =>
  open.some(({ what }) => what === 'ambiguous-prices')
    ? asked.filter((row) => isAskedItself(row, typed)).length
    : asked.length

/** The currency that a warning answers is the one that the user has named since. */
const isAnswered = (
  warning: Parameters<typeof likelyCurrency>[0],
  { isCurrencySettled }: PriceAnswerSets,
): boolean => isCurrencySettled && likelyCurrency(warning) !== undefined

/** How many prices name no currency and are taken to be in lev, until the user says so or that they are not. */
export function unnamedPrices(
  rows: RowsSummary,
  { isCurrencySettled }: Pick<PriceAnswerSets, 'isCurrencySettled'>,
): number | undefined {
  const { columnsKnown, choices, convertedRows } = rows
  // The first prices were converted in this currency: it is no longer a question.
  if (!columnsKnown || isCurrencySettled || convertedRows > 0) return undefined
  if (choices?.defaultCurrency !== NATIONAL) return undefined
  const assumption = findAssumedCurrency(rows)
  return assumption && isAssumedCurrency(assumption) ? assumption.rows : undefined
}

/** How many of the prices that count in the sums can be read in two ways, and are not confirmed. */
function countAmbiguous(rows: RowsSummary, answers: PriceAnswerSets, asked: readonly PreviewRow[]): number {
  if (!rows.columnsKnown) return 0
  const isOpen = rows.choices?.ambiguous === undefined
  const inFile = rows.assumptions.find((assumption) => assumption.what === 'ambiguous-prices')
  if (isOpen && inFile?.what === 'ambiguous-prices' && inFile.asked) return inFile.rows
  const inSight = asked.filter(({ status }) => status === 'valid').length
  return Math.max(countAssumed(rows, answers.settled.size), inSight)
}
