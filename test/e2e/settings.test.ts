import { describe, expect, it } from 'vitest'
import { stageWithMail } from './mail.ts'
import { downloaded, login, PASSWORD, type Person, signedInMark, signedOutMark, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const { theatre, mail } = stageWithMail()

const SAID = {
  bg: {
    settings: 'Настройки',
    change: 'Смяна на паролата',
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
    data: 'Изтегляне на данните',
    tooMany: 'Твърде много опити.',
    remove: 'Изтриване на профила',
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
  const said = SAID[lang]
  const field = ({ page }: Person, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

  async function openSettings(person: Person): Promise<void> {
    await person.go('/account')
    await person.page.getByRole('button', { name: said.settings }).click()
    await person.page.getByRole('heading', { name: said.settings }).waitFor()
  }

  /** The same user in another browser profile. */
  async function elsewhere(email: string, password = PASSWORD): Promise<Person> {
    const other = await theatre.person(lang)
    const reply = await other.context.request.post('/api/auth/login', {
      data: { email, password },
      headers: { origin: theatre.product.origin },
    })
    expect(reply.status()).toBe(200)
    return other
  }

  it('AUTH-05 · settings open and close on the account page, and a reload keeps them', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await openSettings(person)
    const button = page.getByRole('button', { name: said.settings })
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('settings-title')
    await page.reload()
    await page.getByRole('heading', { name: said.settings }).waitFor()
    await button.click()
    await eventually(() => page.getByRole('heading', { name: said.settings }).count()).toBe(0)
  })

  it('AUTH-10 · the password is changed by the former one, and every other device is signed out', async () => {
    const person = await theatre.member(lang)
    const { page, email } = person
    const other = await elsewhere(email)
    await openSettings(person)
    await field(person, said.current).fill('not the password')
    await field(person, said.fresh).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: said.change }).click()
    await page.getByText(said.wrong).waitFor()
    await field(person, said.current).fill(PASSWORD)
    await page.getByRole('button', { name: said.change }).click()
    await page.getByText(said.changed).waitFor()
    expect(await field(person, said.current).inputValue()).toBe('')
    await mail().waitForEmail(email, 'password')

    await other.go('/account')
    await other.page.waitForURL(/\/login\?next=/)
    await page.reload()
    await signedInMark(page).waitFor()
    await elsewhere(email, NEW_PASSWORD)
  })

  it('AUTH-10 · devices are listed, and signed out one by one or everywhere, by the password', async () => {
    const person = await theatre.member(lang)
    const { page, email } = person
    const other = await elsewhere(email)
    await openSettings(person)
    const lines = page.getByTestId('sessions').locator('li')
    await eventually(() => lines.count()).toBe(2)
    expect(await lines.filter({ hasText: said.here }).count()).toBe(1)
    await lines.getByRole('button', { name: said.endOne }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[name=password]').fill('not the password')
    await dialog.getByRole('button', { name: said.endOneYes, exact: true }).click()
    await dialog.getByText(said.wrong).waitFor()
    await dialog.locator('input[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(said.ended).waitFor()
    await eventually(() => lines.count()).toBe(1)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('sessions-title')
    await other.go('/account')
    await other.page.waitForURL(/\/login\?next=/)

    await elsewhere(email)
    await page.getByRole('button', { name: said.endAll }).click()
    await dialog.locator('input[name=password]').fill(PASSWORD)
    await dialog.getByRole('button', { name: said.endAll }).click()
    await page.getByText(said.endedAll).waitFor()
    await signedOutMark(person).waitFor()
    expect(new URL(page.url()).pathname).toBe(lang === 'en' ? '/en' : '/')
    await person.go('/login')
    await login(person, email)
    await signedInMark(page).waitFor()
    await person.go('/account#settings')
    await eventually(() => lines.count()).toBe(1)
  })

  it('AUTH-05 · whoever is signed out elsewhere is told why they are at the login, and comes back to where they were', async () => {
    const person = await theatre.member(lang)
    const { page, email, context } = person
    await openSettings(person)
    await field(person, said.current).fill(PASSWORD)
    await context.clearCookies({ name: 'levro' })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByText(said.sessionGone).waitFor()
    await login(person, email)
    await page.getByRole('heading', { name: said.settings }).waitFor()
    expect(await field(person, said.current).inputValue()).toBe('')
  })

  it('AUTH-05 · somebody else who signs in here finds nothing that the former person was typing', async () => {
    const person = await theatre.member(lang)
    const { page, context } = person
    const other = await theatre.member(lang)
    await openSettings(person)
    await field(person, said.current).fill(PASSWORD)
    await page.getByLabel(said.understood).check()
    await context.addCookies(await other.context.cookies())
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByRole('main').getByText(other.email).first().waitFor()
    expect(await field(person, said.current).inputValue()).toBe('')
    expect(await page.getByLabel(said.understood).isChecked()).toBe(false)
  })

  it('AUTH-11 · everything that is kept about the person is downloaded as one file', async () => {
    const person = await theatre.member(lang)
    const { page, email } = person
    await openSettings(person)
    const file = await downloaded(page, page.getByRole('button', { name: said.data }))
    expect(file.name).toBe('levro-data.json')
    const data = JSON.parse(file.text) as { account: { email: string }; tokens: { delta: number }[] }
    expect(data.account.email).toBe(email)
    expect(data.tokens.map(({ delta }) => delta)).toEqual([15])

    await page.route('**/api/account/data', (route) =>
      route.fulfill({ status: 429, json: { error: said.tooMany, code: 'too_many_requests' } }),
    )
    await page.getByRole('button', { name: said.data }).click()
    await page.getByText(said.tooMany).waitFor()
  })

  it('AUTH-06 HOME-06 · the account is deleted when both box and word say so; the home page says that it is', async () => {
    const person = await theatre.member(lang)
    const { page, email, context } = person
    await openSettings(person)
    await page.getByText(said.kept).waitFor()
    const remove = page.getByRole('button', { name: said.remove })
    const box = page.getByLabel(said.understood)
    const word = page.getByLabel(said.type)
    const isOffered = async () => (await remove.getAttribute('aria-disabled')) === null
    expect(await isOffered()).toBe(false)
    await word.fill(said.word)
    expect(await isOffered(), 'the word alone').toBe(false)
    await box.check()
    expect(await isOffered()).toBe(true)
    await word.fill('something else')
    expect(await isOffered(), 'another word').toBe(false)
    await page.keyboard.press('Enter')
    await word.fill('delete')
    expect(await isOffered(), 'the English word is good on both pages').toBe(true)
    await word.fill(`  ${email.toUpperCase()} `)
    expect(await isOffered(), 'the email in any case').toBe(true)

    await context.setOffline(true)
    await remove.click()
    await page.getByText(said.offline).waitFor()
    await context.setOffline(false)
    await page.route('**/api/account', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'oops' }) : route.continue(),
    )
    await remove.click()
    await page.getByText(said.failed).waitFor()
    await page.unroute('**/api/account')

    await remove.click()
    await page.getByText(said.gone).waitFor()
    await signedOutMark(person).waitFor()
    await mail().waitForEmail(email, 'deleted')
    // Only now: the page that was left must not redirect to the login.
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(`${lang === 'en' ? '/en' : '/'}?account_deleted=1`)
    expect(await page.getByText(said.gone).isVisible()).toBe(true)
    await person.go('/login')
    await login(person, email)
    await page.locator('form').getByRole('alert').filter({ hasText: /./ }).waitFor()
  })
})
