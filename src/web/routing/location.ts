import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type Lang, languageOfPath } from '#i18n/language.ts'

/** The language of the page that is shown. */
export const useLang = (): Lang => languageOfPath(useLocation().pathname)

/** What stands behind the `#` of the address, with it; empty until the page has started, as the query is. */
export function useHash(): string {
  const { hash } = useLocation()
  const [text, setText] = useState('')
  useEffect(() => setText(hash), [hash])
  return text
}

/**
 * The query of the address, with its question mark. Pages are rendered in advance without one, so it is empty until the
 * page has started: a link that carried it at once would keep the address it was rendered with.
 */
export function useQuery(): string {
  const { search } = useLocation()
  const [text, setText] = useState('')
  useEffect(() => setText(search), [search])
  return text
}

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
