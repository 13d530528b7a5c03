import { describe, expect } from 'vitest'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  downloaded,
  jobAction,
  type Visitor,
  readAlert,
  signedOutMark,
  startApp,
  eventually,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    none: /Още нямате запазени превалутирания/,
    toConverter: 'Към конвертора',
    more: 'Покажете още',
    hide: /^Скрийте/,
    remove: 'Изтрийте',
    ask: 'Да се изтрие ли запазеното превалутиране?',
    job: /^Превалутиране [0-9a-f]{8}$/,
    showFirst: 'Покажете първите 200 реда',
    first200: 'Показани са първите 200 реда.',
    deleteFailed: 'Неуспешно изтриване',
    counts: ['1 валиден', '1 невалиден', '0 празни'],
    facts: '2 реда · 1 жетон',
  },
  en: {
    none: /You have no saved conversions yet/,
    toConverter: 'Go to Converter',
    more: 'Load more',
    hide: /^Hide/,
    remove: 'Delete',
    ask: 'Delete this saved conversion?',
    job: /^Job [0-9a-f]{8}$/,
    showFirst: 'Show the first 200 rows',
    first200: 'Showing first 200 rows for preview.',
    deleteFailed: 'Failed to delete',
    counts: ['1 valid', '1 invalid', '0 empty'],
    facts: '2 rows · 1 token',
  },
}

type Line = { name: string; price: string; currency: string }

describe.each(LANGS)('saved conversions, in %s', (lang) => {
  const it = inTurn(lang)

  const texts = TEXTS[lang]
  const items = ({ page }: Visitor) => page.locator('tr[data-job]')
  const titles = (visitor: Visitor) => items(visitor).getByTestId('job-title').allInnerTexts()

  /** Creates a job by a request from the page, as the converter does. */
  async function convert({ page }: Visitor, rows: readonly Line[], filename: string | null): Promise<string> {
    return page.evaluate(
      async ({ rows, filename }) => {
        const response = await fetch('/api/convert/bulk', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({ rows, filename, source: filename === null ? 'manual' : 'upload' }),
        })
        return ((await response.json()) as { jobId: string }).jobId
      },
      { rows, filename },
    )
  }

  const one: Line = { name: 'Хляб "Добруджа", бял', price: '1.95', currency: 'BGN' }

  it('AUTH-07 · the empty list of saved conversions links to the converter', async () => {
    const user = await app.user(lang)
    const { page } = user
    await user.go('/account')
    await page.getByText(texts.none).waitFor()
    await page.getByRole('main').getByRole('link', { name: texts.toConverter }).click()
    await page.getByRole('button', { name: user.words.manual }).waitFor()
  })

  it('AUTH-07 · ten saved conversions are listed newest first, the rest on demand; a job of typed rows is named by its id', async () => {
    const user = await app.user(lang)
    const { page } = user
    await user.go('/')
    const manual = await convert(user, [one, { ...one, price: 'x' }], null)
    for (let i = 1; i <= 11; i++) await convert(user, [one], `list-${i}.csv`)
    await user.go('/account')
    const named = (first: number, last: number) =>
      Array.from({ length: first - last + 1 }, (_, i) => `list-${first - i}.csv`)
    await eventually(() => titles(user)).toEqual(named(11, 2))
    expect(await page.getByTestId('job-count').innerText()).toBe('12')
    await page.getByRole('button', { name: texts.more, exact: true }).click()
    await eventually(() => items(user).count()).toBe(12)
    expect((await titles(user)).slice(0, 11)).toEqual(named(11, 1))
    const last = items(user).last()
    expect(await last.getByTestId('job-title').innerText()).toMatch(texts.job)
    expect(await last.getByTestId('job-title').innerText()).toContain(manual.slice(0, 8))
    const { bgn, eur } = referenceAmounts(one.price, 'BGN')
    expect((await last.locator('td.amount').allInnerTexts()).slice(0, 3)).toEqual([
      '1',
      shown(bgn, lang),
      shown(eur, lang),
    ])
    await last.getByRole('button', { name: user.words.preview }).click()
    await eventually(() => page.getByTestId('counts').locator('li').allInnerTexts()).toEqual(texts.counts)
    // A phone leaves out what there is none of.
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.getByTestId('counts').locator('li:visible').allInnerTexts()).toEqual(
      texts.counts.slice(0, 2),
    )
    expect((await page.getByTestId('job-facts').innerText()).replace(/\u00a0/g, ' ')).toBe(texts.facts)
    expect(await page.getByRole('button', { name: texts.more, exact: true }).count()).toBe(0)
  })

  it('AUTH-08 AUTH-09 · rows of a job are fetched once, previewed up to 200, and downloaded as CSV and JSON', async () => {
    const user = await app.user(lang, 250)
    const { page, words } = user
    await user.go('/')
    const id = await convert(
      user,
      Array.from({ length: 205 }, () => one),
      'two-hundred.csv',
    )
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/convert/jobs/${id}`)) calls++
    })
    await user.go('/account')
    await page.getByRole('button', { name: words.preview }).click()
    await eventually(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(200)
    const { bgn, eur } = referenceAmounts(one.price, 'BGN')
    const first = await page.getByTestId('job-rows').locator('tbody tr').first().innerText()
    for (const text of ['Хляб "Добруджа", бял', shown(bgn, lang), shown(eur, lang)])
      expect(first).toContain(text)
    // Until all of those are in sight, only the first ones are.
    expect(await page.getByText(texts.first200).count()).toBe(0)
    await page.getByRole('button', { name: texts.showFirst, exact: true }).click()
    await page.getByText(texts.first200).waitFor()
    await page.getByRole('button', { name: texts.hide }).click()
    await eventually(() => page.getByTestId('job-rows').count()).toBe(0)
    await page.getByRole('button', { name: words.preview }).click()
    await page.getByRole('button', { name: texts.showFirst, exact: true }).waitFor()
    const json = await downloaded(page, await jobAction(user, 'JSON'))
    expect(json.name).toBe(`levro-job-${id}.json`)
    const rows = JSON.parse(json.text) as object[]
    expect(rows).toHaveLength(205)
    expect(rows[0]).toEqual({
      seq: 1,
      name: one.name,
      bgn: Number(bgn),
      eur: Number(eur),
      invalid: false,
      originalPrice: one.price,
      originalCurrency: 'BGN',
    })
    expect(json.text.trim()).toBe(JSON.stringify(rows, null, 2))
    const csv = await downloaded(page, await jobAction(user, 'CSV'))
    expect(csv.name).toBe(`levro-job-${id}.csv`)
    expect(csv.text.split('\r\n')[1]).toBe(`1,"Хляб ""Добруджа"", бял",${bgn},${eur},false,1.95,BGN`)
    expect(calls).toBe(1)
  })

  it('AUTH-09 · deleting a job asks for confirmation; a failed request shows an error; an expired session redirects to sign-in', async () => {
    const user = await app.user(lang)
    const { page, context, words } = user
    await user.go('/')
    for (const name of ['a.csv', 'b.csv', 'c.csv']) await convert(user, [one], name)
    await user.go('/account')
    const press = async (name: string) => (await jobAction(user, texts.remove, name)).click()
    const yes = page.getByRole('dialog').getByRole('button', { name: texts.remove, exact: true })
    await press('b.csv')
    await page.getByRole('dialog').getByRole('heading', { name: texts.ask }).waitFor()
    await page.getByRole('button', { name: words.cancel, exact: true }).click()
    expect(await titles(user)).toEqual(['c.csv', 'b.csv', 'a.csv'])
    await context.setOffline(true)
    await press('b.csv')
    await yes.click()
    await page.getByRole('dialog').getByText(texts.deleteFailed).waitFor()
    expect(await readAlert(user)).toEqual({ title: words.errorTitle, text: texts.deleteFailed })
    await context.setOffline(false)
    await press('b.csv')
    await yes.click()
    await eventually(() => titles(user)).toEqual(['c.csv', 'a.csv'])
    await page.reload()
    await eventually(() => titles(user)).toEqual(['c.csv', 'a.csv'])
    await context.clearCookies()
    await press('a.csv')
    await yes.click()
    await page.waitForURL((url) => url.pathname.endsWith('/login'))
    expect(new URL(page.url()).searchParams.get('next')).toBe(lang === 'en' ? '/en/account' : '/account')
    await signedOutMark(user).waitFor()
  })
})
