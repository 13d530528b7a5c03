import { describe, expect, test } from 'vitest'
import { detectColumns } from '../columns/detect-columns.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from './read-rows.ts'

/** The names of the rows that are converted, left out and asked about. */
function totalsIn(...rows: readonly string[]) {
  const table = [['Име', 'Цена'], ...rows.map((row) => row.split(';'))]
  const reading = readRows(table, { columns: detectColumns(table).columns, defaultCurrency: 'BGN' })
  const names = (of: (i: number) => boolean) => reading.rows.filter((_, i) => of(i)).map(({ name }) => name)
  const asked = reading.assumptions.find((one) => one.what === 'totals' && one.asked)
  return {
    left: names((i) => reading.omitted.has(i)),
    addends: reading.totals.map((total) => total.addends.length),
    asked: asked?.what === 'totals' ? asked.lines : [],
  }
}

describe('READ-05 · totals are no products', () => {
  test('by name and by sum, of groups and of all', () => {
    const rows = ['Плодове;', 'Ябълки;1,50', 'Круши;2,50', 'Общо Плодове;4,00', 'Хляб;1,00', 'Общо:;5,00']
    expect(totalsIn(...rows)).toEqual({ left: ['Общо Плодове', 'Общо:'], addends: [2, 3], asked: [] })
  })

  test('above the maximum of a price, where the prices add up to it', () => {
    const rows = ['Хале;6 000 000,00', 'Цех;5 000 000,50', 'Склад;1,00']
    expect(totalsIn(...rows, 'Общо;11 000 001,50')).toEqual({ left: ['Общо'], addends: [3], asked: [] })
    expect(totalsIn(...rows, 'Общо имоти;11 000 001,50')).toMatchObject({ left: ['Общо имоти'], asked: [] })
    expect(totalsIn(...rows, 'Общо;11 000 001,51').left).toEqual([])
    expect(totalsIn(...rows, 'Имот;11 000 001,50').left).toEqual([])
  })

  test('in two languages, with the name of a group', () => {
    const rows = ['Плодове;', 'Ябълки;1,50', 'Общо / Total Плодове;1,50', 'Сирена;', 'Гауда;2,00']
    const left = ['Общо / Total Плодове', 'Sum total Сирена', 'Общо / Total']
    expect(totalsIn(...rows, 'Sum total Сирена;2,00', 'Общо / Total;3,50')).toMatchObject({ left, asked: [] })
  })

  test('has no name of the product above', () => {
    const table = [
      ['Код', 'Цена', 'Име'],
      ['а', '2,00', 'Хляб'],
      ['Обща стойност', '9,90', ''],
    ]
    const { rows } = readRows(table, { columns: detectColumns(table).columns, defaultCurrency: 'BGN' })
    expect(rows.at(-1)?.name).toBe('')
  })

  test('of a group whose heading stands in another column', () => {
    const table = [
      ['№', 'Име', 'Цена'],
      ['Хляб', '', ''],
      ['1', 'Пита', '27,69'],
      ['', 'Total Хляб', '27,69'],
    ]
    const reading = readRows(table, { columns: detectColumns(table).columns, defaultCurrency: 'BGN' })
    expect([...reading.omitted.keys()]).toEqual([2])
  })

  test('of a group whose heading stands in the column of the prices', () => {
    const rows = [';Плодове', 'Ябълки;1,50', 'Круши;2,50', 'Общо: Плодове;4,00']
    expect(totalsIn(...rows)).toMatchObject({ left: ['Общо: Плодове'], asked: [] })
  })

  test('without a price', () => {
    expect(totalsIn('Хляб;1,00', 'ВСИЧКО;').left).toEqual(['ВСИЧКО'])
  })

  test('a row with totals in several columns counts once', () => {
    const table = [
      ['Име', 'Цена', 'Промо'],
      ['Хляб', '1,00', '0,80'],
      ['Сол', '2,00', '1,60'],
      ['Общо', '3,00', '2,40'],
    ]
    const columns = { ...detectColumns(table).columns, morePrices: [2] }
    const { assumptions } = readRows(table, { columns, defaultCurrency: 'BGN' })
    expect(assumptions.find(({ what }) => what === 'totals')).toMatchObject({ count: 1, lines: [4] })
  })

  test('a name or a sum alone is asked about', () => {
    expect(totalsIn('Хляб;1,00', 'Сол;0,80', 'Общо;9,99')).toMatchObject({ left: [], asked: [4] })
    expect(totalsIn('а;1,00', 'б;2,00', ';3,00')).toMatchObject({ left: [], asked: [4] })
    expect(totalsIn('Хляб;1,00', 'ДДС 20%;0,20')).toMatchObject({ left: [], asked: [3] })
  })

  test.each([
    'Начислен ДДС',
    '20% ДДС:',
    '+ 20% VAT',
    'Остатък за плащане',
    'Фиксиран курс',
    'О Б Щ О',
    'Order total',
  ])('what stands below totals is asked about: %s', (name) => {
    expect(totalsIn('Преглед;50,00', 'ЕКГ;20,00', 'Общо:;70,00', `${name};14,00`)).toMatchObject({
      left: ['Общо:'],
      asked: [5],
    })
  })

  test.each([
    'Аванс',
    'Капаро',
    'Остатък',
    'Доплащане',
    'Пренос',
    'Данъчна основа',
    'Минимална поръчка',
    'Брой артикули',
    'Обменен курс',
    'Валутен курс',
    'Официален курс',
    'Левова равностойност',
    'В евро',
    'Дължим ДДС',
    'Обща стойност',
    'Стойност на поръчката',
    'За плащане',
    'Дължима сума',
    'Средна цена',
    'Отстъпка',
    'Междинна сума',
    'Invoice total',
    'Total to pay',
    'Amount payable',
    'Net total',
    'Gross total',
    'Taxable amount',
    'Carried forward',
    'Balance due',
    'Grand total',
    'Subtotal',
    'Sub-total',
    'С У М А',
    'Т О Т А Л',
    'Discount',
    'Average',
    'Tax',
    'Vsichko',
    'Obshto',
    'Suma',
    'Итого',
    'Тотал',
    'Рекапитулация',
    'Общ брой',
    'Σ',
    'Σ:',
    'Най-ниска цена',
    'Най-висока цена',
    'Минимум',
    'Макс. цена',
    'Max price',
  ])('each name of a total or closing row is asked about without its sum: %s', (name) => {
    expect(totalsIn('Преглед;50,00', 'ЕКГ;20,00', `${name};14,00`).asked).toEqual([4])
  })

  test.each([
    'Пренос',
    'От пренос',
    'Доплащане',
    'Минимална поръчка',
    'Остатък',
    'в т.ч. ДДС',
    'Без ДДС',
    'Крайно салдо',
    'Ср. цена',
    'Средно',
  ])('a closing row or a product is asked about also where it is the sum: %s', (name) => {
    expect(totalsIn('Преместване;20,00', `${name};20,00`, 'Монтаж;30,00')).toEqual({
      left: [],
      addends: [],
      asked: [3],
    })
  })

  test('a total is known as the sum without a doubtful row, and with it', () => {
    const rows = ['Стая;100,00', 'Доплащане;20,00', 'Закуска;10,00']
    expect(totalsIn(...rows, 'Общо;130,00')).toMatchObject({ left: ['Общо'], asked: [3] })
    expect(totalsIn(...rows, 'Общо;110,00')).toMatchObject({ left: ['Общо'], asked: [3] })
  })

  test('a number of records is asked about', () => {
    expect(totalsIn('Хляб;1,00', 'Сол;4,00', 'Общо записи: 2;2').asked).toEqual([4])
  })

  test('products that cost as much as the rate are products', () => {
    expect(totalsIn('Хляб;1,95583', 'Мляко;3,91166', 'Сол;1,95583').asked).toEqual([])
  })

  test('the rate between the currencies is asked about, whatever it is called', () => {
    expect(totalsIn('Хляб;1,00', '1 EUR =;1,95583').asked).toEqual([3])
  })

  test.each([
    ['Преместване;50,00', 'Пренос на мебели;20,00'],
    ['Castrol GTX;12,50', 'Total Quartz 5W-40;12,50'],
    ['Антифриз;', 'Total Glacelf;5,00'],
    ['Подово почистване;10,00', 'Общо почистване;10,00'],
    ['Чай;1,50', 'Кафе;2,50', 'Закуска;4,00'],
  ])('products stay: %s, %s', (...rows) => {
    expect(totalsIn(...rows)).toEqual({ left: [], addends: [], asked: [] })
  })

  test('exactly, also with more decimals', () => {
    expect(totalsIn('а;0,105', 'б;0,205', 'Total;0,31').left).toEqual(['Total'])
    expect(totalsIn('а;0,105', 'б;0,205', 'Total;0,32')).toMatchObject({ left: [], asked: [4] })
  })
})

describe('READ-05 · what totals are the sum of', () => {
  const totalsOf = (...rows: string[]) => {
    const table = [['Име', 'Цена'], ...rows.map((row) => row.split(';'))]
    const reading = readRows(table, { columns: detectColumns(table).columns, defaultCurrency: 'BGN' })
    const asked = reading.assumptions.find((one) => one.what === 'totals' && one.asked)
    return {
      totals: reading.totals.map(({ index, addends }) => [index, ...addends]),
      asked: asked?.what === 'totals' ? asked.lines : [],
    }
  }

  test('READ-05 · the block above, back to a heading, a blank row or another total, or all', () => {
    expect(totalsOf('а;1', 'б;2', 'Общо;3', 'в;4', 'Общо;4', 'Всичко;7').totals).toEqual([
      [2, 0, 1],
      [4, 3],
      [5, 0, 1, 3],
    ])
    expect(totalsOf('а;1', ';', 'б;2', 'Общо;2').totals).toEqual([[3, 2]])
    expect(totalsOf('а;1', 'Храни;', 'б;2', 'Общо;2').totals).toEqual([[3, 2]])
    expect(totalsOf('а;1', 'Храни;', 'б;2', 'Общо;3').totals).toEqual([[3, 0, 2]])
    // A row of which the price cannot be read is no addend and no heading.
    expect(totalsOf('а;1', 'б;виж', 'в;2', 'Общо;3').totals).toEqual([[3, 0, 2]])
  })

  test('READ-05 · exactly, whatever the decimals', () => {
    expect(totalsOf('а;0,1', 'б;0,2', 'Общо;0,3').totals).toEqual([[2, 0, 1]])
    expect(totalsOf('а;0,005', 'б;0,0051', 'Общо;0,0101').totals).toEqual([[2, 0, 1]])
    expect(totalsOf('а;1,5', 'б;0,1234', 'Общо;1,6234').totals).toEqual([[2, 0, 1]])
    expect(totalsOf('а;1,5', 'б;0,1234', 'Общо;1,6235')).toEqual({ totals: [], asked: [4] })
    expect(totalsOf('а;9999999,99', 'Общо;9999999,99').totals).toEqual([[1, 0]])
    expect(totalsOf('а;1', 'б;2', 'Общо;2,99')).toEqual({ totals: [], asked: [4] })
    expect(totalsOf('а;1', 'б;2', 'Общо;3,01')).toEqual({ totals: [], asked: [4] })
  })

  test('READ-05 · with a word of its own it is one of a group, else of three products and more', () => {
    expect(totalsOf('Плодове;', 'а;1', 'Общо плодове;1').totals).toEqual([[2, 1]])
    expect(totalsOf('Плодове;', 'а;1', 'Плодове общо;1').totals).toEqual([[2, 1]])
    expect(totalsOf('а;1', 'б;2', 'в;3', 'Общо храни;6', 'г;1').totals).toEqual([[3, 0, 1, 2]])
    expect(totalsOf('а;1', 'б;2', 'Общо храни;3', 'в;7')).toEqual({ totals: [], asked: [4] })
    expect(totalsOf('а;1', 'б;2', 'Общо почистване;7', 'в;7')).toEqual({ totals: [], asked: [] })
    expect(totalsOf('а;1', 'Общо почистване;1', 'в;7')).toEqual({ totals: [], asked: [] })
  })

  test('READ-05 · a sum without a name at the end of its block is asked about', () => {
    expect(totalsOf('а;1', 'б;2', ';3').asked).toEqual([4])
    expect(totalsOf('а;1', ';1').asked).toEqual([])
    expect(totalsOf('а;1', 'б;2', ';3', 'в;4').asked).toEqual([])
    expect(totalsOf('а;1', 'б;2', ';3', ';', 'в;4').asked).toEqual([4])
    expect(totalsOf('а;1', 'б;2', 'в;3', 'г;6').asked).toEqual([5])
    expect(totalsOf('а;1', 'б;2', 'в;3').asked).toEqual([])
    expect(totalsOf('а;1', 'б;2', 'в;3', 'г;6', 'д;7').asked).toEqual([])
    // A row with more cells than the one above is a product.
    const table = [
      ['Име', 'Цена', 'Код'],
      ['а', '1', ''],
      ['б', '2', ''],
      ['в', '3', ''],
      ['г', '6', 'x'],
    ]
    const { assumptions } = readRows(table, { columns: detectColumns(table).columns, defaultCurrency: 'BGN' })
    expect(assumptions.some(({ what }) => what === 'totals')).toBe(false)
  })

  test('READ-05 · a total below a doubtful one may include it', () => {
    expect(totalsOf('а;1', 'б;2', 'ДДС 20%;0,6', 'Общо;3,6')).toEqual({ totals: [], asked: [4] })
    expect(totalsOf('а;1', 'Аванс;5', 'б;2', 'Общо;3').totals).toEqual([[3, 0, 2]])
  })

  test('READ-05 · a note of the rate is asked about, with or without a name, and a product of that price is none', () => {
    for (const name of ['', '1 EUR =', 'Курс на еврото', 'Exchange rate', '€', '1 лев', 'лв.'])
      expect([name, totalsOf('а;1', `${name};1,95583`).asked]).toEqual([name, [3]])
    expect(totalsOf('а;1', 'Болт;1,95583').asked).toEqual([])
    expect(totalsOf('а;1', '1 EUR =;1,9558').asked).toEqual([])
  })

  test('READ-05 · the word may stand in another column than the names', () => {
    const inColumn = (...row: string[]) => {
      const table = [['№', 'Име', 'Цена'], ['1', 'а', '1'], ['2', 'б', '2'], row]
      const { totals } = readRows(table, { columns: detectColumns(table).columns, defaultCurrency: 'BGN' })
      return totals.map(({ index }) => index)
    }
    expect([inColumn('Общо', '', '3'), inColumn('', 'Общо', '3'), inColumn('Общо', 'в', '3')]).toEqual([
      [2],
      [2],
      [],
    ])
    const grouped = [
      ['Група', 'Име', 'Цена'],
      ['Храни', 'а', '1'],
      ['Храни', 'б', '2'],
      ['', 'Общо храни', '3'],
      ['Други', 'в', '5'],
    ]
    const { totals } = readRows(grouped, { columns: detectColumns(grouped).columns, defaultCurrency: 'BGN' })
    expect(totals.map(({ index }) => index)).toEqual([2])
  })

  test('READ-05 · the word in another column is the first, and none at the end of a long note', () => {
    const isTotal = (...row: string[]) => {
      const table = [['№', 'Име', 'Цена', 'Бележка'], ['1', 'а', '1', ''], ['2', 'б', '2', ''], row]
      const { totals } = readRows(table, { columns: detectColumns(table).columns, defaultCurrency: 'BGN' })
      return totals.length === 1
    }
    expect([isTotal('Общо', '', '3', 'Суматра'), isTotal('Суматра', '', '3', 'Общо')]).toEqual([true, false])
    expect(isTotal(`Доставка ${'до адрес '.repeat(20)} общо`, '', '3', 'Общо')).toBe(true)
  })

  test('READ-05 · is told for sums that go over all rows eight times together', () => {
    // Nine sums of 36 products go over 36 + 37 + … + 44 = 8 × 45 rows.
    const addends = (products: number, sums: number) =>
      totalsOf(
        ...Array.from({ length: products }, (_, i) => `Стока ${i};1`),
        ...Array.from({ length: sums }, () => `Общо;${products}`),
      ).totals.map(([, ...ofTotal]) => ofTotal.length)
    expect(addends(36, 9)).toEqual(Array.from({ length: 9 }, () => 36))
    expect(addends(44, 10)).toEqual(Array.from({ length: 9 }, () => 44))
    const groups = Array.from({ length: 20 }, (_, i) => [`Стока ${i};1`, `Вид ${i};2`, 'Общо;3']).flat()
    expect(totalsOf(...groups).totals).toHaveLength(20)
  })

  test('READ-05 · is found too where names are not read, in a row without a cell for them, and without a column', async () => {
    const [first, second] = ['1;1,00;Хляб 2;2,00;Сол', '3;4,00;Чай 4;1,00;Ориз'].map((rows) =>
      rows.split(' '),
    )
    const further = ['5;6,00;Мед', '6;7,00;Лук', '7;8,00;Боб']
    const lines = ['Код;Цена;Име', ...first!, 'Общо;3,00', ...second!, ';5,00;Общо', ...further]
    const opened = await openFile(encode(`${lines.join('\n')}\n`, 'utf-8'), { fileName: 'x.csv' })
    if (!opened.ok) throw new Error(opened.error.code)
    const { table } = opened.file
    const { columns } = detectColumns(table)
    for (const areNamesRead of [true, false]) {
      for (const name of [columns.name, null]) {
        const reading = readRows(table, {
          columns: { ...columns, name },
          defaultCurrency: 'BGN',
          areNamesRead,
        })
        expect([name, areNamesRead, ...reading.omitted.keys()]).toEqual([name, areNamesRead, 2, 5])
      }
    }
  })
})
