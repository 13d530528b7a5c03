import { Link } from 'react-router'
import { formatCount } from '#money/format.ts'
import { findPack } from '#product/plans.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'

/** Trades, with the plan that their price lists usually take. */
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
    <section aria-labelledby="uses" className="grid gap-6">
      <div className="grid items-baseline gap-x-14 gap-y-3 lg:grid-cols-[1fr_2fr]">
        <h2 id="uses" className="text-2xl sm:text-3xl">
          {m.home_uses()}
        </h2>
        <p className="max-w-prose text-muted">{m.home_uses_text()}</p>
      </div>
      <ul className="border-t border-line-strong">
        {USES.map(([who, what, plan], i) => (
          <li
            key={i}
            className="grid items-baseline gap-x-14 gap-y-1 border-b border-line py-5 lg:grid-cols-[1fr_2fr]"
          >
            <h3 className="text-xl">{who()}</h3>
            <div className="grid items-baseline gap-x-8 gap-y-1 sm:grid-cols-[minmax(0,1fr)_14rem]">
              <p className="text-muted">{what()}</p>
              <PlanLink id={plan} />
            </div>
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
      className="group -my-2.5 flex items-baseline gap-3 py-2.5 sm:justify-between"
    >
      <span className="text-lg font-bold underline decoration-line-strong underline-offset-4 group-hover:decoration-ink">
        {pack.name[lang]}
      </span>{' '}
      <span className="whitespace-nowrap text-muted">
        {m.tokens_for({ count: pack.tokens, n: formatCount(pack.tokens, lang) })}
      </span>
    </Link>
  )
}
