import { useEffect, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { bulk } from '#engine/bulk/client.ts'
import { conversionDelayMs } from '#engine/bulk/submit.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'

const STEP_MS = 80

/** For users who want less motion: a few steps. */
const STILL_STEP_MS = 600

/** Share of the bar that is full before the response: visibly not all of it. */
const FULL = 0.95

/** Time without a response after which the user may stop waiting: more than the largest list takes on a usual line. */
const LATE_MS = 10_000

type Progress = {
  /** How many prices are converted, as far as the time that a conversion takes can tell; 0 while none are. */
  done: number
  /** Whether the response takes much longer than usual. */
  isLate: boolean
}

/** @param total how many prices are being converted; undefined while none are */
export function useConversionProgress(total: number | undefined): Progress {
  const [done, setDone] = useState(0)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setDone(0)
    setLate(false)
    if (total === undefined) return undefined
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const [start, duration] = [performance.now(), conversionDelayMs(total)]
    const count = () => {
      const passed = performance.now() - start
      // The last one is counted by the answer.
      setDone(Math.min(Math.floor((passed / duration) * total), Math.max(0, total - 1)))
      setLate(passed >= LATE_MS)
    }
    const timer = setInterval(count, isStill ? STILL_STEP_MS : STEP_MS)
    return () => clearInterval(timer)
  }, [total])
  return { done, isLate }
}

/** How much of the bar is full. */
export const barValue = (done: number, total: number): number => Math.min(done, total * FULL)

export function ConversionProgress({ total }: { total: number }) {
  const lang = useLang()
  const { done, isLate } = useConversionProgress(total)
  const rows = m.prices_for({ count: total, n: formatCount(total, lang) })
  return (
    <div className="grid justify-items-start gap-2">
      <p id="converting" className="sr-only">
        {m.converting_prices()}
      </p>
      <p className="font-semibold text-muted" role="timer" aria-live="off">
        <span className="text-h2 font-extrabold text-ink">{formatCount(done, lang)}</span>{' '}
        {m.converting_of({ rows })}
      </p>
      <progress
        className="block h-2 w-full"
        aria-labelledby="converting"
        value={barValue(done, total)}
        max={total}
      />
      <p role="status" className="mt-1 text-small text-muted">
        {isLate ? m.converting_late() : m.converting_safe()}
      </p>
      {isLate && <StopWaiting />}
    </div>
  )
}

/** '143 of 255 prices', in the bar of a phone. */
export function ConversionCount({ total }: { total: number }) {
  const lang = useLang()
  const { done, isLate } = useConversionProgress(total)
  const rows = m.prices_for({ count: total, n: formatCount(total, lang) })
  return (
    <>
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate font-semibold text-muted" role="timer" aria-live="off">
          <span className="text-lead font-extrabold text-ink">{formatCount(done, lang)}</span>{' '}
          {m.converting_of({ rows })}
        </p>
        <p className="truncate text-small text-muted">
          {isLate ? m.converting_late_short() : m.converting()}
        </p>
        <progress
          className="absolute inset-x-0 -top-1 h-1 w-full rounded-none"
          aria-label={m.converting()}
          value={barValue(done, total)}
          max={total}
        />
      </div>
      {isLate && <StopWaiting className="shrink-0" />}
    </>
  )
}

/** The rows are sent: this does not take that back, but they can be edited, or sent again without paying twice. */
export const StopWaiting = ({ className = '' }: { className?: string }) => (
  <Button
    look="tinted"
    size="small"
    className={className}
    onClick={() => void bulk.tryRequest('stopWaiting')}
  >
    {m.converting_stop()}
  </Button>
)
