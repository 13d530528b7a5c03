import { Link } from 'react-router'
import { EURO } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { findPack } from '#product/plans.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { Money } from '../../ui/money.tsx'
import { SectionHeading } from './heading.tsx'

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
    <section aria-labelledby="uses" className="grid grid-cols-1 gap-4">
      <SectionHeading id="uses" title={m.home_uses()}>
        {m.home_uses_text()}
      </SectionHeading>
      <ul className="grid gap-x-5 max-sm:grid-cols-2 sm:gap-x-12 lg:grid-cols-2">
        {USES.map(([who, what, plan], i) => (
          <li
            key={i}
            className="grid items-center gap-x-5 border-t border-line py-2.5 max-sm:content-between sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div>
              <h3 className="text-base">{who()}</h3>
              <p className="text-[0.9375rem] text-muted max-sm:hidden">{what()}</p>
            </div>
            <PlanLink id={plan} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlanLink({ id }: { id: string }) {
  const lang = useLang()
  const pack = findPack(id)
  if (pack === undefined) return null
  return (
    <Link
      to={pathOf('pricing', lang)}
      className="group grid min-h-11 content-center leading-tight sm:text-end"
    >
      <span>
        <span className="font-bold underline decoration-line-strong underline-offset-4 group-hover:decoration-ink">
          {pack.name[lang]}
        </span>{' '}
        <Money hundredths={pack.price} currency={EURO} />
      </span>{' '}
      <span className="text-small whitespace-nowrap text-muted">
        {m.tokens_for({ count: pack.tokens, n: formatCount(pack.tokens, lang) })}
      </span>
    </Link>
  )
}
