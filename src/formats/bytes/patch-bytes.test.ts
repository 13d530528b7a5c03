import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concatBytes } from './bytes.ts'
import { BytePatcher, applyEdits } from './patch-bytes.ts'

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const bytes = (content: string) => new TextEncoder().encode(content)

describe('CONV-08 · bytes with some of them replaced', () => {
  /** Stretches around the lengths from which they are copied to a piece, or are a piece of their own. */
  const LENGTHS = [0, 1, 7, 5461, 5462, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537]
  const edit = fc.record({
    kept: fc.constantFrom(...LENGTHS),
    removed: fc.nat(9),
    added: fc
      .constantFrom(...LENGTHS)
      .chain((length) => fc.constantFrom('a', 'я', '€').map((sign) => sign.repeat(length))),
    isText: fc.boolean(),
  })

  test('the others stay, whatever their number', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), fc.constantFrom(...LENGTHS), (edits, rest) => {
        const length = edits.reduce((sum, { kept, removed }) => sum + kept + removed, rest)
        const source = Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) % 256)
        const patcher = new BytePatcher(source)
        const expected: Uint8Array<ArrayBuffer>[] = []
        const parts: Uint8Array<ArrayBuffer>[] = []
        let at = 0
        for (const { kept, removed, added, isText } of edits) {
          expected.push(source.subarray(at, at + kept), bytes(added))
          patcher.replace(at + kept, at + kept + removed, isText ? added : bytes(added))
          at += kept + removed
          parts.push(...patcher.take())
        }
        parts.push(...patcher.finish())
        expect(Buffer.compare(concatBytes(parts), concatBytes([...expected, source.subarray(at)]))).toBe(0)
        expect(parts.every((part) => part.length > 0)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  test('in any order; two at one place keep theirs, and none may begin before the end of another', () => {
    const source = bytes('0123456789')
    const written = (...edits: Parameters<typeof applyEdits>[1]) =>
      text(concatBytes(applyEdits(source, edits)))
    expect(written({ start: 8, end: 9, text: 'y' }, { start: 2, end: 4, text: 'x' })).toBe('01x4567y9')
    expect(
      written(
        { start: 5, end: 5, text: 'a' },
        { start: 5, end: 5, text: 'b' },
        { start: 5, end: 6, text: 'c' },
      ),
    ).toBe('01234abc6789')
    expect(written()).toBe('0123456789')
    expect(written({ start: 0, end: 10, text: '' })).toBe('')
    expect(() => written({ start: 2, end: 5, text: '' }, { start: 4, end: 6, text: '' })).toThrow(RangeError)
    expect(written({ start: 2, end: 4, text: '' }, { start: 4, end: 6, text: '' })).toBe('016789')
  })

  test('what is taken is not given again', () => {
    const patcher = new BytePatcher(new Uint8Array(100_000))
    patcher.replace(90_000, 90_000, 'x')
    const taken = patcher.take()
    expect(taken.reduce((sum, { length }) => sum + length, 0)).toBe(90_000)
    expect(patcher.take()).toEqual([])
    expect(concatBytes(patcher.finish()).length).toBe(10_001)
  })
})
