import { DEFAULT_LANG, LANGS, LANGUAGES, type Lang, languageOfPath } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import { m } from '#i18n/messages/messages.js'
import { HEAD_MARK, PAGES, pageOf, pathOf } from './paths.ts'

export type HeadTag =
  | { name: 'title'; text: string }
  | { name: 'meta' | 'link'; attributes: Record<string, string> }

/** Title and description of a page; without a description it is not indexed. */
export type PageHead = { title: string; description?: string }

const meta = (name: string, content: string): HeadTag => ({ name: 'meta', attributes: { name, content } })
const og = (property: string, content: string): HeadTag => ({
  name: 'meta',
  attributes: { property: `og:${property}`, content },
})
const link = (rel: string, href: string, hreflang?: string): HeadTag => ({
  name: 'link',
  attributes: { rel, ...(hreflang && { hreflang }), href },
})
const absolute = (path: string): string => PRODUCT.origin + path

/**
 * Title, description, canonical and alternate links of a page, and in its document its link preview (ROUTE-03). Addresses
 * come from the table of paths, never from the location, so that no parameter becomes canonical.
 */
export function headTags(pathname: string, { title, description }: PageHead): HeadTag[] {
  const lang = languageOfPath(pathname)
  const product = PRODUCT.name[lang]
  const page = pageOf(pathname)
  const whole = page === 'home' ? `${product} | ${title}` : `${title} · ${product}`
  const tags: HeadTag[] = [{ name: 'title', text: whole }]
  if (page === undefined || PAGES[page].isPrivate) tags.push(meta('robots', 'noindex'))
  if (description !== undefined) tags.push(meta('description', description))
  if (page === undefined) return tags
  const canonical = absolute(pathOf(page, lang))
  return [
    ...tags,
    link('canonical', canonical),
    ...LANGS.map((one) => link('alternate', absolute(pathOf(page, one)), one)),
    link('alternate', absolute(pathOf(page, DEFAULT_LANG)), 'x-default'),
    // Only programs that read the document as it is sent look for it.
    ...(import.meta.env.SSR ? linkPreview(lang, { title: whole, description, canonical }) : []),
    link('manifest', `/${PRODUCT.slug}.${lang}.webmanifest`),
  ]
}

type Previewed = { title: string; description: string | undefined; canonical: string }

function linkPreview(lang: Lang, { title, description, canonical }: Previewed): HeadTag[] {
  const product = PRODUCT.name[lang]
  return [
    ...(description === undefined ? [] : [og('description', description)]),
    og('title', title),
    og('type', 'website'),
    og('site_name', product),
    og('url', canonical),
    og('locale', LANGUAGES[lang].openGraphLocale),
    ...LANGS.filter((one) => one !== lang).map((one) =>
      og('locale:alternate', LANGUAGES[one].openGraphLocale),
    ),
    og('image', absolute(`/social/${lang}.png`)),
    og('image:width', '1200'),
    og('image:height', '630'),
    og('image:alt', `${product}: ${m.home_heading()}`),
    meta('twitter:card', 'summary_large_image'),
  ]
}

/** The head of a prerendered page is complete already. */
let shown =
  typeof document !== 'undefined' && document.querySelector(`[${HEAD_MARK}]`)
    ? window.location.pathname
    : undefined

/** Replaces the head tags of the former page. */
export function showHead(pathname: string, head: PageHead): void {
  const isThere = shown === pathname
  shown = pathname
  if (isThere) return
  for (const former of document.head.querySelectorAll(`[${HEAD_MARK}]`)) former.remove()
  for (const tag of headTags(pathname, head)) {
    if (tag.name === 'title') {
      document.title = tag.text
      continue
    }
    const element = document.createElement(tag.name)
    for (const [name, value] of Object.entries(tag.attributes)) element.setAttribute(name, value)
    element.setAttribute(HEAD_MARK, '')
    document.head.append(element)
  }
}
