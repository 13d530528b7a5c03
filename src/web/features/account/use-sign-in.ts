import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Session } from '#api/auth.ts'
import { deleteDraft } from '#engine/storage/contact-draft.ts'
import { loadDeviceOwner } from '#engine/storage/identity.ts'
import { useLang } from '../../routing/location.ts'
import { useNavigateTo } from '../../routing/navigation.ts'
import { pathOf, safeNext } from '../../routing/paths.ts'
import { setSession, useSession } from '../../session/session.ts'
import { toasts } from '../../ui/toasts.tsx'

export type CompleteSignIn = (request: () => Promise<Session>) => Promise<void>

/**
 * Signs in by a request, and goes to the page that led here. A user who was signed in before goes to the account.
 * @param onDone waits before the page is left; gets the reply
 * @throws what the request throws
 */
export function useSignIn(onDone: (session: Session) => Promise<void>): CompleteSignIn {
  const client = useQueryClient()
  const navigate = useNavigate()
  const go = useNavigateTo()
  const location = useLocation()
  const lang = useLang()
  const { status } = useSession()
  const isOurs = useRef(false)
  useEffect(() => {
    if (status === 'signed-in' && !isOurs.current) void navigate(pathOf('account', lang), { replace: true })
  }, [status, navigate, lang])

  return async (request) => {
    // Before the request: a chunk that fails to load must not leave the user half signed in.
    const { bulk } = await import('#engine/bulk/client.ts')
    const reply = await request()
    isOurs.current = true
    // Rows and the message draft of another user are removed, own ones stay; results are hidden until then.
    // A busy worker must not delay the sign-in.
    const owner = loadDeviceOwner()
    if (owner !== undefined && owner !== reply.user?.email) {
      deleteDraft()
      await bulk.forget()
    } else void bulk.eraseResults()
    await setSession(client, reply)
    toasts.dismissAll()
    await onDone(reply)
    const next = new URLSearchParams(location.search).get('next')
    // Back leads to where the visitor came from, not to a form that is done.
    await go(safeNext(next, { origin: window.location.origin, pathname: location.pathname }), {
      replace: true,
    })
  }
}
