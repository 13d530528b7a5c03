import { describe, expect, it } from 'vitest'
import { linkIn } from '../server/mail-server.ts'
import { stageWithMail } from './mail.ts'
import { type Person, PASSWORD, signedInMark, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { theatre, mail } = stageWithMail()

const SAID = {
  bg: {
    forgotten: 'Забравена парола?',
    send: 'Изпращане на връзката',
    sent: /^Ако има профил с имейл .*, писмото с връзката вече пътува/,
    checkMail: 'Проверете пощата си',
    set: 'Задаване на паролата',
    changed: 'Паролата е сменена. Влезте с новата.',
    done: 'Паролата е сменена.',
    guessable: /лесно се отгатва/,
    used: /Връзката вече е използвана или срокът ѝ е изтекъл/,
    askAgain: 'Поискайте нова връзка',
    notWhole: 'Връзката е непълна',
    confirm: 'Потвърждавам имейла',
    confirmed: 'Имейлът е потвърден',
    unconfirmed: 'Имейлът не е потвърден',
    settings: 'Настройки',
    again: 'Изпращане на писмо за потвърждение',
    sentAgain: /Изпратихме писмо с връзка за потвърждение/,
    isConfirmed: 'Потвърден',
    offline: 'Няма връзка. Опитайте отново.',
  },
  en: {
    forgotten: 'Forgotten password?',
    send: 'Send the link',
    sent: /has an account, an email with the link is on its way/,
    checkMail: 'Check your mail',
    set: 'Set the password',
    changed: 'The password was changed. Sign in with the new one.',
    done: 'The password was changed.',
    guessable: /easy to guess/,
    used: /This link has been used already or has expired/,
    askAgain: 'Ask for a new link',
    notWhole: 'The link is incomplete',
    confirm: 'Confirm the email',
    confirmed: 'The email is confirmed',
    unconfirmed: 'The email is not confirmed',
    settings: 'Settings',
    again: 'Send an email to confirm it',
    sentAgain: /We have sent an email with a link to confirm it/,
    isConfirmed: 'Confirmed',
    offline: 'Network error. Please try again.',
  },
}

const NEW_PASSWORD = 'друга батерия и скоба'

describe.each(LANGS)('the way back in, in %s', (lang) => {
  const said = SAID[lang]
  const alert = ({ page }: Person) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ })

  /** Requests a reset email from the login page with the email typed there. */
  async function askForLink(person: Person, email: string): Promise<void> {
    const { page } = person
    await person.go('/login')
    await page.fill('input[name=email]', email)
    await page.getByRole('link', { name: said.forgotten }).click()
    await eventually(() => page.inputValue('input[name=email]')).toBe(email)
    await page.getByRole('button', { name: said.send }).click()
    await page.getByRole('heading', { name: said.checkMail }).waitFor()
    await page.getByText(said.sent).waitFor()
  }

  it('AUTH-10 · a forgotten password is replaced by a mailed link, once', async () => {
    const { email } = await theatre.member(lang)
    const person = await theatre.person(lang)
    const { page, words } = person
    await askForLink(person, email)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(said.checkMail)
    const link = linkIn(await mail().waitForEmail(email, 'reset'))
    expect(link.startsWith(`${theatre.product.origin}${words.prefix}/reset-password#token=`)).toBe(true)

    await page.goto(link)
    await page.fill('input[name=password]', 'levro12345')
    await page.getByRole('button', { name: said.set }).click()
    expect(await alert(person).innerText()).toMatch(said.guessable)
    await page.fill('input[name=password]', NEW_PASSWORD)
    expect(await alert(person).count(), 'typing clears the error').toBe(0)
    await page.getByRole('button', { name: said.set }).click()
    await page.getByText(said.changed).waitFor()
    await page.reload()
    await page.locator('input[name=email]').waitFor()
    expect(await page.getByText(said.changed).count(), 'it is told once').toBe(0)

    await page.fill('input[name=email]', email)
    await page.fill('input[name=password]', PASSWORD)
    const submit = page.locator('form').getByRole('button', { name: words.loginAction, exact: true })
    await submit.click()
    await alert(person).waitFor()
    await page.fill('input[name=password]', NEW_PASSWORD)
    await submit.click()
    await signedInMark(page).waitFor()

    await page.goto('about:blank')
    await page.goto(link)
    await page.fill('input[name=password]', `${NEW_PASSWORD} и още`)
    await page.getByRole('button', { name: said.set }).click()
    expect(await alert(person).innerText()).toMatch(said.used)
    await page.getByRole('link', { name: said.askAgain }).click()
    await page.getByRole('button', { name: said.send }).waitFor()
  })

  it('AUTH-10 · whoever asks is told the same, with an account or without; a failure is told', async () => {
    const person = await theatre.person(lang)
    const { page, context } = person
    await askForLink(person, `nobody.${lang}@example.bg`)
    await person.go('/forgot-password')
    await page.fill('input[name=email]', 'nobody@example.bg')
    await context.setOffline(true)
    await page.getByRole('button', { name: said.send }).click()
    expect(await alert(person).innerText()).toBe(said.offline)
    await context.setOffline(false)
    // When a later email has arrived, an earlier one would have too.
    const { email } = await theatre.member(lang)
    await askForLink(person, email)
    await mail().waitForEmail(email, 'reset')
    expect(mail().emailsTo(`nobody.${lang}@example.bg`)).toEqual([])
  })

  it('AUTH-10 · a link that is used where somebody else is signed in leaves them so', async () => {
    const { email } = await theatre.member(lang)
    const other = await theatre.member(lang)
    const { page } = other
    await theatre.person(lang).then((person) => askForLink(person, email))
    await page.goto(linkIn(await mail().waitForEmail(email, 'reset')))
    await page.fill('input[name=password]', NEW_PASSWORD)
    await page.getByRole('button', { name: said.set }).click()
    await page.getByText(said.done, { exact: true }).waitFor()
    await page.getByRole('main').getByText(other.email).first().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/account$/)
  })

  it('AUTH-10 · a link that was cut off says so, and leads to a new one', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    await person.go('/reset-password')
    await page.getByRole('heading', { name: said.notWhole }).waitFor()
    await page.getByRole('link', { name: said.askAgain }).click()
    await page.getByRole('button', { name: said.send }).waitFor()
    await person.go('/verify-email#token=x')
    await page.getByRole('button', { name: said.confirm }).click()
    expect(await alert(person).innerText()).toMatch(said.used)
  })

  it('AUTH-10 ROUTE-06 · the link of a letter goes along into the other language', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    await person.go('/reset-password#token=abc')
    const other = page.getByRole('banner').getByRole('link', { name: /English|Български/ })
    await eventually(async () =>
      (await other.getAttribute('href'))?.endsWith('/reset-password#token=abc'),
    ).toBe(true)
  })

  it('AUTH-10 · an address is confirmed by a press on the page that the letter leads to', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await person.go('/account')
    await page.getByText(said.unconfirmed).first().waitFor()
    await page.getByRole('button', { name: said.settings }).click()
    await page.getByRole('button', { name: said.again }).click()
    await page.getByText(said.sentAgain).waitFor()
    const letter = await mail().waitForEmail(person.email, 'verify', 2)

    await page.goto(linkIn(letter))
    await page.getByRole('button', { name: said.confirm }).click()
    await page.getByRole('heading', { name: said.confirmed }).waitFor()
    await eventually(() => new URL(page.url()).hash).toBe('')
    await page.reload()
    await page.getByRole('heading', { name: said.confirmed }).waitFor()
    await person.go('/account#settings')
    await page.getByText(said.isConfirmed, { exact: true }).waitFor()
    expect(await page.getByText(said.unconfirmed).count()).toBe(0)
    expect(await page.getByRole('button', { name: said.again }).count()).toBe(0)
  })
})
