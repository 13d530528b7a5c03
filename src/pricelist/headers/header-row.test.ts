import { describe, expect, test } from 'vitest'
import { detectColumns } from '../columns/detect-columns.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { findHeaderRow, firstHeaderRow, lastHeaderRow } from './header-row.ts'

const ROWS = [
  ['Хляб', '1,80', '1,50'],
  ['Сол', '2,80', '2,50'],
]

describe('READ-03 · titles that go on where they are not joined', () => {
  test.each([
    [
      'four rows',
      [
        ['Име', 'Цени', ''],
        ['', 'на едро', 'на дребно'],
        ['', 'без ДДС', 'с ДДС'],
        ['', '€', '€'],
      ],
    ],
    [
      'a blank row between',
      [
        ['Име', 'Цена', ''],
        ['', '', ''],
        ['', 'на едро', 'на дребно'],
      ],
    ],
    [
      'a blank row above the currencies',
      [
        ['Име', 'Цена', 'Промо'],
        ['', '', ''],
        ['', 'лв.', '€'],
      ],
    ],
    [
      'kinds of prices above whole amounts of a year',
      [
        ['', 'Цена', 'Промо', ''],
        ['Име за печат', '2026 г.', 'цена', 'XY'],
        ['Болт', '78', '70', 'A-1007'],
      ],
    ],
    [
      'what could not be decoded beside a kind of price',
      [
        ['\ufffd', '', 'Purchase'],
        ['Product', 'price_per_kg', 'price'],
      ],
    ],
  ])('%s: the person is asked', (_, titles) => {
    expect(detectColumns([...titles, ...ROWS])).toMatchObject({ certain: false, question: 'titles-go-on' })
  })

  test('a measure below the price, over amounts among the headings of groups', () => {
    const rows = ['Цена;;', 'бр.;Име;Цена на едро', 'Хлебни;;', '1,95;Питка;1,60', '2,20;Кифла;1,90']
    const table = [...rows, 'Напитки;;', '1,10;Айрян;1,00'].map((row) => row.split(';'))
    expect(detectColumns(table).question).toBe('titles-go-on')
  })

  test('a heading, or the currency of all prices, is no title', () => {
    const titles = ['Име', 'Цена', 'Код']
    expect(detectColumns([titles, ['', '', ''], ['Хлебни', '', ''], ...ROWS]).certain).toBe(true)
    expect(detectColumns([titles, ['', ''], ['', 'в евро'], ...ROWS]).certain).toBe(true)
  })

  test('READ-04 · the currency in the fourth row is that of the prices', () => {
    const table = [['Име', 'Цена'], ['', ''], ['', '€'], ...ROWS.map((row) => row.slice(0, 2))]
    const { rows } = readPriceList({ format: 'csv', table, warnings: [] }, 'a.csv', {
      columns: detectColumns(table).columns,
    })
    expect(rows.filter(({ name }) => name !== '').map(({ currency }) => currency)).toEqual(['EUR', 'EUR'])
  })
})

describe('READ-03 · years below a title of prices', () => {
  const rows = (...texts: string[]) => texts.map((text) => text.split(';'))
  const DATA = rows('Хляб;1,80;1,95;бял', 'Сол;1,10;1,20;бяла')
  const stored = (year: string) => ({ kind: 'number', text: year }) as const

  test.each([
    ['Име;Цена;;Цвят', ';2025;2026;(основен)', 'Цвят (основен)'],
    ['Име;Цена;;', ';2025;2026;София', 'Цена София'],
    ['Име;Цена;;Цвят', ';2025 г.;2026 г.;основен', 'Цвят основен'],
    ['Храна;Цена;;Цвят', ';2025;2026;(основен)', 'Цвят (основен)'],
  ])('are titles, whatever stands beside them: %s / %s', (upper, lower, last) => {
    const { columns, question, all } = detectColumns([...rows(upper, lower), ...DATA])
    expect(columns.headerRow).toBe(1)
    expect(question).toBe('equal-prices')
    expect(all.slice(1, 3).map(({ title }) => title.replace(' г.', ''))).toEqual(['Цена 2025', 'Цена 2026'])
    expect(all[3]?.title).toBe(last)
  })

  test('are titles where a workbook stores them as numbers', () => {
    const years = ['', stored('2025'), stored('2026'), '']
    expect(detectColumns([...rows('Име;Цена;;Цвят'), years, ...DATA])).toMatchObject({
      columns: { headerRow: 1 },
      question: 'equal-prices',
    })
  })

  test('are prices in the row of a product', () => {
    for (const row of [
      ['Лаптоп', '2025', '2026', 'черен'],
      ['Лаптоп', stored('2025'), stored('2026'), 'черен'],
      ['A1', '2025', '2026', 'черен'],
    ])
      expect(detectColumns([...rows('Име;Цена;;Цвят'), row, ...DATA]).columns.headerRow).toBe(0)
    expect(detectColumns(rows('Цена;;Храна', '2025;2026;Хляб', '1,80;1,95;Сол')).columns.headerRow).toBe(0)
  })
})

describe('READ-08 · letters that could not be decoded above the header', () => {
  const questionOf = (...rows: string[]) => detectColumns(rows.map((row) => row.split(';'))).question

  test('are no matter in the name of a shop', () => {
    expect(questionOf('Ценоразпис на „\ufffdнтика“ ООД', 'Име;Цена', 'Хляб;1,80', 'Сол;1,10')).toBeNull()
    expect(questionOf('\ufffdнтика ООД', '', 'Име;Цена', 'Хляб;1,80;', 'Сол;1,10;')).toBeNull()
  })

  test('are asked about in titles', () => {
    const rows = ['Хляб;бр;1,80', 'Сол;бр;1,10']
    expect(questionOf('Стока;Мя\ufffdка', 'Име;Цена', ...rows)).toBe('damaged-header')
    expect(questionOf('Цена \ufffdла', 'Име;Мярка;Стойност лв.', ...rows)).toBe('damaged-header')
  })

  test('are asked about where the damaged title may be that of the price, and nowhere else', () => {
    const rows = ['5 лв.;3;Сапун', '131 лв.;80;Кашкавал']
    expect(questionOf('\ufffdена;Доставна цена;Име', ...rows)).toBe('damaged-header')
    expect(questionOf('Доставна цена;\ufffdена;Име', ...rows)).toBe('damaged-header')
    expect(questionOf('Доставна цена;\ufffdЕвро с ДДС;Име', ...rows)).toBe('damaged-header')
    expect(questionOf('Цена в лв\ufffd;Код;Име', ...rows)).toBeNull()
    expect(questionOf('Цена;Код\ufffd;Име', ...rows)).toBeNull()
    expect(questionOf('Цена;Доставна цена;Им\ufffd', ...rows)).toBeNull()
    expect(questionOf('Цена\ufffd;Доставна цена;Име', ...rows)).toBe('damaged-header')
  })
})

describe('READ-03 · rows of titles that are told from each other', () => {
  const rowsOf = (...texts: string[]) => texts.map((text) => text.split(';'))
  const DATA = rowsOf('Хляб;1,80;1,95;5%', 'Сол;1,10;1,20;3%')
  const titlesOf = (...titles: string[]) => {
    const { columns, all, certain } = detectColumns([...rowsOf(...titles), ...DATA])
    return { row: columns.headerRow, titles: all.map(({ title }) => title), certain }
  }

  test('numbered titles go on in numbered ones, also in small letters and as signs', () => {
    expect(titlesOf('4. Име;6. Price;5. Cost;', ';1. inc. tax;1. per item;')).toMatchObject({
      row: 1,
      titles: ['4. Име', '6. Price inc. tax', '5. Cost per item', ''],
      certain: true,
    })
    expect(titlesOf(';Цена;Цена;', '1. Име;2. €;3. лв.;').titles).toEqual([
      '1. Име',
      'Цена €',
      'Цена лв.',
      '',
    ])
    const repeated = titlesOf(';1. Цена;2. Цена;', ';Цена;;', 'Име;Стара;Нова;')
    expect(repeated.titles).toEqual(['Име', 'Цена Стара', 'Цена Нова', ''])
    expect(titlesOf(';2. Цени 2026;;', ';5. Цена;;', '4. Име;4. лв.;2. €;')).toMatchObject({
      row: 2,
      certain: true,
    })
    expect(titlesOf('4. Име;5. Unit;2. Wholesale;', ';4. price - EUR;6. - EUR;').titles.slice(0, 3)).toEqual([
      '4. Име',
      '5. Unit price - EUR',
      '2. Wholesale - EUR',
    ])
    expect(titlesOf(';8. Product;6. Price;', '4. Име;6. price;4. (£);').titles.slice(1, 3)).toEqual([
      '8. Product price',
      '6. Price (£)',
    ])
    expect(titlesOf('4. Име;4. Пр.;5. Цена;', ';5. цена;2. $;').row).toBe(1)
    expect(titlesOf('2. Име;3. Цена;;', ';3.1. без ДДС;3.2. с ДДС;')).toMatchObject({
      row: 1,
      titles: ['2. Име', '3. Цена без ДДС', '3. Цена с ДДС', ''],
      certain: true,
    })
  })

  test('words below a price in whole numbers are asked about', () => {
    const table = rowsOf(
      'Име;Цена;Стара цена',
      ';размер 50;размер 100',
      'Бюро;280;300',
      'Стол;100;120',
      'Маса;50;60',
    )
    expect(detectColumns(table).certain).toBe(false)
  })

  test('sizes and quantities below a price are asked about, and no price', () => {
    const DATA_OF_TWO = rowsOf('Чай;5,50;10,00', 'Билки;4,50;8,00', 'Кафе;6,50;11,00')
    for (const below of [';50 г;100 г', ';10;100', ';1.1;1.2', ';12 мес.;24 мес.', ';25 см;50 см'])
      expect(detectColumns([...rowsOf('Чай;Цена;', below), ...DATA_OF_TWO]).question).toBe('titles-go-on')
    expect(detectColumns([...rowsOf('Чай;Цена;Промо цена', ';10;9'), ...DATA_OF_TWO]).certain).toBe(false)
    // A price has cents, and more than one product without a name is no title.
    const priced = rowsOf('Чай;Цена €;Промо цена €', ';1.20;1.30', 'Кафе;2.40;2.10')
    expect(detectColumns(priced).certain).toBe(true)
    const nameless = rowsOf('Чай;Цена;Промо цена', ';10;9', ';5,50;4,00', 'Кафе;6,50;5,00')
    expect(detectColumns(nameless).certain).toBe(true)
  })

  test('a year below one of two prices is a title where the names have theirs beside it', () => {
    const { row, titles } = titlesOf(';Цена;Цена;', 'Име;2026 г.;без ДДС;Намаление %')
    expect(row).toBe(1)
    expect(titles).toEqual(['Име', 'Цена 2026 г.', 'Цена без ДДС', 'Намаление %'])
    expect(titlesOf('Име;Цена;Цена;', 'Услуга;2026;2027;XY').row).toBe(0)
  })

  test('a year beside what may be a title or a product is asked about', () => {
    const DATA_OF_WHOLE = rowsOf('Бюро;280;240;нов', 'Стол;100;90;стар')
    for (const titles of [
      [';Цена;Цена;', 'Име;2026 г.;без ДДС;XY'],
      [';Цена;;', 'Описание;2026;;XY'],
      [';Цена;;', 'Модел;2026;;Намаление 5%'],
      [';Цена;;', 'Услуга по договор;2025;;'],
      [';Цена;;', 'Име;2026 BGN;;'],
    ])
      expect(detectColumns([...rowsOf(...titles), ...DATA_OF_WHOLE]).question).toBe('titles-go-on')
    expect(titlesOf(';Цена;;', 'Лаптоп;2025;;нов')).toMatchObject({ row: 0 })
    expect(detectColumns(rowsOf('Име;Цена', 'Услуга;2025', 'Модел;1800')).certain).toBe(true)
  })

  test('a year with a currency is asked about where it may be a price, and no year of long ago', () => {
    const PRICED = rowsOf('Хляб;1,80', 'Сол;0,90')
    for (const text of ['2026 €', '2026\nEUR'])
      expect(detectColumns([...rowsOf('Име;Цена'), ['', text], ...PRICED]).question, text).toBe(
        'titles-go-on',
      )
    expect(detectColumns(rowsOf('Код;Цена', 'A1;2015 лв.', 'A2;900 лв.', 'A3;120 лв.')).question).toBeNull()
    const { question, columns } = detectColumns([...rowsOf('Име;Цена', ';1999 €'), ...PRICED])
    expect([question, columns.headerRow]).toEqual([null, 0])
  })

  test('a price on request is no part of a title', () => {
    for (const text of ['по договаряне', 'По заявка', 'on request']) {
      const { question, all } = detectColumns(rowsOf('Код;Цена', `A1;${text}`, 'A2;12', 'A3;20', 'A4;30'))
      expect([question, all[1]?.title], text).toEqual([null, 'Цена'])
    }
  })

  test('a percentage is no product beside a year', () => {
    expect(titlesOf(';Цена;Цена;', 'Име за печат;2026 г.;без ДДС;Намаление %').row).toBe(1)
  })

  test('of two titles of prices in rows of their own the nearer one is that of the columns', () => {
    expect(titlesOf(';Цени;;', ';Цена;;', 'Описание;Стара;Нова;')).toMatchObject({
      row: 2,
      titles: ['Описание', 'Цена Стара', 'Цена Нова', ''],
      certain: true,
    })
    expect(titlesOf(';Цена;;', ';€;€;').titles).toEqual(['', 'Цена €', 'Цена €', ''])
  })

  test('a price alone is no group of titles of prices, one that says more is', () => {
    expect(titlesOf('Price;;;', 'excl. VAT;list_price;Qty;Име').titles).toEqual([
      'Price excl. VAT',
      'list_price',
      'Qty',
      'Име',
    ])
    expect(titlesOf('Цена в евро;;;', 'без ДДС;цена с ДДС;Бр.;Име').titles.slice(0, 2)).toEqual([
      'Цена в евро без ДДС',
      'Цена в евро цена с ДДС',
    ])
  })

  test('a text above the list that does not stand over its first title is no part of the titles', () => {
    const table = rowsOf('Our prices in euro;;;;', ';;Previous;Име;Price', ';;price;;05-2026')
    const { columns, all } = detectColumns([...table, ...rowsOf(';;2,10;Хляб;1,80', ';;1,30;Сол;1,10')])
    expect(columns).toMatchObject({ headerRow: 2, price: 4 })
    expect(all[2]?.title).toBe('Previous price')
    expect(titlesOf('Our prices in euro;;;', ';с ДДС;без ДДС;').titles).toEqual(['', 'с ДДС', 'без ДДС', ''])
  })
})

describe('READ-01 · numbers without a title behind the last one, or beside the price', () => {
  const DATA = Array.from({ length: 8 }, (_, i) => `;Стока ${i};${i}1,90;${i}2,20`)
  const questionOf = (titles: string) =>
    detectColumns([titles, ...DATA].map((row) => row.split(';'))).question

  test('are asked about: all titles may stand over the column beside their own', () => {
    expect(questionOf('Име;Промо цена;Цена')).toBe('titles-shifted')
    expect(questionOf('Код;Име;Цена')).toBe('equal-prices')
    const candidatesUnder = (titles: string) =>
      detectColumns([titles, ...DATA].map((row) => row.split(';'))).candidates
    expect(candidatesUnder('Име;Мярка;Цена')).toEqual([2, 3])
    // Of the titles of prices one is over the names.
    expect(candidatesUnder('Име;Промо цена;Цена')).toEqual([2, 3])
  })

  test.each([
    ['Автомобил;Цена;', ['Опел;2019;12500', 'Форд;2020;14000']],
    ['Име;Цена;;Наличност', ['Бюро;50;70;3', 'Стол;20;30;9']],
    ['Име;Цена;', ['Бюро;50,50;70', 'Стол;20;30,10', 'Маса;30;40']],
  ])('are asked about also where they are whole, or the row of titles is as long: %s', (titles, rows) => {
    expect(detectColumns([titles, ...rows].map((row) => row.split(';'))).question).toBe('equal-prices')
  })

  test.each([
    ['Стока;Мярка;Кол.;Цена;', ['1;Болт;бр;5;12', '2;Гайка;бр;7;3', '3;Шайба;бр;2;4']],
    ['Модел;Цена без ДДС;Цена с ДДС;', ['A1;Бюро;280;336', 'A2;Стол;100;120']],
    ['Цена;In stock;Description;', ['1;933,44;24;Шоколад', '2;86,59;31;Олио', '3;146,15;32;Кафе']],
    ['Стара цена;Цена без ДДС;Цена;Име;', ['A-1;167,97;118,62;142,35;Бюро', 'A-2;2,64;1,87;2,24;Стол']],
    ['Цена;Име;Промо цена;', ['1;1083,59;Бюро;', '2;167,17;Стол;', '3;2229,73;Маса;']],
    ['Цена;Updated;Description;', ['2,72;4,69;15.06.2026;Бюро', '1,26;2,17;17.05.2026;Стол']],
    [
      'Доставка;Стойност;Цена;Валидна до;',
      ['Сапун;5,55;83,97;27,99;02.01.2026', 'Шал;4,80;48,16;54,16;12.06.2026'],
    ],
    ['Разлика в цената;Цена;', ['Сирене;8.31;99', 'Кашкавал;2.76;22', 'Вода;1.53;4']],
    ['Код;Цена;Мярка;', ['Болт;1001;1,20;бр', 'Гайка;1002;0,80;бр']],
    ['Размер;Цена;Цвят;', ['Тениска;42;12,50;син', 'Риза;44;20,00;бял']],
    ['Цена;Име;', ['2270,83;1924,43;Моливи', 'Цена;Име;', '9,92;8,41;Домати', '89,30;75,68;Болт']],
    ['Цена;Име;Кол.;', ['0,28;4,12;Бюро;34', '6,56;175,38;Стол;40', '1,10;2,20;Маса;7']],
    ['Цена Euro;Цена лв.;Код;', ['Бюро;2,52;4,93;A-1', 'Стол;64,87;126,87;A-2', 'Маса;9,52;18,62;A-3']],
    ['Кол.;Цена;Мярка;', ['Бюро;3;280;бр', 'Стол;5;100;бр', 'Маса;7;50;бр']],
    ['Надценка %;Цена;Бел.;', ['Бюро;45%;142,48;нов', 'Стол;17%;66,07;нов', 'Маса;26%;3,17;стар']],
    ['Цена;Мярка;Име;', ['22,77;27,33;бр;Бюро', '15,24;18,89;бр;Стол', '14,32;17,58;бр;Маса']],
    ['Цена;Име;Бел.;', ['46;88,69 лв. за бр.;Бюро;нов', '29;90,90 лв. за бр.;Стол;нов']],
  ])('or texts are, where the others stand under titles of something else: %s', (titles, rows) => {
    const { question, candidates, all } = detectColumns([titles, ...rows].map((row) => row.split(';')))
    expect(question).toBe('titles-shifted')
    // A repeated header may be among the samples.
    const isTitle = (text: string) => titles.split(';').includes(text)
    expect(candidates.every((c) => all[c]!.samples.every((text) => /^\d/.test(text) || isTitle(text)))).toBe(
      true,
    )
  })

  test.each([
    ['Име;Цена;', ['Бюро;50,50;3', 'Стол;20,10;9']],
    ['Име;Цена;;Наличност', ['Бюро;50;нов;3', 'Стол;20;стар;9']],
    ['Име;Цена;', ['Бюро;50;', 'Стол;20;7', 'Маса;20;', 'Шкаф;20;', 'Пейка;20;8']],
    ['№;;Име;Цена', ['1;1001;Бюро;50', '2;1002;Стол;20']],
    ['Име;Цена;;;', ['Бюро;50;;;70', 'Стол;20;;;30']],
    ['Име;Кол.;Цена;', ['Бюро;3;50;нов', 'Стол;5;20;стар']],
    ['Име;Цена;', ['1;1;1']],
    // Codes of products, codes of bars, a currency, links and amounts in units are under their own titles.
    ['Артикул;Наименование;Цена;', ['1001;Болт;1,20;лв.', '1002;Гайка;0,80;лв.']],
    ['Артикул;Цена;', ['1001;1,20;https://x.bg/1', '1002;0,80;https://x.bg/2']],
    ['Продукт;Цена;', ['Болт;1,20;5901234123457', 'Гайка;0,80;5901234123464']],
    ['Продукт;Доставка;Цена;', ['Бюро;безплатна;1,20;нов', 'Стол;до адрес;0,80;нов']],
    ['Продукт;Кол.;Цена;', ['Яйца;6 бр.;1,20;пресни', 'Яйца;10 бр.;0,80;пресни']],
    ['Артикул;Размер;Цена;', ['Тениска;S;12;бяла', 'Тениска;M;12;синя', 'Тениска;L;12;сива']],
    ['Продукт;Модел;Цена;', ['Бюро;A1;по договаряне;лв.', 'Стол;A2;по договаряне;лв.', 'Маса;A3;5;лв.']],
    ['Име;Цена;', ['Бюро;58,67;3', 'Стол;19,56;1', 'Маса;39,12;2,5', 'Шкаф;78,23;2']],
  ])('are no matter where they are counts, texts, few or elsewhere: %s', (titles, rows) => {
    expect(detectColumns([titles, ...rows].map((row) => row.split(';'))).question).toBeNull()
  })
})

test('READ-01 · a sentence about all prices above a list without titles is no title of its column', () => {
  const below = [
    ['Хляб', '1,50'],
    ['Сол', '2,50'],
  ]
  expect(findHeaderRow([['', 'Цени в лева'], ...below])).toBeUndefined()
  expect(findHeaderRow([['', 'Цена в лева'], ...below])).toBe(0)
})

test('READ-03 · a title is that of the list if the rows are less than twenty-one below it', () => {
  const headerAbove = (rows: number) =>
    findHeaderRow([['Цена'], ...Array.from({ length: rows }, () => ['Хлебни']), ['Хляб', '1,80']])
  expect([headerAbove(0), headerAbove(19), headerAbove(20)]).toEqual([undefined, undefined, 0])
})

test('READ-03 · a header has three rows at most', () => {
  const titles = ['Име;Цени;', ';Цена;', ';без ДДС;с ДДС', ';лв.;лв.', 'Хляб;1,00;1,20', 'Сол;2,00;2,40']
  const table = titles.map((row) => row.split(';'))
  expect([lastHeaderRow(table, 0), firstHeaderRow(table, 3)]).toEqual([2, 1])
})
