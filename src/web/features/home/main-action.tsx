import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { Stacked } from './stacked.tsx'

const size = 'px-6 max-sm:w-full max-sm:px-3 max-sm:text-base max-sm:text-balance'

const tokensText = (tokens: number | undefined, lang: Lang): string =>
  tokens === undefined
    ? m.signed_in()
    : m.tokens_available({ tokens: m.tokens_for({ count: tokens, n: formatCount(tokens, lang) }) })

/** The main button, depending on the session (HOME-02..04); the same size in each state. */
export function MainAction() {
  const lang = useLang()
  const session = useSession()
  const invitation = m.create_account({ tokens: SIGNUP_TOKENS })
  const note = {
    loading: () => '\u00a0',
    'signed-in': () => (session.status === 'signed-in' ? tokensText(session.tokens, lang) : ''),
    'signed-out': m.no_card,
  }[session.status]()
  return (
    <div className="flex w-full flex-wrap items-center gap-x-5 gap-y-2">
      {session.status === 'loading' && (
        <>
          <Button look="filled" size="large" disabled className={`${size} opacity-55 noscript:hidden`}>
            <Stacked below={invitation}>{m.loading()}</Stacked>
          </Button>
          {/* Without scripts nobody asks who is signed in. */}
          <noscript className="noscript:contents">
            <a
              href={pathOf('register', lang)}
              className={buttonClass({ look: 'filled', size: 'large', className: size })}
            >
              {invitation}
            </a>
          </noscript>
        </>
      )}
      {session.status === 'signed-in' && (
        <ButtonLink look="filled" size="large" to={pathOf('converter', lang)} className={size}>
          <Stacked below={invitation}>{m.open_converter()}</Stacked>
        </ButtonLink>
      )}
      {session.status === 'signed-out' && (
        <ButtonLink look="filled" size="large" to={pathOf('register', lang)} className={size}>
          {invitation}
        </ButtonLink>
      )}
      <div className="w-full text-small text-muted sm:flex sm:gap-x-4">
        <p>{note}</p>
        <p>{m.home_token()}</p>
      </div>
    </div>
  )
}
