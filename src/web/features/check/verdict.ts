import type { Lang } from '#i18n/language.ts'
import { formatCount } from '#money/format.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { checkSentence } from '#reports/check-summary.ts'
import { m } from '#i18n/messages/messages.js'

/** A part of the sentence; its number is shown larger. */
export type Part = { readonly text: string; readonly isNumber: boolean }

/** Stands for the number in a message. */
const MARK = '\u0000'

/** The outcome in one sentence, or the question before it. */
export const outcomeText = (checked: CheckedFile, lang: Lang): string =>
  outcomeParts(checked, lang)
    .map(({ text }) => text)
    .join('')

export function outcomeParts(checked: CheckedFile, lang: Lang): readonly Part[] {
  const { summary } = checked
  const [before = '', after] = sentenceOf(checked, lang).split(MARK)
  const text = (part: string) => ({ text: part, isNumber: false })
  if (after === undefined) return [text(before)]
  const n = formatCount(summary.off === 0 ? summary.checked : summary.off, lang)
  return [text(before), { text: n, isNumber: true }, text(after)].filter((part) => part.text !== '')
}

function sentenceOf({ columns, summary, question }: CheckedFile, lang: Lang): string {
  if (columns.pairs.length === 0) return m.check_no_columns()
  if (question !== null) return m.check_question_title()
  return summary.checked === 0 ? m.check_nothing() : checkSentence(summary, lang, MARK)
}

/** The name of a download of the check: `prices.csv` → `prices-check.pdf`. */
export const checkFileName = (source: string, extension: string): string =>
  `${source.replace(/\.[^.]*$/, '')}-${m.check_file_suffix()}.${extension}`
