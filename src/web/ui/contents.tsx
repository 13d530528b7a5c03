import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { m } from '#i18n/messages/messages.js'

/** The table of contents of a long page, in a side column where there is room: a list of `ContentsEntry`. */
export function Contents({ children }: { children: ReactNode }) {
  useFocusAtAnchor()
  return (
    <nav
      aria-labelledby="contents"
      className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:pb-4"
    >
      <h2 id="contents" className="mb-2 text-base text-muted">
        {m.legal_contents()}
      </h2>
      <ol className="gap-x-10 sm:columns-2 lg:columns-1">{children}</ol>
    </nav>
  )
}

type EntryProps = {
  id: string
  children: ReactNode
  /** Entries of subsections; hidden on phones. */
  below?: ReactNode
}

/** A link to the heading with this id. */
export function ContentsEntry({ id, children, below }: EntryProps) {
  return (
    <li className="break-inside-avoid border-b border-line">
      <Link
        to={`#${id}`}
        className="flex min-h-11 items-center gap-3 py-1.5 leading-snug hover:underline lg:min-h-8 lg:py-0.5"
      >
        {children}
      </Link>
      {below && <ol className="border-t border-line ps-4 max-sm:hidden *:last:border-b-0">{below}</ol>}
    </li>
  )
}

/** A heading's text as a link to itself. */
export function AnchorLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to={`#${id}`} className="underline-offset-4 hover:underline">
      {children}
    </Link>
  )
}

/** Moves the keyboard focus to the section of the address, not to the link that led there. */
export function useFocusAtAnchor(): void {
  const location = useLocation()
  useEffect(() => {
    const id = location.hash.slice(1)
    if (id) document.getElementById(id)?.focus({ preventScroll: true })
  }, [location])
}
