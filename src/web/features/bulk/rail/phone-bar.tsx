import type { ReactNode } from 'react'
import { EURO, NATIONAL } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { inkOf } from '../../../ui/currency-ink.ts'
import { scrollToAndFocus } from '../../../ui/focus.ts'
import { QUESTION_ID } from '../notices/questions.tsx'
import { targetCurrency } from '../sheet/columns.ts'
import { BUY_ID } from './pack-choice.tsx'
import { type RailProps, convertLabel } from './rail.tsx'

export const PHONE_CONVERT_ID = 'convert-all-phone'

/** On a phone the total and the button stay in sight while the sheet is read (BULK-14). */
export function PhoneBar({
  rows,
  funds,
  isConverting,
  question,
  onConvert,
  undo,
}: RailProps & { undo: ReactNode }) {
  const lang = useLang()
  const target = targetCurrency(rows)
  const source = target === EURO ? NATIONAL : EURO
  const amounts = { [NATIONAL]: rows.totals.bgn, [EURO]: rows.totals.eur }
  const n = (count: number) => formatCount(count, lang)
  const isShort = rows.columnsKnown && funds.missing > 0
  return (
    <div
      data-sticky-bar
      className="sticky bottom-0 z-20 order-last -mx-4 flex h-16 items-center gap-2 border-t border-line bg-raised px-4 low:static sm:-mx-6 sm:px-6 lg:hidden"
    >
      {isConverting && (
        <progress className="absolute inset-x-0 -top-1 h-1 w-full rounded-none" aria-label={m.converting()} />
      )}
      <div className="min-w-0 flex-1 leading-tight">
        {isShort ? (
          <>
            <p className="font-extrabold">{m.rail_short()}</p>
            <p className="text-small text-muted">
              {m.tokens_for({ count: funds.missing, n: n(funds.missing) })}
            </p>
          </>
        ) : (
          rows.columnsKnown && (
            <>
              <p className={`truncate text-lead leading-tight font-extrabold ${inkOf(target)}`}>
                {formatMoney(amounts[target], target, lang)}
              </p>
              <p className={`truncate text-small ${inkOf(source)}`}>
                {formatMoney(amounts[source], source, lang)}
              </p>
            </>
          )
        )}
      </div>
      {undo}
      {question !== undefined && (
        <Button look="tinted" className="px-3!" onClick={() => scrollToAndFocus(QUESTION_ID)}>
          {m.to_question()}
        </Button>
      )}
      {isShort && (
        <Button look="filled" className="px-3!" onClick={() => scrollToAndFocus(BUY_ID)}>
          {m.buy_here()}
        </Button>
      )}
      {!isShort && (
        <Button
          id={PHONE_CONVERT_ID}
          look={funds.isSignedOut ? 'tinted' : 'filled'}
          className="h-12 max-w-44 shrink-0 px-3! text-[0.9375rem]"
          onClick={onConvert}
          isUnavailable={isConverting || question !== undefined}
        >
          {isConverting ? m.converting() : convertLabel(rows, n)}
        </Button>
      )}
    </div>
  )
}
