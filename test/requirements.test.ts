import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findContradictions, withTests } from '../scripts/requirements-document.ts'
import { readTestTitles, titlesIn } from '../scripts/test-titles.ts'

const ROOT = join(import.meta.dirname, '..')

describe('docs/requirements.md', () => {
  const document = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8')
  const titles = readTestTitles(ROOT)

  it('has a row for every id in the title of a test, and lists as open exactly the rows without a test', () => {
    expect(titles.length).toBeGreaterThan(1000)
    expect(findContradictions(document, titles)).toEqual([])
  })

  it('names the files that prove each row (npm run requirements writes them)', () => {
    expect(withTests(document, titles)).toBe(document)
  })
})

/** A document with one tested row and one open row. */
const DOCUMENT = `# Requirements

## RATE: arithmetic

### RATE-01 · Rate

1.95583.

Tests: \`src/convert.test.ts\`

## Open

### SPEED-01 · Streams

No limit.
`

const proof = (title: string, file = 'src/convert.test.ts') => ({ title, file })

describe('lines of test files', () => {
  it('are regenerated from the titles, and nothing else is changed', () => {
    expect(withTests(DOCUMENT, [proof('RATE-01 · twelve lev')])).toBe(DOCUMENT)
    expect(withTests(DOCUMENT, [])).toBe(DOCUMENT.replace(/Tests: .*\n\n/, ''))
  })

  it('have the files of one folder in braces, each once', () => {
    const titles = ['src/proof.test.ts', 'src/convert.test.ts', 'src/convert.test.ts', 'test/a.test.tsx'].map(
      (file) => proof('RATE-01 · exact', file),
    )
    expect(withTests(DOCUMENT, titles)).toContain(
      '\nTests: `src/{convert,proof}.test.ts`, `test/a.test.tsx`\n',
    )
  })
})

describe('a contradiction is found', () => {
  it.each([
    ['none', [proof('RATE-01 · exact'), proof('UTF-16 is read')], []],
    ['a row without a test', [], ['RATE-01 has no test, and is not listed as open.']],
    [
      'an id without a row, also as the second of a title',
      [proof('RATE-01 RATE-09 · exact')],
      ['RATE-09 has no row, but tests in src/convert.test.ts.'],
    ],
    [
      'an open row that has a test',
      [proof('RATE-01 · exact'), proof('SPEED-01 · streams')],
      ['SPEED-01 is listed as open, but has tests in src/convert.test.ts.'],
    ],
  ])('%s', (_what, titles, contradictions) => {
    expect(findContradictions(DOCUMENT, titles)).toEqual(contradictions)
  })

  it('two rows of one id', () => {
    const twice = `${DOCUMENT}\n### RATE-01 · Again\n`
    expect(findContradictions(twice, [proof('RATE-01 · exact')])).toContain('RATE-01 has two rows.')
  })
})

describe('titles', () => {
  it.each([
    [`it('A-01 · quoted', () => {})`, ['A-01 · quoted']],
    ['it(`A-01 · template of ${KINDS.length}`, () => {})', ['A-01 · template of ${KINDS.length}']],
    [`describe('A-01 · group', () => { test("it's inner", () => {}) })`, ['A-01 · group', "it's inner"]],
    [`it.each([['x', 1]])('A-01 · %s', () => {})`, ['A-01 · %s']],
    ['test.each`a|b`("A-01 · $a", () => {})', ['A-01 · $a']],
    [`describe.skipIf(win)('A-01 · elsewhere', () => {})`, ['A-01 · elsewhere']],
    [`it.concurrent.for(KINDS)('A-01 · %s', () => {})`, ['A-01 · %s']],
    [`it.skip('A-01 · skipped', () => {}); it.todo('A-02 · later')`, []],
    [`// it('A-01 · in a comment')\nexpect('A-01 · no call').toBe(test)`, []],
  ])('of %j', (source, titles) => {
    expect(titlesIn('sample.test.ts', source).map(({ title }) => title)).toEqual(titles)
  })
})
