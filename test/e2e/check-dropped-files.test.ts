import { describe, expect } from 'vitest'
import { CHECK_WORDS, dropFile, ONE_OF_TWO, openCheck, plain, resultTitle } from './check-page.ts'
import { startApp, eventually } from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const app = startApp()

describe.each(LANGS)('CHECK-01 · files dropped on the price check, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = CHECK_WORDS[lang]

  it('CHECK-01 · a file dropped during a read replaces the file being read', async () => {
    const user = await app.visitor(lang)
    const { page } = user
    await openCheck(user)
    const long = ['Име;Цена лв.;Цена €', ...Array.from({ length: 100_000 }, () => 'а;1,96;1,00')].join('\n')
    const [first] = await Promise.all([page.waitForEvent('worker'), dropFile(user, 'long.csv', long)])
    const ended = first.waitForEvent('close')
    await dropFile(user, 'short.csv', ONE_OF_TWO)
    await ended
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.oneOff)
    const outcome = await page.getByTestId('check-outcome').innerText()
    expect(outcome).toContain('short.csv')
    expect(outcome).not.toContain('long.csv')
  })

  it('CHECK-01 · a dropped file is checked once, and not again after back navigation', async () => {
    const user = await app.visitor(lang)
    const { page } = user
    await openCheck(user)
    await dropFile(user, 'one.csv', 'Име;Цена лв.;Цена €\nа;1,96;1,01\n')
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.onlyOff)
    await page.getByRole('banner').getByRole('link', { name: texts.converter, exact: true }).click()
    await eventually(() => resultTitle(user).count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: texts.choose }).waitFor()
    expect(await page.getByTestId('check-outcome').count()).toBe(0)
  })
})
