import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { LEVRO, levro, scratchFolder } from '#test/levro-command.ts'
import { until } from '#test/until.ts'
import { zipRecords } from '#test/zip-records.ts'

const { folder } = scratchFolder()

const LIST = 'Име;Цена лв.\nХляб;1,69\nМляко;2,89\n'
const RETURNED = 'Име;Цена лв.;Цена евро\nХляб;1,69;0,86\nМляко;2,89;1,48\n'
const CONVERTED =
  'seq,name,bgn,eur,status,originalPrice,originalCurrency\n1,Хляб,1.69,0.86,valid,1.69,BGN\n2,Мляко,2.89,1.48,valid,2.89,BGN\n'
/** Prices that can be read in two ways. */
const ASKED = 'Име;Цена\nХляб;1.690\nМляко;2.890\n'
const PAIRS = 'Име;Цена лв.;Цена EUR\nХляб;1,96;1,01\nМляко;1,96;1,00\n'
const EXACT = 'Име;Цена лв.;Цена EUR\nХляб;1,96;1,00\n'

type Contents = Readonly<Record<string, string | Uint8Array>>

/** A folder of its own with these files. */
function folderOf(contents: Contents): string {
  const own = mkdtempSync(join(folder, 'of-'))
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(own, name)), { recursive: true })
    writeFileSync(join(own, name), content)
  }
  return own
}

/** The files in a folder, by path. */
function contentsOf(own: string): Record<string, string> {
  const names = globSync('**/*', { cwd: own, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(own.length + 1), readFileSync(path, 'utf8')]),
  )
}

const archive = (lists: Contents) =>
  zip(Object.entries(lists).map(([name, content]) => ({ name, content: Buffer.from(content) })))

const newFolder = () => join(mkdtempSync(join(folder, 'out-')), 'results')

describe('FILE-07 · several files at once', () => {
  test('a folder comes back in its layout, and what failed or asks leaves the others alone', async () => {
    const own = folderOf({
      'a.csv': LIST,
      'north/b.tsv': LIST.replaceAll(';', '\t'),
      'north/south/c.csv': ASKED,
      'd.csv': '',
      'picture.png': '\x89PNG',
      '.git/list.csv': LIST,
      '~$a.xlsx': 'x',
    })
    const out = newFolder()
    const { code, err } = await levro('apply', own, '--out-dir', out)
    expect(contentsOf(out)).toEqual({ 'a.csv': RETURNED, 'north/b.tsv': RETURNED.replaceAll(';', '\t') })
    expect([code, err.replaceAll(own, 'DIR').split('\n')]).toEqual([
      1,
      [
        "DIR/a.csv: Taken: prices of 'Цена лв.' (B), 2 in lev.",
        'DIR/d.csv: The file is empty (0 bytes) and has no rows: export or download it again.',
        "DIR/north/b.tsv: Taken: prices of 'Цена лв.' (B), 2 in lev.",
        "DIR/north/south/c.csv: '1.690' can be read with decimals or with thousands, and the file does not tell: say which with --ambiguous decimal or --ambiguous thousands.",
        '4 files: 2 done, 2 failed or with questions (--quiet shows only those).',
        '',
      ],
    ])
    const quiet = await levro('apply', own, '--out-dir', out, '--quiet')
    expect(quiet.err.split('\n').map((line) => /\w+\.csv/.exec(line)?.[0])).toEqual([
      'd.csv',
      'c.csv',
      undefined,
    ])
    expect((await levro('apply', join(own, 'north'), '--out-dir', out, '--ambiguous', 'decimal')).code).toBe(
      0,
    )
  })

  test('files are placed below the folder that they have in common', async () => {
    const own = folderOf({ 'x/a.csv': LIST, 'y/z/a.csv': LIST, 'y/b.csv': LIST })
    const out = newFolder()
    const { code } = await levro('convert', join(own, 'x/a.csv'), join(own, 'y'), '--out-dir', out)
    expect([code, contentsOf(out)]).toEqual([
      0,
      { 'x/a.csv': CONVERTED, 'y/b.csv': CONVERTED, 'y/z/a.csv': CONVERTED },
    ])
    // Given twice, it is read once.
    const again = newFolder()
    await levro('convert', join(own, 'y'), join(own, 'y/b.csv'), `${own}/x/../y`, '--out-dir', again)
    expect(Object.keys(contentsOf(again))).toEqual(['b.csv', 'z/a.csv'])
  })

  test('all questions of a file are asked at once', async () => {
    const own = folderOf({ 'a.csv': `${ASKED}Обща сума;9.580\n`, 'b.csv': ASKED })
    const { code, err } = await levro('convert', own, '--out-dir', newFolder(), '--quiet')
    expect(code).toBe(1)
    const lines = err.trimEnd().split('\n')
    expect(lines.map((line) => ['--ambiguous', '--totals'].map((option) => line.includes(option)))).toEqual([
      [true, true],
      [true, false],
    ])
  })

  test('names of results follow their form, and no result takes the place of another', async () => {
    const workbook = '<table><tr><td>Име<td>Цена лв.<tr><td>Хляб<td>1,69</table>'
    const own = folderOf({
      'old.xls': workbook,
      'both.xls': workbook,
      'both.html': workbook,
      'both.xlsx': LIST,
      'text.xls': LIST,
    })
    const out = newFolder()
    const { code } = await levro('apply', own, '--out-dir', out)
    expect([code, readdirSync(out).sort()]).toEqual([
      0,
      ['both.csv', 'both.html.xlsx', 'both.xls.xlsx', 'old.xlsx', 'text.csv'],
    ])
  })

  test('a price list that is read is never overwritten, by whatever name', async () => {
    const own = folderOf({ 'a.csv': LIST, 'b.csv': LIST, 'other/b.csv': LIST })
    const { code, err } = await levro('apply', join(own, 'a.csv'), '--out-dir', own)
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        `${own}/a.csv: the result cannot be written there: it is a price list that is read.\n`,
      ),
    ])
    const out = newFolder()
    mkdirSync(out)
    symlinkSync(join(own, 'a.csv'), join(out, 'a.csv'))
    linkSync(join(own, 'a.csv'), join(out, 'b.csv'))
    expect((await levro('convert', join(own, 'a.csv'), join(own, 'b.csv'), '--out-dir', out)).code).toBe(1)
    expect(contentsOf(own)).toEqual({ 'a.csv': LIST, 'b.csv': LIST, 'other/b.csv': LIST })
    // Of two names that are one file, the second result is refused.
    const shared = newFolder()
    mkdirSync(shared)
    symlinkSync('a.csv', join(shared, 'b.csv'))
    const both = await levro('convert', join(own, 'a.csv'), join(own, 'b.csv'), '--out-dir', shared)
    expect([both.code, both.err]).toEqual([1, expect.stringContaining('it is the result of another file')])
  })

  test('results within the folder that is read are not read', async () => {
    const own = folderOf({ 'a.csv': LIST })
    const out = join(own, 'results')
    for (const _ of [1, 2]) expect((await levro('apply', own, '--out-dir', out)).code).toBe(0)
    expect(contentsOf(own)).toEqual({ 'a.csv': LIST, 'results/a.csv': RETURNED })
  })

  test('inspect prints one line a file', async () => {
    const own = folderOf({ 'a.csv': LIST, 'b.zip': archive({ 'x.csv': LIST, 'y.csv': LIST }) })
    const { code, out } = await levro('inspect', own)
    const lines = out.trimEnd().split('\n')
    expect([code, lines.map((line) => JSON.parse(line))]).toEqual([
      0,
      ['a.csv', 'b.zip/x.csv', 'b.zip/y.csv'].map((name) =>
        expect.objectContaining({
          file: join(own, name),
          rows: { total: 2, valid: 2, invalid: 0, empty: 0 },
        }),
      ),
    ])
  })

  test('check prints one line a file, and whole reports to a folder', async () => {
    const own = folderOf({ 'exact.csv': EXACT, 'off.csv': PAIRS, 'none.csv': LIST })
    const { code, out, err } = await levro('check', own)
    expect(code).toBe(1)
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { file: join(own, 'exact.csv'), summary: { checked: 1, off: 0 } },
      { file: join(own, 'off.csv'), summary: { checked: 2, off: 1 } },
    ])
    expect(err).toContain(`${own}/off.csv: 2 pairs, 1 not exact.\n`)
    expect(err).toContain('3 files: 1 done, 1 with pairs that are not exact, 1 failed or with questions')
    const reports = newFolder()
    await levro('check', own, '--out-dir', reports)
    expect(readdirSync(reports).sort()).toEqual(['exact.csv.json', 'off.csv.json'])
    const report = JSON.parse(readFileSync(join(reports, 'off.csv.json'), 'utf8'))
    expect(report.mismatches).toHaveLength(1)
    expect((await levro('check', join(own, 'exact.csv'), join(own, 'exact.csv'), own, '-q')).code).toBe(1)
  })

  test.each([
    [['convert', 'a.csv', 'b.csv'], 'convert needs --out-dir DIR for several files'],
    [['apply', 'a.csv', 'b.csv', '--out', 'c.csv'], '--out is for one file: several need --out-dir DIR.'],
    [['inspect', folder, '--out', 'c.json'], '--out is for one file: several need --out-dir DIR.'],
  ])('%j is wrong usage', async (args, words) => {
    expect(await levro(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) })
  })

  test('a missing file, a link to a folder and a folder that is a file are said', async () => {
    const own = folderOf({ 'a.csv': LIST, 'sub/b.csv': LIST })
    symlinkSync('sub', join(own, 'link'))
    const { code, err } = await levro(
      'convert',
      own,
      join(own, 'no.csv'),
      '--out-dir',
      join(own, 'a.csv'),
      '-q',
    )
    expect([code, err.replaceAll(own, 'DIR').split('\n')]).toEqual([
      1,
      [
        'DIR/a.csv: DIR/a.csv/a.csv: the result cannot be written there: there is a file in the place of its folder.',
        'DIR/link: this link leads to a folder, which is read when it is given itself.',
        'DIR/sub/b.csv: DIR/a.csv/sub/b.csv: the result cannot be written there: there is a file in the place of its folder.',
        'DIR/no.csv: DIR/a.csv/no.csv: the result cannot be written there: there is a file in the place of its folder.',
        '',
      ],
    ])
    expect((await levro('convert', own, join(own, 'no.csv'), '--out-dir', newFolder(), '-q')).err).toContain(
      `${own}/no.csv: there is no such file.\n`,
    )
  })
})

describe('FILE-07 · an archive of several lists', () => {
  const LISTS = {
    'readme.pdf': '%PDF-1.7\n',
    'a.csv': LIST,
    'север/b.csv': LIST.replace('Хляб', 'Сол'),
    'foto.jpg': 'JFIF',
  }

  test('apply gives it back with all of its lists, and everything else byte for byte', async () => {
    const own = folderOf({ 'lists.zip': archive(LISTS) })
    const out = join(own, 'out.zip')
    const { code, err } = await levro('apply', join(own, 'lists.zip'), '--out', out)
    const given = zipRecords(readFileSync(join(own, 'lists.zip')))
    const returned = zipRecords(readFileSync(out))
    expect([code, returned.map(({ name, content }) => [name, content.toString()])]).toEqual([
      0,
      Object.entries({ ...LISTS, 'a.csv': RETURNED, 'север/b.csv': RETURNED.replace('Хляб', 'Сол') }),
    ])
    for (const i of [0, 3]) expect(returned[i]).toEqual(given[i])
    expect(spawnSync('python3', ['-m', 'zipfile', '-t', out]).stdout.toString()).toBe('Done testing\n')
    expect(err).toContain(`${own}/lists.zip/север/b.csv: Taken: prices of 'Цена лв.' (B), 2 in lev.\n`)
    expect(err).toContain('Note: no price lists, and left as they are: readme.pdf.\n')
    // One of them alone, as before.
    await levro('apply', join(own, 'lists.zip'), '--sheet', 'a.csv', '--out', out)
    expect(zipRecords(readFileSync(out)).map(({ content }) => content.toString())).toEqual(
      Object.values({ ...LISTS, 'a.csv': RETURNED }),
    )
  })

  test('a list that asks, or is damaged, is left as it is, and that is said', async () => {
    const own = folderOf({
      'lists.zip': zip([
        { name: 'a.csv', content: Buffer.from(ASKED) },
        { name: 'b.csv', content: Buffer.from(LIST) },
        { name: 'c.csv', content: Buffer.from(LIST), declared: { crc: 1 } },
        { name: 'd.csv', content: Buffer.from(LIST) },
        { name: 'd.csv', content: Buffer.from(EXACT) },
      ]),
      'asked.zip': archive({ 'a.csv': ASKED, 'b.csv': ASKED }),
    })
    const out = newFolder()
    const { code, err } = await levro('apply', own, '--out-dir', out)
    expect([code, readdirSync(out)]).toEqual([1, ['lists.zip']])
    const returned = zipRecords(readFileSync(join(out, 'lists.zip')))
    expect(returned.map(({ content }) => content.toString())).toEqual([ASKED, RETURNED, LIST, LIST, EXACT])
    for (const said of [
      "/lists.zip/a.csv: '1.690' can be read",
      '/lists.zip/c.csv: The file is damaged and cannot be read.\n',
      '/lists.zip/d.csv: The archive has more than one file that is called d.csv: rename one of them.\n',
      '/lists.zip: 1 of 5 lists in the archive converted; the others are in it as they were.\n',
      '/asked.zip: None of the lists in the archive could be converted.\n',
      '2 files: 0 done, 1 in part, 1 failed or with questions',
    ])
      expect(err).toContain(said)
  })

  test.each(['convert', 'check'])('%s asks which list is meant', async (command) => {
    const own = folderOf({ 'lists.zip': archive(LISTS) })
    expect(await levro(command, join(own, 'lists.zip'))).toEqual({
      code: 1,
      out: '',
      err: "The archive has several lists: say which with --sheet, of files 'a.csv', 'север/b.csv', or have all of them read with --out-dir.\n",
    })
  })

  test('convert writes the rows of each of its lists', async () => {
    const own = folderOf({ 'lists.zip': archive(LISTS), 'one.zip': archive({ 'a.csv': LIST }) })
    const out = newFolder()
    expect((await levro('convert', own, '--out-dir', out)).code).toBe(0)
    expect(contentsOf(out)).toEqual({
      'lists.zip/a.csv': CONVERTED,
      'lists.zip/север/b.csv': CONVERTED.replace('Хляб', 'Сол'),
      'one.zip.csv': CONVERTED,
    })
  })

  test('no name in an archive leads out of the folder of results', async () => {
    const own = folderOf({
      'lists.zip': archive({ 'x/../../../escaped.csv': LIST, '/absolute.csv': LIST, 'a\0.csv': LIST }),
    })
    const out = newFolder()
    const { code, err } = await levro('convert', own, '--out-dir', out)
    expect(code).toBe(1)
    expect(contentsOf(out)).toEqual({ 'lists.zip/absolute.csv': CONVERTED })
    expect(existsSync(join(out, '../escaped.csv'))).toBe(false)
    expect(err).toContain('no file can have this name.\n')
    expect(err).toContain(
      "Note: not read, and left as they are: x/../../../escaped.csv (a path with '..' may lead out of the archive).\n",
    )
  })
})

describe('FILE-07 · a process that reads many files', () => {
  const rows = (count: number) => `Име;Цена, лв.\n${'Хляб;1,95\n'.repeat(count)}`

  test('1,000 files, in memory that does not grow with them', () => {
    const own = folderOf(
      Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i % 10}/${i}.csv`, rows(600)])),
    )
    // The rows of all of them take more.
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--max-old-space-size=48', LEVRO, 'inspect', own],
      { maxBuffer: 10 * 1024 * 1024 },
    )
    expect([status, stderr.toString().split('\n').at(-2)]).toEqual([0, '1000 files: 1000 done.'])
    expect(stdout.toString().trimEnd().split('\n')).toHaveLength(1000)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves whole results, and no part of one', async (signal) => {
    const own = folderOf({ 'a.csv': LIST, 'b.csv': rows(400_000), 'c.csv': LIST })
    const out = newFolder()
    const child = spawn(process.execPath, [LEVRO, 'apply', '--quiet', own, '--out-dir', out])
    await until(() => expect(existsSync(out) && readdirSync(out)).toHaveLength(2))
    child.kill(signal)
    const ended = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
    expect([ended, contentsOf(out)]).toEqual([signal, { 'a.csv': RETURNED }])
  })
})
