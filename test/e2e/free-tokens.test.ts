import { describe, expect } from 'vitest'
import { linkIn } from '../server/mail-server.ts'
import { accessibilityViolations } from './accessibility.ts'
import { startAppWithMail } from './mail.ts'
import { balanceOf, csvFile, eventually, register, upload } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

// As if too many had registered from the visitor's network already.
const { app, mail } = startAppWithMail({ TRUST_PROXY: 'loopback', FREE_ACCOUNTS_PER_NETWORK: '0' })

const TEXTS = {
  bg: {
    sent: /^Регистрирахте се\. Изпратихме писмо: 15 безплатни жетона идват, щом потвърдите имейла си/,
    pending: '15 безплатни жетона идват, щом потвърдите имейла си – освен ако с него вече са получавани.',
    toConfirm: 'Към потвърждаването',
    confirm: 'Потвърдете имейла си',
    given: 'Имейлът ви е потвърден и 15 безплатни жетона са в профила ви.',
    refused: /^Имейлът ви е потвърден\. С този адрес вече са получавани безплатни жетони/,
  },
  en: {
    sent: /^You are registered\. We sent an email: 15 free tokens come when you confirm it/,
    pending: '15 free tokens come when you confirm your email, unless it has received them before.',
    toConfirm: 'Confirm it',
    confirm: 'Confirm your email',
    given: 'Your email is confirmed, and 15 free tokens are in your account.',
    refused: /^Your email is confirmed\. This address has received free tokens before/,
  },
}

describe.each(LANGS)('free tokens, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  async function registered(email: string) {
    const visitor = await app.visitor(lang, { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' } })
    await register(visitor, email)
    return visitor
  }

  async function confirmByEmail(visitor: Awaited<ReturnType<typeof registered>>, email: string) {
    const link = new URL(linkIn(await mail().waitForEmail(email, 'verify')))
    await visitor.page.goto(app.product.origin + link.pathname + link.hash)
    await visitor.page.getByRole('main').getByRole('button').click()
  }

  it('AUTH-01 · that wait for a confirmed email are announced, where they are missed too, and come with it', async () => {
    const email = `${lang}.waits@example.bg`
    const visitor = await registered(email)
    const { page, go } = visitor
    await page.getByText(texts.sent).waitFor()
    expect(await balanceOf(page)).toBe(0)
    await upload(visitor, csvFile('prices.csv', 'Name;Price BGN\nTea;4.50\nSalt;0.79\n'))
    await page.getByTestId('buy').getByText(texts.pending).waitFor()
    expect(await accessibilityViolations(page, 'short of tokens')).toEqual([])
    await page.getByTestId('buy').getByRole('link', { name: texts.toConfirm }).click()
    await page.getByText(texts.pending).waitFor()
    await confirmByEmail(visitor, email)
    await page.getByText(texts.given).waitFor()
    await eventually(() => balanceOf(page)).toBe(15)
    await go('/account/settings')
    await eventually(() => page.getByText(texts.pending).count()).toBe(0)
  })

  it('AUTH-01 · that the address has had before do not come again, and the page says why', async () => {
    const email = `${lang}.again@gmail.com`
    await confirmByEmail(await registered(email), email)
    const other = `${lang}.ag.ain+2@gmail.com`
    const visitor = await registered(other)
    await confirmByEmail(visitor, other)
    await visitor.page.getByText(texts.refused).waitFor()
    expect(await balanceOf(visitor.page)).toBe(0)
  })
})
