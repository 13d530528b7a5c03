import { formatCount } from '#money/format.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { PlanList } from '../features/billing/plan-list.tsx'
import { Questions } from '../features/billing/faq.tsx'
import { OperatorLine } from '../layout/operator-line.tsx'
import { useSession } from '../session/session.ts'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.pricing_title(), description: m.pricing_description() })

/** Prices of tokens, how they are counted, and frequent questions (PAY-01). */
export default function PricingPage() {
  return (
    <div className="grid gap-14 sm:gap-16">
      <section aria-labelledby="plans" className="grid gap-8">
        <div className="grid gap-3">
          <h1 className="text-hero">{m.pricing_heading()}</h1>
          <p className="max-w-prose text-lead text-muted">{m.pricing_lead()}</p>
          <Balance />
        </div>
        <h2 id="plans" className="sr-only">
          {m.pricing_plans()}
        </h2>
        <PlanList />
        <p className="max-w-prose">{m.pricing_payment()}</p>
        <OperatorLine className="max-w-prose text-muted" />
      </section>
      <Rules />
      <Questions />
    </div>
  )
}

const balance = 'min-h-[2lh] font-semibold sm:min-h-[1lh]'

/** The same height in all states, so that nothing moves when the session is known. */
function Balance() {
  const lang = useLang()
  const session = useSession()
  if (session.status !== 'signed-in' || session.tokens === undefined) {
    return <p className={balance}>{m.pricing_visitor()}</p>
  }
  const tokens = m.tokens_for({ count: session.tokens, n: formatCount(session.tokens, lang) })
  return <p className={balance}>{m.pricing_balance({ tokens })}</p>
}

function Rules() {
  const one = m.tokens_for({ count: 1, n: '1' })
  const none = m.tokens_for({ count: 0, n: '0' })
  return (
    <section aria-labelledby="rules" className="grid gap-6">
      <h2 id="rules" className="text-h3">
        {m.pricing_rules()}
      </h2>
      <dl className="grid border-t border-line-strong sm:grid-cols-2 lg:grid-cols-4">
        <Rule what={one} text={m.rule_valid()} />
        <Rule what={none} text={m.rule_free()} />
        <Rule what={m.rule_never()} text={m.rule_never_text()} />
        <Rule what={m.rule_final()} text={m.rule_final_text()} />
      </dl>
    </section>
  )
}

function Rule({ what, text }: { what: string; text: string }) {
  return (
    <div className="border-b border-line py-4 sm:pe-8 lg:border-b-0">
      <dt className="text-h3 font-bold">{what}</dt>
      <dd className="text-muted">{text}</dd>
    </div>
  )
}
