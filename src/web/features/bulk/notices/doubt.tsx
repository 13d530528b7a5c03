import type { PreviewRow } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../../routing/location.ts'
import { focusOn, scrollToAndFocus } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice, formatRowNumbers } from '../../file/notice.tsx'
import { priceCellId } from '../sheet/price-cell.tsx'

/** HTML id of the notice about the assumed currency. */
export const CURRENCY_ID = 'assumed-currency'

/** The rows in sight that have a question about their price, and whether all are answered. */
export type Asked = { rows: readonly PreviewRow[]; isSettled: boolean }

const rowsParams = (rows: readonly PreviewRow[], lang: Lang) => ({
  count: rows.length,
  rows: formatRowNumbers(
    rows.map(({ line }) => line),
    rows.length,
    lang,
  ),
})

/** 'Row 14.', before the sentence about it. */
export function AskedRows({ rows }: { rows: readonly PreviewRow[] }) {
  const lang = useLang()
  return rows.length > 0 && <strong>{m.at_rows(rowsParams(rows, lang))} </strong>
}

/** Says how prices were read that can be read in two ways; those in sight are asked about in their rows. */
export function ToldNotice({ asked, text }: { asked: Asked; text: string }) {
  return !asked.isSettled && asked.rows.length === 0 && <Notice>{text}</Notice>
}

/** On a phone the notices are below the rows: one line above them leads to the row, or to the assumed currency. */
export function QuestionLine({
  rows,
  currency,
}: {
  rows: readonly PreviewRow[]
  currency: string | undefined
}) {
  const lang = useLang()
  const [first] = rows
  const text = first ? m.question_rows(rowsParams(rows, lang)) : currency
  if (text === undefined) return null
  return (
    <button
      type="button"
      onClick={() => (first ? focusOn(priceCellId(first.id)) : scrollToAndFocus(CURRENCY_ID))}
      className="mt-2 flex min-h-11 w-full items-center gap-2 rounded-base bg-ask-soft px-3 text-start text-small font-semibold inset-ring inset-ring-ask-line lg:hidden"
    >
      <Icon name="question" className="size-5 text-ask" />
      {text}
      <Icon name="down" className="ms-auto size-4 text-ask" />
    </button>
  )
}
