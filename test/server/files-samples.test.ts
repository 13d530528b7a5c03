import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { PRODUCT } from '#product/product.ts'
import { onEachDatabase } from '#test/harness.ts'
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

/** A notice as it is sent, with letters of more than one byte. */
const NOTICE = '{"id":"1","state":"done","filename":"цени.csv"}'
const SECRET = 'whsec_0123456789'

/** RFC 2104 by OpenSSL, which no sample uses. */
const hmacOf = (time: number, secret = SECRET): string =>
  execFileSync(findTool('openssl'), ['dgst', '-sha256', '-hmac', secret, '-r'], {
    input: `${time}.${NOTICE}`,
  })
    .toString()
    .slice(0, 64)

type Given = { body: string; header: string; secret: string }

const toBase64 = (text: string): string => Buffer.from(text).toString('base64')

const asLines = (given: readonly Given[]): string =>
  given.map(({ body, header, secret }) => [body, header, secret].map(toBase64).join('\t') + '\n').join('')

/** Calls the function of each sample: a case in each line, its parts as Base64 with tabs between; prints a line of 0 or 1 for each. */
const CALLS = {
  'verify-webhook.mts': {
    file: 'call.mts',
    text: String.raw`import { readFileSync } from 'node:fs'
import { isFromLevro } from './verify-webhook.mts'
for (const line of readFileSync(0, 'utf8').trimEnd().split('\n')) {
  const [body, header, secret] = line.split('\t').map((part) => Buffer.from(part, 'base64').toString())
  console.log(isFromLevro(body, header, secret) ? 1 : 0)
}`,
    run: [[process.execPath, 'call.mts']],
  },
  'verify-webhook.py': {
    file: 'call.py',
    text: String.raw`import base64, importlib, sys
sample = importlib.import_module("verify-webhook")
for line in sys.stdin:
    body, header, secret = [base64.b64decode(part) for part in line.split("\t")]
    print(1 if sample.is_from_levro(body, header.decode(), secret.decode()) else 0)`,
    run: [[findTool('python3'), 'call.py']],
  },
  'verify-webhook.php': {
    file: 'call.php',
    text: String.raw`<?php
require 'verify-webhook.php';
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    echo isFromLevro(...array_map('base64_decode', explode("\t", $line))) ? 1 : 0, "\n";
}`,
    run: [[findTool('php'), 'call.php']],
  },
  'verify-webhook.cs': {
    file: 'call.cs',
    text: String.raw`using System;
using System.Linq;
using System.Text;
static class Call {
    static void Main() {
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine()) {
            var parts = line.Split('\t').Select(Convert.FromBase64String).ToArray();
            var isValid = Webhook.IsFromLevro(parts[0], Encoding.UTF8.GetString(parts[1]), Encoding.UTF8.GetString(parts[2]));
            Console.WriteLine(isValid ? 1 : 0);
        }
    }
}`,
    run: [
      [findTool('mcs'), '-out:call.exe', 'verify-webhook.cs', 'call.cs'],
      [findTool('mono'), 'call.exe'],
    ],
  },
} as const

/** Times in seconds, and the signature of the notice at the recent one. */
type Moments = { recent: number; old: number; early: number; right: string }

const OTHER = '0'.repeat(64)

const CASES: readonly [string, (at: Moments) => Partial<Given>, boolean][] = [
  ['a new one', () => ({}), true],
  ['an old one', (at) => ({ header: `t=${at.old},v1=${hmacOf(at.old)}` }), false],
  ['one of the future', (at) => ({ header: `t=${at.early},v1=${hmacOf(at.early)}` }), false],
  ['another body', () => ({ body: `${NOTICE} ` }), false],
  ['no body', () => ({ body: '' }), false],
  ['another time', (at) => ({ header: `t=${at.recent + 1},v1=${at.right}` }), false],
  ['another secret', () => ({ secret: `${SECRET}0` }), false],
  [
    'a signature by another secret',
    (at) => ({ header: `t=${at.recent},v1=${hmacOf(at.recent, 'whsec_1')}` }),
    false,
  ],
  [
    'several signatures, the last of which is right',
    (at) => ({ header: `t=${at.recent},v1=${OTHER},v1=${at.right}` }),
    true,
  ],
  [
    'several signatures, the first of which is right',
    (at) => ({ header: `t=${at.recent},v1=${at.right},v1=${OTHER}` }),
    true,
  ],
  ['several wrong signatures', (at) => ({ header: `t=${at.recent},v1=${OTHER},v1=${OTHER}` }), false],
  ['a signature of another version', (at) => ({ header: `t=${at.recent},v0=${at.right}` }), false],
  ['a version to come', (at) => ({ header: `t=${at.recent},v2=${OTHER},v1=${at.right}` }), true],
  ['a part of the signature', (at) => ({ header: `t=${at.recent},v1=${at.right.slice(0, 62)}` }), false],
  ['a longer signature', (at) => ({ header: `t=${at.recent},v1=${at.right}00` }), false],
  ['a signature of other letters', (at) => ({ header: `t=${at.recent},v1=${'я'.repeat(64)}` }), false],
  ['no signature', (at) => ({ header: `t=${at.recent}` }), false],
  ['an empty signature', (at) => ({ header: `t=${at.recent},v1=` }), false],
  ['no time', (at) => ({ header: `v1=${at.right}` }), false],
  ['a time that is no number', (at) => ({ header: `t=now,v1=${at.right}` }), false],
  ['a time of too many digits', (at) => ({ header: `t=${'9'.repeat(5000)},v1=${at.right}` }), false],
  ['no header', () => ({ header: '' }), false],
  ['a header without names', () => ({ header: ',=,==,' }), false],
]

describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
  'OPEN-02 · the sample %s that verifies a signature',
  (name) => {
    let found: string[]

    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'levro-sample-'))
      const { file, text, run } = CALLS[name]
      writeFileSync(join(folder, name), readFileSync(new URL(name, SAMPLES)))
      writeFileSync(join(folder, file), text)
      // As late as possible: only minutes may pass until the programs run.
      const now = Math.floor(Date.now() / 1000)
      const recent = now - 100
      const at = { recent, old: now - 301, early: now + 600, right: hmacOf(recent) }
      const given = { body: NOTICE, header: `t=${recent},v1=${at.right}`, secret: SECRET }
      const input = asLines(CASES.map(([, changes]) => ({ ...given, ...changes(at) })))
      let output = ''
      for (const [program, ...args] of run)
        output = execFileSync(program, args, { cwd: folder, input, timeout: 60_000 }).toString()
      found = output.trim().split(/\s+/)
      expect(found).toHaveLength(CASES.length)
      rmSync(folder, { recursive: true })
    })

    it.each(CASES.map(([about, , isValid], n) => [about, n, isValid] as const))(
      'OPEN-02 · of %s',
      (_, n, isValid) => {
        expect(found[n]).toBe(isValid ? '1' : '0')
      },
    )

    it('OPEN-02 · compares in constant time', () => {
      const text = readFileSync(new URL(name, SAMPLES), 'utf8')
      expect(text).toMatch(/timingSafeEqual\(|compare_digest\(|hash_equals\(|FixedTimeEquals\(/)
    })
  },
)
