import { read } from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { makeLargeFile, makeLargeWorkbook } from './large-file.ts'
import { sumOf } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { convertAll, fromMenu, ownFile, openResultRows, startApp, eventually } from './steps.ts'

const app = startApp()

const COUNT = 30_000
const file = makeLargeFile(COUNT)
const book = await makeLargeWorkbook(COUNT)
afterAll(() => [file, book].forEach(({ remove }) => remove()))

it('CONV-06 CONV-08 BULK-04 · an export of 30,000 rows shows progress and can be cancelled, and a later export is complete', async () => {
  const user = await app.user('en', COUNT)
  const { page, words } = user
  await user.go('/converter?mode=bulk')
  await page.getByLabel(words.upload).first().setInputFiles(file.path)
  await page.getByRole('heading', { name: words.ready }).waitFor()
  await convertAll(user)

  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  const pdf = () => fromMenu(user, 'Export PDF')
  const xlsx = () => fromMenu(user, 'Export XLSX')
  const progress = page.getByRole('progressbar')
  await (await pdf()).click()
  await progress.waitFor()
  await eventually(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0)
  expect(await (await xlsx()).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('status').allInnerTexts()).toContain('Preparing PDF…')
  // The page stays responsive during the export.
  await openResultRows(user)
  await page.getByRole('button', { name: 'Show more' }).click()
  await eventually(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(30)
  const cancel = page.getByRole('button', { name: words.cancel, exact: true })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await progress.waitFor({ state: 'detached' })
  const menu = page.getByRole('button', { name: words.more, exact: true })
  await eventually(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
  await eventually(() => page.getByRole('status').allInnerTexts()).toContain('The export was cancelled')
  expect(await (await xlsx()).getAttribute('aria-disabled')).toBeNull()
  expect(downloads).toEqual([])

  const [download] = await Promise.all([page.waitForEvent('download'), (await xlsx()).click()])
  const book = read(await readFile(await download.path()))
  const sheet = book.Sheets.Results
  const both = file.prices.map((price) => referenceAmounts(price, 'BGN'))
  expect(sheet?.[`B${COUNT + 1}`]).toMatchObject({ t: 's', v: `Стока номер ${COUNT}` })
  const facts = Object.values(book.Sheets.Summary ?? {}).map((cell: { v?: unknown }) => cell.v)
  expect(facts).toContain(Number(sumOf(both.map(({ bgn }) => bgn))))
  expect(facts).toContain(Number(sumOf(both.map(({ eur }) => eur))))

  const [pages] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    (await pdf()).click(),
  ])
  expect((await readFile(await pages.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

it('CONV-08 BULK-04 · a workbook of 30,000 rows is returned while the page stays responsive', async () => {
  const user = await app.user('en', COUNT)
  const { page, words } = user
  await user.go('/converter?mode=bulk')
  await page.getByLabel(words.upload).first().setInputFiles(book.path)
  await page.getByRole('heading', { name: words.ready }).waitFor()
  await convertAll(user)
  const download = page.waitForEvent('download', { timeout: 60_000 })
  await ownFile(user).click()
  await openResultRows(user)
  await page.getByRole('button', { name: 'Show more' }).click()
  await eventually(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(30)
  const sheet = read(await readFile(await (await download).path())).Sheets['Цени']
  expect(sheet?.['D1']?.v).toBe('Цена (EUR)')
  const returned = book.prices.map((_, i) => sheet?.[`D${i + 2}`]?.v)
  expect(returned).toEqual(book.prices.map((price) => Number(referenceAmounts(price, 'BGN').eur)))
})
