import { Link, NavLink, useLocation } from 'react-router'
import { formatCount, formatRate } from '#domain/format.ts'
import { useHashText, useLang, useQueryText } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { pageOf, pathOf, translated } from '../i18n/paths.ts'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/sign-out.ts'
import { Icon } from '../ui/icon.tsx'

const link =
  'inline-flex min-h-11 items-center rounded-base px-2 font-semibold hover:bg-sunken sm:px-3 aria-[current=page]:text-action'
const iconLink = 'grid size-11 place-items-center rounded-base hover:bg-sunken'

export function Header() {
  const lang = useLang()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface/95 backdrop-blur">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-2 px-4 max-sm:gap-x-0 max-sm:px-3 sm:px-6">
        <Link to={pathOf('home', lang)} className="flex min-h-14 items-center gap-3 max-sm:me-0.5 sm:me-2">
          <span className="text-xl font-extrabold tracking-tight">
            <span className="text-lev">{m.brand_lev()}</span>
            <span className="text-euro">{m.brand_euro()}</span>
          </span>
          <span className="hidden border-s border-line ps-3 text-muted xl:inline">
            1 € = {formatRate(lang)} {m.lev_short()}
          </span>
        </Link>
        <nav aria-label={m.nav_main()} className="flex items-center">
          <NavLink to={pathOf('home', lang)} end className={`${link} max-sm:hidden`}>
            {m.nav_home()}
          </NavLink>
          <NavLink to={pathOf('converter', lang)} className={`${link} max-sm:px-1.5`}>
            {m.nav_converter()}
          </NavLink>
          <NavLink to={pathOf('pricing', lang)} className={`${link} max-md:hidden`}>
            {m.nav_pricing()}
          </NavLink>
        </nav>
        <div className="ms-auto flex items-center">
          <LanguageLink />
          <Visitor />
        </div>
      </div>
    </header>
  )
}

/** The same page in the other language: a full load, so that nothing of the first language stays behind. */
function LanguageLink() {
  const location = useLocation()
  const other = useLang() === 'bg' ? 'en' : 'bg'
  const search = useQueryText()
  // The secret of a mailed link stands there.
  const hash = useHashText()
  const pathname = pageOf(location.pathname) ? location.pathname : '/'
  return (
    <a
      href={translated({ pathname, search }, other) + hash}
      hrefLang={other}
      lang={other}
      className={`${link} text-muted`}
    >
      {other.toUpperCase()}
      <span className="sr-only"> – {other === 'en' ? 'English' : 'Български'}</span>
    </a>
  )
}

function Visitor() {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return <div className="h-11 w-24" aria-hidden="true" />
    case 'signed-out':
      return <SignedOut />
    case 'signed-in':
      return <SignedIn tokens={session.tokens} />
  }
}

function SignedOut() {
  const lang = useLang()
  // Who was sent to the login, and registers instead, still wants to go on from there.
  const next = new URLSearchParams(useQueryText()).get('next')
  const search = next === null ? '' : `?${new URLSearchParams({ next })}`
  return (
    <>
      <Link to={pathOf('pricing', lang)} className={`${link} max-lg:hidden text-muted`}>
        {m.nav_sign_in_for_tokens()}
      </Link>
      <NavLink to={pathOf('login', lang) + search} className={link}>
        {m.nav_login()}
      </NavLink>
      <NavLink to={pathOf('register', lang) + search} className={`${link} max-sm:hidden`}>
        {m.nav_register()}
      </NavLink>
    </>
  )
}

function SignedIn({ tokens }: { tokens: number | undefined }) {
  const lang = useLang()
  const signOut = useSignOut()
  return (
    <>
      {tokens !== undefined && (
        <span className="inline-flex items-center gap-1.5 rounded-full bg-sunken px-2 py-1 font-semibold whitespace-nowrap sm:me-1 sm:px-3">
          <Icon name="token" className="size-4 text-muted max-sm:hidden" />
          <span data-testid="balance">{formatCount(tokens, lang)}</span>
          <span className="text-muted max-sm:sr-only">{m.tokens_word({ count: tokens })}</span>
        </span>
      )}
      <NavLink
        to={pathOf('account', lang)}
        aria-label={m.nav_account()}
        title={m.nav_account()}
        className={iconLink}
      >
        <Icon name="account" />
      </NavLink>
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
