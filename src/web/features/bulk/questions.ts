import type { Assumption, ColumnQuestion } from '#pricelist/price-list.ts'
import { m } from '#i18n/messages/messages.js'
import type { FileFacts, RowsFacts } from '#engine/types.ts'

type Asked = Extract<Assumption, { what: 'ambiguous-prices' | 'currency-conflict' | 'totals' }>

/** What only the person can answer. `dialog`: in the dialog of the columns. */
export type OpenQuestion = { what: 'dialog' } | { what: 'column' } | Asked

/** Questions whose answer may be another header row, or that no column of the file is to be converted. */
const IN_DIALOG: readonly (ColumnQuestion | null)[] = [
  'no-price-title',
  'rows-above',
  'titles-go-on',
  'other-money',
]

/** Whether the columns to choose from are few enough to be named in a notice. */
export const hasCandidates = ({ detection }: FileFacts): boolean =>
  detection.candidates.length > 0 && !IN_DIALOG.includes(detection.question)

const isOpen = (assumption: Assumption, { choices }: RowsFacts): assumption is Asked => {
  switch (assumption.what) {
    case 'ambiguous-prices':
      return assumption.asked && choices?.ambiguous === undefined
    case 'currency-conflict':
      return assumption.asked && choices?.isCurrencyForced !== true
    case 'totals':
      return assumption.asked && choices?.totals === undefined
    case 'currency':
    case 'encoding':
    case 'columns':
      return false
  }
}

/** The first question that is open: nothing is converted before it is answered. */
export function openQuestion(rows: RowsFacts): OpenQuestion | undefined {
  if (!rows.columnsKnown) return { what: rows.file && hasCandidates(rows.file) ? 'column' : 'dialog' }
  return rows.assumptions.find((assumption) => isOpen(assumption, rows))
}

/** What is to be answered first, in a sentence. */
export function answerFirst(question: OpenQuestion): string {
  switch (question.what) {
    case 'dialog':
    case 'column':
      return m.answer_column()
    case 'ambiguous-prices':
      return m.answer_first({ example: question.example })
    case 'currency-conflict':
      return m.answer_currency()
    case 'totals':
      return m.answer_totals({ example: question.example })
  }
}
