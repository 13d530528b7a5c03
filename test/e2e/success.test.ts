import { describe, expect, it } from 'vitest'
import { stageWithPayments, successOf } from './payments.ts'
import { balanceOf, login, type Person, signedInMark, until } from './steps.ts'
import { LANGS } from './words.ts'

const { theatre, cashier } = stageWithPayments()

const SAID = {
  bg: {
    checking: 'Приключваме покупката ви…',
    pay: 'Платете 4,99 €',
    done: 'Плащането е успешно',
    added: '500 жетона са добавени в профила ви. Сега имате 515 жетона.',
    already: '500 жетона от тази покупка вече са в профила ви. Сега имате 515 жетона.',
    toConverter: 'Към конвертора',
    more: 'Още жетони',
    receipt: 'Разписка (отваря се в нов раздел)',
    receiptTitle: 'Разписка',
    paid: '4,99 €',
    failed: 'Не успяхме да потвърдим плащането',
    advice: 'Презаредете страницата след малко.',
    retry: 'Нов опит',
    back: 'Обратно към цените',
    missing: 'Липсва session_id.',
    foreign: 'Това плащане не е на вашия профил. Проверете дали сте влезли с имейла, с който сте поръчали.',
    expired: 'Плащането не беше завършено и не сте таксувани.',
  },
  en: {
    checking: 'Finalizing your purchase…',
    pay: 'Pay €4.99',
    done: 'Payment successful',
    added: '500 tokens were added to your account. You now have 515 tokens.',
    already: 'The 500 tokens of this purchase are in your account already. You now have 515 tokens.',
    toConverter: 'Go to Converter',
    more: 'Buy more',
    receipt: 'View receipt (opens in a new tab)',
    receiptTitle: 'Receipt',
    paid: '€4.99',
    failed: "We couldn't verify the payment",
    advice: 'Refresh the page in a moment.',
    retry: 'Retry',
    back: 'Back to Pricing',
    missing: 'Missing session_id',
    foreign:
      'This payment does not belong to your account. Check that you are signed in with the email you ordered with.',
    expired: 'The payment was not completed, and you were not charged.',
  },
}

const FINALIZE = '**/api/checkout/finalize'

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

describe.each(LANGS)('after the payment, in %s', (lang) => {
  const said = SAID[lang]
  const prefix = lang === 'en' ? '/en' : ''

  /** The state has its own heading, and the focus is on it. */
  async function titled({ page }: Person, name: string): Promise<void> {
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await until(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
  }
  const words = async ({ page }: Person) =>
    plain((await page.getByRole('main').locator('p').allInnerTexts()).join(' '))

  /** How often the page asks for something from now on. */
  function countOf({ page }: Person, path: string): () => number {
    let count = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) count++
    })
    return () => count
  }

  it('PAY-04 · the page is told apart before any script, kept out of search and out of caches', async () => {
    const { page, go } = await theatre.person(lang, { javaScriptEnabled: false })
    const reply = page.waitForResponse((response) => response.url().includes('/checkout/success'))
    await go(successOf('cs_test_x'))
    expect((await reply).headers()['cache-control']).toBe('no-store')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(said.checking)
  })

  it('PAY-04 PAY-05 · paid: tokens, balance and receipt are shown, the header asks once; after a reload they are there already', async () => {
    const person = await theatre.member(lang)
    const { page, context } = person
    const answered = Promise.withResolvers<void>()
    await page.route(FINALIZE, async (route) => {
      await answered.promise
      await route.continue()
    })
    await person.go('/checkout?priceId=starter')
    const asking = page.waitForRequest(FINALIZE)
    await page.getByRole('button', { name: said.pay }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/checkout/success`)
    await titled(person, said.checking)
    const { session_id: sessionId } = (await asking).postDataJSON() as { session_id: string }
    expect((await asking).headers()).toMatchObject({
      'x-requested-with': 'levro',
      'content-type': 'application/json',
    })
    await until(() => balanceOf(page)).toBe(15)
    const balanceCalls = countOf(person, '/api/auth/me')
    const answering = page.waitForResponse(FINALIZE)
    answered.resolve()
    expect((await answering).headers()['cache-control']).toBe('no-store')
    await titled(person, said.done)
    expect(await words(person)).toBe(said.added)
    await until(() => balanceOf(page)).toBe(515)
    expect(balanceCalls()).toBe(1)

    const main = page.getByRole('main')
    const receipt = main.getByRole('link', { name: said.receipt })
    const [opened] = await Promise.all([context.waitForEvent('page'), receipt.click()])
    await opened.getByRole('heading', { level: 1, name: said.receiptTitle }).waitFor()
    expect(plain(await opened.getByRole('main').innerText())).toContain(said.paid)
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await opened.close()

    await page.unroute(FINALIZE)
    await page.reload()
    await titled(person, said.done)
    expect(await words(person)).toBe(said.already)
    expect(await receipt.count()).toBe(1)
    expect(sessionId).toBe(new URL(page.url()).searchParams.get('session_id'))
    expect(await main.getByRole('link', { name: said.more }).getAttribute('href')).toBe(`${prefix}/pricing`)
    await main.getByRole('link', { name: said.toConverter }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/converter`)
    expect(await balanceOf(page)).toBe(515)
  })

  it('PAY-04 PAY-07 · the message of the provider was first: the tokens are there already', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    cashier.hearOf(true)
    const sessionId = await cashier.pay(person, 'starter')
    await person.go('/')
    await signedInMark(page).waitFor()
    const balance = async () => {
      const reply = await person.context.request.get('/api/auth/me')
      return ((await reply.json()) as { tokens: number }).tokens
    }
    await until(balance).toBe(515)
    cashier.hearOf(false)
    await person.go(successOf(sessionId))
    await titled(person, said.done)
    expect(await words(person)).toBe(said.already)
    await until(() => balanceOf(page)).toBe(515)
  })

  it('PAY-05 · signed out meanwhile: over the login back to the tokens', async () => {
    const person = await theatre.member(lang)
    const { page, context, email } = person
    const sessionId = await cashier.pay(person, 'starter')
    await context.clearCookies()
    await person.go(successOf(sessionId))
    await page.waitForURL((url) => url.pathname === `${prefix}/login`)
    expect(new URL(page.url()).searchParams.get('next')).toBe(prefix + successOf(sessionId))
    await login(person, email)
    await titled(person, said.done)
    expect(await words(person)).toBe(said.added)
    await until(() => balanceOf(page)).toBe(515)
  })

  it('PAY-04 PAY-05 · what cannot come is told at once: no session, one of somebody else, one that has ended', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    const calls = countOf(person, '/api/checkout/finalize')
    const main = page.getByRole('main')
    const alert = () => main.getByRole('alert').innerText()
    await person.go('/checkout/success')
    await titled(person, said.failed)
    expect(await alert()).toBe(said.missing)
    expect(await words(person)).toContain(said.advice)
    await main.getByRole('button', { name: said.retry }).click()
    await titled(person, said.failed)
    expect(calls()).toBe(0)

    const other = await theatre.member(lang)
    await person.go(successOf(await cashier.pay(other, 'starter')))
    await titled(person, said.failed)
    expect(await alert()).toBe(said.foreign)
    expect(calls()).toBe(1)

    const ended = await cashier.order(person, 'pro')
    await cashier.provider.pay(ended, 'expired')
    await person.go(successOf(ended))
    await titled(person, said.failed)
    expect(await alert()).toBe(said.expired)
    expect(await words(person), 'nothing is to be waited for').toBe(said.expired)
    expect(calls()).toBe(2)

    // The bank said no in the end.
    const refused = await cashier.pay(person, 'business', 'delayed-failing')
    await cashier.provider.settleDelayed(refused, 'failed')
    await person.go(successOf(refused))
    await titled(person, said.failed)
    expect(await alert()).toBe(said.expired)
    expect(await balanceOf(page)).toBe(15)
    await main.getByRole('link', { name: said.back }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
  })
})
