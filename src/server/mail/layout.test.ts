import { describe, expect, it } from 'vitest'
import { type EmailParts, emailHtml, emailText } from './layout.ts'

const PARTS: EmailParts = {
  words: {
    subject: 'A <subject>',
    greeting: 'Hello,',
    body: ['One & two.', 'Three:\nfour'],
    action: 'Open "it"',
    after: ['Five.', 'Six <b>.'],
  },
  frame: { copyHint: 'Copy this:', footer: 'Levro – the footer' },
  lang: 'en',
  site: 'https://levro.example/en',
  link: 'https://levro.example/x?a=1&b=2',
}

const { action: _action, ...withoutAction } = PARTS.words

/** The paragraphs of a page, with the entities of HTML as they are. */
const paragraphsOf = (html: string) =>
  [...html.matchAll(/<p style="margin:0 0 16px">(.*?)<\/p>/gs)].map(([, text]) => text)

describe('an email as text', () => {
  it('AUTH-10 · has its paragraphs, the link below its label, and where it is from', () => {
    expect(emailText(PARTS)).toBe(`Hello,

One & two.

Three:
four

Open "it":
https://levro.example/x?a=1&b=2

Five.

Six <b>.

--${' '}
Levro – the footer
https://levro.example/en
support@levro.bg
`)
  })

  it.each([
    ['link', { ...PARTS, link: undefined }],
    ['label', { ...PARTS, words: withoutAction }],
  ])('AUTH-10 · has neither link nor label without a %s', (_what, parts) => {
    expect(emailText(parts)).not.toMatch(/Open|\/x/)
    expect(emailText(parts)).toContain('four\n\nFive.')
    expect(emailHtml(parts)).not.toMatch(/Open|\/x|Copy this/)
  })
})

describe('an email as HTML', () => {
  it('AUTH-10 · has the same paragraphs, escaped', () => {
    const html = emailHtml(PARTS)
    expect(paragraphsOf(html)).toEqual([
      'Hello,',
      'One &amp; two.',
      'Three:<br>four',
      'Five.',
      'Six &lt;b&gt;.',
    ])
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n/)
    expect(html).toContain('<title>A &lt;subject&gt;</title>')
  })

  it('AUTH-10 · has a button, the address that it opens, and links to the site and to support', () => {
    const html = emailHtml(PARTS)
    const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, text]) => [
      href,
      text,
    ])
    expect(links).toEqual([
      ['https://levro.example/x?a=1&amp;b=2', 'Open &quot;it&quot;'],
      ['https://levro.example/en', 'https://levro.example/en'],
      ['mailto:support@levro.bg', 'support@levro.bg'],
    ])
    expect(html).toMatch(/Copy this:<br><span[^>]*>https:\/\/levro\.example\/x\?a=1&amp;b=2<\/span>/)
    expect(html).toContain('Levro – the footer<br>')
    const places = ['Three', 'Open', 'Copy', 'Five', 'the footer'].map((text) => html.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it.each([
    ['bg', 'Лев', 'ро'],
    ['en', 'Lev', 'ro'],
  ] as const)('AUTH-10 · has the name of the site in two colours: %s', (lang, lev, euro) => {
    const [, first, second] =
      /<span style="color:(?:#[\da-f]{6})">(.*?)<\/span><span style="color:#[\da-f]{6}">(.*?)<\/span>/.exec(
        emailHtml({ ...PARTS, lang }),
      ) ?? []
    expect([first, second]).toEqual([lev, euro])
  })
})
