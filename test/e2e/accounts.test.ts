import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  csvFile,
  login,
  PASSWORD,
  pasteInto,
  type Visitor,
  signedInMark,
  signedOutMark,
  startApp,
  eventually,
  upload,
} from './steps.ts'
import { isStoredOnDevice } from './stored-records.ts'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { LANGS, inTurn } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    hint: 'Поне 8 знака.',
    left: 'Още 3.',
    noCard: 'Без карта • Започвате за по-малко от минута',
    emailMissing: 'Напишете имейла си.',
    emailWrong: 'Въведете имейл във вида ime@domain.bg.',
    passwordMissing: 'Напишете паролата си.',
    short: 'Паролата трябва да има поне 8 знака.',
    length: 'Паролата трябва да е от 8 до 256 знака.',
    show: 'Покажете паролата',
    hide: 'Скрийте паролата',
    registered: 'Регистрацията е успешна! Пренасочваме ви…',
    wrong: 'Невалиден имейл или парола',
    offline: 'Няма връзка. Опитайте отново.',
    toLogin: 'Влезте',
    gives: 'С профила получавате',
    has: 'В профила ви',
    waiting: (name: string) => `Чакат ви 17 цени от ${name}`,
    pack: '1 жетон = 1 цена. С безплатните 15 превалутирате първите 15 цени веднага. За всичките 17 е достатъчен пакетът за 4,99 €.',
    terms: /^Общите условия/,
    toRegister: 'Регистрирайте се',
  },
  en: {
    hint: 'Use at least 8 characters.',
    left: '3 more.',
    noCard: 'No card required • Start in under a minute',
    emailMissing: 'Enter your email address.',
    emailWrong: 'The email must look like name@domain.com.',
    passwordMissing: 'Enter your password.',
    short: 'The password must have at least 8 characters.',
    length: 'The password must have 8 to 256 characters.',
    show: 'Show the password',
    hide: 'Hide the password',
    registered: 'Registered! Redirecting…',
    wrong: 'Invalid credentials',
    offline: 'Network error. Please try again.',
    toLogin: 'Sign in',
    gives: 'An account gives you',
    has: 'In your account',
    waiting: (name: string) => `17 prices of ${name} are waiting for you`,
    pack: '1 token = 1 price. The 15 free tokens convert the first 15 prices right away. For all 17, the €4.99 pack is enough.',
    terms: /^Terms of Service/,
    toRegister: 'Register',
  },
}

/** Hostile values of `next`; each is tested in one language. */
const HOSTILE = {
  bg: ['//evil.example/x', '/\\evil.example', 'https://evil.example', '/\t/evil.example', ''],
  en: ['javascript:alert(1)', '\t//evil.example', '/.//evil.example', 'data:text/html,x', 'evil.example'],
}

describe.each(LANGS)('accounts, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const alert = ({ page }: Visitor) => page.locator('form').getByRole('alert').filter({ hasText: /./ })
  const home = lang === 'en' ? '/en' : '/'
  const at = (path: string) => (url: URL) => url.pathname === (lang === 'en' ? `/en${path}` : path)

  it('AUTH-01 · the password field accepts a paste, has an autocomplete hint and rejects a long password instead of truncating it', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/register')
    const password = page.locator('input[name=password]')
    expect(await password.getAttribute('autocomplete')).toBe('new-password')
    const tooLong = 'дълга '.repeat(60).trim()
    await page.fill('input[name=email]', `${lang}.paste@example.bg`)
    await pasteInto(password, tooLong)
    expect(await password.inputValue()).toBe(tooLong)
    await page.getByRole('button', { name: words.registerAction }).click()
    await page.getByText(texts.length).waitFor()
    await visitor.go('/login')
    expect(await password.getAttribute('autocomplete')).toBe('current-password')
  })

  it('AUTH-01 · text typed before hydration is kept and submitted', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    let begin: (() => void) | undefined
    const held = new Promise<void>((resolve) => (begin = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    const opening = visitor.go('/register')
    const send = page.getByRole('button', { name: words.registerAction })
    await send.waitFor()
    await page.locator('input[name=email]').pressSequentially(`${lang}.early@example.bg`)
    await page.locator('input[name=password]').pressSequentially(PASSWORD)
    expect(await send.isDisabled()).toBe(true)
    begin?.()
    await opening
    await eventually(() => send.isEnabled()).toBe(true)
    expect(await page.locator('input[name=password]').inputValue()).toBe(PASSWORD)
    await send.click()
    await page.waitForURL((url) => url.pathname === home)
    await eventually(() => balanceOf(page)).toBe(15)
  })

  test('AUTH-01 · registration shows the password hint and toggle, grants 15 tokens and redirects to the home page', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/register')
    const password = page.locator('input[name=password]')
    await page.getByText(texts.hint).waitFor()
    await password.fill('short')
    await page.getByText(texts.left, { exact: true }).waitFor()
    await password.fill('long enough')
    await eventually(() => page.getByText(texts.left, { exact: true }).count()).toBe(0)
    await page.getByText(texts.hint).waitFor()
    await password.fill('short')
    await page.fill('input[name=email]', `${lang}.hint@example.bg`)
    await page.getByRole('button', { name: words.registerAction }).click()
    expect(await password.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true)
    expect(await password.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: texts.show }).click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: texts.hide }).click()
    expect(await password.getAttribute('type')).toBe('password')
    expect(await page.getByRole('link', { name: texts.toLogin, exact: true }).first().isVisible()).toBe(true)
    const terms = page.getByRole('main').getByRole('link', { name: texts.terms })
    expect(await terms.getAttribute('href')).toBe(lang === 'en' ? '/en/terms' : '/terms')
    await password.fill(PASSWORD)
    await page.getByRole('button', { name: words.registerAction }).click()
    await page.getByText(texts.registered).waitFor()
    await page.waitForURL((url) => url.pathname === home)
    await eventually(() => signedInMark(page).innerText()).toBe('15')
  })

  it('AUTH-02 AUTH-03 · wrong credentials show an error, editing clears it, and sign-in redirects to the next parameter', async () => {
    const { email } = await app.user(lang)
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const back = encodeURIComponent(`${lang === 'en' ? '/en' : ''}/converter?mode=bulk`)
    await visitor.go('/about')
    await visitor.go(`/login?next=${back}`)
    const other = page.locator('form').getByRole('link', { name: texts.toRegister, exact: true })
    await other.click()
    await page.waitForURL((url) => url.pathname.endsWith('/register') && url.search === `?next=${back}`)
    await page.goBack()
    await page.waitForURL((url) => url.pathname.endsWith('/login'))
    for (const [field, text] of [
      ['password', 'нещо-друго-9'],
      ['email', 'nobody@example.bg'],
    ] as const) {
      await page.fill('input[name=email]', field === 'email' ? text : email)
      await page.fill('input[name=password]', field === 'password' ? text : PASSWORD)
      await page.press('input[name=password]', 'Enter')
      await eventually(() => alert(visitor).textContent()).toBe(texts.wrong)
      await page.locator(`input[name=${field}]`).press('End')
      await page.locator(`input[name=${field}]`).press('a')
      await eventually(() => alert(visitor).count()).toBe(0)
    }
    await login(visitor, email)
    await page.waitForURL((url) => at('/converter')(url) && url.search === '?mode=bulk')
    await signedInMark(page).waitFor()
    // The page has taken the place of the form in the history.
    await page.goBack()
    await page.waitForURL(at('/about'))
  })

  test('AUTH-01 AUTH-02 · missing and malformed fields are said at the field in the language of the page', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    const said = async () => (await alert(visitor).allTextContents()).sort()
    await visitor.go('/register')
    const send = page.getByRole('button', { name: words.registerAction })
    await send.click()
    await eventually(said).toEqual([texts.emailMissing, texts.short].sort())
    expect(await focused()).toBe('email')
    await page.fill('input[name=email]', 'ivan')
    await eventually(said).toEqual([])
    await page.fill('input[name=password]', 'седемзн')
    await send.click()
    await eventually(said).toEqual([texts.emailWrong, texts.short].sort())
    await page.fill('input[name=email]', `${lang}.fields@example.bg`)
    await send.click()
    await eventually(said).toEqual([texts.short])
    expect(await focused()).toBe('password')
    await visitor.go('/login')
    await page.locator('form').getByRole('button', { name: words.signInAction, exact: true }).click()
    await eventually(said).toEqual([texts.emailMissing, texts.passwordMissing].sort())
  })

  it.each([1440, 768, 390])(
    'AUTH-01 AUTH-02 · the forms say which rows wait on the device, and nothing moves (%i wide)',
    async (width) => {
      const visitor = await app.visitor(lang, { viewport: { width, height: 844 } })
      const { page } = visitor
      await visitor.go('/register')
      await page.getByText(texts.gives).waitFor()
      expect(await page.getByTestId('waiting').count()).toBe(0)
      const prices = Array.from({ length: 17 }, (_, n) => `${n + 1}.25`)
      const names = prices.map((_, n) => `Стока с дълго име, опаковка № ${n + 1}`)
      const text = prices.map((price, n) => `${names[n]};${price}`).join('\n')
      await upload(visitor, csvFile('ценова.csv', `Име;Цена в лева\n${text}\n`))
      await eventually(() => isStoredOnDevice(page, 'rows')).toBe(true)
      await page.addInitScript(() => {
        Object.assign(window, { moved: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { moved: Reflect.get(window, 'moved') + Reflect.get(entry, 'value') })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const euro = prices.map((price) => referenceAmounts(price, 'BGN').eur)
      const total = (amounts: readonly string[]) =>
        (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)
      for (const path of ['/register', '/login']) {
        await visitor.go(path)
        const card = page.getByTestId('waiting')
        await card.getByRole('heading', { name: texts.waiting('ценова.csv') }).waitFor()
        await eventually(async () => {
          const rows = await card.locator('tbody tr').allInnerTexts()
          return rows.map((row) => row.split('\t').slice(1))
        }).toEqual(
          prices.slice(0, 5).map((price, n) => [names[n], shown(price, lang), shown(euro[n] ?? '', lang)]),
        )
        const sums = await card.innerText()
        expect(sums).toContain(shown(total(prices), lang))
        expect(sums).toContain(shown(total(euro), lang))
        if (path === '/register') await card.getByText(texts.pack).waitFor()
        // What waits stands beside the form, and below it on a phone.
        const [form, waiting] = await Promise.all(
          [page.locator('main form'), card].map(async (part) => {
            const { x, y, width, height } = (await part.boundingBox())!
            return { x, y, end: x + width, bottom: y + height }
          }),
        )
        if (width === 390) expect(waiting!.y).toBeGreaterThan(form!.bottom)
        else {
          expect(waiting!.x).toBeGreaterThan(form!.end)
          expect(Math.abs(waiting!.y - form!.y)).toBeLessThan(2)
        }
        expect(await page.evaluate(() => Reflect.get(window, 'moved') as number)).toBe(0)
      }
    },
  )

  it('AUTH-03 · a network error is shown on both forms, and the form can be submitted again', async () => {
    const visitor = await app.visitor(lang)
    const { page, context, words } = visitor
    for (const path of ['/login', '/register']) {
      await visitor.go(path)
      await page.fill('input[name=email]', `${lang}.offline@example.bg`)
      await page.fill('input[name=password]', PASSWORD)
      await signedOutMark(visitor).waitFor()
      await context.setOffline(true)
      await page.press('input[name=password]', 'Enter')
      await eventually(() => alert(visitor).textContent()).toBe(texts.offline)
      await context.setOffline(false)
    }
    await page.getByRole('button', { name: words.registerAction }).click()
    await page.waitForURL((url) => url.pathname === home)
  })

  it('AUTH-02 · with nothing that waits, what is in the account stands beside the sign-in, and on a phone the form alone', async () => {
    const { page, go } = await app.visitor(lang, { viewport: { width: 1440, height: 900 } })
    await go('/login')
    const has = page.getByRole('heading', { level: 2, name: texts.has, exact: true })
    const [form, aside] = await Promise.all([page.locator('main form').boundingBox(), has.boundingBox()])
    expect(aside!.x).toBeGreaterThan(form!.x + form!.width)
    await page.setViewportSize({ width: 390, height: 844 })
    await eventually(() => has.isVisible()).toBe(false)
  })

  it('AUTH-02 · a signed-in user who opens the sign-in or registration page is redirected to the account', async () => {
    const { page, go } = await app.user(lang)
    for (const path of ['/login', '/register', '/login?next=/converter']) {
      await go(path)
      await page.waitForURL(at('/account'))
    }
  })

  it('AUTH-04 · logout ends the session on the server: the old cookie is rejected', async () => {
    const user = await app.user(lang)
    const { page, context, words } = user
    await user.go('/account')
    await signedInMark(page).waitFor()
    const cookies = await context.cookies()
    await page.getByRole('banner').getByRole('button', { name: words.logout }).click()
    await page.waitForURL((url) => url.pathname === home)
    await signedOutMark(user).waitFor()
    await context.clearCookies()
    await context.addCookies(cookies)
    const jobs = await context.request.get('/api/convert/jobs')
    expect(jobs.status()).toBe(401)
    await page.reload()
    await signedOutMark(user).waitFor()
  })

  it('AUTH-05 · the account page redirects a visitor to sign-in and back; logout leads to the home page', async () => {
    const { email } = await app.user(lang)
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/account')
    await page.waitForURL(at('/login'))
    expect(new URL(page.url()).searchParams.get('next')).toBe(lang === 'en' ? '/en/account' : '/account')
    await login(visitor, email)
    await page.waitForURL(at('/account'))
    await page.getByText(email).waitFor()
    await page.getByRole('main').getByRole('button', { name: visitor.words.logout }).click()
    await signedOutMark(visitor).waitFor()
    await page.getByText(texts.noCard).waitFor()
    expect(page.url(), 'no redirect to sign-in').toBe(app.product.origin + home)
  })

  test('ROUTE-07 · a next parameter that leads to another site redirects to the home page', async () => {
    const { email } = await app.user(lang)
    const visitor = await app.visitor(lang)
    const { page, context } = visitor
    for (const next of HOSTILE[lang]) {
      await context.clearCookies()
      await visitor.go(`/login?next=${encodeURIComponent(next)}`)
      await login(visitor, email)
      await page.waitForURL((url) => !url.pathname.endsWith('/login'))
      expect(new URL(page.url()).href, next).toBe(app.product.origin + home)
      await signedInMark(page).waitFor()
    }
  })
})
