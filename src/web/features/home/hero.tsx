import { Link } from 'react-router'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { MainAction } from './main-action.tsx'
import { RateEmblem } from './rate-emblem.tsx'

export function Hero() {
  const lang = useLang()
  const session = useSession()
  return (
    <section className="grid gap-8 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-14">
      <div className="grid justify-items-start gap-5">
        <h1 className="text-4xl sm:text-5xl">{m.home_heading()}</h1>
        <p className="max-w-prose text-lg text-muted">{m.home_lead()}</p>
        <MainAction />
        <Link
          to={pathOf('converter', lang)}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {session.status === 'signed-in' ? m.home_single_member() : m.home_single()}
        </Link>
      </div>
      <RateEmblem />
    </section>
  )
}
