import type { ReactNode } from 'react'
import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** The button that the visitor needs, by who is here (HOME-02..04); as large in each case, so that nothing moves. */
export function MainAction() {
  const lang = useLang()
  const session = useSession()
  const invitation = m.create_account({ tokens: SIGNUP_TOKENS })
  switch (session.status) {
    case 'loading':
      return (
        <Action note={'\u00a0'}>
          <Button look="action" disabled className={`${size} opacity-55 noscript:hidden`}>
            <Stacked above={m.loading()} below={invitation} />
          </Button>
        </Action>
      )
    case 'signed-in':
      return (
        <Action note={tokensText(session.tokens, lang)}>
          <ButtonLink look="action" to={pathOf('converter', lang)} className={size}>
            <Stacked above={m.open_converter()} below={invitation} />
          </ButtonLink>
        </Action>
      )
    case 'signed-out':
      return (
        <Action note={m.no_card()}>
          <ButtonLink look="action" to={pathOf('register', lang)} className={size}>
            {invitation}
          </ButtonLink>
        </Action>
      )
  }
}

const size = 'px-8 text-lg max-sm:w-full max-sm:px-3 max-sm:text-base max-sm:text-balance'

const tokensText = (tokens: number | undefined, lang: Lang): string =>
  tokens === undefined
    ? m.signed_in()
    : m.tokens_available({ tokens: m.tokens_for({ count: tokens, n: formatCount(tokens, lang) }) })

function Action({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className="grid w-full justify-items-start gap-2">
      {children}
      <p className="text-muted">{note}</p>
    </div>
  )
}

/** Words with the room that others need. */
function Stacked({ above, below }: { above: string; below: string }) {
  return (
    <span className="grid items-center *:col-start-1 *:row-start-1">
      <span>{above}</span>
      <span aria-hidden="true" className="invisible">
        {below}
      </span>
    </span>
  )
}
