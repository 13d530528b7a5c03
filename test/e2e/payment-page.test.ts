import { describe, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { startAppWithPayments } from './payments.ts'
import { type Visitor, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { app, payments } = startAppWithPayments()

const TEXTS = {
  bg: {
    mark: 'TEST Тестово плащане: без истинска карта и без истински пари',
    title: 'Плащане на 4,99 €',
    pack: 'Левро Starter',
    stops: [
      'Платете 4,99 €',
      'Картата е отказана',
      'Плащане със закъснение',
      'Неуспешно плащане със закъснение',
      'Срокът изтича',
      'Отказ и връщане назад',
    ],
    declined: 'Картата беше отказана и нищо не е платено.',
    expired: 'Срокът изтече',
    back: 'Обратно към сайта',
    checking: 'Приключваме покупката ви…',
    done: 'Плащането е успешно',
    unpaid: 'Плащането не беше завършено и нищо не е платено.',
    receipt: 'Разписка',
  },
  en: {
    mark: 'TEST Test payment: no real card, no real money',
    title: 'Payment of €4.99',
    pack: 'Levro Starter',
    stops: [
      'Pay €4.99',
      'Card declined',
      'Payment with a delay',
      'Failing payment with a delay',
      'Time runs out',
      'Cancel and go back',
    ],
    declined: 'The card was declined and nothing has been paid.',
    expired: 'Time has run out',
    back: 'Back to the site',
    checking: 'Finalizing your purchase…',
    done: 'Payment successful',
    unpaid: 'The payment was not completed, and you were not charged.',
    receipt: 'Receipt',
  },
}

describe.each(LANGS)('the page of the Stripe emulator, in %s', (lang) => {
  const texts = TEXTS[lang]
  const [pay = '', declined = '', delayed = '', failing = '', expires = ''] = texts.stops

  const waitForTitle = ({ page }: Visitor, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  /** @returns the session's id */
  async function toPayment(visitor: Visitor): Promise<string> {
    await visitor.go('/checkout?priceId=starter')
    await visitor.page.waitForURL(`${payments.provider.origin}/c/pay/*`)
    await waitForTitle(visitor, texts.pack)
    return new URL(visitor.page.url()).pathname.split('/').at(-1) ?? ''
  }

  /** By keyboard, from the start of the page. The description of an option is not part of its name. */
  async function choose(visitor: Visitor, name: string): Promise<void> {
    await tabTo(visitor, new RegExp(`^${name}(?:\\n|$)`))
    await visitor.page.keyboard.press('Enter')
  }

  it('PAY-08 LAY-08 · the page is marked as a test, every outcome is reachable by keyboard, and axe finds no violation', async () => {
    const user = await app.user(lang)
    const { page } = user
    const violations: string[] = []
    const look = async (name: string) => violations.push(...(await accessibilityViolations(page, name)))
    await toPayment(user)
    expect((await page.title()).replaceAll('\u00a0', ' ')).toBe(texts.title)
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    const mark = page.getByText(texts.mark, { exact: true })
    expect(await mark.isVisible()).toBe(true)
    expect((await mark.boundingBox())?.y).toBe(0)
    expect(await page.locator('input:not([type=hidden])').count(), 'no card field').toBe(0)
    const stops: string[] = []
    for (const _ of texts.stops) {
      await page.keyboard.press('Tab')
      stops.push((await focusedName(page)).split('\n')[0] ?? '')
    }
    expect(stops).toEqual(texts.stops)
    await look('open')

    await page.reload()
    await choose(user, declined)
    await page.getByRole('alert').getByText(texts.declined).waitFor()
    await look('declined')
    await choose(user, expires)
    await page.getByText(texts.expired, { exact: true }).waitFor()
    expect(await mark.isVisible()).toBe(true)
    await look('expired')
    await page.getByRole('link', { name: texts.back }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/pricing'))
    expect(violations).toEqual([])
  })

  it('PAY-08 PAY-05 · a declined then paid, a delayed and a failing payment each show their state on the site', async () => {
    const user = await app.user(lang)
    const { page } = user
    await toPayment(user)
    await choose(user, declined)
    await page.getByText(texts.declined).waitFor()
    await choose(user, pay)
    await waitForTitle(user, texts.done)

    const later = await toPayment(user)
    await choose(user, delayed)
    await waitForTitle(user, texts.checking)
    await payments.provider.settleDelayed(later, 'paid')
    await waitForTitle(user, texts.done)
    const receipt = await page.getByRole('main').locator('a[target=_blank]').getAttribute('href')
    await page.goto(receipt ?? '')
    await waitForTitle(user, texts.receipt)
    expect(await page.getByText(texts.mark, { exact: true }).isVisible()).toBe(true)
    expect(await accessibilityViolations(page, 'the receipt')).toEqual([])

    const never = await toPayment(user)
    await choose(user, failing)
    await waitForTitle(user, texts.checking)
    await payments.provider.settleDelayed(never, 'failed')
    const alert = page.getByRole('main').getByRole('alert')
    await eventually(() => alert.allInnerTexts()).toEqual([texts.unpaid])
  })
})
