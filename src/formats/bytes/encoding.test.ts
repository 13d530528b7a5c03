import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENCODINGS } from '#table/text-source.ts'
import { decodeText, hasBinaryText } from './encoding.ts'

const SHORT =
  'Код;Наименование на продукта;Цена\n001;Кисело мляко 3,6% БДС 400 г;1,85\n002;Хляб Добруджа 650 г;1,69\n'
const CAPITALS = 'КОД;НАИМЕНОВАНИЕ;ЦЕНА\n1;АЦЦ 200 ПРАХЧЕТА;7,30\n2;ВОЛТАРЕН РЕТАРД ТАБЛЕТКИ;1,47\n'
const CYRILLIC = ['windows-1251', 'ibm866', 'x-mac-cyrillic', 'koi8-r', 'iso-8859-5'] as const

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
    // Capitals are the same bytes in x-mac-cyrillic and ibm866: there only the text is sure.
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
