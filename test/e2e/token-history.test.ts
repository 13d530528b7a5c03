import { describe, expect } from 'vitest'
import { type Visitor, startApp, eventually } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    more: 'Покажете още',
    failed: 'Историята на жетоните не можа да бъде заредена.',
    signup: 'Безплатни жетони при регистрация',
    grant: 'Добавени: фактура 17',
    file: (name: string) => `Превалутиране: ${name}`,
    corrected: (name: string) => `Поправени цени: ${name}`,
    typed: 'Превалутиране на ръчно въведени редове',
    deleted: 'Превалутиране (изтрито след това)',
  },
  en: {
    more: 'Load more',
    failed: 'The token history could not be loaded.',
    signup: 'Free tokens at registration',
    grant: 'Added: фактура 17',
    file: (name: string) => `Conversion: ${name}`,
    corrected: (name: string) => `Corrected prices: ${name}`,
    typed: 'Conversion of typed rows',
    deleted: 'Conversion (deleted since)',
  },
}

describe.each(LANGS)('the token history, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  const convert = async (
    { context }: Visitor,
    filename: string | null,
    source = 'upload',
  ): Promise<string> => {
    const reply = await context.request.post('/api/convert/bulk', {
      data: { rows: [{ name: 'Хляб', price: '1.95', currency: 'BGN' }], filename, source },
      headers: { origin: app.product.origin },
    })
    return ((await reply.json()) as { jobId: string }).jobId
  }

  /** Reason, change and balance of each listed entry. */
  const lines = async ({ page }: Visitor): Promise<string[][]> => {
    const rows = await page.getByTestId('history').locator('tbody tr').all()
    return Promise.all(
      rows.map(async (row) => {
        const [, what = '', change = '', balance = ''] = await row.locator('td').allInnerTexts()
        return [what, change, balance]
      }),
    )
  }

  it('AUTH-11 · every grant and charge is listed with the balance after it, newest first, twenty per page', async () => {
    const user = await app.user(lang)
    const { page, email } = user
    await convert(user, 'ceni.csv')
    await convert(user, null)
    const deleted = await convert(user, 'old.csv')
    await user.context.request.delete(`/api/convert/jobs/${deleted}`, {
      headers: { origin: app.product.origin },
    })
    await app.product.levro('admin', 'grant', email, '20', '--note', 'фактура 17')
    await user.go('/account/tokens')
    await eventually(() => lines(user)).toEqual([
      [texts.grant, '+20', '32'],
      [texts.deleted, '−1', '12'],
      [texts.typed, '−1', '13'],
      [texts.file('ceni.csv'), '−1', '14'],
      [texts.signup, '+15', '15'],
    ])
    expect(await page.getByTestId('history').locator('time').first().getAttribute('datetime')).toMatch(
      /^\d{4}-\d\d-\d\dT/,
    )

    for (let i = 0; i < 20; i++) await convert(user, `list-${i}.csv`)
    await page.reload()
    await eventually(async () => (await lines(user)).length).toBe(20)
    const more = page.getByTestId('history').locator('../..').getByRole('button', { name: texts.more })
    await page.route('**/api/account/tokens?*', (route) => route.fulfill({ status: 500, body: 'oops' }))
    await more.click()
    await page.getByText(texts.failed).waitFor()
    expect((await lines(user)).length, 'the list is kept').toBe(20)
    await page.unroute('**/api/account/tokens?*')
    await more.click()
    await eventually(async () => (await lines(user)).length).toBe(25)
    const balances = (await lines(user)).map(([, , balance]) => Number(balance))
    expect(balances.slice(0, 21)).toEqual(Array.from({ length: 21 }, (_, i) => 12 + i))
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('entry-5')
    expect(await page.getByTestId('history').locator('../..').getByRole('button').count()).toBe(0)
  })

  it('AUTH-11 CHECK-04 · a charge for corrected prices is named as such', async () => {
    const user = await app.user(lang)
    await convert(user, 'ceni.csv')
    await convert(user, 'ceni.csv', 'correction')
    await user.go('/account/tokens')
    await eventually(() => lines(user)).toEqual([
      [texts.corrected('ceni.csv'), '−1', '13'],
      [texts.file('ceni.csv'), '−1', '14'],
      [texts.signup, '+15', '15'],
    ])
  })
})
