import { EURO } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { cheaperPacks, packFor } from '#product/plans.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../routing/location.ts'

/** What the tokens cost that a new account lacks for so many prices. A line of a list. */
export function VisitorPrice({ cost }: { cost: number }) {
  const lang = useLang()
  const missing = cost - SIGNUP_TOKENS
  const several = cheaperPacks(missing)
  const pack = packFor(missing)
  const packs = several?.packs ?? (pack && pack.tokens >= missing ? [pack] : [])
  if (packs.length === 0) return null
  const price = packs.reduce((sum, one) => sum + one.price, 0)
  const tokens = packs.map((one) => formatCount(one.tokens, lang)).join(' + ')
  return (
    <>
      <dt className="text-muted">{m.visitor_pack({ count: packs.length, tokens })}</dt>
      <dd>{formatMoney(price, EURO, lang)}</dd>
    </>
  )
}
