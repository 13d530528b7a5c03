import { FORMATS } from '#formats/detect.ts'
import { formatCount, formatRate } from '#money/format.ts'
import { LIMITS, SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'

/** Numbers of the product itself, from where it keeps them. */
export function Facts() {
  const lang = useLang()
  const formats = FORMATS.map((format) => format.toUpperCase()).join(', ')
  return (
    <section aria-labelledby="facts" className="border-y-2 border-ink">
      <h2 id="facts" className="sr-only">
        {m.home_facts()}
      </h2>
      <dl className="grid sm:grid-cols-2 sm:gap-x-14 lg:grid-cols-3">
        <Fact value={formatRate(lang)} text={m.home_fact_rate()} />
        <Fact value={formatCount(LIMITS.bulkRows, lang)} text={m.home_fact_rows()} />
        <Fact value="24/7" text={m.home_fact_hours()} />
        <Fact value={String(FORMATS.length)} text={m.home_fact_formats({ formats })} />
        <Fact value={String(SIGNUP_TOKENS)} text={m.home_fact_tokens()} />
        <Fact value="1" text={m.home_fact_rounding()} />
      </dl>
    </section>
  )
}

function Fact({ value, text }: { value: string; text: string }) {
  return (
    <div className="border-b border-line py-6 last:border-b-0 sm:nth-last-2:border-b-0 lg:nth-last-3:border-b-0">
      <dt className="text-5xl leading-none font-extrabold tracking-tight whitespace-nowrap">{value}</dt>
      <dd className="mt-3 max-w-xs text-muted">{text}</dd>
    </div>
  )
}
