import { FORMAT_IDS } from '#formats/format.ts'
import { formatCount, formatRate } from '#money/format.ts'
import { LIMITS, SIGNUP_TOKENS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'

/** Figures of the product, taken from its constants. Its background goes to both edges of the window. */
export function Facts() {
  const lang = useLang()
  const formats = FORMAT_IDS.map((format) => format.toUpperCase()).join(', ')
  return (
    <section
      aria-labelledby="facts"
      className="bg-sunken py-6 shadow-[0_0_0_100vmax_var(--sunken)] [clip-path:inset(0_-100vmax)]"
    >
      <h2 id="facts" className="sr-only">
        {m.home_facts()}
      </h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-[1fr_1fr_1.3fr_1fr_1fr_1fr]">
        <Fact value={formatRate(lang)} text={m.home_fact_rate()} />
        <Fact value={String(SIGNUP_TOKENS)} text={m.home_fact_tokens()} />
        <Fact value={String(FORMAT_IDS.length)} text={m.home_fact_formats({ formats })} />
        <Fact
          value={m.home_fact_rows({ rows: formatCount(LIMITS.bulkRows, lang) })}
          text={m.home_fact_rows_text()}
        />
        <Fact value="1" text={m.home_fact_rounding()} />
        <Fact value="24/7" text={m.home_fact_hours()} />
      </dl>
    </section>
  )
}

function Fact({ value, text }: { value: string; text: string }) {
  return (
    <div>
      <dt className="text-[1.625rem] leading-tight font-extrabold tracking-tight whitespace-nowrap [font-variant-numeric:proportional-nums]">
        {value}
      </dt>
      <dd className="mt-1 text-small text-muted">{text}</dd>
    </div>
  )
}
