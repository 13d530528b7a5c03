import { describe, expect, test } from 'vitest'
import type { PriceNotation } from './price-text.ts'
import { padDecimals, pairInText, parsePriceText } from './price-text.ts'

const valueOf = (text: string) => {
  const reading = parsePriceText(text)
  return reading.kind === 'price' ? reading.price : reading.kind === 'invalid' ? reading.problem : 'blank'
}

/** Each text with what it is read as. */
const expectValues = (values: Record<string, string>) =>
  expect(Object.keys(values).map((text) => [text, valueOf(text)])).toEqual(Object.entries(values))

describe('BULK-08 · how a number is written', () => {
  test.each<[PriceNotation, string[]]>([
    ['short-whole', ['1', '12', '999']],
    ['plain', ['1000', '12345', '1 000', "12'000", '1 234 567']],
    [
      'decimal-comma',
      ['12,5', '12,50', '0,5', '0,500', '1234,500', '1 234,500', '1.234,50', ',50', '1,2345'],
    ],
    ['decimal-point', ['12.5', '12.50', '.5', '0.500', '1234.500', "1'234.500", '1,234.50', '1.2345']],
    ['ambiguous-comma', ['1,234', '12,500', '123,456', '1,000']],
    ['ambiguous-point', ['1.234', '12.500', '123.456']],
    ['groups-comma', ['1,234,567', '12,500.-', '12,500.--']],
    ['groups-point', ['1.234.567', '12.500,-']],
  ])('BULK-08 · %s: %j', (notation, texts) => {
    for (const text of texts) expect([text, parsePriceText(text)]).toMatchObject([text, { notation }])
    // Neither a currency nor a unit changes it.
    for (const text of texts)
      expect([text, parsePriceText(`${text} лв.`)]).toMatchObject([text, { notation }])
  })

  test('BULK-08 · a zero or too large a number is written in some way too, a bare zero in none', () => {
    const notationsOf = (...texts: string[]) =>
      texts.map((text) => {
        const reading = parsePriceText(text)
        return reading.kind === 'invalid' ? reading.notation : reading.kind
      })
    expect(notationsOf('0', '00', '0,00', '0.00', '0,0')).toEqual([
      'plain',
      'plain',
      'decimal-comma',
      'decimal-point',
      'decimal-comma',
    ])
    expect(notationsOf('10000000', '12.345.678', '12 345 678,50', '99999999.5')).toEqual([
      'plain',
      'groups-point',
      'decimal-comma',
      'decimal-point',
    ])
  })

  test('BULK-08 · a text like 12,500 has both readings, and no other', () => {
    const readings = (text: string) => {
      const reading = parsePriceText(text)
      return reading.kind === 'price' ? [reading.price, reading.thousands] : reading.kind
    }
    expect(readings('12,500')).toEqual(['12.5', '12500'])
    expect(readings('€1.250')).toEqual(['1.25', '1250'])
    for (const text of ['0,500', '01,500', '1234,500', '1 234,500', '12,5000', '12,50', ',500'])
      expect([text, readings(text)[1]]).toEqual([text, undefined])
  })
})

describe('BULK-08 · signs that programs and keyboards write differently', () => {
  test('BULK-08 · apostrophes group, and dashes stand for no cents or a minus', () => {
    for (const mark of "'\u2018\u2019\u201b\u02bc\u00b4\u0060\u2032")
      expect(valueOf(`1${mark}234,50`)).toBe('1234.5')
    for (const dash of '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63') {
      expectValues({
        [`12,${dash}`]: '12',
        [`12,${dash}${dash}`]: '12',
        [`${dash}5`]: 'negative',
        [dash]: 'blank',
      })
      expectValues({ [`5${dash}`]: 'negative', [`10${dash}12`]: 'range', [`10 ${dash} 12`]: 'range' })
    }
  })

  test('BULK-08 · any space groups by three, a line end or tab does not', () => {
    for (const space of ' \u00a0\u1680\u2000\u2003\u2007\u2009\u202f\u205f\u3000')
      expectValues({ [`1${space}234,50`]: '1234.5', [`5${space}лв.`]: '5' })
    for (const end of '\n\r\t\v\f\u0085\u2028\u2029') {
      expect(valueOf(`1${end}234`)).toBe('not-a-price')
      expect(valueOf(`1 ${end} 234`)).toBe('not-a-price')
    }
  })

  test('BULK-08 · what cannot be seen is no part of a price, but for what turns the digits around', () => {
    for (const sign of '\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u2060\u2066\u2069\ufeff')
      expectValues({ [`1${sign}2,50`]: '12.5', [sign]: 'blank' })
    expect(valueOf('\u202e12,50')).toBe('not-a-price')
  })

  test('BULK-08 · wide signs of East Asian keyboards', () => {
    expectValues({
      '１２３４．５０': '1234.5',
      '＋５': '5',
      '（５）': 'negative',
      '５ｅｕｒ': '5',
      '５／бр': '5',
    })
  })
})

describe('BULK-08 · signs before and behind the number', () => {
  test('BULK-08 · a plus and a trailing mark go, a minus, brackets and other signs do not', () => {
    expectValues({
      '+5': '5',
      '+ 5': '5',
      '++5': 'not-a-price',
      '5.': '5',
      '5,': '5',
      '5,-': '5',
      '5.--': '5',
      '5,---': 'negative',
      '5..': 'not-a-price',
      '(5)': 'negative',
      '(12,50)': 'negative',
      '(5': 'not-a-price',
      '5)': 'not-a-price',
      '-5': 'negative',
      '- 5,20': 'negative',
      '5-': 'negative',
      '5-7': 'range',
      '5,20 - 7,10': 'range',
      '5,20 лв. - 7,10 лв.': 'range',
      '5 € - 7 €': 'range',
      '5 лв.-7 лв.': 'range',
      'от 5 до 7': 'not-a-price',
      '5-7 бр': 'not-a-price',
      'A5-7': 'not-a-price',
      '5 (7)': 'not-a-price',
      '5/7': 'not-a-price',
      '5+5': 'not-a-price',
      '5+': 'not-a-price',
      '12, 50': 'not-a-price',
      '12,5 0': 'not-a-price',
      '1’23': 'not-a-price',
      '5*': 'not-a-price',
      '5%': 'not-a-price',
      '1,,5': 'not-a-price',
      '1..5': 'not-a-price',
      '1,5,': '1.5',
      ',': 'no-number',
      'няма цена': 'no-number',
      '½': 'not-a-price',
      '५': 'not-a-price',
    })
  })

  test('BULK-08 · groups have three digits each, one mark, and begin with no zero', () => {
    expectValues({
      '1 234': '1234',
      '12 345': '12345',
      '123 456': '123456',
      '1 234 567': '1234567',
      '1234 567': 'not-a-price',
      '1 23': 'not-a-price',
      '1 2345': 'not-a-price',
      '0 123': 'not-a-price',
      '1  234': '1234',
      "1 234'567": 'not-a-price',
      '1,234 567': 'not-a-price',
      '1.234.56': 'not-a-price',
      '0.123.456': 'not-a-price',
      '1234.567.890': 'not-a-price',
      '1,234.5': '1234.5',
      '1,23.5': 'not-a-price',
      '1.234,5': '1234.5',
      '12,50 00': 'not-a-price',
    })
  })

  test('BULK-08 · a price has at most 64 characters, its text at most 120', () => {
    expect(valueOf(`1,${'3'.repeat(62)}`)).toBe(`1.${'3'.repeat(62)}`)
    expect(valueOf(`1,${'3'.repeat(63)}`)).toBe('not-a-price')
    const padded = (length: number) => `12,50${' '.repeat(length - 7)}лв`
    expect([valueOf(padded(120)), valueOf(padded(121))]).toEqual(['12.5', 'not-a-price'])
    expect(valueOf(`${padded(120)}${' '.repeat(200)}`)).toBe('12.5')
  })
})

describe('BULK-08 · words around the number', () => {
  const currencyOf = (text: string) => {
    const reading = parsePriceText(text)
    return reading.kind === 'price' ? `${reading.price} ${reading.currency ?? ''}`.trim() : valueOf(text)
  }

  test('BULK-08 · labels', () => {
    for (const label of [
      'Цена: ',
      'цена ',
      'Ед. цена: ',
      'Единична цена: ',
      'КРАЙНА ЦЕНА: ',
      'Price: ',
      'price ',
    ])
      expect([label, valueOf(`${label}7,10`)]).toEqual([label, '7.1'])
    expectValues({ 'Цена:7,10': '7.1', 'Цени: 7,10': 'not-a-price', 'Стара цена: 7,10': 'not-a-price' })
  })

  test.each([
    'с ДДС|без ДДС|вкл. ДДС|с включен ДДС|с вкл. ДДС|ДДС вкл.|(с ДДС)|(без ДДС)|+ ДДС|(+ ДДС)',
    'incl. VAT|excl. VAT|including VAT|excluding tax|inc VAT|ex VAT|with VAT|without tax|plus VAT|no VAT|+ VAT|(incl. VAT)',
  ])('BULK-08 · VAT: %s', (words) => {
    for (const word of words.split('|').filter((one) => one !== 'ДДС вкл.')) {
      expect([word, currencyOf(`7,10 ${word}`)]).toEqual([word, '7.1'])
      expect([word, currencyOf(`7,10 лв. ${word}`)]).toEqual([word, '7.1 BGN'])
    }
  })

  test.each([
    'бр|бр.|брой|броя|бройки|кг|килограм|г|гр|грама|литър|л|мл|метър|м|см|кв. м|куб.м|м2|м²|m3|тон|опаковка|пакет|кутия|кашон|стек',
    'палет|комплект|к-т|чифт|лист|ролка|порция|чаша|бутилка|час|ч|ден|нощувка|месец|мес|година|год.|човек|каса|оп|пак|кут|компл',
    'piece|pc|pcs|each|ea|unit|item|kg|kilogram|g|gram|l|liter|litre|ml|m|metre|cm|sq m|pack|pkg|box|set|pair|roll|hour|hr|h|day|night',
    'month|mo|year|person|packet|items|hours|days|months|years|100 г|1 кг|0 бр',
  ])('BULK-08 · units: %s', (units) => {
    for (const unit of units.split('|')) {
      expect([unit, currencyOf(`7,10 лв./${unit}`)]).toEqual([unit, '7.1 BGN'])
      expect([unit, currencyOf(`7,10 / ${unit}`)]).toEqual([unit, '7.1'])
    }
  })

  test('BULK-08 · a unit behind a word, and none where the word is missing', () => {
    expectValues({
      '7,10 за кг': '7.1',
      '7,10 за 1 бр.': '7.1',
      '7,10 per piece': '7.1',
      '7,10 на човек': '7.1',
      '7,10 кг': 'not-a-price',
      '7,10 бр': 'not-a-price',
      '7,10 закг': 'not-a-price',
      '7,10/стая': 'not-a-price',
      '7,10 за 12345 бр': 'not-a-price',
    })
  })

  test('BULK-08 · one currency, on either side or both, in any order with unit and VAT', () => {
    const values = {
      'лв. 5': '5 BGN',
      'лв 5 лв': '5 BGN',
      BGN5: '5 BGN',
      '5bgn': '5 BGN',
      '€5,20€': '5.2 EUR',
      '5 лв./бр. с ДДС': '5 BGN',
      '5 с ДДС лв./бр.': '5 BGN',
      'Цена: 5 € / кг без ДДС': '5 EUR',
      '5 евро': '5 EUR',
      '5 euros': '5 EUR',
      '5 levs': '5 BGN',
      '5 лева.': '5 BGN',
      '5 лвa': 'not-a-price',
      '5 лева български': 'not-a-price',
      '5 евроцента': '0.05 EUR',
      '€ 5 лв.': 'not-a-price',
      'лв. 5 EUR': 'not-a-price',
    }
    expect(Object.keys(values).map((text) => [text, currencyOf(text)])).toEqual(Object.entries(values))
  })

  test('BULK-08 · other currencies', () => {
    const words =
      'usd|gbp|chf|ron|try|tl|rsd|mkd|pln|zł|czk|kč|huf|ft|sek|nok|dkk|kr|rub|uah|cad|aud|nzd|jpy|cny|rmb|hkd|ils|aed|sar|inr|krw|isk|' +
      'bam|all|gel|kzt|dem|btc|dollar|dollars|pound|pounds|lei|долар|долара|щ.д.|щ. д.|паунд|паунда|лира|лири|лей|леи|руб|рубла|рубли|' +
      'динар|динара|денар|денара|злота|злоти|франк|франка|йена|йени|юан|юана|$|£|¥|₺|₽|₴|zl|kc'
    for (const word of words.split('|').filter((one) => !['йена', 'злота'].includes(one)))
      for (const text of [`5 ${word}`, `${word} 5`, `5${word.toUpperCase()}`])
        expect([text, valueOf(text)]).toEqual([text, 'other-currency'])
  })
})

describe('BULK-08 · two prices in one cell', () => {
  test.each(['/', ' / ', '|', ' | ', ';', '; ', ' ', ' = ', '=', ' - ', ', ', '('])(
    'BULK-08 · apart by %j',
    (sign) => {
      const end = sign === '(' ? ')' : ''
      expect(valueOf(`19,56 лв.${sign}10,00 €${end}`)).toBe('19.56')
      expect(valueOf(`€10,00${sign}19,56 BGN${end}`)).toBe('19.56')
      expect(pairInText(`10,00 EUR${sign}19,56 лв.${end}`)).toEqual({ national: '19.56', euro: '10' })
    },
  )

  test('BULK-08 · agree within five cents of a euro, else neither is taken', () => {
    // 19.56 / 1.95583 = 10.0008…
    expectValues({
      '19,56 лв. / 10,05 €': '19.56',
      '19,56 лв. / 9,96 €': '19.56',
      '19,56 лв. / 10,06 €': 'two-prices',
      '19,56 лв. / 9,94 €': 'two-prices',
      '19,56 лв. / 10,00': 'not-a-price',
      '19,56 / 10,00 €': 'not-a-price',
      '19,56 лв. / 10,00 лв.': 'not-a-price',
      '19,56 лв. / € лв.': 'not-a-price',
      '19,56 лв. / 10,00 € / 5': 'not-a-price',
      '19,56 лв. (10,00 €)/бр': 'not-a-price',
    })
  })

  test('BULK-08 · say nothing of the notation of a column', () => {
    expect(parsePriceText('19,56 лв. / 10,00 €')).toEqual({
      kind: 'price',
      price: '19.56',
      notation: 'plain',
      currency: 'BGN',
    })
  })

  test('BULK-08 · like 12,500 explain each other', () => {
    const readingOf = (text: string) => {
      const reading = parsePriceText(text)
      return reading.kind === 'price' ? [reading.price, reading.thousands, reading.currency] : valueOf(text)
    }
    // 12.5 / 1.95583 = 6.391…; 12500 / 1.95583 = 6391.14…; 6391 × 1.95583 = 12499.70…
    expect(readingOf('12,500 лв. / 6,39 €')).toEqual(['12.5', undefined, 'BGN'])
    expect(readingOf('12,500 лв. / 6391,15 €')).toEqual(['12500', undefined, 'BGN'])
    expect(readingOf('12,50 лв. / 6,391 €')).toEqual(['12.5', undefined, 'BGN'])
    expect(readingOf('12499,71 лв. / 6,391 €')).toEqual(['12499.71', undefined, 'BGN'])
    expect(readingOf('12,500 лв. / 6,391 €')).toEqual(['12.5', '12500', 'BGN'])
    // Euros that are rounded to whole ones: half a euro at most. 12500 - 6390 × 1.95583 is more.
    expect(readingOf('12,500 лв. / 6,390 €')).toEqual(['12.5', undefined, 'BGN'])
    expect(readingOf('12,500 лв. / 7,000 €')).toBe('two-prices')
  })

  test('CHECK-01 · are told apart also where they do not agree, in the readings that are nearest', () => {
    expect(pairInText('19,56 лв. / 11,00 €')).toEqual({ national: '19.56', euro: '11' })
    expect(pairInText('12,500 лв. / 6,40 €')).toEqual({ national: '12.5', euro: '6.4' })
    expect(pairInText('12,500 лв. / 6400 €')).toEqual({ national: '12500', euro: '6400' })
    expect(pairInText('24 447,88 лв. / 12,500 €')).toEqual({ national: '24447.88', euro: '12500' })
    // The column has decided.
    expect(pairInText('12,500 лв. / 6,391 €', '12500')).toEqual({ national: '12500', euro: '6391' })
    expect(pairInText('12,500 лв. / 6,391 €', '12.5')).toEqual({ national: '12.5', euro: '6.391' })
    for (const text of ['19,56 лв.', '10 €', '19,56', '', 'лв. / €', '19,56 лв. / 10,00'])
      expect([text, pairInText(text)]).toEqual([text, undefined])
    const pair = (length: number) => `19,56 лв.${' '.repeat(length - 13)}10 €`
    expect([pairInText(pair(120))?.euro, pairInText(pair(121))]).toEqual(['10', undefined])
    expect(pairInText(`${pair(120)}${' '.repeat(100)}`)?.euro).toBe('10')
  })
})

test('SNG-02 · prices below each other have the same number of decimals', () => {
  const padded = ['12', '12.5', '12.50', '12.505', '0.5', ''].map((price) => padDecimals(price))
  expect(padded).toEqual(['12.00', '12.50', '12.50', '12.505', '0.50', ''])
  expect(['x1.5', '.5', '1.5 x'].map((text) => padDecimals(text))).toEqual(['x1.5', '.5', '1.5 x'])
  expect(['12', '12.5', '12.505', '5 лв.'].map((price) => padDecimals(price, false))).toEqual([
    '12',
    '12.50',
    '12.505',
    '5 лв.',
  ])
})
