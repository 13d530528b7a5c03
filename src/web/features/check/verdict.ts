import type { Lang } from '#i18n/language.ts'
import { formatCount } from '#money/format.ts'
import type { CheckedFile } from '#engine/check/types.ts'
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
  const { sentence, n } = sentenceOf(checked, lang)
  const [before = '', after] = sentence.split(MARK)
  const text = (part: string) => ({ text: part, isNumber: false })
  if (after === undefined) return [text(before)]
  return [text(before), { text: n, isNumber: true }, text(after)].filter((part) => part.text !== '')
}

function sentenceOf({ columns, summary, question }: CheckedFile, lang: Lang) {
  const { checked, off } = summary
  const n = formatCount(off === 0 ? checked : off, lang)
  const sentence = () => {
    if (columns.pairs.length === 0) return m.check_no_columns()
    if (question !== null) return m.check_question_title()
    if (checked === 0) return m.check_nothing()
    if (checked === 1 && off === 1) return m.check_only_off()
    return off === 0
      ? m.check_all_right({ count: checked, n: MARK })
      : m.check_off({ count: off, n: MARK, total: formatCount(checked, lang) })
  }
  return { sentence: sentence(), n }
}
