import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '#test/captured-run.ts'
import { LEVRO, levro, scratchFolder } from '#test/levro-command.ts'

const { folder, file } = scratchFolder()

const LIST = file('list.csv', 'Име;Цена лв.\nХляб;1,95\n')
const GIVEN = 'Име;Цена лв.;Цена евро\nХляб;1,95;1,00\n'

describe('CONV-08 · where the result is written', () => {
  test('CONV-08 · a pipe is written to, and not replaced', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [read, { code }] = await Promise.all([text(reader.stdout), levro('apply', LIST, '--out', pipe)])
    expect({ code, read }).toEqual({ code: 0, read: GIVEN })
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('CONV-08 · /dev/stdout is standard output; /dev/null discards', async () => {
    expect(await levro('convert', LIST, '--out', '/dev/stdout')).toEqual(await levro('convert', LIST))
    expect((await levro('convert', LIST, '--out', '/dev/null')).code).toBe(0)
  })

  test('CONV-08 · a folder cannot be written, and no file is left', async () => {
    const before = readdirSync(folder)
    expect(await levro('convert', LIST, '--out', folder)).toEqual({
      code: 1,
      out: '',
      err: `Taken: prices of 'Цена лв.' (B), 1 in lev.\n${folder}: the result cannot be written there: it is a folder.\n`,
    })
    expect(readdirSync(folder)).toEqual(before)
  })

  test('CONV-08 · links stay, and what they lead to is written, also where it is not there yet', async () => {
    const inside = join(folder, 'inside')
    mkdirSync(inside)
    symlinkSync('inside/target.csv', join(folder, 'second.csv'))
    symlinkSync('second.csv', join(folder, 'first.csv'))
    for (const before of [undefined, 'old']) {
      if (before !== undefined) writeFileSync(join(inside, 'target.csv'), before)
      expect((await levro('apply', LIST, '--out', join(folder, 'first.csv'))).code).toBe(0)
      expect(readlinkSync(join(folder, 'first.csv'))).toBe('second.csv')
      expect(readlinkSync(join(folder, 'second.csv'))).toBe('inside/target.csv')
      expect(lstatSync(join(inside, 'target.csv')).isFile()).toBe(true)
      expect(readFileSync(join(inside, 'target.csv'), 'utf8')).toBe(GIVEN)
      expect(readdirSync(inside)).toEqual(['target.csv'])
    }
    symlinkSync('round.csv', join(folder, 'round.csv'))
    const round = await levro('apply', '--quiet', LIST, '--out', join(folder, 'round.csv'))
    expect(round.err).toContain('cannot be written there: its links lead nowhere.')
    expect(readlinkSync(join(folder, 'round.csv'))).toBe('round.csv')
  })

  test.each(['600', '640', '666'])('CONV-08 · a file that is replaced keeps its mode, %s', async (octal) => {
    const mode = Number.parseInt(octal, 8)
    const path = file('mode.csv', 'old')
    chmodSync(path, mode)
    expect((await levro('apply', LIST, '--out', path)).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(GIVEN)
    expect(statSync(path).mode & 0o777).toBe(mode)
  })

  test('CONV-08 · why it cannot be written there', async () => {
    const nowhere = join(folder, 'none', 'out.csv')
    for (const [out, why] of [
      [nowhere, 'there is no such file or folder'],
      [join(LIST, 'out.csv'), 'there is no such folder'],
      ['/dev/full', 'there is no room left'],
    ] as const)
      expect(await levro('convert', '--quiet', LIST, '--out', out)).toEqual({
        code: 1,
        out: '',
        err: `${out}: the result cannot be written there: ${why}.\n`,
      })
    const limited = `ulimit -f 1; exec "$0" "$1" convert --quiet "$2" --out "$3"`
    const long = file('long.csv', `Име;Цена\n${'Хляб;1,95\n'.repeat(4000)}`)
    const out = join(folder, 'limited.csv')
    const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, LEVRO, long, out])
    expect([status, stderr.toString()]).toEqual([
      1,
      `${out}: the result cannot be written there: the file would be too large.\n`,
    ])
    expect(readdirSync(folder).filter((name) => name.includes('limited'))).toEqual([])
  })

  test('CONV-08 · standard output that ends in the middle of a piece is reported', () => {
    const limited = `ulimit -f 1; exec "$0" "$1" convert --quiet "$2" > "$3"`
    const long = file('cut.csv', `Име;Цена\n${'Хляб;1,95\n'.repeat(4000)}`)
    const out = join(folder, 'cut-output.csv')
    const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, LEVRO, long, out])
    expect([status, stderr.toString()]).toEqual([
      1,
      'Standard output cannot be written: the file would be too large.\n',
    ])
  })

  test.each(['convert --quiet "$2"', 'sql --dialect sqlite', '--help'])(
    'CONV-08 · standard output without room is reported, %s',
    (command) => {
      const script = `exec "$0" "$1" ${command} > /dev/full`
      const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, LEVRO, LIST])
      expect([status, stderr.toString()]).toEqual([
        1,
        'Standard output cannot be written: there is no room left.\n',
      ])
    },
  )

  test('CONV-08 · a reader that ends early is no error', () => {
    const long = file('head.csv', `Име;Цена\n${'Хляб;1,95\n'.repeat(40_000)}`)
    const script = `{ "$0" "$1" convert --quiet "$2"; echo $? >&2; } | head -n 1`
    const { stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, LEVRO, long])
    expect([stdout.toString().split(',')[0], stderr.toString()]).toEqual(['seq', '0\n'])
  })
})

/** Runs a command whose standard error is a terminal. */
async function onTerminal(...args: string[]): Promise<Outcome> {
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  try {
    return await levro(...args)
  } finally {
    if (before) Object.defineProperty(process.stderr, 'isTTY', before)
    else Reflect.deleteProperty(process.stderr, 'isTTY')
  }
}

describe('CONV-07 · many rows', () => {
  const path = file(
    'many.csv',
    `Име;Цена\n${Array.from({ length: 4001 }, (_, i) => `Стока ${i + 1};1,95\n`).join('')}`,
  )

  test('CONV-07 · are all written once, numbered through', async () => {
    const { out } = await levro('convert', path)
    const [, ...lines] = out.trimEnd().split('\n')
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual(
      Array.from({ length: 4001 }, (_, i) => [`${i + 1}`, `Стока ${i + 1}`]),
    )
  })

  test('CONV-07 · show their progress on a terminal alone, which is cleared before each message and at the end', async () => {
    expect((await levro('convert', path)).err).not.toContain('\r')
    const { err } = await onTerminal('convert', path)
    const [clear, taken] = ['\r\u001b[K', err.indexOf('Taken:')]
    expect(err.slice(0, taken)).toMatch(/^\rReading +\d+ %/)
    expect(err.slice(0, taken).endsWith(clear)).toBe(true)
    // Of two and of all three pieces.
    expect(err.slice(taken).replaceAll('\u001b[K', '')).toContain(
      '\rWriting  50 %\rWriting 100 %\rWriting 100 %',
    )
    expect(err.endsWith(clear)).toBe(true)
    const failed = await onTerminal('convert', path, '--price', 'Сума')
    expect(failed.err).toContain(`${clear}--price: the file has no column 'Сума'.`)
  })

  const long = (row: string): string => `${'Стока'.padEnd(150)};${row}\n`.repeat(25_000)
  const prices = file('prices.csv', `Име;Цена, лв.\n${long('1,95')}`)
  const pairs = file('pairs.csv', `Име;Цена, лв.;Цена, €\n${long('1,95;1,10')}Хляб;1,95;\n`)

  test.each([
    ['convert', ['Reading', 'Writing']],
    ['apply', ['Reading']],
    ['apply -', ['Reading', 'Writing']],
    ['check', ['Reading', 'Reading again', 'Writing', 'Writing again']],
  ] as const)('CONV-07 · their progress says what %s does, and goes one way', async (command, passes) => {
    const [name = '', out = join(folder, 'progress.csv')] = command.split(' ')
    const { err } = await onTerminal(name, name === 'check' ? pairs : prices, '--out', out)
    const shown = [...err.matchAll(/\r(\w+(?: again)?) +(\d+) %/g)].map(([, pass = '', percent]) => ({
      pass,
      percent: Number(percent),
    }))
    expect([...new Set(shown.map(({ pass }) => pass))]).toEqual(passes)
    expect(shown.length).toBeGreaterThan(3 * passes.length)
    const inOrder = shown.toSorted(
      (a, b) => passes.indexOf(a.pass as never) - passes.indexOf(b.pass as never) || a.percent - b.percent,
    )
    expect(shown).toEqual(inOrder)
  })
})
