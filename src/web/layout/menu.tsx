import { type MouseEvent, useEffect, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { Modal } from '../ui/dialog.tsx'
import { ENTRIES, ForTokensLink, LanguageLink, NAV_LINKS, PlaceLink, Rate } from './header-links.tsx'
import { type Location, useLocation } from 'react-router'
import { useSignOut } from '../session/sign-out.ts'

type MenuProps = { onClose: () => void; onSignOut: () => void }

const row =
  'flex min-h-12 w-full items-center rounded-base px-4 text-start font-semibold -outline-offset-3 hover:bg-hover ' +
  'aria-[current=page]:bg-sunken aria-[current=page]:font-bold'

const group = 'mx-4 mt-3 border-t border-line px-0 pt-3 empty:hidden'

/** The header's links on small screens, sliding in from the side. */
export function Menu({ onClose, onSignOut }: MenuProps) {
  const lang = useLang()
  const session = useSession()
  useEffect(() => {
    // From this width on the header shows all of them.
    const wide = window.matchMedia('(width >= 64rem)')
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])
  return (
    <Modal
      aria-label={m.nav_menu()}
      data-menu
      onDismiss={onClose}
      // Closes also for a link to the current page, which causes no navigation.
      onClick={({ target }: MouseEvent) => (target as Element).closest('a, button') && onClose()}
      className="ms-auto h-dvh max-h-none w-[min(20rem,100vw-3rem)] overscroll-contain rounded-s-card bg-raised text-ink shadow-float"
    >
      <div className="flex min-h-full flex-col">
        <div className="flex min-h-15 items-center justify-between ps-8 pe-1">
          {session.status === 'signed-in' && session.tokens !== undefined ? (
            <p className="-ms-3 inline-flex items-center gap-1.5 rounded-full bg-sunken px-3 py-1 font-semibold text-muted">
              <Icon name="token" className="size-4" />
              <span>
                <span className="text-ink">{formatCount(session.tokens, lang)}</span>{' '}
                {m.tokens_word({ count: session.tokens })}
              </span>
            </p>
          ) : (
            <p className="font-semibold text-muted">{m.nav_menu()}</p>
          )}
          <button
            type="button"
            aria-label={m.close()}
            className="grid size-11 place-items-center rounded-base outline-offset-0 hover:bg-sunken"
          >
            <Icon name="close" className="size-6" />
          </button>
        </div>
        <nav aria-label={m.nav_main()} className="px-4">
          {NAV_LINKS.map((page) => (
            <PlaceLink key={page} page={page} className={row} />
          ))}
        </nav>
        <div className={group}>
          {session.status === 'signed-out' && (
            <>
              {ENTRIES.map((page) => (
                <PlaceLink key={page} page={page} className={row} />
              ))}
              <ForTokensLink className={row} />
            </>
          )}
          {session.status === 'signed-in' && (
            <>
              <PlaceLink page="account" className={row} />
              <button type="button" onClick={onSignOut} className={row}>
                {m.nav_logout()}
              </button>
            </>
          )}
        </div>
        <div className={group}>
          <LanguageLink className={row} />
        </div>
        <p className="mt-auto px-8 py-5 text-muted">
          <Rate />
        </p>
      </div>
    </Modal>
  )
}

/** Opens the menu on small screens (LAY-02). */
export function MenuButton() {
  const location = useLocation()
  // The history entry on which it was opened: any navigation, the Back button too, closes the menu.
  const [openAt, setOpenAt] = useState<Location>()
  const isOpen = openAt === location
  // Here rather than in the menu: signing out continues after the menu has closed.
  const signOut = useSignOut()
  return (
    <>
      <button
        type="button"
        aria-label={m.nav_menu()}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => {
          // The focused element gets the focus back, and Safari does not focus a clicked button. The header
          // is sticky, but browsers would still scroll to its position in the page.
          currentTarget.focus({ preventScroll: true })
          setOpenAt(location)
        }}
        className="grid size-11 place-items-center rounded-base outline-offset-0 hover:bg-sunken lg:hidden noscript:hidden"
      >
        <Icon name="menu" className="size-6" />
      </button>
      {isOpen && <Menu onClose={() => setOpenAt(undefined)} onSignOut={() => void signOut()} />}
    </>
  )
}
