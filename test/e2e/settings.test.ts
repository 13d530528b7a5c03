import { describe, expect } from 'vitest'
import { startAppWithMail } from './mail.ts'
import {
  downloaded,
  login,
  PASSWORD,
  type Visitor,
  signedInMark,
  signedOutMark,
  eventually,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const { app, mail } = startAppWithMail()

const TEXTS = {
  bg: {
    settings: 'Настройки',
    change: 'Сменете паролата',
    current: 'Сегашна парола',
    fresh: 'Нова парола',
    wrong: 'Паролата не е вярна. Опитайте отново.',
    changed: /Паролата е сменена/,
    sessionGone: 'Сесията ви приключи. Влезте отново.',
    here: 'това устройство',
    endOne: /^Изход: /,
    endOneYes: 'Изход',
    ended: /^Достъпът от „.*“ е прекратен\.$/,
    endAll: 'Изход от всички устройства',
    endedAll: 'Излязохте от всички устройства.',
    data: 'Изтеглете данните',
    tooMany: 'Твърде много опити.',
    remove: 'Изтрийте профила',
    understood: 'Разбирам, че изтриването е необратимо',
    type: /^Напишете „изтрий“/,
    kept: /10 години по чл\.\s12 от Закона за счетоводството/,
    word: ' ИЗТРИЙ ',
    gone: /^Профилът ви е изтрит/,
    failed: 'Профилът не можа да бъде изтрит',
    offline: 'Няма връзка. Опитайте отново.',
  },
  en: {
    settings: 'Settings',
    change: 'Change the password',
    current: 'Current password',
    fresh: 'New password',
    wrong: 'The password is wrong. Try again.',
    changed: /The password was changed/,
    sessionGone: 'Your session has ended. Sign in again.',
    here: 'this device',
    endOne: /^Sign out:/,
    endOneYes: 'Sign out',
    ended: /^“.*” has been signed out\.$/,
    endAll: 'Sign out everywhere',
    endedAll: 'You are signed out everywhere.',
    data: 'Download your data',
    tooMany: 'Too many attempts.',
    remove: 'Delete account',
    understood: 'I understand that this cannot be undone',
    type: /^Type “delete”/,
    kept: /10 years under Article\s12 of the Bulgarian Accountancy Act/,
    word: ' Delete ',
    gone: /^Your account was deleted/,
    failed: 'Failed to delete account',
    offline: 'Network error. Please try again.',
  },
}

const NEW_PASSWORD = 'друга батерия и скоба'

describe.each(LANGS)('settings, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const field = ({ page }: Visitor, label: string) =>
    page.getByRole('main').getByLabel(label, { exact: true })

  async function openSettings(visitor: Visitor): Promise<void> {
    await visitor.go('/account')
    await visitor.page.getByRole('main').getByRole('link', { name: texts.settings }).click()
    await visitor.page.getByRole('heading', { name: texts.settings }).waitFor()
  }

  /** The form is folded until it is asked for, and takes the focus. */
  async function unfold({ page }: Visitor, name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click()
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  }

  /** The same user in another browser profile. */
  async function signInElsewhere(email: string, password = PASSWORD): Promise<Visitor> {
    const other = await app.visitor(lang)
    const reply = await other.context.request.post('/api/auth/login', {
      data: { email, password },
      headers: { origin: app.product.origin },
    })
    expect(reply.status()).toBe(200)
    return other
  }

  it('AUTH-05 · each part of the account has an address, reached with the keyboard; that of the former settings leads there', async () => {
    const user = await app.user(lang)
    const { page, email } = user
    await user.go('/account')
    const nav = page.getByRole('main').getByRole('navigation')
    await nav.getByText(email).waitFor()
    const links = nav.getByRole('listitem').getByRole('link')
    const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    const at = (path: string) => (lang === 'en' ? `/en${path}` : path)
    expect(names).toEqual(['/account', '/account/purchases', '/account/tokens', '/account/settings'].map(at))
    for (const [i, path] of names.entries()) {
      await links.nth(i).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname === path)
      await eventually(() => nav.locator('[aria-current=page]').getAttribute('href')).toBe(path)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      // The first is the current page.
      if (i > 0) await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    }
    await page.reload()
    await page.getByRole('heading', { name: texts.settings }).waitFor()
    await user.go('/account#settings')
    await page.waitForURL((url) => url.pathname === at('/account/settings') && url.hash === '')
  })

  it('AUTH-10 · the password is changed with the current password, and every other device is signed out', async () => {
    const user = await app.user(lang)
    const { page, email } = user
    const other = await signInElsewhere(email)
    await openSettings(user)
    expect(await field(user, texts.current).count()).toBe(0)
    await unfold(user, texts.change)
    await field(user, texts.current).fill('not the password')
    await field(user, texts.fresh).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: texts.change }).click()
    await page.getByText(texts.wrong).waitFor()
    await field(user, texts.current).fill(PASSWORD)
    await page.getByRole('button', { name: texts.change }).click()
    await page.getByText(texts.changed).waitFor()
    expect(await field(user, texts.current).count()).toBe(0)
    // The form gives the focus back to the button that has opened it.
    const opener = page.getByRole('button', { name: texts.change, exact: true })
    await eventually(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await unfold(user, texts.change)
    expect(await field(user, texts.current).inputValue()).toBe('')
    await mail().waitForEmail(email, 'password')

    await other.go('/account')
    await other.page.waitForURL(/\/login\?next=/)
    await page.reload()
    await signedInMark(page).waitFor()
    await signInElsewhere(email, NEW_PASSWORD)
  })

  it('AUTH-10 · devices are listed, and signed out individually or all at once with the password', async () => {
    const user = await app.user(lang)
    const { page, email } = user
    const other = await signInElsewhere(email)
    await openSettings(user)
    const lines = page.getByTestId('sessions').locator('li')
    await eventually(() => lines.count()).toBe(2)
    expect(await lines.filter({ hasText: texts.here }).count()).toBe(1)
    await lines.getByRole('button', { name: texts.endOne }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[name=password]').fill('not the password')
    await dialog.getByRole('button', { name: texts.endOneYes, exact: true }).click()
    await dialog.getByText(texts.wrong).waitFor()
    await dialog.locator('input[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(texts.ended).waitFor()
    await eventually(() => lines.count()).toBe(1)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('sessions-title')
    await other.go('/account')
    await other.page.waitForURL(/\/login\?next=/)

    await signInElsewhere(email)
    await page.getByRole('button', { name: texts.endAll }).click()
    await dialog.locator('input[name=password]').fill(PASSWORD)
    await dialog.getByRole('button', { name: texts.endAll }).click()
    await page.getByText(texts.endedAll).waitFor()
    await signedOutMark(user).waitFor()
    expect(new URL(page.url()).pathname).toBe(lang === 'en' ? '/en' : '/')
    await user.go('/login')
    await login(user, email)
    await signedInMark(page).waitFor()
    await user.go('/account/settings')
    await eventually(() => lines.count()).toBe(1)
  })

  it('AUTH-05 · session expired: the sign-in page shows the reason and returns to the settings', async () => {
    const user = await app.user(lang)
    const { page, email, context } = user
    await openSettings(user)
    await unfold(user, texts.change)
    await field(user, texts.current).fill(PASSWORD)
    await context.clearCookies({ name: 'levro' })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByText(texts.sessionGone).waitFor()
    await login(user, email)
    await page.getByRole('heading', { name: texts.settings }).waitFor()
    await unfold(user, texts.change)
    expect(await field(user, texts.current).inputValue()).toBe('')
  })

  it('AUTH-05 · another user who signs in finds no input of the previous user', async () => {
    const user = await app.user(lang)
    const { page, context } = user
    const other = await app.user(lang)
    await openSettings(user)
    await unfold(user, texts.change)
    await field(user, texts.current).fill(PASSWORD)
    await unfold(user, texts.remove)
    await page.getByLabel(texts.understood).check()
    await context.addCookies(await other.context.cookies())
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByRole('main').getByText(other.email).first().waitFor()
    await unfold(user, texts.change)
    expect(await field(user, texts.current).inputValue()).toBe('')
    await unfold(user, texts.remove)
    expect(await page.getByLabel(texts.understood).isChecked()).toBe(false)
  })

  it('AUTH-11 · all stored data of the user is downloaded as one file', async () => {
    const user = await app.user(lang)
    const { page, email } = user
    await openSettings(user)
    const file = await downloaded(page, page.getByRole('button', { name: texts.data }))
    expect(file.name).toBe('levro-data.json')
    const data = JSON.parse(file.text) as { account: { email: string }; tokens: { delta: number }[] }
    expect(data.account.email).toBe(email)
    expect(data.tokens.map(({ delta }) => delta)).toEqual([15])

    await page.route('**/api/account/data', (route) =>
      route.fulfill({ status: 429, json: { error: texts.tooMany, code: 'too_many_requests' } }),
    )
    await page.getByRole('button', { name: texts.data }).click()
    await page.getByText(texts.tooMany).waitFor()
  })

  it('AUTH-06 HOME-06 · account deletion needs checkbox and confirmation word, and the home page confirms it', async () => {
    const user = await app.user(lang)
    const { page, email, context } = user
    await openSettings(user)
    expect(await page.getByLabel(texts.understood).count()).toBe(0)
    await unfold(user, texts.remove)
    await page.getByText(texts.kept).waitFor()
    const remove = page.getByRole('button', { name: texts.remove })
    const box = page.getByLabel(texts.understood)
    const word = page.getByLabel(texts.type)
    const isOffered = async () => (await remove.getAttribute('aria-disabled')) === null
    expect(await isOffered()).toBe(false)
    await word.fill(texts.word)
    expect(await isOffered(), 'only the word').toBe(false)
    await box.check()
    expect(await isOffered()).toBe(true)
    await word.fill('something else')
    expect(await isOffered(), 'another word').toBe(false)
    await page.keyboard.press('Enter')
    await word.fill('delete')
    expect(await isOffered(), 'the English word is accepted in both languages').toBe(true)
    await word.fill(`  ${email.toUpperCase()} `)
    expect(await isOffered(), 'the email in any case').toBe(true)

    await context.setOffline(true)
    await remove.click()
    await page.getByText(texts.offline).waitFor()
    await context.setOffline(false)
    await page.route('**/api/account', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'oops' }) : route.continue(),
    )
    await remove.click()
    await page.getByText(texts.failed).waitFor()
    await page.unroute('**/api/account')

    await remove.click()
    await page.getByText(texts.gone).waitFor()
    await signedOutMark(user).waitFor()
    await mail().waitForEmail(email, 'deleted')
    // Checked last: the former page must not redirect to sign-in.
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(`${lang === 'en' ? '/en' : '/'}?account_deleted=1`)
    expect(await page.getByText(texts.gone).isVisible()).toBe(true)
    await user.go('/login')
    await login(user, email)
    await page.locator('form').getByRole('alert').filter({ hasText: /./ }).waitFor()
  })
})
