import type { Currency } from '#money/currency.ts'
import { formatCount, formatSignedMoney } from '#money/format.ts'
import { derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import type { FileChoices } from '#reports/types.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { ColumnChoice } from './columns.tsx'
import {
  HUNDREDTHS,
  type LabelPlace,
  type OffDot,
  dotText,
  offDots,
  placeLabels,
  placeOf,
} from './strip-layout.ts'

const REACH = 66
const CENTRE = 88

/** Half the height of the strip, and of its axis: with nothing off the line it is lower. */
const sizeOf = ({ summary }: CheckedFile) =>
  summary.off > 0 ? { centre: CENTRE, reach: REACH } : { centre: 48, reach: 28 }

/** What the labels are placed for; the strip itself is as wide as its place. */
const WIDE = { width: 600, reach: REACH, dot: 6.5, letter: 14 } as const
const NARROW = { width: 230, reach: REACH, dot: 5, letter: 14 } as const

type Props = { checked: CheckedFile; onRead: (choices: FileChoices) => void }

/** Where in the file the pairs are off and by how much: a picture, and a table for screen readers. */
export function StripCard({ checked, onRead }: Props) {
  const lang = useLang()
  const { strip, direction } = checked
  const currency = derivedCurrency(direction)
  const first = strip.dots[0]
  const last = strip.dots.at(-1)
  const row = (line: number | undefined) => m.check_row({ row: formatCount(line ?? 0, lang) })
  return (
    <figure
      aria-labelledby="check-where"
      className="card grid min-w-0 grid-cols-1 gap-1 px-4 py-4 sm:px-5"
      data-testid="strip"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <h2 id="check-where" className="min-h-9 content-center text-lead">
          {checked.summary.off > 0 ? m.check_where() : m.check_where_none()}
        </h2>
        {/* Folds away once other columns are compared. */}
        <ColumnChoice key={JSON.stringify(checked.columns.pairs)} checked={checked} onRead={onRead} />
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
        <Axis edge={strip.edge} currency={currency} {...sizeOf(checked)} />
        <Dots checked={checked} />
        <p aria-hidden="true" className="col-start-2 flex justify-between gap-4 text-small text-muted">
          <span>{row(first?.firstRow)}</span>
          <span>{first === last ? '' : row(last?.lastRow)}</span>
        </p>
      </div>
      <figcaption className="mt-1 flex flex-wrap justify-between gap-x-4 text-small text-muted">
        <span>
          {strip.pairsPerDot === 1
            ? m.check_strip_single()
            : m.check_strip_shared({ n: formatCount(strip.pairsPerDot, lang) })}
        </span>
        {offDots(strip).some(({ isBeyond }) => isBeyond) && <span>{m.check_strip_beyond()}</span>}
      </figcaption>
      <StripTable checked={checked} />
    </figure>
  )
}

type AxisProps = ReturnType<typeof sizeOf> & { edge: number; currency: Currency }

function Axis({ edge, currency, centre, reach }: AxisProps) {
  const lang = useLang()
  const n = formatCount(edge, lang)
  const inside = 'absolute end-0 -translate-y-1/2 whitespace-nowrap'
  return (
    <div aria-hidden="true" className="relative text-small leading-none text-muted">
      {/* As wide as the widest. */}
      <span className="invisible">{HUNDREDTHS[currency]({ n: `−${n}` })}</span>
      <span className={inside} style={{ top: centre - reach }}>
        {HUNDREDTHS[currency]({ n: `+${n}` })}
      </span>
      <span className={inside} style={{ top: centre }}>
        {m.check_axis_exact()}
      </span>
      <span className={inside} style={{ top: centre + reach }}>
        {HUNDREDTHS[currency]({ n: `−${n}` })}
      </span>
    </div>
  )
}

/** Dots on the line are smaller the more there are. */
const radiusOf = (count: number): string => (count <= 60 ? '3' : count <= 120 ? '2' : '1.25')

function Dots({ checked }: { checked: CheckedFile }) {
  const lang = useLang()
  const { strip, summary } = checked
  const { centre, reach } = sizeOf(checked)
  const off = offDots(strip)
  const texts = off.map(({ difference }) => dotText(difference, lang))
  const wide = placeLabels(off, texts, WIDE)
  const narrow = placeLabels(off, texts, NARROW)
  const n = (count: number) => formatCount(count, lang)
  const label = m.check_strip_label({
    pairs: n(summary.checked),
    exact: n(summary.exact),
    off: n(summary.off),
  })
  return (
    <svg role="img" aria-label={label} height={2 * centre} className="w-full overflow-visible">
      {[-1, -2 / 3, -1 / 3, 1 / 3, 2 / 3, 1].map((y) => (
        <line
          key={y}
          x2="100%"
          y1={centre - y * reach}
          y2={centre - y * reach}
          strokeDasharray="2 5"
          className="stroke-line"
        />
      ))}
      <line x2="100%" y1={centre} y2={centre} className="stroke-line-strong" />
      {strip.dots.map((dot, i) =>
        dot.off === 0 ? (
          <circle
            key={dot.firstRow}
            cx={percent(placeOf(i, strip))}
            cy={centre}
            r={radiusOf(strip.dots.length)}
            className="fill-muted"
          />
        ) : null,
      )}
      {off.map((dot) => (
        <OffMark key={`${dot.dot.firstRow} ${dot.difference}`} dot={dot} />
      ))}
      {off.map((dot, i) => (
        <OffLabel
          key={`${dot.dot.firstRow} ${dot.difference}`}
          text={texts[i] ?? ''}
          dot={dot}
          wide={wide.get(i)}
          narrow={narrow.get(i)}
        />
      ))}
    </svg>
  )
}

const percent = (part: number): string => `${(100 * part).toFixed(2)}%`

/** A dot and its stem, which is broken where the difference goes beyond the axis. */
function OffMark({ dot: { x, y, isBeyond } }: { dot: OffDot }) {
  const cy = -y * REACH
  return (
    <svg x={percent(x)} y={CENTRE} className="overflow-visible fill-error stroke-error" strokeWidth="1.5">
      <line y2={cy} />
      {isBeyond && (
        <>
          <line y1={cy * 0.55} y2={cy * 0.65} strokeWidth="4" className="stroke-raised" />
          <path d={`M-4 ${cy * 0.55 + 2}l8-4M-4 ${cy * 0.65 + 2}l8-4`} />
        </>
      )}
      <circle cy={cy} r="5.5" stroke="none" className="max-sm:[r:4.5px]" />
    </svg>
  )
}

type LabelProps = { dot: OffDot; text: string; wide: LabelPlace | undefined; narrow: LabelPlace | undefined }

/** Whether a label fits, and where, depends on the page width. */
function OffLabel({ dot: { x }, text, wide, narrow }: LabelProps) {
  const isSame = wide?.anchor === narrow?.anchor
  const label = ({ anchor, y }: LabelPlace, look: string) => (
    <text
      x={percent(x)}
      dx={anchor === 'middle' ? 0 : anchor === 'end' ? -11 : 11}
      y={CENTRE + y}
      textAnchor={anchor}
      strokeWidth="4"
      paintOrder="stroke"
      className={`fill-error stroke-raised text-small font-bold ${look}`}
    >
      {text}
    </text>
  )
  return (
    <>
      {wide && label(wide, isSame ? '' : 'max-sm:hidden')}
      {narrow && !isSame && label(narrow, 'sm:hidden')}
    </>
  )
}

/** The dots that are off, as a table. */
function StripTable({ checked: { strip, direction } }: { checked: CheckedFile }) {
  const lang = useLang()
  const currency = derivedCurrency(direction)
  const off = strip.dots.filter((dot) => dot.off > 0)
  if (off.length === 0) return null
  const n = (count: number) => formatCount(count, lang)
  const text = (difference: string | null) =>
    difference === null ? '–' : formatSignedMoney(difference, currency, lang)
  return (
    <div className="sr-only">
      <table aria-label={m.check_where()}>
        <thead>
          <tr>
            <th scope="col">{m.check_strip_rows()}</th>
            <th scope="col">{m.check_checked()}</th>
            <th scope="col">{m.check_wrong()}</th>
            <th scope="col">{m.check_strip_above()}</th>
            <th scope="col">{m.check_strip_below()}</th>
          </tr>
        </thead>
        <tbody>
          {off.map((dot) => (
            <tr key={dot.firstRow}>
              <th scope="row">
                {dot.firstRow === dot.lastRow ? n(dot.firstRow) : `${n(dot.firstRow)}–${n(dot.lastRow)}`}
              </th>
              <td>{n(dot.pairs)}</td>
              <td>{n(dot.off)}</td>
              <td>{text(dot.above)}</td>
              <td>{text(dot.below)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
