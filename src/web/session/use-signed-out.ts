import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { hasStatus } from '#engine/http/client.ts'
import { useLang } from '../routing/location.ts'
import { pathOf } from '../routing/paths.ts'
import { forgetSession } from './session.ts'

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
export function useGone(error: unknown): boolean {
  const signedOut = useSignedOut()
  const isGone = hasStatus(error, 401)
  useEffect(() => {
    if (isGone) signedOut()
  }, [isGone, signedOut])
  return isGone
}
