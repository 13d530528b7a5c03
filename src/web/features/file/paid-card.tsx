import { Link } from 'react-router'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import type { Purchase } from '../../session/purchase.ts'
import { Icon } from '../../ui/icon.tsx'

const LINK =
  'inline-flex items-center underline underline-offset-4 hover:no-underline pointer-coarse:min-h-11'

type Props = {
  purchase: Purchase
  /** Says that the file or the rows are as they were left. */
  kept: string | undefined
}

/** Back from the payment: the tokens that it has added, and its receipt (PAY-04). */
export function PaidCard({ purchase, kept }: Props) {
  const lang = useLang()
  const { tokensAdded, receiptUrl } = purchase
  return (
    <section
      role="status"
      data-testid="paid"
      className="flex gap-2.5 rounded-card border border-line bg-sunken px-4 py-3 max-sm:py-2.5 max-sm:text-small"
    >
      <Icon name="check" className="mt-0.5 size-5 max-sm:mt-0" />
      {/* On a phone two lines, so that the rows stay in sight. */}
      <div className="grid gap-1 max-sm:grow max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-0">
        <p className="font-bold max-sm:col-span-full">{m.success_done()}</p>
        <p className="text-[0.9375rem] leading-snug max-sm:text-small">
          {m.paid_tokens({ count: tokensAdded, n: formatCount(tokensAdded, lang) })}{' '}
          <span className="max-sm:sr-only">{kept}</span>
        </p>
        <p className="flex flex-wrap gap-x-4 text-[0.9375rem] font-semibold whitespace-nowrap max-sm:text-small max-sm:[&_a]:-my-3">
          {receiptUrl && (
            <a href={receiptUrl} target="_blank" rel="noopener" className={LINK}>
              <span className="sm:hidden">{m.receipt_document()}</span>
              <span className="max-sm:hidden">{m.success_receipt()}</span>
              <span className="sr-only"> {m.in_new_tab()}</span>
            </a>
          )}
          <Link to={pathOf('pricing', lang)} className={`${LINK} max-sm:hidden!`}>
            {m.success_more()}
          </Link>
        </p>
      </div>
    </section>
  )
}
