import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const STORED = 'levro.scrolled'
/** So many steps back are remembered over a reload. */
const STORED_AT_MOST = 50

/** How far each entry of the history was scrolled. */
const tops = storedTops()

/**
 * Where a page begins: a new one at its top or its anchor, one that is gone back to where it was left. A change of the
 * query or of the anchor alone moves nothing by itself.
 */
export function ScrollKeeper() {
  const { key, pathname, search, hash } = useLocation()
  const action = useNavigationType()
  const address = pathname + search + hash
  const shown = useRef({ key, pathname, address })
  useBrowsersOwn()

  // Before the router hears of a step through the history: by then the page may be another.
  useLayoutEffect(() => {
    const note = () => void tops.set(shown.current.key, window.scrollY)
    // The browser may have scrolled, or the person, before the page started.
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
    // An anchor that was typed into the address is an entry of the browser's own, which has scrolled to it.
    if (action === NavigationType.Pop && history.state === null && anchor) anchor.scrollIntoView()
    else if (action === NavigationType.Pop) window.scrollTo(0, tops.get(key) ?? 0)
    else if (anchor) anchor.scrollIntoView()
    // A link to what is shown already leads to its top.
    else if (pathname !== former.pathname || address === former.address) window.scrollTo(0, 0)
    tops.set(key, window.scrollY)
  }, [key, pathname, address, hash, action])

  return null
}

/** The browser would move a page before the one that is gone back to is drawn; what is loaded anew is its own matter. */
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
    // Then one that was loaded anew begins at its top.
  }
}

/** Tells screen readers the title of the page after each navigation within the site, and puts the focus on its start. */
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
