import type { AmbiguousReading } from '#pricelist/types.ts'
import { amountIn } from '#money/amount.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { formatExactMoney, formatMoney } from '#money/format.ts'
import { convertPrice } from '#pricelist/row.ts'
import type { PreviewRow } from '#engine/types.ts'
import { readAmbiguousPrice } from '#engine/bulk/typed-price.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Segments } from '../notices/segments.tsx'

type Answer = { text: string; pick: () => void }

/** The answers stand beside the question, in the row that it is about. */
function RowQuestion({
  id,
  text,
  isNew,
  answers,
  note,
}: {
  id: string
  text: string
  isNew: boolean
  answers: Answer[]
  note?: string
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1.5">
      <Icon name="question" className="size-5 text-ask" />
      <span id={id} role={isNew ? 'alert' : undefined} className="font-semibold wrap-anywhere">
        {text}
      </span>
      <Segments labelledBy={id} answers={answers} />
      {note !== undefined && <span className="text-small text-muted">{note}</span>}
    </div>
  )
}

/** What a price comes to, with all its digits, as the cell will show it: `1,234 лв. → 0,63 €`. */
export function outcomeOf(price: string, currency: Currency, lang: Lang): string {
  const money = convertPrice(price, currency)
  if (!money) return price
  const target = otherCurrency(currency)
  return `${readingText({ price, currency }, lang)} → ${formatMoney(amountIn(money, target), target, lang)}`
}

type AmbiguousPriceProps = {
  id: string
  /** As the file has it. */
  text: string
  /** As its column told to read it, or as a typed point is read. */
  row: Pick<PreviewRow, 'price' | 'currency'>
  isTyped: boolean
  onAnswer: (price: string) => void
}

/** Asks whether this price is meant as its column told, or as a typed point says; nothing waits for the answer. */
export function AmbiguousPriceQuestion({ id, text, row, isTyped, onAnswer }: AmbiguousPriceProps) {
  const lang = useLang()
  return (
    <RowQuestion
      id={id}
      text={m.paste_question({ example: text })}
      isNew={isTyped}
      answers={answersOf(text, row.currency, lang, (reading, readings) => onAnswer(readings[reading]))}
      note={(isTyped ? m.ambiguous_typed : m.ambiguous_read)({ reading: readingText(row, lang) })}
    />
  )
}

/** A price as it was read, with all its digits, in its own currency. */
export function readingText({ price, currency }: Pick<PreviewRow, 'price' | 'currency'>, lang: Lang): string {
  return convertPrice(price, currency) ? formatExactMoney(price, currency, lang) : price
}

function answersOf(
  text: string,
  currency: Currency,
  lang: Lang,
  onAnswer: (reading: AmbiguousReading, readings: Record<AmbiguousReading, string>) => void,
): Answer[] {
  const readings = readAmbiguousPrice(text)?.readings
  if (!readings) return []
  return (['decimal', 'thousands'] as const).map((reading) => ({
    text: outcomeOf(readings[reading], currency, lang),
    pick: () => onAnswer(reading, readings),
  }))
}

type TypedQuestionProps = {
  /** HTML id for the text of the question. */
  id: string
  price: string
  currency: Currency
  /** The price was just typed, so the question is announced. */
  isNew: boolean
  onAnswer: (price: string) => void
}

/** Asks how a typed price like '1,000' is meant; until it is answered the row is not valid (READ-10). */
export function TypedPriceQuestion({ id, price, currency, isNew, onAnswer }: TypedQuestionProps) {
  const lang = useLang()
  const question = readAmbiguousPrice(price)
  if (!question) return <span id={id}>{m.problem_ambiguous()}</span>
  const { text } = question
  return (
    <RowQuestion
      id={id}
      text={m.paste_question({ example: text })}
      isNew={isNew}
      answers={answersOf(text, currency, lang, (reading, readings) => onAnswer(readings[reading]))}
    />
  )
}

type FileQuestionProps = {
  id: string
  example: string
  currency: Currency
  onAnswer: (reading: AmbiguousReading) => void
}

/** Asks how the prices of the file that can be read in two ways are meant, in the row of the first. */
export function FilePriceQuestion({ id, example, currency, onAnswer }: FileQuestionProps) {
  const lang = useLang()
  return (
    <RowQuestion
      id={id}
      text={m.paste_question({ example })}
      isNew={false}
      answers={answersOf(example, currency, lang, onAnswer)}
    />
  )
}
