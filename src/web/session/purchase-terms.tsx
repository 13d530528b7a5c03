import { formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import type { Pack } from '#product/plans.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'

type Props = {
  pack: Pack
  /** The text of the button that buys. */
  action: string
  id?: string
  className?: string
}

/**
 * The line beside every button that buys: the whole price, and what pressing the button agrees to. Tokens are delivered at
 * once, which ends the right of withdrawal only with the buyer's consent (Consumer Protection Act, Article 57(13)).
 */
export function PurchaseTerms({ pack, action, id, className = '' }: Props) {
  const lang = useLang()
  return (
    <p id={id} className={`text-small text-muted ${className}`}>
      {m.purchase_terms_price({ price: formatMoney(pack.price, EURO, lang) })}{' '}
      {m.purchase_terms_consent({ action })}
    </p>
  )
}
