export const LANGS = ['bg', 'en'] as const

export type Lang = (typeof LANGS)[number]

/**
 * The language of a path: English when its first segment is `en`, Bulgarian otherwise (ROUTE-02).
 * It is the segment that counts: `/energy` is Bulgarian.
 */
export const langOfPath = (path: string): Lang => (/^\/en(?:[/?#]|$)/.test(path) ? 'en' : 'bg')
