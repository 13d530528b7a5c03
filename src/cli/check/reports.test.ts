import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LEVRO, levro, scratchFolder } from '#test/levro-command.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { xmlElements } from '#test/xml-elements.ts'

const { folder, file } = scratchFolder()

// 19.56 / 1.95583 = 10.0008…; 10.01 × 1.95583 = 19.5778…; 1.96 / 1.95583 = 1.0021…
const RIGHT = file('right.csv', 'Име;Цена лв.;Цена €\nХляб;1,96;1,00\n')
/** The name in row 2 has two lines, so that row 3 is line 4. */
const WRONG = file(
  'wrong, 5%.csv',
  'Име;Цена лв.;Цена €\n"Хляб\nбял";1,96;1,00\nМляко, 3:1;19,56;10,01\nСол;0,79;\n',
)

const TITLE = '19.56 BGN and 10.01 EUR are not exact to the cent'
const TEXT =
  "Мляко, 3:1: row 3 has 19.56 BGN in 'Цена лв.' (B) and 10.01 EUR in 'Цена €' (C). At 1 EUR = 1.95583 BGN, 19.56 BGN is 10.00 EUR, and 10.01 EUR is 19.58 BGN."

const check = (...args: string[]) => levro('check', ...args)

describe('OPEN-06 · levro check --format github', () => {
  test('OPEN-06 · a name of a file that is a command of the runner is none in what is written', async () => {
    const names = ['##[stop-commands]t.csv', '::stop-commands::t.csv']
    for (const name of names) file(name, 'Име;Цена лв.;Цена €\nХляб;1,96;1,01\n')
    const { stderr, status } = spawnSync(process.execPath, [LEVRO, 'check', ...names, '--format', 'github'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('stop-commands')
    expect(stderr).not.toContain('##[')
    expect(stderr).not.toMatch(/^\s*::/m)
  })

  test('OPEN-06 · shows each pair that is off at its line and column, escaped as the runner reads it', async () => {
    const { code, out } = await check(WRONG, '--format', 'github')
    const path = WRONG.replace('%', '%25').replace(',', '%2C')
    const source = WRONG.replace('%', '%25')
    expect({ code, out: out.split('\n') }).toEqual({
      code: 1,
      out: [
        `::error file=${path},line=4,col=18,title=${TITLE}::${source}: ${TEXT}`,
        `::warning file=${path},title=Pairs without two prices::${source}: 1 pair could not be checked (row 4).`,
        '1 file: 2 pairs, 1 not exact.',
        '',
      ],
    })
  })

  test('OPEN-06 · exits with 0 and no command when every pair is exact', async () => {
    expect(await check(RIGHT, '--format=github')).toEqual({
      code: 0,
      out: '1 file: 1 pair, 0 not exact.\n',
      err: '',
    })
  })

  test('OPEN-06 · says how many annotations GitHub shows, and names files that cannot be checked first', async () => {
    const rows = Array.from({ length: 11 }, (_, i) => `Стока ${i};1,96;1,01\n`).join('')
    const many = file('many.csv', `Име;Цена лв.;Цена €\n${rows}`)
    const none = join(folder, 'none.csv')
    const { code, out } = await check(many, none, '--format', 'github')
    const lines = out.trim().split('\n')
    expect({ code, first: lines[0], count: lines.length, last: lines.at(-1) }).toEqual({
      code: 1,
      first: `::error file=${none},title=The price list was not checked::${none}: ${none}: there is no such file.`,
      count: 13,
      last: '1 file: 11 pairs, 11 not exact. 1 file could not be checked. GitHub shows 10 errors of a step as annotations; all that are listed are in its log.',
    })
  })

  test('OPEN-06 · of a long file lists 5000 pairs, at their lines, and counts the others', async () => {
    // Read as a stream: above 256 KB. Each row has two lines, and its prices are in the second.
    const rows = Array.from({ length: 6000 }, (_, i) => `"Стока ${i}\n${'x'.repeat(60)}";1,96;1,01\n`).join(
      '',
    )
    const long = file('long.csv', `Име;Цена лв.;Цена €\n${rows}`)
    const { code, out } = await check(long, '--format', 'github')
    const lines = out.trim().split('\n')
    expect({ code, count: lines.length, last: lines.at(-1) }).toEqual({
      code: 1,
      count: 5002,
      last: '1 file: 6000 pairs, 6000 not exact. GitHub shows 10 errors of a step as annotations; all that are listed are in its log.',
    })
    // 60 letters, the quote, a semicolon and '1,96;' come before the price.
    expect(lines[0]).toContain(',line=3,col=68,')
    expect(lines[4999]).toContain(',line=10001,col=68,')
    expect(lines[5000]).toContain('1000 further pairs are not exact, and not listed here.')
  })

  test('OPEN-06 · names the sheet and the cell of a workbook, and no line', async () => {
    const book = file(
      'book.xlsx',
      workbook({
        Цени: [
          ['Име', 'Цена BGN', 'Цена EUR'],
          ['Мляко', 19.56, 10.01],
        ],
      }),
    )
    const { out } = await check(book, '--format', 'github')
    expect(out.split('\n')[0]).toMatch(`::error file=${book},title=Цени!C2%3A ${TITLE}::`)
  })

  test('OPEN-06 · points at the price that is wrong by the direction', async () => {
    const { out } = await check(WRONG, '--format', 'github', '--direction', 'eur-bgn')
    expect(out).toContain(',line=4,col=12,')
  })
})

describe('OPEN-06 · levro check --format junit', () => {
  test('OPEN-06 · has a suite for each file, and a test case for each pair that is off', async () => {
    const { code, out } = await check(RIGHT, WRONG, join(folder, 'none.csv'), '--format', 'junit')
    expect(code).toBe(1)
    const { root, all } = xmlElements(out)
    expect(root).toEqual({
      name: 'testsuites',
      attributes: { name: 'levro check', tests: '5', failures: '1', errors: '1', skipped: '1' },
      text: '',
    })
    const suites = all('testsuite').map(({ attributes: { name, tests } }) => [name, tests])
    expect(suites).toEqual([
      [join(folder, 'none.csv'), '1'],
      [RIGHT, '1'],
      [WRONG, '3'],
    ])
    expect(all('testcase').map(({ attributes }) => attributes['name'])).toEqual([
      'the list can be checked',
      '1 of 1 pair exact',
      '1 of 2 pairs exact',
      `C3: ${TITLE}`,
      'every pair has two prices',
    ])
    expect(all('testcase')[3]?.attributes).toMatchObject({ classname: WRONG, file: WRONG, line: '4' })
    expect(all('failure')).toEqual([
      { name: 'failure', attributes: { message: TITLE, type: 'pair-not-exact' }, text: TEXT },
    ])
    expect(all('skipped')[0]?.attributes['message']).toBe('1 pair could not be checked (row 4).')
    expect(all('error')[0]?.attributes['type']).toBe('not-checked')
  })

  test('OPEN-06 · stays well-formed whatever the names are', async () => {
    const list = file('odd.csv', 'Име;Цена лв.;Цена €\n<b>"&"\u0001]]></b>;1,96;1,01\n')
    const { out } = await check(list, '--format', 'junit')
    // oxlint-disable-next-line no-control-regex -- what XML does not allow
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
    expect(xmlElements(out).all('failure')[0]?.text).toMatch(/^<b>"&".*\]\]><\/b>: row 2 has/)
  })
})

type SarifLog = {
  version: string
  runs: {
    tool: { driver: { name: string; rules: { id: string }[] } }
    invocations: { executionSuccessful: boolean }[]
    columnKind: string
    results: {
      ruleId: string
      ruleIndex: number
      level: string
      message: { text: string }
      locations: {
        physicalLocation?: { artifactLocation: { uri: string; uriBaseId?: string }; region?: object }
        logicalLocations: { fullyQualifiedName: string }[]
      }[]
    }[]
  }[]
}

describe('OPEN-06 · levro check --format sarif', () => {
  const sarif = async (...args: string[]) => {
    const { code, out } = await check(...args, '--format', 'sarif')
    const { version, runs } = JSON.parse(out) as SarifLog
    expect({ version, runs: runs.length }).toEqual({ version: '2.1.0', runs: 1 })
    return { code, ...runs[0]! }
  }

  test('OPEN-06 · has a result with region and rule for each pair that is off', async () => {
    const { code, tool, invocations, columnKind, results } = await sarif(WRONG)
    expect({ code, invocations, columnKind }).toEqual({
      code: 1,
      invocations: [{ executionSuccessful: true }],
      columnKind: 'utf16CodeUnits',
    })
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['pair-not-exact', 'error'],
      ['pair-not-checked', 'note'],
    ])
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
    expect(results[0]?.message.text).toBe(`${WRONG}: ${TEXT}`)
    expect(results[0]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: pathToFileURL(WRONG).href },
          region: { startLine: 4, startColumn: 18 },
        },
        logicalLocations: [{ name: 'C3', fullyQualifiedName: `${WRONG}/C3` }],
      },
    ])
  })

  test('OPEN-06 · has paths from the folder it was called in, and says which files could not be checked', () => {
    const args = [LEVRO, 'check', './wrong, 5%.csv', 'none.csv', '--format', 'sarif']
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const [{ results, invocations } = expect.fail('no run')] = (JSON.parse(stdout) as SarifLog).runs
    expect({ status, invocations }).toMatchObject({
      status: 1,
      invocations: [{ executionSuccessful: false }],
    })
    expect(results[0]?.locations[0]?.physicalLocation?.artifactLocation).toEqual({
      uri: 'wrong%2C%205%25.csv',
      uriBaseId: '%SRCROOT%',
    })
  })

  test('OPEN-06 · of an archive names the list in it', async () => {
    const content = readFileSync(WRONG)
    const lists = file(
      'lists.zip',
      zip([
        { name: 'a/b.csv', content },
        { name: 'c.csv', content },
      ]),
    )
    const { results } = await sarif(lists, RIGHT)
    const located = results
      .filter(({ ruleId }) => ruleId === 'pair-not-exact')
      .map(({ locations: [location] }) => [
        location?.logicalLocations[0]?.fullyQualifiedName,
        location?.physicalLocation?.region,
      ])
    expect(located).toEqual([
      [`${lists}/a/b.csv/C3`, undefined],
      [`${lists}/c.csv/C3`, undefined],
    ])
  })
})

describe('OPEN-04 · options of levro check --format', () => {
  test('OPEN-04 · --out takes the report on all files, and never replaces one of them', async () => {
    const out = join(folder, 'report.xml')
    expect(await check(WRONG, RIGHT, '--format', 'junit', '--out', out, '-q')).toMatchObject({
      code: 1,
      out: '',
    })
    expect(readFileSync(out, 'utf8')).toContain('<testsuites name="levro check" tests="4"')
    const before = readFileSync(RIGHT)
    expect((await check(WRONG, RIGHT, '--format', 'junit', '--out', RIGHT)).code).toBe(2)
    expect(readFileSync(RIGHT)).toEqual(before)
  })

  test('OPEN-04 · an unknown format and --out-dir are wrong usage', async () => {
    expect((await check(WRONG, '--format', 'xml')).code).toBe(2)
    expect((await check(WRONG, RIGHT, '--format', 'sarif', '--out-dir', folder)).code).toBe(2)
  })
})
