import { describe, expect, test } from 'vitest'
import { detectColumns } from './detect-columns.ts'

/** The tables that are found beside each other as name and price columns, and what is asked. */
const found = (...rows: string[]) => {
  const { tables, question, columns, rivals } = detectColumns(rows.map((row) => row.split(';')))
  return {
    tables: tables.map(({ name, price, currency }) => [name, price, currency]),
    read: columns.sideTables?.length ?? 0,
    question,
    rivals: rivals.map(({ index }) => index),
  }
}

const READ = { read: 1, question: null, rivals: [] }
const NONE = { tables: [], read: 0 }

describe('READ-11 · tables beside each other', () => {
  test.each([
    ['Име;Цена;Име;Цена', [0, 1], [2, 3]],
    ['Име;Цена;Продукт;Цена', [0, 1], [2, 3]],
    ['Name bg;Цена;Продукт;Цена', [0, 1], [2, 3]],
    ['Продукт;Цена;Име bg;Цена', [0, 1], [2, 3]],
    ['Модел;Цена;Модел;Цена', [0, 1], [2, 3]],
    ['Цена;Име;Цена;Продукт', [1, 0], [3, 2]],
  ] as const)('READ-11 · under titles of names: %s', (titles, first, second) => {
    const isFirst = titles.startsWith('Ц')
    const row = isFirst ? '1,80;Хляб;2,80;Бира' : 'Хляб;1,80;Бира;2,80'
    expect(found(titles, row, isFirst ? '0,90;Сол;3,50;Вино' : 'Сол;0,90;Вино;3,50')).toEqual({
      ...READ,
      tables: [
        [...first, null],
        [...second, null],
      ],
    })
  })

  test('READ-11 · with the columns before the names that the first has too', () => {
    const titles = '№;Код;Име;Цена;№;Код;Име;Цена'
    expect(found(titles, '1;а1;Хляб;1,80;7;б1;Бира;2,80').tables).toEqual([
      [2, 3, null],
      [6, 7, null],
    ])
    const other = found('Валута;Код;Име;Цена;Код;Име;Цена', 'лв.;а1;Хляб;1,80;б1;Бира;2,80')
    expect(other).toMatchObject({
      read: 0,
      tables: [
        [2, 3, 0],
        [5, 6, null],
      ],
    })
  })

  test('READ-11 · is none where the second has no price, another one, or none of its own names', () => {
    expect(found('Име;Цена;Име;Код', 'Хляб;1,80;Бира;а1')).toMatchObject(NONE)
    expect(found('Име;Цена;Име;Стара цена', 'Хляб;1,80;Бира;2,80')).toMatchObject(NONE)
    expect(found('Име;Цена;Име;Цена;Име;Код', 'Хляб;1,80;Бира;2,80;Сок;а1')).toMatchObject(NONE)
    expect(found('Име;Цена;Описание;Код', 'Хляб;1,80;бял;7')).toMatchObject(NONE)
    expect(found('Име;Цена;Име;Цена', 'Хляб;1,80;7;2,80', 'Сол;0,90;8;3,80').tables).toEqual([])
    // Names on the other side of the price.
    expect(found('Име;Цена;Цена;Име', 'Хляб;1,80;2,80;Бира', 'Сол;0,90;3,80;Вино')).toMatchObject(NONE)
  })

  test('READ-11 · with several prices each, of which the one of the first table is taken', () => {
    const titles = 'Име;Цена без ДДС;Цена с ДДС;Име;Цена без ДДС;Цена с ДДС'
    expect(found(titles, 'Хляб;1,00;1,20;Бира;2,00;2,40')).toMatchObject({
      ...READ,
      rivals: [1],
      tables: [
        [0, 2, null],
        [3, 5, null],
      ],
    })
    const fewer = 'Име;Цена без ДДС;Цена с ДДС;Име;Цена без ДДС'
    expect(found(fewer, 'Хляб;1,00;1,20;Бира;2,00')).toMatchObject({
      read: 0,
      question: 'equal-prices',
      tables: [
        [0, 2, null],
        [3, 4, null],
      ],
    })
    const inBoth = 'Име;Цена лв.;Цена €;Име;Цена лв.;Цена €'
    expect(found(inBoth, 'Хляб;1,96;1,00;Бира;3,91;2,00').tables).toEqual([
      [0, 1, null],
      [3, 4, null],
    ])
  })

  test('READ-11 · parted by a blank column, each with names of its own', () => {
    const parted = (titles: string, ...rows: string[]) => found(titles, ...rows)
    const rows = ['Шопска;7,90;;Бира;4,00', 'Овчарска;8,90;;Вино;6,00']
    expect(parted('Салати;Цена;;Напитки;Цена', ...rows)).toMatchObject({ question: 'equal-prices', read: 0 })
    const uneven = [...rows, 'Таратор;4,50;;;']
    expect(parted('Салати;Цена;;Напитки;Цена', ...uneven)).toMatchObject({
      ...READ,
      tables: [
        [0, 1, null],
        [3, 4, null],
      ],
    })
    expect(parted('Салати;Цена;;Забележка;Цена', ...uneven)).toMatchObject(NONE)
    expect(parted('Салати;Цена;;Размер;Цена', 'а;7,90;;малка;4', 'б;8,90;;малка;6', 'в;1;;;')).toMatchObject(
      NONE,
    )
    expect(parted('Салати;Цена;;;Цена', 'а;7,90;;;4', 'б;8,90;;;6', 'в;1;;;')).toMatchObject(NONE)
    // A column with a title is no gap.
    expect(parted('Салати;Цена;x;Напитки;Цена', ...uneven).read).toBe(0)
  })

  test('READ-11 · adjoining, with texts before each price, is asked about', () => {
    const rows = ['Шопска;7,90;Бира;4,00', 'Овчарска;8,90;Вино;6,00', 'Таратор;4,50;Ракия;3,50']
    expect(found('Салати;Цена;Напитки;Цена', ...rows)).toMatchObject({
      question: 'equal-prices',
      read: 0,
      tables: [
        [0, 1, null],
        [2, 3, null],
      ],
    })
    expect(found('Име;Цена;Напитки;Цена', ...rows)).toMatchObject(NONE)
    expect(found('Салати;Цена;Грамаж;Цена', ...rows)).toMatchObject(NONE)
    expect(found('Салати;Цена;Вид;Цена', ...rows)).toMatchObject(NONE)
    expect(found('Салати;Цена;Цена', 'Шопска;7,90;4,00', 'Овчарска;8,90;6,00')).toMatchObject(NONE)
  })

  test('READ-11 · has the columns before its names that the first has, a column of currencies too', () => {
    expect(found('Валута;Име;Цена;Валута;Име;Цена', 'лв.;Хляб;1,80;EUR;Бира;2,80').tables).toEqual([
      [1, 2, 0],
      [4, 5, 3],
    ])
    const titles = 'Валута;Код;Име;Цена; Валута;Код ;Име;Цена'
    expect(found(titles, 'лв.;а1;Хляб;1,80;EUR;б1;Бира;2,80').tables).toEqual([
      [2, 3, 0],
      [6, 7, 4],
    ])
  })

  test('READ-11 · is none where its price column has no prices, is another price or a number', () => {
    expect(found('Име;Цена;Име;Цена', 'Хляб;1,80;Бира;', 'Сол;2;Вино;виж')).toMatchObject(NONE)
    expect(found('Име;Цена;Име;Код', 'Хляб;1,80;Бира;7')).toMatchObject(NONE)
    expect(found('Име;Цена с ДДС;Име;Цена без ДДС', 'Хляб;1,80;Бира;2,80')).toMatchObject(NONE)
    expect(found('Цена;Име;Име;Цена', '1,80;Хляб;Бира;2,80')).toMatchObject(NONE)
  })

  test('READ-11 · has names of the same title, or both a sure one', () => {
    const rows = ['Хляб;1,80;Бира;2,80', 'Сол;2,50;Вино;3,80']
    expect(found('Име;Цена;Модел;Цена', ...rows)).toMatchObject(NONE)
    expect(found('Модел;Цена;Име;Цена', ...rows)).toMatchObject(NONE)
  })

  test('READ-11 · has the price in the currency of the first, else the first of its prices', () => {
    const titles = (second: string) => `Име;Цена лв.;Име;${second}`
    expect(found(titles('Цена €;Цена лв.'), 'Хляб;1,80;Бира;2;3,91').tables[1]).toEqual([2, 4, null])
    expect(found(titles('Цена €'), 'Хляб;1,80;Бира;2').tables[1]).toEqual([2, 3, null])
    expect(found('Име;Цена;Име;Цена;Цена', 'Хляб;1,80;Бира;2;3').tables[1]).toEqual([2, 3, null])
    // Of the same title, although in another currency.
    expect(found(titles('Цена без ДДС €;Цена €'), 'Хляб;1,80;Бира;2;3').tables[1]).toEqual([2, 4, null])
    expect(found('Име;Цена;Име;Цена лв.;Цена €', 'Хляб;1,80;Бира;4;9').tables[1]).toEqual([2, 3, null])
  })

  test('READ-11 · has names where four of five prices have a text, four of five have letters and differ', () => {
    const isTable = (...names: string[]) => {
      const rows = names.map((name, i) => `Салата ${'абвгд'[i]};${i + 1},90;;${name};${i + 2},10`)
      return found('Салати;Цена;;Напитки;Цена', ...rows, 'Таратор;4,50;;;').tables.length === 2
    }
    expect(isTable('Бира', 'Вино', 'Сок', 'Чай', '')).toBe(true)
    expect(isTable('Бира', 'Вино', 'Сок', '', '')).toBe(false)
    expect(isTable('Бира', 'Вино', 'Сок', 'Чай', '7')).toBe(true)
    expect(isTable('Бира', 'Вино', 'Сок', '8', '7')).toBe(false)
    expect(isTable('Бира', 'Вино', 'Сок', 'Чай', 'Чай')).toBe(true)
    expect(isTable('Бира', 'Вино', 'Сок', 'Сок', 'Сок')).toBe(false)
  })

  test('READ-11 · parted by a blank column, is asked about where one of them has a title of names', () => {
    const rows = ['Шопска;7,90;;Бира;4,00', 'Овчарска;8,90;;Вино;6,00', 'Таратор;4,50;;;']
    expect(found('Салати;Цена;;Продукт;Цена', ...rows)).toMatchObject({ question: 'equal-prices', read: 0 })
    expect(found('Салати;Цена; ;Напитки;Цена', ...rows)).toMatchObject(READ)
    const numbers = rows.map((row) => row.replace('Бира', '101').replace('Вино', '102'))
    expect(found('Салати;Цена;;Серия;Цена', ...numbers)).toMatchObject(NONE)
    const three = ['Шопска;7,90;;1;4,00;;Бира;4,00', 'Овчарска;8,90;;2;5,00;;Вино;6,00', 'Боб;4,50;;;;;;']
    // The prices between them are without names.
    expect(found('Салати;Цена;;x;Цена;;Напитки;Цена', ...three).tables).toEqual([
      [0, 1, null],
      [6, 7, null],
    ])
  })

  test('READ-11 · is none where the prices are one in two currencies', () => {
    const titles = 'Салати;Цена лв.;;Бележки;Цена €'
    expect(
      found(titles, 'Шопска;7,90;;люта;4,04', 'Овчарска;8,90;;блага;4,55', 'Боб;1,96;;;1,00'),
    ).toMatchObject(NONE)
  })

  test('READ-11 · begins with its names where the columns before them have no title', () => {
    const rows = ['лв.;Хляб;1,80;EUR;Бира;2,80', 'лв.;Сол;0,90;EUR;Вино;3,80']
    expect(found(';Име;Цена;;Име;Цена', ...rows).tables).toEqual([
      [1, 2, 0],
      [4, 5, null],
    ])
    const coded = ['лв.;а1;Хляб;1,80;EUR;б1;Бира;2,80', 'лв.;а2;Сол;0,90;EUR;б2;Вино;3,80']
    expect(found(';Код;Име;Цена;;Код;Име;Цена', ...coded).tables).toEqual([
      [2, 3, 0],
      [6, 7, null],
    ])
  })

  test('READ-11 · parted by a blank column, may have model numbers for names and two prices in the first', () => {
    const rows = ['101;7,90;8,90;;Бира;4,00', '102;8,90;9,90;;Вино;6,00', '103;4,50;5,00;;;']
    expect(found('Серия;Цена;Цена;;Напитки;Цена', ...rows).tables).toEqual([
      [null, 1, null],
      [4, 5, null],
    ])
  })

  test('READ-11 · parted by a blank column, is asked about where its names have no title', () => {
    const rows = ['Шопска;7,90;;Бира;4,00', 'Овчарска;8,90;;Вино;6,00', 'Таратор;4,50;;;']
    expect(found(';Цена;;Напитки;Цена', ...rows)).toMatchObject({ question: 'equal-prices', read: 0 })
    expect(found('Салати;Цена;;;Цена', ...rows)).toMatchObject({ question: 'equal-prices', read: 0 })
  })

  test('READ-11 · parted by a blank column, may repeat its names below a title of names', () => {
    const rows = ['Шопска;7,90;;Бира;4,00', 'Овчарска;8,90;;Бира;6,00', 'Таратор;4,50;;Бира;7,00']
    const tablesUnder = (title: string) => found(`Салати;Цена;;${title};Цена`, ...rows).tables.length
    expect([tablesUnder('Продукт'), tablesUnder('Напитки')]).toEqual([2, 0])
  })

  test('READ-11 · is none where the first price has no texts before it', () => {
    const rows = ['9,10;Шопска;7,90;Бира;4,00', '9,20;Овчарска;8,90;Вино;6,00']
    expect(found('Цена;Салати;Цена;Напитки;Цена', ...rows)).toMatchObject(NONE)
  })

  test('READ-11 · adjoining, has texts of its own kind: no measures, packs, kinds or currencies', () => {
    const isTable = (title: string, ...texts: string[]) => {
      const rows = ['Шопска', 'Овчарска', 'Таратор', 'Боб', 'Леща']
      return (
        found(
          `Салати;Цена;${title};Цена`,
          ...rows.map((name, i) => `${name};${i + 1},90;${texts[i]};${i + 2},10`),
        ).tables.length > 0
      )
    }
    const drinks = ['Бира', 'Вино', 'Ракия', 'Сок', 'Чай']
    expect(isTable('Напитки', ...drinks)).toBe(true)
    for (const title of ['Валута', 'Опаковка', 'Дървен кашон', 'Стара цена', 'с ДДС', 'Баркод', 'Мярка'])
      expect([title, isTable(title, ...drinks)]).toEqual([title, false])
    expect(isTable('Напитки', 'BGN', 'EUR', 'USD', 'лв.', 'евро')).toBe(false)
  })
})
