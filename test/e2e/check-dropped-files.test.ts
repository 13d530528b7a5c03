import { describe, expect, it } from 'vitest'
import { CHECK_WORDS, drop, ONE_OF_TWO, openCheck, plain, verdict } from './check-page.ts'
import { stage, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

describe.each(LANGS)('CHECK-01 · files dropped on the price check, in %s', (lang) => {
  const said = CHECK_WORDS[lang]

  it('CHECK-01 · a file dropped during a read replaces the file being read', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await openCheck(person)
    const long = ['Име;Цена лв.;Цена €', ...Array.from({ length: 100_000 }, () => 'а;1,96;1,00')].join('\n')
    const [first] = await Promise.all([page.waitForEvent('worker'), drop(person, 'long.csv', long)])
    const ended = first.waitForEvent('close')
    await drop(person, 'short.csv', ONE_OF_TWO)
    await ended
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.oneOff)
    const outcome = await page.getByTestId('check-outcome').innerText()
    expect(outcome).toContain('short.csv')
    expect(outcome).not.toContain('long.csv')
  })

  it('CHECK-01 · a dropped file is checked once, and not again after back navigation', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await openCheck(person)
    await drop(person, 'one.csv', 'Име;Цена лв.;Цена €\nа;1,96;1,01\n')
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.onlyOff)
    await page.getByRole('banner').getByRole('link', { name: said.converter, exact: true }).click()
    await eventually(() => verdict(person).count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: said.choose }).waitFor()
    expect(await page.getByTestId('check-outcome').count()).toBe(0)
  })

  it('CHECK-01 · a file dropped by a signed-out visitor is rejected with the reason', async () => {
    const person = await theatre.person(lang)
    const { page, words } = person
    await person.go('/converter?mode=check')
    await page.getByRole('heading', { name: said.gate }).waitFor()
    await drop(person, 'drop.csv', ONE_OF_TWO)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(said.signInFirst).waitFor()
    await dialog.getByRole('button', { name: words.ok, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: said.gate }).waitFor()
  })
})
