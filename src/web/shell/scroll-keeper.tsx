import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** How far each entry of the history was scrolled. */
const tops = new Map<string, number>()

/**
 * Where a page begins: a new one at its top or its anchor, one that is gone back to where it was left. A change of the
 * query or of the anchor alone moves nothing by itself.
 */
export function ScrollKeeper() {
  const { key, pathname, search, hash } = useLocation()
  const action = useNavigationType()
  const former = useRef({ key, pathname, address: '' })

  useEffect(() => {
    // The browser would move the page before the one that is gone back to is drawn.
    history.scrollRestoration = 'manual'
    // A page that is left or loaded anew is the browser's own matter.
    const leave = () => (history.scrollRestoration = 'auto')
    const come = () => (history.scrollRestoration = 'manual')
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', come)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', come)
    }
  }, [])

  useLayoutEffect(() => {
    const { key: formerKey, pathname: formerPath, address: formerAddress } = former.current
    const address = pathname + search + hash
    former.current = { key, pathname, address }
    const isFirst = key === formerKey
    if (!isFirst) {
      const anchor = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
      if (action === NavigationType.Pop) window.scrollTo(0, tops.get(key) ?? 0)
      else if (anchor) anchor.scrollIntoView()
      else if (pathname !== formerPath || address === formerAddress) window.scrollTo(0, 0)
    }
    const note = () => tops.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key, pathname, search, hash, action])

  return null
}
