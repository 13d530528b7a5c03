import { Link } from 'react-router'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { LanguageLink, NAV_LINKS, PlaceLink, Rate } from './header-links.tsx'
import { MenuButton } from './menu.tsx'
import { UserMenu } from './user-menu.tsx'

const link =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-base px-2 font-semibold hover:bg-sunken lg:px-3 ' +
  'aria-[current=page]:text-action aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8'

export function Header() {
  return (
    <header className="sticky top-0 z-30 low:static border-b border-line bg-surface">
      {/* One row; two only with larger letters than the screen has room for, and without scripts on a phone. */}
      <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center ps-4 pe-1 sm:ps-6 sm:pe-3">
        <Link to={pathOf('home', useLang())} className="flex min-h-11 items-center gap-3 lg:me-4">
          <span className="text-xl font-extrabold tracking-tight">
            <span className="text-national">{m.brand_lev()}</span>
            <span className="text-euro">{m.brand_euro()}</span>
          </span>
          <span className="hidden border-s border-line ps-3 text-muted md:max-lg:inline xl:inline">
            <Rate />
          </span>
        </Link>
        <nav aria-label={m.nav_main()} className="flex items-center max-lg:hidden noscript:flex">
          {NAV_LINKS.map((page) => (
            <PlaceLink key={page} page={page} className={link} />
          ))}
        </nav>
        <div className="flex flex-1 items-center justify-end">
          <UserMenu link={link} />
          <LanguageLink isShort className={`${link} text-muted`} />
          <MenuButton />
        </div>
      </div>
    </header>
  )
}
