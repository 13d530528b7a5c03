import { describe, expect, test } from 'vitest'
import type { TableRow } from '#table/table.ts'
import { detectColumns } from './detect-columns.ts'

const found = (...table: TableRow[]) => {
  const { columns, question, rivals } = detectColumns(table)
  return { price: question ?? columns.price, said: rivals.map(({ title }) => title) }
}

describe('READ-02 · what a person would not ask about is taken, and the other is said', () => {
  test('the price now beside the one before, and the price beside its least', () => {
    const rows = [
      ['Хляб', '1,80', '1,50'],
      ['Сол', '0,90', '0,80'],
    ]
    expect(found(['Име', 'Цена преди', 'Цена сега'], ...rows)).toMatchObject({ price: 2 })
    expect(found(['Име', 'Цена', 'Мин. цена'], ...rows)).toEqual({ price: 1, said: ['Мин. цена'] })
    expect(found(['Име', 'Мин. цена', 'Макс. цена'], ...rows).price).toBe('equal-prices')
  })

  test('the retail price among DBF fields of wholesale, retail and cost prices', () => {
    const rows = [
      ['Хляб', '1,50', '2,50', '1,20'],
      ['Сол', '1,95', '2,95', '1,60'],
    ]
    for (const fields of ['NAME;EDPRICE;DRPRICE;DOSTPRICE', 'NAME;ED_PRICE;DR_PRICE;DOST_PRICE'])
      expect(found(fields.split(';'), ...rows)).toMatchObject({ price: 2 })
  })
})

test('READ-02 · of two currencies alone, the one that is the product of the other and the quantity is an amount', () => {
  const titles = ['Име', 'Брой', 'лв.', 'лв.']
  expect(found(titles, ['Хляб', '2', '1,50', '3,00'], ['Сол', '3', '0,90', '2,70'])).toMatchObject({
    price: 2,
  })
  expect(found(titles, ['Хляб', '2', '1,50', '3,00'], ['Сол', '3', '0,90', '2,80'])).toMatchObject({
    price: 'equal-prices',
  })
})

describe('READ-01 · a title with a word that is not known is no sure one', () => {
  const rows = [
    ['Хляб', '1,80', '1,50'],
    ['Сол', '0,90', '0,80'],
  ]
  test.each([
    ['Балансова цена', 'Цена на едро'],
    ['Цена Враца', 'Цена без ДДС'],
    ['Нето', 'Цена на едро'],
    ['Бруто', 'Доставна цена'],
  ])('%s beside %s is asked about', (unsure, known) => {
    expect(found(['Име', unsure, known], ...rows).price).toBe('equal-prices')
    expect(found(['Име', known, unsure], ...rows).price).toBe('equal-prices')
  })

  test.each([
    ['Цена Враца', 'Бележка'],
    ['Цена Враца', 'Стара цена'],
    ['Изходна цена', 'Доставна цена'],
    ['Цена в магазина', 'Цена на едро'],
    ['Цена за кг', 'USD'],
    ['Цена за кг', 'Разфасовка'],
    ['Цена за кг', 'Масленост'],
    ['Цена за метър', 'Сечение'],
    ['Cost', 'Old cost'],
    ['Цена', 'Витамин Ц'],
    ['Продажна цена б/ДДС', 'Доставна цена'],
    ['Ц. дребно', 'Цена за кг'],
    ['Цена', 'Отчетна цена'],
    ['Рафтова цена', 'Цена на едро'],
    ['Цена за порция', 'Цена без ДДС'],
    ['Menu price', 'Wholesale price'],
    ['Цена от 01.01.2026', 'Цена до 31.12.2025'],
  ])('%s beside %s is taken', (selling, other) => {
    expect(found(['Име', selling, other], ...rows).price).toBe(1)
  })

  test.each([
    ['Цена за кг', 'Тарифа', 'unknown-title'],
    ['Цена на едро', 'Стойност лв.', 'unknown-title'],
    ['Стара цена', 'Сума', 'unknown-title'],
    ['Доставна цена', 'Най-ниска цена за 30 дни', 'equal-prices'],
    ['Покупна цена', 'Предишна цена', 'equal-prices'],
  ])('%s beside %s is no selling price for sure', (known, other, question) => {
    expect(found(['Име', known, other], ...rows).price).toBe(question)
    expect(found(['Име', other, known], ...rows).price).toBe(question)
  })

  test('an amount equal to price × quantity is a line amount, whatever the title of the quantity', () => {
    const counted = [
      ['Хляб', '1,80', '5,40', '3'],
      ['Сол', '0,90', '1,80', '2'],
    ]
    for (const title of ['Брой', 'Склад'])
      expect(found(['Име', 'Цена на едро', 'Сума', title], ...counted).price, title).toBe(1)
  })

  test.each([
    ['Доставна цена', 'Цена (актуализирана на 01.05.2026)'],
    ['Цена на едро', 'Цена + монтаж'],
    ['Стара цена', 'Цена за обслужване'],
    ['Цена летни', 'Цена зимни'],
    ['Лятна цена', 'Цена извън сезона'],
    ['Цена на внос', 'Цена местно производство'],
    ['Цена за членове', 'Цена за нечленове'],
  ])('%s beside %s is asked about, or the second is taken', (one, other) => {
    expect([2, 'equal-prices']).toContain(found(['Име', one, other], ...rows).price)
  })

  test('a price of many is not that of one, nor a tax that of the thing', () => {
    expect(found(['Име', 'Цена при кол. 12', 'Цена без ДДС'], ...rows).price).not.toBe(1)
    expect(found(['Име', 'Цена без ДДС', 'Цена 20% ДДС'], ...rows).price).toBe('opposed-title')
  })

  test('a selling price of which many became dates is asked about', () => {
    const dated = ['1.02.2025', '2.05.2025', '8,90', '3.04.2025', '4.05.2025'].map((price, i) => [
      `Стока ${i}`,
      price,
      '0,90',
    ])
    expect(found(['Име', 'Цена', 'Цена на едро'], ...dated).price).toBe('second-best')
  })

  test('the equivalent in the other currency is compared', () => {
    const table = [
      ['Име', 'Цена EUR', 'Равностойност в лв.'],
      ['Хляб', '1,00', '1,96'],
      ['Мед', '5,00', '9,78'],
    ]
    expect(detectColumns(table)).toMatchObject({ certain: true, columns: { price: 1, otherPrice: 2 } })
    const unnamed = [['Име', 'Цена', 'Равностойност в лв.'], ...table.slice(1), ['Мляко', '2,00', '3,91']]
    expect(detectColumns(unnamed)).toMatchObject({ certain: true, columns: { price: 2, otherPrice: 1 } })
  })

  test('whom or what a price is for can be its whole title', () => {
    for (const title of ['Краен клиент', 'Магазин', 'Листа', 'За брой'])
      expect(found(['Име', title, 'Цена на едро'], ...rows).price).toBe('unknown-title')
  })
})

describe('READ-06 · the price of one beside the amount of a line, whatever its title', () => {
  const rows = [
    ['Хляб', '2', '1,80', '3,60'],
    ['Сол', '3', '0,90', '2,70'],
    ['Общо', '5', '', '6,30'],
  ]
  const turned = rows.map(([name, count, price, amount]) => [name, count, amount, price])

  test('is told by the quantity, in both orders', () => {
    expect(found(['Име', 'К-во', 'Ед. цена', 'Крайна цена'], ...rows).price).toBe(2)
    expect(found(['Име', 'К-во', 'Крайна цена', 'Ед. цена'], ...turned).price).toBe(3)
  })

  test('is told among many other prices and quantities', () => {
    const others = Array.from({ length: 40 }, (_, i) => i + 1)
    const pieces = others.flatMap((i) => [`Количество ${i}`, `Цена ${i}`])
    const list = [
      ['Име', 'К-во', 'Ед. цена', 'Крайна цена', ...pieces],
      ...rows
        .slice(0, 2)
        .map((row, r) => [...row, ...others.flatMap((i) => [`${i + 1}`, `${70 + r * i},01`])]),
    ]
    const { columns, rivals } = detectColumns(list)
    expect(columns.price).toBe(2)
    expect(rivals.map(({ title }) => title)).toEqual(others.map((i) => `Цена ${i}`))
    // Also behind all of them: the nearest are tried.
    const turned = list.map((row) => [row[0], ...row.slice(4), ...row.slice(1, 4)])
    const { question, candidates } = detectColumns(turned)
    expect(question).toBe('equal-prices')
    expect(candidates.toSorted((a, b) => a - b)).toEqual([...others.map((i) => 2 * i), 82])
  })

  test('is not told by a column of something else, whatever its product is', () => {
    const list = [
      ['Хляб', '2,00', '3', '6,00'],
      ['Сол', '1,50', '2', '3,00'],
    ]
    expect(found(['Име', 'Цена', 'Коефициент', 'Каталожна цена'], ...list).price).toBe('equal-prices')
    expect(found(['Име', 'Цена', 'Количество', 'Каталожна цена'], ...list).price).toBe(1)
  })

  test('is asked about where a row does not come to it, or each quantity is one', () => {
    const discounted = [...rows, ['Боб', '2', '5,00', '9,00']]
    expect(found(['Име', 'К-во', 'Ед. цена', 'Крайна цена'], ...discounted).price).toBe('equal-prices')
    const ones = [
      ['Хляб', '1', '1,80', '1,80'],
      ['Сол', '', '0,90', '1,10'],
    ]
    expect(found(['Име', 'К-во', 'Ед. цена', 'Крайна цена'], ...ones).price).toBe('equal-prices')
  })
})

describe('READ-02 · the price of a carton beside that of a piece', () => {
  test('is asked about, and not where it is the same price with VAT', () => {
    const titles = ['Име', 'Ед. цена без ДДС', 'Цена на кашон с ДДС']
    expect(found(titles, ['Хляб', '1,80', '21,60'], ['Сол', '0,90', '10,80']).price).toBe('equal-prices')
    expect(found(titles, ['Хляб', '1,80', '2,16'], ['Сол', '0,90', '1,08']).price).toBe(2)
  })
})

describe('READ-02 · another price where the column of the selling price has none', () => {
  const others = ['Промо цена', 'Цена на едро', 'Цена без ДДС', 'Каталожна цена', 'Цена за кг', 'Стара цена']
  const blanks = ['', 'по запитване', '-']

  test.each(others.flatMap((other) => blanks.map((blank) => [other, blank] as const)))(
    '%s beside "%s" is asked about',
    (other, blank) => {
      const rows = [
        ['Кафе', blank, '7,5'],
        ['Чай', blank, '3,1'],
      ]
      expect(found(['Стока', 'Цена', other], ...rows)).toEqual({ price: 'second-best', said: [] })
      expect(detectColumns([['Стока', 'Цена', other], ...rows])).toMatchObject({
        columns: { price: 2 },
        candidates: [2, 1],
      })
    },
  )

  test('also where its title says that it is with VAT, or few of its cells are prices', () => {
    const net = ['Стока', 'Цена без ДДС', 'Цена с ДДС']
    expect(found(net, ['Кафе', '7,5', ''], ['Чай', '3,1', '']).price).toBe('second-best')
    const few = Array.from({ length: 6 }, (_, i) => ['Чай', i === 0 ? '4,1' : 'по запитване', '3,1'])
    expect(found(['Стока', 'Цена', 'Промо цена'], ...few).price).toBe('second-best')
  })

  test('is not where the blank column is no better, and where it holds dates', () => {
    const rows = [
      ['Кафе', '7,5', ''],
      ['Чай', '3,1', ''],
    ]
    expect(found(['Стока', 'Цена', 'Промо цена'], ...rows).price).toBe(1)
    expect(found(['Стока', 'Цена лв.', 'Цена €'], ...rows).price).toBe(1)
    expect(found(['Стока', 'Цена без ДДС', 'Цена на едро'], ...rows).price).toBe(1)
    const dated = rows.map(([name = '', price = '']) => [name, price, '01.07.2026'])
    expect(found(['Стока', 'Цена за кг', 'Price updated on'], ...dated).price).toBe(1)
  })
})

describe('READ-01 · an amount in two columns', () => {
  test.each([
    ['Лева', 'Стотинки'],
    ['лв.', 'ст.'],
    ['Евро', 'Цент'],
  ])('%s and %s are asked about', (whole, hundredths) => {
    expect(found(['Стока', whole, hundredths], ['Сирене', '11', '20'], ['Хляб', '21', '05']).price).toBe(
      'other-money',
    )
  })
})

describe('READ-01 · ranks of titles over cells that are rarely or never prices', () => {
  /** The suggested column of two over these cells, by its title. */
  const suggested = (titles: readonly [string, string], cells: readonly (readonly [string, string])[]) => {
    const table = [['Име', ...titles], ...cells.map((pair, i) => [`Стока ${'абвгдежзий'[i]}`, ...pair])]
    return titles[(detectColumns(table).columns.price ?? 0) - 1]
  }
  /** From the best to the least. */
  const KINDS = ['Цена', 'Цена в магазина', 'Цена за кг', 'Каталожна цена', 'лв.', 'Цена без отстъпка']

  const pairs = KINDS.flatMap((better, i) => KINDS.slice(i + 1).map((less) => [better, less] as const))

  test.each(pairs)('READ-01 · %s comes before %s, also where neither has a price', (better, less) => {
    const none = Array.from({ length: 4 }, () => ['виж', 'виж'] as const)
    expect(suggested([better, less], none)).toBe(better)
    expect(suggested([less, better], none)).toBe(better)
  })

  test('READ-01 · a column with fewer than three of ten prices comes after wholesale, level with an old price; a blank one after both', () => {
    const few = (count: number) =>
      Array.from({ length: 10 }, (_, i) => [i < count ? `${i + 1},50` : 'виж', `${i + 2},40`] as const)
    const turned = (cells: readonly (readonly [string, string])[]) =>
      cells.map(([one, other]) => [other, one] as const)
    expect(suggested(['Цена', 'Цена на едро'], few(2))).toBe('Цена на едро')
    expect(suggested(['Цена', 'Цена на едро'], few(3))).toBe('Цена')
    // The left one of equals.
    expect(suggested(['Цена', 'Стара цена'], few(2))).toBe('Цена')
    expect(suggested(['Стара цена', 'Цена'], turned(few(2)))).toBe('Стара цена')
    const blank = few(0).map(([, other]) => ['', other] as const)
    // A line amount is no better than a price that is blank.
    expect(suggested(['Цена', 'Сума'], blank)).toBe('Цена')
    expect(suggested(['Сума', 'Цена'], turned(blank))).toBe('Сума')
    expect(suggested(['Цена', 'Стара цена'], blank)).toBe('Стара цена')
  })
})

describe('READ-02 · prices that only the user can tell apart', () => {
  const rows = [
    ['Хляб', '1,80', '1,50'],
    ['Сол', '0,90', '0,80'],
  ]

  test.each([
    ['Цена Враца', 'Цена за кг'],
    ['Цена Враца', 'Цена за кг Бургас'],
    ['Цена Враца', 'лв.'],
    ['Цена Враца', 'Каталожна цена'],
    ['Цена без отстъпка', 'Цена без ДДС'],
    ['Цена без отстъпка', 'Цена на едро'],
    ['Цена за кг', 'Каталожна цена'],
    ['Цена', 'Каталожна цена'],
    ['Цена', 'Цена в магазина'],
    ['Цена преди отстъпка', 'Промо цена'],
    ['Цена преди отстъпка', 'Доставна цена'],
    ['Стара цена', 'Доставна цена'],
  ])('READ-02 · %s beside %s', (one, other) => {
    for (const titles of [
      [one, other],
      [other, one],
    ])
      expect(found(['Име', ...titles], ...rows).price).toBe('equal-prices')
  })

  test.each([
    ['Цена', 'Цена за кг'],
    ['Цена', 'лв.'],
    ['Цена за кг', 'лв.'],
    ['Цена за кг', 'Цена без отстъпка'],
    ['Каталожна цена', 'лв.'],
    ['Цена без отстъпка', 'Промо цена'],
    ['Цена без отстъпка', 'Стара цена'],
    ['Цена преди отстъпка', 'Стара цена'],
    ['Цена без ДДС', 'Цена на едро'],
    ['Цена на едро', 'Промо цена'],
    ['Промо цена', 'Доставна цена'],
  ])('READ-02 · of %s and %s the first is taken', (better, less) => {
    expect(found(['Име', better, less], ...rows).price).toBe(1)
    expect(found(['Име', less, better], ...rows).price).toBe(2)
  })

  test('READ-02 · a price in the same currency is not the price in the other one, even at the rate', () => {
    const titles = ['Име', 'Цена лв.', 'Промо цена лв.']
    const table = [titles, ['Хляб', '19,56', '10,00'], ['Сол', '39,12', '20,00'], ['Мед', '58,67', '30,00']]
    expect(detectColumns(table).columns).toMatchObject({ price: 1, otherPrice: null })
    const unnamed = [['Име', 'Цена лв.', 'Промо цена'], ...table.slice(1)]
    expect(detectColumns(unnamed).columns).toMatchObject({ price: 1, otherPrice: 2 })
  })

  test('READ-02 · a nearly empty column of a currency may be the selling price, units below it are none', () => {
    const net = (cells: string[]) =>
      found(
        ['Име', 'Цена без ДДС', 'лв.'],
        ...cells.map((cell, i) => [`Стока ${'абвг'[i]}`, `${i + 1},50`, cell]),
      )
    expect(net(['', '', '', '']).price).toBe('second-best')
    expect(net(['4,10', 'бр', 'бр', 'бр']).price).toBe('second-best')
    expect(net(['бр', 'бр', 'бр', 'бр']).price).toBe(1)
  })
})

test('SHOP-01 · of prices that only the user can tell apart the one of a known export is taken', () => {
  const titles = ['sku', 'name', 'price', 'Retail price', 'store_view_code', 'product_type']
  const rows = [
    ['a', 'Hat', '24.90', '29.90', 'bg', 'simple'],
    ['b', 'Bag', '48.00', '50.00', 'bg', 'simple'],
  ]
  expect(detectColumns([titles, ...rows])).toMatchObject({ certain: true, columns: { price: 2 } })
  const unknown = titles.with(4, 'store').with(5, 'kind')
  expect(found(unknown, ...rows).price).toBe('equal-prices')
})

describe('BULK-06 · the same price in the other currency', () => {
  const columnsOf = (titles: string, ...rows: string[]) => {
    const { columns } = detectColumns([titles, ...rows].map((row) => row.split(';')))
    return [columns.price, columns.otherPrice]
  }

  test('BULK-06 · is the first of two that say the same', () => {
    const rows = ['Хляб;1,50;0,77;0,77', 'Сол;0,90;0,46;0,46']
    expect(columnsOf('Име;Цена лв.;Цена €;Цена евро', ...rows)).toEqual([1, 2])
  })

  test('BULK-06 · has the same words, else the same rank, else the converted prices', () => {
    const rows = ['Хляб;1,96;7,00;1,50', 'Сол;3,91;8,00;2,50']
    expect(columnsOf('Име;Цена лв.;Промо цена €;Цена €', ...rows)).toEqual([1, 3])
    expect(columnsOf('Име;Ед. цена лв.;Промо цена €;Крайна цена €', ...rows)).toEqual([1, 3])
    expect(columnsOf('Име;Цена лв.;Промо цена €;Доставна цена €', ...rows)).toEqual([1, null])
    const converted = ['Хляб;1,96;7,00;1,00', 'Сол;3,91;8,00;2,00']
    expect(columnsOf('Име;Цена лв.;Промо цена €;Доставна цена €', ...converted)).toEqual([1, 3])
    // Nine of ten rows are enough.
    const nearly = [...Array.from({ length: 9 }, () => 'Хляб;1,96;7,00;1,00'), 'Сол;3,91;8,00;2,50']
    expect(columnsOf('Име;Цена лв.;Промо цена €;Доставна цена €', ...nearly)).toEqual([1, 3])
    expect(columnsOf('Име;Цена лв.;Промо цена €;Доставна цена €', ...nearly.slice(1))).toEqual([1, null])
    // A cent may be from rounding each.
    expect(columnsOf('Име;Цена лв.;Доставна цена €', 'Хляб;1,96;1,01')).toEqual([1, 2])
    expect(columnsOf('Име;Цена лв.;Доставна цена €', 'Хляб;1,96;1,02')).toEqual([1, null])
  })

  test('BULK-06 · is none without a price', () => {
    expect(columnsOf('Име;Цена лв.;Цена €', 'Хляб;1,96;', 'Сол;3,91;')).toEqual([1, null])
    expect(columnsOf('Име;Цена;Цена €', 'Хляб;1,96;', 'Сол;3,91;')).toEqual([1, null])
    expect(columnsOf('Име;Цена лв.;Цена лв.', 'Хляб;1,96;1,00', 'Сол;3,91;2,00')).toEqual([1, null])
  })

  test('BULK-06 · of a price that names no currency is a selling price or its equivalent', () => {
    const rows = ['Хляб;1,96;1,00', 'Сол;3,91;2,00']
    expect(columnsOf('Име;Цена;Цена €', ...rows)).toEqual([1, 2])
    expect(columnsOf('Име;Цена;Равностойност €', ...rows)).toEqual([1, 2])
    expect(columnsOf('Име;Цена;€', ...rows)).toEqual([1, 2])
    expect(columnsOf('Име;Цена;Стара цена €', ...rows)).toEqual([1, null])
    // One in lev is the price itself: the other can only be in euro.
    const turned = ['Хляб;1,00;1,96', 'Сол;2,00;3,91']
    expect(columnsOf('Име;Цена;Цена лв.', ...turned)).toEqual([2, 1])
    expect(columnsOf('Име;Цена;Цена лв.', ...rows)).toEqual([1, null])
  })
})

describe('READ-02 · an unknown word, or an amount, beside a price that is no selling price', () => {
  const rows = [
    ['Хляб', '1,80', '1,50'],
    ['Сол', '0,90', '0,80'],
  ]

  test.each([
    ['Цена на едро', 'Сума', 'unknown-title'],
    ['Промо цена', 'Сума', 'unknown-title'],
    ['Доставна цена', 'Стойност', 'unknown-title'],
    ['Цена без ДДС', 'Сума', 1],
    ['Цена', 'Сума', 1],
    ['Цена за кг', 'Сума', 1],
    ['Цена без ДДС', 'Витошка', 'unknown-title'],
    ['Промо цена', 'Витошка', 'unknown-title'],
    ['Цена', 'Витошка', 1],
    ['Каталожна цена', 'Витошка', 1],
    ['лв.', 'Витошка', 1],
    ['Цена за кг', 'Клиент', 'unknown-title'],
    ['Цена за кг', 'Витошка', 1],
    ['Промо цена', 'Отстъпка', 1],
    ['Промо цена', 'Бележка', 1],
    ['Цена Враца', 'Промо цена', 1],
    ['Цена Враца', 'Цена на едро', 'equal-prices'],
    ['Нето', 'Промо цена', 'equal-prices'],
  ] as const)('READ-02 · %s and %s: %s', (price, other, answer) => {
    expect(found(['Име', price, other], ...rows).price).toBe(answer)
  })

  test('READ-02 · is asked about where its cells are amounts', () => {
    const beside = (title: string, ...cells: string[]) =>
      found(
        ['Име', title, 'Витошка'],
        ...cells.map((cell, i) => [`Стока ${'абвгде'[i]}`, `${i + 1},50`, cell]),
      ).price
    expect(beside('Промо цена', '2,10', '3,10', '4,10', '5,10', 'виж')).toBe('unknown-title')
    expect(beside('Промо цена', '2,10', '3,10', '4,10', 'виж', 'виж')).toBe(1)
    expect(beside('Промо цена', '2', '3', '4', '5', '6')).toBe(1)
    // Beside a cost or an old price more than half of them are enough.
    expect(beside('Доставна цена', '2,10', '3,10', '4,10', 'виж', 'виж')).toBe('unknown-title')
    expect(beside('Доставна цена', '2,10', '3,10', 'виж', 'виж', 'виж')).toBe(1)
  })
})

describe('READ-02 · where the answer is near', () => {
  const rows = [
    ['Хляб', '1,80', '1,50'],
    ['Сол', '0,90', '0,80'],
  ]

  test.each([
    // The price of a measure, a list price or a net price is no selling price that is missing.
    ['Цена на едро', 'Цена за кг', ['5,50', ''], 1],
    ['Цена на едро', 'Каталожна цена', ['5,50', ''], 1],
    ['Цена на едро', 'Цена без ДДС', ['5,50', ''], 1],
    ['лв.', 'Цена', ['5,50', ''], 1],
    // No price at all under the only title of a price.
    ['Цена без ДДС', 'Бележка', ['виж', 'нов'], 1],
    ['Доставна цена', 'Бележка', ['виж', 'нов'], 1],
    // Two titles with unknown words.
    ['Балансова цена', 'Цена на едро Х', ['5,50', '4,50'], 1],
    // A known title says nothing where it has no prices.
    ['Балансова цена', 'Цена на едро', ['5,50', 'виж'], 1],
  ] as const)('READ-02 · %s beside %s: %j', (one, other, [first, second], answer) => {
    const table = [0, 1].map((r) => [rows[r]![0]!, first, second])
    expect(found(['Име', one, other], ...table).price).toBe(answer)
  })

  test('READ-02 · the columns to choose from are those that may be the price', () => {
    const candidatesOf = (...titles: string[]) => {
      const table = rows.map((row, r) => [...row, `${7 + r},10`])
      return detectColumns([['Име', ...titles], ...table]).candidates
    }
    expect(candidatesOf('Промо цена', 'Витошка', 'Стара цена')).toEqual([1, 2])
    expect(candidatesOf('Цена', 'Цена на едро', 'Крайна цена')).toEqual([1, 3])
    expect(candidatesOf('Цена', 'Цена на едро', 'Стара цена')).toEqual([])
  })

  test('READ-02 · a title with a letter that is lost may mean anything, but for one that names a price', () => {
    expect(found(['Име', 'Цена', 'Ст\ufffdка'], ...rows).price).toBe('unknown-title')
    expect(found(['Име', 'Цена', 'Цена на едро \ufffd'], ...rows).price).not.toBe('unknown-title')
  })

  test('READ-06 · two prices that are the same in every row are not asked about', () => {
    const same = rows.map(([name, price]) => [name!, price!, price!])
    expect(found(['Име', 'Цена', 'Крайна цена'], ...same).price).toBe(1)
    expect(found(['Име', 'Цена', 'Крайна цена'], ...same, ['Мед', '5', '']).price).toBe(1)
    expect(found(['Име', 'Цена', 'Крайна цена'], ...same, ['Мед', '', '5']).price).toBe('equal-prices')
  })

  test('READ-02 · the price of a carton with VAT is that of the piece where nine of ten rows are', () => {
    const titles = ['Име', 'Ед. цена без ДДС', 'Цена на кашон с ДДС']
    const list = (count: number) =>
      Array.from({ length: 10 }, (_, i) => [
        `Стока ${'абвгдежзий'[i]}`,
        `${i + 1}`,
        i < count ? `${1.2 * (i + 1)}` : '99',
      ])
    expect(found(titles, ...list(9)).price).toBe(2)
    expect(found(titles, ...list(8)).price).toBe('equal-prices')
  })
})

describe('READ-06 · amounts beside quantities', () => {
  test('READ-06 · an amount that is no product may be the price, unless quantities are there', () => {
    const rows = [
      ['Хляб', '1,80', '5,00', '3'],
      ['Сол', '0,90', '1,50', '2'],
    ]
    expect(found(['Име', 'Цена на едро', 'Сума', 'Склад'], ...rows).price).toBe('unknown-title')
    expect(found(['Име', 'Цена на едро', 'Сума', 'Кол.'], ...rows).price).toBe(1)
  })

  test('READ-06 · an amount is no product of itself where each price is one', () => {
    const rows = [
      ['Хляб', '1,00', '5,50'],
      ['Сол', '1,00', '1,50'],
    ]
    expect(found(['Име', 'Цена на едро', 'Сума'], ...rows).price).toBe('unknown-title')
  })

  test('READ-06 · a price that is its cost times a quantity stays one', () => {
    const rows = [
      ['Хляб', '2', '1,80', '3,60'],
      ['Сол', '3', '0,90', '2,70'],
    ]
    expect(found(['Име', 'К-во', 'Доставна цена', 'Цена'], ...rows)).toEqual({
      price: 3,
      said: ['Доставна цена'],
    })
  })

  test('READ-06 · of hundreds of prices the sixteen nearest are tried', () => {
    const between = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
    const list = (count: number) => {
      const titles = ['Име', 'К-во', 'Ед. цена', ...between(count).map((i) => `Цена ${i}`), 'Крайна цена']
      const rows = [
        ['Хляб', '2', '1,80', ...between(count).map((i) => `${70 + i}`), '3,60'],
        ['Сол', '3', '0,90', ...between(count).map((i) => `${90 + i}`), '2,70'],
      ]
      return detectColumns([titles, ...rows]).candidates.includes(count + 3)
    }
    expect([list(15), list(16)]).toEqual([false, true])
  })
})

test('SHOP-01 · two prices of a known export are asked about, also beside a third', () => {
  const titles = ['sku', 'name', 'price', 'msrp_price', 'Retail price', 'store_view_code', 'product_type']
  const rows = [
    ['a', 'Hat', '24.90', '29.90', '28.90', 'bg', 'simple'],
    ['b', 'Bag', '48.00', '50.00', '49.00', 'bg', 'simple'],
  ]
  expect(found(titles, ...rows).price).toBe('equal-prices')
})

describe('BULK-06 · of several columns that may be the other price', () => {
  const columnsOf = (titles: string, ...rows: string[]) => {
    const { columns } = detectColumns([titles, ...rows].map((row) => row.split(';')))
    return [columns.price, columns.otherPrice]
  }

  test('BULK-06 · the first of one rank is it, and the better one of those that are converted', () => {
    const rows = ['Хляб;1,96;7,00;1,50', 'Сол;3,91;8,00;2,50']
    expect(columnsOf('Име;Ед. цена лв.;Редовна цена €;Крайна цена €', ...rows)).toEqual([1, 2])
    const converted = ['Хляб;1,96;1,00;1,01', 'Сол;3,91;2,00;2,00']
    expect(columnsOf('Име;Цена лв.;Стара цена €;Цена на едро €', ...converted)).toEqual([1, 3])
    expect(columnsOf('Име;Цена лв.;Стара цена;Цена на едро', ...converted)).toEqual([1, 3])
    expect(columnsOf('Име;Цена;€;Крайна цена €', ...converted)).toEqual([1, 3])
    // A price that names no currency is no other price by its words alone.
    expect(columnsOf('Име;Цена лв.;Цена', 'Хляб;1,96;7,00', 'Сол;3,91;8,00')).toEqual([1, null])
  })
})

test('READ-02 · a second column of the same prices in the other currency is no question', () => {
  const rows = [
    ['Хляб', '1,20', '0,61', '0,61'],
    ['Сол', '1,69', '0,86', '0,86'],
  ]
  const titles = ['Име', 'Цена лв.', 'Цена евро', 'Цена EUR']
  expect(found(titles, ...rows)).toMatchObject({ price: 1 })
  const others = rows.map((row) => [...row.slice(0, 3), '0,99'])
  expect(found(titles, ...others).price).toBe('equal-prices')
})
