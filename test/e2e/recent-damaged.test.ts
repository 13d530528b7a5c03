import { describe, it } from 'vitest'
import { referenceAmounts } from '#test/reference-rate.ts'
import { startApp, eventually } from './steps.ts'

const app = startApp()

describe('SNG-05 · damaged stored conversions', () => {
  const good = { bgn: '1.96', eur: '1.00', mode: 'EUR_TO_BGN', timestamp: 1_763_000_000_000 }
  it.each([
    ['invalid JSON', '{"bgn":', 0],
    ['an object', '{"0":{"bgn":"1.00"}}', 0],
    ['null', 'null', 0],
    ['deeply nested arrays', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 0],
    ['wrong types among valid entries', JSON.stringify([null, 7, 'x', [], { ...good, bgn: 1.96 }, good]), 1],
    ['invalid amounts', JSON.stringify([{ ...good, eur: 'NaN' }, { ...good, bgn: '<b>1</b>' }, good]), 1],
    [
      'invalid timestamps',
      JSON.stringify([
        { ...good, timestamp: 'now' },
        { ...good, timestamp: null },
      ]),
      0,
    ],
    [
      'amounts that do not match the rate',
      JSON.stringify([
        { ...good, bgn: '1.01', eur: '0.51', mode: 'BGN_TO_EUR' },
        { ...good, bgn: '0.00', eur: '0.00' },
      ]),
      0,
    ],
    ['more than ten entries', JSON.stringify(Array.from({ length: 12 }, () => good)), 10],
  ])('SNG-05 · %s: damaged entries are ignored, and converting works', async (_, stored, kept) => {
    const visitor = await app.visitor('en')
    const { page } = visitor
    await page.addInitScript((text) => {
      if (!sessionStorage.getItem('damaged')) localStorage.setItem('levro.recent', text)
      sessionStorage.setItem('damaged', 'yes')
    }, stored)
    await visitor.go('/converter')
    const rows = page.locator('section[aria-labelledby=recent-title] li')
    await eventually(() => rows.count()).toBe(kept)
    await page.fill('input[name=amount]', '2')
    await page.press('input[name=amount]', 'Enter')
    await eventually(() => page.locator('output').innerText()).toBe(referenceAmounts('2', 'BGN').eur)
    await eventually(() => rows.count()).toBe(Math.min(10, kept + 1))
  })
})
