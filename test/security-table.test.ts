import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Tests that the table of `docs/security.md` names as proof. */
function namedTests(): string[] {
  const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').match(/^\| \d+\.\d+\.\d+ .*$/gm) ?? []
  return rows.flatMap((row) => {
    const cells = row.split(' | ')
    return (cells.at(-1) ?? '')
      .split('<br>')
      .flatMap((cell) => /[A-Z]+-\d\d(?: [A-Z]+-\d\d)* · .*/.exec(cell)?.[0] ?? [])
  })
}

it('AUTH-10 · every test that the security table names is there', () => {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT })
  const source = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const titles = namedTests().map((title) => title.replace(/ *\|$/, '').trim())
  expect(titles.length).toBeGreaterThan(40)
  expect(titles.filter((title) => !source.includes(title))).toEqual([])
})
