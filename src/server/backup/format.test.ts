import { describe, expect, it } from 'vitest'
import { BackupError, headerLine, readHeader, readLine, rowLine, splitLines, trailerLine } from './format.ts'

const KNOWN = ['0001-foundations', '0002-more']
const HEADER = {
  product: 'levro',
  format: 1,
  migrations: KNOWN.slice(0, 1),
  ledgerHead: '1:ab',
  createdAt: '2026-01-02T03:04:05.678Z',
}

const lineOf = (content: unknown) => Buffer.from(`${JSON.stringify(content)}\n`)

const messageOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof BackupError) return error.message
    throw error
  }
  return expect.fail('It was read.')
}

describe('the first line of a backup', () => {
  it('API-04 · names the product, the format, the migrations, the head of the ledger and the time', () => {
    const createdAt = new Date(HEADER.createdAt)
    const line = headerLine(HEADER.migrations, { createdAt, ledgerHead: '1:ab' })
    expect(line.endsWith('}\n')).toBe(true)
    expect(JSON.parse(line)).toEqual(HEADER)
    expect(readHeader(Buffer.from(line), KNOWN)).toEqual(HEADER)
    const without = headerLine(KNOWN, { createdAt, ledgerHead: undefined })
    expect(readHeader(Buffer.from(without), KNOWN).ledgerHead).toBeUndefined()
  })

  it.each([
    ['no JSON', 'x'],
    ['a list', []],
    ['null', null],
    ['another product', { ...HEADER, product: 'other' }],
    ['no format', { ...HEADER, format: undefined }],
    ['half a format', { ...HEADER, format: 1.5 }],
    ['no migration', { ...HEADER, migrations: [] }],
    ['a migration that is no text', { ...HEADER, migrations: [1] }],
    ['a head that is no text', { ...HEADER, ledgerHead: 1 }],
    ['no time', { ...HEADER, createdAt: '2026-01-02' }],
  ])('API-04 · with %s is none of a backup', (title, content) => {
    const line = title === 'no JSON' ? Buffer.from('{') : lineOf(content)
    expect(messageOf(() => readHeader(line, KNOWN))).toBe('This file is not a Levro backup.')
  })

  it.each([0, 2])('API-04 · of format %i is of another version', (format) => {
    expect(messageOf(() => readHeader(lineOf({ ...HEADER, format }), KNOWN))).toBe(
      `The backup has format ${format}, and this version of Levro reads 1. Use the version that made it, or a newer one.`,
    )
  })

  it.each([[['0001-other']], [['0002-more']], [[...KNOWN, '0003-later']]])(
    'API-04 · with the migrations %j is of a newer version',
    (migrations) => {
      expect(messageOf(() => readHeader(lineOf({ ...HEADER, migrations }), KNOWN))).toBe(
        'The backup was made by a newer version of Levro. Use the version that made it, or a newer one.',
      )
    },
  )
})

describe('a line of a backup', () => {
  it('API-04 · has a row, with its numbers, texts, nulls and bytes', () => {
    const row = { id: 'ж"\n', balance: -5, note: null, rows: new Uint8Array([0, 255, 10]) }
    const line = rowLine('job_chunk', row)
    expect(line).toBe('["job_chunk",{"id":"ж\\"\\n","balance":-5,"note":null,"rows":{"base64":"AP8K"}}]\n')
    expect(readLine(Buffer.from(line))).toEqual({
      kind: 'row',
      table: 'job_chunk',
      row: { ...row, rows: Buffer.from([0, 255, 10]) },
    })
  })

  it.each([1.5, 2 ** 53, NaN, true, undefined, {}])('API-04 · cannot have the value %s', (value) => {
    const message = messageOf(() => rowLine('job', { value }))
    expect(message).toMatch(/^The database holds a value that no backup can: .+\.$/)
  })

  it('API-04 · at the end has the rows of each table and the checksum', () => {
    const trailer = { rows: { account: 2, job: 0 }, sha256: 'ab' }
    expect(trailerLine(trailer)).toBe('{"rows":{"account":2,"job":0},"sha256":"ab"}\n')
    expect(readLine(Buffer.from(trailerLine(trailer)))).toEqual({ kind: 'trailer', trailer })
  })

  it.each([
    ['one of its lines is not JSON', '{'],
    ['its last line is invalid', '{"rows":{},"sha256":1}'],
    ['its last line is invalid', '{"rows":{"job":1.5},"sha256":"ab"}'],
    ['its last line is invalid', '{"sha256":"ab"}'],
    ['its last line is invalid', 'null'],
    ['its last line is invalid', '"job"'],
    ['one of its lines is not a row of a known table', '[]'],
    ['one of its lines is not a row of a known table', '["job"]'],
    ['one of its lines is not a row of a known table', '["job",null]'],
    ['one of its lines is not a row of a known table', '["job",[]]'],
    ['one of its lines is not a row of a known table', '["job","row"]'],
    ['one of its lines is not a row of a known table', '[{},{}]'],
    ['one of its lines is not a row of a known table', '["session",{}]'],
    ['one of its lines is not a row of a known table', '["constructor",{}]'],
  ])('API-04 · tells damage: %s, as in %s', (problem, line) => {
    expect(messageOf(() => readLine(Buffer.from(line)))).toBe(`The backup is damaged: ${problem}.`)
  })

  it.each([[{ base64: 5 }], [{ text: 'AP8K' }], [['AP8K']]])(
    'API-04 · keeps %j, which is no bytes',
    (value) => {
      expect(readLine(lineOf(['job', { value }]))).toMatchObject({ row: { value } })
    },
  )
})

describe('the lines of a backup', () => {
  const MEGABYTE = 1024 * 1024

  async function split(...chunks: (string | Buffer)[]): Promise<string[]> {
    const lines: string[] = []
    const source = async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk)
    }
    for await (const line of splitLines(source())) lines.push(line.toString())
    return lines
  }

  it.each([
    [[], []],
    [[''], []],
    [['a\n'], ['a\n']],
    [
      ['a\nb', 'c\n\nd'],
      ['a\n', 'bc\n', '\n', 'd'],
    ],
    [['a', '', 'b', '\n'], ['ab\n']],
    [
      ['a\n', 'b\n'],
      ['a\n', 'b\n'],
    ],
  ])('API-04 · are split after each line feed, whatever the pieces: %j', async (chunks, lines) => {
    expect(await split(...chunks)).toEqual(lines)
  })

  it('API-04 · are of 16 MB at most, each', async () => {
    const [most, half] = [Buffer.alloc(16 * MEGABYTE, 'x'), Buffer.alloc(9 * MEGABYTE, 'x')]
    most[most.length - 1] = 0x0a
    expect(await split(most, most)).toHaveLength(2)
    await expect(split('x', most)).rejects.toThrow('The backup is damaged: one of its lines is too long.')
    await expect(split(half, half)).rejects.toThrow('one of its lines is too long')
    expect(await split(half, '\n', half)).toHaveLength(2)
  })
})
