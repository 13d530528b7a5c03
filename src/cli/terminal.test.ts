import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { levro, scratchFolder } from '#test/levro-command.ts'
import { describe, expect, test } from 'vitest'

const { folder, file } = scratchFolder()

const CODES = [
  // C0 without NUL, which no argument can have; DELETE and C1.
  ...Array.from({ length: 31 }, (_, i) => i + 1),
  ...Array.from({ length: 33 }, (_, i) => 0x7f + i),
  0xad,
  0x34f,
  0x61c,
  0x180e,
  0x200b,
  0x200c,
  0x200e,
  0x200f,
  0x2028,
  0x2029,
  0x202a,
  0x202b,
  0x202c,
  0x202d,
  0x202e,
  0x2060,
  0x2066,
  0x2067,
  0x2068,
  0x2069,
  0x3164,
  0xe000,
  0xfeff,
  0xfff9,
  0xe0041,
]
const HOSTILE = String.fromCodePoint(...CODES)
const ESCAPED = CODES.map((code) => `\\u{${code.toString(16)}}`)

/** What changes the terminal or the text around it: anything but letters, signs, plain spaces and line ends. */
const CONTROLS = /[^\P{C}\n]|[\u034f\u3164\u2028\u2029]/u

/** Those of cells: a file with others is none of text. */
const IN_CELLS = '\u009b31m\u202e\u2066\u061c\u200b'

describe('CONV-07 · what the command line prints cannot control the terminal', () => {
  test.each(['inspect', 'convert', 'apply', 'check', 'help\u001b[2J'])(
    'CONV-07 · %j of a hostile file name',
    async (command) => {
      const { code, out, err } = await levro(command, `${HOSTILE}.csv`, '--out', 'x.csv')
      expect(code).toBeGreaterThan(0)
      expect(out + err).not.toMatch(CONTROLS)
      if (command.length > 7) return
      for (const escaped of ESCAPED) expect(err).toContain(escaped)
      // It is one sentence, in one line.
      expect(err.trimEnd().split('\n')).toHaveLength(1)
    },
  )

  test('CONV-07 · arguments that are wrong', async () => {
    for (const args of [
      [`--${HOSTILE}`],
      ['a.csv', '--from', HOSTILE],
      ['a.csv', '--limit', HOSTILE],
      ['a.csv', HOSTILE],
    ]) {
      const { code, err } = await levro('convert', ...args)
      expect([code, CONTROLS.test(err)]).toEqual([2, false])
    }
    const { code, err } = await levro('admin', 'grant', HOSTILE, '1', '--note', 'x')
    expect([code, CONTROLS.test(err)]).toEqual([2, false])
    for (const escaped of ESCAPED) expect(err).toContain(escaped)
  })

  const title = `Цена${IN_CELLS}`
  const list = `Име${IN_CELLS};${title};Цена едро\nХляб${IN_CELLS};1,95;2\nМляко;няма${IN_CELLS};3\n`

  test('CONV-07 · titles and cells of a file', async () => {
    const path = file(`list-\u202e\u001b.csv`, list)
    for (const args of [
      ['convert', path],
      ['convert', path, '--price', 'няма'],
      ['convert', path, '--sheet', 'x', '--name', title],
      ['apply', path, '--out', '-'],
      ['check', path],
    ]) {
      const { err } = await levro(...args)
      expect(err, args.join(' ')).not.toMatch(CONTROLS)
      expect(err, args.join(' ')).toContain('\\u{9b}')
    }
  })

  test('CONV-07 · names of sheets', async () => {
    const sheet = 'Лист\u202e\u200b\u009b'
    const path = file(
      'sheets.xlsx',
      workbook({
        Корица: [['x']],
        [sheet]: [
          ['Име', 'Цена'],
          ['Хляб', 1.95],
        ],
      }),
    )
    const { code, err } = await levro('convert', path, '--sheet', 'y')
    expect(code).toBe(1)
    expect(err).toContain("'Лист\\u{202e}\\u{200b}\\u{9b}'")
  })

  test('CONV-07 · JSON has the same value, with escapes that are part of it', async () => {
    const { out } = await levro('inspect', file('inspect.csv', list))
    expect(out).not.toMatch(CONTROLS)
    expect((JSON.parse(out) as { columns: { price: string } }).columns.price).toBe(title)
    const pairs = file('pairs.csv', `Име;Цена лв.;Цена €\nХляб\u202e;1,95;1,05\n`)
    const checked = await levro('check', pairs)
    expect(checked.out).not.toMatch(CONTROLS)
    expect(checked.out).toContain('"expectedEur": "1.00"')
  })

  test('CONV-08 · data are not changed: converted rows, and the own file, on standard output too', async () => {
    const path = file('data.csv', list)
    const own = (await levro('apply', path, '--price', 'B', '--out', '-')).out
    // The new column is the third.
    expect(own.replace(/^([^;]*;[^;]*);[^;]*/gm, '$1')).toBe(list)
    const { out } = await levro('convert', path, '--price', 'B')
    const written = file('converted.csv', '')
    await levro('convert', path, '--price', 'B', '--out', written)
    expect(out).toBe(readFileSync(written, 'utf8'))
    expect(out).toContain(`няма${IN_CELLS}`)
  })

  test('CONV-07 · an emoji of several characters stays whole', async () => {
    const { err } = await levro('convert', join(folder, '👩\u200d👩\u200d👧 ❤\ufe0f 🇧🇬.csv'))
    expect(err).toContain('👩\u200d👩\u200d👧 ❤\ufe0f 🇧🇬.csv: there is no such file.')
  })
})
