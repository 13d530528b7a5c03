import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonTape, ROOT, parseTape } from './tape.ts'

const parse = (text: string) => parseTape({ text, read: (start, end) => text.slice(start, end) })

/** The value of a node, made from its parts. */
function valueOf(tape: JsonTape, node: number): unknown {
  const children = tape.childrenOf(node)
  if (tape.isList(node)) return children.map((child) => valueOf(tape, child))
  if (tape.isObject(node))
    return Object.fromEntries(children.map((child) => [tape.keyOf(child), valueOf(tape, child)]))
  return tape.isText(node) ? tape.valueOf(node) : (JSON.parse(tape.valueOf(node)) as unknown)
}

/** The values of a text one after another; undefined where it is none. */
function read(text: string): unknown[] | undefined {
  const parsed = parse(text)
  return parsed.ok ? parsed.tape.childrenOf(ROOT).map((node) => valueOf(parsed.tape, node)) : undefined
}

function platform(text: string): unknown[] | undefined {
  try {
    return [JSON.parse(text)]
  } catch {
    return undefined
  }
}

const SIGNS = ['[', ']', '{', '}', ',', ':', '"a"', '"b":', '1', '-', '0', '.5', 'e1', ' ', '\n', '\\', '"', '\\u0061', 'null'] // prettier-ignore
const anyText = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }).map((signs) => signs.join('')),
)

describe('FILE-02 · the values of JSON are those that the platform reads', () => {
  test('of any text, and of several values only objects and arrays', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [expected, values] = [platform(text), read(text)]
        if (expected !== undefined || values === undefined) expect(values).toEqual(expected)
        else {
          expect(values.length).toBeGreaterThan(1)
          for (const value of values) expect(value).toBeInstanceOf(Object)
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('of values one after another, with and without line ends', () => {
    const container = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
    fc.assert(
      fc.property(
        fc.array(container, { minLength: 1 }),
        fc.constantFrom('', '\n', '\r\n', ' '),
        (values, end) => {
          const texts = values.map((value) => JSON.stringify(value))
          expect(read(texts.join(end) + end)).toEqual(texts.map((text) => JSON.parse(text) as unknown))
        },
      ),
    )
  })

  test('of two members with one key the last counts, however the key is written', () => {
    expect(read('{"a":1,"b":2,"\\u0061":{"c":3,"c":4}}')).toEqual([{ a: { c: 4 }, b: 2 }])
  })

  test.each([
    ['comment', '// prices\n[]'],
    ['comment', '[1, /* two */ 2]'],
    ['comment', '{"a" # b\n:1}'],
    ['comma', '[1,]'],
    ['comma', '{"a":1 , }'],
    ['other', "{'a':1}"],
    ['other', '[1,,2]'],
    ['other', '1 2'],
    ['other', '[1] 2'],
    ['other', '[1],[2]'],
    ['other', ''],
    ['other', '[01]'],
    ['other', '["\n"]'],
    ['other', '[1/2]'],
  ])('%s: %j is refused', (fault, text) => {
    expect(parse(text)).toEqual({ ok: false, fault })
  })

  test('BULK-15 · 64 levels are read, 65 and a million brackets are not', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parse(nested(64)).ok).toBe(true)
    for (const levels of [65, 1e6]) expect(parse(nested(levels)).ok).toBe(false)
    expect(parse('{"a":'.repeat(1e6)).ok).toBe(false)
  })
})
