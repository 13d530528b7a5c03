import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink, useIsStarted } from '../../ui/button.tsx'

/** The closing call to action, depending on the session (HOME-05). Reserves the space of the longer text. */
export function Closing() {
  const lang = useLang()
  const session = useSession()
  // The session may be known before this part is hydrated.
  const status = useIsStarted() ? session.status : 'loading'
  return (
    <section
      aria-labelledby="closing"
      className="flex flex-wrap items-end justify-between gap-x-14 gap-y-6 border-t-2 border-ink pt-7"
    >
      <div className="grid gap-2">
        <h2 id="closing" className="text-h2">
          {m.home_closing()}
        </h2>
        <p className="min-h-[2lh] text-lead text-muted sm:min-h-[1lh]">
          {status === 'signed-out' ? m.home_closing_free({ tokens: SIGNUP_TOKENS }) : m.home_closing_text()}
        </p>
      </div>
      <div className="flex gap-3 max-sm:w-full max-sm:flex-col">
        <ButtonLink look="filled" size="large" to={pathOf('converter', lang)} className="px-6 sm:min-w-64">
          {status === 'signed-in' ? m.open_converter() : m.start_converting()}
        </ButtonLink>
        <ButtonLink look="tinted" size="large" to={pathOf('pricing', lang)} className="px-6">
          {m.view_plans()}
        </ButtonLink>
      </div>
    </section>
  )
}
