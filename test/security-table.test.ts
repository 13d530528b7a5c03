import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readTestTitles } from '../scripts/test-titles.ts'

const ROOT = join(import.meta.dirname, '..')
const TABLE = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')

/** Rows of requirements, each by its cells. */
const rows = (TABLE.match(/^\| \d+\.\d+\.\d+ .*$/gm) ?? []).map((row) =>
  row
    .replace(/^\| | *\|$/g, '')
    .split(' | ')
    .map((cell) => cell.trim()),
)

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they come before those of level 3. */
// oxfmt-ignore
const REQUIREMENTS: Record<string, number> = {
  '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1, '3.2': 2, '3.3': 4, '3.4': 6,
  '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4, '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12,
  '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2,
  '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2,
  '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1,
  '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5,
  '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2,
}

/** Numbers of the lines below "Not applicable": `1.2.6, 4.4.1 to 4.4.4: …`. */
const notApplicable = (TABLE.split('## Not applicable')[1] ?? '')
  .split(/^- /m)
  .flatMap((line) => /^[\d., \nto]+(?=:)/.exec(line)?.[0].split(',') ?? [])
  .flatMap((range) => {
    const [first = '', last = first] = range.trim().split(/\s+to\s+/)
    const section = first.replace(/\.\d+$/, '')
    const [from, to] = [first, last].map((number) => Number(number.split('.')[2]))
    return Array.from(
      { length: (to ?? 0) - (from ?? 0) + 1 },
      (_, place) => `${section}.${(from ?? 0) + place}`,
    )
  })

it('API-04 · the security table lists every requirement of levels 1 and 2 once', () => {
  const wanted = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, place) => `${section}.${place + 1}`),
  )
  expect(wanted).toHaveLength(253)
  const answered = rows.flatMap(([number = '']) => (number.includes('(L3)') ? [] : [number]))
  expect([...answered, ...notApplicable].sort()).toEqual(wanted.sort())
})

it('AUTH-10 · every test that the security tables name exists', () => {
  const written = new Set(readTestTitles(ROOT).map(({ title }) => title))
  const titles = [TABLE, readFileSync(join(ROOT, 'docs/security.md'), 'utf8')]
    .flatMap((document) => document.match(/^\|.*\|$/gm) ?? [])
    .flatMap((row) => (row.replace(/ *\|$/, '').split(' | ').at(-1) ?? '').split('<br>'))
    .flatMap((cell) => /[A-Z]+-\d\d(?: [A-Z]+-\d\d)* · .*/.exec(cell)?.[0].trim() ?? [])
  expect(titles.length).toBeGreaterThan(150)
  expect(titles.filter((title) => !written.has(title))).toEqual([])
})
