import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const STORED = 'levro.scrolled'
/** Number of history entries whose position is kept over a reload. */
const STORED_AT_MOST = 50

/** Scroll position of each history entry. */
const tops = storedTops()

/**
 * Scrolls a new page to its top or its anchor, and restores the position of one in the history. A change of
 * the query or the anchor alone does not scroll.
 */
export function ScrollKeeper() {
  const { key, pathname, search, hash } = useLocation()
  const action = useNavigationType()
  const address = pathname + search + hash
  const shown = useRef({ key, pathname, address })
  useBrowsersOwn()

  // Before the router handles a history step: after it the page may be another.
  useLayoutEffect(() => {
    const note = () => void tops.set(shown.current.key, window.scrollY)
    // The browser or the user may have scrolled before the page started.
    note()
    const moments = ['scroll', 'popstate']
    for (const moment of moments) window.addEventListener(moment, note, { passive: true })
    return () => {
      for (const moment of moments) window.removeEventListener(moment, note)
    }
  }, [])

  useLayoutEffect(() => {
    const former = shown.current
    if (former.key === key) return
    shown.current = { key, pathname, address }
    const anchor = hash && document.getElementById(hash.slice(1))
    // An anchor typed into the address bar is an entry that the browser has scrolled to.
    if (action === NavigationType.Pop && history.state === null && anchor) anchor.scrollIntoView()
    else if (action === NavigationType.Pop) window.scrollTo(0, tops.get(key) ?? 0)
    else if (anchor) anchor.scrollIntoView()
    // A link to the current page scrolls to its top.
    else if (pathname !== former.pathname || address === former.address) window.scrollTo(0, 0)
    tops.set(key, window.scrollY)
  }, [key, pathname, address, hash, action])

  return null
}

/**
 * The browser would restore the position before the page is rendered; on a reload its own restoration is
 * kept.
 */
function useBrowsersOwn(): void {
  useEffect(() => {
    const take = () => void (history.scrollRestoration = 'manual')
    const leave = () => {
      history.scrollRestoration = 'auto'
      storeTops()
    }
    take()
    window.addEventListener('pageshow', take)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pageshow', take)
      window.removeEventListener('pagehide', leave)
    }
  }, [])
}

function storedTops(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

function storeTops(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...tops].slice(-STORED_AT_MOST)))
  } catch {
    // A reloaded page begins at its top then.
  }
}

/**
 * Announces the title of the page to screen readers after each client-side navigation, and moves the focus to
 * its start.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    setTitle(document.title)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
