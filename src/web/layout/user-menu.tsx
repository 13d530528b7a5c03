import { formatCount } from '#money/format.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/sign-out.ts'
import { Icon } from '../ui/icon.tsx'
import { ENTRIES, ForTokensLink, PlaceLink } from './header-links.tsx'

const iconLink = 'grid size-11 place-items-center rounded-base hover:bg-sunken max-sm:hidden'

/**
 * Account links in the header. Left-aligned within its place so that nothing moves when the session is known;
 * what does not fit is in the menu.
 */
export function UserMenu({ link }: { link: string }) {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return null
    case 'signed-out':
      return (
        <>
          <ForTokensLink className={`${link} text-muted max-md:hidden`} />
          {ENTRIES.map((page) => (
            <PlaceLink
              key={page}
              page={page}
              className={`${link} ${page === 'login' ? '' : 'max-sm:hidden'}`}
            />
          ))}
        </>
      )
    case 'signed-in':
      return <SignedIn tokens={session.tokens} />
  }
}

function SignedIn({ tokens }: { tokens: number | undefined }) {
  const lang = useLang()
  const signOut = useSignOut()
  return (
    <>
      {tokens !== undefined && (
        <span className="me-1 inline-flex items-center gap-1.5 rounded-full bg-sunken px-2.5 py-1 font-semibold whitespace-nowrap sm:px-3">
          <Icon name="token" className="size-4 text-muted" />
          <span data-testid="balance">{formatCount(tokens, lang)}</span>
          <span className="text-muted max-sm:sr-only">{m.tokens_word({ count: tokens })}</span>
        </span>
      )}
      <PlaceLink page="account" aria-label={m.nav_account()} title={m.nav_account()} className={iconLink}>
        <Icon name="account" />
      </PlaceLink>
      <button
        type="button"
        onClick={() => void signOut()}
        aria-label={m.nav_logout()}
        title={m.nav_logout()}
        className={iconLink}
      >
        <Icon name="logout" />
      </button>
    </>
  )
}
