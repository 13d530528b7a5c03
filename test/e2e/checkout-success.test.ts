import { describe, expect, it } from 'vitest'
import { alertTextOf, FINALIZE, plain, TEXTS, waitForTitle, paragraphsOf } from './checkout-page.ts'
import { startAppWithPayments, successPath } from './payments.ts'
import { balanceOf, login, type Visitor, signedInMark, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { app, payments } = startAppWithPayments()

describe.each(LANGS)('checkout success page, in %s', (lang) => {
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  const alertText = (visitor: Visitor) => alertTextOf(visitor, texts.unverified)

  /** Counts the requests of the page for this path from now on. */
  function countOf({ page }: Visitor, path: string): () => number {
    let count = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) count++
    })
    return () => count
  }

  it('PAY-04 · the page has its heading before any script, noindex and Cache-Control: no-store', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    const reply = page.waitForResponse((response) => response.url().includes('/checkout/success'))
    await go(successPath('cs_test_x'))
    expect((await reply).headers()['cache-control']).toBe('no-store')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(texts.purchase)
  })

  it('PAY-04 PAY-05 · a paid session shows tokens, balance and receipt with one balance request; a reload reports the tokens as already added', async () => {
    const user = await app.user(lang)
    const { page, context } = user
    const answered = Promise.withResolvers<void>()
    await page.route(FINALIZE, async (route) => {
      await answered.promise
      await route.continue()
    })
    await user.go('/checkout?priceId=starter')
    const asking = page.waitForRequest(FINALIZE)
    await page.getByRole('button', { name: texts.pay }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/checkout/success`)
    await waitForTitle(user, texts.checking)
    const { session_id: sessionId } = (await asking).postDataJSON() as { session_id: string }
    expect((await asking).headers()).toMatchObject({
      'x-requested-with': 'levro',
      'content-type': 'application/json',
    })
    await eventually(() => balanceOf(page)).toBe(15)
    const balanceCalls = countOf(user, '/api/auth/me')
    const answering = page.waitForResponse(FINALIZE)
    answered.resolve()
    expect((await answering).headers()['cache-control']).toBe('no-store')
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.added)
    await eventually(() => balanceOf(page)).toBe(515)
    expect(balanceCalls()).toBe(1)

    const main = page.getByRole('main')
    const receipt = main.getByRole('link', { name: texts.receipt })
    const [opened] = await Promise.all([context.waitForEvent('page'), receipt.click()])
    await opened.getByRole('heading', { level: 1, name: texts.receiptTitle }).waitFor()
    expect(plain(await opened.getByRole('main').innerText())).toContain(texts.paid)
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await opened.close()

    await page.unroute(FINALIZE)
    await page.reload()
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.already)
    expect(await receipt.count()).toBe(1)
    expect(sessionId).toBe(new URL(page.url()).searchParams.get('session_id'))
    expect(await main.getByRole('link', { name: texts.more }).getAttribute('href')).toBe(`${prefix}/pricing`)
    await main.getByRole('link', { name: texts.toConverter }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/converter`)
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('PAY-04 PAY-07 · tokens credited by the webhook first are reported as already added', async () => {
    const user = await app.user(lang)
    const { page } = user
    payments.deliverWebhooks(true)
    const sessionId = await payments.pay(user, 'starter')
    await user.go('/')
    await signedInMark(page).waitFor()
    const balance = async () => {
      const reply = await user.context.request.get('/api/auth/me')
      return ((await reply.json()) as { tokens: number }).tokens
    }
    await eventually(balance).toBe(515)
    payments.deliverWebhooks(false)
    await user.go(successPath(sessionId))
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.already)
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('PAY-05 · session expired: sign-in returns to the success page and the tokens are credited', async () => {
    const user = await app.user(lang)
    const { page, context, email } = user
    const sessionId = await payments.pay(user, 'starter')
    await context.clearCookies()
    await user.go(successPath(sessionId))
    await page.waitForURL((url) => url.pathname === `${prefix}/login`)
    expect(new URL(page.url()).searchParams.get('next')).toBe(prefix + successPath(sessionId))
    await login(user, email)
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.added)
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('PAY-04 · without a receipt there is no receipt link', async () => {
    const user = await app.user(lang)
    const { page } = user
    const json = {
      ok: true,
      tokensAdded: 500,
      purchaseTokens: 500,
      already: false,
      balance: 515,
      receiptUrl: null,
    }
    await page.route(FINALIZE, (route) => route.fulfill({ json }))
    await user.go(successPath('cs_test_x'))
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.added)
    const main = page.getByRole('main')
    expect(await main.getByRole('link').allInnerTexts()).toEqual([texts.toConverter, texts.more])
  })

  it('PAY-04 PAY-05 · missing, mangled, foreign, expired and rejected sessions show an error at once and credit no tokens', async () => {
    const user = await app.user(lang)
    const { page } = user
    const calls = countOf(user, '/api/checkout/finalize')
    const main = page.getByRole('main')
    await user.go('/checkout/success')
    expect(await alertText(user)).toBe(texts.noSession)
    expect(await paragraphsOf(user)).toContain(texts.mangled)
    await main.getByRole('button', { name: texts.retry }).click()
    await waitForTitle(user, texts.unverified)
    expect(calls()).toBe(0)

    const other = await app.user(lang)
    const foreign = await payments.pay(other, 'starter')
    const ended = await payments.order(user, 'pro')
    await payments.provider.pay(ended, 'expired')
    // A delayed payment that the bank rejects.
    const refused = await payments.pay(user, 'business', 'delayed-failing')
    await payments.provider.settleDelayed(refused, 'failed')
    const sessions = [
      [`${foreign}…`, texts.mangled],
      [foreign, texts.foreign],
      [ended, texts.expired],
      [refused, texts.expired],
    ] as const
    for (const [i, [sessionId, sentence]] of sessions.entries()) {
      await user.go(successPath(sessionId))
      expect(await alertText(user)).toBe(sentence)
      expect(await paragraphsOf(user), 'no advice to wait').toBe(sentence)
      expect(calls()).toBe(i + 1)
    }

    const json = { error: texts.refused, code: 'payment_refused' }
    await page.route(FINALIZE, (route) => route.fulfill({ status: 409, json }))
    await main.getByRole('button', { name: texts.retry }).click()
    await eventually(() => paragraphsOf(user)).toBe(texts.refused)
    expect(await balanceOf(page)).toBe(15)
    await main.getByRole('link', { name: texts.back }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
  })
})
