import { type Location, useLocation } from 'react-router'
import { useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { useSignOut } from '../session/sign-out.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from './menu.tsx'

/** Opens what the header has no room for (LAY-02). */
export function MenuButton() {
  const location = useLocation()
  // Of one moment of the browser's history: whatever leads away from it, the Back button too, closes the menu.
  const [openAt, setOpenAt] = useState<Location>()
  const isOpen = openAt === location
  // Here, for signing out goes on when the menu is closed.
  const signOut = useSignOut()
  return (
    <>
      <button
        type="button"
        aria-label={m.nav_menu()}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => {
          // What has the focus gets it back, and Safari gives none to a button that is pressed. In sight as the header is,
          // browsers would still scroll to where it stands in the page.
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
