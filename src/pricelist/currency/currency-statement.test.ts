import { describe, expect, test } from 'vitest'
import type { OpenedFile } from '#formats/format.ts'
import type { TableRow } from '#table/table.ts'
import { detectColumns } from '../columns/detect-columns.ts'
import { findCurrencyStatements, statedIn } from './currency-statement.ts'
import { readPriceList } from '#formats/read-price-list.ts'

const read = (table: readonly TableRow[], fileName = 'a.csv', currency?: 'BGN' | 'EUR') =>
  readPriceList({ format: 'csv', table: [...table], warnings: [] }, fileName, {
    columns: detectColumns([...table]).columns,
    ...(currency && { defaultCurrency: currency, currencyScope: 'settled' }),
  })

const LIST = [
  ['Име', 'Цена'],
  ['Хляб', '1,80'],
  ['Сол', '0,90'],
]

describe('READ-04 · what is stated of the currency', () => {
  test.each([
    ['Всички цени са в евро', 'EUR'],
    ['Цените са в лева с ДДС', 'BGN'],
    ['Ценоразпис 2026 евро', 'EUR'],
    ['Ценова листа 2026 EUR', 'EUR'],
    ['Валута: EUR', 'EUR'],
    ['Prices in BGN', 'BGN'],
    ['Цени в евро (EUR)', 'EUR'],
    ['1 € = 1,95583 лв.', undefined],
    ['Курс на БНБ: 1,95583 лв. за 1 евро', undefined],
    ['Курс: евро', undefined],
    ['Цените са в евро, курс 1,95583', 'EUR'],
    ['Цените са в евро. Фиксиран курс 1 EUR = 1.95583 BGN', 'EUR'],
    ['Prices in EUR, rate 1 EUR = 1.95583 BGN', 'EUR'],
    ['Цените са в лева (по курс 1,95583 лв. за 1 €)', 'BGN'],
    ['Цени в лв. и € по фиксирания курс 1,95583', undefined],
    ['Цени в лв. и €', undefined],
    ['Цени в Евро Маркет ООД', undefined],
    ['Цени в евро, валидни от 01.01.2026 г.', 'EUR'],
    ['Тарифа в евро, в сила от 01.01.2026', 'EUR'],
    ['Всички цени са в евро, важат до изчерпване на количествата', 'EUR'],
    ['Цени в евро. Безплатна доставка.', 'EUR'],
    ['Цени в евро. Минимална поръчка 50 лв.', 'EUR'],
    ['Цените не включват доставка и са в евро', 'EUR'],
    ['Цените са в евро, ако не е посочено друго', 'EUR'],
    ['All prices are in Euro unless noted otherwise', 'EUR'],
    ['Прайс лист - EUR', 'EUR'],
    ['Всички цени са в еврo', 'EUR'],
    ['Цените са в лева. Плащане в евро по сметка.', 'BGN'],
    ['Сметка в евро: BG80 BNBG 9661 1020 3456 78', undefined],
    ['IBAN (EUR): BG80BNBG96611020345678', undefined],
    ['За връзка: sales@euro.bg', undefined],
    ['Price list for EUR pallets', undefined],
    ['Цени в лв. и евро.', undefined],
    ['Цените не са в евро', undefined],
    ['От 01.01.2026 цените ще бъдат в евро', undefined],
    ['Доставка над 50 евро безплатна', undefined],
    ['Цени от 5 лв.', undefined],
    ['IBAN: BG80BNBG96611020345678, EUR', undefined],
    ['Плащане по банков път, в евро', undefined],
    ['Доставката се заплаща отделно, в евро', undefined],
    ['Pay in store, in EUR', undefined],
    ['За плащане: IBAN BG80BNBG96611020345678. Валута: EUR.', undefined],
    ['Цените ще бъдат, от 01.01.2026, в евро', undefined],
    ['Плащане по банков път. Всички суми са в евро.', 'EUR'],
    ['тел. 0888 123 456, e-mail: a@firma.bg; Валута: EUR', 'EUR'],
    ['Стари цени, в лева', undefined],
    ['Старите цени са в евро', undefined],
    ['Стар ценоразпис, в евро', undefined],
    ['Ценоразпис отменен от май, в евро', undefined],
    ['Цените няма да бъдат същите, в евро', undefined],
    ['Цените ще са други, в евро', undefined],
    ['Цените не са крайни, в евро', undefined],
    ['Prices will change, in EUR', undefined],
    ['Prices are not final, in EUR', undefined],
    ['IBAN: BG80. Валута: EUR', undefined],
    ['BIC: BNBGBGSD. Валута: EUR', undefined],
    ['SWIFT: BNBGBGSD. Валута: EUR', undefined],
    ['Сметка: 123. Валута: EUR', undefined],
    ['Банка ДСК. Валута: EUR', undefined],
    ['Плащане: в брой. Валута: EUR', undefined],
    ['Pay: in cash. Currency: EUR', undefined],
    ['Bank: DSK. Currency: EUR', undefined],
    ['Доставка: безплатна. Валута: EUR', 'EUR'],
    ['Цените (без доставка) са: в евро', 'EUR'],
  ])('%s', (text, currency) => {
    expect(statedIn(text, 'above')).toBe(currency)
  })

  test.each([..."_-–—./\\()[],;:+*!'„“”", '"'])('a sign may stand between the words: %s', (sign) => {
    expect(statedIn(`Всичко в ${sign}евро`, 'above')).toBe('EUR')
  })

  test.each([', ', '. ', '; ', '! ', '? ', '\n', '\r'])('a clause may end with %j', (end) => {
    expect(statedIn(`Безплатна доставка${end}Цени в евро`, 'above')).toBe('EUR')
  })

  test.each([
    ['ceni.eur.csv', 'EUR'],
    ['ceni.evro 2026.csv', 'EUR'],
    ['produkti evro.jsonl', 'EUR'],
    ['produkti evro.NDJSON', 'EUR'],
    ['produkti evro.csv.gz', 'EUR'],
    ['(produkti evro).csv', 'EUR'],
    ['produkti evro.csv', 'EUR'],
    ['evro produkti.csv', undefined],
    ['ceni.eur', undefined],
  ])('in the name of a file: %s', (name, currency) => {
    expect(statedIn(name, 'file-name')).toBe(currency)
  })

  test('by each row or text once, without the spaces around it', () => {
    const statedOf = (table: readonly TableRow[], headerRow: number | null = 0, price: number | null = 1) =>
      findCurrencyStatements({ table: [...table] }, 'a.csv', { headerRow, price })
    const [titles, ...products] = LIST
    expect(statedOf([[' Цени в евро ', ''], ...LIST], 1)).toEqual([
      { where: 'above', text: 'Цени в евро', currency: 'EUR' },
    ])
    const texts = (...rows: string[]) => rows.map((row) => [row])
    expect(
      statedOf([...texts('Цени в лева', 'Всички цени са в евро', 'Цени в евро'), ...LIST], 3).map(
        ({ text }) => text,
      ),
    ).toEqual(['Цени в лева', 'Всички цени са в евро'])
    expect(statedOf([...texts('Цени в евро', 'Цени в лева'), ...LIST], 2).map(({ text }) => text)).toEqual([
      'Цени в евро',
      'Цени в лева',
    ])
    // Without titles, only those below are known.
    expect(statedOf([products[0]!, ['Цени в евро'], products[1]!], null)).toEqual([])
    expect(statedOf([['Цени в евро'], ...products], null)).toEqual([])
    expect(statedOf([['Цени в евро']], null, null)).toMatchObject([{ where: 'below', currency: 'EUR' }])
    // Without products, all texts are below.
    expect(statedOf([titles!, ['Цени в евро']])).toMatchObject([{ where: 'below' }])
    expect(statedOf([['Име (опаковка лева)', 'Цена'], ...products])).toEqual([])
  })

  test('below the titles, with the first product within two thousand rows', () => {
    const behind = (rows: number) => {
      const table = [
        ['Име', 'Цена'],
        ['Цени в евро'],
        ...Array.from({ length: rows }, () => ['']),
        ['Сол', '1'],
      ]
      return findCurrencyStatements({ table }, 'a.csv', { headerRow: 0, price: 1 }).length
    }
    expect([behind(1998), behind(1999)]).toEqual([1, 0])
  })

  test('above, below and between the rows, and in the name of the file', () => {
    const wheres = (table: readonly TableRow[], fileName = 'a.csv') =>
      findCurrencyStatements({ table: [...table] }, fileName, detectColumns([...table]).columns).map(
        ({ where, currency }) => [where, currency],
      )
    expect(wheres([['Цени в евро'], ...LIST])).toEqual([['above', 'EUR']])
    expect(wheres([...LIST, ['Цени в евро']])).toEqual([['below', 'EUR']])
    expect(wheres([...LIST, ['Валута:', 'EUR']])).toEqual([['below', 'EUR']])
    // The last products, without a price or in a misaligned row.
    expect(wheres([...LIST, ['Сол', '', 'EUR', 'нов']])).toEqual([])
    const misplaced = { kind: 'other', what: 'out-of-place', text: '1' } as const
    expect(wheres([...LIST, ['Сол', misplaced, 'цени в евро']])).toEqual([])
    expect(wheres([LIST[0]!, ['Цени в евро', ''], ...LIST.slice(1)])).toEqual([['above', 'EUR']])
    expect(wheres(LIST, 'ceni 2026 eur.csv')).toEqual([['file-name', 'EUR']])
  })

  test.each([
    'Всички цени са в щатски долари',
    'Prices in USD',
    'Цените са в стотинки',
    'Цените са в хил. лв.',
    'Цените са в TRY',
    'Цени в USD, цени в EUR',
    'Цени в лева и Ron',
    'Цените са в щ.д., без евро',
  ])('in money that is not converted it is asked about: %s', (text) => {
    const asked = { certain: false, question: 'other-money', otherMoney: text }
    expect(detectColumns([[text], ...LIST])).toMatchObject(asked)
    expect(detectColumns([...LIST, [text]])).toMatchObject(asked)
  })

  test.each([
    'Ценоразпис - магазин в Ст. Загора',
    'Try our new prices!',
    'Цените са в лева. Курс на долара: 1,70',
    'Цените са в лева за хил. броя',
  ])('is not asked about for a town, an English word or a rate: %s', (text) => {
    expect(detectColumns([[text], ...LIST])).toMatchObject({ certain: true })
  })

  test('is used for prices that name none, and said', () => {
    const { rows, assumptions } = read([['Цени в евро'], ...LIST])
    expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR'])
    expect(assumptions).toMatchObject([
      { what: 'currency', currency: 'EUR', stated: { text: 'Цени в евро' } },
    ])
  })

  test('is of the other price where that one stands beside it in another column', () => {
    const table = [
      ['Цени в евро'],
      ['Име', 'Цена', 'Цена EUR'],
      ['Хляб', '1,96', '1,00'],
      ['Сол', '3,91', '2,00'],
    ]
    const { rows, assumptions } = read(table)
    expect(rows.map(({ currency }) => currency)).toEqual(['BGN', 'BGN'])
    expect(assumptions).toEqual([{ what: 'currency', currency: 'BGN', rows: 2 }])
  })

  test('is found at the end of a title that goes on below', () => {
    const list = [
      ['Име', 'Цена'],
      ['', 'на стоката - EUR'],
      ['Лампа', '27'],
      ['Кафе', '2 085'],
    ]
    expect(read(list).rows.at(-1)?.currency).toBe('EUR')
  })

  test('is found in units below a heading, and right above a header further down', () => {
    const units = [
      ['Име', 'Мярка', 'Цена'],
      ['Плодове', '', ''],
      ['Ябълки', '€/кг', '2,50'],
      ['Круши', '€/кг', '3,50'],
    ]
    expect(read(units).rows.at(-1)?.currency).toBe('EUR')
    const notes = Array.from({ length: 450 }, (_, i) => [`Бележка ${i}`])
    const table = [...notes, ['Всички цени са в евро'], ...LIST]
    const { columns } = detectColumns([['Всички цени са в евро'], ...LIST])
    const file: OpenedFile = { format: 'csv', table, warnings: [] }
    const { rows } = readPriceList(file, 'a.csv', { columns: { ...columns, headerRow: 451 } })
    expect(rows[0]?.currency).toBe('EUR')
    const doubtful = [...notes, ['Име', 'Цена', 'Стара цена EUR'], ['Хляб', '1,80', '2,10']]
    const second = readPriceList({ ...file, table: doubtful }, 'a.csv', {
      columns: { ...columns, headerRow: 450 },
    })
    expect(second.assumptions).toContainEqual(expect.objectContaining({ what: 'currency-conflict' }))
  })

  test('is asked about, and the answer overrules no cell that names its own', () => {
    const price = (text: string, currency?: 'EUR'): TableRow[number] => ({
      kind: 'number',
      text,
      ...(currency && { currency }),
    })
    const table = [
      ['Име', 'Цена', 'Стара цена EUR'],
      ['а', price('10'), '11'],
      ['б', price('20', 'EUR'), '22'],
    ]
    const file: OpenedFile = { format: 'csv', table, warnings: [] }
    const choices = { columns: detectColumns(table).columns, defaultCurrency: 'BGN' as const }
    const { rows, assumptions } = readPriceList(file, 'a.csv', { ...choices, isCurrencyForced: true })
    expect(rows.map(({ currency }) => currency)).toEqual(['BGN', 'EUR'])
    expect(assumptions).toContainEqual(expect.objectContaining({ what: 'currency-conflict', asked: false }))
    const all = readPriceList(file, 'a.csv', { ...choices, currencyScope: 'all' })
    expect(all.rows.map(({ currency }) => currency)).toEqual(['BGN', 'BGN'])
  })

  test('is asked about where it stands between the products', () => {
    const between = read([...LIST, ['ИЗНОС - цени в EUR', ''], ['Мед', '5,00']])
    expect(between.assumptions).toContainEqual(
      expect.objectContaining({ what: 'currency-conflict', taken: 'BGN', asked: true }),
    )
    expect(read([...LIST, ['ИЗНОС - цени в лв.', ''], ['Мед', '5,00']]).assumptions).toHaveLength(1)
    const titled = [['Име', 'Цена (лв.)'], ...LIST.slice(1), ['ИЗНОС - цени в EUR', ''], ['Мед', '5,00']]
    expect(read(titled).assumptions).toMatchObject([
      { what: 'currency-conflict', by: { where: 'title' }, stated: { where: 'between' }, asked: true },
    ])
    const { columns } = detectColumns(titled)
    const file: OpenedFile = { format: 'csv', table: titled, warnings: [] }
    const choices = { columns, defaultCurrency: 'EUR', isCurrencyForced: true } as const
    const overruled = readPriceList(file, 'a.csv', choices)
    expect(overruled.rows.at(-1)).toMatchObject({ currency: 'EUR' })
    expect(overruled.assumptions[0]).toMatchObject({ what: 'currency-conflict', taken: 'BGN', asked: false })
    const many = Array.from({ length: 3000 }, (_, i) => [`Стока ${i}`, '1,80'])
    const late = [LIST[0]!, ...many, ['ИЗНОС - цени в EUR', ''], ['Мед', '5,00']]
    expect(read(late).assumptions).toContainEqual(expect.objectContaining({ asked: true }))
  })

  test('is found before the first product, however its price is written', () => {
    for (const price of ['.80', '~1,80', '€0,80', ''])
      expect(
        read([LIST[0]!, ['Цени в евро', ''], ['Хляб', price], ['Сол', '0,90']]).rows.at(-1),
      ).toMatchObject({
        currency: 'EUR',
      })
    const blank = [
      ['Име', 'Цена', 'Код'],
      ['Хляб', '', '7'],
      ['Цени в EUR', '', ''],
      ['Мед', '5', '8'],
    ]
    expect(read(blank).assumptions).toContainEqual(expect.objectContaining({ asked: true }))
  })

  test('is asked about where a column of currencies names the other, and so is a title', () => {
    const withColumn = (price: string) => [
      ['Име', price, 'Валута'],
      ['Хляб', '2,50', 'EUR'],
      ['Сол', '0,90', 'EUR'],
    ]
    const conflictOf = (rows: ReturnType<typeof read>) =>
      rows.assumptions.find((one) => one.what === 'currency-conflict')
    expect(conflictOf(read(withColumn('Цена (лв.)')))).toMatchObject({ taken: 'EUR', asked: true })
    expect(conflictOf(read([['Цените са в лева'], ...withColumn('Цена')]))).toMatchObject({ asked: true })
    expect(conflictOf(read(withColumn('Цена')))).toBeUndefined()
    // Confirmed, each price has the currency of its own cell; the other one would overrule these.
    const mixed = [
      ...withColumn('Цена (лв.)'),
      ...Array.from({ length: 400 }, () => ['Чай', '2', 'EUR']),
      ['Мед', '5', ''],
    ]
    const confirmed = read(mixed, 'a.csv', 'EUR')
    expect(confirmed.rows.slice(-2).map(({ currency }) => currency)).toEqual(['EUR', 'BGN'])
    expect(conflictOf(confirmed)).toMatchObject({ asked: false })
    expect(conflictOf(read(mixed, 'a.csv', 'BGN'))).toMatchObject({ asked: true })
  })

  test('is asked about where it contradicts a title, and where two contradict each other', () => {
    const titled = [['Цени в евро'], ['Име', 'Цена лв.'], ['Хляб', '1,80']]
    const isAsked = (rows: ReturnType<typeof read>) =>
      rows.assumptions.some((one) => one.what === 'currency-conflict' && one.asked)
    expect(isAsked(read(titled))).toBe(true)
    // The title is confirmed; the other currency would overrule it.
    expect(isAsked(read(titled, 'a.csv', 'BGN'))).toBe(false)
    expect(isAsked(read(titled, 'a.csv', 'EUR'))).toBe(true)
    expect(isAsked(read([['Цени в евро'], ...LIST], 'ceni-lv.csv'))).toBe(true)
  })
})

describe('READ-04 · a currency that is named beside the prices', () => {
  const taken = (table: readonly TableRow[]) => {
    const { rows, assumptions } = read(table)
    const assumed = assumptions.find((one) => one.what === 'currency')
    return { currency: rows[0]?.currency, said: assumed?.stated?.text }
  }

  test.each<[string, TableRow[], string]>([
    [
      'units',
      [
        ['Име', 'Мярка', 'Цена'],
        ['Хляб', '€/бр', '1,80'],
        ['Сол', '€/кг', '0,90'],
      ],
      '€/бр',
    ],
    [
      'units with a word',
      [
        ['Име', 'Мярка', 'Цена'],
        ['Хляб', 'евро за бр.', '1,80'],
      ],
      'евро за бр.',
    ],
    [
      'the title of the units',
      [
        ['Име', 'Мярка (€/бр)', 'Цена'],
        ['Хляб', 'бр', '1,80'],
      ],
      'Мярка (€/бр)',
    ],
    [
      'the title of the names',
      [
        ['Артикул (цени в евро)', 'Цена'],
        ['Хляб', '1,80'],
      ],
      'Артикул (цени в евро)',
    ],
    ['a total in one cell', [...LIST, ['Общо: 2,70 €', '']], 'Общо: 2,70 €'],
    ['the amount of a total', [...LIST, ['Общо', '2,70 €']], 'Общо 2,70 €'],
  ])('is used and said: %s', (_, table, text) => {
    expect(taken(table)).toEqual({ currency: 'EUR', said: text })
  })

  test.each<[string, TableRow[]]>([
    [
      'the code of a product',
      [
        ['Име', 'Евро код', 'Цена'],
        ['Хляб', 'AB/12', '1,80'],
      ],
    ],
    ['a total in both', [...LIST, ['Общо: 2,70 лв. / 1,38 €', '']]],
    [
      'the fee of a delivery',
      [
        ['Име', 'Цена', 'Доставка (€)'],
        ['Хляб', '1,80', '3,00'],
      ],
    ],
  ])('is not used of %s', (_, table) => {
    expect(taken(table)).toEqual({ currency: 'BGN', said: undefined })
  })

  test('in units of both, which are asked about', () => {
    const table = [
      ['Име', 'Мярка', 'Цена'],
      ['Хляб', '€/бр', '1,80'],
      ['Сол', 'лв./кг', '0,90'],
    ]
    expect(read(table).assumptions).toMatchObject([
      { what: 'currency-conflict', by: { text: 'лв./кг' }, stated: { text: '€/бр' }, asked: true },
      {},
    ])
  })
})

describe('READ-04 · a title or a text that names both currencies', () => {
  const asked = (table: readonly TableRow[], currency?: 'BGN' | 'EUR') =>
    read(table, 'a.csv', currency).assumptions.flatMap((one) =>
      one.what === 'currency-conflict' && one.asked ? one.stated.text : [],
    )
  const titled = (title: string, ...cells: string[]): TableRow[] => [
    ['Име', title],
    ...cells.map((cell) => ['Хляб', cell]),
  ]

  test.each(['Цена (лв./€)', 'Цена лв/евро', 'Price BGN/EUR', 'Цена (1 € = 1,95583 лв.)'])(
    '%s is asked about',
    (title) => {
      expect(asked(titled(title, '1,80', '0,90'))).toEqual([title])
      expect(asked(titled(title, '1,80', '0,90'), 'EUR')).toEqual([])
      expect(asked(titled(title, '1,80', '0,90'), 'BGN')).toEqual([])
    },
  )

  test('is not asked about where the cells, a column or a statement tell', () => {
    expect(asked(titled('Цена (лв./€)', '1,80 лв.', '0,90 лв.'))).toEqual([])
    expect(asked([['Всички цени са в евро'], ...titled('Цена (лв./€)', '1,80')])).toEqual([])
    const column = titled('Цена (лв./€)', '1,80').map((row, r) => [...row, r === 0 ? 'Валута' : 'EUR'])
    expect(asked(column)).toEqual([])
  })

  test('is answered for the prices that name none, and no others', () => {
    const { rows } = read(titled('Цена (лв./€)', '1,80', '0,90 лв.'), 'a.csv', 'EUR')
    expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'BGN'])
  })

  test('is no title that says one besides the rate', () => {
    const { rows, assumptions } = read(titled('Цена в лв. (1 € = 1,95583 лв.)', '1,80'))
    expect([rows[0]?.currency, assumptions]).toEqual(['BGN', []])
  })

  test('above the list states nothing, nor does the rate', () => {
    expect(asked([['Цени в лв. и €'], ...LIST])).toEqual([])
    expect(asked([['Фиксиран курс: 1 € = 1,95583 лв.'], ...LIST])).toEqual([])
  })

  test('is asked about where another price of the table is in euro', () => {
    const table = [
      ['Име', 'Цена', 'Стара цена EUR'],
      ['Хляб', '1,80', '2,10'],
      ['Сол', '0,90', '1,10'],
    ]
    expect(asked(table)).toEqual(['Стара цена EUR'])
    expect(asked(table.map(([name, , old]) => [name, name === 'Име' ? 'Цена EUR' : '1,80', old]))).toEqual([])
  })

  test('is asked about where a price in lev comes to it at the rate', () => {
    const table = [
      ['Име', 'Цена лв. до 31.12.2025', 'Цена от 01.01.2026'],
      ['Хляб', '1,80', '0,92'],
      ['Сол', '1,10', '0,56'],
    ]
    expect(asked(table)).toEqual(['Цена лв. до 31.12.2025'])
    expect(asked(table, 'EUR')).toEqual([])
    expect(asked(table.map(([name, old]) => [name, old, name === 'Име' ? 'Цена' : '1,90']))).toEqual([])
  })

  test('a currency after a date, directly below the price title, applies to the prices', () => {
    const dated = [
      ['ИМЕ', 'ЦЕНА'],
      ['', 'КЪМ 01.05.2026 EUR'],
      ['Хляб', '1,80'],
    ]
    const lastCurrency = (text: string) => read(dated.with(1, ['', text])).rows.at(-1)?.currency
    for (const text of ['КЪМ 01.05.2026 EUR', 'КЪМ 2026 EUR', '2026 г. EUR'])
      expect(lastCurrency(text), text).toBe('EUR')
    for (const text of ['ДО 50 EUR', 'ДО 2000 EUR', '1999 €']) expect(lastCurrency(text), text).toBe('BGN')
  })

  test('a currency in brackets at the end of a group heading is asked about', () => {
    const groups = [
      ['ВНОС (EUR)', ''],
      ['Вино', '10,00'],
      ['БЪЛГАРСКИ (BGN)', ''],
      ['Хляб', '1,80'],
    ]
    expect(asked([['Име', 'Цена'], ...groups])).toEqual(['ВНОС (EUR)'])
    expect(asked([['Име', 'Цена лв.'], ...groups])).toEqual(['ВНОС (EUR)'])
    expect(
      asked([
        ['Име', 'Цена'],
        ['Вина (бели)', ''],
        ['Вино', '10,00'],
      ]),
    ).toEqual([])
  })
})

describe('READ-04 · words of statements', () => {
  const statesAll = (
    texts: Record<string, 'BGN' | 'EUR' | undefined>,
    where: Parameters<typeof statedIn>[1] = 'above',
  ) => expect(Object.keys(texts).map((text) => [text, statedIn(text, where)])).toEqual(Object.entries(texts))

  test('READ-04 · a currency with words about prices, and nothing else', () => {
    const words =
      'цена|цени|цените|ценоразпис|прайс|тарифа|price|prices|pricelist|pricing|ceni|cena|cenite|суми|стойности'
    for (const word of words.split('|')) {
      statesAll({ [`${word} EUR`]: 'EUR', [`${word} лв.`]: 'BGN', [`${word} €`]: 'EUR' })
      statesAll({ [`${word} в USD`]: undefined, [`${word} лв. и €`]: undefined, [word]: undefined })
    }
    statesAll({ 'Хляб EUR': undefined, 'Сирене в EUR': 'EUR', 'Вносни стоки лв.': undefined })
    statesAll({ 'Парично: EUR': 'EUR', 'Парично:EUR': 'EUR', 'Парично :лв.': 'BGN' })
    statesAll({ EUR: 'EUR', 'лв.': 'BGN', '(€)': 'EUR', '': undefined, '5': undefined })
  })

  test('READ-04 · in what the prices are, in either language', () => {
    for (const be of ['са', 'are', 'е', 'is'])
      for (const preposition of ['в', 'във', 'in'])
        statesAll({ [`Цените тук ${be} ${preposition} евро`]: 'EUR' })
    for (const subject of [
      'Цена',
      'Цената',
      'Цени',
      'Цените',
      'Суми',
      'Сумите',
      'Price',
      'Prices',
      'Amounts',
    ])
      statesAll({ [`${subject} за клиенти 5 бр са в лева`]: 'BGN' })
    statesAll({
      'Парична единица: EUR': 'EUR',
      'Единица : лв': 'BGN',
      'Зала 5: EUR': undefined,
      'Единица: EUR тук': undefined,
      [`${'я'.repeat(24)}: EUR`]: 'EUR',
      [`${'я'.repeat(25)}: EUR`]: undefined,
      'Валута е EUR': 'EUR',
      'Currency is BGN': 'BGN',
      'в български лева': 'BGN',
      'v EUR': 'EUR',
    })
  })

  test('READ-04 · the name of a company is none, before small letters it is no name', () => {
    statesAll({
      'Магазин в Евро Маркет': undefined,
      'Цени в ЕВРО БЕЗ ДДС': 'EUR',
      'Цени в Евро с ДДС': 'EUR',
      'Цени в ЕВРО С ДДС': 'EUR',
      'Prices in EURO EXCL VAT': 'EUR',
      'Цени в Евро Център': undefined,
      'Цени в Евро ДДС': 'EUR',
      'Цени на Евро Фууд': undefined,
      'Цени на Фууд EUR': 'EUR',
    })
    statesAll({ 'Евро Фууд цени': undefined, 'цени евро': 'EUR' })
  })

  test('READ-04 · what is not yet, not all, or not of these prices', () => {
    for (const text of [
      'Цените няма да са в евро',
      'Prices will be in EUR',
      'Prices are not in EUR',
      'Цени в EUR - отменени',
      'Предишни цени в лв.',
      'Досегашни цени, лв.',
      'Бившите цени са в лева',
      'Минали цени EUR',
      'Част от цените са в евро',
      'Някои цени са в евро',
      'Some prices are in EUR',
      'Previous prices are in EUR',
      'Former prices in EUR',
      'Delivery prices are in EUR',
      'Цени за транспорт EUR',
      'Цени на куриер EUR',
      'Prices for shipping EUR',
      'Prices of the delivery EUR',
      'Цени над 5 лв.',
      'Цени EUR @ магазин',
      'Цени EUR www.firma.bg',
      'Банкова сметка EUR',
      'Цени EUR BIC',
      'Цени EUR swift',
      'Цени EUR за палет',
      'Цени EUR по имейл',
      'Цени EUR chf',
      'Цени EUR gbp',
      'Free prices EUR',
      'Цени EUR на сайта',
    ])
      statesAll({ [text]: undefined })
  })

  test('READ-04 · each clause by itself', () => {
    statesAll({
      'Цени в евро; цени в лева': undefined,
      'Цени в евро! Очакваме ви': 'EUR',
      'Цени в евро? Да': 'EUR',
      'Цени в евро\nтел. 0888': 'EUR',
      'Цени в евро, доставка 5 лв.': 'EUR',
      'Плащане в лева, цени в евро': 'EUR',
      'Цени в лева 1.95': 'BGN',
    })
  })

  test('READ-04 · in the name of a file or a sheet, where the company may be named first', () => {
    statesAll(
      {
        'euro_stroy.xlsx': undefined,
        // A file name is no sentence: its commas end nothing.
        'Евро, Строй.xlsx': undefined,
        'euro_ceni.xlsx': 'EUR',
        'ceni_euro.xlsx': 'EUR',
        'продукти-лв.csv': 'BGN',
        'x.eur': undefined,
      },
      'file-name',
    )
    statesAll(
      { 'Храни EUR': 'EUR', 'Евро Строй': undefined, 'Продукти евро': 'EUR', Храни: undefined },
      'sheet',
    )
    statesAll({ 'Храни EUR': undefined, 'Тарифа за храни EUR': 'EUR', 'Валута и храни EUR': 'EUR' }, 'below')
    statesAll({ 'Тарифа за храни евро': undefined, 'Тарифа за храни EUR': 'EUR' }, 'above')
  })

  test('READ-04 · with letters of full width, after a point, and after a label with spaces around it', () => {
    const above = (text: string) => statedIn(text, 'above')
    expect([above('Prices in ＥＵＲ'), above('Цени 2026.EUR')]).toEqual(['EUR', 'EUR'])
    expect([above('Режим: евро ; виж'), above('Магазин евро:')]).toEqual(['EUR', undefined])
  })

  test('READ-04 · a text of more than 255 letters is none', () => {
    const long = (length: number) => `${'Цени '.repeat(60).slice(0, length - 4)} EUR`
    statesAll({ [long(255)]: 'EUR', [long(256)]: undefined })
  })
})

describe('READ-04 · where statements are looked for', () => {
  const found = (
    table: readonly TableRow[],
    more: {
      sheet?: string
      fileName?: string
      price?: number
      otherPrice?: number
      areTotalsRead?: boolean
    } = {},
  ) => {
    const { sheet, fileName = 'a.csv', price = 1, otherPrice, areTotalsRead } = more
    const headerRow = table.findIndex((row) => row[0] === 'Име')
    const columns = { headerRow, price, ...(otherPrice !== undefined && { otherPrice }) }
    const file = { table: [...table], ...(sheet !== undefined && { sheet }) }
    return findCurrencyStatements(file, fileName, columns, areTotalsRead).map(({ where, text }) => [
      where,
      text,
    ])
  }
  const blank = (count: number): TableRow[] => Array.from({ length: count }, () => ['', ''])
  const TEXT = 'Цени в евро'

  test('READ-04 · twenty rows above the titles and twenty at the end, in texts of 120 letters', () => {
    expect(found([[TEXT], ...blank(19), ...LIST])).toEqual([['above', TEXT]])
    expect(found([[TEXT], ...blank(20), ...LIST])).toEqual([])
    expect(found([...LIST, [TEXT], ...blank(19)])).toEqual([['below', TEXT]])
    expect(found([...LIST, [TEXT], ...blank(20)])).toEqual([])
    // A price ends the search from below.
    expect(found([LIST[0]!, ['Хляб', '1'], [TEXT, '2']])).toEqual([])
    const long = (length: number) => `${'Цени '.repeat(30).slice(0, length - 4)} EUR`
    expect([found([[long(120)], ...LIST]).length, found([[long(121)], ...LIST]).length]).toEqual([1, 0])
  })

  test('READ-04 · not in the first row of a list without titles', () => {
    const table = [[TEXT], ['Хляб', '1']]
    expect(findCurrencyStatements({ table }, 'a.csv', { headerRow: null, price: 1 })).toEqual([])
    expect(
      findCurrencyStatements({ table: table.toReversed() }, 'a.csv', { headerRow: null, price: 1 }),
    ).toMatchObject([{ where: 'below' }])
  })

  test('READ-04 · in rows of one text before the first product', () => {
    expect(found([LIST[0]!, ['Хлебни'], [TEXT], ['Хляб', '1']])).toEqual([['above', TEXT]])
    expect(found([LIST[0]!, [TEXT, 'виж'], ['Хляб', '1']])).toEqual([])
    expect(found([LIST[0]!, ['Хляб', '1'], [TEXT], ['Сол', '2']])).toEqual([])
    expect(found([LIST[0]!, ['5'], [TEXT], ['Сол', '2']])).toEqual([])
  })

  test('READ-04 · the nearest of a currency, the name of the sheet before that of the file', () => {
    expect(found([[TEXT], ...LIST, ['Prices in EUR']])).toEqual([['above', TEXT]])
    expect(found([['Цени в лева'], ...LIST, ['Prices in EUR']])).toEqual([
      ['above', 'Цени в лева'],
      ['below', 'Prices in EUR'],
    ])
    expect(found([[TEXT], ...LIST, ['Цени в лева']])).toEqual([
      ['above', TEXT],
      ['below', 'Цени в лева'],
    ])
    expect(found(LIST, { sheet: 'Храни EUR', fileName: 'ceni-eur.csv' })).toEqual([['sheet', 'Храни EUR']])
    expect(found(LIST, { sheet: 'Храни', fileName: 'ceni-eur.csv' })).toEqual([['file-name', 'ceni-eur.csv']])
  })

  test('READ-04 · in totals where nothing else says it, unless they are not asked for', () => {
    const total = [...LIST, ['Общо', '2,70 €']]
    expect(found(total)).toEqual([['cells', 'Общо 2,70 €']])
    expect(found(total, { areTotalsRead: false })).toEqual([])
    expect(found([['Цени в лева'], ...total])).toEqual([['above', 'Цени в лева']])
  })

  test('READ-04 · none in the currency of the other price', () => {
    const both = [
      ['Име', 'Цена', 'Цена €'],
      ['Хляб', '1,96', '1'],
    ]
    expect(found([[TEXT], ...both], { otherPrice: 2 })).toEqual([])
    expect(found([['Цени в лева'], ...both], { otherPrice: 2 })).toEqual([['above', 'Цени в лева']])
    expect(found([[TEXT], ...both])).toEqual([['above', TEXT]])
  })
})
