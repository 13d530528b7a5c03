import { formatRate } from '#money/format.ts'
import { PAIR_DIRECTIONS, type PairDirection } from '#pricelist/pairs/price-pair.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'

const DIRECTION_TEXT = {
  either: { name: m.check_either, rule: m.check_either_text },
  'bgn-eur': { name: m.check_bgn_eur, rule: m.check_bgn_eur_text },
  'eur-bgn': { name: m.check_eur_bgn, rule: m.check_eur_bgn_text },
} satisfies Record<PairDirection, { name: () => string; rule: (values: { rate: string }) => string }>

type Props = { direction: PairDirection; onPick: (direction: PairDirection) => Promise<unknown> }

/** Says which of the two prices is the original. All pairs are checked again at once. */
export function DirectionChoice({ direction, onPick }: Props) {
  const lang = useLang()
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 print:hidden">
        <b aria-hidden="true" className="font-semibold">
          {m.check_direction()}
        </b>
        <RadioGroup<PairDirection>
          label={m.check_direction()}
          isLabelShown={false}
          className="max-sm:w-full"
          value={direction}
          options={PAIR_DIRECTIONS.map((value) => ({ value, text: DIRECTION_TEXT[value].name() }))}
          onPick={async (value) => void (await onPick(value))}
        />
      </div>
      <p className="max-w-prose text-small text-muted">
        {DIRECTION_TEXT[direction].rule({ rate: formatRate(lang) })}
      </p>
    </div>
  )
}
