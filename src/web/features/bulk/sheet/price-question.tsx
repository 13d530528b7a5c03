import type { AmbiguousReading } from '#pricelist/types.ts'
import { formatDecimal } from '#money/format.ts'
import { readAmbiguousPrice } from '#engine/bulk/typed-price.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Icon } from '../../../ui/icon.tsx'
import { formatAmbiguousPrice, formatThousands } from '../../file/notice.tsx'

type Answer = { text: string; pick: () => void }

/** The answers stand beside the question, in the row that it is about. */
function RowQuestion({
  id,
  text,
  isNew,
  answers,
}: {
  id: string
  text: string
  isNew: boolean
  answers: Answer[]
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1.5">
      <Icon name="question" className="size-5 text-ask" />
      <span id={id} role={isNew ? 'alert' : undefined} className="font-semibold wrap-anywhere">
        {text}
      </span>
      <Answers id={id} answers={answers} />
    </div>
  )
}

/** The answers to the question with this id. */
function Answers({ id, answers }: { id: string; answers: Answer[] }) {
  return (
    <span role="group" aria-labelledby={id} className="flex flex-wrap gap-1.5">
      {answers.map(({ text, pick }) => (
        <button
          key={text}
          type="button"
          onClick={pick}
          className="min-h-8 rounded-small bg-raised px-3 font-semibold text-ink inset-ring inset-ring-ask-line hover:bg-ink hover:text-surface pointer-coarse:min-h-11"
        >
          {text}
        </button>
      ))}
    </span>
  )
}

type DoubtProps = { id: string; text: string; onAnswer: (price: string) => void }

/** Asks whether the column told rightly how this price is meant; nothing waits for the answer. */
export function DoubtQuestion({ id, text, onAnswer }: DoubtProps) {
  const lang = useLang()
  return (
    <RowQuestion
      id={id}
      text={m.paste_question({ example: text })}
      isNew={false}
      answers={answersOf(text, lang, onAnswer)}
    />
  )
}

/** The same answers below the notice in the rail. */
export function DoubtAnswers({ id, text, onAnswer }: DoubtProps) {
  const lang = useLang()
  return <Answers id={id} answers={answersOf(text, lang, onAnswer)} />
}

function answersOf(text: string, lang: Lang, onAnswer: (price: string) => void): Answer[] {
  const readings = readAmbiguousPrice(text)?.readings
  if (!readings) return []
  return (['decimal', 'thousands'] as const).map((reading) => ({
    text: formatAmbiguousPrice(text, reading, lang),
    pick: () => onAnswer(readings[reading]),
  }))
}

type TypedQuestionProps = {
  /** HTML id for the text of the question. */
  id: string
  price: string
  /** The price was just typed, so the question is announced. */
  isNew: boolean
  onAnswer: (price: string) => void
}

/** Asks how a typed price like '1,000' is meant; until it is answered the row is not valid (READ-10). */
export function TypedPriceQuestion({ id, price, isNew, onAnswer }: TypedQuestionProps) {
  const lang = useLang()
  const question = readAmbiguousPrice(price)
  if (!question) return <span id={id}>{m.problem_ambiguous()}</span>
  const { text, readings } = question
  return (
    <RowQuestion
      id={id}
      text={m.paste_question({ example: text })}
      isNew={isNew}
      answers={[
        { text: formatDecimal(readings.decimal, lang), pick: () => onAnswer(readings.decimal) },
        { text: formatThousands(readings.thousands), pick: () => onAnswer(readings.thousands) },
      ]}
    />
  )
}

type FileQuestionProps = { id: string; example: string; onAnswer: (reading: AmbiguousReading) => void }

/** Asks how the prices of the file that can be read in two ways are meant, in the row of the first. */
export function FilePriceQuestion({ id, example, onAnswer }: FileQuestionProps) {
  const lang = useLang()
  return (
    <RowQuestion
      id={id}
      text={m.paste_question({ example })}
      isNew={false}
      answers={(['decimal', 'thousands'] as const).map((reading) => ({
        text: formatAmbiguousPrice(example, reading, lang),
        pick: () => onAnswer(reading),
      }))}
    />
  )
}
