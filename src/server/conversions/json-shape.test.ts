import { expect, it } from 'vitest'
import { isParseable } from './parse-body.ts'

const parseable = (text: string): boolean => isParseable(Buffer.from(text))

it.each([
  ['{"rows":[{"name":"a [[[[ \\" [[[","price":"1"}]}', true],
  [`{"a":"${'['.repeat(1000)}"}`, true],
  [`{"a":"${'\\"'.repeat(1000)}"}`, true],
  ['"', true],
  ['"\\', true],
  ['', true],
  ['['.repeat(33), false],
  [`${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}`, false],
  ['{"rows":'.repeat(100_000), false],
  [`[${'[],'.repeat(2_500_000)}[]]`, false],
])('API-03 · JSON is parsed only within the limits of depth and number of values', (text, expected) => {
  expect(parseable(text)).toBe(expected)
})

it.each([
  ['as many brackets as may be open', '['.repeat(32), true],
  ['one more of another kind', `${'['.repeat(32)}{`, false],
  ['brackets that are closed', '[]'.repeat(40), true],
  ['braces that are closed', '{}'.repeat(40), true],
  ['eight values for each row that there may be', `[${'0,'.repeat(799_999)}`, true],
  ['one value more', `[${'0,'.repeat(800_000)}`, false],
  ['one brace more', `[${'0,'.repeat(799_999)}{`, false],
])('API-03 · JSON is parsed up to the limits of depth and number of values: %s', (_title, text, isParsed) => {
  expect(parseable(text)).toBe(isParsed)
})
