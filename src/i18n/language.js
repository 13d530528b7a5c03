export const LANGS = ['bg', 'en']
/**
 * The language of a path: English when its first segment is `en`, Bulgarian otherwise (ROUTE-02).
 * It is the segment that counts: `/energy` is Bulgarian.
 */
export const langOfPath = (path) => (/^\/en(?:[/?#]|$)/.test(path) ? 'en' : 'bg')
/** The path of a page in a language, from its path without one: `/checkout` → `/en/checkout`. */
export const pathIn = (lang, path) => (lang === 'en' ? `/en${path}` : path)
