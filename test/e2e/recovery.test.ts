import { describe, expect, test } from 'vitest'
import { linkIn } from '../server/mail-server.ts'
import { startAppWithMail } from './mail.ts'
import { type Visitor, PASSWORD, signedInMark, eventually } from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const { app, mail } = startAppWithMail()

const TEXTS = {
  bg: {
    forgotten: 'Забравена парола?',
    send: 'Изпратете връзката',
    sent: /^Ако има профил с имейл .*, писмото с връзката вече е изпратено/,
    checkMail: 'Проверете пощата си',
    set: 'Задайте паролата',
    changed: 'Паролата е сменена. Влезте с новата.',
    done: 'Паролата е сменена.',
    guessable: /отгатва лесно/,
    used: /Връзката вече е използвана или срокът ѝ е изтекъл/,
    askAgain: 'Поискайте нова връзка',
    notWhole: 'Връзката е непълна',
    confirm: 'Потвърдете имейла',
    confirmed: 'Имейлът е потвърден',
    unconfirmed: 'Имейлът не е потвърден',
    settings: 'Настройки',
    again: 'Изпратете писмо за потвърждение',
    sentAgain: /Изпратихме писмо с връзка за потвърждение/,
    isConfirmed: 'Потвърден',
    offline: 'Няма връзка. Опитайте отново.',
  },
  en: {
    forgotten: 'Forgot your password?',
    send: 'Send the link',
    sent: /has an account, an email with the link is on its way/,
    checkMail: 'Check your email',
    set: 'Set the password',
    changed: 'The password was changed. Sign in with the new one.',
    done: 'The password was changed.',
    guessable: /easy to guess/,
    used: /This link has already been used or has expired/,
    askAgain: 'Ask for a new link',
    notWhole: 'The link is incomplete',
    confirm: 'Confirm the email',
    confirmed: 'The email is confirmed',
    unconfirmed: 'The email is not confirmed',
    settings: 'Settings',
    again: 'Send an email to confirm it',
    sentAgain: /We have sent an email with a confirmation link/,
    isConfirmed: 'Confirmed',
    offline: 'Network error. Please try again.',
  },
}

const NEW_PASSWORD = 'друга батерия и скоба'

describe.each(LANGS)('account recovery, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const alert = ({ page }: Visitor) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ })

  /** Requests a reset email from the login page with the email typed there. */
  async function askForLink(visitor: Visitor, email: string): Promise<void> {
    const { page } = visitor
    await visitor.go('/login')
    await page.fill('input[name=email]', email)
    await page.getByRole('link', { name: texts.forgotten }).click()
    await eventually(() => page.inputValue('input[name=email]')).toBe(email)
    await page.getByRole('button', { name: texts.send }).click()
    await page.getByRole('heading', { name: texts.checkMail }).waitFor()
    await page.getByText(texts.sent).waitFor()
  }

  test('AUTH-10 · a forgotten password is reset once by an emailed link', async () => {
    const { email } = await app.user(lang)
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await askForLink(visitor, email)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(texts.checkMail)
    const link = linkIn(await mail().waitForEmail(email, 'reset'))
    expect(link.startsWith(`${app.product.origin}${words.prefix}/reset-password#token=`)).toBe(true)

    await page.goto(link)
    await page.fill('input[name=password]', 'levro12345')
    await page.getByRole('button', { name: texts.set }).click()
    expect(await alert(visitor).innerText()).toMatch(texts.guessable)
    await page.fill('input[name=password]', NEW_PASSWORD)
    expect(await alert(visitor).count(), 'typing clears the error').toBe(0)
    await page.getByRole('button', { name: texts.set }).click()
    await page.getByText(texts.changed).waitFor()
    await page.reload()
    await page.locator('input[name=email]').waitFor()
    expect(await page.getByText(texts.changed).count(), 'the message is shown once').toBe(0)

    await page.fill('input[name=email]', email)
    await page.fill('input[name=password]', PASSWORD)
    const submit = page.locator('form').getByRole('button', { name: words.signInAction, exact: true })
    await submit.click()
    await alert(visitor).waitFor()
    await page.fill('input[name=password]', NEW_PASSWORD)
    await submit.click()
    await signedInMark(page).waitFor()

    await page.goto('about:blank')
    await page.goto(link)
    // A used link says so at once, without a form.
    await eventually(() => alert(visitor).innerText()).toMatch(texts.used)
    expect(await page.locator('input[name=password]').count()).toBe(0)
    await page.getByRole('link', { name: texts.askAgain }).click()
    await page.getByRole('button', { name: texts.send }).waitFor()
  })

  it('AUTH-10 · a reset request shows the same page with and without an account; a network error is shown', async () => {
    const visitor = await app.visitor(lang)
    const { page, context } = visitor
    await askForLink(visitor, `nobody.${lang}@example.bg`)
    await visitor.go('/forgot-password')
    await page.fill('input[name=email]', 'nobody@example.bg')
    await context.setOffline(true)
    await page.getByRole('button', { name: texts.send }).click()
    expect(await alert(visitor).innerText()).toBe(texts.offline)
    await context.setOffline(false)
    // Emails are sent in order: once a later one has arrived, an earlier one would have too.
    const { email } = await app.user(lang)
    await askForLink(visitor, email)
    await mail().waitForEmail(email, 'reset')
    expect(mail().emailsTo(`nobody.${lang}@example.bg`)).toEqual([])
  })

  it('AUTH-10 · a reset link opened in the session of another user keeps that session', async () => {
    const { email } = await app.user(lang)
    const other = await app.user(lang)
    const { page } = other
    await app.visitor(lang).then((visitor) => askForLink(visitor, email))
    await page.goto(linkIn(await mail().waitForEmail(email, 'reset')))
    await page.fill('input[name=password]', NEW_PASSWORD)
    await page.getByRole('button', { name: texts.set }).click()
    await page.getByText(texts.done, { exact: true }).waitFor()
    await page.getByRole('main').getByText(other.email).first().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/account$/)
  })

  it('AUTH-10 · an incomplete or invalid link shows an error, and a new one can be requested', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/reset-password')
    await page.getByRole('heading', { name: texts.notWhole }).waitFor()
    await page.getByRole('link', { name: texts.askAgain }).click()
    await page.getByRole('button', { name: texts.send }).waitFor()
    await visitor.go('/verify-email#token=x')
    await page.getByRole('button', { name: texts.confirm }).click()
    expect(await alert(visitor).innerText()).toMatch(texts.used)
  })

  test('AUTH-10 ROUTE-06 · the language link keeps the token of an emailed link', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/reset-password#token=abc')
    const other = page.getByRole('banner').getByRole('link', { name: /English|Български/ })
    await eventually(async () =>
      (await other.getAttribute('href'))?.endsWith('/reset-password#token=abc'),
    ).toBe(true)
  })

  it('AUTH-10 · an email address is confirmed by a button on the linked page', async () => {
    const user = await app.user(lang)
    const { page } = user
    await user.go('/account')
    await page.getByText(texts.unconfirmed).first().waitFor()
    await page.getByRole('main').getByRole('link', { name: texts.settings }).click()
    await page.getByRole('button', { name: texts.again }).first().click()
    await page.getByText(texts.sentAgain).waitFor()
    const received = await mail().waitForEmail(user.email, 'verify', 2)

    await page.goto(linkIn(received))
    await page.getByRole('button', { name: texts.confirm }).click()
    await page.getByRole('heading', { name: texts.confirmed }).waitFor()
    await eventually(() => new URL(page.url()).hash).toBe('')
    await page.reload()
    await page.getByRole('heading', { name: texts.confirmed }).waitFor()
    await user.go('/account/settings')
    await page.getByText(texts.isConfirmed, { exact: true }).waitFor()
    expect(await page.getByText(texts.unconfirmed).count()).toBe(0)
    expect(await page.getByRole('button', { name: texts.again }).count()).toBe(0)
  })
})
