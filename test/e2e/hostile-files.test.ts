import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { recordOutsideAccess } from './outside-access.ts'
import { type Hostile, zipBombs, mislabelledFiles, filesWithMarkup } from './hostile-file.ts'
import { countsOf, csvFile, startApp, eventually } from './steps.ts'

// Peak memory is measured per process, so no other file may have used the browser.
const app = startApp(() => ({}), true)
const folder = mkdtempSync(join(tmpdir(), 'levro-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GOOD = csvFile('good.csv', 'Име,Цена\nХляб,1.95\n')
/** Beyond this time the page counts as hung; `bench:browser` measures the usual time. */
const MAX_BLOCKED_MS = 10_000
const MAX_MB = 1500

/** Measures the longest time, in ms, that the main thread of the page was blocked. */
async function measureBlockedTime(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watched = globalThis as unknown as { blockedMs: number }
    watched.blockedMs = 0
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      watched.blockedMs = Math.max(watched.blockedMs, now - last)
      last = now
    }, 20)
  })
  return () => page.evaluate(() => (globalThis as unknown as { blockedMs: number }).blockedMs)
}

/** Peak resident memory of the largest browser process, in MB. */
async function peakMemory(): Promise<number> {
  const session = await app.browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const most = processInfo.map(({ id }) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  })
  return Math.max(...most)
}

/** Counts by status (none while columns are unknown), and name and price of the first row. */
async function readingOf(page: Page): Promise<unknown> {
  if (await page.getByTestId('large-review').isVisible()) {
    const cells = page.getByTestId('rows').locator('tbody tr').first().locator('td')
    await cells.nth(2).waitFor()
    const totals = await page.getByTestId('large-totals').innerText()
    const first = (await cells.allInnerTexts()).slice(1, 3).map((text) => text.replaceAll('\u00a0', ' '))
    return { first, rows: totals.split('\n')[0]?.replaceAll('\u00a0', ' ') }
  }
  const counts = await countsOf(page)
  const first = page.getByTestId('rows').locator('tr[data-row]').first().locator('input')
  if (counts.length === 0 || counts.some((count) => count > 0)) await first.first().waitFor()
  return { counts, first: await Promise.all((await first.all()).map((input) => input.inputValue())) }
}

/** Expects unmodified prototypes in the page and in its workers, and no image in the page. */
async function expectCleanPrototypes(page: Page): Promise<void> {
  expect(page.workers().length).toBeGreaterThan(0)
  const look = () => [...Object.keys(Object.prototype), 'polluted' in {}]
  const seen = [page.evaluate(look), ...page.workers().map((worker) => worker.evaluate(look))]
  for (const names of await Promise.all(seen)) expect(names).toEqual([false])
  expect(await page.evaluate(() => document.images.length)).toBe(0)
}

/** Opens each file on one page, which must stay responsive; afterwards a valid file must be read. */
async function expectSurvives(files: readonly Hostile[]): Promise<void> {
  const visitor = await app.visitor('en')
  const { page, words } = visitor
  const outsideAccess = recordOutsideAccess(visitor, app.product.origin)
  await visitor.go('/converter?mode=bulk')
  const input = page.getByLabel(words.upload).first()
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
  const read = page.getByRole('button', { name: words.remove, exact: true })
  // The columns dialog opens for unknown columns.
  await page.addLocatorHandler(page.getByRole('dialog'), () => page.keyboard.press('Escape'))
  const blockedMs = await measureBlockedTime(page)
  const outcomes: [string, unknown][] = []
  for (const { file } of files) {
    await eventually(() => input.count()).toBe(1)
    const path = join(folder, file.name)
    writeFileSync(path, file.buffer)
    await input.setInputFiles(path)
    await failure.getByText(file.name, { exact: true }).or(read).first().waitFor({ timeout: 60_000 })
    const isRead = await read.isVisible()
    outcomes.push([file.name, isRead ? await readingOf(page) : 'refused'])
    expect(await blockedMs(), `${file.name}: the main thread was blocked`).toBeLessThan(MAX_BLOCKED_MS)
    await (isRead ? read : failure.getByRole('button', { name: words.tryAnother })).click()
    // The file line has an input of the same name until its rows are removed.
    await read.waitFor({ state: 'detached' })
  }
  expect(outcomes).toEqual(files.map(({ file, outcome }) => [file.name, outcome]))
  await eventually(() => input.count()).toBe(1)
  await input.setInputFiles(GOOD)
  await page.getByRole('heading', { name: words.ready }).waitFor()
  expect(await countsOf(page)).toEqual([1, 0, 0])
  await expectCleanPrototypes(page)
  expect(outsideAccess).toEqual([])
  expect(await peakMemory()).toBeLessThan(MAX_MB)
}

it('BULK-15 · C49 · workbooks with a huge unpacked size are rejected or read within the limits', () =>
  expectSurvives(zipBombs()))

it('BULK-15 · C49 · HTML, entities, links and formulas in workbooks run nothing and send no request', () =>
  expectSurvives(filesWithMarkup()))

it('BULK-15 · C49 · files with a wrong extension or without structure are read correctly or rejected', () =>
  expectSurvives(mislabelledFiles()))

it('BULK-15 · C49 · a line of 50 MB is rejected by size', () =>
  expectSurvives([{ file: csvFile('fifty.csv', 'x'.repeat(50 * 1024 * 1024)), outcome: 'refused' }]))
