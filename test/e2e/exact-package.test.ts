import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InstalledPackage, installPackage, missingLinks, ROOT } from './installed-package.ts'
import { sharedBrowser } from './product.ts'

const VECTORS = join(ROOT, 'test/vectors/conversion.json')
const MODULE = 'node_modules/@levro/exact/index.js'
const AT_MOST_BYTES = 8000

/** Every vector through an installed package: which conversions are not as published. */
const CHECK = `
export function differences({ convert, convertMinor, toEuro, toLev, RATE }, vectors) {
  const found = []
  let count = 0
  const expectSame = (what, is, should) => void (count++, is === should || found.push([what, is, should].join(' ')))
  const minor = (text) => Number(text.replace('.', ''))
  expectSame('rate', RATE, vectors.rate)
  for (const { bgn, eur } of vectors.bgnToEur) {
    expectSame(bgn, toEuro(bgn), eur)
    expectSame('-' + bgn, convert('-' + bgn, 'BGN').eur, '-' + eur)
    expectSame(bgn, convertMinor(minor(bgn), 'BGN').eur, minor(eur))
  }
  for (const { bgn, eur } of vectors.eurToBgn) {
    expectSame(eur, toLev(eur), bgn)
    expectSame(eur, convertMinor(minor(eur), 'EUR').bgn, minor(bgn))
  }
  for (const { amount, bgnToEur, eurToBgn } of vectors.moreDecimals) {
    expectSame(amount, toEuro(amount), bgnToEur)
    expectSame(amount, toLev(amount), eurToBgn)
  }
  for (const { bgn, notEur } of vectors.published_wrong) expectSame(bgn, toEuro(bgn) === notEur, false)
  return { count, found }
}
`

/** What a page and a worker run. */
const BROWSER_CHECK = `
import * as exact from '/${MODULE}'
import { differences } from '/check.js'
export const check = async () => differences(exact, await (await fetch('/vectors.json')).json())
`
const WORKER = `
import { check } from '/browser-check.js'
postMessage(await check())
`
/** Pages whose variable `result` is a promise of the differences. */
const PAGES = {
  'page.html': `<script type="module">
    import { check } from '/browser-check.js'
    globalThis.result = check()
  </script>`,
  'worker.html': `<script type="module">
    const worker = new Worker('/worker.js', { type: 'module' })
    globalThis.result = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
    })
  </script>`,
}

const TYPES = { '.js': 'text/javascript', '.json': 'application/json', '.html': 'text/html' }

describe('OPEN-03 · the package @levro/exact', () => {
  let installed: InstalledPackage
  let server: Server
  let origin = ''
  const inFolder = (path: string) => join(installed.folder, path)
  const node = async (code: string) => {
    writeFileSync(inFolder('run.js'), code)
    const { stdout } = await installed.run('node', 'run.js')
    return JSON.parse(stdout) as unknown
  }

  beforeAll(async () => {
    installed = await installPackage('pack-kernel.ts')
    cpSync(VECTORS, inFolder('vectors.json'))
    const files = {
      'check.js': CHECK,
      'browser-check.js': BROWSER_CHECK,
      'worker.js': WORKER,
      ...PAGES,
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(inFolder(name), text)
    server = createServer((request, response) => {
      const path = request.url ?? ''
      response.setHeader('content-type', TYPES[extname(path) as keyof typeof TYPES] ?? 'text/plain')
      response.end(readFileSync(inFolder(path)))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(async () => {
    await new Promise((closed) => server.close(closed))
    installed.remove()
  })

  it('OPEN-03 · is at most 8 kB, and has no dependency, no install script and no file but module, types and README', () => {
    expect(statSync(installed.tarball).size).toBeLessThanOrEqual(AT_MOST_BYTES)
    expect(statSync(inFolder(MODULE)).size).toBeLessThanOrEqual(AT_MOST_BYTES)
    const contents = inFolder('node_modules/@levro/exact')
    expect(readdirSync(contents).sort()).toEqual(['README.md', 'index.d.ts', 'index.js', 'package.json'])
    expect(missingLinks(contents)).toEqual([])
    const manifest = JSON.parse(readFileSync(join(contents, 'package.json'), 'utf8')) as object
    for (const key of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts'])
      expect(manifest).not.toHaveProperty(key)
    expect(readdirSync(inFolder('node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@levro'])
    expect(readFileSync(inFolder(MODULE), 'utf8')).not.toMatch(/\b(?:import|require|eval|Function)\s*\(/)
  })

  it('OPEN-03 · converts every vector in Node', async () => {
    const code = `import * as exact from '@levro/exact'
      import { readFileSync } from 'node:fs'
      import { differences } from './check.js'
      console.log(JSON.stringify(differences(exact, JSON.parse(readFileSync('vectors.json', 'utf8')))))`
    expect(await node(code)).toEqual({ count: expect.toSatisfy((count: number) => count > 150), found: [] })
  })

  it.each(['page', 'worker'])('OPEN-03 · converts every vector in a %s of Chromium', async (place) => {
    const context = await (await sharedBrowser()).newContext()
    try {
      const page = await context.newPage()
      await page.goto(`${origin}/${place}.html`)
      const result: unknown = await page.evaluate('globalThis.result')
      expect(result).toEqual({ count: expect.toSatisfy((count: number) => count > 150), found: [] })
    } finally {
      await context.close()
    }
  })

  it('OPEN-03 · each example of its README gives what the README says', async () => {
    const readme = readFileSync(inFolder('node_modules/@levro/exact/README.md'), 'utf8')
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? []
    const examples = [...code.matchAll(/^(\w+\(.*\)) \/\/ ('.*?'|\{.*?\})/gm)]
    expect(examples.length).toBeGreaterThanOrEqual(5)
    const pairs = examples.map(([, call, result]) => `[${call}, ${result}]`).join(',')
    const answers = await node(
      `import { convert, convertMinor, toEuro, toLev } from '@levro/exact'; console.log(JSON.stringify([${pairs}]))`,
    )
    for (const [is, should] of answers as unknown[][]) expect(is).toEqual(should)
  })

  it('OPEN-03 · refuses numbers, other texts, other currencies and amounts without end, and says why', async () => {
    const calls = [
      'convert(12.5, "BGN")',
      'convert("12,50", "BGN")',
      'convert("1e3", "EUR")',
      'convert("", "EUR")',
      'convert("1", "USD")',
      'convert("9".repeat(14), "EUR")',
      'convert("0." + "0".repeat(100) + "1", "EUR")',
      'convertMinor(1.5, "EUR")',
      'convertMinor(MAX_MINOR + 1, "BGN")',
    ]
    const answers = await node(
      `import { convert, convertMinor, MAX_MINOR } from '@levro/exact'
       const tried = [${calls.map((call) => `() => ${call}`).join(',')}].map((call) => {
         try { return call() } catch (error) { return error.name + ': ' + error.message }
       })
       console.log(JSON.stringify(tried))`,
    )
    expect(answers).toEqual([
      "TypeError: An amount is text such as '12.50', not a number: a binary number cannot hold most decimals.",
      "RangeError: '12,50' is no plain decimal such as '12.50' (digits, at most one point).",
      "RangeError: '1e3' is no plain decimal such as '12.50' (digits, at most one point).",
      "RangeError: '' is no plain decimal such as '12.50' (digits, at most one point).",
      "TypeError: The currency is 'BGN' or 'EUR', not 'USD'.",
      "RangeError: '99999999999999' has more than 13 digits before the point or 100 after it.",
      expect.stringMatching(
        /^RangeError: '0\.0{38}' has more than 13 digits before the point or 100 after it\.$/,
      ),
      'RangeError: 1.5 is no whole number of minor units up to 23026539255.',
      'RangeError: 23026539256 is no whole number of minor units up to 23026539255.',
    ])
  })

  it('OPEN-03 · its types accept the calls of the README and refuse numbers and other currencies', async () => {
    writeFileSync(
      inFolder('types.ts'),
      `import { type Amounts, convert, convertMinor, RATE, toEuro } from '@levro/exact'
       const both: Amounts = convert('1', 'BGN')
       const cents: number = convertMinor(100, 'EUR').bgn
       const text: string = toEuro(both.bgn) + RATE + cents
       // @ts-expect-error: an amount is text
       convert(1, 'BGN')
       // @ts-expect-error: no such currency
       convert(text, 'USD')`,
    )
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'types.ts']
    await installed.run(join(ROOT, 'node_modules/.bin/tsc'), ...options)
  })
})
