import { expect, test } from 'vitest'
import { currencyOfWord, isPriceOnRequest, withoutRate } from './currency-words.ts'

const list = (texts: string) => texts.split('|')

test('READ-03 · words in the place of a price that is told on request', () => {
  const said =
    'По договаряне|по договорка|При заявка|след запитване|ПО ПОРЪЧКА|На място|Обадете се!|Позвънете|On request|on demand|on application|' +
    'Ask|Call|Contact us|Please ask|please call|Please contact us.|TBA|TBD|POA| по заявка. '
  expect(list(said).filter((text) => !isPriceOnRequest(text))).toEqual([])
  const others =
    'по договаряне 5|договаряне|Цена по договаряне|по договаряне!!|please|Please|Contact|call us|request|on|12,50|няма|на място и извън него|'
  expect(list(others).filter(isPriceOnRequest)).toEqual([])
})

test.each([
  ['Цена в евро (курс на БНБ)', 'Цена в евро'],
  ['Цени в лв., по официалния курс на БНБ', 'Цени в лв.'],
  ['Цени в лв. по фиксирания курс на еврото: 1,95583', 'Цени в лв.'],
  ['Цени в лв. при валутен курс 1,95583 лв. за 1 евро', 'Цени в лв.'],
  ['Prices in EUR at the official rate of BNB', 'Prices in EUR'],
  ['Prices in EUR, fixed exchange rate: €1 = 1.95583 BGN', 'Prices in EUR'],
  ['Курс 1 EUR = 1.95583 BGN', ''],
  ['1 € = 1,956 лв', ''],
  ['Цени в лева; 1.95583', 'Цени в лева'],
  ['Цени в евро(курс 1,95583)с ДДС', 'Цени в евро с ДДС'],
])('READ-04 · the rate is no part of what a text says of its prices: %s', (text, rest) => {
  expect(withoutRate(text)).toBe(rest)
})

test.each([
  'Цена 1,95 лв.',
  'Цена 11,95583',
  'Цена 1,955834',
  'Ракурс',
  'Ракурс 1895583',
  'Конкурсни цени',
  'Rated price',
])('READ-04 · other numbers and words are no rate: %s', (text) => {
  expect(withoutRate(text)).toBe(text)
})

test.each([
  ['BGN', 'BGN|bgn.|leva|Lev|levs|lv|лева|лев|ЛВ.| лв |BG lev|български лев|Български лева'],
  ['EUR', 'EUR|eur.|Euro|euros|ЕВРО|евро.|€| € '],
  [undefined, '|.|л|евр|USD|$|лв..|лв/кг|12 лв|лв €|лева евро|undefined|български'],
])('READ-04 · texts that name %s and nothing else', (currency, texts) => {
  expect(list(texts).map((text) => [text, currencyOfWord(text)])).toEqual(
    list(texts).map((text) => [text, currency]),
  )
})

test('READ-04 · a text that names a currency is short', () => {
  expect([24, 25].map((length) => currencyOfWord('лв.'.padEnd(length)))).toEqual(['BGN', undefined])
})
