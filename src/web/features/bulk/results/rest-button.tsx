import { formatCount } from '#money/format.ts'
import type { RowsSummary } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { scrollToAndFocus } from '../../../ui/focus.ts'
import { BUY_ID } from '../rail/pack-choice.tsx'
import { useFunds } from '../use-funds.ts'

type Props = { rows: RowsSummary; hasPendingSubmission: boolean; onConvert: () => void }

/** After the first prices: converts the others, or shows where the tokens for them are bought. */
export function RestButton({ rows, hasPendingSubmission, onConvert }: Props) {
  const lang = useLang()
  const { validRows: count, tokenCost } = rows.counts
  const { missing } = useFunds(tokenCost, hasPendingSubmission)
  const n = (value: number) => formatCount(value, lang)
  return (
    <div className="mt-4 grid max-w-prose justify-items-start gap-2 print:hidden">
      {missing > 0 && <p className="font-semibold">{m.pill_short({ count: missing, n: n(missing) })}</p>}
      <Button
        look="tinted"
        size="large"
        className="max-sm:w-full max-sm:px-2! max-sm:text-base!"
        onClick={missing > 0 ? () => scrollToAndFocus(BUY_ID) : onConvert}
      >
        {missing > 0 ? m.buy_here() : m.convert_rest({ count, n: n(count) })}
      </Button>
    </div>
  )
}
