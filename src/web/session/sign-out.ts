import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { deleteDraft } from '#engine/storage/contact-draft.ts'
import { useNavigateTo } from '../routing/navigation.ts'
import { setDeviceOwner } from '#engine/storage/identity.ts'
import { forgetSession } from './session.ts'
import type { logout } from '#api/auth.ts'
import { call, hasStatus } from '#engine/http/client.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { useAlerts } from '../ui/alerts.tsx'
import { toasts } from '../ui/toasts.tsx'
import { useNavigate } from 'react-router'

/**
 * What comes after the server has ended a session at the person's wish: nothing of theirs stays on the device, and the
 * page goes on elsewhere.
 * @returns takes where to, and the part that knows the rows, which is loaded before the server is asked for anything
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
      // A device that cannot clear its store keeps nobody here.
      await bulk.forget().catch(() => undefined)
      deleteDraft()
      setDeviceOwner(undefined)
      // Before there is a stranger: the page that is left would lead one to the login.
      await go(to, options)
      await forgetSession(client)
      // The button that was pressed is gone with the person.
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

/** Ends the session on the server, then goes home (AUTH-04). */
export function useSignOut(): () => Promise<void> {
  const leave = useEndSession()
  const lang = useLang()
  const { confirm } = useAlerts()
  return async () => {
    try {
      // First what is needed to forget the rows: without it nobody is signed out with their rows left behind.
      const { bulk } = await import('#engine/bulk/client.ts')
      if ((await bulk.hasRows()) && !(await confirm(signOutQuestion()))) return
      await call<typeof logout>('POST /api/auth/logout', {})
      await leave(pathOf('home', lang), bulk)
      toasts.show(m.signed_out())
    } catch {
      toasts.show(m.network_error(), 'destructive')
    }
  }
}

/** Forgets the person whose session has ended, and leads from the account to the login and back. */
export function useSignedOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const lang = useLang()
  return useCallback(() => {
    void forgetSession(client)
    void navigate(`${pathOf('login', lang)}?next=${encodeURIComponent(pathOf('account', lang))}`, {
      replace: true,
    })
  }, [client, navigate, lang])
}

/** Does that when a query was refused because nobody is signed in any more. @returns whether it was */
export function useUnauthorizedRedirect(error: unknown): boolean {
  const signedOut = useSignedOut()
  const isGone = hasStatus(error, 401)
  useEffect(() => {
    if (isGone) signedOut()
  }, [isGone, signedOut])
  return isGone
}
