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

  it('READ-04 · a name of people or companies states no currency', () => {
    for (const text of ['лев', 'lev', 'levs']) expect(isWord(WORDS.BGN.statement, text)).toBe(false)
    for (const text of ['лева', 'лв', 'левове']) expect(isWord(WORDS.BGN.statement, text)).toBe(true)
    for (const text of ['евро', 'evro', 'euros', '€']) expect(isWord(WORDS.EUR.statement, text)).toBe(true)
  })
})
