import { type MouseEvent, useCallback, useEffect } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { languageOfPath } from '#i18n/language.ts'
import { prefetchPage, loadPage } from './page-modules.ts'

let waiting: (() => void)[] = []

/**
 * Resolves when the next page is mounted and the former one unmounted. A navigation itself resolves earlier:
 * React renders the new page later, and effects of the former one still run.
 */
export const nextPageMounted = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
  })

/** Tracks mounted pages; used once, above all pages. */
export function useNextPageMounted(): void {
  const { key } = useLocation()
  useEffect(() => {
    for (const resolve of waiting) resolve()
    waiting = []
  }, [key])
}

/** Props of a link that does something first: a click with a modifier key opens it as any other. */
export function useLinkAfter(to: string, before: () => Promise<unknown>) {
  const go = useNavigateTo()
  return {
    to,
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void before().then(() => go(to))
    },
  }
}

/** Timeout for a page that is never rendered. */
const WAIT_AT_MOST_MS = 5000

/**
 * Navigates to an address of this site; resolves when its page is mounted. An address that is not a page of
 * this language's scripts is loaded by the browser; the promise then never resolves.
 */
export function useNavigateTo(): (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    async (to, options) => {
      const { pathname } = new URL(to, window.location.href)
      if (languageOfPath(pathname) !== languageOfPath(window.location.pathname)) {
        window.location.assign(to)
        return new Promise<never>(() => undefined)
      }
      // A page that fails to load shows an error in its place.
      await loadPage(pathname).catch(() => undefined)
      const arrived = nextPageMounted()
      void navigate(to, options)
      await Promise.race([arrived, new Promise<void>((resolve) => setTimeout(resolve, WAIT_AT_MOST_MS))])
    },
    [navigate],
  )
}

/** Loads the page of a link on hover, touch or keyboard focus. */
export function useLinkPrefetch(): void {
  useEffect(() => {
    const onIntent = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && link.origin === window.location.origin && !link.target) void prefetchPage(link.pathname)
    }
    const moments = ['pointerover', 'focusin']
    for (const moment of moments) document.addEventListener(moment, onIntent, { passive: true })
    return () => {
      for (const moment of moments) document.removeEventListener(moment, onIntent)
    }
  }, [])
}
