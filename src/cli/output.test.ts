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
