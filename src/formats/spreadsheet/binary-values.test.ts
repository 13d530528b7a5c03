import { expect, test } from 'vitest'
import { decodeUnits } from './binary-values.ts'

test.each([0, 1, 2, 4095, 4096, 4097, 8192, 10_000])(
  'BULK-02 · a text of %i characters that ends with the bytes is read, in one byte each and in two',
  (length) => {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(0x20 + (i % 200))).join('')
    for (const [size, encoding] of [
      [1, 'latin1'],
      [2, 'utf16le'],
    ] as const) {
      const bytes = new Uint8Array(Buffer.from(`xx${text}`, encoding))
      expect(decodeUnits(new DataView(bytes.buffer), 2 * size, length, size)).toBe(text)
    }
  },
)
