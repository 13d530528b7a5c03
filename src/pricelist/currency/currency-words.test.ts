import { expect, test } from 'vitest'
import {
  OTHER_CURRENCY,
  UNIT_SUFFIX,
  VAT_SUFFIX,
  currencyOfWord,
  isPriceOnRequest,
  withoutRate,
} from './currency-words.ts'

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

test('READ-04 · the rate is told by any of its words', () => {
  const said =
    'по курс|при курса|по официалния курс|по официален курс|при фиксиран курс|по фиксирания курс|по валутния курс|по обменния курс|' +
    'по централния курс на БНБ|по курса на еврото|at rate|at the rate|by the rate of BNB|at the fixed rate|at the official rate|' +
    'at the exchange rate|at the conversion rate|at the fixed conversion rate'
  expect(list(said).map((words) => [words, withoutRate(`Цени ${words}`)])).toEqual(
    list(said).map((words) => [words, 'Цени']),
  )
  const rates =
    '1 € = 1,95583 лв.|1€=1.95583лв|€1 = 1.95583|1 EUR - 1,95583 BGN|1 евро – 1,956 лева|1 euro: 1.956 leva|1 евро е 1,95583 лв|' +
    '1 euro is 1.95583 lv|1,95583 лв. за 1 евро|1.95583 лв за евро|1.95583 BGN per EUR|1,95583 = 1 €|1,95583 лв./€|1.95583'
  expect(list(rates).map((rate) => [rate, withoutRate(`Цени, ${rate}`)])).toEqual(
    list(rates).map((rate) => [rate, 'Цени']),
  )
})

test('READ-05 · units and VAT at the end of a price', () => {
  const units =
    'бройки|броя|брой|бр|бр.|килограм|килограма|кг|грам|грама|гр|г|литра|литър|л|мл|метра|метър|м|см|кв. м|кв м|кв.м|куб. м|м2|м3|м²|m³|тон|' +
    'тона|т|опаковка|опак|оп|пакет|пакета|пак|пк|кутия|кут|кашон|каса|стек|стека|палет|комплект|комплекта|к-т|компл|чифт|чифта|лист|ролка|' +
    'порция|чаша|бутилка|час|ч|ден|нощувка|месец|мес|година|год|човек|piece|pieces|pc|pcs|each|ea|unit|units|item|items|kilogram|' +
    'kilograms|kg|gram|grams|gr|g|liter|litre|liters|litres|l|ml|meter|metre|meters|metres|m|cm|sq m|pack|packs|pkg|packet|packets|box|' +
    'set|pair|roll|hour|hours|hr|hrs|h|day|days|night|nights|month|months|mo|year|years|person|100 г|1 кг'
  for (const before of ['/', ' / ', ' за ', ' на ', ' per '])
    expect(
      list(units)
        .map((unit) => `5${before}${unit}`)
        .filter((price) => price.replace(UNIT_SUFFIX, '') !== '5'),
    ).toEqual([])
  const none = '5 кг|5/кгг|5 за|5/храна|база кг|5 за12345 г'
  expect(list(none).filter((price) => UNIT_SUFFIX.test(price))).toEqual([])
  const vat =
    'с ддс|без ддс|вкл. ддс|включен ддс|включено ддс|с вкл. ддс|с включен ддс|с ддс вкл.|без включен ддс|с ддс включено|incl. vat|incl tax|' +
    'inc vat|including vat|excl. vat|exc tax|excluding tax|ex vat|with vat|without vat|plus vat|no vat|+ ддс|+ддс|+ vat|(с ддс)|(без ддс)|' +
    '(incl. vat)|(+ ддс)'
  expect(list(vat).filter((text) => `5 ${text}`.replace(VAT_SUFFIX, '').trim() !== '5')).toEqual([])
  expect(list('5 ддс|5 vat|5 с дд|5 с ддсс|бокс ддс').filter((text) => VAT_SUFFIX.test(text))).toEqual([])
})

test('READ-05 · money that is not converted', () => {
  const money =
    'usd|gbp|chf|ron|try|tl|rsd|mkd|pln|zł|zl|huf|ft|czk|kč|kc|sek|nok|dkk|kr|rub|uah|cad|aud|nzd|jpy|cny|rmb|hkd|ils|aed|sar|inr|krw|isk|' +
    'bam|all|gel|kzt|dem|btc|dollar|dollars|pound|pounds|lei|долар|долара|щ.д.|щ. д|паунд|паунда|лири|лира|лей|леи|руб|рубла|рубля|рубли|' +
    'динар|динара|денар|денара|злоти|франк|франка|йени|юан|юана|$|£|¥|₽|₺|₴'
  expect(list(money).filter((word) => !OTHER_CURRENCY.test(`5 ${word}`))).toEqual([])
  expect(
    list('5 €|5 лв|5 евро|5 eur|5 leva|5 leis|5 krone|5 ronn').filter((text) => OTHER_CURRENCY.test(text)),
  ).toEqual([])
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
