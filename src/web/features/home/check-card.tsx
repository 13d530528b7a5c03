import { m } from '#i18n/messages/messages.js'
import { formatList } from '#i18n/format.ts'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

const PAIRS = 48
/** By the position of the pair in the example, how many cents it is off. */
const OFF = new Map([
  [6, -1],
  [16, 2],
  [24, 1],
  [37, -1],
])

const [HEIGHT, CENTRE, CENT] = [98, 49, 15.5] as const

const signed = (cents: number) => `${cents < 0 ? '−' : '+'}${Math.abs(cents)}`

/** Each pair of prices a dot, those that are off above or below the line. */
function Strip() {
  const lang = useLang()
  const label = m.home_check_strip({
    pairs: PAIRS,
    off: OFF.size,
    cents: formatList([...OFF.values()].map(signed), lang),
  })
  return (
    <svg role="img" aria-label={label} height={HEIGHT} className="w-full overflow-visible">
      <line x2="100%" y1={CENTRE} y2={CENTRE} className="stroke-line" />
      {Array.from({ length: PAIRS }, (_, i) => {
        const x = `${((100 * (i + 0.5)) / PAIRS).toFixed(2)}%`
        const off = OFF.get(i)
        if (off === undefined) return <circle key={i} cx={x} cy={CENTRE} r="2.5" className="fill-muted" />
        const y = CENTRE - off * CENT
        return (
          <g key={i} className="fill-error stroke-error">
            <line x1={x} x2={x} y1={CENTRE} y2={y} strokeWidth="1.5" />
            <circle cx={x} cy={y} r="5" />
            <text
              x={x}
              y={off > 0 ? y - 10 : y + 22}
              textAnchor="middle"
              stroke="none"
              className="text-small font-bold"
            >
              {signed(off)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** The check of pairs of prices, with what its result looks like. */
export function CheckCard() {
  const lang = useLang()
  return (
    <div className="card flex flex-col items-start p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lead">{m.home_check()}</h3>
        <span className="pill">{m.home_check_free()}</span>
      </div>
      <p className="mt-1 text-muted">{m.home_check_text()}</p>
      <figure className="mt-2 mb-4 w-full">
        <Strip />
        <figcaption className="flex flex-wrap justify-between gap-x-4 text-small text-muted">
          <span>{m.home_check_pairs({ pairs: PAIRS })}</span>
          <span className="font-semibold text-error">{m.home_check_off({ off: OFF.size })}</span>
        </figcaption>
      </figure>
      <ButtonLink look="tinted" to={pathOf('check', lang)} className="mt-auto">
        {m.home_check_action()}
      </ButtonLink>
    </div>
  )
}
