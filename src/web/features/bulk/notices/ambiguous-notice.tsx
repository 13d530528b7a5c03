import type { AmbiguousReading } from '#pricelist/types.ts'
import { formatCount } from '#money/format.ts'
import { readAmbiguousPrice } from '#engine/bulk/typed-price.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Notice, formatAmbiguousPrice } from '../../file/notice.tsx'
import { readingText } from '../sheet/price-question.tsx'
import { useReread } from '../use-reread.ts'
import { type Asked, AskedRows } from './asked-rows.tsx'
import type { AssumptionNoticeProps } from './questions.tsx'

/** Asks how prices are meant that can be read in two ways. The answer can be changed later. */
export function AmbiguousNotice({
  assumption,
  choices,
  canReread,
  id,
  step,
  asked,
}: AssumptionNoticeProps<'ambiguous-prices'> & { asked: Asked }) {
  const lang = useLang()
  const reread = useReread()
  const { rows: count, example } = assumption
  const about = { count, n: formatCount(count, lang), example }
  const isOpen = choices.ambiguous === undefined
  const readings = readAmbiguousPrice(example)?.readings
  const currency = asked.rows[0]?.currency ?? choices.defaultCurrency
  const textOf = (value: AmbiguousReading) =>
    readings
      ? readingText({ price: readings[value], currency }, lang)
      : formatAmbiguousPrice(example, value, lang)
  return (
    <Notice
      kind={isOpen ? 'question' : 'info'}
      id={id}
      step={step}
      isCompact
      sentence={
        <>
          {isOpen && <AskedRows rows={asked.rows} />}
          {isOpen
            ? m.notice_ambiguous(about)
            : m.notice_ambiguous_chosen({
                ...about,
                reading: formatAmbiguousPrice(example, assumption.reading, lang),
              })}
        </>
      }
    >
      {canReread && (
        <RadioGroup<AmbiguousReading>
          label={m.notice_ambiguous_choice({ example })}
          isLabelShown={false}
          isSmall
          value={isOpen ? undefined : assumption.reading}
          options={(['decimal', 'thousands'] as const).map((value) => ({
            value,
            text: textOf(value),
          }))}
          onPick={async (ambiguous) => void (await reread.rows({ ambiguous }))}
        />
      )}
    </Notice>
  )
}
