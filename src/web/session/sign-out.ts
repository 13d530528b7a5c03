import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { deleteDraft } from '#engine/storage/contact-draft.ts'
import { useNavigateTo } from '../routing/navigation.ts'
import { hasSavedBatch } from '#engine/many/mark.ts'
import { setDeviceOwner } from '#engine/storage/identity.ts'
import { forgetSession } from './session.ts'
import type { logout } from '#api/auth.ts'
import { call, hasStatus } from '#engine/http/client.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { entryPath, pathOf } from '../routing/paths.ts'
import { useAlerts } from '../ui/alerts.tsx'
import { toasts } from '../ui/toasts.tsx'
import { useLocation, useNavigate } from 'react-router'

/**
 * Completes a sign-out after the server has ended the session: removes the user's data from the device and
 * navigates.
 * @returns takes the target and the bulk client, which is loaded before the server is called
 */
export function useEndSession(): (
  to: string,
  bulk: { forget: () => Promise<void> },
  options?: { replace: boolean },
) => Promise<void> {
  const client = useQueryClient()
  const go = useNavigateTo()
  return useCallback(
    async (to, bulk, options) => {
      // A device that cannot clear its store must not prevent the sign-out.
      await bulk.forget().catch(() => undefined)
      deleteDraft()
      setDeviceOwner(undefined)
      // Before the session is cleared: the current page would redirect to the login.
      await go(to, options)
      await forgetSession(client)
      // The button that was clicked is unmounted.
      if (document.activeElement === document.body) document.getElementById('main')?.focus()
    },
    [client, go],
  )
}

const signOutQuestion = () => ({
  title: m.sign_out_title(),
  text: m.sign_out_text(),
  action: m.nav_logout(),
  danger: true,
})

/** Ends the session on the server, then navigates home (AUTH-04). */
export function useSignOut(): () => Promise<void> {
  const leave = useEndSession()
  const lang = useLang()
  const { confirm } = useAlerts()
  return async () => {
    try {
      // Loads the bulk client first: without it the user's rows would remain on the device.
      const { bulk } = await import('#engine/bulk/client.ts')
      if ((hasSavedBatch() || (await bulk.hasRows())) && !(await confirm(signOutQuestion()))) return
      await call<typeof logout>('POST /api/auth/logout', { body: {} })
      await leave(pathOf('home', lang), bulk)
      toasts.show(m.signed_out())
    } catch {
      toasts.show(m.network_error(), 'destructive')
    }
  }
}

/** Clears the session that has ended, and redirects to the login with the current page as `next`. */
export function useSignedOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const lang = useLang()
  const { pathname } = useLocation()
  return useCallback(() => {
    void forgetSession(client)
    void navigate(entryPath('login', lang, pathname), { replace: true })
  }, [client, navigate, lang, pathname])
}

/**
 * Does that when a query failed with 401.
 * @returns whether it did
 */
export function useUnauthorizedRedirect(error: unknown): boolean {
  const signedOut = useSignedOut()
  const isGone = hasStatus(error, 401)
  useEffect(() => {
    if (isGone) signedOut()
  }, [isGone, signedOut])
  return isGone
}
