import { createHash } from 'node:crypto'
import type { Lang } from '#i18n/language.ts'
import { STYLE } from './style.ts'

/** Text that is HTML already. */
export type Html = { html: string }

type Part = string | number | Html | undefined | false | Html[]

/** HTML in which every value is text, unless it is HTML itself. */
export const html = (strings: TemplateStringsArray, ...values: Part[]): Html => ({
  html: String.raw({ raw: strings }, ...values.map(asHtml)),
})

function asHtml(value: Part): string {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(asHtml).join('')
  return typeof value === 'object' ? value.html : escape(String(value))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Nothing is to be mistaken for a real payment. */
const TEST_MARK = {
  bg: 'Тестово плащане: без истинска карта и без истински пари',
  en: 'Test payment: no real card, no real money',
} satisfies Record<Lang, string>

/** Apart, so that no formatter of HTML puts a space where the policy has a hash. */
const STYLE_ELEMENT: Html = { html: `<style>${STYLE}</style>` }

type Page = { lang: Lang; title: string; main: Html; isWide?: boolean }

export const page = ({ lang, title, main, isWide = false }: Page): string =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header class="test-mark"><strong>TEST</strong> ${TEST_MARK[lang]}</header>
        <main class="${isWide ? 'wide' : 'narrow'}">${main}</main>
      </body>
    </html> `.html

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * No scripts, no pictures, one style. `formTargets` are the origins to which a form may lead: browsers hold the redirect
 * after a form to that as well.
 */
export const policyOf = (formTargets: readonly string[]): string =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${STYLE_HASH}'`,
    ['form-action', `'self'`, ...formTargets].join(' '),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
