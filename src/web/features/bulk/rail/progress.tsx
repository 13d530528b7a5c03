import { useEffect, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { conversionDelayMs } from '#engine/bulk/submit.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'

const STEP_MS = 80

/** How many prices are converted, as far as the time that a conversion takes can tell; 0 while none are. */
export function useConvertedCount(total: number | undefined): number {
  const [done, setDone] = useState(0)
  useEffect(() => {
    setDone(0)
    if (total === undefined) return undefined
    const [start, duration] = [performance.now(), conversionDelayMs(total)]
    const timer = setInterval(() => {
      // The last one is counted by the answer.
      const part = Math.min(1, (performance.now() - start) / duration)
      setDone(Math.min(Math.floor(part * total), Math.max(0, total - 1)))
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [total])
  return done
}

export function ConversionProgress({ total }: { total: number }) {
  const lang = useLang()
  const done = useConvertedCount(total)
  const rows = m.prices_for({ count: total, n: formatCount(total, lang) })
  return (
    <div className="grid gap-2">
      <p id="converting" className="text-small text-muted">
        {m.converting_prices()}
      </p>
      <p className="font-semibold text-muted" role="timer" aria-live="off">
        <span className="text-h2 font-extrabold text-ink">{formatCount(done, lang)}</span>{' '}
        {m.converting_of({ rows })}
      </p>
      <progress className="block h-2 w-full" aria-labelledby="converting" value={done} max={total} />
    </div>
  )
}

/** '143 / 255', in the bar of a phone. */
export function ConversionCount({ total }: { total: number }) {
  const lang = useLang()
  const done = useConvertedCount(total)
  return (
    <div className="min-w-0 flex-1 leading-tight">
      <p className="text-lead font-extrabold" role="timer" aria-live="off">
        {formatCount(done, lang)} / {formatCount(total, lang)}
      </p>
      <progress
        className="absolute inset-x-0 -top-1 h-1 w-full rounded-none"
        aria-label={m.converting()}
        value={done}
        max={total}
      />
    </div>
  )
}
