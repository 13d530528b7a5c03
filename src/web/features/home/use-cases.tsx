import { Link } from 'react-router'
import { EURO } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { findPack } from '#product/plans.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/section.tsx'

/** Trades, with the plan that fits their price lists. */
const USES = [
  [m.home_use_retail, m.home_use_retail_text, 'business'],
  [m.home_use_restaurants, m.home_use_restaurants_text, 'starter'],
  [m.home_use_online, m.home_use_online_text, 'pro'],
  [m.home_use_services, m.home_use_services_text, 'starter'],
  [m.home_use_freelancers, m.home_use_freelancers_text, 'starter'],
  [m.home_use_wholesale, m.home_use_wholesale_text, 'pro'],
] as const

export function UseCases() {
  return (
    <Section id="uses" title={m.home_uses()} text={m.home_uses_text()}>
      <ul className="grid content-start gap-x-5 border-line max-sm:grid-cols-2 sm:border-y">
        {USES.map(([who, what, plan], i) => (
          <li
            key={i}
            className="grid items-center gap-x-6 border-t border-line max-sm:content-between max-sm:py-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:py-1 sm:first:border-t-0 xl:grid-cols-[11rem_minmax(0,1fr)_auto] xl:py-0"
          >
            <h3 className="text-base">{who()}</h3>
            <p className="text-[0.9375rem] leading-snug text-muted max-sm:hidden sm:max-xl:row-start-2">
              {what()}
            </p>
            <PlanLink id={plan} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PlanLink({ id }: { id: string }) {
  const lang = useLang()
  const pack = findPack(id)
  if (pack === undefined) return null
  return (
    <Link
      to={pathOf('pricing', lang)}
      className="group grid min-h-11 content-center leading-tight sm:max-xl:row-span-2 sm:max-xl:row-start-1 sm:text-end xl:flex xl:min-h-9 xl:items-baseline xl:content-normal xl:pt-1.5"
    >
      <span>
        <span className="font-bold underline decoration-line-strong underline-offset-4 group-hover:decoration-ink">
          {pack.name[lang]}
        </span>{' '}
        <Money hundredths={pack.price} currency={EURO} />
      </span>{' '}
      <span className="text-small whitespace-nowrap text-muted max-sm:hidden xl:w-28">
        {m.tokens_for({ count: pack.tokens, n: formatCount(pack.tokens, lang) })}
      </span>
    </Link>
  )
}
