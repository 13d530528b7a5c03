import type { Lang } from '#i18n/language.ts'
import type { Pack, PlanId } from '#product/plans.ts'
import { useLang } from '../../routing/location.ts'
import { entryPath, pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'

/** Where the buttons of the plans lead (PAY-02). */
export const registerPath = (lang: Lang): string => `${pathOf('register', lang)}?next=/pricing`

export const contactFor = (plan: PlanId, lang: Lang): string =>
  `${pathOf('contact', lang)}?topic=billing&plan=${plan}`

/** Until the session is known, the checkout page decides: the login would redirect a signed-in user elsewhere. */
export function useBuyPath(): (pack: Pack) => string {
  const lang = useLang()
  const { status } = useSession()
  return ({ id }) => {
    const checkout = `${pathOf('checkout', lang)}?priceId=${id}`
    return status === 'signed-out' ? entryPath('login', lang, checkout) : checkout
  }
}
