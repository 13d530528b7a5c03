import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Session } from '#api/auth.ts'
import { queryOf } from './queries.ts'
import { setDeviceOwner } from '#engine/storage/identity.ts'

const SESSION_KEY = ['/api/auth', 'me']

export type SessionState =
  | { status: 'loading' }
  /** `known` when the server said so, not when it could not be asked. */
  | { status: 'signed-out'; known: boolean }
  | { status: 'signed-in'; email: string; tokens: number | undefined }

/** All but the session itself was asked for one person. */
const isPersonal = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== SESSION_KEY[0]

/** Who is here. A failed look-up counts as signed out (HOME-04). */
export function useSession(): SessionState {
  const { data, isPending } = useQuery({ queryKey: SESSION_KEY, queryFn: queryOf<Session>('null') })
  if (isPending) return { status: 'loading' }
  if (!data?.user) return { status: 'signed-out', known: data?.user === null }
  return { status: 'signed-in', email: data.user.email, tokens: data.tokens }
}

/** An answer that is still on its way knows less than what is set here, and must not overwrite it. */
export async function setSession(client: QueryClient, session: Session): Promise<void> {
  // Also of somebody who has signed out and in again, which is no change of person.
  setDeviceOwner(session.user?.email)
  await client.cancelQueries({ queryKey: SESSION_KEY })
  client.setQueryData(SESSION_KEY, session)
}

export async function setBalance(client: QueryClient, tokens: number): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_KEY })
  client.setQueryData<Session | null>(SESSION_KEY, (session) => (session ? { ...session, tokens } : session))
}

/** Forgets everything of the person who was signed in. */
export async function forgetSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_KEY })
  client.removeQueries({ predicate: isPersonal })
  client.setQueryData(SESSION_KEY, { ok: true, user: null, tokens: 0 } satisfies Session)
}

/** Whether somebody is signed in, as far as is known by now. */
export const isSignedIn = (client: QueryClient): boolean =>
  Boolean(client.getQueryData<Session | null>(SESSION_KEY)?.user)

export const refreshSession = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: SESSION_KEY })

/**
 * Asks again who is here whenever the window regains focus (LAY-06). When that is somebody else, what was asked for the
 * former person is asked anew.
 */
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
    // Without a network nobody could be asked: who is here is known again when it is back.
    const moments = ['focus', 'online']
    for (const moment of moments) window.addEventListener(moment, onFocus)
    // A page that the browser had put aside is shown again as it was; one that was just loaded has asked already.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && onFocus()
    window.addEventListener('pageshow', onShow)
    return () => {
      for (const moment of moments) window.removeEventListener(moment, onFocus)
      window.removeEventListener('pageshow', onShow)
    }
  }, [client])
}
