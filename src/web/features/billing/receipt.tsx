import type { ReactNode } from 'react'
import { EURO } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { ButtonAnchor } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Credit } from './finalize-reply.ts'
import { planName } from '#product/plans.ts'

type Props = {
  credit: Pick<Credit, 'order' | 'purchaseTokens'> & Partial<Pick<Credit, 'receiptUrl'>>
  /** State of a payment that is not confirmed yet. */
  state?: string
}

/** The details of the purchase that the answer contains; renders nothing if there are none. */
export function Receipt({ credit: { order, purchaseTokens, receiptUrl }, state }: Props) {
  const lang = useLang()
  if (order === undefined && receiptUrl === undefined) return null
  return (
    <section
      aria-labelledby="receipt"
      className="card w-full max-w-lg px-5 pt-5 pb-1.5 max-lg:mx-auto sm:px-6"
    >
      <h2 id="receipt" className="text-h3">
        {m.receipt_title()}
      </h2>
      <dl className="mt-3 [&>div]:border-t [&>div]:border-line">
        {order !== undefined && (
          <>
            <Fact name={m.purchases_pack()}>{planName(order.plan, lang)}</Fact>
            {purchaseTokens !== undefined && (
              <Fact name={m.account_tokens()}>{formatCount(purchaseTokens, lang)}</Fact>
            )}
            <Fact name={m.receipt_price()}>{formatMoney(order.priceCents, EURO, lang)}</Fact>
            {state !== undefined && <Fact name={m.receipt_state()}>{state}</Fact>}
            {order.paidAt !== undefined && (
              <Fact name={m.receipt_date()}>
                <DateTime at={order.paidAt} />
              </Fact>
            )}
          </>
        )}
        {receiptUrl !== undefined && (
          <Fact name={m.receipt_document()}>
            <ButtonAnchor
              look="plain"
              size="small"
              className="-my-1.5 -me-3"
              href={receiptUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              {m.success_receipt()}
              <Icon name="external" className="size-4 text-muted" />
              <span className="sr-only">{m.in_new_tab()}</span>
            </ButtonAnchor>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
