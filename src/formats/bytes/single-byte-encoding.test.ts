import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
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

  test.each(['ibm866', 'koi8-r', 'x-mac-cyrillic', 'iso-8859-5'] as const)(
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
        (text) =>
          decodeText(encode(text.replaceAll('§', encoding === 'koi8-r' ? '°' : '§'), encoding)).encoding !==
          encoding,
      )
      expect(wrong.map((text) => text.slice(0, 60))).toEqual([])
    },
  )
})
