import { formatCount, formatDecimal } from '#money/format.ts'
import { PLANS, type Pack, type Plan, type PlanId, findPack } from '#product/plans.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import type { Lang } from '#i18n/language.ts'

const MEANT_FOR = {
  free: m.plan_free_for,
  starter: m.plan_starter_for,
  business: m.plan_business_for,
  pro: m.plan_pro_for,
  enterprise: m.plan_enterprise_for,
} satisfies Record<PlanId, () => string>

/** The plans as rows of a table: tokens and prices are aligned for comparison. */
export function PlanList() {
  const lang = useLang()
  return (
    <ul className="border-y-2 border-ink">
      {PLANS.map((plan) => (
        <li
          key={plan.id}
          data-testid={`plan-${plan.id}`}
          className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 border-b border-line py-5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_6.5rem_11.5rem] sm:gap-x-8 lg:grid-cols-[minmax(0,1fr)_6.5rem_11.5rem_15rem]"
        >
          <div className="max-sm:col-span-2">
            <h3 className="text-h3">{plan.name[lang]}</h3>
            <p className="text-muted">{MEANT_FOR[plan.id]()}</p>
          </div>
          <p className="sm:text-end">
            <span className="block text-h1 leading-tight font-extrabold tracking-tight">
              {formatCount(plan.tokens, lang)}
            </span>{' '}
            <span className="text-muted">{m.tokens_word({ count: plan.tokens })}</span>
          </p>
          <Price plan={plan} />
          <div className="grid max-lg:col-span-full sm:max-lg:justify-self-start">
            <PlanAction plan={plan} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Price({ plan: { price, tokens } }: { plan: Plan }) {
  const lang = useLang()
  if (price === undefined) return <p className="text-end text-h3 font-bold">{m.plan_custom()}</p>
  return (
    <p className="text-end">
      <span className="block text-h1 leading-tight tracking-tight">
        <Money hundredths={price} currency="EUR" />
      </span>{' '}
      <span className="text-muted">
        {/* An exact quotient in each of the plans. */}
        {price > 0 ? m.plan_each({ cents: formatDecimal(String(price / tokens), lang) }) : m.plan_once()}
      </span>
    </p>
  )
}

function PlanAction({ plan }: { plan: Plan }) {
  const lang = useLang()
  if (plan.id === 'free') return <FreeAction />
  const pack = findPack(plan.id)
  if (pack !== undefined) return <PackAction pack={pack} />
  return (
    <ButtonLink
      look="tinted"
      to={`${pathOf('contact', lang)}?topic=billing&plan=${plan.id}`}
      aria-label={`${m.plan_contact()}: ${plan.name[lang]}`}
    >
      {m.plan_contact()}
    </ButtonLink>
  )
}

/** Until the session is known, the checkout page decides: the login would redirect a signed-in user elsewhere. */
function PackAction({ pack }: { pack: Pack }) {
  const lang = useLang()
  const { status } = useSession()
  const checkout = `${pathOf('checkout', lang)}?priceId=${pack.id}`
  const login = `${pathOf('login', lang)}?next=${encodeURIComponent(checkout)}`
  return (
    <ButtonLink
      look="tinted"
      to={status === 'signed-out' ? login : checkout}
      aria-label={`${m.plan_buy()}: ${pack.name[lang]}`}
    >
      {m.plan_buy()}
    </ButtonLink>
  )
}

function FreeAction() {
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
      look="filled"
      to={`${pathOf('register', lang)}?next=/pricing`}
      className={status === 'loading' ? 'invisible' : ''}
    >
      {m.plan_register()}
    </ButtonLink>
  )
}

/** The name of a purchased pack, also when it is no longer sold. */
export const planName = (id: string | null, lang: Lang): string => findPack(id ?? '')?.name[lang] ?? id ?? ''
