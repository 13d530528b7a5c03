import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { levro, scratchFolder } from '#test/levro-command.ts'

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
    expect(await levro('convert', LIST, '--out', folder)).toMatchObject({ code: 1, out: '' })
    expect(readdirSync(folder)).toEqual(before)
  })
})

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
    const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
    Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
    try {
      const { err } = await levro('convert', path)
      const [clear, taken] = ['\r\u001b[K', err.indexOf('Taken:')]
      expect(err.slice(0, taken)).toMatch(/^\r +\d+ %/)
      expect(err.slice(0, taken).endsWith(clear)).toBe(true)
      // Of two and of all three pieces.
      expect(err.slice(taken)).toMatch(/\r 50 %\r100 %\r100 %/)
      expect(err.endsWith(clear)).toBe(true)
      const failed = await levro('convert', path, '--price', 'Сума')
      expect(failed.err).toContain(`${clear}--price: the file has no column 'Сума'.`)
    } finally {
      if (before) Object.defineProperty(process.stderr, 'isTTY', before)
      else Reflect.deleteProperty(process.stderr, 'isTTY')
    }
  })
})
