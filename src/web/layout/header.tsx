import { Link } from 'react-router'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { LanguageLink, NAV_LINKS, PlaceLink, Rate } from './header-links.tsx'
import { MenuButton } from './menu.tsx'
import { UserMenu } from './user-menu.tsx'

const link =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-base px-2 font-semibold text-muted hover:text-ink lg:px-3'

const place =
  `${link} relative aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 ` +
  'aria-[current=page]:after:-bottom-2 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-ink'

export function Header() {
  return (
    <header className="sticky top-0 z-30 low:static bg-surface shadow-[inset_0_-1px_var(--line)]">
      {/* One row; two only with larger letters than the screen has room for, and without scripts on a phone. */}
      <div className="wrap flex min-h-15 flex-wrap items-center pe-1 sm:pe-3">
        <Link to={pathOf('home', useLang())} className="flex min-h-11 items-center gap-3 lg:me-4">
          <span className="text-h3 font-extrabold tracking-tight">
            <span className="text-national">{m.brand_lev()}</span>
            <span className="text-euro">{m.brand_euro()}</span>
          </span>
          <span className="hidden border-s border-line ps-3 text-muted md:max-lg:inline xl:inline">
            <Rate />
          </span>
        </Link>
        <nav aria-label={m.nav_main()} className="flex items-center max-lg:hidden noscript:flex">
          {NAV_LINKS.map((page) => (
            <PlaceLink key={page} page={page} className={place} />
          ))}
        </nav>
        <div className="flex flex-1 items-center justify-end">
          <UserMenu link={link} />
          <LanguageLink isShort className={link} />
          <MenuButton />
        </div>
      </div>
    </header>
  )
}
