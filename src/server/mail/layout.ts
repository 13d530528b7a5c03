import { escapeHtml } from '#product/display-text.ts'
import type { Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'

/** The contents of an email. */
export type EmailParts = {
  words: EmailText
  frame: Frame
  lang: Lang
  /** URL of the site in that language. */
  site: string
  link?: string | undefined
}

/** The email as plain text. */
export function emailText({ words, frame, site, link }: EmailParts): string {
  const { greeting, body, action, after } = words
  const parts = [
    greeting,
    ...body,
    ...(link === undefined || action === undefined ? [] : [`${action}:\n${link}`]),
    ...after,
    `-- \n${frame.footer}\n${site}\n${PRODUCT.supportEmail}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The email as HTML without images, scripts or style sheets: opening it loads nothing. */
export function emailHtml({ words, frame, lang, site, link }: EmailParts): string {
  const { subject, greeting, body, action, after } = words
  // Lev and euro, each in its colour, as on the pages.
  const name = PRODUCT.name[lang]
  const [lev, euro] = [name.slice(0, 3), name.slice(3)]
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#fbf9f4;color:#1d1c18;font:16px/1.55 Manrope,'Segoe UI',Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:20px;font-weight:800"><span style="color:#14603f">${lev}</span><span style="color:#1c4596">${euro}</span></p>
${[greeting, ...body].map(paragraph).join('\n')}
${link === undefined || action === undefined ? '' : button(action, link, frame)}
${after.map(paragraph).join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #ddd7ca;color:#5d594f;font-size:14px">${frame.footer}<br>${plainLink(site, site)}<br>${plainLink(`mailto:${PRODUCT.supportEmail}`, PRODUCT.supportEmail)}</p>
</div>
</body>
</html>
`
}

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${withBreaks(text)}</p>`

const button = (action: string, link: string, { copyHint }: Frame): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#a8410f;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>
<p style="margin:0 0 16px;color:#5d594f;font-size:14px">${copyHint}<br><span style="word-break:break-all">${escapeHtml(link)}</span></p>`

const plainLink = (href: string, text: string): string =>
  `<a href="${escapeHtml(href)}" style="color:#5d594f">${escapeHtml(text)}</a>`

const withBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

/** The texts of an email. The link, if there is one, is labelled `action` and placed between `body` and `after`. */
export type EmailText = {
  subject: string
  greeting: string
  body: string[]
  action?: string
  after: string[]
}

/** The texts around those of each email. */
export type Frame = {
  /** Below the button, above the address that it opens. */
  copyHint: string
  /** Above the addresses of the site and of support. */
  footer: string
}
