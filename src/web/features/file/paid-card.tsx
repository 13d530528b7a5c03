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
      <div className="grid gap-1 max-sm:block max-sm:space-x-1.5 max-sm:[&>p]:inline max-sm:[&_a]:min-h-0 max-sm:[&_a]:inline">
        <p className="font-bold max-sm:text-small">{m.success_done()}</p>
        <p className="text-[0.9375rem] leading-snug">
          {m.paid_tokens({ count: tokensAdded, n: formatCount(tokensAdded, lang) })}{' '}
          <span className="max-sm:sr-only">{kept}</span>
        </p>
        <p className="flex flex-wrap gap-x-4 text-[0.9375rem] font-semibold whitespace-nowrap max-sm:space-x-2">
          {receiptUrl && (
            <a href={receiptUrl} target="_blank" rel="noopener" className={LINK}>
              {m.success_receipt()}
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
