/**
 * Runs Lighthouse with its phone settings on the built product: every public page in both languages, five times each. Compares
 * the medians with the goals. `npm run lighthouse` writes `docs/lighthouse.md`; `-- home pricing --runs=1 --lang=en`
 * measures some and writes nothing. Needs an idle machine; connects only to 127.0.0.1.
 */
import { parseArgs } from 'node:util'
import { startProduct } from '#test/e2e/product.ts'
import { type Lang, LANGS } from '#test/e2e/words.ts'
import { type Page, PAGES, pathOf } from '#web/routing/paths.ts'
import { ensureBuilt } from './built.js'
import { ensureChromium } from './chromium.js'
import { stop } from './installed.js'
import { missedGoals } from './lighthouse/goals.ts'
import { type Run, measure } from './lighthouse/measure.ts'
import { medianOf } from './lighthouse/median.ts'
import { lineOf, writeReport } from './lighthouse/report.ts'

const RUNS = 5

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lang: { type: 'string', multiple: true }, runs: { type: 'string', default: String(RUNS) } },
})

const PUBLIC = (Object.keys(PAGES) as Page[]).filter((page) => !PAGES[page].isPrivate)

const unknown = positionals.find((name) => !PUBLIC.some((page) => page === name))
if (unknown !== undefined) stop(`There is no public page “${unknown}”. There are: ${PUBLIC.join(', ')}.`)
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 1) stop('--runs wants a whole number from 1 on.')
const langs = LANGS.filter((lang) => values.lang?.includes(lang) ?? true)
if (langs.length === 0) stop(`--lang is one of ${LANGS.join(', ')}.`)

const pages = PUBLIC.filter((page) => positionals.length === 0 || positionals.includes(page))
const isWhole = pages.length === PUBLIC.length && langs.length === LANGS.length && runs >= RUNS

ensureChromium()
ensureBuilt()
const product = await startProduct({ NODE_ENV: 'production' })
const results: { path: string; median: Run }[] = []
const missed: string[] = []
try {
  for (const page of pages) for (const lang of langs) await measurePage(page, lang)
} finally {
  await product.stop()
}
if (isWhole) process.stdout.write(`${writeReport(results, runs)}\n`)
process.stdout.write(missed.length === 0 ? 'Every goal is met.\n' : `Missed:\n${missed.join('\n')}\n`)
process.exitCode = missed.length === 0 ? 0 : 1

async function measurePage(page: Page, lang: Lang): Promise<void> {
  const path = pathOf(page, lang)
  const measured: Run[] = []
  for (let run = 0; run < runs; run++) measured.push(await measure(product.origin + path))
  const median = medianOf(measured)
  results.push({ path, median })
  missed.push(...missedGoals(median).map((goal) => `${path}: ${goal}`))
  process.stdout.write(`${path.padEnd(24)}${lineOf(median)}\n`)
  const imperfect = new Map(measured.flatMap(({ imperfect }) => imperfect).map((audit) => [audit.id, audit]))
  for (const { id, title, details } of imperfect.values())
    process.stdout.write(`  ${id}: ${title}${details.map((detail) => `\n    ${detail}`).join('')}\n`)
}
