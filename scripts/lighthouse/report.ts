import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../chromium.js'
import { ROOT } from '../installed.js'
import { GOALS } from './goals.ts'
import { CATEGORIES, type Run } from './measure.ts'

const FILE = join(ROOT, 'docs', 'lighthouse.md')
const TITLES = [
  'Performance',
  'Accessibility',
  'Best practices',
  'SEO',
  'FCP',
  'LCP',
  'TBT',
  'TTI',
  'CLS',
  'Scripts',
  'Styles',
]

const ms = (value: number): string => `${Math.round(value)} ms`
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const cellsOf = ({ scores, fcp, lcp, tbt, tti, cls, scriptBytes, styleBytes }: Run): string[] => [
  ...CATEGORIES.map((name) => String(scores[name])),
  ms(fcp),
  ms(lcp),
  ms(tbt),
  ms(tti),
  cls.toFixed(3),
  kilobytes(scriptBytes),
  kilobytes(styleBytes),
]

/** The scores and metrics of a page in one line, each with its title. */
export const lineOf = (run: Run): string =>
  cellsOf(run)
    .map((cell, i) => `${TITLES[i]} ${cell}`)
    .join(' · ')

/** Writes `docs/lighthouse.md`. @returns its path */
export function writeReport(results: readonly { path: string; median: Run }[], runs: number): string {
  const rows = [
    ['Page', ...TITLES],
    ['---', ...TITLES.map(() => '--:')],
    ...results.map(({ path, median }) => [`\`${path}\``, ...cellsOf(median)]),
  ]
  writeFileSync(
    FILE,
    `# Lighthouse

Every public page in both languages, with the settings that Lighthouse has for phones (a slow phone on a slow network,
simulated), ${runs} runs each in an empty browser, the median of each figure. ${GOALS}
TTI is the time to interactive. Scripts and styles are what the network has carried, compressed. \`npm run lighthouse\`
measures again and writes this file; it fails when a page misses a goal. Best on a machine that does nothing else.

${new Date().toISOString().slice(0, 10)} · ${machine()} · ${versions()}

${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`,
  )
  execFileSync(join(ROOT, 'node_modules', '.bin', 'oxfmt'), [FILE])
  return FILE
}

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`

function versions(): string {
  const chromium = execFileSync(findChromium() ?? 'chromium', ['--version'], { encoding: 'utf8' }).trim()
  return `Lighthouse ${packageVersion('lighthouse')}, ${chromium}, Node ${process.versions.node}`
}

const packageVersion = (name: string): string =>
  (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version
