import { describe, expect, test } from 'vitest'
import type { Currency } from '#money/currency.ts'
import { mayBeInHundredths, meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import {
  newTitle,
  titleNewColumns,
  translateCurrencyName,
  translateTitle,
  translateTitles,
  withCode,
} from './price-titles.ts'

describe('CONV-08 · a new column is called as its source is', () => {
  test.each([
    ['Цена', 'EUR', 'Цена (EUR)'],
    ['Цена, лв.', 'EUR', 'Цена, евро'],
    ['Цена в лв. с ДДС', 'EUR', 'Цена в евро с ДДС'],
    ['Цена лв./бр.', 'EUR', 'Цена евро/бр.'],
    ['ЦЕНА (ЛВ.)', 'EUR', 'ЦЕНА (ЕВРО)'],
    ['Лева', 'EUR', 'Евро'],
    ['Цена (€)', 'BGN', 'Цена (лв.)'],
    ['Цена, евро', 'BGN', 'Цена, лева'],
    ['BGN', 'EUR', 'EUR'],
    ['Price EUR', 'BGN', 'Price BGN'],
    ['price', 'EUR', 'price_eur'],
    ['sale_price', 'BGN', 'sale_price_bgn'],
    ['price_bgn', 'EUR', 'price_eur'],
    ['PRICE_BGN', 'EUR', 'PRICE_EUR'],
    ['UNIT_PRICE', 'EUR', 'UNIT_PRICE_EUR'],
    ['PRICE', 'EUR', 'PRICE (EUR)'],
    ['price.bgn.retail', 'EUR', 'price.eur.retail'],
    ['price.lv.retail', 'EUR', 'price.eur.retail'],
    ['salePrice', 'EUR', 'salePriceEur'],
    ['salePriceBgn', 'EUR', 'salePriceEur'],
    ['priceBGN', 'EUR', 'priceEUR'],
    ['eurPriceEuro', 'BGN', 'eurPriceLeva'],
    ['Variant Price', 'EUR', 'Variant Price (EUR)'],
    ['  Цена  ', 'BGN', 'Цена (BGN)'],
    ['', 'EUR', 'EUR'],
    // A word that only begins like a currency is none.
    ['Цена за Левски', 'EUR', 'Цена за Левски (EUR)'],
    ['Europe price', 'BGN', 'Europe price (BGN)'],
  ] as const)('%j in %s: %j', (source, currency, title) => {
    expect(newTitle(source, currency, [])).toBe(title)
  })

  test.each([
    ['centAmount', 'amount_eur'],
    ['price.centAmount', 'price.amount (EUR)'],
    ['cent_amount', 'amount_eur'],
    ['PriceInCents', 'Price (EUR)'],
    ['price_in_stotinki', 'price_eur'],
    ['Price per cent', 'Price (EUR)'],
    ['Цена ст./бр.', 'Цена/бр. (EUR)'],
    ['ПЦ в евро центове', 'ПЦ (EUR)'],
    ['Цена (цента)', 'Цена (EUR)'],
  ])('CONV-08 · of %j in hundredths: %j', (source, title) => {
    expect(newTitle(source, 'EUR', [])).toBe(title)
    expect(mayBeInHundredths(meaningOfHeader(title))).toBe(false)
  })

  test.each([
    ['Цена', ['цена (eur)'], 'Цена (EUR) 2'],
    ['Цена лв', ['Цена евро', ' Цена евро 2 '], 'Цена евро 3'],
    ['price', ['price_eur'], 'price_eur_2'],
    ['salePrice', ['salePriceEur'], 'salePriceEur2'],
  ])('%j beside %j: %j', (source, taken, title) => {
    expect(newTitle(source, 'EUR', taken)).toBe(title)
  })

  test('a title that names no currency of the two is not turned', () => {
    expect(translateTitle('Цена', 'EUR')).toBeUndefined()
    expect(translateTitle('Цена, лв.', 'BGN')).toBeUndefined()
  })

  test('words become codes where letters are missing', () => {
    expect(withCode('12 лв. (€)', 'BGN')).toBe('12 BGN (€)')
    expect(withCode('Price €', 'EUR')).toBe('Price EUR')
  })
})

describe('CONV-08 · titles that are translated', () => {
  test.each<[Currency, Record<string, string>]>([
    [
      'EUR',
      {
        bgn: 'eur',
        lv: 'eur',
        lev: 'euro',
        levs: 'euro',
        leva: 'euro',
        лв: 'евро',
        лев: 'евро',
        лева: 'евро',
        левове: 'евро',
      },
    ],
    ['BGN', { eur: 'bgn', euro: 'leva', euros: 'leva', евро: 'лева', '€': 'лв.' }],
  ])('CONV-08 · each word to %s, in its case', (currency, words) => {
    const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)
    for (const [word, other] of Object.entries(words)) {
      expect(translateTitle(`Цена ${word} с ДДС`, currency)).toBe(`Цена ${other} с ДДС`)
      expect(translateTitle(`(${word.toUpperCase()})`, currency)).toBe(
        `(${word === '€' ? other : other.toUpperCase()})`,
      )
      if (word !== '€') {
        expect(translateTitle(capital(word), currency)).toBe(capital(other))
        // Within another word it is none.
        expect(translateTitle(`я${word}`, currency)).toBeUndefined()
        expect(translateTitle(`${word}я`, currency)).toBeUndefined()
      }
    }
  })

  test('CONV-08 · a full stop belongs to a word of two letters', () => {
    expect(translateTitle('Цена в лв., с ДДС', 'EUR')).toBe('Цена в евро, с ДДС')
    expect(translateTitle('Цена лева.', 'EUR')).toBe('Цена евро.')
    expect(translateTitle('лв.лв', 'EUR')).toBe('евро.евро')
  })

  test('CONV-08 · within joined words', () => {
    expect(
      ['priceLv', 'price1Leva', 'priceLevs', 'priceBGN', 'priceLEVA', 'priceBgnx'].map((title) =>
        translateTitle(title, 'EUR'),
      ),
    ).toEqual(['priceEur', 'price1Euro', 'priceEuro', 'priceEUR', undefined, undefined])
  })

  test('CONV-08 · new columns are unlike those of the file and each other', () => {
    const titles = new Map([
      [0, 'Име'],
      [1, 'Цена'],
      [2, 'Цена (EUR)'],
    ])
    const columns = [
      { source: 1, currency: 'EUR' as const },
      { source: 1, currency: 'EUR' as const },
      { source: 7, currency: 'BGN' as const },
    ]
    const named = (file: Parameters<typeof titleNewColumns>[1]) =>
      titleNewColumns(columns, file).map(({ title }) => title)
    expect(named({ titles })).toEqual(['Цена (EUR) 2', 'Цена (EUR) 3', 'BGN'])
    expect(named({ titles, isSecondHeader: true })).toEqual(['Цена (EUR)', 'Цена (EUR)', 'BGN'])
    const encoded = titleNewColumns(
      columns.slice(0, 1),
      { titles },
      (title, currency) => `${title}-${currency}`,
    )
    expect(encoded).toEqual([{ source: 1, currency: 'EUR', title: 'Цена (EUR) 2-EUR' }])
  })

  test('CONV-08 · replaced columns get the title of their currency, unlike the others', () => {
    const titles = new Map([
      [0, 'Име'],
      [1, 'Цена лв.'],
      [2, 'Цена евро'],
      [3, 'Промо'],
      [4, 'Едро лв./€'],
    ])
    const replaced = [
      { column: 1, currencies: ['EUR' as const] },
      { column: 3, currencies: ['EUR' as const] },
      { column: 4, currencies: ['BGN' as const, 'EUR' as const] },
      { column: 9, currencies: ['EUR' as const] },
    ]
    expect(translateTitles(replaced, { titles })).toEqual([
      { column: 1, currency: 'EUR', title: 'Цена евро 2' },
      { column: 4, currency: 'BGN', title: 'Едро лв./лв.' },
      { column: 4, currency: 'EUR', title: 'Едро евро/€' },
    ])
    expect(translateTitles(replaced.slice(0, 1), { titles, isSecondHeader: true })).toEqual([
      { column: 1, currency: 'EUR', title: 'Цена евро' },
    ])
    // Its own former title does not count.
    expect(translateTitles(replaced.slice(0, 1), { titles: new Map([[1, 'Цена лв.']]) })).toEqual([
      { column: 1, currency: 'EUR', title: 'Цена евро' },
    ])
    const alike = new Map([
      [1, 'Цена лв.'],
      [2, 'Цена лв'],
    ])
    const both = [1, 2].map((column) => ({ column, currencies: ['EUR' as const] }))
    expect(translateTitles(both, { titles: alike }).map(({ title }) => title)).toEqual([
      'Цена евро',
      'Цена евро 2',
    ])
  })
})

test.each([
  ['лв.', ['BGN'], 'евро'],
  ['BGN', ['BGN'], 'EUR'],
  ['лева', ['BGN'], 'евро'],
  ['евро', ['EUR', 'BGN'], 'лева'],
  // Of a price that stays.
  ['EUR', ['BGN'], undefined],
  ['USD', ['BGN'], undefined],
] as const)('CONV-08 · the currency cell %s of replaced prices in %j', (text, from, translated) => {
  const prices = from.map((currency) => ({ from: currency }))
  expect(translateCurrencyName(text, prices)).toBe(translated)
})
