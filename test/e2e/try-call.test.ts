import { expect, it } from 'vitest'
import { named } from './files.ts'
import { eventually, login, signedInMark, startApp } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    key: 'API ключ (по избор)',
    rows: 'Редове',
    file: 'Файл',
    send: 'Изпратете',
    save: 'Свалете файла',
    none: 'Изберете файл, който да изпратите.',
    signIn: 'Влезте в профила си',
  },
  en: {
    key: 'API key (optional)',
    rows: 'Rows',
    file: 'File',
    send: 'Send',
    save: 'Download the file',
    none: 'Choose a file to send.',
    signIn: 'Sign in to your account',
  },
}

it.each(LANGS)(
  'OPEN-01 OPEN-02 · a call is tried in the page, in the session and with a key, in %s',
  async (lang) => {
    const user = await app.user(lang)
    const { page, go } = user
    const words = TEXTS[lang]
    await go('/developers')
    const response = page.getByTestId('try-response')
    const send = () => page.getByRole('button', { name: words.send, exact: true }).click()
    await send()
    await eventually(() => response.innerText()).toMatch(/200[\s\S]*"tokens": 15/)

    await page.getByRole('radio', { name: words.rows, exact: true }).check()
    expect(await response.count()).toBe(0)
    await send()
    // 12.50 lev are 6.391… euro.
    await eventually(() => response.innerText()).toMatch(/"eur": 6\.39\b[\s\S]*/)
    await eventually(() => signedInMark(page).innerText()).toBe('14')

    await page.getByRole('radio', { name: words.file, exact: true }).check()
    await send()
    await page.getByText(words.none, { exact: true }).waitFor()
    await page.locator('#try-file').setInputFiles(named('prices.csv', 'Name,Price BGN\nTea,12.50\n'))
    await send()
    await eventually(() => response.innerText()).toMatch(/200[\s\S]*levro-tokens-charged: 1/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      response.getByRole('button', { name: words.save }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^prices.*\.csv$/)

    // A key takes the place of the session.
    await page.getByLabel(words.key, { exact: true }).fill(`levro_${'x'.repeat(43)}`)
    await send()
    await eventually(() => response.innerText()).toMatch(/401[\s\S]*"invalid_api_key"/)
  },
)

it.each(LANGS)('OPEN-01 · a visitor without a key signs in and returns to the call, in %s', async (lang) => {
  const { email } = await app.user(lang)
  const visitor = await app.visitor(lang)
  const { page, go } = visitor
  const words = TEXTS[lang]
  const signIn = page.getByRole('link', { name: words.signIn, exact: true })
  await go('/developers')
  await signIn.waitFor()
  // With a key there is nothing to sign in for.
  const key = page.getByLabel(words.key, { exact: true })
  await key.fill('levro_x')
  expect(await signIn.count()).toBe(0)
  await key.fill('')
  await signIn.click()
  await login(visitor, email)
  await page.waitForURL((url) => `${url.pathname}${url.hash}` === `${visitor.words.prefix}/developers#try`)
  await signedInMark(page).waitFor()
  await page.getByRole('button', { name: words.send, exact: true }).click()
  await eventually(() => page.getByTestId('try-response').innerText()).toMatch(/200[\s\S]*"tokens": 15/)
  expect(await signIn.count()).toBe(0)
})
