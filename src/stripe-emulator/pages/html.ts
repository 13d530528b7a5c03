import { createHash } from 'node:crypto'
import type { Lang } from '#i18n/language.ts'

/** The colours are those of the product, so that the way there and back is one. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#fbf9f4, #141512);
  --raised: light-dark(#ffffff, #1c1e1a);
  --ink: light-dark(#1d1c18, #efece3);
  --muted: light-dark(#5d594f, #aca89c);
  --line: light-dark(#ddd7ca, #34362f);
  --line-strong: light-dark(#8a8475, #76786c);
  --euro: light-dark(#1c4596, #9dbcfa);
  --action: light-dark(#a8410f, #f0955c);
  --action-hover: light-dark(#8b340a, #f6ab7c);
  --on-action: light-dark(#ffffff, #221004);
  --valid: light-dark(#14603f, #79cfa3);
  --invalid: light-dark(#a8202a, #ff9c98);
  --invalid-soft: light-dark(#fbeae8, #331917);
  --mark: light-dark(#ffe08a, #4a3800);
  --on-mark: light-dark(#3a2a00, #ffe6a3);
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--surface);
  color: var(--ink);
  font: 1rem/1.5 Manrope, ui-sans-serif, system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
  -webkit-text-size-adjust: 100%;
}
.test-mark {
  margin: 0;
  padding: 0.625rem 1rem;
  background: var(--mark);
  color: var(--on-mark);
  text-align: center;
  text-wrap: balance;
}
.test-mark strong { margin-inline-end: 0.375rem; letter-spacing: 0.08em; }
main { margin-inline: auto; padding: clamp(1.5rem, 6vw, 4rem) 1rem 4rem; overflow-wrap: anywhere; }
.narrow { max-width: 29rem; }
.wide { max-width: 72rem; }
h1 + .muted { margin-top: 0.25rem; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; font-weight: 600; text-wrap: balance; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
p { margin: 0.5rem 0 0; }
.muted { color: var(--muted); }
.seller { margin: 0 0 0.25rem; color: var(--muted); font-weight: 600; }
.amount {
  margin: 0.5rem 0 0;
  font-size: clamp(2.5rem, 11vw, 3.25rem);
  line-height: 1.15;
  font-weight: 650;
  letter-spacing: -0.02em;
  color: var(--euro);
}
a { color: var(--euro); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--euro); outline-offset: 2px; border-radius: 0.25rem; }
dl, .items { margin: 1.5rem 0 0; padding: 0; border-top: 1px solid var(--line); list-style: none; }
dl > div, .items > li {
  display: flex;
  justify-content: space-between;
  gap: 1.5rem;
  padding: 0.625rem 0;
  border-bottom: 1px solid var(--line);
}
dt { color: var(--muted); }
dd { margin: 0; text-align: end; }
.items span:last-child, dd.money { white-space: nowrap; }
.total { font-weight: 650; }
.total dt { color: inherit; }
.notice {
  margin: 1.5rem 0 0;
  padding: 0.75rem 1rem;
  border-inline-start: 4px solid var(--invalid);
  background: var(--invalid-soft);
}
form { margin: 0; }
button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--line-strong);
  border-radius: 0.5rem;
  background: var(--raised);
  color: var(--ink);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { border-color: var(--ink); }
.primary {
  width: 100%;
  min-height: 3.25rem;
  margin-top: 1.75rem;
  border-color: transparent;
  background: var(--action);
  color: var(--on-action);
  font-size: 1.125rem;
}
.primary:hover { border-color: transparent; background: var(--action-hover); }
.outcomes { margin: 0; padding: 0; border-top: 1px solid var(--line); list-style: none; }
.outcomes li { border-bottom: 1px solid var(--line); }
.outcomes button {
  display: grid;
  grid-template-columns: 1fr auto;
  column-gap: 1rem;
  width: 100%;
  padding: 0.75rem 0;
  border: 0;
  border-radius: 0;
  background: none;
  text-align: start;
}
.outcomes small { grid-column: 1; font-size: 0.9375rem; font-weight: 400; color: var(--muted); text-wrap: pretty; }
.outcomes svg { grid-column: 2; grid-row: 1 / 3; align-self: center; color: var(--muted); }
.outcomes button:hover strong { text-decoration: underline; text-underline-offset: 0.2em; }
.outcomes button:hover svg { color: var(--ink); }
.outcomes strong { font-weight: 600; }
.back { margin-top: 1.75rem; text-align: center; }
.back a { display: inline-block; padding: 0.625rem 0.5rem; }
.state { font-weight: 650; }
p.state { margin-top: 1.5rem; }
.state.good { color: var(--valid); }
.state.bad { color: var(--invalid); }
.entry { padding: 1.25rem 0; border-top: 1px solid var(--line); }
.entry h2 { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; }
.entry code { font-size: 0.875rem; color: var(--muted); overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.75rem; }
.actions form { display: flex; gap: 0.5rem; align-items: center; }
.actions input {
  width: 7rem;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--line-strong);
  border-radius: 0.5rem;
  background: var(--raised);
  color: inherit;
  font: inherit;
}
summary { width: fit-content; padding: 0.5rem 0; color: var(--muted); cursor: pointer; }
.events { margin: 0.75rem 0 0; padding: 0; list-style: none; }
.events li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; }
.events button { min-height: 2rem; padding: 0.125rem 0.625rem; font-weight: 400; }
`

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
