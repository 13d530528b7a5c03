import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { type Pack, cheaperPacks } from '#product/plans.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { LinkedText } from '../ui/linked-text.tsx'

type Props = {
  pack: Pack
  id?: string
  className?: string
  /** Where leaving the page would lose what the user does there. */
  inNewTab?: boolean
}

/**
 * Shown next to every buy button: the total price, and the consent given by buying. Tokens are delivered at once, which
 * ends the right of withdrawal for those used only with the buyer's consent (Consumer Protection Act, Article 57).
 */
export function PurchaseTerms({ pack, id, className = '', inNewTab = false }: Props) {
  const lang = useLang()
  return (
    <p id={id} className={`text-small text-muted ${className}`}>
      {m.purchase_terms_price({ price: formatMoney(pack.price, EURO, lang) })}{' '}
      <LinkedText text={m.purchase_terms_consent()} inNewTab={inNewTab} />
    </p>
  )
}

/** Names several packs that cover the missing tokens for less than a single one; nothing where there are none. Its link opens a new tab. */
export function CheaperPacks({ missing }: { missing: number }) {
  const lang = useLang()
  const several = cheaperPacks(missing)
  if (!several) return null
  const n = (count: number) => formatCount(count, lang)
  return (
    <p className="text-small">
      <LinkedText
        text={m.packs_cheaper({
          count: n(several.packs.length),
          packs: several.packs.map(({ tokens }) => n(tokens)).join(' + '),
          price: formatMoney(several.price, EURO, lang),
        })}
        inNewTab
      />
    </p>
  )
}
