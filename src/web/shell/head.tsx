import type { MetaDescriptor } from 'react-router'
import { langOfPath } from '#domain/lang.ts'
import { PRODUCT } from '#domain/product.ts'
import { type Page, PAGES, pathOf } from '../i18n/paths.ts'

const absolute = (path: string): string => PRODUCT.origin + path

/**
 * Title, description, canonical and alternate links of a page (ROUTE-03). Addresses come from the table of paths,
 * never from the location: a copied address must not name itself canonical.
 */
export function headOf(
  page: Page,
  pathname: string,
  text: { title: string; description: string },
): MetaDescriptor[] {
  const lang = langOfPath(pathname)
  const name = PRODUCT.name[lang]
  return [
    { title: page === 'home' ? `${name} | ${text.title}` : `${text.title} · ${name}` },
    { name: 'description', content: text.description },
    ...(PAGES[page].isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: absolute(pathOf(page, lang)) },
    { tagName: 'link', rel: 'alternate', hrefLang: 'bg', href: absolute(pathOf(page, 'bg')) },
    { tagName: 'link', rel: 'alternate', hrefLang: 'en', href: absolute(pathOf(page, 'en')) },
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: absolute(pathOf(page, 'bg')) },
  ]
}
