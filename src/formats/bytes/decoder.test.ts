import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import { ENCODINGS } from '#table/text-source.ts'
import { createDecoder } from './decoder.ts'

describe('FILE-06 · the decoder of an encoding', () => {
  test('of MIK is its chart, which is that of glibc too', () => {
    const decoder = createDecoder('mik')
    const of = (from: number) => decoder.decode(Uint8Array.from({ length: 16 }, (_, i) => from + i))
    // `iconv -f MIK`, sixteen bytes a row.
    expect([0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0].map(of)).toEqual([
      'АБВГДЕЖЗИЙКЛМНОП',
      'РСТУФХЦЧШЩЪЫЬЭЮЯ',
      'абвгдежзийклмноп',
      'рстуфхцчшщъыьэюя',
      '└┴┬├─┼╣║╚╔╩╦╠═╬┐',
      '░▒▓│┤№§╗╝┘┌█▄▌▐▀',
      'αßΓπΣσµτΦΘΩδ∞φε∩',
      '≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
    ])
    const ascii = Uint8Array.from({ length: 128 }, (_, i) => i)
    expect(decoder.decode(ascii)).toBe(String.fromCharCode(...ascii))
  })

  test.each(ENCODINGS)('%s: text as it was encoded, a byte order mark too', (encoding) => {
    const text = encoding === 'windows-1252' ? 'Crème; 12,50 €' : 'Щранг; 12,50'
    expect(createDecoder(encoding).decode(encode(text, encoding))).toBe(text)
    if (encoding.startsWith('utf-'))
      expect(createDecoder(encoding).decode(encode(`\ufeff${text}`, encoding))).toBe(`\ufeff${text}`)
  })
})
