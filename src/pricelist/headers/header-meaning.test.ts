import { describe, expect, test } from 'vitest'
import { isOfMoney, isPriceQualifier, meaningOfHeader } from './header-meaning.ts'

describe('READ-01 · a title is ranked by its meaning', () => {
  test.each([
    ['Цена', 100, 'selling'],
    ['Цена / Price', 100, 'selling'],
    ['Цена за кг / Price', 100, 'selling'],
    ['Price / Цена за кг', 100, 'selling'],
    ['Каталожна цена / Price per kg', 94, 'measure'],
    ['Цена с ДДС / Price incl. VAT', 100, 'selling'],
    ['Нова цена', 100, 'selling'],
    ['П.Ц. с Д.Д.С.', 100, 'selling'],
    ['Ц.', 100, 'selling'],
    ['лв/м2', 94, 'measure'],
    ['EUR/pc', 100, 'selling'],
    ['Ц. без ДДС', 85, 'net'],
    ['HoReCa цена', 70, 'wholesale'],
    ['Цена с промокод', 60, 'promotional'],
    ['Цена към 01.05.2026', 100, 'selling'],
    ['Цена с доставка', 100, 'selling'],
    ['Цена с начислен ДДС', 100, 'selling'],
    ['Цена, включваща ДДС', 100, 'selling'],
    ['Price after tax', 100, 'selling'],
    ['Цена по етикет', 100, 'selling'],
    ['Цена към днешна дата', 100, 'selling'],
    ['Цена на ед. мярка', 100, 'selling'],
    ['End customer price', 100, 'selling'],
    ['Цена на търговец на дребно', 100, 'selling'],
    ['Цeна с латинско e', 100, 'selling'],
    ['Цена франко склад', 100, 'selling'],
    ['Цена на производител', 70, 'wholesale'],
    ['Цена за дилъри', 70, 'wholesale'],
    ['Дилъри (лв.)', 70, 'wholesale'],
    ['Manufacturer suggested retail price', 93, 'list'],
    ['Препоръчителна цена на производител', 93, 'list'],
    ['Цена ст. Загора', 100, 'selling'],
    ['Distributor price', 70, 'wholesale'],
    ['Вх. цена', 40, 'cost'],
    ['Минала цена', 30, 'old'],
    ['Цена в магазина', 96, 'selling'],
    ['Цена за кг', 94, 'measure'],
    ['Каталожна цена', 93, 'list'],
    ['лв.', 92, 'bare-currency'],
    ['Цена без отстъпка', 91, 'list'],
    ['Цена + ДДС', 85, 'net'],
    ['Price +20% VAT', 85, 'net'],
    ['Прод. цена б/ДДС', 85, 'net'],
    ['Цена преди ДДС', 85, 'net'],
    ['Цена извън ДДС', 85, 'net'],
    ['Цена, ДДС 20%', 100, 'selling'],
    ['Price (20% VAT)', 100, 'selling'],
    ['Цена с надценка', 100, 'selling'],
    ['Цена с акциз', 100, 'selling'],
    ['Цена с ДДС и доставка', 100, 'selling'],
    ['Цена при наличност', 100, 'selling'],
    ['ЦД', 100, 'selling'],
    ['Отч. цена', 40, 'cost'],
    ['Среднопретеглена цена', 40, 'cost'],
    ['Цена на придобиване', 40, 'cost'],
    ['FOB price', 40, 'cost'],
    ['Предх. цена', 30, 'old'],
    ['Цена до 31.12.2024', 30, 'old'],
    ['Last year price', 30, 'old'],
    ['Тотална цена', 20, 'line-amount'],
    ['Равностойност в EUR', 20, 'line-amount'],
    ['Ед. цена без ДДС (Unit price excl. VAT)', 85, 'net'],
    ['Цена за дистрибутори', 70, 'wholesale'],
    ['Цена след 10% отстъпка', 60, 'promotional'],
    ['Доставна цена', 40, 'cost'],
    ['Цена сега', 100, 'selling'],
    ['Цена преди', 30, 'old'],
    ['Цена преди отстъпка', 91, 'list'],
    ['Мин. цена', 91, 'list'],
    ['Най-ниска цена за последните 30 дни', 30, 'old'],
    ['Обща цена', 20, 'line-amount'],
  ] as const)('%s', (title, price, kind) => {
    expect(meaningOfHeader(title)).toMatchObject({ price, kind })
  })

  test.each([
    'Разлика в цената',
    'Дата на цената',
    'Цена за доставка',
    'Отстъпка от цената',
    'Цена валидна до',
    'Код на цената',
    'Всички цени са в евро',
    'Цена USD',
    'Цена във франкове',
    'Цена (ст.)',
    'Производител',
    'Акциз',
    'Промо бр.',
    'Бонус',
    'Промоутър',
    'Цена куриер',
    'Competitor price',
    'Gift wrap price',
    'ДДС 20%',
    'ДДС лв.',
    'ДДС 20% (лв.)',
    'ДДС от цената',
    'Manufacturer',
    'Dealers',
    'Партньори',
    'До момента',
    'Отменена',
    'OEM Equivalent',
    'Цена (евроцентове)',
    '12,50 €',
  ])('%s names no price', (title) => {
    expect(meaningOfHeader(title).price).toBe(0)
  })

  test.each(['Цена â‚¬', 'цена в Ђ', 'Цена, в‚¬'])('%s has a euro sign in a wrong encoding', (title) => {
    expect(meaningOfHeader(title).currency).toBe('EUR')
  })

  test("a Latin 'c' before VAT is the Cyrillic word", () => {
    expect(meaningOfHeader('Цена c ДДС')).toEqual(meaningOfHeader('Цена с ДДС'))
    expect(meaningOfHeader('Цена C вкл. ДДС')).toEqual(meaningOfHeader('Цена с вкл. ДДС'))
  })

  test.each(['Намаление %', '% намаление'])('%s is no price', (title) => {
    expect(meaningOfHeader(title)).toMatchObject({ price: 0, isElse: true })
  })

  test.each([
    'price_stotinki',
    'priceStotinki',
    'cena_st',
    'price_eurocents',
    'Цена стот.',
    'price (minor units)',
    'price.centAmount',
    'Цена x100',
    'Цена (х1000)',
    'Price (K)',
    'Price k€',
    'Цена (х.лв.)',
    "Price '000",
    'Цена (000 лв.)',
  ])('READ-01 · %s is in hundredths or thousands', (title) => {
    expect(meaningOfHeader(title)).toMatchObject({ price: 0, isOtherMoney: true })
  })

  test.each([
    'Цена с ДДС (стотинки)',
    'Цена, стотинки с ДДС',
    'Цена без ДДС (стотинки)',
    'Доставна цена (ст.)',
    'Ед. цена, ст.',
    'price_lev_cents',
    'CENA_STOT',
  ])('READ-01 · %s is in stotinki', (title) => {
    expect(meaningOfHeader(title)).toMatchObject({ price: 0, isInHundredths: true, currency: 'BGN' })
  })

  test.each(['Цена в евро центове', 'Цена (€ cents)', 'Цена в центове'])(
    'READ-01 · %s is in cents',
    (title) => {
      expect(meaningOfHeader(title)).toMatchObject({ price: 0, isInHundredths: true, currency: 'EUR' })
    },
  )

  test.each([
    ['ЦЕНА СТ. С ДДС', 'hundredths'],
    ['ПЦ ст.', 'hundredths'],
    ['Цена (цент)', 'hundredths'],
    ['Цена ст./бр.', 'hundredths'],
    ['Цена ст./кг', 'hundredths'],
    ['Цена на едро ст.', 'hundredths'],
    ['Цена в ст. за бр.', 'hundredths'],
    ['Стойност ст.', 'hundredths'],
    ['Price in ct', 'hundredths'],
    ['Цена лв. и ст.', 'unsure'],
    ['Цена (лв/ст)', 'unsure'],
    ['price_c', 'unsure'],
    ['П.Ц.', undefined],
    ['Цена с', undefined],
    ['Ст. ст.', undefined],
    ['Цена ст. модел', undefined],
  ])('READ-01 · whole amounts under %s are %s', (title, whole) => {
    const { price, whole: found } = meaningOfHeader(title)
    expect([price > 0, found]).toEqual([true, whole])
  })

  test.each([
    'Price ден.',
    'Цена (ден.)',
    'Цена Fr.',
    'Price SFr',
    'Price lipa',
    'Цена kn',
    'Price zł',
    'Price Ft',
    'Цена йени',
    'Price KM',
  ])('READ-01 · %s is in a currency that is not converted', (title) => {
    expect(meaningOfHeader(title)).toMatchObject({ price: 0, isOtherMoney: true })
  })

  test.each([
    'Цена/ден',
    'Цена на ден',
    'price_fr',
    'Price per ft',
    'Цена за 1 000 бр.',
    'Цена до 1000 €',
    'Цена К-т',
    'Price KG',
    'Цена км',
    'Цена на ден. (лв.)',
    'Price DIN 912',
    'Цена 10 Ft',
  ])('READ-01 · %s names no other currency', (title) => {
    expect(meaningOfHeader(title).price).toBeGreaterThan(0)
  })

  test.each([
    'price.fractionDigits',
    'price_precision',
    'price decimals',
    'price_scale',
    'priceExponent',
    'price_version',
  ])('READ-01 · %s is about a price, and none', (title) => {
    expect(meaningOfHeader(title).price).toBe(0)
  })

  test.each(['Нето кг', 'Тегло бруто', 'Бруто кг лв.', 'Gross weight €'])('%s is a weight', (title) => {
    expect(meaningOfHeader(title)).toEqual({ price: 0, name: 0, isCurrency: false, isElse: true })
  })

  test('READ-01 · a text of more than 320 letters is no title, spaces counted', () => {
    expect([320, 321].map((length) => meaningOfHeader('Цена'.padEnd(length)).price)).toEqual([100, 0])
  })

  test.each([
    'Такса',
    'Хонорар',
    'Fee',
    'Hourly rate',
    'Крайна + 20%',
    'Магазинна -10%',
    'с отстъпка 10%',
    'лв. -10%',
  ])('%s can be a price or not', (title) => {
    const { price, isElse } = meaningOfHeader(title)
    expect([price, isElse]).toEqual([0, undefined])
  })

  test.each(['Цена с/без ДДС', 'Цена/ДДС', 'Цена 20% ДДС', 'Цена едро/дребно', 'Стара/нова цена'])(
    '%s says two things',
    (title) => {
      expect(meaningOfHeader(title).isOpposed).toBe(true)
    },
  )

  test('a title means the same when it is asked about again, and after very many others', () => {
    const asked = () => ({
      meaning: meaningOfHeader('Цена на едро'),
      qualifiers: ['с ДДС', 'на дребно', 'Хляб'].map(isPriceQualifier),
    })
    const first = asked()
    expect(first).toMatchObject({ meaning: { kind: 'wholesale' }, qualifiers: [true, true, false] })
    expect(asked()).toEqual(first)
    // Both are remembered in the same way.
    for (let i = 0; i < 20_001; i++) isPriceQualifier(`x${i}`)
    expect(asked()).toEqual(first)
  })
})

test.each([
  ['BGN', 'BGN|lv|leva|lev|лв|лв.|лева|лев|левове'],
  ['EUR', 'EUR|euro|euros|евро|евр|€'],
  [undefined, 'levski|левски|европа|euroline|бр'],
])('READ-04 · a title names %s by any of its words', (currency, words) => {
  const titles = words.split('|').map((word) => `Цена ${word}`)
  expect(titles.map((title) => [title, meaningOfHeader(title).currency])).toEqual(
    titles.map((title) => [title, currency]),
  )
})

test.each([
  ['Цена лв. / €', true],
  ['Цена BGN EUR', true],
  ['Цена лв.', undefined],
  ['Цена €', undefined],
  ['Цена', undefined],
  ['Цена в евро (курс 1 € = 1,95583 лв.)', undefined],
])('READ-04 · a price title names both currencies, or not: %s: %s', (title, isInBoth) => {
  expect(meaningOfHeader(title).isInBoth).toBe(isInBoth)
})

test('READ-04 · a rate in the currency of a title is no other one', () => {
  expect(meaningOfHeader('Цена по курс 1,95583 лв.').currency).toBe('BGN')
})

test('READ-02 · which titles say that their numbers are money', () => {
  const money =
    'Стара цена|Compare At Price|oldprice|Доставна цена|Цена на доставка|delivery_price|Доставка|Депозит, лв.|Стойност|line total|ДДС, лв.|Печалба лв.'
  const others = 'Тегло|weight|Количество|Рейтинг|Надценка|Отстъпка, % от цената|Коефициент|Price, USD'
  expect(money.split('|').filter((title) => !isOfMoney(title))).toEqual([])
  expect(others.split('|').filter(isOfMoney)).toEqual([])
})

test.each([
  ['Ценова група 1', 70],
  ['Ценова група №10', 70],
  ['ЦЕНОВА ГРУПА 8 (лв.)', 70],
  ['Ценова група', 0],
  ['Ценова група 1.5', 0],
  ['Ценова група 2026', 0],
  ['Група 1', 0],
])("FILE-01 · the wholesale prices of Microinvest's programs: %s", (title, rank) => {
  expect(meaningOfHeader(title).price).toBe(rank)
})
