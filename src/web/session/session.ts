import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Session } from '#api/auth.ts'
import { queryOf } from './queries.ts'
import { setDeviceOwner } from '#engine/storage/identity.ts'

const SESSION_KEY = ['/api/auth', 'me']

export type SessionState =
  | { status: 'loading' }
  /** `known` when the server confirmed it, false when it could not be reached. */
  | { status: 'signed-out'; known: boolean }
  | { status: 'signed-in'; email: string; tokens: number | undefined }

/** Every query except the session itself depends on the user. */
const isPersonal = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== SESSION_KEY[0]

/** The current session. A failed request counts as signed out (HOME-04). */
export function useSession(): SessionState {
  const { data, isPending } = useQuery({ queryKey: SESSION_KEY, queryFn: queryOf<Session>('null') })
  if (isPending) return { status: 'loading' }
  if (!data?.user) return { status: 'signed-out', known: data?.user === null }
  return { status: 'signed-in', email: data.user.email, tokens: data.tokens }
}

/** Cancels the pending session query: its older response must not overwrite this value. */
export async function setSession(client: QueryClient, session: Session): Promise<void> {
  // Also when the same user signs in again, which is no change of owner.
  setDeviceOwner(session.user?.email)
  await client.cancelQueries({ queryKey: SESSION_KEY })
  client.setQueryData(SESSION_KEY, session)
}

export async function setBalance(client: QueryClient, tokens: number): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_KEY })
  client.setQueryData<Session | null>(SESSION_KEY, (session) => (session ? { ...session, tokens } : session))
}

/** Removes all cached data of the user who was signed in. */
export async function forgetSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_KEY })
  client.removeQueries({ predicate: isPersonal })
  client.setQueryData(SESSION_KEY, { ok: true, user: null, tokens: 0 } satisfies Session)
}

/** Whether a user is signed in, as far as is known. */
export const isSignedIn = (client: QueryClient): boolean =>
  Boolean(client.getQueryData<Session | null>(SESSION_KEY)?.user)

export const refreshSession = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: SESSION_KEY })

/** Refreshes the session when the window regains focus (LAY-06). Data of a different user is fetched again. */
export function useSessionRefresh(): void {
  const client = useQueryClient()
  const session = useSession()
  const email = session.status === 'signed-in' ? session.email : undefined
  const former = useRef(email)
  useEffect(() => {
    if (email === undefined) return
    setDeviceOwner(email)
    if (email === former.current) return
    if (former.current !== undefined) void client.resetQueries({ predicate: isPersonal })
    former.current = email
  }, [client, email])
  useEffect(() => {
    const onFocus = () => void refreshSession(client)
    // Offline the session is unknown: it is refreshed when the connection is back.
    const moments = ['focus', 'online']
    for (const moment of moments) window.addEventListener(moment, onFocus)
    // A page restored from the back/forward cache shows its former state; one that was just loaded has
    // fetched the session.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && onFocus()
    window.addEventListener('pageshow', onShow)
    return () => {
      for (const moment of moments) window.removeEventListener(moment, onFocus)
      window.removeEventListener('pageshow', onShow)
    }
  }, [client])
}
