export const LANGUAGES = ['bg', 'en'] as const

export type Lang = (typeof LANGUAGES)[number]

/**
 * The language of a path: English when its first segment is `en`, Bulgarian otherwise (ROUTE-02).
 * It is the segment that counts: `/energy` is Bulgarian.
 */
export const languageOfPath = (path: string): Lang => (/^\/en(?:[/?#]|$)/.test(path) ? 'en' : 'bg')

/** The path of a page in a language, from its path without one: `/checkout` → `/en/checkout`. */
export const localizedPath = (lang: Lang, path: string): string => (lang === 'en' ? `/en${path}` : path)
