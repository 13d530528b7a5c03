import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import { detectColumns } from '../columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from './read-rows.ts'

/** The price of each row, or why it has none. */
const pricesOf = (...lines: string[]): Promise<string[]> => pricesIn('x.csv', `${lines.join('\n')}\n`)

async function pricesIn(fileName: string, text: string): Promise<string[]> {
  const opened = await openFile(encode(text, 'utf-8'), { fileName })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { table } = opened.file
  const { rows, problems } = readRows(table, {
    columns: detectColumns(table).columns,
    defaultCurrency: 'BGN',
  })
  return rows.map(({ price }, i) => problems.get(i) ?? price)
}

const ROWS = ['Стол;3;58,67;1001', 'Маса;1;195,58;1002', 'Легло;2;391,17;1004', 'Диван;2;591,17;1005']

describe('READ-07 · a row that stands beside its columns', () => {
  test.each(['Шкаф;210,00;1003;', 'Шкаф;червен;7;210,00', 'Шкаф;7,00;1003;'])(
    'gives no price: %s',
    async (row) => {
      const prices = await pricesOf('Име;Кол.;Цена;Код', ...ROWS.slice(0, 2), row, ...ROWS.slice(2))
      expect(prices).toEqual(['58.67', '195.58', 'out-of-place', '391.17', '591.17'])
    },
  )

  test.each([
    ['Шкаф;210,00;1003;бр;', 'out-of-place'],
    ['Шкаф;210,00;1003;7;', '1003'],
  ])('has each of its fields in the place of the next one: %s', async (row, price) => {
    const rows = ROWS.map((one) => `${one};бр`)
    expect((await pricesOf('Име;Кол.;Цена;Код;Мярка', ...rows, row)).at(-1)).toBe(price)
  })

  test.each([
    [
      'Наличност;Забележка;№;Цена;Продукт',
      ['30;;1;242,40;Филтър', '220;;2;22,44;Маркуч', '250;;3;355,59;Стол', ';21;;4;714,94'],
    ],
    ['Артикул;ЦЕ;Цена с ДДС', ['Тор;498,19;600,22', 'Сок;77,91;93,85', 'Олио;5,80;6,98', ';Сапун;226,09']],
    ['Цена едро,Цена,Артикул', ['7.95,3.54,Лепило', '6.54,6.77,Четка', '4.68,9.60,Ракия', ',4.90,7.82']],
    [
      'Име;Тегло;Кол.;Код;Цена',
      [
        'А;0,118;103;31518;1384.50',
        'Б;0,732;33;40768;278.62',
        'В;0,419;103;27168;10.38',
        ';Вино;0,877;29;12791',
      ],
    ],
  ])('gives no price where its first field is blank and its last one lost: %s', async (titles, rows) => {
    expect((await pricesOf(titles, ...rows)).at(-1)).toBe('out-of-place')
  })

  test('is none that adds up the others', async () => {
    const prices = await pricesOf('Име;Кол.;Цена;Код', ...ROWS, 'Общо;7,00;1237;')
    expect(prices).toEqual(['58.67', '195.58', '391.17', '591.17', '1237'])
  })

  test('is one where only its first or last field is blank', async () => {
    const rows = [
      'А1;Стол;58,67;нов',
      'А2;Маса;195,58;нов',
      'А3;Легло;391,17;стар',
      ';Шкаф;20,50;',
      ';12;70,10;нов',
    ]
    expect((await pricesOf('Код;Име;Цена;Бележка', ...rows)).slice(-2)).toEqual(['20.5', '70.1'])
  })

  test('gives none where it is too short and the amount stands to the left', async () => {
    const rows = ['А;3;12,50;19,10', 'Б;2;15,50;21,20', 'В;1;20,00;24,30', 'Г;18,50;29', 'Д;4;22,10;35,40']
    expect((await pricesOf('Име;Кол.;Цена;Стара цена', ...rows))[3]).toBe('out-of-place')
  })

  test('gives none where it is too short, and the price is a whole number for once', async () => {
    const rows = ['Стол;58,67;3', 'Маса;195,58;1', 'Шкаф;7', 'Легло;391,17;2']
    expect(await pricesOf('Име;Цена;Кол.', ...rows)).toEqual(['58.67', '195.58', 'out-of-place', '391.17'])
  })

  test.each([
    // Blank cells alone do not show a shift.
    [
      'Код;Име;Доставна;Цена',
      ['К1;Стол;9,10;15,20', 'К2;Маса;7,20;31,90', 'К3;Шкаф;8,30;14,10', ';Комплект;;320,00'],
      '320',
    ],
    // The note is not written, and the next column holds words or amounts.
    ['Име;Цена;Бележка', ['А;3,20;нов', 'Б;1,95;нов', 'В;2,10;стар', 'Г;70'], '70'],
    ['Име,Цена,Промо', ['А,3.20,2.90', 'Б,1.95,1.50', 'В,2.10,1.90', 'Г,70'], '70'],
    // A size or weight with decimals, where others are whole, in the row of a whole price.
    [
      'Име;Размер;Цена',
      ['Обувка А;38;59,90', 'Обувка Б;39;69,90', 'Обувка В;40;64,90', 'Обувка Г;42.5;80'],
      '80',
    ],
    ['Име;Размер;Цена;Кол.', ['А;38;59,90;1', 'Б;39;69,90;2', 'В;40;64,90;1', 'Г;42.5;80;3'], '80'],
    ['Име;Тегло;Цена', [...Array(260).fill('А;3;9,90'), ...Array(260).fill('Б;3,5;8,90'), 'В;2,5;80'], '80'],
    // The price before the reduction is whole elsewhere.
    ['Name,Price,Compare At Price', ['A,19.90,25', 'B,9.90,12', 'C,8.90,10', 'D,20,24.99'], '20'],
    // The same price in the other currency.
    ['Цена лв.;Цена €', ['19,56;10', '39,12;20', '58,67;30', '50;25,56'], '50'],
    // A subtotal of quantities and prices.
    ['Име;Кол.;Цена', ['А;3;10,50', 'Б;1;20,25', 'В;2;10,25', 'Междинна сума;6,00;41'], '41'],
    // The last column is blank here, and the next holds words.
    ['Име;Кол.;Цена;Мярка', ['А;3;10,50;бр', 'Б;1;20,25;бр', 'В;2;10,25;бр', 'Г;2,5;41;'], '41'],
    // Nothing but the price is odd.
    ['Име;Кол.;Цена;Код', [...ROWS, 'Шкаф;7;210;1003'], '210'],
    // Quantities can have decimals.
    ['Име;Кол.;Цена', ['Стол;3,5;58,67', 'Маса;1;195,58', 'Легло;2;391,17', 'Шкаф;7,25;210'], '210'],
    // They can have three.
    [
      'Име;Доставна цена;Цена',
      ['Стол;3,512;58,673', 'Маса;1,125;95,173', 'Легло;2,255;39,113', 'Шкаф;7,3;30'],
      '30',
    ],
    // So are many prices.
    ['Име;Кол.;Цена', ['Стол;3;58,67', 'Маса;1;195', 'Легло;2;391', 'Шкаф;7,25;210'], '210'],
  ])('is one where they say nothing else: %s / %j', async (titles, rows, last) => {
    expect((await pricesOf(titles, ...rows)).at(-1)).toBe(last)
  })
})

describe('READ-07 · what shows that a row stands beside its columns', () => {
  const last = async (titles: string, ...rows: string[]) => (await pricesOf(titles, ...rows)).at(-1)
  const times = (count: number, row: string): string[] => Array.from({ length: count }, () => row)

  test('READ-07 · two cells do not fit, the price not counted', async () => {
    const list = ['Стол;нов;3;58,67;3', 'Маса;нов;1;195,58;4', 'Диван;нов;2;591,17;7', 'Скрин;нов;1;91,17;8']
    const rows = [...list, ...list]
    const [row, titles] = ['Шкаф;нов;червен;7;210,00', 'Име;Вид;Кол.;Цена;Тегло']
    expect(await last(titles, ...rows, row)).toBe('out-of-place')
    // A weight may have decimals: only the quantity does not fit.
    expect(await last(titles, ...rows, 'Легло;стар;2;391,17;2,5', row)).toBe('7')
  })

  test('READ-07 · blank cells alone do not', async () => {
    const rows = ['К1;нов;9,10;15,20', 'К2;;7,20;31,90', 'К3;стар;8,30;14,10']
    expect(await last('Код;Вид;Доставна;Цена', ...rows, ';К4;;9,50')).toBe('9.5')
  })

  test('READ-07 · after a missing field the last one is blank', async () => {
    const rows = ['Стол;58,67;3;0,5', 'Маса;195,58;1;1,25', 'Легло;391,17;2;0,75']
    expect(await last('Име;Цена;Кол.;Тегло', ...rows, 'Шкаф;7;210,5;нов')).toBe('7')
    expect(await last('Име;Цена;Кол.;Тегло', ...rows, 'Шкаф;7;210,5')).toBe('out-of-place')
  })

  test('READ-07 · the price itself may be the missing field', async () => {
    const rows = ['Стол;58,67;1001;бр', 'Маса;195,58;1002;бр', 'Легло;391,17;1004;кг']
    expect(await last('Име;Цена;Код;Мярка', ...rows, 'Шкаф;1003;бр;')).toBe('out-of-place')
  })

  test('READ-07 · every field before the place fits, and every one after it', async () => {
    expect(await last('Име;Кол.;Цена;Код', ...ROWS, '7,50;210,00;1003;')).toBe('1003')
    const weights = ['Стол;0,50;58,67;1001', 'Маса;1,20;195,58;1002', 'Легло;2,35;391,17;1004']
    expect(await last('Име;Тегло;Цена;Код', ...weights, ...weights, 'Шкаф;червен;7;210,00')).toBe('7')
    expect(await last('Име;Тегло;Цена;Код', ...weights, ...weights, 'Шкаф;червен;7;210')).toBe('7')
  })

  test('READ-07 · a cell that is no price has its own reason', async () => {
    const rows = ['Стол;3;58,67;К1;бр', 'Маса;1;195,58;К2;бр', 'Легло;2;391,17;К3;кг']
    expect(await last('Име;Кол.;Цена;Код;Мярка', ...rows, 'Шкаф;210,00;К7;бр;')).toBe('not-a-price')
  })

  test('READ-07 · the field at the end is blank in one of twenty rows at most, or in one', async () => {
    const titles = 'Име;Кол.;Цена;Код;Мярка'
    const list = (count: number, blank: number) => [
      ...times(count - blank - 1, 'Стол;3;58,67;1001;бр'),
      ...times(blank, 'Маса;1;195,58;1002;'),
      'Шкаф;210,00;1003;бр;',
    ]
    expect(await last(titles, ...list(100, 4))).toBe('out-of-place')
    expect(await last(titles, ...list(100, 5))).toBe('1003')
    expect([await last(titles, ...list(10, 0)), await last(titles, ...list(10, 1))]).toEqual([
      'out-of-place',
      '1003',
    ])
  })

  test('READ-07 · three other rows with prices show what the columns hold', async () => {
    expect(await last('Име;Кол.;Цена;Код', ...ROWS.slice(0, 3), 'Шкаф;210,00;1003;')).toBe('out-of-place')
    expect(await last('Име;Кол.;Цена;Код', ...ROWS.slice(0, 2), 'Шкаф;210,00;1003;')).toBe('1003')
  })

  test('READ-07 · whole prices are few, one in four at most, those with zeros as decimals not counted', async () => {
    const [titles, row] = ['Име;Кол.;Цена;Код', 'Шкаф;червен;7;210,00']
    expect(await last(titles, ...ROWS.slice(1), row)).toBe('out-of-place')
    expect(await last(titles, ...ROWS, 'Скрин;2;91;1006', row)).toBe('7')
    const round = ROWS.map((one) => one.replace(/,\d\d/, ',00'))
    expect(await last(titles, ...round, row)).toBe('out-of-place')
  })

  test('READ-07 · the column after a whole price holds amounts in one of four rows with prices at most', async () => {
    const titles = 'Име;Кол.;Цена;Проба;Код'
    const list = (amounts: number, whole: number) => [
      ...times(amounts, 'Стол;3;58,67;1,50;1001'),
      ...times(whole, 'Маса;1;195,58;2;1002'),
      'Шкаф;червен;7;210,00;1,75',
    ]
    expect(await last(titles, ...list(1, 6))).toBe('out-of-place')
    expect(await last(titles, ...list(2, 5))).toBe('7')
    expect(await last(titles, ...times(8, 'Мебели;;;;'), ...list(2, 5))).toBe('7')
  })

  test('READ-07 · after a missing field a whole price stands before an amount', async () => {
    const list = times(8, 'Стол;40,10;58,67;3;0,5')
    const prices = await pricesOf(
      'Име;Доставна;Цена;Кол.;Тегло',
      'Шкаф;210,50;7;0,75;',
      ...list,
      'Скрин;110,50;4;0,25;',
    )
    expect([prices[0], prices[1], prices.at(-1)]).toEqual(['out-of-place', '58.67', 'out-of-place'])
  })

  test('READ-07 · a column that is filled once has to fit too', async () => {
    const titles = 'Име;Кол.;Цена;Код;Бележка'
    const list = [...ROWS.slice(1).map((one) => `${one};`), `${ROWS[0]};нов`]
    expect(await last(titles, ...list, 'Шкаф;червен;7;210,00;1003')).toBe('out-of-place')
    expect(await last(titles, ...list, 'Шкаф;червен;7;210,00;бяло')).toBe('7')
  })

  test('READ-07 · rows of the whole list show what the columns hold', async () => {
    const list = [...times(260, 'Стол;3;58,67;1001'), ...times(260, 'Стол;3,50;58,67;1001')]
    expect(await last('Име;Кол.;Цена;Код', ...list, 'Шкаф;210,00;1003;')).toBe('1003')
  })

  test('READ-07 · nothing does in a table whose cells are not divided by signs', async () => {
    const lines = ['Име;Кол.;Цена;Код', 'Шкаф;210,00;1003;', ...ROWS]
    expect((await pricesOf(...lines))[0]).toBe('out-of-place')
    const row = (line: string) => `<tr><td>${line.replaceAll(';', '</td><td>')}</td></tr>`
    expect((await pricesIn('x.xls', `<table>${lines.map(row).join('')}</table>`))[0]).toBe('1003')
  })
})
