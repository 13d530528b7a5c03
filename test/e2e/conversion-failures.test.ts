import { describe, expect } from 'vitest'
import {
  askToConvert,
  balanceOf,
  convertAll,
  countsOf,
  csvFile,
  login,
  type Visitor,
  signedInMark,
  signedOutMark,
  startApp,
  startTypedRows,
  eventually,
  upload,
} from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    noValid: 'Няма валидни редове за превалутиране',
    failed: /^Превалутирането е неуспешно/,
    clearRows: 'Изчистете редовете',
    converter: 'Конвертор',
  },
  en: {
    noValid: 'No valid rows to convert',
    failed: /^Failed to convert/,
    clearRows: 'Clear rows',
    converter: 'Converter',
  },
}

const fileOf = (count: number) =>
  csvFile(
    'ceni.csv',
    `Име,Цена,Валута\n${Array.from({ length: count }, (_, i) => `Стока ${i + 1},${i + 1}.20,BGN`).join('\n')}\n`,
  )

describe.each(LANGS)('failed conversions, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const dialog = ({ page }: Visitor) => page.getByRole('dialog')
  const button = ({ page }: Visitor, name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const jobs = async ({ context }: Visitor) =>
    ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: { tokenCost: number }[] })
      .jobs

  it('CONV-04 · session expired: sign-in returns to the converter, and the rows are kept', async () => {
    const user = await app.user(lang)
    const { page, context, words, email } = user
    await upload(user, fileOf(2))
    await convertAll(user)
    await upload(user, fileOf(3))
    await context.clearCookies()
    await askToConvert(user)
    await button(user, words.confirm).click()
    await page.waitForURL((url) => url.pathname.endsWith('/login'))
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${words.prefix}/converter`)
    await signedOutMark(user).waitFor()
    await login(user, email)
    await page.getByRole('heading', { name: words.ready }).waitFor()
    expect(await countsOf(page)).toEqual([3, 0, 0])
    expect(await page.getByRole('heading', { name: words.results }).count()).toBe(0)
    await convertAll(user)
    await eventually(() => balanceOf(page)).toBe(10)
  })

  it('CONV-04 AUTH-02 · after an expired session, another user does not see the rows', async () => {
    const other = await app.user(lang)
    const user = await app.user(lang)
    const { page, context, words } = user
    await upload(user, fileOf(3))
    await signedInMark(page).waitFor()
    await context.clearCookies()
    await user.go('/login?next=/converter')
    await signedOutMark(user).waitFor()
    await login(user, other.email)
    await signedInMark(page).waitFor()
    await user.go('/converter?mode=bulk')
    await button(user, words.manual).waitFor()
    expect(await page.getByRole('heading', { name: words.ready }).count()).toBe(0)
  })

  it('CONV-04 · a network error keeps the rows; a list without a valid row shows an alert', async () => {
    const user = await app.user(lang)
    const { page, context, words } = user
    await upload(user, fileOf(2))
    await askToConvert(user)
    await context.setOffline(true)
    await button(user, words.confirm).click()
    await dialog(user).getByText(texts.failed).waitFor()
    expect(await dialog(user).getByRole('heading').innerText()).toBe(words.errorTitle)
    await button(user, words.ok).click()
    await context.setOffline(false)
    expect(await countsOf(page)).toEqual([2, 0, 0])
    await button(user, words.clear).click()
    await button(user, texts.clearRows).click()
    await startTypedRows(user)
    await button(user, words.convertAll).click()
    await dialog(user).getByText(texts.noValid).waitFor()
    await button(user, words.ok).click()
    expect(await jobs(user)).toEqual([])
  })

  it('CONV-05 AUTH-04 · after sign-out the converter shows no rows and no results', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    await upload(user, fileOf(2))
    await convertAll(user)
    await page.getByRole('banner').getByRole('button', { name: words.logout }).click()
    await signedOutMark(user).waitFor()
    await page.getByRole('banner').getByRole('link', { name: texts.converter, exact: true }).click()
    await page.getByText(words.bulk, { exact: true }).click()
    await button(user, words.manual).waitFor()
    await eventually(() => page.getByRole('heading', { name: words.results }).count()).toBe(0)
    expect(await signedInMark(page).count()).toBe(0)
  })
})
