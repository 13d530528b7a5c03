import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseItems } from './parse-items.ts'

/** The platform's own reading of the whole text. */
function expected(text: string, limit: number) {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value)
      ? { items: value.slice(0, limit), count: value.length }
      : { items: [], count: 0 }
  } catch {
    return undefined
  }
}

/** Longer than what is parsed at once. */
const long = (item: string, items: number): string => Array<string>(items).fill(item).join(',')

describe('BULK-09 · the items of a JSON array are those of the whole text', () => {
  test('with any content', () => {
    const text = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc.array(fc.json({ maxDepth: 2 })).map((items) => ` [${items.join(' , ')}]\n`),
      fc
        .array(fc.constantFrom('[', ']', '{', '}', ',', '"a"', ':', '1', ' ', '\\', '"', '\ufeff'))
        .map((signs) => signs.join('')),
    )
    fc.assert(
      fc.property(text, fc.nat(4), (json, limit) => {
        expect(parseItems(json, limit)).toEqual(expected(json, limit))
      }),
    )
  })

  test.each([
    `[${long('{"a":"],["}', 200_000)}]`,
    `[${long('{"a":"],["}', 200_000)},]`,
    `[${long('{"a":"],["}', 200_000)},`,
    `[${long('{"a":"],["}', 200_000)}}`,
    `[${long('{"a":"],["}', 200_000)}]]`,
    `[${long('{"a":"],["}', 200_000)},,${long('1', 9)}]`,
    `[${long('1', 600_000)},x,${long('1', 600_000)}]`,
    `[${long('1', 600_000)} 2,${long('1', 600_000)}]`,
    `[${' '.repeat(1_100_000)},1]`,
    `[${' '.repeat(1_100_000)}]`,
  ])('a long text, whole or broken anywhere', (json) => {
    expect(parseItems(json, 3)).toEqual(expected(json, 3))
  })

  test('items beyond the limit are counted and dropped', () => {
    expect(parseItems(`[${long('{"a":1}', 300_000)}]`, 2)).toEqual({
      items: [{ a: 1 }, { a: 1 }],
      count: 300_000,
    })
  })
})
