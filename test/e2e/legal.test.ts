import { describe, expect, it } from 'vitest'
import { startApp, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const DOCUMENTS = {
  bg: {
    '/terms': {
      title: 'Общи условия',
      sections: [
        'Приемане на условията',
        'Кой може да ползва услугата',
        'Промени в условията',
        'Услугата',
        'Фиксиран курс и закръгляване',
        'Независимост, без професионални съвети',
        'Жетони и плащане',
        'Допустимо ползване',
        'Вашето съдържание',
        'Поверителност',
        'Интелектуална собственост',
        'Предложения и мнения',
        'Трети лица',
        'Ограничения на гаранциите',
        'Ограничаване на отговорността',
        'Обезщетение',
        'Прекратяване',
        'Приложимо право и съд',
        'Права на потребителите',
        'Други разпоредби',
        'Връзка с нас',
      ],
      facts: [
        '1 € = 1,95583 лв.',
        'членове 4 и 5 от Регламент (ЕО) № 1103/97',
        'навършили 18 години',
        'Използваните жетони не се връщат',
        'Жетоните не изтичат',
        'през последните 3 месеца преди събитието или 5 €',
        'компетентния съд в София',
        'support@levro.bg',
      ],
    },
    '/privacy': {
      title: 'Политика за поверителност',
      sections: [
        'За какво се отнася',
        'Какви данни обработваме',
        'Защо обработваме данните',
        'Бисквитки и данни на устройството',
        'С кого споделяме данните',
        'Сигурност',
        'Колко време пазим данните и как се изтриват',
        'Вашите права',
        'Предаване извън Европейския съюз',
        'Лица под 18 години',
        'Промени в политиката',
        'Връзка с нас',
      ],
      facts: [
        'Ползваме две бисквитки',
        'файлът се чете на устройството ви и никога не се качва',
        'последните 10 единични превалутирания',
        'Комисията за защита на личните данни',
        'support@levro.bg',
      ],
    },
  },
  en: {
    '/terms': {
      title: 'Terms of Service',
      sections: [
        'Acceptance of the Terms',
        'Who may use the service',
        'Changes to the Terms',
        'The service',
        'Fixed rate and rounding',
        'Independence and no advice',
        'Tokens and billing',
        'Acceptable use',
        'Your content',
        'Privacy',
        'Intellectual property',
        'Feedback',
        'Third parties',
        'Disclaimers',
        'Limitation of liability',
        'Indemnity',
        'Termination',
        'Governing law and courts',
        'Consumer rights',
        'Miscellaneous',
        'Contact',
      ],
      facts: [
        '1 EUR = 1.95583 BGN',
        'Articles 4 and 5 of Regulation (EC) No 1103/97',
        'at least 18 years old',
        'Used tokens are not refunded',
        'Tokens never expire',
        'in the last 3 months before the event, or 5 EUR',
        'the competent court in Sofia',
        'support@levro.bg',
      ],
    },
    '/privacy': {
      title: 'Privacy Policy',
      sections: [
        'Scope',
        'Data we process',
        'Why we process your data',
        'Cookies and data on your device',
        'Sharing',
        'Security',
        'Retention and deletion',
        'Your rights',
        'International transfers',
        'Children under 18',
        'Changes to this policy',
        'Contact',
      ],
      facts: [
        'We use two cookies',
        'the file is read on your device and is never uploaded',
        'the last 10 single conversions',
        'Commission for Personal Data Protection',
        'support@levro.bg',
      ],
    },
  },
} as const

const TEXTS = {
  bg: { version: 'Версия 1.0.0, в сила от 15 август 2025 г.', contents: 'Съдържание' },
  en: { version: 'Version 1.0.0, effective August 15, 2025', contents: 'Contents' },
} as const

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

describe.each(LANGS)('legal texts, in %s', (lang) => {
  describe.each(['/terms', '/privacy'] as const)('%s', (path) => {
    const { title, sections, facts } = DOCUMENTS[lang][path]
    const numbered = sections.map((section, i) => `${i + 1}. ${section}`)

    it('INFO-04 ROUTE-04 · all sections are rendered before any script, each with its own text', async () => {
      const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
      await go(path)
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
      await page.getByText(TEXTS[lang].version, { exact: true }).waitFor()
      const main = page.getByRole('main')
      const texts = (await main.locator('section').allInnerTexts()).map(plain)
      expect(texts.length).toBe(numbered.length)
      const bodies = texts.map((text, i) => {
        const heading = numbered[i] ?? ''
        expect(text.startsWith(`${heading} `), text).toBe(true)
        return text.slice(heading.length)
      })
      for (const body of bodies) {
        expect(body.split(/[.;:](?:\s|$)/).length, body).toBeGreaterThan(2)
        expect(body.length, body).toBeGreaterThan(200)
        // No untranslated text, and no unresolved link markup.
        expect(body).not.toMatch(lang === 'bg' ? /\b[a-z]+ [a-z]+\b/ : /[а-я]/i)
        expect(body).not.toMatch(/[[\]{}]|undefined/)
      }
      expect(new Set(bodies).size).toBe(bodies.length)
      for (const fact of facts) expect(bodies.join(' ')).toContain(fact)
    })

    it('INFO-04 · each entry of the contents moves the focus to its heading', async () => {
      const { page, go } = await app.visitor(lang)
      await go(path)
      const contents = page.getByRole('navigation', { name: TEXTS[lang].contents, exact: true })
      const links = await contents.getByRole('link').all()
      expect(links.length).toBe(numbered.length)
      const anchors = new Set<string>()
      for (const [i, link] of links.entries()) {
        expect(plain(await link.innerText())).toBe(`${i + 1} ${sections[i]}`)
        await link.click()
        await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(numbered[i])
        const anchor = new URL(page.url()).hash
        expect(anchor).toMatch(/^#[a-z-]+$/)
        anchors.add(anchor)
        const heading = page.locator(anchor)
        expect(await heading.innerText()).toBe(numbered[i])
        // Visible below the sticky header.
        const under = (await page.getByRole('banner').boundingBox())?.height ?? 0
        const top = async () => (await heading.boundingBox())?.y ?? -1
        await eventually(top).toBeGreaterThanOrEqual(under)
        expect(await top()).toBeLessThan(page.viewportSize()?.height ?? 0)
      }
      expect(anchors.size).toBe(numbered.length)
    })

    it('INFO-04 · a URL with an anchor opens at its section', async () => {
      const { page, go } = await app.visitor(lang)
      await go(`${path}#contact`)
      await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(numbered.at(-1))
      expect(await page.locator('#contact').isVisible()).toBe(true)
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    })
  })
})

it('INFO-01 · the licences of third-party packages are published and linked from the about page', async () => {
  for (const lang of LANGS) {
    const { page, go } = await app.visitor(lang)
    await go('/about')
    await page.locator('main a[href="/third-party-licences.txt"]').click()
    await page.waitForURL('**/third-party-licences.txt')
    const text = (await page.locator('body').textContent()) ?? ''
    for (const name of [
      'react-dom',
      'react-router',
      'jspdf',
      'workbox-core',
      '@fontsource-variable/manrope',
      'tailwindcss',
    ])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
    expect(text).toContain('Permission is hereby granted, free of charge')
    expect(text).toContain('SIL OPEN FONT LICENSE')
  }
})
