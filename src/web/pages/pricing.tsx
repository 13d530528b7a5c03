import { formatCount } from '#money/format.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Plans } from '../features/billing/plans.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { PRODUCT } from '#product/product.ts'
import { Questions } from '../features/billing/faq.tsx'
import { OperatorLine } from '../layout/operator-line.tsx'
import { useSession } from '../session/session.ts'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.pricing_title(), description: m.pricing_description() })

/** Prices of tokens, how they are counted, and frequent questions (PAY-01). */
export default function PricingPage() {
  return (
    <div className="grid gap-12 sm:gap-14">
      <div className="grid gap-7">
        <div className="grid gap-2">
          <h1 className="text-h1">{m.pricing_heading()}</h1>
          <p className="max-w-prose text-lead text-muted">{m.pricing_lead()}</p>
          <Balance />
        </div>
        <Plans />
        <OperatorLine className="max-w-prose text-muted" />
      </div>
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
  const none = m.tokens_for({ count: 0, n: '0' })
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
      <Rule what={none} text={m.rule_free()} />
      <Rule what={m.rule_never()} text={`${m.rule_never_text()} ${m.rule_final_text()}`} />
      <Rule what={m.pricing_payment_title()} text={m.pricing_payment()} />
      <Rule what={m.pricing_company_title()} text={m.pricing_company({ email: PRODUCT.supportEmail })} />
    </dl>
  )
}

function Rule({ what, text }: { what: string; text: string }) {
  return (
    <div className="border-t border-line-strong pt-3">
      <dt className="font-bold">{what}</dt>
      <dd className="text-muted">
        <LinkedText text={text} />
      </dd>
    </div>
  )
}
