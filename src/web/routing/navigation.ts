import { useCallback } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'
import { langOfPath } from '#i18n/language.ts'
import { arrival } from './arrival.ts'
import { loadPage } from './page-modules.ts'

/** Longer than that nobody waits for a page to be drawn, for whatever reason it is not. */
const WAIT_AT_MOST_MS = 5000

/**
 * Leads to an address of this site, and resolves when its page is there and the former one gone. What is no page of this
 * language's scripts is loaded anew, for good.
 */
export function useGo(): (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    async (to, options) => {
      const { pathname } = new URL(to, window.location.href)
      if (langOfPath(pathname) !== langOfPath(window.location.pathname)) {
        window.location.assign(to)
        return new Promise<never>(() => undefined)
      }
      // One that does not come says so in its place.
      await loadPage(pathname).catch(() => undefined)
      const arrived = arrival()
      void navigate(to, options)
      await Promise.race([arrived, new Promise<void>((resolve) => setTimeout(resolve, WAIT_AT_MOST_MS))])
    },
    [navigate],
  )
}
