import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../routing/location.ts'
import type { Funds } from './use-funds.ts'
import { VisitorPrice } from './visitor-price.tsx'

type CostLinesProps = {
  /** What costs so many tokens. */
  name: string
  cost: number
  funds: Funds
}

/** The cost in tokens, the balance, and what is left or missing after the conversion. */
export function CostLines({ name, cost, funds: { balance, missing, isSignedOut } }: CostLinesProps) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 [&>dd]:text-end [&>dd]:font-bold">
      <dt className="text-muted">{name}</dt>
      <dd>
        <span className="sr-only">{name} </span>
        <span data-testid="cost">{m.tokens_for({ count: cost, n: n(cost) })}</span>
      </dd>
      {balance !== undefined && (
        <>
          <dt className="text-muted">{m.rail_balance()}</dt>
          <dd>{n(balance)}</dd>
        </>
      )}
      {isSignedOut && cost > SIGNUP_TOKENS && <VisitorPrice cost={cost} />}
      {/* The balance after the conversion is unknown where some of the rows may be paid for already. */}
      {balance !== undefined && (missing > 0 || balance >= cost) && (
        <>
          <dt className="border-t border-line pt-1.5 font-semibold">
            {missing > 0 ? m.rail_short({ count: missing }) : m.rail_after()}
          </dt>
          <dd className="border-t border-line pt-1.5">
            {missing > 0 ? m.rail_missing({ count: missing, n: n(missing) }) : n(balance - cost)}
          </dd>
        </>
      )}
    </dl>
  )
}
