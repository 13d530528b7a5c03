import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { type Hostile, bombs, disguised, markup } from './hostile-file.ts'
import { type Person, countsOf, csvFile, stage, until } from './steps.ts'

const theatre = stage()
const folder = mkdtempSync(join(tmpdir(), 'levro-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GOOD = csvFile('good.csv', 'Име,Цена\nХляб,1.95\n')
/** Reading is nobody's wait: what a person types meanwhile is there. A limit for busy machines. */
const STILL_MS = 2000
const MOST_MB = 1500

/** How long the page did nothing at most, counted by a timer of its own. */
async function watchTimer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watched = globalThis as unknown as { stillMs: number }
    watched.stillMs = 0
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      watched.stillMs = Math.max(watched.stillMs, now - last)
      last = now
    }, 20)
  })
  return () => page.evaluate(() => (globalThis as unknown as { stillMs: number }).stillMs)
}

/** The most that any process of the browser had of the memory, in MB. */
async function mostMemory(): Promise<number> {
  const session = await theatre.browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const most = processInfo.map(({ id }) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  })
  return Math.max(...most)
}

/** What leaves the product's site, and what opens by itself. */
function watchEscapes({ page, context }: Person): string[] {
  const escapes: string[] = []
  context.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && new URL(request.url()).origin !== theatre.product.origin)
      escapes.push(request.url())
  })
  context.on('page', (other) => escapes.push(`opened ${other.url()}`))
  page.on('dialog', (dialog) => {
    escapes.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return escapes
}

/** Gives each file to one page, which is free all the time; in the end it reads a good file as if nothing had been. */
async function survives(files: readonly Hostile[]): Promise<void> {
  const person = await theatre.person('en')
  const { page, words } = person
  const escapes = watchEscapes(person)
  await person.go('/converter?mode=bulk')
  const input = page.getByLabel(words.upload).first()
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
  const read = page.getByRole('button', { name: words.remove, exact: true })
  const stillMs = await watchTimer(page)
  for (const { file, outcome } of files) {
    await until(() => input.count()).toBe(1)
    const path = join(folder, file.name)
    writeFileSync(path, file.buffer)
    await input.setInputFiles(path)
    await failure.getByText(file.name, { exact: true }).or(read).first().waitFor({ timeout: 60_000 })
    const isRead = await read.isVisible()
    if (outcome === 'refused') expect(isRead, file.name).toBe(false)
    if (Array.isArray(outcome)) expect([file.name, await countsOf(page)]).toEqual([file.name, outcome])
    expect(await stillMs(), `${file.name}: the page stood still`).toBeLessThan(STILL_MS)
    // Columns that nobody could know are asked for in a dialog.
    if (isRead) await page.keyboard.press('Escape')
    await (isRead ? read : failure.getByRole('button', { name: words.tryAnother })).click()
  }
  await until(() => input.count()).toBe(1)
  await input.setInputFiles(GOOD)
  await page.getByRole('heading', { name: words.ready }).waitFor()
  expect(await countsOf(page)).toEqual([1, 0, 0])
  expect(await page.evaluate(() => 'polluted' in {} || document.images.length > 0)).toBe(false)
  expect(escapes).toEqual([])
  expect(await mostMemory()).toBeLessThan(MOST_MB)
}

it('BULK-15 · C49 · workbooks that unpack to more than anybody has end in a sentence or a reading', () =>
  survives(bombs()))

it('BULK-15 · C49 · pages, entities, links and formulas in workbooks run nothing and ask nobody', () =>
  survives(markup()))

it('BULK-15 · C49 · files that are not what their name says, or without end, are read rightly or refused', () =>
  survives(disguised()))

it('BULK-15 · C49 · fifty megabytes in one line are refused by their size', () =>
  survives([{ file: csvFile('fifty.csv', 'x'.repeat(50 * 1024 * 1024)), outcome: 'refused' }]))
