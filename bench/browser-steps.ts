/**
 * The bulk mode with 100,000 rows, step by step: the longest main-thread task in each, and the memory of the
 * page with its workers. Part of `bench:browser`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { WORDS } from '#test/e2e/words.ts'
import { dropFile, shownTask, takeLongest } from './in-page.ts'
import { quantile } from './statistics.ts'

const GOAL_MS = 200

const words = WORDS.en

export type Ways = {
  count: number
  runs: number
  csv: string
  xlsx: string
  /** A user with enough tokens on the bulk mode. */
  enter: () => Promise<{ page: Page; context: BrowserContext }>
}

export async function measureSteps({ count, runs, csv, xlsx, enter }: Ways): Promise<string> {
  const longest: Record<string, number[]> = {}
  const seconds: string[] = []
  const memory: (number | undefined)[] = []
  for (let run = 0; run < runs; run++) {
    const desk = await enter()
    const steps = await walk(desk.page, csv, count.toLocaleString('en'))
    memory.push(peakOfPage())
    await desk.context.close()
    const other = await enter()
    const trip = await roundTrip(other.page, xlsx)
    memory.push(peakOfPage())
    await other.context.close()
    seconds.push((trip.ms / 1000).toFixed(1))
    for (const [step, ms] of Object.entries({ ...steps, ...trip.steps })) (longest[step] ??= []).push(ms)
  }
  const worst = Math.max(...Object.values(longest).flat())
  return [
    `Longest main-thread task with ${count} rows, ms, in each of ${runs} runs:`,
    ...Object.entries(longest).map(([step, times]) => step.padEnd(14) + times.map(taskCell).join('  ')),
    `Seconds from the workbook given to the workbook saved, confirmed at once: ${seconds.join('  ')}`,
    ...(memory[0] === undefined ? [] : [`Peak memory of the page and its workers, MB: ${memory.join('  ')}`]),
    `Every task ${worst < GOAL_MS ? 'is' : 'IS NOT'} under ${GOAL_MS} ms`,
  ].join('\n')
}

const taskCell = (ms: number): string => shownTask(ms).padStart(4)

export type LargeWays = Pick<Ways, 'runs' | 'enter'> & {
  /** Rows of the list. */
  count: number
  path: string
}

/** A list that is too large for one conversion: from the drop until its rows are shown, and what the page takes for it. */
export async function measureLarge({ count, path, runs, enter }: LargeWays): Promise<string> {
  const shown: number[] = []
  const tasks: number[] = []
  const memory: (number | undefined)[] = []
  for (let run = 0; run < runs; run++) {
    const { page, context } = await enter()
    shown.push(await dropFile(page, path, '[data-testid=large-review] tbody tr'))
    tasks.push(await takeLongest(page))
    memory.push(peakOfPage())
    await context.close()
  }
  return [
    `${count.toLocaleString('en')} rows dropped, until they are shown: ${Math.round(quantile(shown, 0.5))} ms (median)`,
    `Longest main-thread task, ms: ${tasks.map(taskCell).join('  ')}`,
    ...(memory[0] === undefined ? [] : [`Peak memory of the page and its workers, MB: ${memory.join('  ')}`]),
  ].join('\n')
}

/** A workbook in, the same with the new prices out. */
async function roundTrip(page: Page, path: string): Promise<{ ms: number; steps: Record<string, number> }> {
  const started = performance.now()
  await page.getByLabel(words.upload).first().setInputFiles(path)
  await page.getByRole('heading', { name: words.ready }).waitFor()
  const bookReading = await takeLongest(page)
  await convert(page)
  const bookConverting = await takeLongest(page)
  await saveBy(page, /^Download .*-levro\.xlsx$/)
  const ms = performance.now() - started
  return { ms, steps: { bookReading, bookConverting, bookReturned: await takeLongest(page) } }
}

/** From the file to the last result. */
async function walk(page: Page, path: string, shownCount: string): Promise<Record<string, number>> {
  const steps: Record<string, number> = {}
  await page.getByLabel(words.upload).first().setInputFiles(path)
  await page.getByRole('heading', { name: words.ready }).waitFor()
  steps['reading'] = await takeLongest(page)

  await page.getByLabel('Per page').selectOption('200')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText(`201–400 of ${shownCount}`, { exact: true }).waitFor()
  steps['paging'] = await takeLongest(page)

  await page.locator('button[data-status=valid]').click()
  await page.getByText(`1–200 of ${shownCount}`, { exact: true }).waitFor()
  steps['filtering'] = await takeLongest(page)

  await page.getByLabel('Price, row 101', { exact: true }).fill('x')
  await page.getByLabel('Price, row 101', { exact: true }).blur()
  await page.locator('button[data-status=invalid]', { hasText: '1' }).waitFor()
  steps['editing'] = await takeLongest(page)

  await page.getByLabel('Price, row 150', { exact: true }).focus()
  await page.getByRole('button', { name: 'Next row to fix' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Price, row 101')
  steps['jumping'] = await takeLongest(page)

  await page.getByRole('button', { name: 'Delete row 101', exact: true }).click()
  await page.getByRole('button', { name: 'Undo the deletion of row 101' }).click()
  await page.getByLabel('Price, row 101', { exact: true }).waitFor()
  steps['undoing'] = await takeLongest(page)

  await convert(page)
  steps['converting'] = await takeLongest(page)

  await page.getByRole('heading', { name: words.results }).click()
  await page.getByRole('button', { name: `Show all (${shownCount})` }).click()
  await page.getByTestId('job-rows').locator('tbody tr').nth(249).waitFor()
  steps['results'] = await takeLongest(page)

  const more = page.getByRole('button', { name: 'More', exact: true })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
  await saveBy(page, 'Export XLSX')
  steps['xlsx'] = await takeLongest(page)
  await saveBy(page, /^Download .*-levro\.csv$/)
  steps['ownFile'] = await takeLongest(page)
  return steps
}

async function convert(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.convertAll }).click()
  await page.getByRole('button', { name: words.accept, exact: true }).click()
  await page.getByRole('button', { name: words.confirm }).click()
  await page.getByRole('heading', { name: words.results }).waitFor()
}

async function saveBy(page: Page, button: string | RegExp): Promise<void> {
  const download = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: button }).click()
  await download
}

/** The most memory that a page has had in this run, in MB, from the system's own account; Linux alone keeps one. */
function peakOfPage(): number | undefined {
  try {
    const pages = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer'),
    )
    const peaks = pages.map((pid) => /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return Math.round(Math.max(...peaks.map(Number)) / 1024)
  } catch {
    return undefined
  }
}
