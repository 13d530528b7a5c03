import { EURO } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { packFor } from '#product/plans.ts'
import { check } from '#engine/check/client.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { useLinkAfter } from '../../routing/navigation.ts'
import { entryPath, pathOf } from '../../routing/paths.ts'
import { CheaperPacks, PurchaseTerms } from '../../session/purchase-terms.tsx'
import { ButtonLink } from '../../ui/button.tsx'

type LinkProps = { look: 'filled' | 'plain'; to: string; children: string; 'aria-describedby'?: string }

/** A link to where the file can be paid for. The user comes back to it. */
export function LeavingLink({ to, ...rest }: LinkProps) {
  return (
    <ButtonLink {...useLinkAfter(to, () => check.keep())} {...rest} className="px-2! whitespace-nowrap" />
  )
}

const TERMS_ID = 'correct-terms'

type Props = {
  /** Tokens that the corrected file costs beyond those at hand, for a visitor beyond those of a new account. */
  missing: number
  isVisitor?: boolean
}

/** Buys the pack that covers the missing tokens; a visitor registers first. */
export function BuyPack({ missing, isVisitor = false }: Props) {
  const lang = useLang()
  const pack = packFor(missing)
  const visitor = isVisitor && (
    <p className="text-small">{m.correct_beyond_free({ n: formatCount(SIGNUP_TOKENS, lang) })}</p>
  )
  if (!pack || pack.tokens < missing) {
    const pricing = pathOf('pricing', lang)
    return (
      <>
        <LeavingLink look="filled" to={isVisitor ? entryPath('register', lang, pricing) : pricing}>
          {m.not_enough_action()}
        </LeavingLink>
        {visitor}
      </>
    )
  }
  const checkout = `${pathOf('checkout', lang)}?priceId=${pack.id}`
  const n = (count: number) => formatCount(count, lang)
  return (
    <>
      <LeavingLink
        look="filled"
        to={isVisitor ? entryPath('register', lang, checkout) : checkout}
        aria-describedby={TERMS_ID}
      >
        {m.buy_pack({ tokens: n(pack.tokens), price: formatMoney(pack.price, EURO, lang) })}
      </LeavingLink>
      {visitor}
      <CheaperPacks missing={missing} />
      <PurchaseTerms pack={pack} id={TERMS_ID} className="text-[0.8125rem]! leading-snug" inNewTab />
    </>
  )
}
