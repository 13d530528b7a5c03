import { useLocation } from 'react-router'
import { type Lang, langOfPath } from '#domain/lang.ts'

/** The language of the page that is shown. */
export const useLang = (): Lang => langOfPath(useLocation().pathname)

/** The language of the page, outside of React. */
export const currentLang = (): Lang => langOfPath(window.location.pathname)
