import { describe, expect, it } from 'vitest'
import { faultsOf } from './accessibility.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { stageWithPayments } from './payments.ts'
import { type Person, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { theatre, cashier } = stageWithPayments()

const SAID = {
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
  const said = SAID[lang]
  const [pay = '', declined = '', delayed = '', failing = '', expires = ''] = said.stops

  const titled = ({ page }: Person, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  /** @returns the session's id */
  async function toPayment(person: Person): Promise<string> {
    await person.go('/checkout?priceId=starter')
    await person.page.waitForURL(`${cashier.provider.origin}/c/pay/*`)
    await titled(person, said.pack)
    return new URL(person.page.url()).pathname.split('/').at(-1) ?? ''
  }

  /** By keyboard, from the start of the page. The description of an option is not part of its name. */
  async function choose(person: Person, name: string): Promise<void> {
    await tabTo(person, new RegExp(`^${name}(?:\\n|$)`))
    await person.page.keyboard.press('Enter')
  }

  it('PAY-08 LAY-08 · the page is marked as a test, every outcome is reachable by keyboard, and axe finds no violation', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    const faults: string[] = []
    const look = async (name: string) => faults.push(...(await faultsOf(page, name)))
    await toPayment(person)
    expect((await page.title()).replaceAll('\u00a0', ' ')).toBe(said.title)
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    const mark = page.getByText(said.mark, { exact: true })
    expect(await mark.isVisible()).toBe(true)
    expect((await mark.boundingBox())?.y).toBe(0)
    expect(await page.locator('input:not([type=hidden])').count(), 'no card is asked for').toBe(0)
    const stops: string[] = []
    for (const _ of said.stops) {
      await page.keyboard.press('Tab')
      stops.push((await focusedName(page)).split('\n')[0] ?? '')
    }
    expect(stops).toEqual(said.stops)
    await look('open')

    await page.reload()
    await choose(person, declined)
    await page.getByRole('alert').getByText(said.declined).waitFor()
    await look('declined')
    await choose(person, expires)
    await page.getByText(said.expired, { exact: true }).waitFor()
    expect(await mark.isVisible()).toBe(true)
    await look('expired')
    await page.getByRole('link', { name: said.back }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/pricing'))
    expect(faults).toEqual([])
  })

  it('PAY-08 PAY-05 · a declined then paid, a delayed and a failing payment each show their state on the site', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await toPayment(person)
    await choose(person, declined)
    await page.getByText(said.declined).waitFor()
    await choose(person, pay)
    await titled(person, said.done)

    const later = await toPayment(person)
    await choose(person, delayed)
    await titled(person, said.checking)
    await cashier.provider.settleDelayed(later, 'paid')
    await titled(person, said.done)
    const receipt = await page.getByRole('main').locator('a[target=_blank]').getAttribute('href')
    await page.goto(receipt ?? '')
    await titled(person, said.receipt)
    expect(await page.getByText(said.mark, { exact: true }).isVisible()).toBe(true)
    expect(await faultsOf(page, 'the receipt')).toEqual([])

    const never = await toPayment(person)
    await choose(person, failing)
    await titled(person, said.checking)
    await cashier.provider.settleDelayed(never, 'failed')
    const alert = page.getByRole('main').getByRole('alert')
    await eventually(() => alert.allInnerTexts()).toEqual([said.unpaid])
  })
})
