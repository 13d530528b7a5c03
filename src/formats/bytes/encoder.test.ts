import { describe, expect, test } from 'vitest'
import { ENCODINGS } from '#table/text-source.ts'
import { createDecoder } from './decoder.ts'
import { createEncoder } from './encoder.ts'

const SINGLE_BYTE = ENCODINGS.filter((encoding) => !encoding.startsWith('utf-'))

describe('CONV-08 · text that an encoding lacks', () => {
  test.each(SINGLE_BYTE)('%s: one question mark for each character, an emoji too', (encoding) => {
    const encoder = createEncoder(encoding)
    const text = 'a😀b漢c🏷️d'
    // 🏷️ is a pair and a variation selector.
    expect(createDecoder(encoding).decode(encoder.encode(text))).toBe('a?b?c??d')
    expect(encoder.canWrite(text)).toBe(false)
  })

  test.each([
    ['\ud800\udc00', '?'],
    ['\udbff\udfff', '?'],
    ['\ud7ff\udc00', '??'],
    ['\udc00\udc00', '??'],
    ['\ud83d\ud83d', '??'],
    ['\ud83d\ue000', '??'],
    ['\ud83d\udbff', '??'],
  ])('of the surrogates in %j only two that belong together are one: %s', (text, written) => {
    expect(new TextDecoder('windows-1251').decode(createEncoder('windows-1251').encode(text))).toBe(written)
  })

  test.each(SINGLE_BYTE)('%s: half a surrogate pair is one question mark', (encoding) => {
    const encoder = createEncoder(encoding)
    expect(createDecoder(encoding).decode(encoder.encode('a\ud83db'))).toBe('a?b')
    expect(createDecoder(encoding).decode(encoder.encode('a\ude00b'))).toBe('a?b')
    expect(createDecoder(encoding).decode(encoder.encode('\ud83d'))).toBe('?')
  })
})
