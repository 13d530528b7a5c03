import { describe, expect, it } from 'vitest'
import { complaintOf, FINALIZE, plain, SAID, titled, wordsOf } from './checkout-page.ts'
import { stageWithPayments, successOf } from './payments.ts'
import { balanceOf, login, type Person, signedInMark, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { theatre, cashier } = stageWithPayments()

describe.each(LANGS)('checkout success page, in %s', (lang) => {
  const said = SAID[lang]
  const prefix = lang === 'en' ? '/en' : ''

  const complaint = (person: Person) => complaintOf(person, said.unverified)

  /** How often the page asks for something from now on. */
  function countOf({ page }: Person, path: string): () => number {
    let count = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) count++
    })
    return () => count
  }

  it('PAY-04 · the page has its heading before any script, noindex and Cache-Control: no-store', async () => {
    const { page, go } = await theatre.person(lang, { javaScriptEnabled: false })
    const reply = page.waitForResponse((response) => response.url().includes('/checkout/success'))
    await go(successOf('cs_test_x'))
    expect((await reply).headers()['cache-control']).toBe('no-store')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(said.purchase)
  })

  it('PAY-04 PAY-05 · a paid session shows tokens, balance and receipt with one balance request; a reload reports the tokens as already added', async () => {
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
    await eventually(() => balanceOf(page)).toBe(15)
    const balanceCalls = countOf(person, '/api/auth/me')
    const answering = page.waitForResponse(FINALIZE)
    answered.resolve()
    expect((await answering).headers()['cache-control']).toBe('no-store')
    await titled(person, said.done)
    expect(await wordsOf(person)).toBe(said.added)
    await eventually(() => balanceOf(page)).toBe(515)
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
    expect(await wordsOf(person)).toBe(said.already)
    expect(await receipt.count()).toBe(1)
    expect(sessionId).toBe(new URL(page.url()).searchParams.get('session_id'))
    expect(await main.getByRole('link', { name: said.more }).getAttribute('href')).toBe(`${prefix}/pricing`)
    await main.getByRole('link', { name: said.toConverter }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/converter`)
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('PAY-04 PAY-07 · tokens credited by the webhook first are reported as already added', async () => {
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
    await eventually(balance).toBe(515)
    cashier.hearOf(false)
    await person.go(successOf(sessionId))
    await titled(person, said.done)
    expect(await wordsOf(person)).toBe(said.already)
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('PAY-05 · session expired: sign-in returns to the success page and the tokens are credited', async () => {
    const person = await theatre.member(lang)
    const { page, context, email } = person
    const sessionId = await cashier.pay(person, 'starter')
    await context.clearCookies()
    await person.go(successOf(sessionId))
    await page.waitForURL((url) => url.pathname === `${prefix}/login`)
    expect(new URL(page.url()).searchParams.get('next')).toBe(prefix + successOf(sessionId))
    await login(person, email)
    await titled(person, said.done)
    expect(await wordsOf(person)).toBe(said.added)
    await eventually(() => balanceOf(page)).toBe(515)
  })

  it('PAY-04 · without a receipt there is no receipt link', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    const json = {
      ok: true,
      tokensAdded: 500,
      purchaseTokens: 500,
      already: false,
      balance: 515,
      receiptUrl: null,
    }
    await page.route(FINALIZE, (route) => route.fulfill({ json }))
    await person.go(successOf('cs_test_x'))
    await titled(person, said.done)
    expect(await wordsOf(person)).toBe(said.added)
    const main = page.getByRole('main')
    expect(await main.getByRole('link').allInnerTexts()).toEqual([said.toConverter, said.more])
  })

  it('PAY-04 PAY-05 · missing, mangled, foreign, expired and rejected sessions show an error at once and credit no tokens', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    const calls = countOf(person, '/api/checkout/finalize')
    const main = page.getByRole('main')
    await person.go('/checkout/success')
    expect(await complaint(person)).toBe(said.noSession)
    expect(await wordsOf(person)).toContain(said.mangled)
    await main.getByRole('button', { name: said.retry }).click()
    await titled(person, said.unverified)
    expect(calls()).toBe(0)

    const other = await theatre.member(lang)
    const foreign = await cashier.pay(other, 'starter')
    const ended = await cashier.order(person, 'pro')
    await cashier.provider.pay(ended, 'expired')
    // The bank said no in the end.
    const refused = await cashier.pay(person, 'business', 'delayed-failing')
    await cashier.provider.settleDelayed(refused, 'failed')
    const sessions = [
      [`${foreign}…`, said.mangled],
      [foreign, said.foreign],
      [ended, said.expired],
      [refused, said.expired],
    ] as const
    for (const [i, [sessionId, sentence]] of sessions.entries()) {
      await person.go(successOf(sessionId))
      expect(await complaint(person)).toBe(sentence)
      expect(await wordsOf(person), 'nothing is to be waited for').toBe(sentence)
      expect(calls()).toBe(i + 1)
    }

    const json = { error: said.refused, code: 'payment_refused' }
    await page.route(FINALIZE, (route) => route.fulfill({ status: 409, json }))
    await main.getByRole('button', { name: said.retry }).click()
    await eventually(() => wordsOf(person)).toBe(said.refused)
    expect(await balanceOf(page)).toBe(15)
    await main.getByRole('link', { name: said.back }).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/pricing`)
  })
})
