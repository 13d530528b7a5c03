import { describe, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { keyboardPress, tabTo } from './keyboard.ts'
import { startAppWithPayments, successPath } from './payments.ts'
import { balanceOf, PASSWORD, type Visitor, signedOutMark, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { app, payments } = startAppWithPayments()

const TEXTS = {
  bg: {
    buy: 'Купете: Starter',
    toRegister: 'Регистрация',
    email: 'Имейл',
    password: 'Парола',
    pay: 'Платете 4,99 €',
    done: 'Плащането е успешно',
    added: '500 жетона са добавени в профила ви.',
    toConverter: 'Към конвертора',
    starting: 'Подготвяме плащането…',
    redirecting: 'Преминаване към плащането…',
    unstarted: 'Плащането не можа да започне',
    checking: 'Приключваме покупката ви…',
    waiting: /^Доставчикът още не е потвърдил плащането/,
    failed: 'Не успяхме да потвърдим плащането',
  },
  en: {
    buy: 'Buy: Starter',
    toRegister: 'Register',
    email: 'Email',
    password: 'Password',
    pay: 'Pay €4.99',
    done: 'Payment successful',
    added: '500 tokens were added to your account.',
    toConverter: 'Go to Converter',
    starting: 'Starting checkout…',
    redirecting: 'Redirecting to Checkout…',
    unstarted: "We couldn't start checkout",
    checking: 'Finalizing your purchase…',
    waiting: /^The provider has not confirmed the payment yet/,
    failed: "We couldn't verify the payment",
  },
}

const START = '**/api/create-checkout-session'
const FINALIZE = '**/api/checkout/finalize'

describe.each(LANGS)('buying tokens, in %s', (lang) => {
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  const waitForTitle = ({ page }: Visitor, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  it('PAY-02 PAY-03 PAY-04 PAY-08 LAY-08 · a visitor buys a pack, from the pricing page via registration to the credited tokens, by keyboard only', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const { keyboard } = page
    const press = keyboardPress(visitor)
    /** Waits until the new page has the focus and receives key presses. */
    const arrived = async (path: string) => {
      await page.waitForURL((url) => url.pathname === prefix + path)
      await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    }
    await visitor.go('/pricing')
    await signedOutMark(visitor).waitFor()
    await press(texts.buy)
    await arrived('/login')
    // The link in the header keeps the `next` parameter, as the form does.
    const header = page.getByRole('banner').getByRole('link', { name: texts.toRegister, exact: true })
    await eventually(() => header.getAttribute('href')).toContain('next=')
    await tabTo(visitor, texts.toRegister, 'Shift+Tab')
    await keyboard.press('Enter')
    await arrived('/register')
    await tabTo(visitor, texts.email)
    await keyboard.insertText(`keys.${lang}@example.bg`)
    await tabTo(visitor, texts.password)
    await keyboard.insertText(PASSWORD)
    await keyboard.press('Enter')
    await page.waitForURL(`${payments.provider.origin}/c/pay/*`)
    await press(texts.pay)
    await waitForTitle(visitor, texts.done)
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(texts.done)
    await page.getByText(texts.added).waitFor()
    await eventually(() => balanceOf(page)).toBe(515)
    await press(texts.toConverter)
    await arrived('/converter')
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('LAY-08 PAY-03 PAY-04 · every checkout state has no axe violation in light and dark mode and fits 320 px', async () => {
    const user = await app.user(lang)
    const { page } = user
    const violations: string[] = []
    const look = async (name: string) => violations.push(...(await accessibilityViolations(page, name)))
    await page.clock.install()
    await page.route(`${payments.provider.origin}/**`, (route) => route.fulfill({ status: 204 }))
    const answered = Promise.withResolvers<void>()
    await page.route(START, async (route) => {
      await answered.promise
      await route.continue()
    })
    await user.go('/checkout?priceId=starter')
    await waitForTitle(user, texts.starting)
    await page.getByText('Starter').first().waitFor()
    await look('starting')
    answered.resolve()
    await waitForTitle(user, texts.redirecting)
    await look('redirecting')
    await user.go('/checkout')
    await waitForTitle(user, texts.unstarted)
    await look('not started')

    const sessionId = await payments.pay(user, 'business', 'delayed')
    await user.go(successPath(sessionId))
    await waitForTitle(user, texts.checking)
    const waiting = page.getByText(texts.waiting)
    await eventually(async () => {
      await page.clock.fastForward(5000)
      return waiting.count()
    }).toBe(1)
    await look('waiting')
    await payments.provider.settleDelayed(sessionId, 'paid')
    await page.reload()
    await waitForTitle(user, texts.done)
    await look('credited')
    await page.route(FINALIZE, (route) => route.fulfill({ status: 410, json: { error: 'x'.repeat(300) } }))
    await page.reload()
    await waitForTitle(user, texts.failed)
    await look('failed')
    expect(violations).toEqual([])
  })
})
