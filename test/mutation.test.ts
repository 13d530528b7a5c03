import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, describe, it, onTestFinished } from 'vitest'
import { EQUIVALENT_MUTANTS, staleEquivalents } from '../scripts/mutation/equivalent-mutants.ts'
import { findMutants } from '../scripts/mutation/mutants.ts'
import { sample } from '../scripts/mutation/sample.ts'
import { ACTIVE_MUTANT, withSwitches } from '../scripts/mutation/switches.ts'
import { nearTests } from '../scripts/near-tests.ts'
import { accountForSkips } from '../scripts/vitest.js'

const ROOT = join(import.meta.dirname, '..')

const changesIn = (source: string): string[] =>
  findMutants('sample.ts', source).map(({ before, after }) => `${before} → ${after}`)

describe('mutants', () => {
  it.each([
    ['a < b', ['a < b → a <= b', 'a < b → a >= b']],
    ['total + 2n', ['total + 2n → total - 2n', '2n → 3n']],
    ['`${a}` + b', ['`${a}` → ``']],
    ['a && !b', ['a && !b → (a) || (!b)', '!b → b']],
    ['a ?? b', ['a ?? b → a']],
    ['const x = rows.filter(isPrice)', ['rows.filter(isPrice) → rows']],
    ['await save(x)', ['await save(x) → ']],
    ['const x = [a, b]', ['[a, b] → [b]', '[a, b] → [a]']],
    [
      'const x = /^\\d+$/',
      ['/^\\d+$/ → /\\d+$/', '/^\\d+$/ → /^\\d+/', '/^\\d+$/ → /^\\d*$/', '/^\\d+$/ → /^\\D+$/'],
    ],
    ['const x = c ? 1 : a', ['c → true', 'c → false', '1 → 2']],
    [`unsupported('sheet 1')`, [`unsupported('sheet 1') → `]],
  ])('of %s', (source, changes) => {
    expect(changesIn(source).toSorted()).toEqual(changes.toSorted())
  })

  it.each([
    `import { a } from './a.ts'`,
    `type T = 'a' | 'b'`,
    `const x = f as Record<'a', 1>`,
    `log.info('started')`,
    `throw new Error('no such file')`,
    `const x = { a: b }`,
  ])('are none in what does not run or is only for developers: %s', (source) => {
    expect(changesIn(source)).toEqual([])
  })

  it('are behind switches, of which the environment sets one', () => {
    const source = `globalThis.result = [1 < 1, 'a'.concat('b'), [2].filter((n) => n > 1 && n < 3).length]`
    const mutants = new Map(findMutants('sample.ts', source).entries())
    // oxlint-disable-next-line typescript/no-implied-eval -- the generated source is what is tested
    const run = new Function(withSwitches(source, mutants).replace(/: number|: boolean| as any/g, ''))
    const resultWith = (active: string) => {
      process.env[ACTIVE_MUTANT] = active
      run()
      return (globalThis as unknown as { result: unknown }).result
    }
    onTestFinished(() => {
      delete process.env[ACTIVE_MUTANT]
    })
    const numberOf = (before: string, after: string) =>
      String([...mutants].find(([, mutant]) => mutant.before === before && mutant.after === after)?.[0])
    expect(resultWith('none')).toEqual([false, 'ab', 1])
    expect(resultWith(numberOf('1 < 1', '1 <= 1'))).toEqual([true, 'ab', 1])
    expect(resultWith(numberOf(`'b'`, `''`))).toEqual([false, 'a', 1])
    expect(resultWith(numberOf('n < 3', 'n >= 3'))).toEqual([false, 'ab', 0])
  })

  it('continue no line above that has no semicolon', () => {
    const source =
      'const f = (n) => n\nconst before = f\nf(1).toFixed().trim()\nif (before) f(2).toFixed().trim()'
    const mutants = new Map(findMutants('sample.ts', source).entries())
    expect(withSwitches(source, mutants)).toMatch(/before = f\n(?:;|\{)/)
    // oxlint-disable-next-line typescript/no-implied-eval -- the generated source is what is tested
    new Function(withSwitches(source, mutants).replace(/: number|: boolean| as any/g, ''))()
  })

  it('that are listed as equivalent are in the sources, in as many places as listed', () => {
    const files = [...new Set(EQUIVALENT_MUTANTS.map(({ file }) => file))]
    const mutants = files.flatMap((file) => findMutants(file, readFileSync(join(ROOT, file), 'utf8')))
    expect(staleEquivalents(mutants)).toEqual([])
  })

  it('are drawn alike for a seed, without repetition, in their order', () => {
    const items = Array.from({ length: 1000 }, (_, n) => n)
    const drawn = sample(items, 200, 7)
    expect(drawn).toEqual(sample(items, 200, 7))
    expect(drawn).not.toEqual(sample(items, 200, 8))
    expect(new Set(drawn).size).toBe(200)
    expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
    expect(sample(items, 2000, 1)).toEqual(items)
  })
})

describe('near tests', () => {
  const filesNear = (...paths: string[]) => nearTests(ROOT, paths).map(({ file }) => file)

  it('are those that import a file or lie in its folder, the nearest first', () => {
    const files = filesNear('src/money/convert.ts')
    expect(files.slice(0, 10)).toContain('src/money/convert.test.ts')
    expect(files.length).toBeLessThan(20)
  })

  it('of a part of the server are also those of the running server about it', () => {
    expect(filesNear('src/server/payments/reconcile.ts')).toContain(
      'test/server/purchases-reconciliation.test.ts',
    )
    expect(filesNear('src/server/cleanup.ts')).toContain('test/server/purchases-retention.test.ts')
  })

  it('of a test file is itself first; none is in a browser or takes minutes', () => {
    expect(filesNear('src/money/convert.test.ts')[0]).toBe('src/money/convert.test.ts')
    const all = filesNear('src', 'test')
    expect(all.length).toBeGreaterThan(250)
    expect(all.filter((file) => file.startsWith('test/e2e/') || file.includes('endurance'))).toEqual([])
  })

  it('of a path that does not exist are an error', () => {
    expect(() => filesNear('src/nowhere')).toThrow('src/nowhere does not exist.')
  })
})

describe('skipped tests', () => {
  const known = [{ file: 'a.test.ts', title: 'real lists', reason: 'They are not there.' }]

  it('are listed with their reason and number', () => {
    const skipped = ['one', 'two'].map((name) => ({ file: 'a.test.ts', title: `real lists > ${name}` }))
    expect(accountForSkips(skipped, known)).toEqual({
      lines: ['Skipped: a.test.ts: real lists. They are not there. (2 tests)'],
      unknown: 0,
    })
  })

  it('are listed only for tests that exist', () => {
    const listed = JSON.parse(readFileSync(join(ROOT, 'test', 'known-skips.json'), 'utf8')) as typeof known
    for (const { file, title } of listed) {
      // A title may have the requirement in front, or be that of a group.
      const part = title.split(' > ').at(-1) ?? title
      expect(readFileSync(join(ROOT, file), 'utf8'), file).toContain(part.trim())
    }
  })

  it('are an error where no reason is listed', () => {
    const skipped = [{ file: 'b.test.ts', title: 'real lists > one' }]
    expect(accountForSkips(skipped, known)).toMatchObject({ unknown: 1 })
    expect(accountForSkips(skipped, known).lines[0]).toContain('b.test.ts: real lists > one')
  })
})
