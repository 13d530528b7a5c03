import { execFile, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '#test/until.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'

const ROOT = join(import.meta.dirname, '..')
/** Files and folders that `npm run levro` needs. */
const COPIED = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts', 'src']

describe('npm run levro', { timeout: 180_000 }, () => {
  let copy: string
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'levro-bundle-'))
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    writeFileSync(join(copy, 'list.csv'), 'Име;Цена\nХляб;1,20\nСол;0,80\n')
    writeFileSync(join(copy, 'list.json'), '[{"name":"Хляб","price":"1.20"}]')
    const sheets = {
      List: [
        ['Име', 'Цена'],
        ['Хляб', 1.2],
        ['Сол', 0.8],
      ],
    }
    for (const type of ['xlsx', 'xls'] as const)
      writeFileSync(join(copy, `list.${type}`), workbook(sheets, type === 'xls' ? 'biff8' : type))
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  const run = (script: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd: copy,
      encoding: 'utf8',
      timeout: 30_000,
    })
    return { status, stdout, stderr }
  }
  const levro = (...args: string[]) => run('scripts/levro.js', ...args)
  const bundled = (): string =>
    (JSON.parse(readFileSync(join(copy, 'build/cli/bundle.json'), 'utf8')) as { main: string }).main

  it('prints the same as the sources, also with dynamic imports', () => {
    for (const args of [
      ['convert', 'list.csv'],
      ['convert', 'list.json', '--json'],
      ['inspect', 'list.csv'],
      ['apply', 'list.csv', '--out', '-'],
      ['apply', 'list.xlsx', '--out', '-'],
      ['convert', 'list.xls'],
      ['check', 'list.csv'],
      ['convert', 'none.csv'],
      ['--help'],
      ['admin'],
    ]) {
      const expected = run('src/cli/main.ts', ...args)
      expect(levro(...args), args.join(' ')).toEqual(expected)
      expect(expected.stdout + expected.stderr).not.toBe('')
    }
  })

  it('is bundled once, and again after a source change', () => {
    levro('--help')
    const before = bundled()
    expect(levro('--help').stdout).toContain('inspect')
    expect(bundled()).toBe(before)
    const usage = join(copy, 'src/cli/help/usage.ts')
    writeFileSync(usage, readFileSync(usage, 'utf8').replaceAll('inspect', 'look-at'))
    expect(levro('--help').stdout).toContain('look-at')
    expect(bundled()).not.toBe(before)
  })

  it('concurrent runs each build and run a bundle', async () => {
    rmSync(join(copy, 'build'), { recursive: true, force: true })
    const args = ['scripts/levro.js', 'convert', 'list.csv']
    const start = () => promisify(execFile)(process.execPath, args, { cwd: copy })
    const outputs = await Promise.all([start(), start(), start(), start()])
    for (const { stdout } of outputs) expect(stdout).toContain('Хляб,1.20,0.61')
    // A later run may have used the bundle of an earlier one.
    expect(existsSync(join(copy, bundled()))).toBe(true)
  })

  it('is bundled again when a bundle file or its record is damaged', () => {
    levro('--help')
    for (const damage of [
      () => truncateSync(join(copy, bundled())),
      () => rmSync(join(copy, bundled(), '../assets'), { recursive: true }),
      () => writeFileSync(join(copy, 'build/cli/bundle.json'), ''),
      ...['{}', '{"files":[],"main":"none.js"}', '{"files":[1],"main":1}', '[]', 'null'].map(
        (record) => () => writeFileSync(join(copy, 'build/cli/bundle.json'), record),
      ),
    ]) {
      const before = bundled()
      damage()
      expect(levro('convert', 'list.csv').stdout).toContain('Хляб,1.20,0.61')
      expect(bundled()).not.toBe(before)
    }
  })

  it('runs the sources when bundling fails, and leaves no files', () => {
    rmSync(join(copy, 'build'), { recursive: true, force: true })
    writeFileSync(join(copy, 'build'), '')
    expect(levro('convert', 'list.csv')).toMatchObject({ status: 0 })
    rmSync(join(copy, 'build'))
    const failure = join(copy, 'src/cli/error.ts')
    const text = readFileSync(failure, 'utf8')
    writeFileSync(failure, `${text}const = 1`)
    expect(levro('convert', 'list.csv')).toMatchObject({ status: 1 })
    expect(readdirSync(join(copy, 'build/cli'))).toEqual([])
    writeFileSync(failure, text)
  })

  it.each([
    ['SIGTERM', 'the script', '1.0.0', [process.execPath, 'scripts/levro.js'], 128 + 15],
    ['SIGINT', 'the script', '1.0.0', [process.execPath, 'scripts/levro.js'], 128 + 2],
    ['SIGKILL', 'npm', '1.0.0', ['npm', 'run', '-s', 'levro', '--'], 'SIGKILL'],
    ['SIGKILL', 'npm', process.versions.node, ['npm', 'run', '-s', 'levro', '--'], 'SIGKILL'],
  ] as const)(
    'CONV-08 · %s of %s ends the command too, where package.json names Node %s',
    async (signal, _what, version, [command, ...args], expected) => {
      const manifest = join(copy, 'package.json')
      const text = readFileSync(manifest, 'utf8')
      writeFileSync(manifest, text.replace(/"node": "[\d.]+"/, `"node": "${version}"`))
      const temporary = mkdtempSync(join(copy, 'temporary-'))
      const input = join(temporary, '../input')
      spawnSync('mkfifo', [input])
      // The command waits for its input, which does not end while this is open.
      const writer = openSync(input, 'r+')
      const reader = openSync(input, 'r')
      const child = spawn(command, [...args, 'convert', '-'], {
        cwd: copy,
        env: { ...process.env, TMPDIR: temporary },
        stdio: [reader, 'ignore', 'ignore'],
      })
      const ended = new Promise((resolve) => child.once('exit', (code, by) => resolve(by ?? code)))
      try {
        await until(() => expect(readdirSync(temporary, { recursive: true })).toHaveLength(2), 30_000)
        child.kill(signal)
        expect(await ended).toBe(expected)
        await until(() => expect(readdirSync(temporary)).toEqual([]))
      } finally {
        for (const one of [reader, writer]) closeSync(one)
        rmSync(input)
        writeFileSync(manifest, text)
      }
    },
  )

  it('runs on the installed Node, also when package.json names another version', () => {
    const manifest = join(copy, 'package.json')
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.replace(/"node": "[\d.]+"/, '"node": "1.0.0"'))
    expect(levro('convert', 'list.csv').stdout).toContain('Хляб,1.20,0.61')
    writeFileSync(manifest, text)
  })
})
