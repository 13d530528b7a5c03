import type { ReactNode } from 'react'
import { formatList } from '#i18n/format.ts'
import { m } from '#i18n/messages/messages.js'
import type { Cents, MinorUnits } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { currencySign, formatRate } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { AMBIGUOUS } from '../file/sample.ts'
import { shopRows } from './shop-list.ts'

const NATIONAL_PRICE = 49_90 as MinorUnits<'national'>
const EURO_PRICE = 1000 as Cents

/** What is still to be done in lev, each thing with its picture. On phones the cards are swiped. */
export function Features() {
  return (
    <section aria-labelledby="features" className="grid grid-cols-1 gap-5">
      <div className="grid items-baseline gap-x-14 gap-y-2 lg:grid-cols-[1fr_2fr]">
        <h2 id="features" className="text-h2">
          {m.home_features()}
        </h2>
        <p className="text-muted max-sm:text-[0.9375rem] max-sm:leading-snug">{m.home_features_text()}</p>
      </div>
      <div className="grid gap-5 max-sm:-mx-4 max-sm:flex max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:gap-3 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 max-sm:*:w-[86%] max-sm:*:shrink-0 max-sm:*:snap-start md:grid-cols-2 xl:grid-cols-[1.3fr_1fr_0.95fr]">
        <CheckCard />
        <ProtocolCard />
        <div className="grid gap-x-8 gap-y-3 md:max-xl:col-span-2 md:max-xl:grid-cols-3 xl:content-between">
          <Feature title={m.home_feature_back()} text={m.home_feature_back_text()}>
            <Money hundredths={EURO_PRICE} currency={EURO} /> <Arrow />{' '}
            <Money hundredths={convertMinorUnits(EURO_PRICE, EURO).national} currency={NATIONAL} />
          </Feature>
          <Feature title={m.home_feature_ask()} text={m.home_feature_ask_text()}>
            <span className="font-semibold text-ask">{AMBIGUOUS.written} ?</span>
          </Feature>
          <Feature title={m.home_feature_single()} text={m.home_feature_single_text()}>
            <Money hundredths={NATIONAL_PRICE} currency={NATIONAL} /> <Arrow />{' '}
            <Money hundredths={convertMinorUnits(NATIONAL_PRICE, NATIONAL).euro} currency={EURO} />
          </Feature>
        </div>
      </div>
    </section>
  )
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5 border-t border-line-strong pt-2">
      <p className="text-h3 leading-snug tracking-tight">{children}</p>
      <h3 className="text-lead">{title}</h3>
      <p className="text-[0.9375rem] leading-snug text-muted">{text}</p>
    </div>
  )
}

const Arrow = () => <span className="mx-1 text-muted">→</span>

const PAIRS = 40
/** By the position of the pair in the example, how many cents it is off. */
const OFF = new Map([
  [6, -1],
  [16, 2],
  [24, 1],
  [37, -1],
])

const [HEIGHT, CENTRE, CENT] = [90, 46, 14] as const

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
function CheckCard() {
  const lang = useLang()
  return (
    <div className="card flex flex-col items-start p-4 sm:p-6">
      <div className="flex w-full items-baseline justify-between gap-3">
        <h3 className="text-lead">{m.home_check()}</h3>
        <span className="pill">{m.home_check_free()}</span>
      </div>
      <p className="mt-1 text-muted max-sm:text-[0.9375rem] max-sm:leading-snug">{m.home_check_text()}</p>
      <figure className="mt-auto mb-4 w-full pt-3 max-sm:mb-3 max-sm:pt-1">
        <Strip />
        <figcaption className="flex flex-wrap justify-between gap-x-4 text-small text-muted">
          <span>{m.home_check_pairs({ pairs: PAIRS })}</span>
          <span className="font-semibold text-error">{m.home_check_off({ off: OFF.size })}</span>
        </figcaption>
      </figure>
      <ButtonLink look="tinted" to={pathOf('check', lang)}>
        {m.home_check_action()}
      </ButtonLink>
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3 border-b border-line py-1 last:border-b-0">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-semibold">{children}</dd>
    </div>
  )
}

/** The protocol of the pictured list, made smaller. */
function Protocol() {
  const lang = useLang()
  const rows = shopRows()
  const sum = (side: 'national' | 'euro') => rows.reduce((total, row) => total + row[side], 0)
  return (
    <figure
      aria-label={m.home_protocol_picture()}
      className="w-full self-end rounded-t-base border border-b-0 border-line bg-surface px-4 pt-4 pb-1 text-[0.8125rem] leading-snug shadow-float"
    >
      <p className="border-b-2 border-ink pb-2 text-small font-extrabold">{m.protocol_title()}</p>
      <dl>
        <Line name={m.home_protocol_rate()}>
          1 € = {formatRate(lang)} {currencySign(NATIONAL, lang)}
        </Line>
        <Line name={m.home_protocol_rule()}>{m.home_protocol_law()}</Line>
        <Line name={m.protocol_prices()}>
          <Money hundredths={sum('national')} currency={NATIONAL} />
        </Line>
        <Line name={m.protocol_by_line()}>
          <Money hundredths={sum('euro')} currency={EURO} />
        </Line>
        <Line name={m.protocol_exceptions()}>{m.protocol_none()}</Line>
      </dl>
    </figure>
  )
}

function ProtocolCard() {
  return (
    <div className="card grid grid-cols-1 grid-rows-[auto_1fr] gap-4 overflow-clip px-4 pt-4 sm:px-6 sm:pt-6">
      <div className="grid content-start gap-1">
        <h3 className="text-lead">{m.home_protocol()}</h3>
        <p className="text-muted max-sm:text-[0.9375rem] max-sm:leading-snug">{m.home_protocol_text()}</p>
      </div>
      <Protocol />
    </div>
  )
}
