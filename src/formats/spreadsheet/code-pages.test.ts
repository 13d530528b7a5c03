import { describe, expect, test } from 'vitest'
import { CODE_PAGES } from './code-pages.ts'

const { decode } = CODE_PAGES.utils

// Bytes from the code charts of each vendor; three of them, since two with a zero are read as one byte.
describe('BULK-02 · text of old workbooks is decoded by their code page', () => {
  test.each([
    [866, [0x95, 0xab, 0xef, 0xa1], 'Хляб'],
    [874, [0xa1, 0xd2, 0xe1], 'กาแ'],
    [932, [0x83, 0x65, 0x83, 0x4c], 'テキ'],
    [936, [0xc3, 0xe6, 0xb0, 0xfc], '面包'],
    [949, [0xbb, 0xa7, 0xc0, 0xe5], '빵장'],
    [950, [0xc4, 0xd1, 0xa5, 0x5d], '麵包'],
    [1200, [0x25, 0x04, 0x3b, 0x04], 'Хл'],
    [1201, [0x04, 0x25, 0x04, 0x3b], 'Хл'],
    [1250, [0xe8, 0xf8, 0x9e], 'čřž'],
    [1251, [0xd5, 0xeb, 0xff, 0xe1], 'Хляб'],
    [1253, [0xf8, 0xf9, 0xec], 'ψωμ'],
    [1254, [0xfd, 0xfe, 0xf0], 'ışğ'],
    [1258, [0xf5, 0xd0, 0xfe], 'ơĐ₫'],
    [10000, [0x8e, 0x8f, 0xdb], 'éè€'],
    [10007, [0x95, 0xeb, 0xdf, 0xe1], 'Хляб'],
    [20866, [0xe8, 0xcc, 0xd1, 0xc2], 'Хляб'],
    [28595, [0xc5, 0xdb, 0xef, 0xd1], 'Хляб'],
    [65001, [0xd0, 0xa5, 0xd0, 0xbb], 'Хл'],
    // Code pages that nobody can decode are taken for the Western one.
    [1259, [0xe9, 0x63, 0x80], 'éc€'],
    [1249, [0xe9, 0x63, 0x80], 'éc€'],
    [437, [0xe9, 0x63, 0x80], 'éc€'],
  ])('code page %i', (codePage, bytes, text) => {
    expect(decode(codePage, bytes)).toBe(text)
    // SheetJS also gives binary strings.
    expect(decode(codePage, String.fromCharCode(...bytes))).toBe(text)
  })

  test('a byte order mark is a character as any other', () => {
    expect(decode(65001, [0xef, 0xbb, 0xbf, 0x61])).toBe('\ufeffa')
  })

  test.each([
    [1251, 0xd5, 'Х'],
    [866, 0x95, 'Х'],
    [1252, 0xe9, 'é'],
    [1250, 0xe8, 'č'],
  ])('in code page %i a byte %i with a zero behind it is one character', (codePage, byte, text) => {
    expect(decode(codePage, [byte, 0])).toBe(text)
    expect(decode(codePage, [byte, 0x61])).toBe(`${text}a`)
  })

  // Workbooks of Excel 5 in Bulgaria often name code page 1252, or none.
  test.each([
    ['Хляб', [0xd5, 0xeb, 0xff, 0xe1]],
    ['ХЛ', [0xd5, 0xcb]],
    ['Тип AB', [0xd2, 0xe8, 0xef, 0x20, 0x41, 0x42]],
    ['Ар az', [0xc0, 0xf0, 0x20, 0x61, 0x7a]],
    // One letter above ASCII, or fewer than the Latin ones: Western text.
    ['é', [0xe9]],
    ['crème é', [0x63, 0x72, 0xe8, 0x6d, 0x65, 0x20, 0xe9]],
    ['Öle Öz', [0xd6, 0x6c, 0x65, 0x20, 0xd6, 0x7a]],
  ])('without a code page %s is recognised by its letters', (text, bytes) => {
    expect(decode(1252, bytes)).toBe(text)
  })
})
