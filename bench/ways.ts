/**
 * Walks the five ways that people come for, through the real server, its database, the Stripe emulator and
 * Chromium, and prints how many presses, typed fields, dialogs and seconds each takes, and how much of a file
 * is in sight when it has been chosen. `npm run bench:ways`; `-- --way=A --lang=en --runs=1` walks less.
 * Traffic to 127.0.0.1 only.
 */
import { parseArgs } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import { startBrowser, startProduct } from '#test/e2e/product.ts'
import { type Lang, LANGS } from '#test/e2e/words.ts'
import { startPaymentsProvider } from '#test/server/payments-provider.ts'
import { ensureBuilt } from '../scripts/built.js'
import { quantile } from './statistics.ts'
import { table } from './table.ts'
import { makeFiles } from './ways/files.ts'
import { type Tally, openWalker } from './ways/walker.ts'
import { REAL_WAY, WAYS, type Way, measureSheet } from './ways/walks.ts'

/**
 * Seconds of a practised person for each press: to decide (1.35), to point (1.1) and to press (0.2), as the
 * keystroke-level model of Card, Moran and Newell has them.
 */
const SECONDS_PER_PRESS = 2.65

const GOAL_SECONDS = 90

/** Window sizes that a file is looked at in, and what is to be in sight. */
const WINDOWS = [
  { width: 1440, height: 900, goal: '≥ 16 rows, first at y ≤ 200' },
  { width: 390, height: 844, goal: '≥ 1 row' },
]

const TITLES = [
  'way',
  'presses',
  'goal',
  'typed fields',
  'files picked',
  'dialogs',
  'at the provider',
  'waited, s',
  'with the presses, s',
  'goal',
]

let members = 0

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    lang: { type: 'string', default: 'bg' },
    way: { type: 'string', multiple: true },
  },
})
const runs = Number(values.runs)
const lang: Lang = LANGS.find((one) => one === values.lang) ?? 'bg'

ensureBuilt()
const files = await makeFiles()
const provider = await startPaymentsProvider()
const product = await startProduct(provider.settings)
provider.deliverTo(`${product.origin}/api/webhooks/stripe`)
const browser = await startBrowser()
const ways = Object.entries({ ...WAYS, ...(files.real && { 'A, real': REAL_WAY }) }).filter(
  ([name]) => values.way === undefined || values.way.includes(name),
)
try {
  print(`Median of ${runs} runs at 1440 × 900, ${lang === 'bg' ? 'in Bulgarian' : 'in English'}.\n`)
  const walked: [string, Way, Tally][] = []
  for (const [name, way] of ways) walked.push([name, way, await walk(way)])
  print(table(TITLES, walked.map(lineOf)))
  print('')
  for (const [name, , { presses }] of walked) print(`${name}: ${presses.join(' → ')}`)
  if (values.way === undefined || values.way.includes('A')) await lookAtSheet()
} finally {
  await browser.close()
  await product.stop()
  await provider.stop()
  files.remove()
}

function lineOf([name, { title, goal }, tally]: readonly [string, Way, Tally]): string[] {
  const { presses, fields, files: picked, dialogs, elsewhere, ms } = tally
  return [
    `${name}: ${title}`,
    String(presses.length),
    goal === undefined ? '' : `≤ ${goal}`,
    ...[fields, picked, dialogs, elsewhere].map(String),
    (ms / 1000).toFixed(1),
    (ms / 1000 + presses.length * SECONDS_PER_PRESS).toFixed(0),
    goal === undefined ? '' : `≤ ${GOAL_SECONDS}`,
  ]
}

/** A new account with so many tokens besides those of every account. */
async function signIn(context: BrowserContext, tokens: number): Promise<void> {
  const email = `member${++members}@example.bg`
  const reply = await context.request.post('/api/auth/register', {
    data: { email, password: 'кон-батерия-скоба-7' },
    headers: { origin: product.origin, 'x-requested-with': 'levro' },
  })
  if (!reply.ok()) throw new Error(`The registration was answered with ${reply.status()}.`)
  await product.grant(email, tokens)
}

/** The tally of the last run, with the median of the times. */
async function walk({ tokens, walk: take }: Way): Promise<Tally> {
  const tallies: Tally[] = []
  for (let run = 0; run < runs; run++) {
    const walker = await openWalker(browser, product.origin, lang)
    if (tokens !== undefined) await signIn(walker.page.context(), tokens)
    await take(walker, files)
    tallies.push(await walker.finish())
  }
  const [last] = tallies.slice(-1)
  if (last === undefined) throw new Error('Nothing was walked.')
  return {
    ...last,
    ms: quantile(
      tallies.map(({ ms }) => ms),
      0.5,
    ),
  }
}

async function lookAtSheet(): Promise<void> {
  const lines: string[][] = []
  for (const { width, height, goal } of WINDOWS) {
    const walker = await openWalker(browser, product.origin, lang, { viewport: { width, height } })
    const { rows, firstAt, controlsAbove, euroPrices } = await measureSheet(walker, files.long)
    await walker.finish()
    lines.push([`${width} × ${height}`, ...[rows, firstAt, controlsAbove, euroPrices].map(String), goal])
  }
  print('\nThe long list when a visitor has chosen it:\n')
  print(
    table(['window', 'rows in sight', 'first at y', 'controls above', 'euro prices in sight', 'goal'], lines),
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
