import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** The last word, by who is here (HOME-05). It has room for its longer form, so that nothing moves. */
export function Closing() {
  const lang = useLang()
  const { status } = useSession()
  return (
    <section
      aria-labelledby="closing"
      className="flex flex-wrap items-end justify-between gap-x-14 gap-y-6 border-t-2 border-ink pt-8"
    >
      <div className="grid gap-3">
        <h2 id="closing" className="text-3xl sm:text-4xl">
          {m.home_closing()}
        </h2>
        <p className="min-h-[2lh] text-lg text-muted sm:min-h-[1lh]">
          {status === 'signed-out' ? m.home_closing_free({ tokens: SIGNUP_TOKENS }) : m.home_closing_text()}
        </p>
      </div>
      <div className="flex gap-3 max-sm:w-full max-sm:flex-col">
        <ButtonLink look="action" to={pathOf('converter', lang)} className="px-8 text-lg sm:min-w-64">
          {status === 'signed-in' ? m.open_converter() : m.start_converting()}
        </ButtonLink>
        <ButtonLink look="plain" to={pathOf('pricing', lang)} className="px-6 text-lg">
          {m.view_plans()}
        </ButtonLink>
      </div>
    </section>
  )
}
