import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { DEFAULT_LANG, LANGS, LANGUAGES } from '#i18n/language.ts'
import { useHash, useLang, useSearch } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pageOf, pathOf, translated } from '../routing/paths.ts'
import { useIsStarted } from '../ui/button.tsx'
import { formatRate } from '#money/format.ts'

const NAMES = {
  home: m.nav_home,
  converter: m.nav_converter,
  check: m.nav_check,
  pricing: m.nav_pricing,
  login: m.nav_login,
  register: m.nav_register,
  account: m.nav_account,
}

/** Links for all visitors, in the header and in the menu. */
export const NAV_LINKS = ['home', 'converter', 'check', 'pricing'] as const
export const ENTRIES = ['login', 'register'] as const

type PlaceProps = Omit<ComponentProps<typeof Link>, 'to'> & { page: keyof typeof NAMES }

/** A link to a page under its name; the current page is marked, in whichever language its path is. */
export function PlaceLink({ page, children = NAMES[page](), ...rest }: PlaceProps) {
  const lang = useLang()
  const { pathname } = useLocation()
  // Registering instead of signing in keeps the `next` parameter.
  const next = new URLSearchParams(useSearch()).get('next')
  const keepsNext = next !== null && (page === 'login' || page === 'register')
  return (
    <Link
      to={pathOf(page, lang) + (keepsNext ? `?${new URLSearchParams({ next })}` : '')}
      aria-current={pageOf(pathname) === page ? 'page' : undefined}
      {...rest}
    >
      {children}
    </Link>
  )
}

export function ForTokensLink({ className }: { className: string }) {
  return (
    <Link to={pathOf('pricing', useLang())} className={className}>
      {m.nav_sign_in_for_tokens()}
    </Link>
  )
}

const isSectionHash = (hash: string): boolean => document.getElementById(hash.slice(1))?.tagName === 'H2'

const isInView = (element: Element | null): boolean => {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  return bottom > 0 && top < window.innerHeight
}

/**
 * The id of the section that is being read, if it has one; ids are the same in all languages. That of the address while its
 * title is in view: the last sections of a page cannot be scrolled to the top.
 */
function visibleSectionId(hash: string): string | undefined {
  if (isSectionHash(hash) && isInView(document.getElementById(hash.slice(1)))) return hash.slice(1)
  if (window.scrollY < window.innerHeight / 2) return undefined
  const begun = [...document.querySelectorAll('main h2[id]')].filter(
    (title) => title.getBoundingClientRect().top < window.innerHeight / 4,
  )
  return begun.at(-1)?.id
}

/** Links to the same page in the next language: a full load, so that no state of the first language remains. */
export function LanguageLink({ className, isShort }: { className: string; isShort?: boolean }) {
  const location = useLocation()
  const other = LANGS[(LANGS.indexOf(useLang()) + 1) % LANGS.length] ?? DEFAULT_LANG
  const { name } = LANGUAGES[other]
  const search = useSearch()
  // The hash can hold the token of an emailed link.
  const hash = useHash()
  // The not-found page is prerendered once for all paths: until it has started, the link leads home.
  const isStarted = useIsStarted()
  const pathname = isStarted || pageOf(location.pathname) ? location.pathname : '/'
  return (
    <a
      href={translated({ pathname, search }, other) + hash}
      // Keeps the reading position at the time of the click; the link itself is unchanged.
      onClick={({ currentTarget: link }) => {
        const lasting = link.href
        link.hash = visibleSectionId(hash) ?? (isSectionHash(hash) ? '' : hash)
        setTimeout(() => (link.href = lasting))
      }}
      hrefLang={other}
      lang={other}
      className={className}
    >
      {isShort ? (
        <>
          {other.toUpperCase()}
          <span className="sr-only"> – {name}</span>
        </>
      ) : (
        name
      )}
    </a>
  )
}

/** The fixed rate. */
export function Rate() {
  return (
    <>
      1 <span className="text-euro">€</span> = {formatRate(useLang())}{' '}
      <span className="text-national">{m.lev_short()}</span>
    </>
  )
}
