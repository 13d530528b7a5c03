import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type Lang, languageOfPath } from '#i18n/language.ts'

/** The language of the current page. */
export const useLang = (): Lang => languageOfPath(useLocation().pathname)

/** The hash of the address including `#`; empty until the page has started, like the query. */
export function useHash(): string {
  const { hash } = useLocation()
  const [text, setText] = useState('')
  useEffect(() => setText(hash), [hash])
  return text
}

/**
 * The query of the address including `?`. Pages are prerendered without one, so it is empty until the page
 * has started; otherwise hydration would differ.
 */
export function useSearch(): string {
  const { search } = useLocation()
  const [text, setText] = useState('')
  useEffect(() => setText(search), [search])
  return text
}

/**
 * The token of an emailed link, in the hash of the address: null when there is none, undefined until the page
 * has started.
 */
export function useLinkToken(): string | null | undefined {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>()
  useEffect(() => setToken(new URLSearchParams(hash.slice(1)).get('token')), [hash])
  return token
}
