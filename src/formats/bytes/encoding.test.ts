import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENCODINGS } from '#table/text-source.ts'
import { alignedBytes, decodeText, hasBinaryText } from './encoding.ts'

const SHORT =
  'Код;Наименование на продукта;Цена\n001;Кисело мляко 3,6% БДС 400 г;1,85\n002;Хляб Добруджа 650 г;1,69\n'
const CAPITALS = 'КОД;НАИМЕНОВАНИЕ;ЦЕНА\n1;АЦЦ 200 ПРАХЧЕТА;7,30\n2;ВОЛТАРЕН РЕТАРД ТАБЛЕТКИ;1,47\n'
const CYRILLIC = ['windows-1251', 'ibm866', 'mik', 'x-mac-cyrillic', 'koi8-r', 'iso-8859-5'] as const

const WORDS =
  'мляко кисело прясно хляб ръжен сирене краве кашкавал яйца масло олио захар брашно ориз леща боб домати краставици ' +
  'картофи лук чесън ябълки банани портокали лимони вода минерална бира вино ракия кафе чай шоколад бисквити вафли ' +
  'сапун шампоан паста за зъби прах пране препарат съдове хартия тоалетна кърпи свински пилешко филе кайма луканка ' +
  'наденица шунка риба скумрия сьомга щранг ютия ъглошлайф жълт цвят голям малък юфка фъстъци цвекло'

const product = fc
  .array(fc.constantFrom(...WORDS.split(' ')), { minLength: 1, maxLength: 4 })
  .chain((words) =>
    fc.constantFrom(
      words.join(' '),
      words.join(' ').toUpperCase(),
      words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' '),
    ),
  )

const catalogue = fc
  .array(fc.tuple(product, fc.integer({ min: 1, max: 99_999 })), { minLength: 12, maxLength: 60 })
  .map((rows) => ['Наименование;Цена', ...rows.map(([name, cents]) => `${name};${cents / 100}`)].join('\r\n'))

describe('BULK-16 · the encoding of a text file is detected', () => {
  test.each(ENCODINGS.filter((encoding) => encoding !== 'windows-1252'))('%s, a short list', (encoding) => {
    expect(decodeText(encode(SHORT, encoding))).toEqual({
      text: SHORT,
      encoding,
      hasBom: false,
      undecodable: 0,
    })
    // Capitals are the same bytes in x-mac-cyrillic, ibm866 and MIK: there only the text is sure.
    expect(decodeText(encode(CAPITALS, encoding)).text).toBe(CAPITALS)
  })

  test('a byte order mark wins and is not part of the text', () => {
    const marks = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
      const bytes = withBom(encode(SHORT, encoding), ...marks[encoding])
      expect(decodeText(bytes)).toEqual({ text: SHORT, encoding, hasBom: true, undecodable: 0 })
    }
  })

  test('lone accents are windows-1252', () => {
    const text = 'Name;Price\nCafé crème;3.20 €\nJalapeño;1.10 €\n'
    expect(decodeText(encode(text, 'windows-1252'))).toMatchObject({ encoding: 'windows-1252', text })
  })

  test('windows-1251 of mostly Latin names and the word лв', () => {
    const text = 'Name;Price\nSamsung TV;1200 лв.\nApple iPod;300 лв.\n'
    expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
  })

  test('a few Cyrillic letters among other signs', () => {
    const text = 'Product;Цена;;Old price\r\nMilk 3.6%;лв. 1’000,00;;1,10\r\nХляб;1’000’000,00;;1,10\r\n'
    expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
  })

  test('names that begin after 200 kB of codes', () => {
    const text = `${'12345;1,20\n'.repeat(20_000)}${SHORT}`
    for (const encoding of CYRILLIC)
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text })
  })

  test('UTF-8 with a broken byte is UTF-8, with a count of what is lost', () => {
    const bytes = encode(SHORT.repeat(3), 'utf-8').slice(0, -1)
    bytes[9] = 0xff
    expect(decodeText(bytes)).toMatchObject({ encoding: 'utf-8', undecodable: 2 })
    const cut = encode('Наименование;Цена\nХляб;1,20\nСирене', 'utf-8').slice(0, -1)
    expect(decodeText(cut)).toMatchObject({ encoding: 'utf-8', undecodable: 1 })
  })

  test('a file that begins in another encoding has that of its larger part', () => {
    const old = encode('Хляб б;12,50\n'.repeat(2500), 'windows-1251')
    const mixedWith = (count: number) =>
      decodeText(new Uint8Array([...old, ...encode('Хляб добруджа;12,50\n'.repeat(count), 'utf-8')])).encoding
    // 12,500 broken letters, of which each wants twenty whole ones: there are twelve in each of these lines.
    expect(mixedWith(30_000)).toBe('utf-8')
    expect(mixedWith(20_000)).toBe('windows-1251')
  })

  test("the user's choice overrides detection", () => {
    expect(decodeText(encode(SHORT, 'windows-1251'), 'windows-1251').text).toBe(SHORT)
    expect(decodeText(encode(SHORT, 'windows-1251'), 'koi8-r').text).not.toBe(SHORT)
    expect(decodeText(encode(SHORT, 'windows-1251'), 'utf-8').undecodable).toBeGreaterThan(10)
  })

  test('generated price lists in every Cyrillic encoding', () => {
    fc.assert(
      fc.property(
        catalogue,
        fc.constantFrom(...CYRILLIC, 'utf-8', 'utf-16le', 'utf-16be'),
        (text, encoding) => {
          expect(decodeText(encode(text, encoding))).toMatchObject({ text, encoding })
        },
      ),
      { numRuns: 500 },
    )
  })

  test('it never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void decodeText(bytes)))
  })
})

test('BULK-15 · a program or an image is binary, a list is text', () => {
  expect(hasBinaryText(SHORT)).toBe(false)
  expect(hasBinaryText('MZ\u0090\u0000\u0003\u0000\u0000\u0000\u0004\u0000')).toBe(true)
})

describe('BULK-16 · a chosen encoding decides what the first bytes are', () => {
  // Code charts of windows-1251: EF BB BF are three letters, FF FE two.
  test.each([
    ['windows-1251', [0xef, 0xbb, 0xbf], 'п»їХляб', false],
    ['windows-1251', [0xff, 0xfe], 'яюХляб', false],
    ['utf-8', [0xef, 0xbb, 0xbf], 'Хляб', true],
    ['utf-16be', [0xfe, 0xff], 'Хляб', true],
  ] as const)('%s, a file that begins with %j', (encoding, mark, text, hasBom) => {
    const bytes = withBom(encode('Хляб', encoding), ...mark)
    expect(decodeText(bytes, encoding)).toMatchObject({ text, hasBom, encoding })
  })
})

describe('READ-08 · UTF-8 with broken bytes', () => {
  /** Whole characters and broken bytes among ASCII; the letters of windows-1251 would be none of a word. */
  const mixed = (whole: string, count: number, broken: readonly number[], times: number) => {
    const letter = [...encode(whole, 'utf-8'), 0x20]
    const gap = [...broken, 0x20]
    return Uint8Array.from([
      ...Array.from({ length: count }, () => letter).flat(),
      ...Array.from({ length: times }, () => gap).flat(),
    ])
  }
  const isUtf8 = (bytes: Uint8Array<ArrayBuffer>) => decodeText(bytes).encoding === 'utf-8'

  test.each([
    [4, 1, true],
    [3, 1, false],
    [16, 4, true],
    [15, 4, false],
    [100, 5, false],
    [101, 5, true],
    [200, 10, false],
    [201, 10, true],
  ])('of %i whole characters and %i broken ones: %s', (whole, broken, expected) => {
    for (const letter of ['я', '€', '😀']) {
      expect(isUtf8(mixed(letter, whole, [0xff], broken))).toBe(expected)
      // The broken ones first.
      const bytes = mixed(letter, whole, [0xff], broken)
      const reversed = Uint8Array.from([...bytes.subarray(-2 * broken), ...bytes.subarray(0, -2 * broken)])
      expect(isUtf8(reversed)).toBe(expected)
    }
  })

  // RFC 3629, 4: no other sequences are characters.
  test.each([
    [[0x80]],
    [[0xbf]],
    [[0xc0, 0x80]],
    [[0xc1, 0xbf]],
    [[0xf5, 0x80, 0x80, 0x80]],
    [[0xff]],
    [[0xd0]],
    [[0xe2, 0x82]],
    [[0xf0, 0x9f, 0x98]],
  ])('the bytes %j are broken', (broken) => {
    expect(isUtf8(mixed('я', 4 * broken.length, broken, 1))).toBe(true)
    expect(isUtf8(mixed('я', 3, broken, 1))).toBe(false)
  })

  test.each(['\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}'])(
    '%j is a whole character',
    (letter) => {
      expect(isUtf8(mixed(letter, 4, [0xff], 1))).toBe(true)
      expect(isUtf8(mixed(letter, 3, [0xff], 1))).toBe(false)
    },
  )
})

describe('READ-08 · what is undecodable is counted', () => {
  test.each([
    ['utf-8', [0x61, 0xff, 0x62, 0xff], 2],
    ['utf-8', [0x61, 0x00, 0xff], 2],
    ['utf-8', [0xef, 0xbf, 0xbd], 1],
    ['windows-1251', [0x61, 0x98, 0x00, 0x00], 2],
    ['utf-16le', [0x61, 0x00, 0x62, 0x00], 0],
    ['utf-16le', [0x61, 0x00, 0x00, 0xd8], 1],
    ['utf-16le', [0x61, 0x00, 0x01, 0x00], 1],
    ['utf-16le', [0x61, 0x00, 0x00, 0x00], 1],
    ['utf-16be', [0x00, 0x61, 0x31, 0x00, 0x32, 0x00], 1],
    // A letter that is unusual in a price list, but whole.
    ['utf-16le', [0x61, 0x00, 0x34, 0x12], 0],
  ] as const)('%s %j: %i', (encoding, values, count) => {
    expect(decodeText(Uint8Array.from(values), encoding).undecodable).toBe(count)
  })

  test('NUL in text that is UTF-8', () => {
    expect(decodeText(encode('Хляб\0;1\0', 'utf-8'))).toMatchObject({ encoding: 'utf-8', undecodable: 2 })
  })
})

test('READ-08 · bytes are aligned to code units only where these are of two bytes', () => {
  const odd = encode('Хляб;1,20;а', 'windows-1251')
  expect(alignedBytes(odd, 'windows-1251')).toBe(odd)
  const cut = encode('Хляб;1,20\r\n', 'utf-16le').subarray(0, -1)
  expect(alignedBytes(cut, 'utf-16le')).toEqual(encode('Хляб;1,20\r\n', 'utf-16le'))
})

describe('BULK-15 · control characters make a file binary', () => {
  const text = (controls: number, length: number, sign = '\u0001') =>
    sign.repeat(controls) + 'а'.repeat(length - controls)

  test.each([
    [1, 10, false],
    [2, 10, true],
    [1, 100, false],
    [2, 100, true],
    [2, 200, false],
    [3, 200, true],
    [3, 300, false],
    [4, 300, true],
  ])('%i of %i: %s', (controls, length, expected) => {
    expect(hasBinaryText(text(controls, length))).toBe(expected)
  })

  test('which they are', () => {
    const binary = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) =>
      hasBinaryText(text(9, 10, String.fromCharCode(code))),
    )
    // Not tab, line ends, vertical tab, form feed and 1A, the end of files of DOS.
    const expected = Array.from({ length: 0x20 }, (_, code) => code).filter(
      (code) => ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a].includes(code),
    )
    expect(binary).toEqual(expected)
  })

  test('in the first 64 K characters', () => {
    expect(hasBinaryText('а'.repeat(65_536) + '\u0001'.repeat(9000))).toBe(false)
    expect(hasBinaryText('а'.repeat(60_000) + '\u0001'.repeat(9000))).toBe(true)
  })
})

describe('READ-08 · UTF-16 without a byte order mark', () => {
  test.each(['utf-16le', 'utf-16be'] as const)('%s of a single price, and of one line', (encoding) => {
    for (const text of ['1,5', '12,50', 'Цена\r\n12,50', 'Хляб;1,20\n', 'a;b', 'Price\n1'])
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text })
  })

  test('fewer than three zero bytes, or one in forty, are no sign of it', () => {
    expect(decodeText(encode('ab\0\0', 'utf-8')).encoding).toBe('utf-8')
    expect(decodeText(encode(`${'abcdefghi;12,50\n'.repeat(20)}\0x\0x\0x`, 'utf-8')).encoding).toBe('utf-8')
    expect(
      decodeText(encode(`Хляб;1\0 2\0 3\0\n${'Хляб;12,50\n'.repeat(20)}`, 'windows-1251')).encoding,
    ).toBe('windows-1251')
  })

  test.each(['utf-16le', 'utf-16be'] as const)(
    '%s of Cyrillic letters with hardly a zero byte',
    (encoding) => {
      const text = `Наименование;Цена\n${'Хляб Добруджа нарязан;12\n'.repeat(50)}`
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text, undecodable: 0 })
    },
  )

  test.each(['utf-16le', 'utf-16be'] as const)(
    '%s of ASCII longer than the sample, of an odd length',
    (encoding) => {
      const text = 'Bread;1.20\r\n'.repeat(4000)
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text })
      // Where nothing else decides, a text of odd length is little-endian.
      const odd = decodeText(Uint8Array.from([...encode(text, 'utf-16le'), 0x0a]))
      expect([odd.encoding, odd.text.startsWith(text.slice(0, -1))]).toEqual(['utf-16le', true])
    },
  )
})
