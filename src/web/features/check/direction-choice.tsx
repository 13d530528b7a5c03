import { useId } from 'react'
import { formatRate } from '#money/format.ts'
import { PAIR_DIRECTIONS, type PairDirection } from '#pricelist/pairs/price-pair.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'

const WORDS = {
  either: { name: m.check_either, rule: m.check_either_text, ink: '' },
  'bgn-eur': { name: m.check_bgn_eur, rule: m.check_bgn_eur_text, ink: 'text-lev' },
  'eur-bgn': { name: m.check_eur_bgn, rule: m.check_eur_bgn_text, ink: 'text-euro' },
} satisfies Record<
  PairDirection,
  { name: () => string; rule: (values: { rate: string }) => string; ink: string }
>

type Props = { direction: PairDirection; onPick: (direction: PairDirection) => void }

/** Which price the other was made of; every pair is judged anew at once. */
export function DirectionChoice({ direction, onPick }: Props) {
  const lang = useLang()
  const name = useId()
  return (
    <fieldset aria-describedby={`${name}-rule`}>
      <legend className="mb-2 font-semibold">{m.check_direction()}</legend>
      <div className="flex flex-wrap gap-2">
        {PAIR_DIRECTIONS.map((value) => (
          <label
            key={value}
            className={`inline-flex min-h-11 items-center gap-2 rounded-base border border-line-strong bg-raised px-4 font-semibold has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus ${WORDS[value].ink}`}
          >
            <input
              type="radio"
              name={name}
              checked={direction === value}
              onChange={() => onPick(value)}
              className="size-4 accent-action outline-none"
            />
            {WORDS[value].name()}
          </label>
        ))}
      </div>
      <p id={`${name}-rule`} className="mt-2 max-w-prose text-muted">
        {WORDS[direction].rule({ rate: formatRate(lang) })}
      </p>
    </fieldset>
  )
}
