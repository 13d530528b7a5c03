import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The secret of a mailed link, which stands behind the `#` of the address: null when there is none, undefined until the
 * page has started, as pages are rendered without it.
 */
export function useLinkToken(): string | null | undefined {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>()
  useEffect(() => setToken(new URLSearchParams(hash.slice(1)).get('token')), [hash])
  return token
}
