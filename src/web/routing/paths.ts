import { DEFAULT_LANG, LANGS, LANGUAGES, type Lang, languageOfPath } from '#i18n/language.ts'

/** `file`: where it is not named as the path. `isPrivate`: whether search engines are told to leave it out. */
type PageEntry = { readonly path: string; readonly file?: string; readonly isPrivate?: true }

const TABLE = {
  home: { path: '/', file: 'home' },
  converter: { path: '/converter' },
  check: { path: '/check' },
  pricing: { path: '/pricing' },
  register: { path: '/register' },
  login: { path: '/login' },
  forgot: { path: '/forgot-password', isPrivate: true },
  reset: { path: '/reset-password', isPrivate: true },
  verify: { path: '/verify-email', isPrivate: true },
  account: { path: '/account', isPrivate: true },
  purchases: { path: '/account/purchases', file: 'account', isPrivate: true },
  tokens: { path: '/account/tokens', file: 'account', isPrivate: true },
  settings: { path: '/account/settings', file: 'account', isPrivate: true },
  checkout: { path: '/checkout', isPrivate: true },
  success: { path: '/checkout/success', isPrivate: true },
  terms: { path: '/terms' },
  about: { path: '/about' },
  contact: { path: '/contact' },
  developers: { path: '/developers' },
  developersTools: { path: '/developers/tools' },
  developersErrors: { path: '/developers/errors' },
  developersFiles: { path: '/developers/files', file: 'developers' },
  developersBackground: { path: '/developers/background', file: 'developers' },
  developersConversions: { path: '/developers/conversions', file: 'developers' },
  developersSession: { path: '/developers/session', file: 'developers' },
  developersAccount: { path: '/developers/account', file: 'developers' },
  developersProtection: { path: '/developers/protection', file: 'developers' },
  developersPurchases: { path: '/developers/purchases', file: 'developers' },
  developersSite: { path: '/developers/site', file: 'developers' },
  privacy: { path: '/privacy' },
} as const satisfies Record<string, PageEntry>

export type Page = keyof typeof TABLE

/** Every page of the product, by its path without a language prefix. */
export const PAGES: Readonly<Record<Page, PageEntry>> = TABLE

/** The file of a page: `pages/checkout-success.tsx`. Undefined for the not-found page. */
export function fileOf(page: Page | undefined): string {
  if (page === undefined) return 'pages/not-found.tsx'
  const { path, file = path.slice(1).replaceAll('/', '-') } = PAGES[page]
  return `pages/${file}.tsx`
}

/** The path prefixes of pages (ROUTE-02): that of each language, and `/bg` for the default one, which has none of its own. */
export const PREFIXES: readonly string[] = [
  ...LANGS.map((lang) => LANGUAGES[lang].pathPrefix),
  `/${DEFAULT_LANG}`,
]

const join = (prefix: string, path: string): string => (path === '/' ? prefix || '/' : prefix + path)

/** The path of a page in a language, as links and canonical addresses name it. */
export const pathOf = (page: Page, lang: Lang): string => join(LANGUAGES[lang].pathPrefix, PAGES[page].path)

/** Paths rendered at build time; any other path is answered with the not-found page of its language. */
export const PRERENDERED: string[] = PREFIXES.flatMap((prefix) => [
  ...Object.values(PAGES).map(({ path }) => join(prefix, path)),
  `${prefix}/404`,
])

/**
 * Pages that have a document of their own for one query, in a file named after it: `/converter/mode=bulk.html`. A server
 * that ignores the query sends the page without it, which changes once it has started.
 */
export const PRERENDERED_QUERIES = PREFIXES.map((prefix) => ({
  path: join(prefix, PAGES.converter.path),
  query: 'mode=bulk',
}))

/** The path without its language prefix and trailing slash: `/en/login/` → `/login`. */
export function barePath(pathname: string): string {
  const prefix = PREFIXES.find((one) => one !== '' && `${pathname}/`.startsWith(`${one}/`)) ?? ''
  const bare = pathname.slice(prefix.length).replace(/\/+$/, '')
  return bare === '' ? '/' : bare
}

/** The page a path shows, or undefined for the not-found page. */
export function pageOf(pathname: string): Page | undefined {
  const bare = barePath(pathname)
  return (Object.keys(PAGES) as Page[]).find((page) => PAGES[page].path === bare)
}

/** The same address in another language, with its query. */
export function translated(location: { pathname: string; search: string }, lang: Lang): string {
  // Two slashes at the beginning would name a host.
  const bare = barePath(location.pathname).replace(/^\/+/, '/')
  return join(LANGUAGES[lang].pathPrefix, bare) + location.search
}

/** The address of the login or the registration that leads to `next` afterwards: see {@link safeNext}. */
export const entryPath = (page: 'login' | 'register', lang: Lang, next: string): string =>
  `${pathOf(page, lang)}?next=${encodeURIComponent(next)}`

/**
 * The address after signing in: the `next` parameter when it is a path of this site, else the home page
 * (ROUTE-07), in the language of the page (ROUTE-06). Parsed by the URL parser that the browser will use.
 */
export function safeNext(next: string | null, here: { origin: string; pathname: string }): string {
  const home = pathOf('home', languageOfPath(here.pathname))
  // One slash begins a path, two begin a host. Backslashes count as slashes, and tabs and line ends are
  // dropped, which could join two.
  if (next === null || !/^\/(?!\/)/.test(next) || /[\\\p{Cc}]/u.test(next)) return home
  const url = new URL(next, here.origin)
  if (url.origin !== here.origin || url.pathname.startsWith('//')) return home
  // The language may have been switched in between, and pages keep it; other paths are followed unchanged.
  const path = pageOf(url.pathname)
    ? translated(url, languageOfPath(here.pathname))
    : url.pathname + url.search
  return path + url.hash
}

/** The attribute of head tags that belong to one page; the next page replaces them. */
export const HEAD_MARK = 'data-page'
