import { useState } from 'react'
import { planFor } from '#product/plans.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import type { WaitingRows } from '../file/waiting-rows.ts'
import { useSession } from '../../session/session.ts'
import { PlanCalculator } from './plan-calculator.tsx'
import { PlanList } from './plan-list.tsx'

/** Digits of a number of prices. */
const LONGEST = 7

/** The number of prices, the plan that covers it, and all plans. */
export function Plans({ waiting }: { waiting: WaitingRows | undefined }) {
  const session = useSession()
  const [typed, setTyped] = useState<string>()
  // The number of the rows that wait on this device, until another is typed.
  const text = typed ?? (waiting === undefined ? '' : String(waiting.prices).slice(0, LONGEST))
  const prices = /^\d+$/.test(text) ? Number(text) : 0
  const isSignedIn = session.status === 'signed-in'
  /** Registering gives tokens too. */
  const owned = isSignedIn ? (session.tokens ?? 0) : SIGNUP_TOKENS
  const plan = planFor(prices, owned)
  const covering = prices === 0 ? undefined : plan ? plan.id : isSignedIn ? undefined : 'free'
  return (
    <>
      <PlanCalculator
        text={text}
        onType={(next) => setTyped(next.replace(/\D/g, '').slice(0, LONGEST))}
        waiting={typed === undefined ? waiting : undefined}
        prices={prices}
        left={(plan?.tokens ?? 0) + owned - prices}
        missing={prices - owned}
        plan={plan}
        isSignedIn={isSignedIn}
      />
      <PlanList covering={covering} prices={prices} />
    </>
  )
}
