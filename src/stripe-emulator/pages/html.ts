import { createHash } from 'node:crypto'
import type { Lang } from '#i18n/language.ts'
import { escapeHtml } from '#product/display-text.ts'
import { STYLE } from './style.ts'
import { PAGE_TEXTS } from './texts.ts'

/** Markup, as opposed to text that is still to be escaped. */
export type Html = { html: string }

type Value = string | number | Html | undefined | false | Html[]

/** Builds markup in which every interpolated text is escaped. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  html: String.raw({ raw: strings }, ...values.map(asMarkup)),
})

function asMarkup(value: Value): string {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(asMarkup).join('')
  return typeof value === 'object' ? value.html : escapeHtml(String(value))
}

/** Not in the template below: a formatter of HTML would change the text that is hashed for the policy. */
const STYLE_ELEMENT: Html = { html: `<style>${STYLE}</style>` }

type Page = { lang: Lang; title: string; main: Html; isWide?: boolean }

export const page = ({ lang, title, main, isWide = false }: Page): string =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header class="test-mark"><strong>TEST</strong> ${PAGE_TEXTS[lang].testMark}</header>
        <main class="${isWide ? 'wide' : 'narrow'}">${main}</main>
      </body>
    </html> `.html

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The content policy. `formTargets` are the origins to which a form may redirect: browsers check that as well. */
export const policyOf = (formTargets: readonly string[]): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${["'self'", ...formTargets].join(' ')}; ` +
  `base-uri 'none'; frame-ancestors 'none'`
