import { describe, expect, it } from 'vitest'
import { faultsOf } from './accessibility.ts'
import { keysOf, tabTo } from './keyboard.ts'
import { stageWithPayments, successOf } from './payments.ts'
import { balanceOf, PASSWORD, type Person, signedOutMark, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { theatre, cashier } = stageWithPayments()

const SAID = {
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
  const said = SAID[lang]
  const prefix = lang === 'en' ? '/en' : ''

  const titled = ({ page }: Person, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  it('PAY-02 PAY-03 PAY-04 PAY-08 LAY-08 · a visitor buys a pack, from the pricing page via registration to the credited tokens, by keyboard only', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    const { keyboard } = page
    const press = keysOf(person)
    /** Keys are for the new page once it has taken the focus. */
    const arrived = async (path: string) => {
      await page.waitForURL((url) => url.pathname === prefix + path)
      await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    }
    await person.go('/pricing')
    await signedOutMark(person).waitFor()
    await press(said.buy)
    await arrived('/login')
    // The header's link keeps the `next` parameter, as the form does.
    const header = page.getByRole('banner').getByRole('link', { name: said.toRegister, exact: true })
    await eventually(() => header.getAttribute('href')).toContain('next=')
    await tabTo(person, said.toRegister, 'Shift+Tab')
    await keyboard.press('Enter')
    await arrived('/register')
    await tabTo(person, said.email)
    await keyboard.insertText(`keys.${lang}@example.bg`)
    await tabTo(person, said.password)
    await keyboard.insertText(PASSWORD)
    await keyboard.press('Enter')
    await page.waitForURL(`${cashier.provider.origin}/c/pay/*`)
    await press(said.pay)
    await titled(person, said.done)
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(said.done)
    await page.getByText(said.added).waitFor()
    await eventually(() => balanceOf(page)).toBe(515)
    await press(said.toConverter)
    await arrived('/converter')
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('LAY-08 PAY-03 PAY-04 · every checkout state has no axe violation in light and dark mode and fits 320 px', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    const faults: string[] = []
    const look = async (name: string) => faults.push(...(await faultsOf(page, name)))
    await page.clock.install()
    await page.route(`${cashier.provider.origin}/**`, (route) => route.fulfill({ status: 204 }))
    const answered = Promise.withResolvers<void>()
    await page.route(START, async (route) => {
      await answered.promise
      await route.continue()
    })
    await person.go('/checkout?priceId=starter')
    await titled(person, said.starting)
    await page.getByText('Starter').first().waitFor()
    await look('starting')
    answered.resolve()
    await titled(person, said.redirecting)
    await look('redirecting')
    await person.go('/checkout')
    await titled(person, said.unstarted)
    await look('not started')

    const sessionId = await cashier.pay(person, 'business', 'delayed')
    await person.go(successOf(sessionId))
    await titled(person, said.checking)
    const waiting = page.getByText(said.waiting)
    await eventually(async () => {
      await page.clock.fastForward(5000)
      return waiting.count()
    }).toBe(1)
    await look('waiting')
    await cashier.provider.settleDelayed(sessionId, 'paid')
    await page.reload()
    await titled(person, said.done)
    await look('credited')
    await page.route(FINALIZE, (route) => route.fulfill({ status: 410, json: { error: 'x'.repeat(300) } }))
    await page.reload()
    await titled(person, said.failed)
    await look('failed')
    expect(faults).toEqual([])
  })
})
