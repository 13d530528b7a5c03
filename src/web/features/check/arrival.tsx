import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CheckSnapshot } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { purchaseOf } from '../../session/purchase.ts'
import { Icon } from '../../ui/icon.tsx'
import { PaidCard } from '../file/paid-card.tsx'
import { usePaidFile } from '../file/paid-file.ts'

type Props = {
  phase: CheckSnapshot['phase']
  /** The file of a user who is back from the login or the payment could not be kept. */
  isLost: boolean
}

/** What has led to the check: a purchase, which a reload does not report again, or a file that is to be chosen again. */
export default function Arrival({ phase, isLost }: Props) {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [purchase] = useState(() => purchaseOf(state))
  const forgetPurchase = useEffectEvent(() => {
    if (purchase) void navigate(pathname + search, { replace: true })
  })
  useEffect(() => forgetPurchase(), [])
  const paidFile = usePaidFile()
  const notice = isLost
    ? m.check_not_kept()
    : paidFile === undefined
      ? undefined
      : m.check_paid_file({ name: paidFile })
  return (
    <div className="mb-6 grid max-w-prose gap-4 empty:hidden">
      {purchase && <PaidCard purchase={purchase} kept={phase === 'done' ? m.paid_file_kept() : undefined} />}
      {notice !== undefined && phase === 'idle' && (
        <p
          role="status"
          className="flex items-start gap-2.5 rounded-card bg-ask-soft p-4 wrap-anywhere inset-ring inset-ring-ask-line sm:px-5"
        >
          <Icon name="question" className="mt-0.5 size-5 text-ask" />
          {notice}
        </p>
      )}
    </div>
  )
}
