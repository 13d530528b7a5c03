import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { levro, scratchFolder } from '#test/levro-command.ts'
import { describe, expect, test } from 'vitest'

const { folder, file } = scratchFolder()

const LIST = 'Име;Цена, лв.\r\nХляб;1,95\r\nСирене;12,50\r\nКафе;3,91\r\n'

/** UTF-16 that lacks one byte of the letter 'р' in row 3. */
function damagedList(): Uint8Array {
  const whole = withBom(encode(LIST, 'utf-16le'), 0xff, 0xfe)
  const at = 2 + 2 * LIST.indexOf('рене')
  return Uint8Array.from([...whole.subarray(0, at), ...whole.subarray(at + 1)])
}

const REALIGNED =
  'Note: the UTF-16 text lacks a byte or has one too many in 1 place in 1 row (3); check there. The rest was read, and a file given back is well-formed again.\n'
const UNDECODED =
  'Note: 1 character in 1 row (3) could not be decoded; check there, and --encoding may name a better encoding.\n'

describe('READ-08 · the command line reports damaged rows', () => {
  test('READ-08 · inspect reports them as JSON', async () => {
    const { code, out } = await levro('inspect', file('inspect.csv', damagedList()))
    expect(code).toBe(0)
    const rows = { count: 1, first: [3] }
    expect(JSON.parse(out)).toMatchObject({
      encoding: 'utf-16le with BOM',
      rows: { total: 3, valid: 3 },
      warnings: [
        { code: 'realigned-bytes', count: 1, rows },
        { code: 'undecodable-bytes', count: 1, rows },
      ],
    })
  })

  test('READ-08 · convert loses no row, and reports them on standard error', async () => {
    const { code, out, err } = await levro('convert', file('convert.csv', damagedList()))
    expect(code).toBe(0)
    expect(err.endsWith(`.\n${REALIGNED}${UNDECODED}`)).toBe(true)
    const cells = out.trimEnd().split('\n').slice(1)
    // 1.95, 12.50 and 3.91 lev at 1.95583.
    expect(cells.map((line) => line.split(',').slice(1, 4))).toEqual([
      ['Хляб', '1.95', '1.00'],
      ['Си\ufffdене', '12.50', '6.39'],
      ['Кафе', '3.91', '2.00'],
    ])
  })

  test('READ-08 · apply writes well-formed UTF-16', async () => {
    const out = join(folder, 'whole.csv')
    const { code, err } = await levro('apply', file('apply.csv', damagedList()), '--out', out)
    expect(code).toBe(0)
    expect(err.endsWith(`.\n${REALIGNED}${UNDECODED}`)).toBe(true)
    expect(new TextDecoder('utf-16le', { fatal: true }).decode(readFileSync(out))).toBe(
      'Име;Цена, лв.;Цена, евро\r\nХляб;1,95;1,00\r\nСи\ufffdене;12,50;6,39\r\nКафе;3,91;2,00\r\n',
    )
  })

  test('READ-08 · at most five rows are listed', async () => {
    const text = `Име;Цена, лв.\n${'Хляб_;1,95\n'.repeat(7)}${'Сирене;2,00\n'.repeat(30)}`
    const bytes = encode(text, 'utf-8').map((byte) => (byte === 0x5f ? 0xff : byte))
    const { err } = await levro('convert', file('many.csv', bytes))
    expect(err).toContain('7 characters in 7 rows (2, 3, 4, 5, 6, …) could not be decoded')
  })
})
