import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import type { Encoding } from '#table/text-source.ts'
import { decodeText } from './encoding.ts'

const BULGARIAN = [
  'Код;Име;Цена;€',
  'Име;Цена',
  'Артикул;Цена в евро',
  'Продукт;Ед. цена с ДДС;Валута',
  'Наименование на стоката;Продажна цена',
  'Модел;Марка;ПЦ',
  'Н;Ц',
  '№;Име;Цена, €',
  'SKU;Стока;Price',
  'Name;Price;Бр.',
  '„Каталог“;Цена;Брой',
  'КОД;НАИМЕНОВАНИЕ;ЦЕНА',
  'Product;Цена на едро;Размер',
]
const WESTERN = [
  'Désignation;Prix;Qté',
  'Libellé;Prix HT (€)',
  'Größe;Preis in €;Stück',
  'Artikel;Stückpreis',
  'Straße;Preis',
  'Descripción;Precio',
  'Référence;Catégorie;Prix',
  'MENÜ;FRÜHSTÜCK;PREIS',
]
const NAMES = [
  ['Samsung TV', 'Apple iPod', 'Sony WH-1000'],
  ['Ariel 3kg', 'Coca-Cola 2L', "Levi's 501"],
  ['BOSCH GSR 12V', 'A4 paper', 'LED E27'],
]
/** What stands in cells of files of both code pages. */
const SIGNS = ['€', '€ –', '° ®', '®™ €', '„x“ €', '–', '± 5 °', '“ ”']
const CELLS = [
  (price: string, sign: string) => `${price} ${sign}`,
  (price: string, sign: string) => `${sign}${price}`,
  (price: string, sign: string) => `"${price}${sign}"`,
]
const COUNTS = [1, 12, 900]

const listOf = (title: string, names: readonly string[], count: number, cell: (i: number) => string) =>
  [title, ...Array.from({ length: count }, (_, i) => `${i};${names[i % names.length]};${cell(i)}`)].join(
    '\r\n',
  )

/** Every title with every sign; names, cells and row counts take turns. */
function* combinations(titles: readonly string[], signs: readonly string[]): Generator<string> {
  let n = 0
  for (const title of titles)
    for (const sign of signs)
      for (const count of COUNTS) {
        const [names, cell] = [NAMES[n % NAMES.length]!, CELLS[Math.floor(n / 3) % CELLS.length]!]
        n++
        yield listOf(title, names, count, (i) => cell(`${i + 1},50`, sign))
      }
}

/** Which of ibm866 and MIK it is, the letters that they share do not tell. */
function isRead(text: string, encoding: Encoding): boolean {
  const read = decodeText(encode(text, encoding))
  return (
    read.text === text && (read.encoding === encoding || (encoding === 'ibm866' && read.encoding === 'mik'))
  )
}

describe('READ-08 · symbols in cells do not hide the alphabet of the titles', () => {
  test.each([
    ['windows-1251', BULGARIAN, [...SIGNS, '№ 5 €', '€/бр']],
    ['windows-1252', WESTERN, [...SIGNS, '½ €', 'm² €', '10 × 20 €', '€ à', 'ø 5']],
  ] as const)('%s', (encoding, titles, signs) => {
    const texts = [...combinations(titles, signs)]
    expect(texts.length).toBeGreaterThan(200)
    const wrong = texts.filter((text) => decodeText(encode(text, encoding)).text !== text)
    expect(wrong.map((text) => text.slice(0, 60))).toEqual([])
  })

  test('windows-1251 of which a single word of the last row is Cyrillic', () => {
    for (const count of [5, 9000]) {
      const text = `${listOf('Name;Price', NAMES[0]!, count, (i) => `${i},50 €`)}\r\n;Сирене;1,20 €`
      expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
    }
  })

  test('without non-ASCII words, the symbols that only one code page has', () => {
    const text = 'Name;Price\nSony;12,50 €\nBosch;3,20 €\n'
    for (const encoding of ['windows-1251', 'windows-1252'] as const)
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text })
  })

  test("a lone '€' decides between x-mac-cyrillic and windows-1251 in small letters", () => {
    const text = 'име;цена (€)\nNotebook;177,98\nSugar;146,55\n'
    expect(decodeText(encode(text, 'x-mac-cyrillic'))).toMatchObject({ encoding: 'x-mac-cyrillic', text })
    for (const cyrillic of [
      'име;цена\nябълка;1,20\nстая;3,40\n',
      'име;цена\nNotebook я;1,20\n',
      'име;цена (€)\nтип я;1,20\n',
    ])
      expect(decodeText(encode(cyrillic, 'windows-1251'))).toMatchObject({
        encoding: 'windows-1251',
        text: cyrillic,
      })
  })

  test.each([
    'име;цена\nЯбълка;1.50\nЯгода;2.50\nЯйца;3.00\n',
    'name;price\nЯбълка;1.50\nЯгода;2.50\nЯйца Яна;3.00\n',
    'име;цена\nЯбълка;1.50 €\nЯгода;2.50 €\nЯйца;3.00 €\n',
    'име;цена лв.\nЯбълка;1.50 лв.\nябълка №1;2.50 лв.\nЯйца;3.00 лв.\n',
    'name;price\nЯбълка;1\nЯгода;2\nЯйца;3\nЯке;4\nЯстие;5\nЯхния;6\nЯка;7\nЯм;8\nЯгнешко;9\nФреш;9\n',
  ])("'Я' as the only capital, or the only frequent one: %j is in windows-1251", (text) => {
    expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
  })

  test.each(['име;цена\nкафява ябълка;1.50\n', 'Име;цена\nЯбълка;1.50\n'])(
    "%j is in x-mac-cyrillic, where 'я' ends words, or there are other capitals",
    (text) => {
      expect(decodeText(encode(text, 'x-mac-cyrillic'))).toMatchObject({ encoding: 'x-mac-cyrillic', text })
    },
  )

  test("a lone no-break space of ibm866, which is the '€' of x-mac-cyrillic, decides nothing", () => {
    const text = 'Наименование;Цена\nХляб;\u00a01,50\nСирене;\u00a012,50\n'
    expect(decodeText(encode(text, 'ibm866'))).toMatchObject({ encoding: 'ibm866', text })
  })

  test.each(['ibm866', 'mik', 'koi8-r', 'x-mac-cyrillic', 'iso-8859-5'] as const)(
    '%s titles over Latin names',
    (encoding) => {
      const titles = BULGARIAN.filter((title) => title.includes('Цена') && !/[€№„]/.test(title))
      const texts = [
        ...combinations(
          titles,
          ['', '§', 'лв.', 'бр'].filter((sign) => encoding !== 'ibm866' || sign !== '§'),
        ),
      ]
      const wrong = texts.filter(
        (text) => !isRead(text.replaceAll('§', encoding === 'koi8-r' ? '°' : '§'), encoding),
      )
      expect(wrong.map((text) => text.slice(0, 60))).toEqual([])
    },
  )
})

describe('READ-08 · signs of both Windows code pages are no words, however many', () => {
  /** Those that both have, and those of one alone. */
  const BOTH = [...'‚„…‘’“”•–—™\u00a0§©«®°±µ·»€']
  const listed = (title: string, cell: string) => `${title}\r\n${`Sony;${cell}\r\n`.repeat(12)}`

  test.each([...BOTH, ...'¹²³¼½¾'])('windows-1252: %s around a single accent', (sign) => {
    const text = listed('Café;Price', `1,50 ${sign}${sign}`)
    expect(decodeText(encode(text, 'windows-1252'))).toMatchObject({ encoding: 'windows-1252', text })
  })

  test.each([...BOTH, '№'])('windows-1251: %s at Latin words around a single title', (sign) => {
    const text = listed('Name;Цена', `Sony${sign}${sign}`)
    expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
  })

  test.each([...'€²³¼½¾'])('windows-1252: %s and a footnote, without any word', (sign) => {
    // '¹' is '№' in windows-1251.
    const text = `Name;Price\r\nSony ¹;1,50 ${sign}\r\n`
    expect(decodeText(encode(text, 'windows-1252'))).toMatchObject({ encoding: 'windows-1252', text })
  })

  test.each([...'€№'])('windows-1251: %s without any word', (sign) => {
    const text = `Name;Price\r\nSony ${sign};1,50\r\n`
    expect(decodeText(encode(text, 'windows-1251'))).toMatchObject({ encoding: 'windows-1251', text })
  })
})

describe('READ-08 · words of one letter', () => {
  // Which of the Cyrillic encodings it is, one letter cannot tell.
  test.each([...'взикосуБВГДЕЖЗИКЛМНОПРСТУФХЦЩЪЫЬЭ'])('the word %s of windows-1251 is Cyrillic', (word) => {
    const text = `Name;Price\r\nMilk ${word} Tea;1,50\r\n`
    expect(decodeText(encode(text, 'windows-1251')).encoding).not.toBe('windows-1252')
  })

  // In windows-1251 these are 'а', 'Ч', 'Ш', 'Й' and 'А'.
  test.each([...'à×ØÉÀ'])('windows-1252: %s alone is Western', (word) => {
    const text = `Name;Price\r\nMilk ${word} Tea;1,50\r\n`
    expect(decodeText(encode(text, 'windows-1252'))).toMatchObject({ encoding: 'windows-1252', text })
  })

  // 'с' is 'ñ' in windows-1252.
  test.each(['ña', 'ñA', 'zñ', 'Zñ'])('windows-1252: a letter next to a Latin one is Western: %s', (word) => {
    const text = `Name;${word}\r\nTea;1,50\r\n`
    expect(decodeText(encode(text, 'windows-1252'))).toMatchObject({ encoding: 'windows-1252', text })
  })

  test.each(['с@', 'с[', '`с', '{с'])('windows-1251: a sign of ASCII is no letter: %s', (word) => {
    const text = `Name;${word}\r\nTea;1,50\r\n`
    expect(decodeText(encode(text, 'windows-1251')).encoding).not.toBe('windows-1252')
  })

  test('a word in every row does not outweigh the titles', () => {
    // Read as ibm866, 'бр' is two lines of a frame; read as windows-1251 the titles have no frequent letter.
    for (const encoding of ['windows-1251', 'ibm866', 'mik', 'koi8-r', 'iso-8859-5'] as const) {
      const text = `Наименование;Цена;Мярка\r\n${'Sony;1,50;бр\r\n'.repeat(500)}`
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text })
    }
  })
})

test.each(['БАР', 'ЦАР'])(
  'READ-08 · the letter А of ibm866, which is € elsewhere, is part of the word %s',
  (word) => {
    const text = `Name;${word}\r\nTea;1,50\r\n`
    // In MIK the capitals are the same bytes.
    expect(decodeText(encode(text, 'ibm866'))).toMatchObject({ encoding: 'mik', text })
  },
)

test('READ-08 · a word of half a million letters is one like any other', () => {
  // Only after more characters than are read at first.
  const text = `${'№ '.repeat(40_000)}${'цена'.repeat(125_000)}`
  expect(decodeText(encode(text, 'windows-1251')).encoding).toBe('windows-1251')
})

test('READ-08 · from three Cyrillic letters in ten on, a text is Cyrillic', () => {
  // Accents are of Western words: with é as 'й' they would be Cyrillic.
  const mixed = (cyrillic: number) =>
    Uint8Array.from([
      ...encode(`Name;${'Цена'.repeat(cyrillic / 4)}\r\n`, 'windows-1251'),
      ...encode('Café;1\r\n'.repeat(28), 'windows-1252'),
    ])
  expect(decodeText(mixed(12)).encoding).toBe('windows-1251')
  expect(decodeText(mixed(8)).encoding).toBe('windows-1252')
})

describe('FILE-06 · MIK and ibm866, which have the same capitals and the same letters up to п', () => {
  const SOLD = [
    ['Хляб Добруджа', 'бр', '1.69'],
    ['Кисело мляко 3,6%', 'бр', '1.85'],
    ['Сирене краве', 'кг', '12.50'],
    ['Щранг ютия', 'бр', '39.90'],
    ['Боза', 'л', '2.10'],
  ]
  const listed = (rows: readonly (readonly string[])[]) =>
    ['Код;Наименование;Мярка;Цена', ...rows.map((row, i) => `${i + 1};${row.join(';')}`), ''].join('\r\n')

  test.each(['mik', 'ibm866'] as const)('%s: letters from р to я decide', (encoding) => {
    for (let length = 1; length <= SOLD.length; length++) {
      const text = listed(SOLD.slice(0, length))
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text, undecodable: 0 })
    }
  })

  test.each([...'рстуфхцчшщъьюя'])('the letter %s alone decides', (letter) => {
    for (const encoding of ['mik', 'ibm866'] as const) {
      const text = listed([[`банан ${letter}на а${letter}а`, 'кг', '2.10']])
      expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text })
    }
  })

  test('a text of the shared letters alone is in MIK, so that new letters are too', () => {
    const text = 'КОД;НАИМЕНОВАНИЕ;ЦЕНА лв.\r\n1;ХЛЯБ ДОБРУДЖА;1.69\r\n'
    expect(encode(text, 'mik')).toEqual(encode(text, 'ibm866'))
    expect(decodeText(encode(text, 'mik'))).toMatchObject({ encoding: 'mik', text })
  })

  test.each(['mik', 'ibm866'] as const)('%s: frames decide where there are capitals only', (encoding) => {
    const row = (name: string, price: string) => `║ ${name.padEnd(16)} │ ${price.padStart(8)} │\r\n`
    const text = [
      '┌──────────────────┬──────────┐\r\n',
      row('НАИМЕНОВАНИЕ', 'ЦЕНА'),
      '╠══════════════════╬══════════╣\r\n',
      row('ХЛЯБ ДОБРУДЖА', '1.69'),
      row('МЛЯКО', '2.89'),
      row('СИРЕНЕ', '12.50'),
      '└──────────────────┴──────────┘\r\n',
    ].join('')
    expect(decodeText(encode(text, encoding))).toMatchObject({ encoding, text })
  })

  test.each(['стол', 'захар', 'лост и стол'])('the letters of %s, which are symbols elsewhere', (name) => {
    const text = `Name;Price\r\n${name};1.69\r\n`
    expect(decodeText(encode(text, 'mik'))).toMatchObject({ encoding: 'mik', text })
  })

  test('no-break spaces that fill a cell are no word', () => {
    const text = `Name;Price\r\nCafé;${'\u00a0'.repeat(12)}1.69 €\r\n`
    expect(decodeText(encode(text, 'windows-1252'))).toMatchObject({ encoding: 'windows-1252', text })
  })
})
