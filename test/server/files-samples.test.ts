import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { PRODUCT } from '#product/product.ts'
import { onEachDatabase } from '#test/harness.ts'
import { isFromLevro } from '#web/features/developers/files/samples/verify-webhook.mts'
import { findTool } from '../system-tool.ts'
import { addedApiKey } from './api-keys.ts'

const SAMPLES = new URL('../../src/web/features/developers/files/samples/', import.meta.url)
const execute = promisify(execFile)

/** How each sample of the developer page is run. */
const PROGRAMS = {
  'convert-file.sh': (path: string) => [['bash', path]],
  'convert-file.mts': (path: string) => [[process.execPath, path]],
  'convert-file.py': (path: string) => [[findTool('python3'), path]],
  'convert-file.php': (path: string) => [[findTool('php'), path]],
  'convert-file.cs': (path: string) => [
    [findTool('mcs'), '-r:System.Net.Http.dll', '-out:sample.exe', path],
    [findTool('mono'), 'sample.exe'],
  ],
} as const

const NAMES = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]

/** 12.50 lev are 6.391…, 3.10 lev 1.585… euro. */
const LIST = 'Име;Цена (лв.)\nСирене;12,50\nХляб;3,10\n'
const CONVERTED = [
  ['Сирене', '12,50', '6,39'],
  ['Хляб', '3,10', '1,59'],
]

/** More rows than are converted in one request; 1.00 lev is 0.51 euro. */
const LONG_LIST = `Име;Цена (лв.)\n${Array.from({ length: 20_001 }, (_, i) => `Стока ${i};1,00\n`).join('')}`

const linesOf = (folder: string): string[][] =>
  readFileSync(join(folder, 'prices-eur.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(';'))

onEachDatabase((server, dialect) => {
  /** Runs the sample in a folder with the list. */
  async function run(name: (typeof NAMES)[number], list: string, key: string) {
    const folder = mkdtempSync(join(tmpdir(), 'levro-sample-'))
    const text = readFileSync(new URL(name, SAMPLES), 'utf8')
    expect(text).toContain(PRODUCT.origin)
    writeFileSync(join(folder, name), text.replaceAll(PRODUCT.origin, server().origin))
    writeFileSync(join(folder, 'prices.csv'), list)
    let output = ''
    let code: unknown = 0
    for (const [program = '', ...args] of PROGRAMS[name](name)) {
      const options = { cwd: folder, env: { ...process.env, LEVRO_KEY: key }, timeout: 60_000 }
      try {
        const { stdout, stderr } = await execute(program, args, options)
        output += stdout + stderr
      } catch (error) {
        const failed = error as { code?: unknown; stdout?: string; stderr?: string }
        code = failed.code
        output += `${failed.stdout}${failed.stderr}`
      }
    }
    return { folder, output, code, remove: () => rmSync(folder, { recursive: true }) }
  }

  describe.each(NAMES)('OPEN-02 · the sample %s', (name) => {
    it('OPEN-02 · converts a file as it stands on the page', async () => {
      const user = await server().user()
      const { key } = await addedApiKey(server(), user)
      const { folder, output, remove } = await run(name, LIST, key)
      expect(linesOf(folder)).toEqual(CONVERTED)
      expect(output.toLowerCase()).toMatch(/tokens[ -]charged: 2/)
      // Run again, it is charged once.
      const again = await run(name, LIST, key)
      expect(linesOf(again.folder)).toEqual(CONVERTED)
      again.remove()
      expect((await user.call(me)).reply.tokens).toBe(13)
      remove()
    })

    it('OPEN-02 · shows the code and the sentence of an error', async () => {
      const { output, code, remove } = await run(name, LIST, `levro_${'x'.repeat(43)}`)
      expect(code).not.toBe(0)
      expect(output).toContain('invalid_api_key')
      remove()
    })
  })

  // The way of each program is the same on both databases.
  const waiting = dialect === 'sqlite' ? NAMES.filter((name) => name !== 'convert-file.sh') : []
  it.each(waiting)('OPEN-02 · the sample %s waits for a file of more than 20,000 rows', async (name) => {
    const user = await server().user(20_100)
    const { key } = await addedApiKey(server(), user)
    const { folder, remove } = await run(name, LONG_LIST, key)
    const lines = linesOf(folder)
    expect(lines).toHaveLength(20_001)
    expect(lines.at(-1)).toEqual(['Стока 20000', '1,00', '0,51'])
    expect((await user.call(me)).reply.tokens).toBe(99)
    remove()
  })
})

describe('OPEN-02 · the sample that verifies a signature', () => {
  const body = '{"id":"1","state":"done"}'
  const secret = 'whsec_0123456789'
  const signed = (at: number) =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  const now = Math.floor(Date.now() / 1000)

  it.each([
    ['a new one', body, signed(now), true],
    ['an old one', body, signed(now - 301), false],
    ['another body', `${body} `, signed(now), false],
    ['another time', body, signed(now).replace(/^t=\d+/, `t=${now + 1}`), false],
    ['none', body, '', false],
  ])('OPEN-02 · of %s', (_, given, header, isValid) => {
    expect(isFromLevro(given, header, secret)).toBe(isValid)
  })
})
