import { useEffect, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { conversionDelayMs } from '#engine/bulk/submit.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'

const STEP_MS = 80

/** How many prices are converted, as far as the time that a conversion takes can tell. */
export function ConversionProgress({ total }: { total: number }) {
  const lang = useLang()
  const [done, setDone] = useState(0)
  useEffect(() => {
    const [start, duration] = [performance.now(), conversionDelayMs(total)]
    const timer = setInterval(() => {
      // The last one is counted by the answer.
      const part = Math.min(1, (performance.now() - start) / duration)
      setDone(Math.min(Math.floor(part * total), Math.max(0, total - 1)))
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [total])
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
