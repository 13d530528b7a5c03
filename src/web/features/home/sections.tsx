import { FORMAT_IDS } from '#formats/format.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount, formatRate } from '#money/format.ts'
import { LIMITS, SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink, useIsStarted } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Accuracy } from './accuracy.tsx'
import { BeforeAfter } from './before-after.tsx'
import { Features } from './features.tsx'
import { Privacy } from './privacy.tsx'
import { UseCases } from './use-cases.tsx'

/** The sections after the hero, in the order of HOME-01. */
export default function Sections() {
  return (
    <div className="grid grid-cols-1 gap-7 sm:gap-11">
      <Features />
      <Steps />
      <BeforeAfter />
      <UseCases />
      <Facts />
      <div className="grid grid-cols-1 gap-x-14 gap-y-7 sm:gap-y-9 lg:grid-cols-2">
        <Accuracy />
        <Privacy />
      </div>
      <Closing />
    </div>
  )
}

const STEPS = [
  [m.home_step_1, m.home_step_1_text],
  [m.home_step_2, m.home_step_2_text],
  [m.home_step_3, m.home_step_3_text],
  [m.home_step_4, m.home_step_4_text],
] as const

function Steps() {
  return (
    <Section id="how" title={m.home_how()}>
      <ol className="grid grid-cols-2 gap-x-5 gap-y-2 sm:gap-y-4 lg:grid-cols-4">
        {STEPS.map(([title, text], i) => (
          <li key={i} className="grid content-start gap-1 border-t border-line-strong pt-2">
            <h3 className="flex items-baseline gap-2 text-base sm:text-lead">
              <span className="text-h3 leading-none font-extrabold">{i + 1}</span>
              {title()}
            </h3>
            <p className="text-[0.9375rem] leading-snug text-muted max-sm:hidden">{text()}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Figures of the product, taken from its constants. Its background goes to both edges of the window. */
function Facts() {
  const lang = useLang()
  const formats = FORMAT_IDS.map((format) => format.toUpperCase()).join(', ')
  return (
    <section
      aria-labelledby="facts"
      className="bg-sunken py-3.5 sm:py-5 shadow-[0_0_0_100vmax_var(--sunken)] [clip-path:inset(0_-100vmax)]"
    >
      <h2 id="facts" className="sr-only">
        {m.home_facts()}
      </h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
        {/* A phone has both in its first screen. */}
        <Fact value={formatRate(lang)} text={m.home_fact_rate()} className="max-sm:hidden" />
        <Fact value={String(SIGNUP_TOKENS)} text={m.home_fact_tokens()} className="max-sm:hidden" />
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

function Fact({ value, text, className }: { value: string; text: string; className?: string }) {
  return (
    <div className={className}>
      <dt className="text-h3 leading-tight sm:text-[1.625rem] font-extrabold tracking-tight [word-spacing:0.12em] min-[22rem]:whitespace-nowrap [font-variant-numeric:proportional-nums]">
        {value}
      </dt>
      <dd className="mt-1 text-small text-muted">{text}</dd>
    </div>
  )
}

/** The closing call to action, depending on the session (HOME-05). Reserves the space of the longer text. */
function Closing() {
  const lang = useLang()
  const session = useSession()
  // The session may be known before this part is hydrated.
  const status = useIsStarted() ? session.status : 'loading'
  return (
    <section
      aria-labelledby="closing"
      className="flex flex-wrap items-end justify-between gap-x-14 gap-y-5 border-t-2 border-ink pt-6"
    >
      <div className="grid gap-2">
        <h2 id="closing" className="text-h2">
          {m.home_closing()}
        </h2>
        <p className="min-h-[2lh] text-muted sm:min-h-[1lh] sm:text-lead">
          {status === 'signed-out' ? m.home_closing_free({ tokens: SIGNUP_TOKENS }) : m.home_closing_text()}
        </p>
      </div>
      <div className="flex gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-[22rem]:grid-cols-1">
        <ButtonLink
          look="filled"
          size="large"
          to={pathOf('converter', lang)}
          className="px-6 max-sm:px-3! max-sm:text-base! sm:min-w-64"
        >
          {status === 'signed-in' ? m.open_converter() : m.start_converting()}
        </ButtonLink>
        <ButtonLink
          look="tinted"
          size="large"
          to={pathOf('pricing', lang)}
          className="px-6 max-sm:px-3! max-sm:text-base!"
        >
          {m.view_plans()}
        </ButtonLink>
      </div>
    </section>
  )
}
