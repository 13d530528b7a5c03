import { formatDecimal } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { thousandsText } from '../file/ambiguous.ts'
import { questionOf } from '#engine/bulk/typed-price.ts'

type Props = {
  /** Of the element that says the question. */
  id: string
  price: string
  /** Whether the price was just typed. */
  isNew: boolean
  onAnswer: (price: string) => void
}

/** Asks in the row itself how a price like '1,000' is meant; until then the row is not valid (READ-10). */
export function PriceQuestion({ id, price, isNew, onAnswer }: Props) {
  const lang = useLang()
  const question = questionOf(price)
  if (!question) return <span id={id}>{m.problem_ambiguous()}</span>
  const { text, readings } = question
  return (
    <>
      <span id={id} role={isNew ? 'alert' : undefined} className="block wrap-anywhere">
        {m.paste_question({ example: text })}
      </span>
      <span role="group" aria-labelledby={id} className="mt-1 flex flex-wrap gap-2">
        <Button look="plain" className="px-3" onClick={() => onAnswer(readings.decimal)}>
          {formatDecimal(readings.decimal, lang)}
        </Button>
        <Button look="plain" className="px-3" onClick={() => onAnswer(readings.thousands)}>
          {thousandsText(readings.thousands)}
        </Button>
      </span>
    </>
  )
}
