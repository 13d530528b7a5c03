import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatCount } from '#money/format.ts'
import type { Snapshot } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { pathOf } from '../../../routing/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { focusInPlace } from '../../../ui/focus.ts'
import { type Purchase, purchaseOf } from '../../../session/purchase.ts'
import { PHONE_CONVERT_ID } from './phone-bar.tsx'
import { CONVERT_ID } from './rail.tsx'

const LINK =
  'inline-flex items-center underline underline-offset-4 hover:no-underline pointer-coarse:min-h-11'

/** Back from the payment: the purchase that has led here, until its rows are converted or others take their place. */
export function usePurchase(phase: Snapshot['phase']): Purchase | undefined {
  const purchase = purchaseOf(useLocation().state)
  const [isOver, setOver] = useState(false)
  if (!isOver && (phase === 'idle' || phase === 'parsing')) setOver(true)
  return isOver ? undefined : purchase
}

type Props = {
  purchase: Purchase
  /** The tokens have arrived, and are enough for the rows. */
  isReady: boolean
  hasFile: boolean
  /** Folds to its title: it has been read, and something else is happening. */
  isConverting: boolean
  className: string
}

/** The same rows, ready, with the tokens for them. */
export function PaidCard({ purchase, isReady, hasFile, isConverting, className }: Props) {
  const lang = useLang()
  // Before that a phone has the button of the rail alone, far below the rows.
  useEffect(() => {
    if (isReady) focusInPlace(CONVERT_ID, PHONE_CONVERT_ID)
  }, [isReady])
  const { tokensAdded, receiptUrl } = purchase
  return (
    <section
      role="status"
      data-testid="paid"
      className={`flex gap-2.5 rounded-card border border-line bg-sunken px-4 py-3 max-sm:py-2.5 max-sm:text-small ${className}`}
    >
      <Icon name="check" className="mt-0.5 size-5 max-sm:mt-0" />
      {/* On a phone two lines, so that the rows stay in sight. */}
      <div className="grid gap-1 max-sm:block max-sm:space-x-1.5 max-sm:[&>p]:inline max-sm:[&_a]:min-h-0 max-sm:[&_a]:inline">
        <p className="font-bold max-sm:text-small">{m.success_done()}</p>
        <p className={`text-[0.9375rem] leading-snug ${isConverting ? 'hidden!' : ''}`}>
          {m.paid_tokens({ count: tokensAdded, n: formatCount(tokensAdded, lang) })}{' '}
          <span className="max-sm:sr-only">{hasFile ? m.paid_file_kept() : m.paid_rows_kept()}</span>
        </p>
        <p
          className={`flex flex-wrap gap-x-4 text-[0.9375rem] font-semibold whitespace-nowrap max-sm:space-x-2 ${isConverting ? 'hidden!' : ''}`}
        >
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
