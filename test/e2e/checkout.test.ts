import { describe, expect, it } from 'vitest'
import { complaintOf, plain, SAID, START, titled } from './checkout-page.ts'
import { stageWithPayments } from './payments.ts'
import { login, type Person, signedInMark, signedOutMark, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { theatre, cashier } = stageWithPayments()

const BUSINESS = '/checkout?priceId=business'

describe.each(LANGS)('checkout, in %s', (lang) => {
  const said = SAID[lang]
  const prefix = lang === 'en' ? '/en' : ''

  const atPage = async ({ page }: Person, address: string, name: string) => {
    await page.waitForURL(address)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }
  const atPrices = (person: Person) =>
    atPage(person, `${theatre.product.origin}${prefix}/pricing`, said.prices)
  const atPayment = (person: Person) => atPage(person, `${cashier.provider.origin}/c/pay/*`, said.payment)
  const complaint = (person: Person) => complaintOf(person, said.notStarted)

  it('PAY-03 · the page has its heading before any script, noindex and Cache-Control: no-store', async () => {
    const { page, go } = await theatre.person(lang, { javaScriptEnabled: false })
    const reply = page.waitForResponse((response) => response.url().includes('/checkout'))
    await go(BUSINESS)
    expect((await reply).headers()['cache-control']).toBe('no-store')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(said.checkout)
  })

  it('PAY-03 · a visitor signs in first, then reaches the payment page of the chosen pack', async () => {
    const { email } = await theatre.member(lang)
    const person = await theatre.person(lang)
    const { page } = person
    await person.go(BUSINESS)
    await page.waitForURL((url) => url.pathname === `${prefix}/login`)
    expect(new URL(page.url()).searchParams.get('next')).toBe(prefix + BUSINESS)
    await signedOutMark(person).waitFor()
    await login(person, email)
    await atPayment(person)
  })

  it('PAY-02 PAY-03 · session expired: sign-in returns to the checkout with the chosen pack', async () => {
    const person = await theatre.member(lang)
    const { page, context, email } = person
    await person.go('/pricing')
    await signedInMark(page).waitFor()
    await context.clearCookies()
    await page.getByTestId('plan-business').getByRole('link').click()
    await page.waitForURL((url) => url.pathname === `${prefix}/login`)
    await login(person, email)
    await atPayment(person)
  })

  it('PAY-03 · the page shows the pack, then the redirect; a link leads to the payment page when the redirect fails', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    const answered = Promise.withResolvers<void>()
    await page.route(START, async (route) => {
      await answered.promise
      await route.continue()
    })
    const paymentPage = `${cashier.provider.origin}/**`
    await page.route(paymentPage, (route) => route.fulfill({ status: 204 }))
    const asking = page.waitForRequest(START)
    await person.go(BUSINESS)
    expect((await asking).postDataJSON()).toEqual({
      priceId: 'business',
      successUrl: `${theatre.product.origin}${prefix}/checkout/success`,
      cancelUrl: `${theatre.product.origin}${prefix}/pricing`,
    })
    const main = page.getByRole('main')
    await titled(person, said.starting)
    await eventually(async () => plain(await main.innerText())).toBe(
      `${said.starting} ${said.pack} ${said.item} ${said.back}`,
    )
    const back = main.getByRole('button', { name: said.back })
    expect(await back.getAttribute('aria-disabled')).toBe('true')
    await back.click({ force: true })
    expect(page.url()).toBe(theatre.product.origin + prefix + BUSINESS)

    answered.resolve()
    await titled(person, said.redirecting)
    expect(plain(await main.innerText())).toBe(
      `${said.redirecting} ${said.pack} ${said.fallback} ${said.back}`,
    )
    const { pathname } = new URL(page.url())
    expect(pathname, 'the browser has stayed').toBe(`${prefix}/checkout`)
    expect(await main.getByRole('link', { name: said.back }).getAttribute('href')).toBe(`${prefix}/pricing`)
    await page.unroute(paymentPage)
    await main.getByRole('link', { name: said.continue, exact: true }).click()
    await atPayment(person)
  })

  it('PAY-03 · back navigation and cancelling lead to the pricing page, and the checkout session is reused', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await person.go('/pricing')
    const buy = page.getByTestId('plan-business').getByRole('link')
    await buy.click()
    await atPayment(person)
    const opened = page.url()
    await page.goBack()
    await atPrices(person)
    await buy.click()
    await atPayment(person)
    expect(page.url(), 'one page to pay on, however often one comes').toBe(opened)
    await page.getByRole('link', { name: said.cancel }).click()
    await atPrices(person)
  })

  it('PAY-03 · a missing or unknown pack shows an error and a link to the pricing page', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/create-checkout-session')) calls++
    })
    await person.go('/checkout')
    expect(await complaint(person)).toBe(said.noPack)
    expect(calls).toBe(0)
    await person.go('/checkout?priceId=free')
    expect(await complaint(person)).toBe(said.unknownPack)
    await page.getByRole('main').getByRole('link', { name: said.back }).click()
    await atPrices(person)
  })

  it('PAY-03 · network, proxy and provider errors show a message, and a retry reaches the payment page', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    const tryAgain = () => page.getByRole('main').getByRole('button', { name: said.again }).click()
    let answer: { status: number; body: string } | undefined
    await page.route(START, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await person.go(BUSINESS)
    expect(await complaint(person)).toBe(said.noAnswer)
    answer = { status: 502, body: '<html>\n  <h1>Bad Gateway</h1>\n</html>' }
    await Promise.all([page.waitForEvent('load'), tryAgain()])
    expect(await complaint(person)).toBe(said.nonJson)
    await page.unroute(START)
    cashier.provider.behave('down')
    await tryAgain()
    await eventually(() => complaint(person)).toBe(said.providerDown)
    cashier.provider.behave('fine')
    await tryAgain()
    await atPayment(person)
  })

  it('PAY-03 · a failed session request shows an error, and checkout starts once the session is known', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await page.route('**/api/auth/me', (route) => route.abort())
    await person.go(BUSINESS)
    expect(await complaint(person)).toBe(said.noAnswer)
    const answered = Promise.withResolvers<void>()
    await page.route(START, async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.unroute('**/api/auth/me')
    await page.evaluate(() => void window.dispatchEvent(new Event('online')))
    await titled(person, said.starting)
    answered.resolve()
    await atPayment(person)
  })
})
