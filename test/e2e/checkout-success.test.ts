import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { dropFile } from './check-page.ts'
import { alertTextOf, FINALIZE, plain, TEXTS, waitForTitle, paragraphsOf } from './checkout-page.ts'
import { startAppWithPayments, successPath } from './payments.ts'
import { storedOnDevice } from './stored-records.ts'
import { balanceOf, csvFile, login, type Visitor, signedInMark, eventually, upload } from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const { app, payments } = startAppWithPayments()

describe.each(LANGS)('checkout success page, in %s', (lang) => {
  const it = inTurn(lang)
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

  test('PAY-04 · the page has its heading before any script, noindex and Cache-Control: no-store', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    const reply = page.waitForResponse((response) => response.url().includes('/checkout/success'))
    await go(successPath('cs_test_x'))
    expect((await reply).headers()['cache-control']).toBe('no-store')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(texts.purchase)
  })

  test('PAY-04 PAY-05 · a paid session shows tokens, balance and receipt with one balance request; a reload reports the tokens as already added', async () => {
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

  const tokensOf = async ({ context }: Visitor) => {
    const reply = await context.request.get('/api/auth/me')
    return ((await reply.json()) as { tokens: number }).tokens
  }

  const notesOf = async ({ page }: Visitor) =>
    (await page.getByRole('main').locator('li').allInnerTexts()).map(plain)

  it('PAY-04 PAY-07 · tokens credited by the webhook first are reported as added, and as added earlier when the page is opened again', async () => {
    const user = await app.user(lang)
    const { page } = user
    payments.deliverWebhooks(true)
    const sessionId = await payments.pay(user, 'starter')
    await user.go('/')
    await signedInMark(page).waitFor()
    await eventually(() => tokensOf(user)).toBe(515)
    payments.deliverWebhooks(false)
    await user.go(successPath(sessionId))
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.added)
    await eventually(() => balanceOf(page)).toBe(515)
    await page.reload()
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.already)
  })

  test('PAY-04 PAY-07 · a refunded purchase shows what was refunded, the tokens deducted and the balance', async () => {
    const user = await app.user(lang)
    const { provider } = payments
    payments.deliverWebhooks(true)
    const sessionId = await payments.pay(user, 'starter')
    await eventually(() => tokensOf(user)).toBe(515)
    await provider.refund(sessionId)
    await eventually(() => tokensOf(user)).toBe(15)
    await user.go(successPath(sessionId))
    await waitForTitle(user, texts.refunded)
    expect(await notesOf(user)).toEqual(texts.returned)
    expect(await paragraphsOf(user)).toBe(texts.balanceAfter('15'))

    const partly = await payments.pay(user, 'business')
    await eventually(() => tokensOf(user)).toBe(2015)
    await provider.refund(partly, 750)
    await eventually(() => tokensOf(user)).toBe(1015)
    await user.go(successPath(partly))
    await waitForTitle(user, texts.partlyRefunded)
    expect(await notesOf(user)).toEqual(texts.partlyReturned)
    expect(await paragraphsOf(user)).toBe(texts.balanceAfter(lang === 'bg' ? '1015' : '1,015'))
  })

  it('PAY-04 PAY-05 · an unpaid session says so at once and offers the way back to the prices', async () => {
    const user = await app.user(lang)
    const { page } = user
    await user.go(successPath(await payments.order(user, 'starter')))
    await waitForTitle(user, texts.checking)
    await page.getByRole('status').filter({ hasText: texts.unpaid }).waitFor()
    await page.getByRole('main').getByRole('link', { name: texts.back, exact: true }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
  })

  it('PAY-04 PAY-05 · a payment that is awaited shows what is bought, and leads to the waiting file instead of the prices', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, csvFile('ceni.csv', 'Име,Цена,Валута\nХляб,1.95,BGN\n'))
    await eventually(async () => JSON.stringify(await storedOnDevice(page, 'rows'))).toContain('1.95')
    const sessionId = await payments.pay(user, 'starter', 'delayed')
    await user.go(successPath(sessionId))
    await waitForTitle(user, texts.checking)
    const main = page.getByRole('main')
    await main.getByText(texts.coming, { exact: true }).waitFor()
    const facts = (await main.locator('dd').allInnerTexts()).map(plain)
    expect(facts).toEqual(['Starter', '500', texts.paid, texts.awaited])
    await eventually(() => main.getByRole('link').allInnerTexts()).toEqual([texts.toFile])
    expect(await accessibilityViolations(page, 'an awaited payment')).toEqual([])
    await main.getByRole('link', { name: texts.toFile, exact: true }).click()
    await page.getByRole('heading', { name: user.words.ready }).waitFor()
  })

  test.each([
    { tokensAdded: 500, already: false, balance: 515 },
    { creditedTokens: 500, alreadyCredited: false, newBalance: 515 },
    { tokens: 500, tokensBalance: 515 },
  ])('PAY-04 PAY-05 · the answer %j shows tokens and balance, and no receipt', async (json) => {
    const user = await app.user(lang)
    await user.page.route(FINALIZE, (route) => route.fulfill({ json }))
    await user.go(successPath('cs_test_x'))
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.added)
    expect(await user.page.getByRole('main').getByRole('link').count()).toBe(2)
  })

  test.each([
    [{ tokens: 500 }, texts.addedAlone],
    [{ alreadyCredited: true }, texts.alreadyAlone],
  ])('PAY-04 PAY-05 · the answer %j shows what is known', async (json, shown) => {
    const user = await app.user(lang)
    await user.page.route(FINALIZE, (route) => route.fulfill({ json }))
    await user.go(successPath('cs_test_x'))
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(shown)
  })

  it('PAY-04 CONV-04 · rows that wait on the device are shown again after the payment', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, csvFile('ceni.csv', 'Име,Цена,Валута\nХляб,1.95,BGN\n'))
    await eventually(async () => JSON.stringify(await storedOnDevice(page, 'rows'))).toContain('1.95')
    const sessionId = await payments.pay(user, 'starter')
    await user.go(successPath(sessionId))
    await page.waitForURL((url) => url.pathname === `${prefix}/converter`)
    expect(new URL(page.url()).searchParams.get('mode')).toBe('bulk')
    const state: unknown = await page.evaluate(() => (history.state as { usr?: unknown } | null)?.usr)
    expect(state).toMatchObject({ purchase: { tokensAdded: 500, wereAddedBefore: false, balance: 515 } })
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('PAY-04 · after the payment a file dropped on the page opens in the review', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    await user.go(successPath(await payments.pay(user, 'starter')))
    await waitForTitle(user, texts.done)
    await dropFile(user, 'май.csv', 'Име;Цена в лева\nХляб;1,20\nМляко;2,30\n')
    await page.getByRole('heading', { name: words.ready }).waitFor()
    expect(page.url()).toBe(`${app.product.origin}${prefix}/converter?mode=bulk`)
    await page.getByText('май.csv').first().waitFor()
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

  test('PAY-04 PAY-05 · missing, mangled, foreign, expired and rejected sessions show an error at once and credit no tokens', async () => {
    const user = await app.user(lang)
    const { page } = user
    const calls = countOf(user, '/api/checkout/finalize')
    const main = page.getByRole('main')
    await user.go('/checkout/success')
    expect(await alertText(user)).toBe(texts.noSession)
    expect(await paragraphsOf(user)).toContain(texts.ifPaid)
    // What would be missing again is not the main action.
    expect(await main.getByRole('link').allInnerTexts()).toEqual([texts.toAccount, texts.back])
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
