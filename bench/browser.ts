/**
 * Prints the waiting time in the browser, from the dropped file to the preview, from there to the results,
 * from there to the saved file, and the longest main-thread task, next to a page as a developer would write
 * it (`naive-page.ts`) in the same browser; then each step with 100,000 rows, and the preview of 1,000,000. Uses the built product in the
 * system's Chromium. `npm run bench:browser`; `-- --runs=1 --rows=1000` measures less. Traffic to 127.0.0.1
 * only.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { type LargeFile, makeLargeFile, makeLargeWorkbook } from '#test/e2e/large-file.ts'
import { startBrowser, startProduct, visit } from '#test/e2e/product.ts'
import { WORDS } from '#test/e2e/words.ts'
import { ensureBuilt } from '../scripts/built.js'
import { measureLarge, measureSteps } from './browser-steps.ts'
import {
  dropFile,
  observe,
  pressUntilSaved,
  pressUntilShown,
  shownTask,
  skipLeastWait,
  takeLongest,
} from './in-page.ts'
import { NAIVE_ROWS, serveNaivePage } from './naive-page.ts'
import { writeCsvList } from './price-lists.ts'
import { quantile } from './statistics.ts'
import { table } from './table.ts'

const SIZES = [1000, 10_000, 100_000]
const MOST = 100_000
/** Rows of a list that is only shown. */
const LARGE = 1_000_000
const EMAIL = 'bench@example.bg'
const PREVIEW_ROWS = '[data-testid=rows] tbody tr'
const RESULT_ROWS = '[data-testid=job-rows] tbody tr'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, rows: { type: 'string', multiple: true } },
})
const runs = Number(values.runs)
const sizes = values.rows?.map(Number) ?? SIZES
const words = WORDS.en

/** Every figure in ms; those of our page without the least wait of a conversion. */
type Ours = { preview: number; results: number; saved: number; reading: number; rest: number }
type Naive = { shown: number; task: number }

type Given = { name: string; rows: number; file: LargeFile }

const inputs: Given[] = sizes
  .filter((rows) => rows <= MOST)
  .map((rows) => ({
    name: `CSV ${rows.toLocaleString('en')}`,
    rows,
    file: makeLargeFile(rows),
  }))
if (sizes.includes(MOST))
  inputs.push({ name: `XLSX ${MOST.toLocaleString('en')}`, rows: MOST, file: await makeLargeWorkbook(MOST) })

ensureBuilt()
const product = await startProduct()
const naive = await serveNaivePage()
const browser = await startBrowser()
try {
  const signedIn = await register()
  const enter = (prepare?: () => void) => enterAs(signedIn, prepare)
  await compare(enter)
  const [csv, xlsx] = [inputs.find(({ rows }) => rows === MOST), inputs.at(-1)]
  if (csv && xlsx)
    print(`\n${await measureSteps({ count: MOST, runs, csv: csv.file.path, xlsx: xlsx.file.path, enter })}`)
  if (values.rows === undefined || sizes.includes(LARGE)) {
    const folder = mkdtempSync(join(tmpdir(), 'levro-bench-'))
    const path = join(folder, 'list.csv')
    writeCsvList(path, LARGE, 'utf-8')
    const measured = measureLarge({ count: LARGE, path, runs, enter })
    print(`\n${await measured.finally(() => rmSync(folder, { recursive: true }))}`)
  }
} finally {
  await browser.close()
  await naive.stop()
  await product.stop()
  for (const { file } of inputs) file.remove()
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** One account for all runs: a new browser profile in each. */
async function register(): Promise<SignedIn> {
  const { context } = await visit(browser, product.origin)
  const password = 'a long enough secret'
  const headers = { origin: product.origin }
  await context.request.post('/api/auth/register', { data: { email: EMAIL, password }, headers })
  const state = await context.storageState()
  await context.close()
  return state
}

async function enterAs(storageState: SignedIn, prepare?: () => void): ReturnType<typeof visit> {
  await product.grant(EMAIL, MOST)
  const visitor = await visit(browser, product.origin, { storageState })
  const { page } = visitor
  await page.addInitScript(observe)
  if (prepare) await page.addInitScript(prepare)
  await page.goto(`${words.prefix}/converter?mode=bulk`)
  await page.getByRole('button', { name: words.manual }).waitFor()
  await takeLongest(page)
  return visitor
}

async function compare(enter: (prepare?: () => void) => ReturnType<typeof visit>): Promise<void> {
  const read: string[][] = []
  const converted: string[][] = []
  for (const { name, file } of inputs) {
    const ours: Ours[] = []
    const theirs: Naive[] = []
    for (let run = 0; run < runs; run++) {
      // Alternating, so that other load affects both.
      const visitor = await enter(skipLeastWait)
      ours.push(await measureOurs(visitor.page, file.path))
      await visitor.context.close()
      theirs.push(await measureNaive(file.path))
    }
    const waiting = await enter()
    const { results: waited } = await measureOurs(waiting.page, file.path)
    await waiting.context.close()
    const own = mediansOf(ours)
    const page = mediansOf(theirs)
    read.push([
      name,
      ms(own.preview),
      ms(page.shown),
      ratio(own.preview, page.shown),
      shownTask(own.reading),
      shownTask(page.task),
    ])
    converted.push([
      name,
      ms(own.results),
      ms(waited),
      ms(own.saved),
      shownTask(own.rest),
      ms(own.preview + own.results),
      ratio(own.preview + own.results, page.shown),
    ])
  }
  print(`In the browser, median of ${runs} runs, ms by the page's own clock. Ratio: naive page ÷ Levro.`)
  print(
    `\nFrom the file dropped until its rows are shown (ours to be looked over, the naive page's converted):`,
  )
  print(table(['file', 'Levro', 'naive page', 'ratio', 'longest task', 'naive page'], read))
  print(
    `\nFrom “${words.convertAll}” pressed, terms and cost confirmed at once, to the results that the server has`,
  )
  print('charged and kept; a conversion is to take up to 3 s however quick it is (“as waited for”, one run).')
  print('Dropped to results is preview and results together, without that wait, against the naive page:')
  const titles = [
    'file',
    'results',
    'as waited for',
    'own file',
    'longest task',
    'dropped to results',
    'ratio',
  ]
  print(table(titles, converted))
}

async function measureOurs(page: Page, path: string): Promise<Ours> {
  const preview = await dropFile(page, path, PREVIEW_ROWS)
  const reading = await takeLongest(page)
  const presses = [words.convertAll, exactly(words.accept), words.confirm]
  const results = await pressUntilShown(page, presses, RESULT_ROWS)
  const converting = await takeLongest(page)
  const saved = await pressUntilSaved(page, '#export-own')
  const saving = await takeLongest(page)
  return { preview, results, saved, reading, rest: Math.max(converting, saving) }
}

async function measureNaive(path: string): Promise<Naive> {
  const { page, context } = await visit(browser, naive.origin)
  await page.addInitScript(observe)
  await page.goto('/', { waitUntil: 'load' })
  await takeLongest(page)
  const shown = await dropFile(page, path, NAIVE_ROWS)
  const task = await takeLongest(page)
  await context.close()
  return { shown, task }
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text}$`)
}

function mediansOf<K extends string>(measured: readonly Record<K, number>[]): Record<K, number> {
  const middle = (key: string) =>
    quantile(
      measured.map((one) => one[key as K]),
      0.5,
    )
  const keys = Object.keys(measured[0] ?? {})
  return Object.fromEntries(keys.map((key) => [key, middle(key)])) as Record<K, number>
}

function ms(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Above 1 ours is the quicker one. */
function ratio(ours: number, theirs: number): string {
  return `${(theirs / ours).toFixed(2)}×`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
