import { formatExactMoney } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import type { RecentConversion } from './recent.ts'

type Props = {
  recent: readonly RecentConversion[]
  onRepeat: (conversion: RecentConversion) => void
  onClear: () => void
}

export function RecentList({ recent, onRepeat, onClear }: Props) {
  return (
    <section aria-labelledby="recent-title" className="grid gap-2">
      <div className="-mt-2.5 flex min-h-11 items-center justify-between gap-3">
        <h2 id="recent-title" tabIndex={-1} className="text-lg outline-none">
          {m.recent_title()}
        </h2>
        {recent.length > 0 && (
          <Button look="quiet" className="-me-4" onClick={onClear}>
            {m.recent_clear()}
          </Button>
        )}
      </div>
      {recent.length === 0 ? (
        <p className="text-muted">{m.recent_none()}</p>
      ) : (
        <ol className="border-t border-line">
          {recent.map((conversion, i) => (
            <RecentRow key={i} conversion={conversion} onRepeat={onRepeat} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** So many characters stand beside each other on a phone. */
const ONE_LINE = 22
const TWO_LINES = 'grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-2'

function RecentRow({ conversion, onRepeat }: { conversion: RecentConversion; onRepeat: Props['onRepeat'] }) {
  const lang = useLang()
  const bgn = <Money decimal={conversion.bgn} currency="BGN" />
  const eur = <Money decimal={conversion.eur} currency="EUR" />
  const bgnText = formatExactMoney(conversion.bgn, 'BGN', lang)
  const eurText = formatExactMoney(conversion.eur, 'EUR', lang)
  const [source, target] = conversion.mode === 'BGN_TO_EUR' ? [bgn, eur] : [eur, bgn]
  const isLong = bgnText.length + eurText.length > ONE_LINE
  const label = m.recent_repeat({
    conversion: conversion.mode === 'BGN_TO_EUR' ? `${bgnText} = ${eurText}` : `${eurText} = ${bgnText}`,
  })
  return (
    <li
      className={`grid items-center gap-x-2 border-b border-line py-1 ${isLong ? TWO_LINES : 'grid-cols-[1fr_auto_1fr_auto]'}`}
    >
      <span className={isLong ? 'col-span-2' : 'text-end'}>{source}</span>
      <span className={`text-muted ${isLong ? 'col-start-1' : ''}`}>=</span>
      <span>{target}</span>
      <button
        type="button"
        onClick={() => onRepeat(conversion)}
        aria-label={label}
        title={label}
        className="col-start-[-2] row-start-1 row-end-[-1] -me-3 grid size-11 place-items-center rounded-base hover:bg-sunken"
      >
        <Icon name="repeat" />
      </button>
    </li>
  )
}
