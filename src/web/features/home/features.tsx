import type { ReactNode } from 'react'
import type { Cents, MinorUnits } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/section.tsx'
import { FORMAT_IDS } from '#formats/format.ts'
import { formatCount, formatRate } from '#money/format.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { LIMITS, SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { Link } from 'react-router'
import { findPack } from '#product/plans.ts'
import { pathOf } from '../../routing/paths.ts'

const NATIONAL_PRICE = 1250 as MinorUnits<'national'>
const EURO_PRICE = 1000 as Cents

/** Each feature under a sample of its output. */
export function Features() {
  return (
    <Section id="features" title={m.home_features()}>
      <div className="grid gap-x-14 gap-y-8 sm:grid-cols-2">
        <Feature title={m.home_feature_single()} text={m.home_feature_single_text()}>
          <Money hundredths={NATIONAL_PRICE} currency={NATIONAL} /> <Arrow />{' '}
          <Money hundredths={convertMinorUnits(NATIONAL_PRICE, NATIONAL).euro} currency={EURO} />
        </Feature>
        <Feature title={m.home_feature_back()} text={m.home_feature_back_text()}>
          <Money hundredths={EURO_PRICE} currency={EURO} /> <Arrow />{' '}
          <Money hundredths={convertMinorUnits(EURO_PRICE, EURO).national} currency={NATIONAL} />
        </Feature>
        <Feature title={m.home_feature_file()} text={m.home_feature_file_text()}>
          <span className="font-semibold">XLSX, CSV, JSON</span>
        </Feature>
        <Feature title={m.home_feature_fix()} text={m.home_feature_fix_text()}>
          <span className="font-semibold">12,500</span> <span className="text-muted">?</span>
        </Feature>
      </div>
    </Section>
  )
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-2 border-t border-line-strong pt-4">
      <p className="text-h3 tracking-tight">{children}</p>
      <h3 className="mt-2 text-lead">{title}</h3>
      <p className="text-muted">{text}</p>
    </div>
  )
}

const Arrow = () => <span className="mx-1 text-muted">→</span>

/** Figures of the product, taken from its constants. */
export function Facts() {
  const lang = useLang()
  const formats = FORMAT_IDS.map((format) => format.toUpperCase()).join(', ')
  return (
    <section aria-labelledby="facts" className="border-y-2 border-ink">
      <h2 id="facts" className="sr-only">
        {m.home_facts()}
      </h2>
      <dl className="grid sm:grid-cols-2 sm:gap-x-14 lg:grid-cols-3">
        <Fact value={formatRate(lang)} text={m.home_fact_rate()} />
        <Fact value={formatCount(LIMITS.bulkRows, lang)} text={m.home_fact_rows()} />
        <Fact value="24/7" text={m.home_fact_hours()} />
        <Fact value={String(FORMAT_IDS.length)} text={m.home_fact_formats({ formats })} />
        <Fact value={String(SIGNUP_TOKENS)} text={m.home_fact_tokens()} />
        <Fact value="1" text={m.home_fact_rounding()} />
      </dl>
    </section>
  )
}

function Fact({ value, text }: { value: string; text: string }) {
  return (
    <div className="border-b border-line py-6 last:border-b-0 sm:nth-last-2:border-b-0 lg:nth-last-3:border-b-0">
      <dt className="text-hero leading-none font-extrabold tracking-tight whitespace-nowrap">{value}</dt>
      <dd className="mt-3 max-w-xs text-muted">{text}</dd>
    </div>
  )
}

const STEPS = [m.home_step_1, m.home_step_2, m.home_step_3, m.home_step_4]

export function Steps() {
  return (
    <section aria-labelledby="how" className="grid gap-6">
      <h2 id="how" className="text-h2">
        {m.home_how()}
      </h2>
      <ol className="grid gap-x-8 border-t border-line-strong sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map((step, i) => (
          <li key={i} className="flex gap-4 border-b border-line py-5 lg:border-b-0">
            <span className="text-h1 leading-none font-extrabold text-muted">{i + 1}</span>
            <span>{step()}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Trades, with the plan that fits their price lists. */
const USES = [
  [m.home_use_retail, m.home_use_retail_text, 'business'],
  [m.home_use_restaurants, m.home_use_restaurants_text, 'starter'],
  [m.home_use_online, m.home_use_online_text, 'pro'],
  [m.home_use_services, m.home_use_services_text, 'starter'],
  [m.home_use_freelancers, m.home_use_freelancers_text, 'starter'],
  [m.home_use_wholesale, m.home_use_wholesale_text, 'pro'],
] as const

export function UseCases() {
  return (
    <section aria-labelledby="uses" className="grid gap-6">
      <div className="grid items-baseline gap-x-14 gap-y-3 lg:grid-cols-[1fr_2fr]">
        <h2 id="uses" className="text-h2">
          {m.home_uses()}
        </h2>
        <p className="max-w-prose text-muted">{m.home_uses_text()}</p>
      </div>
      <ul className="border-t border-line-strong">
        {USES.map(([who, what, plan], i) => (
          <li
            key={i}
            className="grid items-baseline gap-x-14 gap-y-1 border-b border-line py-5 lg:grid-cols-[1fr_2fr]"
          >
            <h3 className="text-h3">{who()}</h3>
            <div className="grid items-baseline gap-x-8 gap-y-1 sm:grid-cols-[minmax(0,1fr)_14rem]">
              <p className="text-muted">{what()}</p>
              <PlanLink id={plan} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlanLink({ id }: { id: string }) {
  const lang = useLang()
  const pack = findPack(id)
  if (pack === undefined) return null
  return (
    <Link
      to={pathOf('pricing', lang)}
      className="group -my-2.5 flex items-baseline gap-3 py-2.5 sm:justify-between"
    >
      <span className="text-lead font-bold underline decoration-line-strong underline-offset-4 group-hover:decoration-ink">
        {pack.name[lang]}
      </span>{' '}
      <span className="whitespace-nowrap text-muted">
        {m.tokens_for({ count: pack.tokens, n: formatCount(pack.tokens, lang) })}
      </span>
    </Link>
  )
}
