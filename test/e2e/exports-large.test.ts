import { read } from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { makeLargeFile, makeLargeWorkbook } from './large-file.ts'
import { sumOf } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  convertAll,
  csvFile,
  fromMenu,
  ownFile,
  openResultRows,
  startApp,
  eventually,
  UPLOAD,
} from './steps.ts'

const app = startApp()

/** Keeps the workers of a page from finishing anything until they are released: how fast they are depends on the machine. */
async function holdWorkers(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const workers = page.workers()
  let held = 0
  await page.route('**/held', async (route) => {
    held++
    await released
    await route.fulfill({ status: 204 })
  })
  for (const worker of workers)
    void worker.evaluate(() => {
      const request = new XMLHttpRequest()
      request.open('GET', '/held', false)
      request.send()
    })
  await eventually(() => held).toBe(workers.length)
  return release
}

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
  const release = await holdWorkers(page)
  expect(await (await xlsx()).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('status').allInnerTexts()).toContain('Preparing PDF…')
  // The page stays responsive during the export.
  await openResultRows(user)
  await page.getByRole('button', { name: 'Show more' }).click()
  release()
  await eventually(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(30)
  await eventually(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0)
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

it('CONV-08 · a large own file is written where the user wants it, and nowhere when they change their mind', async () => {
  const count = 400
  const prices = Array.from({ length: count }, (_, i) => `${i + 1}.${String(i % 100).padStart(2, '0')}`)
  const rest = 'описание '.repeat(1600)
  const lines = prices.map((price, i) => `Стока ${i};${price.replace('.', ',')};${rest}`)
  const user = await app.user('bg', count)
  const { page, words } = user
  // The dialog of the browser; what it would give is a file of the browser's own storage.
  await page.addInitScript(() => {
    let isOffered = false
    const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
      if (isOffered)
        return (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
      isOffered = true
      throw new DOMException('', 'AbortError')
    }
    Object.assign(window, { showSaveFilePicker })
  })
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await user.go('/converter?mode=bulk')
  await page
    .getByLabel(words.upload)
    .first()
    .setInputFiles(csvFile('opisania.csv', `Име;Цена лв.;Описание\n${lines.join('\n')}\n`), UPLOAD)
  await page.getByRole('heading', { name: words.ready }).waitFor()
  await convertAll(user)
  await page.locator('#export-own').click()
  await eventually(() => page.getByRole('status').allInnerTexts()).toContain('Подготовката е прекратена')
  await page.locator('#export-own').click()
  await page.getByText(/^Изтеглен: opisania/).waitFor()
  const written = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory()
    const texts: string[] = []
    for await (const handle of folder.values())
      if (handle instanceof FileSystemFileHandle) texts.push(await (await handle.getFile()).text())
    return texts.map((text) =>
      text.split('\n').map((line) => line.split(';').map((cell) => cell.slice(0, 99))),
    )
  })
  expect(written).toHaveLength(1)
  const euro = prices.map((price) => referenceAmounts(price, 'BGN').eur.replace('.', ','))
  const cells = (written[0] ?? [])
    .slice(1, -1)
    .map((line) => [line[0], line[1], ...line.filter((cell) => euro.includes(cell))])
  expect(cells.map(([name]) => name)).toEqual(prices.map((_, i) => `Стока ${i}`))
  for (const [i, line] of cells.entries()) expect(line).toContain(euro[i])
  expect(downloads).toEqual([])
})
