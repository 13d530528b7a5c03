import type { PreviewRow } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../../routing/location.ts'
import { Icon } from '../../../ui/icon.tsx'
import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { shortCurrencyName } from '../../results/currency-text.ts'
import { Notice, formatRowNumbers } from '../../file/notice.tsx'
import { scrollToAndFocus } from '../../file/scroll-to.ts'
import { WARNING_ID } from './warnings.tsx'
import { QUESTION_ID } from './questions.tsx'
import { Segments } from './segments.tsx'

/** The rows that have a question about their price, and whether all are answered. */
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
  return !asked.isSettled && asked.rows.length === 0 && <Notice kind="question">{text}</Notice>
}

type QuestionLineProps = {
  /** How many questions block the conversion. */
  open: number
  rows: readonly PreviewRow[]
  /** How many prices name no currency; undefined where that is no question. */
  unnamed: number | undefined
  /** A warning that the result may be useless, in a few words. */
  warning: string | undefined
  /** Leads to the first of the rows. */
  onGo: () => void
  onCurrency: (currency: Currency) => Promise<void>
}

/** On a phone the notices are below the rows: a line above them asks for the currency, or leads to the row. */
export function QuestionLine({ open, rows, unnamed, warning, onGo, onCurrency }: QuestionLineProps) {
  const lang = useLang()
  const [first] = rows
  const look =
    'mt-2 flex min-h-11 w-full items-center gap-2 rounded-base bg-ask-soft px-3 py-1 leading-snug text-start text-small font-semibold inset-ring inset-ring-ask-line lg:hidden'
  return (
    <>
      {unnamed !== undefined && (
        <div className={`${look} pe-1`}>
          <Icon name="question" className="size-5 text-ask" />
          <span id="currency-line" className="me-auto">
            {m.currency_line({ count: unnamed, n: formatCount(unnamed, lang) })}
          </span>
          <Segments
            labelledBy="currency-line"
            answers={CURRENCY_CODES.map((currency) => ({
              text: shortCurrencyName(currency),
              pick: () => void onCurrency(currency),
            }))}
          />
        </div>
      )}
      {warning !== undefined && (
        <button type="button" onClick={() => scrollToAndFocus(WARNING_ID)} className={look}>
          <Icon name="warning" className="size-5 text-ask" />
          {warning}
          <Icon name="down" className="ms-auto size-4 text-ask" />
        </button>
      )}
      {open > 1 && (
        <button type="button" onClick={() => scrollToAndFocus(QUESTION_ID)} className={look}>
          <Icon name="question" className="size-5 text-ask" />
          {m.questions_first({ count: open, n: formatCount(open, lang) })}
          <Icon name="down" className="ms-auto size-4 text-ask" />
        </button>
      )}
      {first && open <= 1 && (
        <button type="button" onClick={onGo} className={look}>
          <Icon name="question" className="size-5 text-ask" />
          {m.question_rows(rowsParams(rows, lang))}
          <Icon name="down" className="ms-auto size-4 text-ask" />
        </button>
      )}
    </>
  )
}
