/**
 * Prints Lighthouse's figures of three pages on its simulated phone, next to the floor: a page of one line
 * without script or style. The ratio is what our pages add to the simulated network. `npm run bench:pages`;
 * `-- --runs=1` measures less. `npm run lighthouse` has all pages and the goals. Traffic to 127.0.0.1 only.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { startProduct } from '#test/e2e/product.ts'
import { type Page, pathOf } from '#web/routing/paths.ts'
import { ensureBuilt } from '../scripts/built.js'
import { ensureChromium } from '../scripts/chromium.js'
import { measure, type Run } from '../scripts/lighthouse/measure.ts'
import { medianOf } from '../scripts/lighthouse/median.ts'

const PAGES = ['home', 'converter', 'pricing'] as const satisfies readonly Page[]

const FLOOR = `<!doctype html>
<html lang="bg">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>BGN</title>
<p>1 EUR = 1.95583 BGN
`

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const runs = Number(values.runs)

ensureChromium()
ensureBuilt()
const floor = createServer((_, reply) => {
  reply.setHeader('content-type', 'text/html; charset=utf-8')
  reply.end(FLOOR)
})
await new Promise<void>((resolve) => floor.listen(0, '127.0.0.1', resolve))
const product = await startProduct({ NODE_ENV: 'production' })
try {
  const { port } = floor.address() as AddressInfo
  const base = await medianAt(`http://localhost:${port}/`)
  print(`Lighthouse, settings for phones (slow phone, slow network, simulated), median of ${runs} runs.`)
  print('In brackets: times the floor, a page of one line without script or style.')
  print(line(['page', 'score', 'FCP', 'LCP', 'TTI', 'TBT', 'scripts', 'styles']))
  print(line(['floor', ...cellsOf(base, base)]))
  for (const page of PAGES) {
    const path = pathOf(page, 'bg')
    print(line([path, ...cellsOf(await medianAt(product.origin + path), base)]))
  }
} finally {
  await product.stop()
  floor.closeAllConnections()
  floor.close()
}

async function medianAt(url: string): Promise<Run> {
  const measured: Run[] = []
  for (let run = 0; run < runs; run++) measured.push(await measure(url))
  return medianOf(measured)
}

function cellsOf(run: Run, base: Run): string[] {
  const beside = (metric: 'fcp' | 'lcp' | 'tti') =>
    `${Math.round(run[metric])} ms (${(run[metric] / base[metric]).toFixed(2)}×)`
  return [
    String(run.scores.performance),
    beside('fcp'),
    beside('lcp'),
    beside('tti'),
    // The floor's is nothing: there is no ratio to it.
    `${Math.round(run.tbt)} ms`,
    kilobytes(run.scriptBytes),
    kilobytes(run.styleBytes),
  ]
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

function line(cells: readonly string[]): string {
  const [name = '', score = '', ...figures] = cells
  return name.padEnd(12) + score.padStart(5) + figures.map((cell) => cell.padStart(17)).join('')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
