import { describe, expect, it } from 'vitest'
import { PASSWORD, signedInMark, signedOutMark, startApp, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    plans: {
      free: ['Безплатен', '15 жетона', '0,00 €', 'еднократно'],
      starter: ['Starter', '500 жетона', '4,99 €', '0,998 цента за цена'],
      business: ['Business', '2000 жетона', '14,99 €', '0,7495 цента за цена'],
      pro: ['Pro', '10 000 жетона', '59,99 €', '0,5999 цента за цена'],
      enterprise: ['Enterprise', '50 000 жетона', 'По договаряне'],
    },
    rules: [
      'пакетът се плаща веднъж',
      'жетоните не изтичат',
      'покупките са окончателни',
      'номерът на картата не стига до нас',
    ],
    register: 'Безплатна регистрация',
    buy: 'Купете',
    contact: 'Пишете ни: Enterprise',
    given: 'Вече е в профила ви',
    balance: 'В профила си имате 15 жетона.',
    questions: [
      ['Как се плаща?', 'Данните на картата остават при него.'],
      ['Изтичат ли жетоните?', 'Няма месечна такса и няма срок.'],
      ['Мога ли да върна пакет?', 'Покупките са окончателни и използваните жетони не се връщат.'],
    ],
    terms: 'Общите условия',
  },
  en: {
    plans: {
      free: ['Free', '15 tokens', '€0.00', 'one-time'],
      starter: ['Starter', '500 tokens', '€4.99', '0.998 cents a price'],
      business: ['Business', '2,000 tokens', '€14.99', '0.7495 cents a price'],
      pro: ['Pro', '10,000 tokens', '€59.99', '0.5999 cents a price'],
      enterprise: ['Enterprise', '50,000 tokens', 'Custom'],
    },
    rules: [
      'a pack is paid for once',
      'tokens never expire',
      'purchases are final',
      'your card number never reaches us',
    ],
    register: 'Register for free',
    buy: 'Buy',
    contact: 'Contact us: Enterprise',
    given: 'Already in your account',
    balance: 'Your account holds 15 tokens.',
    questions: [
      ['How do I pay?', 'The card data stay there.'],
      ['Do tokens expire?', 'There is no monthly fee and no deadline.'],
      ['Can I return a pack?', 'Purchases are final and used tokens are not refunded.'],
    ],
    terms: 'Terms of Service',
  },
} as const

const PACKS = ['starter', 'business', 'pro'] as const

const plain = (text: string): string => text.replace(/\s+/g, ' ')

describe.each(LANGS)('pricing, in %s', (lang) => {
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  it('PAY-01 ROUTE-04 · five plans with tokens, price and rules are rendered before any script', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/pricing')
    const main = page.getByRole('main')
    const lines = (await main.locator('[data-testid^=plan-]').allInnerTexts()).map(plain)
    const plans = Object.values(texts.plans)
    expect(lines.length).toBe(plans.length)
    for (const [i, parts] of plans.entries()) for (const part of parts) expect(lines[i]).toContain(part)
    const words = plain(await main.innerText())
    for (const rule of texts.rules) expect(words).toContain(rule)
  })

  it('PAY-02 · packs lead visitors to sign-in and signed-in users to the checkout', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const leadsTo = (name: string) =>
      page.getByRole('main').getByRole('link', { name, exact: true }).getAttribute('href')
    const packs = () => Promise.all(PACKS.map((id) => leadsTo(`${texts.buy}: ${texts.plans[id][0]}`)))
    await visitor.go('/pricing')
    await signedOutMark(visitor).waitFor()
    expect(await packs()).toEqual(
      PACKS.map((id) => `${prefix}/login?next=${encodeURIComponent(`${prefix}/checkout?priceId=${id}`)}`),
    )
    const contact = `${prefix}/contact?topic=billing&plan=enterprise`
    expect(await leadsTo(texts.contact)).toBe(contact)

    // The free plan leads to the registration, and back to the pricing page with the balance.
    await page.getByRole('main').getByRole('link', { name: texts.register }).click()
    await page.waitForURL(`${app.product.origin}${prefix}/register?next=/pricing`)
    await page.fill('input[name=email]', `${lang}.free@example.bg`)
    await page.fill('input[name=password]', PASSWORD)
    await page.getByRole('button', { name: visitor.words.registerAction }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
    await signedInMark(page).waitFor()
    await page.getByText(texts.balance, { exact: true }).waitFor()
    const free = page.getByTestId('plan-free')
    expect(await free.innerText()).toContain(texts.given)
    expect(await free.getByRole('link').count()).toBe(0)
    expect(await packs()).toEqual(PACKS.map((id) => `${prefix}/checkout?priceId=${id}`))
    expect(await leadsTo(texts.contact)).toBe(contact)
  })

  it('PAY-01 · FAQ answers open one at a time and link to the terms', async () => {
    const { page, go } = await app.visitor(lang)
    await go('/pricing')
    const open = () => page.locator('main details[open] summary').allInnerTexts()
    expect(await open()).toEqual([])
    for (const [question, answer] of texts.questions) {
      await page.getByText(question, { exact: true }).click()
      await eventually(open).toEqual([question])
      await page.getByText(answer).waitFor()
    }
    const terms = page.getByRole('main').getByRole('link', { name: texts.terms, exact: true })
    await terms.click()
    await page.waitForURL((url) => url.pathname === `${prefix}/terms`)
  })
})
