import { describe, expect, it } from 'vitest'
import { WORDS } from './currency-words.ts'
import { type Currency, byCurrency, isCurrency, otherCurrency, parseCurrency } from './currency.ts'

describe('BULK-11 · codes of currencies', () => {
  it.each(['EUR', 'eur', ' Eur\n', `${' '.repeat(13)}EUR`])('BULK-11 · %j is that of the euro', (text) => {
    expect(parseCurrency(text)).toBe('EUR')
  })

  it.each(['', 'EU', 'EURO', 'USD', 'toString', `${' '.repeat(14)}EUR`, 978, null, undefined, ['EUR']])(
    'BULK-11 · %j is none',
    (value) => expect(parseCurrency(value)).toBeUndefined(),
  )

  it('BULK-11 · only the exact code is a currency', () => {
    expect(['BGN', 'EUR', 'bgn', 'constructor', '', 1].map(isCurrency)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('BULK-11 · each has the other one, and a value of its own', () => {
    expect(byCurrency(otherCurrency)).toEqual({ BGN: 'EUR', EUR: 'BGN' })
  })
})

describe('BULK-08 · words of currencies', () => {
  const isWord = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).test(text)

  // As the rules of price lists name them.
  it.each<[Currency, string]>([
    ['BGN', 'bgn lv leva lev лв лева лев'],
    ['EUR', 'eur euro евро €'],
  ])('BULK-05 · of %s in titles and prices: %s', (currency, words) => {
    const { title, price } = WORDS[currency]
    const other = WORDS[otherCurrency(currency)]
    for (const word of words.split(' ')) {
      expect([word, isWord(title, word), isWord(price, word)]).toEqual([word, true, true])
      expect([word, isWord(other.title, word), isWord(other.price, word)]).toEqual([word, false, false])
    }
  })

  it.each(['levski', 'lvl', 'левче', 'лвов', 'eurostar', 'европа', 'е', ''])(
    'BULK-05 · %j is of none',
    (text) => {
      for (const { title, price } of [WORDS.BGN, WORDS.EUR])
        expect([isWord(title, text), isWord(price, text)]).toEqual([false, false])
    },
  )

  it.each<[Currency, Record<string, string[]>, Record<string, string>]>([
    [
      'BGN',
      { code: ['bgn', 'lv'], latin: ['lev', 'levs', 'leva'], cyrillic: ['лв', 'лев', 'лева', 'левове'] },
      { code: 'bgn', latin: 'leva', cyrillic: 'лева', sign: 'лв.' },
    ],
    [
      'EUR',
      { code: ['eur'], latin: ['euro', 'euros'], cyrillic: ['евро'], sign: ['€'] },
      { code: 'eur', latin: 'euro', cyrillic: 'евро', sign: '€' },
    ],
  ])('CONV-08 · of %s in titles that are translated, by kind', (currency, words, texts) => {
    const kinds = Object.entries(words).flatMap(([kind, all]) => all.map((word) => [word, kind]))
    expect(WORDS[currency].titleWords).toEqual(Object.fromEntries(kinds))
    expect(WORDS[currency].titleText).toEqual(texts)
  })

  it('BULK-08 · of the lev as a whole cell', () => {
    for (const text of ['bg lev', 'български лев', 'български лева'])
      expect([text, isWord(WORDS.BGN.cell ?? '', text)]).toEqual([text, true])
  })

  it('READ-04 · in sentences that state the rate', () => {
    for (const text of ['лева', 'лв', 'лв.', 'bgn', 'leva', 'lv', 'lv.'])
      expect([text, isWord(WORDS.BGN.rate, text)]).toEqual([text, true])
    for (const text of ['euro', 'euros', 'eur', 'евро', '€'])
      expect([text, isWord(WORDS.EUR.rate, text)]).toEqual([text, true])
  })

  it('READ-04 · a name of people or companies states no currency', () => {
    for (const text of ['лев', 'lev', 'levs']) expect(isWord(WORDS.BGN.statement, text)).toBe(false)
    for (const text of ['лева', 'лв', 'левове']) expect(isWord(WORDS.BGN.statement, text)).toBe(true)
    for (const text of ['евро', 'evro', 'euros', '€']) expect(isWord(WORDS.EUR.statement, text)).toBe(true)
  })
})
