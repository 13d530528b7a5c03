import { EURO } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { cheaperPacks, packFor } from '#product/plans.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'

/** What a new account pays for so many prices, in money: the free ones, and the pack for the rest. Lines of a list. */
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
      <dt className="text-muted">{m.visitor_first({ n: SIGNUP_TOKENS })}</dt>
      <dd>{m.visitor_free()}</dd>
      <dt className="border-t border-line pt-1.5 font-semibold">
        {m.visitor_all({ n: formatCount(cost, lang) })}
      </dt>
      <dd className="border-t border-line pt-1.5">{formatMoney(price, EURO, lang)}</dd>
      <dd className="col-span-2 -mt-1.5 text-start! text-small font-normal! text-muted">
        {m.visitor_pack({ count: packs.length, tokens })}
      </dd>
    </>
  )
}
