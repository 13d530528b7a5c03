import { useCallback, useEffect } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { languageOfPath } from '#i18n/language.ts'
import { prefetchPage, loadPage } from './page-modules.ts'

let waiting: (() => void)[] = []

/**
 * Resolves when the page of the next address is there and the former one gone. A navigation itself resolves before that:
 * React draws the new page later, and effects of the former one still run.
 */
export const nextPageMounted = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
  })

/** Notices arrivals; used once, above all pages. */
export function useNextPageMounted(): void {
  const { key } = useLocation()
  useEffect(() => {
    for (const resolve of waiting) resolve()
    waiting = []
  }, [key])
}

/** Longer than that nobody waits for a page to be drawn, for whatever reason it is not. */
const WAIT_AT_MOST_MS = 5000

/**
 * Leads to an address of this site, and resolves when its page is there and the former one gone. What is no page of this
 * language's scripts is loaded anew, for good.
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
      // One that does not come says so in its place.
      await loadPage(pathname).catch(() => undefined)
      const arrived = nextPageMounted()
      void navigate(to, options)
      await Promise.race([arrived, new Promise<void>((resolve) => setTimeout(resolve, WAIT_AT_MOST_MS))])
    },
    [navigate],
  )
}

/** Loads the page behind a link when somebody points at it, touches it or comes to it by the keyboard. */
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
