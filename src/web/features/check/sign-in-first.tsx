import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { WhatIsChecked } from './what-is-checked.tsx'

/** The check costs nothing, but is for people with an account: who has none, or is not signed in, comes back to it. */
export function SignInFirst() {
  const lang = useLang()
  const next = `?next=${encodeURIComponent(`${pathOf('converter', lang)}?mode=check`)}`
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-[3fr_2fr]">
      <section
        aria-labelledby="check-gate"
        className="grid content-start justify-items-start gap-4 border-y border-line py-6"
      >
        <h2 id="check-gate" tabIndex={-1} className="text-2xl outline-none">
          {m.check_gate_title()}
        </h2>
        <p className="max-w-prose">
          {m.check_gate_text()} {m.check_free()}
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink look="action" to={pathOf('login', lang) + next}>
            {m.nav_login()}
          </ButtonLink>
          <ButtonLink look="plain" to={pathOf('register', lang) + next}>
            {m.nav_register()}
          </ButtonLink>
        </div>
      </section>
      <WhatIsChecked />
    </div>
  )
}
