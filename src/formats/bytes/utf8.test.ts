import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isUtf8 } from './utf8.ts'

function isDecodable(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** About the edges of each range. */
const SECONDS = [0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]

it('BULK-16 · sequences of every first byte are UTF-8 or not as the decoder says', () => {
  const differing: number[][] = []
  for (let first = 0; first < 256; first++)
    for (const second of SECONDS)
      for (const rest of [[], [0x80], [0xbf, 0x80], [0x80, 0x41]]) {
        const bytes = Uint8Array.of(first, second, ...rest)
        if (isUtf8(bytes) !== isDecodable(bytes)) differing.push([...bytes])
      }
  expect(differing).toEqual([])
})

it('BULK-16 · texts with bytes changed or missing are UTF-8 or not as the decoder says', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ';', 'Ж', '€', '﷐', '😀', '\ud7ff', '\ue000') })
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(255), fc.nat(3), (value, at, byte, cut) => {
      const whole = new TextEncoder().encode(value)
      expect(isUtf8(whole)).toBe(true)
      const changed = whole.slice(0, Math.max(0, whole.length - cut))
      if (changed.length > 0) changed[at % changed.length] = byte
      expect(isUtf8(changed)).toBe(isDecodable(changed))
    }),
  )
})
