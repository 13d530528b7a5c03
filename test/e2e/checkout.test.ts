import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { alertTextOf, plain, TEXTS, START, waitForTitle } from './checkout-page.ts'
import { startAppWithPayments } from './payments.ts'
import { login, type Visitor, signedInMark, signedOutMark, eventually } from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const { app, payments } = startAppWithPayments()

const BUSINESS = '/checkout?priceId=business'

describe.each(LANGS)('checkout, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  const atPage = async ({ page }: Visitor, address: string, name: string) => {
    await page.waitForURL(address)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }
  const atPrices = (visitor: Visitor) =>
    atPage(visitor, `${app.product.origin}${prefix}/pricing`, texts.prices)
  const atPayment = (visitor: Visitor) =>
    atPage(visitor, `${payments.provider.origin}/c/pay/*`, texts.payment)
  const alertText = (visitor: Visitor) => alertTextOf(visitor, texts.notStarted)

  test('PAY-03 · the page has its heading before any script, noindex and Cache-Control: no-store', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    const reply = page.waitForResponse((response) => response.url().includes('/checkout'))
    await go(BUSINESS)
    expect((await reply).headers()['cache-control']).toBe('no-store')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(texts.checkout)
  })

  it('PAY-03 · a visitor signs in first, then reaches the payment page of the chosen pack', async () => {
    const { email } = await app.user(lang)
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go(BUSINESS)
    await page.waitForURL((url) => url.pathname === `${prefix}/login`)
    expect(new URL(page.url()).searchParams.get('next')).toBe(prefix + BUSINESS)
    await signedOutMark(visitor).waitFor()
    await login(visitor, email)
    await atPayment(visitor)
  })

  it('PAY-02 PAY-03 · session expired: sign-in returns to the checkout with the chosen pack', async () => {
    const user = await app.user(lang)
    const { page, context, email } = user
    await user.go('/pricing')
    await signedInMark(page).waitFor()
    await context.clearCookies()
    await page.getByTestId('plan-business').getByRole('link').first().click()
    await page.waitForURL((url) => url.pathname === `${prefix}/login`)
    await login(user, email)
    await atPayment(user)
  })

  test('PAY-03 · the page shows the pack, then the redirect; a link leads to the payment page when the redirect fails', async () => {
    const user = await app.user(lang)
    const { page } = user
    const answered = Promise.withResolvers<void>()
    await page.route(START, async (route) => {
      await answered.promise
      await route.continue()
    })
    const paymentPage = `${payments.provider.origin}/**`
    await page.route(paymentPage, (route) => route.fulfill({ status: 204 }))
    const asking = page.waitForRequest(START)
    await user.go(BUSINESS)
    expect((await asking).postDataJSON()).toEqual({
      priceId: 'business',
      successUrl: `${app.product.origin}${prefix}/checkout/success`,
      cancelUrl: `${app.product.origin}${prefix}/pricing`,
    })
    const main = page.getByRole('main')
    await waitForTitle(user, texts.starting)
    await eventually(async () => plain(await main.innerText())).toBe(
      `${texts.starting} ${texts.pack} ${texts.item} ${texts.back}`,
    )
    const back = main.getByRole('button', { name: texts.back })
    expect(await back.getAttribute('aria-disabled')).toBe('true')
    await back.click({ force: true })
    expect(page.url()).toBe(app.product.origin + prefix + BUSINESS)

    answered.resolve()
    await waitForTitle(user, texts.redirecting)
    expect(plain(await main.innerText())).toBe(
      `${texts.redirecting} ${texts.pack} ${texts.fallback} ${texts.back}`,
    )
    const { pathname } = new URL(page.url())
    expect(pathname, 'the redirect was cancelled').toBe(`${prefix}/checkout`)
    expect(await main.getByRole('link', { name: texts.back }).getAttribute('href')).toBe(`${prefix}/pricing`)
    await page.unroute(paymentPage)
    await main.getByRole('link', { name: texts.continue, exact: true }).click()
    await atPayment(user)
  })

  it('PAY-03 · back navigation and cancelling lead to the pricing page, and the checkout session is reused', async () => {
    const user = await app.user(lang)
    const { page } = user
    await user.go('/pricing')
    const buy = page.getByTestId('plan-business').getByRole('link').first()
    await buy.click()
    await atPayment(user)
    const opened = page.url()
    await page.goBack()
    await atPrices(user)
    await buy.click()
    await atPayment(user)
    expect(page.url(), 'the checkout session is reused').toBe(opened)
    await page.getByRole('link', { name: texts.cancel }).click()
    const status = page.getByRole('main').getByText(texts.cancelled, { exact: true })
    await status.waitFor()
    // Said once: the address loses the query, so a reload does not repeat it.
    await atPrices(user)
    await page.reload()
    await page.getByText(/15/).first().waitFor()
    expect(await status.count()).toBe(0)
  })

  it('PAY-03 · a missing or unknown pack shows an error and a link to the pricing page', async () => {
    const user = await app.user(lang)
    const { page } = user
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/create-checkout-session')) calls++
    })
    await user.go('/checkout')
    expect(await alertText(user)).toBe(texts.noPack)
    expect(calls).toBe(0)
    const packs = page.getByRole('main').getByRole('listitem').getByRole('link')
    expect(await packs.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      ['starter', 'business', 'pro'].map((id) => `${prefix}/checkout?priceId=${id}`),
    )
    expect(await accessibilityViolations(page, 'the choice of a pack')).toEqual([])
    await user.go('/checkout?priceId=free')
    expect(await alertText(user)).toBe(texts.unknownPack)
    await page.getByRole('main').getByRole('link', { name: texts.back }).click()
    await atPrices(user)
  })

  test('PAY-03 · network, proxy and provider errors show a message, and a retry reaches the payment page', async () => {
    const user = await app.user(lang)
    const { page } = user
    const tryAgain = () => page.getByRole('main').getByRole('button', { name: texts.again }).click()
    let answer: { status: number; body: string } | undefined
    await page.route(START, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await user.go(BUSINESS)
    expect(await alertText(user)).toBe(texts.noAnswer)
    await page.getByText(texts.nothingCharged, { exact: true }).waitFor()
    answer = { status: 502, body: '<html>\n  <h1>Bad Gateway</h1>\n</html>' }
    await Promise.all([page.waitForEvent('load'), tryAgain()])
    expect(await alertText(user)).toBe(texts.nonJson)
    await page.unroute(START)
    payments.provider.behave('down')
    await tryAgain()
    await eventually(() => alertText(user)).toBe(texts.providerDown)
    payments.provider.behave('fine')
    await tryAgain()
    await atPayment(user)
  })

  it('PAY-03 · a failed session request shows an error, and checkout starts once the session is known', async () => {
    const user = await app.user(lang)
    const { page } = user
    await page.route('**/api/auth/me', (route) => route.abort())
    await user.go(BUSINESS)
    expect(await alertText(user)).toBe(texts.noAnswer)
    const answered = Promise.withResolvers<void>()
    await page.route(START, async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.unroute('**/api/auth/me')
    await page.evaluate(() => void window.dispatchEvent(new Event('online')))
    await waitForTitle(user, texts.starting)
    answered.resolve()
    await atPayment(user)
  })
})
