import { useEffect, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import type { WaitingRows } from '../features/file/waiting-rows.ts'
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
  const waiting = useWaitingRows()
  return (
    <div className="grid gap-12 sm:gap-14">
      <div className="grid gap-7">
        <div className="grid gap-2">
          <h1 className="text-h1">{m.pricing_heading()}</h1>
          <p className="max-w-prose text-lead text-muted">{m.pricing_lead()}</p>
          <Balance waiting={waiting?.title} />
        </div>
        <Plans waiting={waiting?.rows} />
        <OperatorLine className="max-w-prose text-muted" />
      </div>
      <Rules />
      <Questions />
    </div>
  )
}

/** The same height in all states, so that nothing moves when the session is known. */
function Balance({ waiting }: { waiting: string | undefined }) {
  const lang = useLang()
  const session = useSession()
  const tokens =
    session.status === 'signed-in' && session.tokens !== undefined
      ? m.tokens_for({ count: session.tokens, n: formatCount(session.tokens, lang) })
      : undefined
  return (
    <p className="min-h-[2lh] font-semibold wrap-anywhere sm:min-h-[1lh]">
      {tokens === undefined ? m.pricing_visitor() : m.pricing_balance({ tokens })}{' '}
      {waiting !== undefined && <LinkedText text={`${waiting}. ${m.pricing_waiting()}`} />}
    </p>
  )
}

/** The rows that wait on this device, and `199 prices of list.csv are waiting for you`: whoever leaves the payment page comes back to this one. */
function useWaitingRows() {
  const lang = useLang()
  const [found, setFound] = useState<{ title: string; rows: WaitingRows }>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const { loadWaitingRows, waitingTitle } = await import('../features/file/waiting-rows.ts')
      const rows = await loadWaitingRows()
      if (rows && isCurrent) setFound({ title: waitingTitle(rows, formatCount(rows.prices, lang)), rows })
    }
    // The page is whole without it.
    load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [lang])
  return found
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
