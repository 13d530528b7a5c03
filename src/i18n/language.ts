/** What differs between languages besides their texts. */
type Language = {
  /** BCP 47 tag with a region, for `Intl`. */
  readonly tag: string
  /** Its name in itself, for the language switch. */
  readonly name: string
  /** The first segment of its paths; empty for the default language. */
  readonly pathPrefix: '' | `/${string}`
  /** In the notation of Open Graph. */
  readonly openGraphLocale: string
  readonly decimalMark: ',' | '.'
  /** Between the fields of CSV, as Excel in this language opens and writes it. */
  readonly csvDelimiter: ';' | ','
  /** OpenType tags of its letterforms, for PDF. */
  readonly openType: { readonly script: string; readonly language?: string }
}

/**
 * Every language of the product, the default one first. A new language is an entry here, its `messages/{code}.json`, and the
 * texts that the compiler then finds missing.
 */
export const LANGUAGES = {
  bg: {
    tag: 'bg-BG',
    name: 'Български',
    pathPrefix: '',
    openGraphLocale: 'bg_BG',
    decimalMark: ',',
    csvDelimiter: ';',
    openType: { script: 'cyrl', language: 'BGR ' },
  },
  en: {
    tag: 'en-GB',
    name: 'English',
    pathPrefix: '/en',
    openGraphLocale: 'en_GB',
    decimalMark: '.',
    csvDelimiter: ',',
    openType: { script: 'latn' },
  },
} as const satisfies Record<string, Language>

export type Lang = keyof typeof LANGUAGES

export const LANGS = Object.keys(LANGUAGES) as readonly Lang[]

/** The language of paths without a prefix, and of texts without a reader's language. */
export const DEFAULT_LANG: Lang = 'bg'

/** A value for each language, made when it is first read. */
export function byLang<T>(make: (lang: Lang) => T): Readonly<Record<Lang, T>> {
  const made: Partial<Record<Lang, T>> = {}
  const getters = LANGS.map((lang) => [lang, { enumerable: true, get: () => (made[lang] ??= make(lang)) }])
  return Object.defineProperties({}, Object.fromEntries(getters) as PropertyDescriptorMap) as Record<Lang, T>
}

/**
 * The language of a path: that whose prefix is its first segment, else the default (ROUTE-02). `/energy` is Bulgarian.
 * @param path begins with a slash; a query or fragment may follow
 */
export function languageOfPath(path: string): Lang {
  const [, segment] = /^(\/[^/?#]*)/.exec(path) ?? []
  return LANGS.find((lang) => LANGUAGES[lang].pathPrefix === segment) ?? DEFAULT_LANG
}

/** The path of a page in a language, from its path without one: `/checkout` → `/en/checkout`. */
export const localizedPath = (lang: Lang, path: string): string => LANGUAGES[lang].pathPrefix + path
