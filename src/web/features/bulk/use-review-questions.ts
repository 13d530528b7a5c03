import { useState } from 'react'
import type { PreviewRow, RowsSummary } from '#engine/types.ts'
import { NATIONAL } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { findAssumedCurrency, isAssumedCurrency, likelyCurrency, severeWarnings } from './notices/content.ts'
import { findOpenQuestions } from './notices/questions.tsx'
import { shortWarning } from './notices/warnings.tsx'
import { type PriceAnswerSets, assumedText, countAssumed } from './sheet/ambiguous-prices.ts'

/** What is to be answered about the rows, in the line of the file, above the rows and beside them; nothing while they are converted. */
export function useReviewQuestions(rows: RowsSummary, answers: PriceAnswerSets, isConverting: boolean) {
  const lang = useLang()
  /** The rows in sight that have a question about their price. */
  const [asked, setAsked] = useState<readonly PreviewRow[]>([])
  const open = findOpenQuestions(rows)
  const [question] = open
  const unnamed = isConverting ? undefined : unnamedPrices(rows, answers)
  const [severe] = isConverting ? [] : severeWarnings(rows).filter((warning) => !isAnswered(warning, answers))
  const warning = severe && shortWarning(severe)
  const assumed =
    unnamed === undefined ? assumedText(rows, answers.settled.size, asked, lang) : m.pill_question_currency()
  return {
    asked,
    setAsked,
    unnamed,
    warning,
    /** Whether questions block the conversion. Where all columns are to choose from, the main button leads to them. */
    isBlocked: question !== undefined && question.what !== 'dialog',
    /** How many do. */
    open: isConverting ? 0 : open.length,
    /** The first thing to answer that blocks nothing, in a few words. */
    toAnswer:
      // Of several questions the title of the file says how many they are.
      isConverting || open.length > 1
        ? undefined
        : (assumed ?? (question === undefined ? warning : undefined)),
    ambiguous: isConverting ? 0 : countAmbiguous(rows, answers, asked),
  }
}

/** The currency that a warning answers is the one that the user has named since. */
const isAnswered = (
  warning: Parameters<typeof likelyCurrency>[0],
  { isCurrencySettled }: PriceAnswerSets,
): boolean => isCurrencySettled && likelyCurrency(warning) !== undefined

/** How many prices name no currency and are taken to be in lev, until the user says so or that they are not. */
function unnamedPrices(rows: RowsSummary, { isCurrencySettled }: PriceAnswerSets): number | undefined {
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
