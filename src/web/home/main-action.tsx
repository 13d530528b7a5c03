import { formatCount } from '#domain/format.ts'
import { SIGNUP_TOKENS } from '#domain/limits.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { pathOf } from '../i18n/paths.ts'
import { useSession } from '../session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

/** The button that the visitor needs, by who is here (HOME-02..04). */
export function MainAction() {
  const lang = useLang()
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return (
        <div className="grid gap-2">
          <Button look="action" disabled className="px-8 text-lg">
            {m.loading()}
          </Button>
          <p className="text-muted">{'\u00a0'}</p>
        </div>
      )
    case 'signed-in':
      return (
        <div className="grid justify-items-start gap-2">
          <ButtonLink look="action" to={pathOf('converter', lang)} className="px-8 text-lg">
            {m.open_converter()}
          </ButtonLink>
          <p className="text-muted">
            {session.tokens === undefined
              ? m.signed_in()
              : m.tokens_available({
                  tokens: m.tokens_for({ count: session.tokens, n: formatCount(session.tokens, lang) }),
                })}
          </p>
        </div>
      )
    case 'signed-out':
      return (
        <div className="grid justify-items-start gap-2">
          <ButtonLink look="action" to={pathOf('register', lang)} className="px-8 text-lg">
            {m.create_account({ tokens: SIGNUP_TOKENS })}
          </ButtonLink>
          <p className="text-muted">{m.no_card()}</p>
        </div>
      )
  }
}
