import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { stageWithPayments, successOf } from './payments.ts'
import { balanceOf, type Person, signedInMark, until } from './steps.ts'
import { LANGS } from './words.ts'

const { theatre, cashier } = stageWithPayments()

const SAID = {
  bg: {
    checking: 'Приключваме покупката ви…',
    waiting: 'Доставчикът още не е потвърдил плащането.',
    done: 'Плащането е успешно',
    added: '500 жетона са добавени в профила ви.',
    failed: 'Не успяхме да потвърдим плащането',
    unchecked: 'Плащането не можа да бъде проверено.',
    retry: 'Нов опит',
    prices: 'Цени',
  },
  en: {
    checking: 'Finalizing your purchase…',
    waiting: 'The provider has not confirmed the payment yet.',
    done: 'Payment successful',
    added: '500 tokens were added to your account.',
    failed: "We couldn't verify the payment",
    unchecked: 'Finalize failed',
    retry: 'Retry',
    prices: 'Pricing',
  },
}

const FINALIZE = '**/api/checkout/finalize'
const MAX_ATTEMPTS = 12
/** As PAY-05 wants them: from 900 ms, growing by 1.5. */
const DELAYS = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => 900 * 1.5 ** i)
const NOTHING_YET = 1200
const TEN_MINUTES = 600_000
const LONGER_THAN_ANY_ANSWER = 30_000

/** What the page waits for, as it told the browser. Shorter and longer waits are those of other parts of the page. */
function noteWaits(): void {
  const begin = window.setTimeout
  const noted: number[] = []
  Object.assign(window, { waits: noted })
  window.setTimeout = ((...[handler, delayMs, ...rest]: Parameters<typeof setTimeout>) => {
    if (delayMs !== undefined && delayMs >= 900 && delayMs < 60_000) noted.push(delayMs)
    return begin(handler, delayMs, ...rest)
  }) as typeof window.setTimeout
}

describe.each(LANGS)('asking for the tokens, in %s', (lang) => {
  const said = SAID[lang]

  /** Somebody at whose page time stands still, and is moved on by the test. */
  async function buyer() {
    const person = await theatre.member(lang)
    const { page } = person
    await page.clock.install()
    let attempts = 0
    const passed: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/checkout/finalize')) attempts++
    })
    const waits = () => page.evaluate(() => (window as unknown as { waits: number[] }).waits)
    return {
      ...person,
      attempts: () => attempts,
      waits,
      /** The page has asked once, and gets its answer after time was stopped. */
      async open(sessionId: string) {
        const isStill = Promise.withResolvers<void>()
        await page.route(FINALIZE, async (route) => {
          await isStill.promise
          await route.fallback()
        })
        await person.go(successOf(sessionId))
        await until(() => signedInMark(page).count()).toBe(1)
        await until(() => attempts).toBe(1)
        // No further on than need be: the time limit of an answer goes by the same clock.
        await page.clock.pauseAt(Date.now() + 1000)
        await page.evaluate(noteWaits)
        isStill.resolve()
      },
      /** Goes through the waits that the page is to make from now on: when each is over it asks again, and not before. */
      async wait(...delays: number[]) {
        const before = attempts
        const known = passed.length
        passed.push(...delays)
        for (const [i, delayMs] of delays.entries()) {
          await until(waits).toEqual(passed.slice(0, known + i + 1))
          await page.clock.fastForward(Math.floor(delayMs) - 1)
          expect(attempts).toBe(before + i)
          await page.clock.fastForward(2)
          await until(() => attempts).toBe(before + i + 1)
        }
      },
    }
  }

  const heading = ({ page }: Pick<Person, 'page'>, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  it('PAY-05 · a payment that is confirmed later: it says after a while that it waits, and then has the tokens', async () => {
    const person = await buyer()
    const { page } = person
    const sessionId = await cashier.pay(person, 'starter', 'delayed')
    await person.open(sessionId)
    await person.wait(...DELAYS.slice(0, 3))
    await heading(person, said.checking)
    await page.getByRole('status').filter({ hasText: said.waiting }).waitFor()
    await until(person.waits).toEqual(DELAYS.slice(0, 4))
    await cashier.provider.settleDelayed(sessionId, 'paid')
    await page.clock.runFor(DELAYS[3] ?? 0)
    await page.clock.resume()
    await heading(person, said.done)
    await page.getByText(said.added).waitFor()
    await until(() => balanceOf(page)).toBe(515)
    expect(person.attempts()).toBe(5)
  })

  it('PAY-05 · no answer, no network, an answer of nobody, no tokens yet, a provider that is down: each is tried again', async () => {
    const person = await buyer()
    const sessionId = await cashier.pay(person, 'starter')
    const nothingYet = { ok: true, tokensAdded: 0, purchaseTokens: 500, already: false, balance: 15 }
    const answers: ((route: Route) => Promise<void>)[] = [
      () => new Promise(() => {}),
      (route) => route.abort(),
      (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
      (route) => route.fulfill({ status: 200, json: nothingYet }),
      (route) => route.fulfill({ status: 200, body: 'OK' }),
    ]
    await person.page.route(FINALIZE, (route) => (answers.shift() ?? ((real) => real.continue()))(route))
    cashier.provider.behave('down')
    await person.open(sessionId)
    await person.page.clock.fastForward(LONGER_THAN_ANY_ANSWER)
    const delays = [900, 1350, 2025, NOTHING_YET, 3037.5]
    await person.wait(...delays)
    await until(person.waits).toEqual([...delays, 4556.25])
    cashier.provider.behave('fine')
    await person.page.clock.fastForward(4557)
    await person.page.clock.resume()
    await heading(person, said.done)
    await until(() => balanceOf(person.page)).toBe(515)
    expect(person.attempts()).toBe(7)
  })

  it('PAY-05 · twelve attempts in vain end with the last sentence of the server; leaving the page ends them', async () => {
    const person = await buyer()
    const { page } = person
    const sentence = 'Not <b>now</b>.'
    await page.route(FINALIZE, (route) => route.fulfill({ status: 503, json: { error: sentence } }))
    await person.open('cs_test_x')
    await person.wait(...DELAYS)
    await heading(person, said.failed)
    expect(person.attempts()).toBe(MAX_ATTEMPTS)
    expect(await page.getByRole('main').getByRole('alert').innerText()).toBe(sentence)
    expect(await person.waits()).toEqual(DELAYS)

    await page.clock.fastForward(TEN_MINUTES)
    await page.getByRole('button', { name: said.retry }).click()
    await heading(person, said.checking)
    await until(person.attempts).toBe(MAX_ATTEMPTS + 1)
    await until(person.waits).toEqual([...DELAYS, 900])
    await page.getByRole('banner').getByRole('link', { name: said.prices, exact: true }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/pricing'))
    await page.clock.fastForward(TEN_MINUTES)
    await page.clock.resume()
    const asked = page.waitForResponse('**/api/auth/me')
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
    await asked
    expect(person.attempts()).toBe(MAX_ATTEMPTS + 1)
  })

  it('PAY-05 · all is well but no tokens: 1.2 s between attempts, and given up with two of them left', async () => {
    const person = await buyer()
    const { page } = person
    const json = {
      ok: true,
      tokensAdded: 0,
      purchaseTokens: 500,
      already: false,
      balance: 15,
      receiptUrl: null,
    }
    await page.route(FINALIZE, (route) => route.fulfill({ json }))
    await person.open('cs_test_x')
    await person.wait(...Array<number>(MAX_ATTEMPTS - 3).fill(NOTHING_YET))
    await heading(person, said.failed)
    expect(person.attempts()).toBe(MAX_ATTEMPTS - 2)
    expect(await page.getByRole('main').getByRole('alert').innerText()).toBe(said.unchecked)
  })
})
