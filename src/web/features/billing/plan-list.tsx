import { toDecimalText } from '#money/amount.ts'
import { EURO } from '#money/currency.ts'
import { formatCount, formatDigits, formatMoney } from '#money/format.ts'
import { PLANS, type Pack, type Plan, type PlanId, findPack } from '#product/plans.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink, type Look } from '../../ui/button.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Money } from '../../ui/money.tsx'
import type { Lang } from '#i18n/language.ts'

const MEANT_FOR = {
  free: m.plan_free_for,
  starter: m.plan_starter_for,
  business: m.plan_business_for,
  pro: m.plan_pro_for,
  enterprise: m.plan_enterprise_for,
} satisfies Record<PlanId, () => string>

type ListProps = {
  /** The plan that covers the number of prices. */
  covering: PlanId | undefined
  prices: number
}

/** The consent, named by every buy button. */
const CONSENT_ID = 'consent'

/** The plans as rows of a table, and what buying any of them agrees to. */
export function PlanList({ covering, prices }: ListProps) {
  const lang = useLang()
  return (
    <section aria-labelledby="plans" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-1">
        <h2 id="plans" className="text-h3">
          {m.pricing_plans()}
        </h2>
        <p id={CONSENT_ID} className="text-small text-muted">
          <LinkedText text={m.purchase_terms_consent()} />
        </p>
      </div>
      <ul className="border-y-2 border-ink">
        {PLANS.map((plan) => (
          <li
            key={plan.id}
            data-testid={`plan-${plan.id}`}
            className={`grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 border-b border-line px-3 py-3.5 last:border-b-0 sm:gap-x-6 sm:px-4 lg:grid-cols-[10rem_minmax(0,1fr)_11rem_12.5rem] ${plan.id === covering ? 'bg-action-soft' : ''}`}
          >
            <p className="whitespace-nowrap">
              <span className="text-h2 leading-tight font-extrabold tracking-tight">
                {formatCount(plan.tokens, lang)}
              </span>{' '}
              <span className="ms-0.5 text-muted">{m.prices_word({ count: plan.tokens })}</span>
            </p>
            <div className="max-lg:order-1 max-lg:col-span-full">
              <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lead">
                {plan.name[lang]}
                {plan.id === covering && (
                  <span className="pill bg-raised!">
                    {m.plan_for_you({
                      prices: m.prices_for({ count: prices, n: formatCount(prices, lang) }),
                    })}
                  </span>
                )}
              </h3>
              <p className="text-muted">
                {m.tokens_for({ count: plan.tokens, n: formatCount(plan.tokens, lang) })} ·{' '}
                {MEANT_FOR[plan.id]()}
              </p>
              <TotalPrice plan={plan} />
            </div>
            <Price plan={plan} />
            <div className="grid max-lg:order-2 max-lg:col-span-full sm:max-lg:justify-self-start">
              <PlanAction plan={plan} isMain={plan.id === covering} isFreeMain={covering === undefined} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const termsId = (id: PlanId): string => `terms-${id}`

/** The whole price that one press leads to, next to every buy button. */
function TotalPrice({ plan }: { plan: Plan }) {
  const lang = useLang()
  const pack = findPack(plan.id)
  return (
    pack && (
      <p id={termsId(pack.id)} className="text-small text-muted max-sm:text-[0.8125rem]">
        {m.purchase_terms_price({ price: formatMoney(pack.price, EURO, lang) })}
      </p>
    )
  )
}

/** Hundredths of a cent, of which a price of 4.99 for 500 tokens has 100: `1`, `0,75`. */
function centsPerPrice({ price, tokens }: Pack, lang: Lang): { cents: string; count: number } {
  const hundredths = Math.round((price * 100) / tokens)
  const text = toDecimalText(hundredths).replace(/\.?0+$/, '')
  return { cents: formatDigits(text, lang), count: hundredths / 100 }
}

function Price({ plan }: { plan: Plan }) {
  const lang = useLang()
  const pack = findPack(plan.id)
  if (plan.price === undefined) return <p className="text-end text-h3 font-bold">{m.plan_custom()}</p>
  return (
    <p className="text-end">
      <span className="block text-h3 leading-tight">
        <Money hundredths={plan.price} currency="EUR" />
      </span>{' '}
      <span className="text-small text-muted">
        {pack ? m.plan_each(centsPerPrice(pack, lang)) : m.plan_once()}
      </span>
    </p>
  )
}

type ActionProps = {
  plan: Plan
  /** The action of the plan that covers the prices. */
  isMain: boolean
  /** No number of prices is given: then the free plan is the first step. */
  isFreeMain: boolean
}

function PlanAction({ plan, isMain, isFreeMain }: ActionProps) {
  const lang = useLang()
  const look = isMain ? 'filled' : 'tinted'
  if (plan.id === 'free') return <FreeAction look={isFreeMain ? 'filled' : look} />
  const pack = findPack(plan.id)
  if (pack !== undefined) return <PackAction pack={pack} look={look} />
  return (
    <ButtonLink
      look={look}
      to={`${pathOf('contact', lang)}?topic=billing&plan=${plan.id}`}
      aria-label={`${m.plan_contact()}: ${plan.name[lang]}`}
    >
      {m.plan_contact()}
    </ButtonLink>
  )
}

/** Until the session is known, the checkout page decides: the login would redirect a signed-in user elsewhere. */
function PackAction({ pack, look }: { pack: Pack; look: Look }) {
  const lang = useLang()
  const { status } = useSession()
  const checkout = `${pathOf('checkout', lang)}?priceId=${pack.id}`
  const login = `${pathOf('login', lang)}?next=${encodeURIComponent(checkout)}`
  return (
    <ButtonLink
      look={look}
      aria-describedby={`${termsId(pack.id)} ${CONSENT_ID}`}
      to={status === 'signed-out' ? login : checkout}
      aria-label={`${m.plan_buy()}: ${pack.name[lang]}`}
    >
      {m.plan_buy()}
    </ButtonLink>
  )
}

function FreeAction({ look }: { look: Look }) {
  const lang = useLang()
  const { status } = useSession()
  if (status === 'signed-in') {
    return (
      <p className="flex min-h-11 items-center font-semibold text-ink lg:justify-center">{m.plan_given()}</p>
    )
  }
  // Reserves the space until the session is known, so that the button does not change under the pointer.
  return (
    <ButtonLink
      look={look}
      to={`${pathOf('register', lang)}?next=/pricing`}
      className={status === 'loading' ? 'invisible' : ''}
    >
      {m.plan_register()}
    </ButtonLink>
  )
}

/** The name of a purchased pack, also when it is no longer sold. */
export const planName = (id: string | null, lang: Lang): string => findPack(id ?? '')?.name[lang] ?? id ?? ''
