import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { EURO } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { packFor } from '#product/plans.ts'
import type { PendingConversion, RowsSummary } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { scrollToAndFocus } from '../../file/scroll-to.ts'
import { BUY_ID } from '../../../session/pack-choice.tsx'
import { RAIL_ID } from '../rail/rail.tsx'
import { StopWaiting, barValue, useConversionProgress } from '../rail/progress.tsx'
import { useFunds } from '../../../session/use-funds.ts'

export type Rest = {
  rows: RowsSummary
  pending: PendingConversion | undefined
  /** How many prices are being converted now; undefined while none are. */
  converting: number | undefined
  onConvert: () => void
}

const BUTTON = 'max-sm:w-full max-sm:px-2! max-sm:text-base!'

/** Tokens that are missing for the other prices. */
export const useMissing = (rest: Rest | undefined): number =>
  useFunds(rest?.rows.counts.tokenCost ?? 0, rest?.pending).missing

/** After the first prices: converts the others. */
export function RestButton({ rows, pending, converting, onConvert }: Rest) {
  const lang = useLang()
  const { validRows: count, tokenCost } = rows.counts
  const n = (value: number) => formatCount(value, lang)
  const { balance } = useFunds(tokenCost, pending)
  const place = useStill(converting !== undefined)
  if (converting !== undefined) return <RestProgress total={converting} place={place} />
  return (
    <div ref={place} className="grid max-w-prose justify-items-start gap-2 print:hidden">
      <Button look="tinted" size="large" className={BUTTON} onClick={onConvert}>
        {m.convert_rest({ count, n: n(count) })}
      </Button>
      <p className="text-[0.9375rem] text-muted">
        {m.rest_cost({ tokens: m.tokens_for({ count: tokenCost, n: n(tokenCost) }) })}
        {balance !== undefined && ` ${m.rest_balance({ n: n(balance) })}`}
      </p>
    </div>
  )
}

type OfferProps = Pick<Rest, 'rows'> & { missing: number }

/** What the tokens for the other prices cost, and the way to where they are bought. */
export function RestOffer({ rows, missing }: OfferProps) {
  const lang = useLang()
  const n = (value: number) => formatCount(value, lang)
  const { validRows: count } = rows.counts
  const pack = packFor(missing)
  if (!pack) return null
  const tokens = m.tokens_for({ count: pack.tokens, n: n(pack.tokens) })
  const price = formatMoney(pack.price, EURO, lang)
  return (
    <div className="grid max-w-prose justify-items-start gap-2 print:hidden">
      <Button look="tinted" size="large" className={BUTTON} onClick={() => scrollToAndFocus(BUY_ID, RAIL_ID)}>
        {m.buy_here()}
      </Button>
      <p className="text-[0.9375rem] text-muted">
        {pack.tokens >= missing
          ? m.rest_offer({ count, n: n(count), tokens, price })
          : m.pill_short({ count: missing, n: n(missing) })}
      </p>
    </div>
  )
}

type ProgressProps = { total: number; place: RefObject<HTMLDivElement | null> }

/** In the place of the button and its cost, and as high, so that nothing below it moves. */
function RestProgress({ total, place }: ProgressProps) {
  const lang = useLang()
  const { done, isLate } = useConversionProgress(total)
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="grid min-h-22 max-w-96 content-center gap-1.5 outline-none print:hidden"
      data-testid="rest-progress"
    >
      <div className="flex items-center justify-between gap-2">
        <p className="leading-tight text-muted" role="timer" aria-live="off">
          <span className="text-lead font-extrabold text-ink">{formatCount(done, lang)}</span>{' '}
          {m.converting_of({ rows: m.prices_for({ count: total, n: formatCount(total, lang) }) })}
        </p>
        {isLate && <StopWaiting className="-my-2 shrink-0" />}
      </div>
      <progress
        className="block h-2 w-full"
        aria-label={m.converting()}
        value={barValue(done, total)}
        max={total}
      />
      {isLate && <p className="text-small text-muted">{m.converting_late()}</p>}
    </div>
  )
}

/**
 * Keeps an element that is in sight where it is on the screen when the conversion begins or ends: the rail above it, on a
 * phone as high as a screen, goes. It takes the focus of the button that it has replaced.
 */
function useStill(isConverting: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const top = useRef<number>(undefined)
  useEffect(() => {
    const remember = () => {
      top.current = element.current?.getBoundingClientRect().top
    }
    remember()
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [])
  useLayoutEffect(() => {
    const before = top.current
    if (!element.current || before === undefined || before < 0 || before > window.innerHeight) return
    window.scrollBy({ top: element.current.getBoundingClientRect().top - before, behavior: 'instant' })
    if (isConverting && document.activeElement === document.body)
      element.current.focus({ preventScroll: true })
  }, [isConverting])
  return element
}
