import { describe, expect, it } from 'vitest'
import {
  askToConvert,
  balanceOf,
  convertAll,
  countsOf,
  csvFile,
  login,
  type Person,
  signedInMark,
  signedOutMark,
  stage,
  eventually,
  upload,
} from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    noValid: 'Няма валидни редове за превалутиране',
    failed: /^Превалутирането е неуспешно/,
    clearRows: 'Изчистване на редовете',
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
  const said = SAID[lang]
  const dialog = ({ page }: Person) => page.getByRole('dialog')
  const button = ({ page }: Person, name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const jobs = async ({ context }: Person) =>
    ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: { tokenCost: number }[] })
      .jobs

  it('CONV-04 · session expired: sign-in returns to the converter, and the rows are kept', async () => {
    const person = await theatre.member(lang)
    const { page, context, words, email } = person
    await upload(person, fileOf(2))
    await convertAll(person)
    await upload(person, fileOf(3))
    await context.clearCookies()
    await askToConvert(person)
    await button(person, words.confirm).click()
    await page.waitForURL((url) => url.pathname.endsWith('/login'))
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${words.prefix}/converter`)
    await signedOutMark(person).waitFor()
    await login(person, email)
    await page.getByRole('heading', { name: words.ready }).waitFor()
    expect(await countsOf(page)).toEqual([3, 0, 0])
    expect(await page.getByRole('heading', { name: words.results }).count()).toBe(0)
    await convertAll(person)
    await eventually(() => balanceOf(page)).toBe(10)
  })

  it('CONV-04 AUTH-02 · after an expired session, another user does not see the rows', async () => {
    const other = await theatre.member(lang)
    const person = await theatre.member(lang)
    const { page, context, words } = person
    await upload(person, fileOf(3))
    await signedInMark(page).waitFor()
    await context.clearCookies()
    await person.go('/login?next=/converter')
    await signedOutMark(person).waitFor()
    await login(person, other.email)
    await signedInMark(page).waitFor()
    await person.go('/converter?mode=bulk')
    await button(person, words.manual).waitFor()
    expect(await page.getByRole('heading', { name: words.ready }).count()).toBe(0)
  })

  it('CONV-04 · a network error keeps the rows; a list without a valid row shows an alert', async () => {
    const person = await theatre.member(lang)
    const { page, context, words } = person
    await upload(person, fileOf(2))
    await askToConvert(person)
    await context.setOffline(true)
    await button(person, words.confirm).click()
    await dialog(person).getByText(said.failed).waitFor()
    expect(await dialog(person).getByRole('heading').innerText()).toBe(words.errorTitle)
    await button(person, words.ok).click()
    await context.setOffline(false)
    expect(await countsOf(page)).toEqual([2, 0, 0])
    await button(person, words.clear).click()
    await button(person, said.clearRows).click()
    await button(person, words.manual).click()
    await button(person, words.convertAll).click()
    await dialog(person).getByText(said.noValid).waitFor()
    await button(person, words.ok).click()
    expect(await jobs(person)).toEqual([])
  })

  it('CONV-05 AUTH-04 · after sign-out the converter shows no rows and no results', async () => {
    const person = await theatre.member(lang)
    const { page, words } = person
    await upload(person, fileOf(2))
    await convertAll(person)
    await page.getByRole('banner').getByRole('button', { name: words.logout }).click()
    await signedOutMark(person).waitFor()
    await page.getByRole('banner').getByRole('link', { name: said.converter, exact: true }).click()
    await page.getByText(words.bulk, { exact: true }).click()
    await button(person, words.manual).waitFor()
    await eventually(() => page.getByRole('heading', { name: words.results }).count()).toBe(0)
    expect(await signedInMark(page).count()).toBe(0)
  })
})
