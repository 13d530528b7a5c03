// The sitemap and robots.txt.
import { PRODUCT } from '../src/product/product.ts'
import { DEFAULT_LANG, LANGS } from '../src/i18n/language.ts'
import { type Page, PAGES, pathOf } from '../src/web/routing/paths.ts'

const PUBLIC = (Object.keys(PAGES) as Page[]).filter((page) => !PAGES[page].isPrivate)

const absolute = (path: string): string => PRODUCT.origin + path

/** The pages that may be found, with their other languages (ROUTE-03, https://www.sitemaps.org/protocol.html). */
export function sitemapXml(): string {
  const alternates = (page: Page) =>
    [...LANGS.map((lang) => [lang, lang] as const), ['x-default', DEFAULT_LANG] as const].map(
      ([hreflang, lang]) =>
        `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${absolute(pathOf(page, lang))}"/>\n`,
    )
  const urls = PUBLIC.flatMap((page) =>
    LANGS.map(
      (lang) =>
        `  <url>\n    <loc>${absolute(pathOf(page, lang))}</loc>\n${alternates(page).join('')}  </url>\n`,
    ),
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${urls.join('')}</urlset>\n`
  )
}

/** Private pages carry `noindex`, which a crawler must be able to read: only the API is disallowed. */
export const robotsTxt = (): string =>
  `User-agent: *\nDisallow: /api/\n\nSitemap: ${absolute('/sitemap.xml')}\n`
