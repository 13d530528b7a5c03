import { describe, expect, it } from 'vitest'
import { alertTextOf, FINALIZE, TEXTS, waitForTitle, paragraphsOf } from './checkout-page.ts'
import { startAppWithPayments, successPath } from './payments.ts'
import { balanceOf, signedInMark, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { app, payments } = startAppWithPayments()

// Retries and their end are tested in `src/web/features/billing/finalize.test.ts`.
const MAX_ATTEMPTS = 12
const LONGER_THAN_ANY_WAIT = 60_000
const TEN_MINUTES = 600_000

/** Counts the retry delays of the page. Shorter and longer timeouts belong to other parts. */
function countWaits(): void {
  const begin = window.setTimeout
  Object.assign(window, { waits: 0 })
  window.setTimeout = ((...[handler, delayMs, ...rest]: Parameters<typeof setTimeout>) => {
    if (delayMs !== undefined && delayMs >= 900 && delayMs < 60_000)
      (window as unknown as { waits: number }).waits++
    return begin(handler, delayMs, ...rest)
  }) as typeof window.setTimeout
}

describe.each(LANGS)('polling for a late payment, in %s', (lang) => {
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  /** A user whose success page has a stopped clock, which the test advances. */
  async function buyer() {
    const user = await app.user(lang)
    const { page } = user
    const sessionId = await payments.pay(user, 'starter', 'delayed')
    await page.clock.install()
    let attempts = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/checkout/finalize')) attempts++
    })
    // The first response arrives after the clock is paused.
    const isClockStopped = Promise.withResolvers<void>()
    await page.route(FINALIZE, async (route) => {
      await isClockStopped.promise
      await route.continue()
    })
    await user.go(successPath(sessionId))
    await eventually(() => signedInMark(page).count()).toBe(1)
    await eventually(() => attempts).toBe(1)
    // Less than the request timeout, which uses the same clock.
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.evaluate(countWaits)
    isClockStopped.resolve()
    const waits = () => page.evaluate(() => (window as unknown as { waits: number }).waits)
    return {
      ...user,
      sessionId,
      attempts: () => attempts,
      /** Advances the clock until the page has sent this many requests. */
      async ask(times: number) {
        for (let asked = attempts; asked < times; asked++) {
          await eventually(waits).toBe(asked)
          await page.clock.fastForward(LONGER_THAN_ANY_WAIT)
          await eventually(() => attempts).toBe(asked + 1)
        }
      },
    }
  }

  it('PAY-04 PAY-05 · a late payment is polled up to the maximum, shows its state, is retried on demand and credits the tokens', async () => {
    const user = await buyer()
    const { page, sessionId } = user
    await user.ask(4)
    await waitForTitle(user, texts.checking)
    const status = (text: string) => page.getByRole('status').filter({ hasText: text })
    await status(texts.waiting).waitFor()
    // A server error does not end the polling.
    await page.route(FINALIZE, (route) => route.fulfill({ status: 500, body: 'oops' }))
    await user.ask(5)
    await status(texts.unasked).waitFor()
    await page.unroute(FINALIZE)
    await user.ask(MAX_ATTEMPTS)
    expect(await alertTextOf(user, texts.unverified), 'the last response was pending').toBe(texts.pending)
    expect(await paragraphsOf(user)).toContain(texts.pendingAdvice)
    const main = page.getByRole('main')
    const account = main.getByRole('link', { name: texts.account, exact: true })
    expect(await account.getAttribute('href')).toBe(`${prefix}/account`)

    await page.clock.fastForward(TEN_MINUTES)
    expect(user.attempts()).toBe(MAX_ATTEMPTS)
    await main.getByRole('button', { name: texts.retry }).click()
    await waitForTitle(user, texts.checking)
    await eventually(user.attempts).toBe(MAX_ATTEMPTS + 1)
    // Leaving the page stops the polling.
    const toPrices = page.getByRole('banner').getByRole('link', { name: texts.toPrices, exact: true })
    await toPrices.click()
    await page.getByTestId('plan-free').waitFor()
    await page.clock.fastForward(TEN_MINUTES)
    await page.clock.resume()
    const asked = page.waitForResponse('**/api/auth/me')
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
    await asked
    expect(user.attempts()).toBe(MAX_ATTEMPTS + 1)

    await payments.provider.settleDelayed(sessionId, 'paid')
    await page.goBack()
    await waitForTitle(user, texts.done)
    expect(await paragraphsOf(user)).toBe(texts.added)
    await eventually(() => balanceOf(page)).toBe(515)
  })
})
