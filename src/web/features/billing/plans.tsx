import { useState } from 'react'
import { type PlanId, cheapestOffer } from '#product/plans.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import type { WaitingRows } from '../file/waiting-rows.ts'
import { useSession } from '../../session/session.ts'
import { PlanCalculator } from './plan-calculator.tsx'
import { PlanList } from './plan-list.tsx'

/** Digits of a number of prices. */
const LONGEST = 7

/** The number of prices, the plan or the packs that cover it for the least, and all plans. */
export function Plans({ waiting }: { waiting: WaitingRows | undefined }) {
  const session = useSession()
  const [typed, setTyped] = useState<string>()
  // The number of the rows that wait on this device, until another is typed.
  const digits = typed ?? (waiting === undefined ? '' : String(waiting.prices).slice(0, LONGEST))
  const prices = Number(digits)
  const isSignedIn = session.status === 'signed-in'
  /** Registering gives tokens too. */
  const owned = isSignedIn ? (session.tokens ?? 0) : SIGNUP_TOKENS
  const offer = prices === 0 ? undefined : cheapestOffer(prices, owned)
  const advised: readonly PlanId[] =
    prices === 0 ? [] : offer ? offer.plans.map(({ id }) => id) : isSignedIn ? [] : ['free']
  return (
    <>
      <PlanCalculator
        digits={digits}
        onType={(next) =>
          setTyped(
            next
              .replace(/\D/g, '')
              .replace(/^0+(?=\d)/, '')
              .slice(0, LONGEST),
          )
        }
        waiting={typed === undefined ? waiting : undefined}
        prices={prices}
        left={(offer?.tokens ?? 0) + owned - prices}
        offer={offer}
        isSignedIn={isSignedIn}
        balance={isSignedIn ? session.tokens : undefined}
      />
      <PlanList advised={advised} prices={prices} />
    </>
  )
}
