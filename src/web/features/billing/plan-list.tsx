import { toDecimalText } from '#money/amount.ts'
import { formatCount, formatDigits } from '#money/format.ts'
import { PLANS, type Pack, type Plan, type PlanId, findPack } from '#product/plans.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useSession } from '../../session/session.ts'
import { ButtonLink, type Look } from '../../ui/button.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Money } from '../../ui/money.tsx'
import { contactFor, registerPath, useBuyPath } from './plan-paths.ts'
import type { Lang } from '#i18n/language.ts'

const MEANT_FOR = {
  free: m.plan_free_for,
  starter: m.plan_starter_for,
  business: m.plan_business_for,
  pro: m.plan_pro_for,
  enterprise: m.plan_enterprise_for,
} satisfies Record<PlanId, () => string>

type ListProps = {
  /** The plan that covers the number of prices for the least; of several packs each, as often as it is bought. */
  advised: readonly PlanId[]
  prices: number
}

/** The consent, named by every buy button. */
export const CONSENT_ID = 'consent'

/** The plans as rows of a table, and what buying any of them agrees to. */
export function PlanList({ advised, prices }: ListProps) {
  const lang = useLang()
  return (
    <section aria-labelledby="plans" className="grid grid-cols-1 gap-3">
      {/* On a phone the consent is next to the button of the calculator. */}
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-1 max-sm:-mt-3 max-sm:flex-col-reverse max-sm:flex-nowrap max-sm:gap-y-7">
        <h2 id="plans" className="text-h3">
          {m.pricing_plans()}
        </h2>
        <p id={CONSENT_ID} className="text-small text-muted">
          <LinkedText text={m.purchase_terms_consent()} />
        </p>
      </div>
      <ul className="border-y-2 border-ink">
        {PLANS.map((plan) => {
          const times = advised.filter((id) => id === plan.id).length
          return (
            <li
              key={plan.id}
              data-testid={`plan-${plan.id}`}
              className={`grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line px-3 py-3.5 last:border-b-0 sm:px-4 md:grid-cols-[minmax(0,1fr)_12.5rem_11rem] lg:grid-cols-[9rem_minmax(0,1fr)_12rem_12.5rem] lg:gap-x-6 xl:grid-cols-[9rem_minmax(0,1fr)_17.5rem_12.5rem] ${times > 0 ? 'bg-sunken' : ''}`}
            >
              <p className="whitespace-nowrap md:max-lg:self-end lg:row-span-2">
                <span className="text-h2 leading-tight font-extrabold tracking-tight">
                  {formatCount(plan.tokens, lang)}
                </span>{' '}
                <span className="ms-0.5 text-muted">{m.prices_word({ count: plan.tokens })}</span>
              </p>
              <div className="max-md:order-1 max-md:col-span-full md:max-lg:row-start-2 md:max-lg:self-start lg:row-span-2">
                <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lead">
                  {plan.name[lang]}
                  {times > 0 && <ForYou times={times} prices={prices} />}
                </h3>
                <p className="text-muted md:max-lg:text-small">
                  <TokenCost plan={plan} /> · {MEANT_FOR[plan.id]()}
                </p>
              </div>
              <p
                className={`text-end text-h3 leading-tight font-bold md:max-lg:col-start-2 md:max-lg:row-start-1 [&_.font-semibold]:font-bold ${findPack(plan.id) ? 'md:self-end' : 'md:row-span-2'} ${plan.price === undefined ? 'max-[22rem]:text-base md:max-lg:text-base' : ''}`}
              >
                {plan.price === undefined ? (
                  m.plan_custom()
                ) : (
                  <Money hundredths={plan.price} currency="EUR" />
                )}
              </p>
              <Terms plan={plan} />
              <div className="grid max-md:order-3 max-md:col-span-full max-md:mt-2 sm:max-md:justify-self-start md:row-span-2 md:row-start-1 md:max-lg:col-start-3 lg:col-start-4">
                <PlanAction
                  plan={plan}
                  // Once a number of prices is entered, the calculator has the one filled button of the page.
                  look={prices === 0 && plan.id === 'free' ? 'filled' : 'tinted'}
                />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function ForYou({ times, prices: count }: { times: number; prices: number }) {
  const lang = useLang()
  const prices = m.prices_for({ count, n: formatCount(count, lang) })
  return (
    <span className="pill bg-raised!">
      {times > 1 ? m.plan_for_you_times({ times, prices }) : m.plan_for_you({ prices })}
    </span>
  )
}

export const termsId = (id: PlanId): string => `terms-${id}`

/** Below the price, or the button: how it is paid. With the consent above the list it is what every buy button is described by. */
function Terms({ plan }: { plan: Plan }) {
  if (!findPack(plan.id)) return null
  return (
    <p
      id={termsId(plan.id)}
      className="text-small text-muted max-md:order-2 max-md:col-span-full text-balance md:self-start md:text-end md:max-lg:col-start-2 md:max-lg:row-start-2 lg:col-start-3"
    >
      {m.plan_terms()}
    </p>
  )
}

/** Hundredths of a cent, of which a price of 4.99 for 500 tokens has 100: `1`, `0,75`. */
function centsPerPrice({ price, tokens }: Pack, lang: Lang): { cents: string; count: number } {
  const hundredths = Math.round((price * 100) / tokens)
  const text = toDecimalText(hundredths).replace(/\.?0+$/, '')
  return { cents: formatDigits(text, lang), count: hundredths / 100 }
}

/** `500 tokens at about 1 cent`. */
function TokenCost({ plan }: { plan: Plan }) {
  const lang = useLang()
  const pack = findPack(plan.id)
  const tokens = m.tokens_for({ count: plan.tokens, n: formatCount(plan.tokens, lang) })
  return pack ? m.plan_each({ ...centsPerPrice(pack, lang), tokens }) : tokens
}

type ActionProps = { plan: Plan; look: Look }

function PlanAction({ plan, ...style }: ActionProps) {
  const lang = useLang()
  if (plan.id === 'free') return <FreeAction {...style} />
  const pack = findPack(plan.id)
  if (pack !== undefined) return <PackAction pack={pack} {...style} />
  return (
    <ButtonLink
      {...style}
      to={contactFor(plan.id, lang)}
      aria-label={`${m.plan_contact()}: ${plan.name[lang]}`}
    >
      {m.plan_contact()}
    </ButtonLink>
  )
}

function PackAction({ pack, ...style }: Omit<ActionProps, 'plan'> & { pack: Pack }) {
  const lang = useLang()
  const buy = useBuyPath()
  return (
    <ButtonLink
      {...style}
      aria-describedby={`${termsId(pack.id)} ${CONSENT_ID}`}
      to={buy(pack)}
      aria-label={`${m.plan_buy()}: ${pack.name[lang]}`}
    >
      {m.plan_buy()}
    </ButtonLink>
  )
}

function FreeAction({ look }: Omit<ActionProps, 'plan'>) {
  const lang = useLang()
  const { status } = useSession()
  if (status === 'signed-in') {
    return (
      <p className="flex min-h-11 items-center font-semibold text-ink md:justify-center md:text-center">
        {m.plan_given()}
      </p>
    )
  }
  // Reserves the space until the session is known, so that the button does not change under the pointer.
  return (
    <ButtonLink
      look={look}
      to={registerPath(lang)}
      className={`md:max-lg:px-2! ${status === 'loading' ? 'invisible' : ''}`}
    >
      {m.plan_register()}
    </ButtonLink>
  )
}
