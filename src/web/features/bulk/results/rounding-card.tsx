import { type Currency, EURO, otherCurrency } from '#money/currency.ts'
import { formatAmount, formatCount, formatDigits, formatMoney } from '#money/format.ts'
import { PROFILE_BINS } from '#money/rounding-profile.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import type { ResultsProfile } from '#reports/results.ts'
import { useLang } from '../../../routing/location.ts'
import { roundingText } from '../../results/rounding-text.ts'

const WIDTH = 520
const TOP = 40
const BASE = 188
const STEP = WIDTH / PROFILE_BINS
/** The highest bar whose count fits above it. */
const WIDEST_COUNT = 9999

type Props = {
  profile: ResultsProfile
  /** Sum of all converted amounts in the target currency, in hundredths. */
  sum: number
}

/** Where the cents went: what rounding did to each price, as a picture, a sentence, and a table for screen readers. */
export function RoundingCard({ profile, sum }: Props) {
  const lang = useLang()
  const { from, down, up, exact, inTarget } = profile
  const target = otherCurrency(from)
  const isEuro = target === EURO
  const count = down + up + exact
  const n = (value: number) => formatCount(value, lang)
  const money = formatMoney(sum, target, lang)
  const caption = isEuro ? m.cents_caption_bgn : m.cents_caption_eur
  const inTargetText = isEuro ? m.cents_in_eur : m.cents_in_bgn
  return (
    <figure
      aria-labelledby="cents-title"
      className="card grid min-w-0 content-start gap-2 px-4 py-4 sm:px-6 sm:py-5"
      data-testid="rounding-card"
    >
      <div>
        <h3 id="cents-title" className="text-lead">
          {isEuro ? m.cents_title() : m.cents_title_bgn()}
        </h3>
        <figcaption className="text-small text-muted">{caption({ count, n: n(count) })}</figcaption>
      </div>
      {down + up > 0 && <Histogram profile={profile} />}
      <p className="text-[0.9375rem] leading-normal">
        <span data-testid="rounding-counts">{countsText(profile, lang)}</span>{' '}
        {profile.total !== null && (
          <>
            {m.cents_total()}{' '}
            <b className="whitespace-nowrap" data-testid="rounding">
              {roundingText(profile.total, target, lang)}
            </b>{' '}
            {m.cents_of()} <span className="whitespace-nowrap">{money}</span>
            {/* An amount in lev ends with a full stop already. */}
            {money.endsWith('.') ? ' ' : '. '}
          </>
        )}
        {down + up > 0 && <span data-testid="rounding-largest">{largestText(profile, lang)} </span>}
        {inTarget > 0 && inTargetText({ count: inTarget, n: n(inTarget) })}
      </p>
      <DifferencesTable profile={profile} />
    </figure>
  )
}

function countsText({ down, up, exact }: ResultsProfile, lang: Lang): string {
  if (down + up === 0) return m.cents_none()
  const n = (value: number) => formatCount(value, lang)
  const counts = { down: m.cents_counts_down({ count: down, n: n(down) }), up: n(up) }
  return exact > 0 ? m.cents_counts_exact({ ...counts, count: exact, n: n(exact) }) : m.cents_counts(counts)
}

function largestText({ from, largest }: ResultsProfile, lang: Lang): string {
  const n = formatDigits(largest.text, lang) + (largest.goesOn ? '…' : '')
  return otherCurrency(from) === EURO ? m.cents_largest({ n }) : m.cents_largest_bgn({ n })
}

/** The edge of a bin in hundredths, signed: `−0,45`. */
function edgeText(bin: number, lang: Lang): string {
  const parts = Math.round((bin * 100) / PROFILE_BINS) - 50
  return `${parts < 0 ? '\u2212' : parts > 0 ? '+' : ''}${formatAmount(Math.abs(parts), lang)}`
}

const BAR = {
  EUR: { down: 'fill-euro-soft stroke-euro', up: 'fill-euro stroke-euro' },
  BGN: { down: 'fill-national-soft stroke-national', up: 'fill-national stroke-national' },
} satisfies Record<Currency, { down: string; up: string }>

/** The highest bar on each side of zero: their counts are the scale of the others. */
function peaksOf(bins: readonly number[]): ReadonlySet<number> {
  const half = PROFILE_BINS / 2
  const highestOf = (from: number, to: number) => {
    const side = bins.slice(from, to)
    const most = Math.max(...side)
    return most > 0 ? [from + side.indexOf(most)] : []
  }
  return new Set([...highestOf(0, half), ...highestOf(half, PROFILE_BINS)])
}

/** Outlined bars for prices rounded down, filled ones for those rounded up. */
function Histogram({ profile: { from, bins, down, up } }: { profile: ResultsProfile }) {
  const lang = useLang()
  const target = otherCurrency(from)
  const highest = Math.max(...bins)
  const peaks = peaksOf(bins)
  const edge = target === EURO ? m.cents_edge : m.cents_edge_bgn
  const halfText = formatDigits('0.5', lang)
  const half = PROFILE_BINS / 2
  const middle = WIDTH / 2
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 214`}
      aria-hidden="true"
      className="h-auto w-full overflow-visible fill-muted text-[13px] font-semibold max-sm:text-[17px]"
    >
      {bins.map((count, i) => {
        const height = count === 0 ? 0 : Math.max(2, ((BASE - TOP) * count) / highest)
        const x = i * STEP + 3
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a bin is its index
          <g key={i}>
            {height > 0 && (
              <rect
                x={x}
                y={BASE - height}
                width={STEP - 6}
                height={height}
                rx="2"
                strokeWidth="1.5"
                className={i < half ? BAR[target].down : BAR[target].up}
              />
            )}
            {peaks.has(i) && highest <= WIDEST_COUNT && (
              <text
                x={i === half ? x : i === half - 1 ? x + STEP - 6 : x + STEP / 2 - 3}
                y={BASE - height - 5}
                // Right of the centre line, so that the two do not overlap.
                textAnchor={i === half ? 'start' : i === half - 1 ? 'end' : 'middle'}
                className="text-[13px] max-sm:text-[17px]"
              >
                {count}
              </text>
            )}
          </g>
        )
      })}
      <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line-strong" />
      <line x1={middle} x2={middle} y1="2" y2={BASE + 6} className="stroke-line-strong" />
      <text x="0" y="208">{`\u2212${edge({ n: halfText })}`}</text>
      <text x={middle} y="208" textAnchor="middle">
        0
      </text>
      <text x={WIDTH} y="208" textAnchor="end">{`+${edge({ n: halfText })}`}</text>
      <text x={middle - 12} y="14" textAnchor="end" className="fill-ink">
        {m.cents_down({ n: formatCount(down, lang) })}
      </text>
      <text x={middle + 12} y="14" className="fill-ink">
        {m.cents_up({ n: formatCount(up, lang) })}
      </text>
    </svg>
  )
}

/** The bars as a table. */
function DifferencesTable({ profile: { from, bins } }: { profile: ResultsProfile }) {
  const lang = useLang()
  const edge = otherCurrency(from) === EURO ? m.cents_edge : m.cents_edge_bgn
  return (
    <div className="sr-only">
      <table data-testid="rounding-bins">
        <thead>
          <tr>
            <th scope="col">{m.cents_range()}</th>
            <th scope="col">{m.cents_prices()}</th>
          </tr>
        </thead>
        <tbody>
          {bins.map((count, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a bin is its index
            <tr key={i}>
              <th scope="row">
                {m.cents_from_to({ from: edgeText(i, lang), to: edge({ n: edgeText(i + 1, lang) }) })}
              </th>
              <td>{formatCount(count, lang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
