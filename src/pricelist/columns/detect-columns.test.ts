import { describe, expect, test } from 'vitest'
import type { Table } from '#table/table.ts'
import { detectColumns } from './detect-columns.ts'
import { firstHeaderRow } from '../headers/header-row.ts'
import { columnsForHeader, tableForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from '../rows/read-rows.ts'

/** What is found, by title. */
function found(table: Table) {
  const { columns, certain, all } = detectColumns(table)
  const title = (index: number | null) => (index === null ? null : (all[index]?.title ?? null))
  return {
    certain,
    headerRow: columns.headerRow,
    name: title(columns.name),
    price: title(columns.price),
    currency: title(columns.currency),
    otherPrice: title(columns.otherPrice),
  }
}

/** A table with rows of sensible cells under the titles, told from the word in the title. */
function under(...titles: string[]): Table {
  const cell = (title: string, i: number) => {
    if (/валута|currency/i.test(title)) return i % 2 ? 'BGN' : 'EUR'
    if (/код|sku|ean|баркод|code|№|id\b/i.test(title)) return `38000${i}1234567`
    if (/цена|price|пцд|cena|промо|стойност|сума|bgn|eur|лв|€|cost|total|едро/i.test(title))
      return `${i + 1},${50 + i}`
    if (/количество|qty|quantity|брой/i.test(title)) return String(i + 3)
    return `Стока ${'абвгдежз'[i]}`
  }
  return [titles, ...Array.from({ length: 8 }, (_, i) => titles.map((title) => cell(title, i)))]
}

describe('READ-03 · a title over others is over no more than the prices', () => {
  const table = (...rows: string[]): Table => rows.map((row) => row.split(';'))

  test.each([
    [
      'an amount',
      ['Общо;;Доставна;', '(Total);Цена;цена;Име', '99,00;9,90;6,10;Кафе', '50,00;5,00;3,20;Хляб'],
      'Цена',
    ],
    [
      'a net price',
      ['Price;;;', 'net;Category;list_price;Име', '98,60;нов;118,32;Тръба', '5,50;нов;6,60;Мляко'],
      'list_price',
    ],
    [
      'three rows under a shop',
      ['Store 1;;Description', 'Price;Price;', 'Regular;Sale;', '27,15;24,44;Домати', '3,72;3,35;Боя'],
      'Store 1 Price Regular',
    ],
    [
      'a cost',
      ['Cost;;Цена;', 'per item;Цена;без ДДС;Име', '6,52;9,64;8,70;Тръба', '1,13;1,85;1,54;Захар'],
      'Цена',
    ],
    [
      'a weight',
      [';Цена;;', 'Име;без ДДС;с ДДС;Бруто кг', 'Кафе;10,00;12,00;18,25', 'Чай;5,00;6,00;12,50'],
      'Цена с ДДС',
    ],
  ])('%s', (_, rows, price) => {
    expect(found(table(...rows))).toMatchObject({ certain: true, price })
  })

  test.each([
    ['a year', ['Price;', '2026;Име', '1073,58;Кафе', '4,40;Тръба'], 'Price 2026', 1],
    [
      'numbered titles',
      ['4. Име;5. Ед.;6. Цена', ';5. ц.;6. за м2', 'Плочки;2,29;5,50', 'Фуга;12,20;29,28'],
      '5. Ед. ц.',
      1,
    ],
    [
      'a word for names',
      ['Description;Item;Промо', ';price;цена', 'Боя;2,00;', 'Молив;20,97;18,87'],
      'Item price',
      1,
    ],
    [
      'a note between',
      [
        'Prices in BGN and EUR;;',
        'Minimum order: 100 €;;',
        'Discount %;Име;Unit price',
        '33;Чай;20,83',
        '47;Леща;3,70',
      ],
      'Unit price',
      2,
    ],
  ])('%s', (_, rows, price, headerRow) => {
    expect(found(table(...rows))).toMatchObject({ certain: true, price, headerRow })
  })

  test('the same three rows of titles again further down are no other table', () => {
    const titles = ['Име;Цени 2026;', ';Цена;', ';без ДДС;с ДДС']
    const rows = table(...titles, 'Боя;77,92;93,50', ...titles, 'Домати;1,88;2,26')
    const { columns } = detectColumns(rows)
    const { rows: read, problems } = readRows(rows, { columns, defaultCurrency: 'BGN' })
    expect(read.filter((_, i) => !problems.has(i)).map(({ price }) => price)).toEqual(['93.5', '', '2.26'])
  })
})

describe('READ-04 · a statement above the titles is none of them', () => {
  test.each([
    ['Prices in EUR;;;', ';;Product;Цена', ';;Шоколад;158,76', ';;Хляб;23,79'],
    ['Цени в лева (BGN);;;', 'Стойност;Цена;Име;К-во', '32,10;10,70;Ориз;3', '58,63;4,51;Лампа;13'],
    ['Prices in BGN and EUR;;;', 'USD;Име;Цена без ДДС;Цена', '0,82;Боя;1,17;1,41', '1,97;Захар;2,83;3,40'],
  ])('%s', (...rows) => {
    expect(found(rows.map((row) => row.split(';')))).toMatchObject({
      certain: true,
      price: 'Цена',
      headerRow: 1,
    })
  })
})

test('READ-02 · another price is asked about where few cells of the price are prices', () => {
  const rows = [
    'Цена;Име;Промо цена',
    'Хляб;;',
    '15,77;Пита;14,19',
    'TOTAL;;',
    'Сирена;;',
    '3,71;Гауда;3,34',
    'TOTAL;;',
    'TOTAL;;',
  ]
  expect(found(rows.map((row) => row.split(';')))).toMatchObject({ certain: false, price: 'Промо цена' })
})

test('READ-02 · asks if the title of a price column cannot be decoded and there is an old price', () => {
  const rows = ['\ufffdена за бр.;Стара цена;Име', '9,31;10,99;Мляко', '1,79;2,11;Хляб', 'Управител: ....;;']
  expect(found(rows.map((row) => row.split(';'))).certain).toBe(false)
})

test('READ-04 · currencies between headings are a column of currencies', () => {
  const rows = [
    ['\ufffdалута', 'Цена', 'Име'],
    ['Хляб', '', ''],
    ['€', '1,50', 'Пита'],
    ['Сирена', '', ''],
    ['€', '9,50', 'Гауда'],
  ]
  expect(found(rows)).toMatchObject({ currency: '\ufffdалута', price: 'Цена' })
})

test('READ-04 · a statement stands over no part of a title in another column', () => {
  const rows = [
    'Prices in EUR;;;',
    ';;;Стара',
    'Valid from;Име;Цена;цена',
    '12.07.2026;Гауда;172,38;203,41',
    '01.01.2026;Леща;1,24;1,45',
  ]
  expect(found(rows.map((row) => row.split(';')))).toMatchObject({ price: 'Цена', certain: true })
  expect(
    firstHeaderRow(
      rows.map((row) => row.split(';')),
      2,
    ),
  ).toBe(1)
})

test('READ-02 · a fee is asked about where no title is that of a selling price', () => {
  const rows = [
    ['Услуга', 'Хонорар', 'Промо цена'],
    ['Преглед', '50,00', '40,00'],
    ['ЕКГ', '20,00', '15,00'],
  ]
  expect(found(rows).certain).toBe(false)
})

test('READ-03 · a statement over another column is no part of its title', () => {
  const rows = [
    ['', 'Цени в лв.', ''],
    ['Услуга', 'Минути', 'Тарифа'],
    ['Преглед', '30', '50,00'],
    ['ЕКГ', '15', '20,00'],
  ]
  expect(found(rows)).toMatchObject({ certain: false, price: 'Тарифа' })
})

test('READ-03 · a price that could be a year is no title', () => {
  const rows = [
    ['Продукт / Product', 'Цена'],
    ['Четка за боядисване', '2065'],
    ['Леща', '11'],
  ]
  expect(found(rows)).toMatchObject({ headerRow: 0, price: 'Цена' })
})

test('READ-03 · a kind of price above one title is asked about', () => {
  for (const kind of ['Промо', 'Доставна', 'Supplier']) {
    const rows = [
      [kind, '', ''],
      ['цена', 'Име', 'лв.'],
      ['26,81', 'Гауда', '29,79'],
      ['3,07', 'Хляб', '3,41'],
    ]
    expect(found(rows).certain).toBe(false)
  }
})

test('READ-08 · titles above others of which a delimiter is lost are asked about', () => {
  for (const text of [
    '\ufffd;Стара\nИме;Цена;цена\nХляб;4,64;5,48\nСол;3,57;4,21',
    '\ufffd;Име;Цена;Промо\n;;;;цена\n;;Хляб;4,64;4,10\n;;Сол;3,57;3,21',
  ])
    expect(found(text.split('\n').map((row) => row.split(';'))).certain).toBe(false)
})

test('READ-02 · asks if the only alternative to a cost is an empty promotional price column', () => {
  const rows = [
    ['Име', 'Промо цена', 'Доставна цена'],
    ['Сапун', '', '76,33'],
    ['Леща', '', '11,45'],
  ]
  expect(found(rows).certain).toBe(false)
})

test('READ-01 · an entry price is a cost', () => {
  expect(
    found([
      ['Име', 'Входна цена', 'Промо цена'],
      ['Хляб', '1,00', '1,50'],
    ]).price,
  ).toBe('Промо цена')
})

test('READ-03 · a group of prices in lev is over retail and wholesale', () => {
  const rows = [
    ['Име', 'Условия', ''],
    ['', 'Цени в лева', ''],
    ['', 'Едро', 'Дребно'],
    ['Гауда', '8,20', '9,43'],
  ]
  // A retail price wins over a wholesale one, whatever its joined title is.
  const { certain, columns } = detectColumns(rows)
  expect([certain, columns.price]).toEqual([true, 2])
})

test('READ-07 · a price with its label and unit is no title', () => {
  const rows = [
    ['Продукт', 'Цена'],
    ['Сапун', 'Цена: 1172/бр'],
    ['Прах', 'Цена: 964/бр'],
  ]
  expect(found(rows)).toMatchObject({ headerRow: 0, price: 'Цена' })
})

test('READ-01 · an original price is an old one', () => {
  expect(
    found([
      ['Име', 'Original price', 'Special price'],
      ['Хляб', '2,00', '1,50'],
    ]).price,
  ).toBe('Special price')
})

test('READ-01 · asks if there is a price before a discount and a promotional price or a cost', () => {
  for (const other of ['Промо цена', 'Доставна цена'])
    expect(
      found([
        ['Име', other, 'Цена преди намалението'],
        ['Хляб', '1,50', '2,00'],
      ]).certain,
    ).toBe(false)
})

describe('BULK-05 · columns by English and Bulgarian headers', () => {
  test.each([
    [['Код', 'Наименование', 'Цена'], 'Наименование', 'Цена'],
    [
      ['Артикул №', 'Наименование на стоката', 'Мярка', 'Количество', 'Ед. цена', 'Стойност'],
      'Наименование на стоката',
      'Ед. цена',
    ],
    [['Баркод', 'Стока', 'Доставна цена', 'Продажна цена', 'Цена на едро'], 'Стока', 'Продажна цена'],
    [['SKU', 'Product Name', 'Cost', 'Unit Price', 'Total'], 'Product Name', 'Unit Price'],
    [['sku', 'productName', 'unitPrice', 'quantity'], 'productName', 'unitPrice'],
    [['ID', 'Type', 'SKU', 'Name', 'Sale price', 'Regular price'], 'Name', 'Regular price'],
    [
      ['Handle', 'Title', 'Variant SKU', 'Variant Price', 'Variant Compare At Price'],
      'Title',
      'Variant Price',
    ],
    [['product_id', 'name(en-gb)', 'model', 'price', 'quantity'], 'name(en-gb)', 'price'],
    [['Ястие', 'Грамаж', 'Цена лв.'], 'Ястие', 'Цена лв.'],
    [['Услуга', 'Цена (BGN)'], 'Услуга', 'Цена (BGN)'],
    [['Артикул', 'Лв.'], 'Артикул', 'Лв.'],
    [['Наименование', 'Стара цена', 'Нова цена'], 'Наименование', 'Нова цена'],
    [['Наименование', 'Цена без ДДС', 'Цена с ДДС'], 'Наименование', 'Цена с ДДС'],
    [['Описание', 'Цена на дребно с ДДС', 'Промо цена'], 'Описание', 'Цена на дребно с ДДС'],
    [['Name*', 'Price tax excl.', 'Wholesale price', 'Show price'], 'Name*', 'Price tax excl.'],
    [['име_на_продукта', 'ЦЕНА_ЗА_БР', 'ДАТА НА ЦЕНА'], 'име_на_продукта', 'ЦЕНА_ЗА_БР'],
    [['Арт. №', 'Стока', 'ПЦД', 'На едро'], 'Стока', 'ПЦД'],
    [['Ime', 'Cena'], 'Ime', 'Cena'],
    [['Продукт', 'Цена в лв.', 'Промо'], 'Продукт', 'Цена в лв.'],
    [['name:bg', 'Price, EUR'], 'name:bg', 'Price, EUR'],
    [['\ufeff"Name"', ' PRICE '], '"Name"', 'PRICE'],
  ])('%j', (titles, name, price) => {
    expect(found(under(...titles))).toMatchObject({ certain: true, headerRow: 0, name, price })
  })

  test('a currency column, by its header or by its cells', () => {
    expect(found(under('Име', 'Цена', 'Валута'))).toMatchObject({ currency: 'Валута' })
    const rows = under('Име', 'Цена').map((row, i) => [...row, i === 0 ? 'X' : 'лв.'])
    expect(found(rows)).toMatchObject({ currency: 'X' })
  })

  test('a lev and a euro price of one kind are both kept, the left one first', () => {
    expect(found(under('Име', 'Цена BGN', 'Цена EUR'))).toMatchObject({
      price: 'Цена BGN',
      otherPrice: 'Цена EUR',
    })
    expect(found(under('Име', 'EUR', 'BGN'))).toMatchObject({ price: 'EUR', otherPrice: 'BGN' })
    expect(found(under('Име', 'Цена лв.', 'Стара цена €'))).toMatchObject({
      price: 'Цена лв.',
      otherPrice: null,
    })
  })

  test.each(['Цена €', 'Цена EUR (очаквана)', 'Стойност в евро'])(
    'a blank column under «%s» is no price in the other currency',
    (title) => {
      const rows = under('Име', 'Цена лв.').map((row, i) => [...row, i === 0 ? title : ''])
      expect(found(rows)).toMatchObject({ price: 'Цена лв.', otherPrice: null })
    },
  )

  test('a header below titles, and in two rows', () => {
    const [header, ...rows] = under('Наименование', 'Цена')
    const titled = [['Ценова листа на Магазин ООД'], ['валидна от 01.05.2026'], [], header!, ...rows]
    expect(found(titled)).toMatchObject({ headerRow: 3, price: 'Цена' })
    const two = [['Наименование', 'Цена', ''], ['', 'лв.', '€'], ...rows.map((row) => [...row, '1,00'])]
    expect(found(two)).toMatchObject({
      headerRow: 1,
      name: 'Наименование',
      price: 'Цена лв.',
      otherPrice: 'Цена €',
    })
  })

  test('a price header over blank cells or words gives way, and is asked about', () => {
    const blank = under('Име', 'Цена', 'Цена на едро').map((row, i) => (i === 0 ? row : [row[0], '', row[2]]))
    expect(found(blank)).toMatchObject({ certain: false, price: 'Цена на едро' })
    const words = under('Име', 'Цена', 'Цена на едро').map((row, i) =>
      i === 0 ? row : [row[0], 'по договаряне', row[2]],
    )
    expect(found(words)).toMatchObject({ certain: false, price: 'Цена на едро' })
  })

  test('a name header over codes gives way to the names', () => {
    const rows = under('Артикул', 'Наименование', 'Цена').map((row, i) =>
      i === 0 ? row : [`${1000 + i}`, row[1], row[2]],
    )
    expect(found(rows)).toMatchObject({ name: 'Наименование' })
  })

  test('without a header the columns are a guess by content', () => {
    const rows = Array.from({ length: 9 }, (_, i) => [
      String(i + 1),
      `380012345678${i}`,
      `Хляб ${'абвгдежзи'[i]}`,
      '10',
      `${i + 1},2${i}`,
    ])
    expect(detectColumns(rows)).toMatchObject({
      certain: false,
      columns: { headerRow: null, name: 2, price: 4, currency: null, otherPrice: null },
    })
  })

  test('without a word we know the header row is still found, and the columns stay a guess', () => {
    const rows = [
      ['Bezeichnung', 'Preis'],
      ['Brot', '1,20'],
      ['Milch', '2,30'],
    ]
    expect(found(rows)).toMatchObject({ certain: false, headerRow: 0, name: 'Bezeichnung', price: 'Preis' })
  })

  test('hostile headers and shapes are only text', () => {
    const rows = [['__proto__', 'constructor', 'price'], ['a', 'b', '1'], []]
    expect(found(rows)).toMatchObject({ price: 'price', certain: true })
    expect(detectColumns([]).columns.price).toBeNull()
    expect(detectColumns([['x'.repeat(1e6)]]).certain).toBe(false)
  })

  test('every column has its title and samples for the dialog', () => {
    expect(detectColumns(under('Име', 'Цена')).all).toEqual([
      {
        index: 0,
        title: 'Име',
        samples: ['Стока а', 'Стока б', 'Стока в', 'Стока г', 'Стока д'],
        isPriced: false,
      },
      { index: 1, title: 'Цена', samples: ['1,50', '2,51', '3,52', '4,53', '5,54'], isPriced: true },
    ])
  })
})

test.each([
  [['Име', 'Доставна цена', 'Валута', 'Цена', 'Валута'], 4],
  [['Име', 'Валута', 'Доставна цена', 'Валута', 'Цена'], 3],
  [['Име', 'Валута', 'Цена', 'Валута', 'Доставна цена'], 1],
  [['Валута', 'Име', 'Цена'], 0],
])('BULK-05 · of several currency columns that of the price: %j', (titles, currency) => {
  const row = titles.map((title) => (title === 'Валута' ? 'BGN' : title === 'Име' ? 'Хляб' : '1,69'))
  expect(detectColumns([titles, row]).columns.currency).toBe(currency)
})

test.each([
  ['USD', 'USD', 'USD'],
  ['USD', 'BGN', 'usd'],
  ['$', '£', '€'],
])(
  'READ-04 · a column of currencies under an unknown title, with ones that are not converted: %s, %s, %s',
  (...codes) => {
    const rows = codes.map((code, i) => [`Стока ${'абв'[i]}`, `${i + 1}.50`, code])
    const { columns } = detectColumns([['Име', 'Цена', 'Пари'], ...rows])
    expect(columns.currency).toBe(2)
    const reading = readRows(rows, { columns: { ...columns, headerRow: null }, defaultCurrency: 'BGN' })
    expect(reading.rows.map(({ price }) => /[a-z$£]/i.test(price))).toEqual(
      codes.map((code) => !/BGN|€/.test(code)),
    )
  },
)

test('BULK-05 · a currency under its own title is that of a row without a price, and no second header', () => {
  const table = [
    ['Наименование', 'Цена', 'Валута'],
    ['', '', 'лв.'],
    ['Хляб', '1', 'лв.'],
  ]
  expect(detectColumns(table).columns).toMatchObject({ headerRow: 0, price: 1, currency: 2 })
})

describe('BULK-05 · a first row that is data', () => {
  test.each([[['Стока 1', '37,33', 'BGN']], [['0001', 'Стока 1', '37,33', 'EUR']]])(
    '%j is no header',
    (first) => {
      const table = [first, ...[2, 3].map((n) => first.map((cell) => cell.replace('1', `${n}`)))]
      expect(detectColumns(table)).toMatchObject({ certain: false, columns: { headerRow: null } })
    },
  )
})

describe('BULK-07 · a header row that the person named', () => {
  const table: Table = [
    ['Стока', 'Цена', 'Нова цена'],
    ['Хляб', '1', '2'],
    ['', '  '],
    ['Име', 'Старо', 'Цена'],
    ['Мляко', '3', '4'],
  ]

  test('gives its titles and the columns they mean, whatever stands above', () => {
    expect(detectColumns(table, 3)).toMatchObject({
      certain: true,
      columns: { headerRow: 3, name: 0, price: 2 },
      all: [
        { title: 'Име', samples: ['Мляко'] },
        { title: 'Старо', samples: ['3'] },
        { title: 'Цена', samples: ['4'] },
      ],
    })
  })

  test('with the currencies below its titles', () => {
    const twoLines = [
      ['Име', 'Цена', 'Цена'],
      ['', 'EUR', 'BGN'],
      ['Хляб', '1,00', '1,96'],
    ]
    const file = { format: 'csv', table: twoLines, warnings: [] } as const
    expect(columnsForHeader(file, 0)).toEqual(detectColumns(twoLines))
  })

  test('marks the numbers that cannot stand under its titles, and no others', async () => {
    const text = 'Стока,Цена,Валута,Мярка\nСирене,12,BGN,кг\n\nИме,Цена\nХляб,1,69\nМляко,2,49'
    const opened = await openFile(new TextEncoder().encode(text), { fileName: 'x.csv' })
    if (!opened.ok) throw new Error(opened.error.code)
    const { columns } = columnsForHeader(opened.file, 3)
    const read = readRows(tableForHeader(opened.file, 3), { columns, defaultCurrency: 'BGN' })
    expect(read.counts).toMatchObject({ validRows: 0, invalidRows: 2 })
    // Under the first header nothing was cut.
    expect(columnsForHeader(opened.file, 0)).toEqual(detectColumns(opened.file.table))
  })

  test('a row of data is none: nothing below reads as its price', () => {
    const listed = [
      ['Име', 'Цена', 'Валута'],
      ['Хляб', '1,50', 'BGN'],
      ['Мляко', '2,10', 'BGN'],
    ]
    expect(detectColumns(listed, 1).certain).toBe(false)
  })

  test('samples are whole rows, the fullest of the first ones', () => {
    const sparse = [
      ['Име', 'Цена', 'Промо'],
      ['Банани', '1,95', ''],
      ['Бира', '1,99', '1,25'],
      ['', '', ''],
      ['Сол', '0,80', ''],
      ['Чай', '2,40', '2,10'],
      ['Кафе', '5,40', '5,10'],
      ['Мед', '9,40', '9,10'],
    ]
    expect(detectColumns(sparse).all.map(({ samples }) => samples)).toEqual([
      ['Банани', 'Бира', 'Чай', 'Кафе', 'Мед'],
      ['1,95', '1,99', '2,40', '5,40', '9,40'],
      ['', '1,25', '2,10', '5,10', '9,10'],
    ])
  })

  test('a column is constant that says the same in every row or nothing in any, but not one of few rows', () => {
    const shop = [
      ['Име', 'Цена', 'Обект', 'Промо', 'Етикет'],
      ...['Банани', 'Бира', 'Сол', 'Чай', 'Кафе'].map((name, i) => [
        name,
        `${i},95`,
        'Център',
        '',
        i > 2 ? 'ново' : '',
      ]),
    ]
    const constant = (rows: string[][]) => detectColumns(rows).all.filter(({ isConstant }) => isConstant)
    expect(constant(shop).map(({ title }) => title)).toEqual(['Обект', 'Промо'])
    expect(constant(shop.slice(0, 4))).toEqual([])
  })

  test('none: the columns are a guess from the cells of every row', () => {
    const { certain, columns, all } = detectColumns(table.slice(1), null)
    expect({ certain, headerRow: columns.headerRow }).toEqual({ certain: false, headerRow: null })
    expect(all.map(({ title }) => title)).toEqual(['', '', ''])
    expect(all[0]?.samples).toContain('Хляб')
  })

  test('the first rows are told apart by what stands in them, up to 80 letters', () => {
    const long = Array.from({ length: 9 }, (_, i) => '😀'.repeat(15) + i)
    const { firstRows } = detectColumns([...table, long, ...Array.from({ length: 50 }, () => ['x', '1'])])
    expect(firstRows).toHaveLength(21)
    expect(firstRows.slice(0, 5)).toEqual([
      'Стока · Цена · Нова цена',
      'Хляб · 1 · 2',
      '',
      'Име · Старо · Цена',
      'Мляко · 3 · 4',
    ])
    expect(Array.from(firstRows[5]!)).toHaveLength(80)
    expect(firstRows[5]!.isWellFormed()).toBe(true)
  })
})

describe('BULK-05 · what the dialog of columns shows', () => {
  test('BULK-05 · the first rows by six texts, at most eighty letters of them', () => {
    const shown = (...row: string[]) => detectColumns([row, ['Име', 'Цена'], ['Хляб', '1,80']]).firstRows[0]
    expect(shown(' а ', '', 'б', 'в', 'г', 'д', 'е', 'ж')).toBe('а · б · в · г · д · е')
    expect(shown('', ' ')).toBe('')
    expect([shown('я'.repeat(80)), shown('я'.repeat(81))]).toEqual(['я'.repeat(80), `${'я'.repeat(79)}…`])
    expect([shown('😀'.repeat(80)), shown('😀'.repeat(81))]).toEqual(['😀'.repeat(80), `${'😀'.repeat(79)}…`])
    // No sign of a cut is left before it.
    expect(shown('я'.repeat(77), 'абв')).toBe(`${'я'.repeat(77)}…`)
    const many = Array.from({ length: 30 }, (_, i) => [`Ред ${i}`])
    expect(detectColumns(many).firstRows).toEqual(many.slice(0, 21).map(([text]) => text))
  })

  test('BULK-05 · five of the fullest rows of each column, in the order of the file', () => {
    const rows = Array.from({ length: 9 }, (_, i) => [
      `Стока ${i}`,
      `${i + 1},50`,
      i % 2 === 0 ? ' нов ' : '',
    ])
    const { all } = detectColumns([['Име', 'Цена', 'Бележка'], ['Раздел', '', ''], ...rows])
    expect(all[0]?.samples).toEqual([0, 2, 4, 6, 8].map((i) => `Стока ${i}`))
    expect(all[2]?.samples).toEqual(Array(5).fill('нов'))
    const few = detectColumns([
      ['Име', 'Цена'],
      ['', ''],
      ['Хляб', '1,80'],
      ['Сол', ''],
    ]).all
    expect(few.map(({ samples }) => samples)).toEqual([
      ['Хляб', 'Сол'],
      ['1,80', ''],
    ])
    const late = [...Array.from({ length: 199 }, () => ['Хляб', '']), ['Сол', '1,80'], ['Мед', '2,80']]
    expect(detectColumns([['Име', 'Цена'], ...late]).all[1]?.samples).toContain('1,80')
    expect(detectColumns([['Име', 'Цена'], ['', ''], ...late]).all[1]?.samples).not.toContain('1,80')
  })

  test('BULK-05 · which columns hold prices or always the same, and the currency beside a price', () => {
    const rows = Array.from({ length: 6 }, (_, i) => ['Хляб', `${i},50`, 'лв.', '', `${i},20`, `${i}`])
    const { all } = detectColumns([['Име', 'Цена', 'Валута', 'Стара цена', '', 'Бр.'], ...rows])
    expect(all.map(({ isPriced }) => isPriced)).toEqual([false, true, false, false, true, false])
    expect(all.map(({ isConstant }) => isConstant)).toEqual([
      true,
      undefined,
      true,
      true,
      undefined,
      undefined,
    ])
    expect(all.map(({ currency }) => currency)).toEqual([
      undefined,
      2,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const far = [
      ['Име', 'Цена', 'Бр.', 'Валута'],
      ['Хляб', '1,50', '3', 'лв.'],
    ]
    expect(detectColumns(far).all[1]?.currency).toBeUndefined()
    const before = [
      ['Име', 'Валута', 'Цена'],
      ['Хляб', 'лв.', '1,50'],
    ]
    expect(detectColumns(before).all[2]?.currency).toBe(1)
  })
})

describe('BULK-05 · the column of currencies', () => {
  const currencyIn = (titles: string, ...rows: string[]) =>
    detectColumns([titles, ...rows].map((row) => row.split(';'))).columns.currency

  test('BULK-05 · by its title, whatever its cells are, else by more than eight of ten of them', () => {
    expect(currencyIn('Име;Цена;Валута', 'Хляб;1;местна', 'Сол;2;местна')).toBe(2)
    expect(currencyIn('Име;Цена;Валута', 'Хляб;1;', 'Сол;2;')).toBeNull()
    const untitled = (named: number, others: number) =>
      currencyIn('Име;Цена;Вид', ...Array(named).fill('Хляб;1;лв.'), ...Array(others).fill('Хляб;1;бр'))
    expect([untitled(5, 1), untitled(4, 1), untitled(1, 0), untitled(0, 1)]).toEqual([2, null, 2, null])
    expect(currencyIn('Име;Цена;Вид', 'Хляб;1;USD', 'Сол;2;GBP')).toBe(2)
    // Headings of groups can fill the other cells.
    expect(currencyIn('Вид;Цена;Име', 'Хлебни;;', 'лв.;1;Хляб', 'Млечни;;', 'лв.;2;Сирене')).toBe(0)
  })

  test('BULK-05 · of several the one behind the price, or the one before it where the first stands there', () => {
    expect(currencyIn('Валута;Име;Цена;Валута', 'лв.;Хляб;1;EUR')).toBe(0)
    expect(currencyIn('Име;Цена;Валута;Стара цена;Валута', 'Хляб;1;лв.;2;EUR')).toBe(2)
    expect(currencyIn('Име;Стара цена;Валута;Цена;Валута', 'Хляб;1;лв.;2;EUR')).toBe(4)
    expect(currencyIn('Име;Стара цена;Валута;Цена', 'Хляб;1;лв.;2')).toBe(2)
    expect(currencyIn('Име;Валута;Стара цена;Валута;Цена', 'Хляб;лв.;1;EUR;2')).toBe(3)
  })
})

describe('READ-02 · what is asked about the price', () => {
  const asked = (...rows: string[]) => {
    const { question, certain, candidates, otherMoney, columns } = detectColumns(
      rows.map((row) => row.split(';')),
    )
    return { question, certain, candidates, otherMoney, columns }
  }

  test('READ-02 · an amount alone, unless a currency says that it is a price and nothing is counted', () => {
    expect(asked('Име;Сума', 'Хляб;1,80')).toMatchObject({ question: 'line-amount', candidates: [1] })
    expect(asked('Име;Сума лв.', 'Хляб;1,80')).toMatchObject({
      question: null,
      certain: true,
      candidates: [],
    })
    expect(asked('Име;Сума;Валута', 'Хляб;1,80;лв.').question).toBeNull()
    expect(asked('Име;Кол.;Сума лв.', 'Хляб;2;1,80').question).toBe('line-amount')
  })

  test('READ-02 · a column without a title of a price, where one may hold prices', () => {
    expect(asked('Стока;Витошка;x', 'Хляб;1,80;лв.', 'Сол;0,90;лв.')).toMatchObject({
      question: 'no-price-title',
      candidates: [1],
      columns: { name: 0, price: 1, currency: 2 },
    })
    expect(asked('Стока;Вид', 'Хляб;бял', 'Сол;едра')).toMatchObject({
      candidates: [],
      columns: { price: null },
    })
  })

  test('READ-04 · money named above, unless the title names its own', () => {
    const above = 'Всички цени са в USD'
    expect(asked(above, 'Име;Цена', 'Хляб;1,80')).toMatchObject({
      question: 'other-money',
      otherMoney: above,
    })
    expect(asked(above, 'Име;Цена лв.', 'Хляб;1,80')).toMatchObject({ question: null, otherMoney: undefined })
    const two = asked(above, 'Име;Цена;Крайна цена', 'Хляб;1,80;2,80')
    expect(two).toMatchObject({ question: 'equal-prices', otherMoney: undefined })
  })

  test('BULK-05 · nothing where all is clear', () => {
    expect(asked('Име;Цена', 'Хляб;1,80')).toEqual({
      question: null,
      certain: true,
      candidates: [],
      otherMoney: undefined,
      columns: { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] },
    })
  })

  test('READ-11 · the price of a table at the side that is not read is told', () => {
    const table = ['Име;Цена;Валута;Име;Цена', 'Хляб;1,80;лв.;Бира;2,80'].map((row) => row.split(';'))
    expect(detectColumns(table).rivals).toEqual([{ index: 4, title: 'Цена', kind: 'selling' }])
  })
})

describe('READ-03 · the columns that are offered with a question', () => {
  const detected = (...rows: string[]) => detectColumns(rows.map((row) => row.split(';')))

  test('READ-03 · rows like those of the list above the titles', () => {
    const { question, candidates } = detected('Хляб;1,80', 'Име;Цена', 'Сол;0,90', 'Боб;2,10')
    expect([question, candidates]).toEqual(['rows-above', [1]])
  })

  test('READ-03 · amounts below titles that may go on, and numbers without a title', () => {
    const { question, candidates } = detected(
      'Име;Цена;Кол.;Тегло;Тегло бруто;;',
      ';;;;;;',
      ';на едро;;;;;',
      'Хляб;1,80;3;2,50;2,50;7;7',
      'Сол;0,90;4;3,50;3,50;8;8',
      'Боб;2,90;5;4,50;4,50;9;9',
      'Чай;3,90;6;5,50;няма;6;няма',
      'Мед;9,90;7;6,50;няма;5;няма',
    )
    expect([question, candidates]).toEqual(['titles-go-on', [1, 3, 5]])
  })

  test('READ-11 · no price of a table beside the first that is surely another', () => {
    const rows = ['Име;Цена;Име;Цена', 'Хляб;1,80;Бира;2,80', 'Сол;0,90;Вино;3,80']
    const { question, candidates, rivals } = detected('Цените са в USD;;;', ...rows)
    expect([question, candidates, rivals]).toEqual(['other-money', [1], []])
  })
})

test('READ-04 · without titles, a column that names the currency of each price is one of currencies', () => {
  const rows = ['Хлебни;;', 'лв.;1,80;Хляб ръжен', 'EUR;0,95;Пита бяла', 'Млечни;;', 'лв.;9,50;Гауда цяла']
  const { columns } = detectColumns(rows.map((row) => row.split(';')))
  expect(columns).toMatchObject({ price: 1, name: 2, currency: 0 })
})

test('READ-03 · columns after the 512th are not looked at', () => {
  const far = (...first: string[]) => [...first, ...Array.from({ length: 512 - first.length }, () => ''), 'x']
  const products = 'абвгд'.split('').map((letter) => [`Стока ${letter}`, '1,50'])
  const { all, firstRows } = detectColumns([far(), ['Име', 'Цена'], ...products, far('Стока е', '1,50')], 1)
  expect(all).toHaveLength(512)
  expect(all[0]!.samples).toEqual(products.map(([name]) => name))
  expect(firstRows.slice(0, 2)).toEqual(['', 'Име · Цена'])
})
