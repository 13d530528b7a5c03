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
