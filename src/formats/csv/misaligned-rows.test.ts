import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import { LazyTable, cellAt, lengthOfRow } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from '../open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'

/** The price of each row, '' where it has none, by the columns that are detected. */
async function prices(text: string): Promise<string[]> {
  const opened = await openFile(encode(text, 'utf-8'), { fileName: 'x.csv' })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { columns, certain } = detectColumns(opened.file.table)
  const { rows, problems } = readRows(opened.file.table, { columns, defaultCurrency: 'BGN' })
  return certain ? rows.map(({ price }, i) => (problems.has(i) ? '' : price)) : []
}

describe('BULK-16 · decimal commas without quotes in a file delimited by commas', () => {
  test.each([
    ['a part of the price is no price', 'Име,Цена\nХляб,1,69\nСирене,12\n', ['', '12']],
    ['with a column behind it', 'Име,Цена,Мярка\nХляб,1,69,бр\nСирене,12,кг\n', ['', '12']],
    ['with a number before it', 'Име,Тегло,Цена\nХляб,0,7,1.69\n', ['']],
    ['with a blank column behind it', 'Име,Цена,Бележка\nХляб,1,69,\nСирене,12,,\n', ['', '12']],
    ['under a title that was cut as well', 'Име,Цена, лв.\nХляб,1,69\nСирене,2,89\n', ['', '']],
    ['in every row, under a title of words', 'Име,Цена лв,Мярка\nХляб,1,69\nСирене,12,50\n', ['', '']],
    ['thousands', 'Name,Price\nPhone,1,234.50\nBook,12.50\n', ['', '12.5']],
  ])('%s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })
})

test('BULK-16 · whole prices beside numbers of two digits are prices where the title to the right can hold them', async () => {
  expect(await prices('Име,Цена лв,Брой\nХляб,1,69\nСирене,12,50\n')).toEqual(['1', '12'])
  expect(await prices('Име,Цена лв,Мярка\nХляб,1,69\nСирене,12,кг\n')).toEqual(['1', '12'])
})

describe('BULK-16 · a delimiter in a name without quotes', () => {
  test('shifts its row, which gives no price', async () => {
    expect(await prices('Име;Цена;Брой\nТръба 5;10;12,50;3\nХляб;1,69;5\n')).toEqual(['', '1.69'])
    expect(await prices('Име;Цена\nТръба 5;１０;12,50\nХляб;1,69\n')).toEqual(['', '1.69'])
  })

  test('shifts its row, also where the last cell is blank', async () => {
    expect(await prices('Име;Количество;Цена;Бележка\nТръба 5; 10;7;1,69;\n')).toEqual([''])
  })

  test('shifts its row, also where the title was split as well', async () => {
    expect(await prices('Име,Цена, лв.,Стара цена\nКабел 3, 5,0.01,1.10\n')).toEqual([''])
    expect(await prices('Name, Price, BGN\nBread, 1.69, 1.69\n')).toEqual(['1.69'])
  })

  test('splits a title, whose currency counts', async () => {
    expect(await prices('Име,Цена, USD\nХляб,1.69\n')).toEqual([])
  })
})

describe('BULK-16 · rows longer than their header that fit', () => {
  test.each([
    ['delimiters at the end', 'Име;Цена\nХляб;1,69;\nСирене;3,99;\n', ['1.69', '3.99']],
    ['a column without a title', `Име;Цена\n${'Хляб;1,69;нов\n'.repeat(5)}`, Array(5).fill('1.69')],
    ['quotes', 'Име,Цена\n"Хляб, бял","1,69"\n', ['1.69']],
  ])('%s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })
})

describe('READ-07 · blank fields after one row have no effect', () => {
  test.each([
    [
      'a label before its price',
      'Име;Цена\nСирене;Цена: 1739,24\nПрах;Цена: 116,32;;\nМолив;Цена: 1,95\n',
      '116.32',
    ],
    ['a sign behind its name', 'Име;Цена\nОлио;1,89\nМляко 3,6%;1604,11;;\nХляб;20,25\n', '1604.11'],
    ['per cent', 'Име;Цена;Отст. %\nБоя;151,56;19\nЛеща;194,60;24%;;\nШоколад;10,46;48\n', '194.6'],
    ['an apostrophe', 'Име;Цена\nОлио;3,20\nТръба;1’619,12;;\nМолив;16,94\n', '1619.12'],
    ['whole prices', 'Промо цена;Име;Цена\n24;Кафе;27\n61;Сапун;68;;\n98;Ориз;109\n', '68'],
    [
      'points in a file of commas',
      'Име,Цена,Доставна цена\nЧетка,131.74,80.36\nГауда,12.53,7.64,,\nДомати,191.60,116.88\n',
      '12.53',
    ],
    ['a blank cell', 'Име;Цена;Вид\nШоколад;53,06;кг\nБолт;1,50;;;\nСапун;182,19;ново\n', '1.5'],
    [
      'a date and a total',
      'Име,Цена,Updated on\nМолив,13.97,18.07.2026\nСапун,4.48,21.09.2026,,\nЗахар,3.65,26.05.2026\nTotal,,\n',
      '4.48',
    ],
    [
      'names behind the price',
      'Цена;Вал.;Име\n13,22;EUR;Шоколад\n13,34;EUR;Прах за пране;;\n24,00;EUR;Лампа\n',
      '13.34',
    ],
  ])('%s', async (_, text, price) => {
    expect((await prices(text))[1]).toBe(price)
  })

  test('headings between the rows have no effect', async () => {
    const text =
      'Име;Цена;Код;Валута\nХляб;;;\nПита;29,73;A-1;EUR\nВода;;;\nГорна баня;2169,67;A-7;BGN;;\nСирена;;;\nГауда;1686,69;A-9;BGN\n'
    expect(await prices(text)).toEqual(['', '29.73', '', '2169.67', '', '1686.69'])
  })
})

test('READ-07 · quoted prices are not split, and blank fields after all rows mean nothing', async () => {
  expect(await prices('Артикул,Мярка,Цена\nПлочки,м2,"2,08",,\nСол,бр,"2,22",,\n')).toEqual(['2.08', '2.22'])
  const rows = [
    '0031116|19,00|19,00|',
    "1044340|67,00|1'005,00|",
    'SF14181|105,00|840,00|',
    "Сума без ДДС:||21'672,00",
  ]
  expect((await prices(['SKU|Ед.цена €|Всичко', ...rows].join('\n'))).slice(0, 3)).toEqual([
    '19',
    '67',
    '105',
  ])
})

test('READ-07 · the numbers of the columns below their titles are no product', async () => {
  const titles = '№;Наименование;Мярка;Кол.;Ед. цена;Стойност\n1;2;3;4;5;6=4х5\n'
  expect(await prices(`${titles}1;Изкоп;м3;10;12,50;125,00\n2;Насип;м3;4;8,00;32,00\n`)).toEqual([
    '12.5',
    '8',
  ])
})

test('READ-07 · spaces around titles of two rows split no title', async () => {
  const titles = ' Цена ," Разлика в цената, % ", Име , Пр. , Цена \n на едро ,,, цена , USD \n'
  expect(await prices(`${titles}"11,42",3,Кафе,"13,13","7,62"\n"1,30",24,Прах,"1,49","0,86"\n`)).toEqual([
    '13.13',
    '1.49',
  ])
})

test('BULK-16 · a quoted name that goes on after its quotes swallows no rows', async () => {
  expect(await prices('Име;Цена\n"Добруджа" хляб;1,69\nВода;2,10\nТръба 1/2";12,50\n')).toEqual([
    '1.69',
    '2.1',
    '12.5',
  ])
})

test('BULK-16 · commas of prices and of a title are not taken for the delimiter', async () => {
  expect(await prices('„Пример“ ООД, гр. София\nСписък\nЦена, лв.;Име\n1,69;Хляб\n')).toEqual(['1.69'])
  expect(await prices('Цена, лв.|Име\n0,99|Хляб\n1,69|Вода\n2,10|Лампа 60W | E27\n')).toEqual([
    '0.99',
    '1.69',
    '',
  ])
})

test('BULK-16 · other characters in cells are no delimiters, however many commas are between numbers', async () => {
  expect(await prices('Код,EAN,Цена,Име\n1,38001,1.69,а;б\n2,38002,2.10,в;г\n')).toEqual(['1.69', '2.1'])
})

describe('READ-07 · one row that is too long', () => {
  const LIST = 'Име,Цена,Брой\nСтока 1,2,12\nСтока 2,5,9\n'
  test.each([
    ['with a delimiter at its end is as it should be', `${LIST}Стока 3,7,3,\n`, ['2', '5', '7']],
    ['with several delimiters at its end too', `${LIST}Стока 3,7,3,,,\n`, ['2', '5', '7']],
    ['that can be read in several ways is invalid alone', `${LIST}Стока 3,7,3,8\n`, ['2', '5', '']],
    ['with a comma in its name is invalid alone', `${LIST}Стока, нова,7,3\n`, ['2', '5', '']],
    [
      'with another delimiter in its name is invalid alone',
      'Име;Цена;Брой\nСтока 1;2;12\nСтока 2;5;9\nСтока; 3;7;3\nСтока 4;8;3;\n',
      ['2', '5', '', '8'],
    ],
    [
      'leaves two columns of whole numbers as they are',
      'Име,Цена,Брой\nА,2,12\nБ,2,15\nВ,3,40\n',
      ['2', '2', '3'],
    ],
    ['leaves shorter rows as they are', `${LIST}Стока 3,7\nСтока 4,1,2,3\n`, ['2', '5', '7', '']],
    [
      'and one that lacks a field is invalid alone',
      'Код;Стока;Цена;Кол.\n1;Сирене;1,20;5\n2;1,30;6\n3;Кафе;2,15;7\n',
      ['1.2', '', '2.15'],
    ],
    [
      'and one that lacks a field takes no name from above',
      'Цена;Кол.;Стока\n1,20;5;Сирене\n8,96;Паста за зъби\n2,15;7;Кафе\n',
      ['1.2', '', '2.15'],
    ],
    [
      'and a last row that was cut inside its price is invalid',
      'Код;Стока;Цена;Кол.\n1;Сирене;1,20;5\n2;Чай;1,30;6\n3;Кафе;1',
      ['1.2', '1.3', ''],
    ],
    [
      'and rows without their last fields are as they should be',
      'Код;Стока;Цена;Кол.\n1;Сирене;1,20;5\n2;Чай;1,30\n3;Кафе;2,15;7\n',
      ['1.2', '1.3', '2.15'],
    ],
    [
      'under a title that may be split does not make the others doubtful',
      'Име, Цена, лв.\nХляб, 1.69, 1.70\nСирене, 2,89, 2.90\n',
      ['1.69', ''],
    ],
    [
      'under a header that is as long has a column without a title',
      'Име;Цена;\nХляб;1,80;нов\nСол;0,90;\n',
      ['1.8', '0.9'],
    ],
    ['with a whole number there as well', 'Име,Цена,\nХляб,1.80,1\nСол,0.90,2\n', ['1.8', '0.9']],
    ['also below a heading', 'Име;Цена;\nХляб;1,80;нов\n  Напитки\nСол;0,90;\n', ['1.8', '', '0.9']],
    ['may have it there beside another cell', 'Име;Цена;;\nБолт;8;1,80;нов\nСол;9;0,90;\n', ['', '']],
    ['may have its price under that title instead', 'Име;Цена;\nБолт;8;1,80\nСол;9;0,90\n', ['', '']],
    ['may have its price cut in two there', 'Име,Цена,\nХляб,1,80\nСол,3,90\n', ['', '']],
    [
      'or too short leaves a column without a title as it is',
      `Име,Цена\n${'Хляб,1.69,нов\n'.repeat(9)}Вода,2.10\n`,
      [...Array<string>(9).fill('1.69'), '2.1'],
    ],
  ])('READ-07 · %s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })
})

test.each([
  'Хляб;1,20\nКафе; бяло;2,10\n',
  'Име;Цена\nХляб;1,69;\n',
  'Име;Цена\nХляб;1,69\n',
  'Име;Цена;\nХляб;1,80;2,50\nСол;0,90;1,10\n',
])('READ-07 · without titles, or where all rows fit, the table is that of the file: %j', async (text) => {
  const opened = await openFile(encode(text, 'utf-8'), { fileName: 'x.csv' })
  expect(opened.ok && opened.file.table === opened.file.cells).toBe(true)
})

test('READ-07 · a repeated title that is split at its comma is the same title', async () => {
  // Without that, the second one would be a price in lev.
  expect(await prices('ДДС,Цена, £,Име\n9,1.65,Хляб\nИме,Цена, £,ДДС\nВода,1.98,9\n')).toEqual([])
})

describe('READ-07 · a decimal comma that lacks its quotes', () => {
  const QUOTED = 'Име,Цена,Мярка\nХляб,"1,50",бр\nВода,"2,00",л\nСирене,"12,49",кг\n'
  test.each([
    ['is joined where all prices have two decimals', `${QUOTED}Мляко,1,69,л\n`, '1.69'],
    ['is joined with its currency', QUOTED.replace(/,(\d\d)"/g, ',$1 лв."') + 'Мляко,1,69 лв.,л\n', '1.69'],
    ['may be of the name, which leaves the row invalid', `${QUOTED}Кабел 3,5,12,бр\n`, ''],
    ['is not joined to a number in quotes', `${QUOTED}Кабел 3,5,"2,50",м\n`, ''],
    ['is not joined where whole prices occur', `${QUOTED}Сол,1,кг\nМляко,1,69,л\n`, ''],
    ['is not joined where decimals follow a point', 'Име,Цена\nА,1.50\nБ,2.00\nВ,2.10\nМляко,1,69\n', ''],
  ])('READ-07 · %s', async (_, text, expected) => {
    expect((await prices(text)).at(-1)).toBe(expected)
    expect((await prices(text)).slice(0, 3)).not.toContain('')
  })

  test('READ-07 · in every row is joined where a fraction begins with 0, as no whole number does', async () => {
    expect(await prices('Име,Цена,Мярка\nХляб,1,69,бр\nСирене,12,50,кг\nВода,1,05,л\n')).toEqual([
      '1.69',
      '12.5',
      '1.05',
    ])
    // Sizes of shoes in a column without a title.
    expect(await prices('Име,Цена\nОбувки,50,42\nЧехли,20,40\nБоти,80,41\n')).toEqual(['', '', ''])
  })

  test('READ-07 · in two price columns of every row is joined in both', async () => {
    const text = 'Име,Цена,Промо цена\nХляб,1,69,1,50\nСирене,12,50,11,05\nВода,1,05,1,00\n'
    expect(await prices(text)).toEqual(['1.69', '12.5', '1.05'])
  })

  test('READ-07 · gives the same cell alone and in its row', async () => {
    const opened = await openFile(encode(`${QUOTED}Мляко,1,69,л\nКабел 3,5,12,бр\n`, 'utf-8'), {
      fileName: 'x.csv',
    })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const { table } = opened.file
    expect(table.at(4)).toEqual(['Мляко', '1,69', 'л'])
    for (const r of [0, 3, 4, 5, 6])
      for (const c of [0, 1, 2, 3, 4]) expect(cellAt(table, r, c)).toEqual(table.at(r)?.[c])
    expect(lengthOfRow(table, 4)).toBe(3)
    // In the first rows alone there is no such row.
    if (!(table instanceof LazyTable)) throw new Error('It is read whole.')
    const part = table.first(4)
    expect([part.at(4), cellAt(part, 4, 1), lengthOfRow(part, 4)]).toEqual([undefined, undefined, 0])
  })

  test('READ-07 · marks other rows as misaligned, so that the user can quote the value', async () => {
    const opened = await openFile(encode(`${QUOTED}Кабел 3,5,12,бр\n`, 'utf-8'), { fileName: 'x.csv' })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const { table } = opened.file
    const { columns } = detectColumns(table)
    const { problems } = readRows(table, { columns, defaultCurrency: 'BGN' })
    expect([...problems]).toEqual([[3, 'out-of-place']])
    const marked = (text: string) => ({ kind: 'other', text, what: 'out-of-place' })
    expect(table.at(4)).toEqual(['Кабел 3', marked('5'), marked('12'), 'бр'])
  })
})

describe('READ-07 · rows that are longer than their header in the same way', () => {
  const long = (count: number) => `Име,Цена\n${'Хляб,1.69,нов\n'.repeat(count)}`
  const longer = 'Вода,2.10,а,б\n'

  test.each([
    ['five have a column without a title', long(5), Array(5).fill('1.69')],
    ['four may have a comma in their names', long(4), Array(4).fill('')],
    ['nine of ten have that column', long(9) + longer, [...Array<string>(9).fill('1.69'), '']],
    ['eight of ten may not', long(8) + longer.repeat(2), Array(10).fill('')],
    [
      'a space before the third cell is of a sentence',
      long(3).replaceAll(',нов', ', нов'),
      Array(3).fill(''),
    ],
    ['also where the header is as long', 'Име;Цена;\nХляб;1,80; нов\nСол;0,90; стар\n', ['', '']],
    [
      'a heading of one cell is no row',
      `${long(4)}Напитки\n${long(1).slice(9)}`,
      [...Array<string>(4).fill('1.69'), '', '1.69'],
    ],
  ])('READ-07 · %s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })
})

describe('READ-07 · a title that its comma may have split', () => {
  test.each([
    ['is one where no number is split', 'Име,Цена, лв.\nХляб,1.69\nСирене,2.89\n', ['1.69', '2.89']],
    ['leaves a split number invalid', 'Име,Цена, лв.\nХляб,1,69\nСирене,2.89\n', ['', '2.89']],
    [
      'leaves all invalid where amounts stand under both halves',
      'Име,Цена, лв.\nХляб,1.69,1.70\nСирене,2.89,2.90\n',
      ['', ''],
    ],
    [
      'leaves all invalid where a longer row may have split numbers too',
      'Име,Цена, лв.,К\nХляб,1.69,1.70,2\nСирене,2,89,2.90,3\n',
      ['', ''],
    ],
    [
      'is one where a longer row has a comma in its name',
      'Име,Цена, лв.,Тегло\nХляб,1.69,1\nСирене, бяло,2.89,2\n',
      ['1.69', ''],
    ],
    [
      'is one beside a number that is split elsewhere',
      'Име,Цена, лв.,Тегло\nХляб,1.69,1\nСирене,2.89,0,5\nМляко, бяло,3.10,2\n',
      ['1.69', '', ''],
    ],
    ['is none where each title begins with a space', 'Име, Цена, лв., К\nХляб, 1.69, 2, 3\n', ['1.69']],
    [
      'is none there beside a row that is split',
      'Име, Цена, лв.,, К\nХляб, 1,69, 2, 3, 4\nСол, 2.10, 2, 3, 4\n',
      ['', '2.1'],
    ],
    [
      'may be one where only some others begin with a space',
      ' Име, К,Цена, лв.\nХляб,7,1,69\nСирене,8,2,89\n',
      ['', ''],
    ],
    [
      'is none there where two amounts stand side by side',
      'Име, К,Цена, лв.\nХляб,7,1.69,1.70\nСирене,8,2,89,2.90\n',
      ['1.69', ''],
    ],
    [
      'may be one there where a whole amount stands beside one with decimals',
      'Име, К,Цена, лв.\nХляб,7,1.69,нов\nСирене,8,2,89,2.90\nМляко, бяло,7,3.10,2\nВода,9,2.10,3\n',
      ['', '', '', ''],
    ],
    ['may be one there in another currency', 'Име, К,Цена, USD\nХляб,7,1.69,1\n', ['']],
  ])('READ-07 · %s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })
})

describe('READ-07 · rows that lack a field', () => {
  const LIST = 'Код;Стока;Цена;Кол.\n1;Сирене;1,20;5\n2;Чай;1,30;6\n'
  test.each([
    ['two of five are invalid', `${LIST}3;1,30;6\n4;4,50;7\n5;Сок;2,00;1\n`, ['1.2', '1.3', '', '', '2']],
    ['a row of totals is none of them', `${LIST}Общо;;2,50\n`, ['1.2', '1.3', '2.5']],
    ['headings of one cell do not count', `${LIST}А\nБ\nВ\n3;5;7\n`, ['1.2', '1.3', '', '', '', '']],
    ['a price cut behind its comma', `${LIST}3;Кафе;1,`, ['1.2', '1.3', '']],
    ['a whole price where all others have decimals', `${LIST}3;Кафе;1\n`, ['1.2', '1.3', '']],
    ['a whole price where another is whole', LIST.replace('1,30', '1') + '3;Кафе;1', ['1.2', '1', '1']],
    ['a number in the place of the name', `${LIST}3;5;7\n`, ['1.2', '1.3', '']],
  ])('READ-07 · %s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })
})

describe('READ-07 · a row whose decimal commas lack their quotes', () => {
  const QUOTED = 'Име,Цена,Мярка\nХляб,"1,50",бр\nВода,"2,00",л\nСирене,"12,49",кг\n'
  test.each([
    ['with a blank field at its end', 'Мляко,1,69,л,', '1.69'],
    ['with three blank fields at its end', 'Мляко,1,69,л,,,', '1.69'],
    ['with other fields in quotes', '"Мляко",1,69,"л"', '1.69'],
    ['with thousands before it', 'Мляко,1.200,69,л', '1200.69'],
    ['with a space between thousands', 'Мляко,1 200,69,л', '1200.69'],
    // Nothing is certain where another reading is possible.
    ['with one decimal', 'Мляко,1,6,л', ''],
    ['with three decimals', 'Мляко,1,699,л', ''],
    ['with a zero before it', 'Мляко,01,69,л', ''],
    ['with a comma in its name too', 'Мляко, бяло,1,69,л', ''],
    ['with a number in its name', 'Мляко 3,6,1,69,л', ''],
    ['with a number at the end of its name', 'Мляко 7,1,69,л', ''],
    ['with a name of digits', '7,1,69,л', ''],
    ['with half of it in quotes', 'Мляко,1,"69",л', ''],
    ['with a dash for its decimals', 'Мляко,12,-,л', ''],
    ['behind a blank field', 'Мляко,,1,69,л', ''],
    ['before one more field', 'Мляко,1,69,л,x', ''],
    ['before a number', 'Мляко,1,69,5', ''],
  ])('READ-07 · %s', async (_, row, price) => {
    expect(await prices(`${QUOTED}${row}\n`)).toEqual(['1.5', '2', '12.49', price])
  })

  test('READ-07 · is joined where any other reading has a number for its name', async () => {
    // Not the kind 'плод,Круша', the name '2,69' and the price 1.
    const rows = ['плод,Ябълка,"1,50","0,5"', 'плод,Диня,"2,40","7"', 'плод,Слива,"3,49","1,5"']
    const text = ['Вид,Име,Цена,Тегло', ...rows, 'плод,Круша,2,69,1,5', ''].join('\n')
    expect(await prices(text)).toEqual(['1.5', '2.4', '3.49', '2.69'])
  })

  test.each([
    [1, '1.69'],
    [2, '1.69'],
    [3, '1.69'],
    // More fields in excess are not tried.
    [4, ''],
  ])('READ-07 · in %i columns of prices', async (count, price) => {
    const titles = ['Цена', 'Промо цена', 'Стара цена', 'Цена на едро'].slice(0, count)
    const row = (name: string, amount: string) => [name, ...titles.map(() => amount), 'бр'].join(',')
    const lines = [
      row('Хляб', '"1,50"'),
      row('Вода', '"2,05"'),
      row('Сирене', '"12,49"'),
      row('Мляко', '1,69'),
    ]
    expect(await prices([`Име,${titles.join(',')},Мярка`, ...lines, ''].join('\n'))).toEqual([
      '1.5',
      '2.05',
      '12.49',
      price,
    ])
  })
})

describe('READ-07 · split numbers in every row are joined where there is enough evidence', () => {
  const AMOUNTS = ['1,69', '12,50', '3,75', '24,10', '8,99', '15,20', '6,35', '2,45']
  const list = (...rows: readonly string[]) => `Име,Цена,Мярка\n${rows.map((row) => `${row}\n`).join('')}`
  const whole = (count: number) =>
    AMOUNTS.slice(0, count).map((amount, i) => `Стока ${'абвгдежз'[i]},${amount},бр`)
  const read = (count: number) =>
    AMOUNTS.slice(0, count).map((amount) => amount.replace(',', '.').replace(/0$/, ''))

  test.each([
    [
      'three rows, one with a fraction that begins with 0',
      list(...whole(2), 'Вода,1,05,л'),
      [...read(2), '1.05'],
    ],
    ['two rows are too few', list(...whole(1), 'Вода,1,05,л'), ['', '']],
    [
      'two rows below a quoted price too',
      list('Хляб,"1,50",бр', ...whole(1), 'Вода,1,05,л'),
      ['1.5', '', ''],
    ],
    ['fractions that may be whole numbers', list(...whole(3)), ['', '', '']],
    ['eight of them', list(...whole(8)), Array(8).fill('')],
    ['one price below 1', list(...whole(2), 'Вода,0,95,л'), ['', '', '']],
    ['two prices below 1', list(...whole(4), 'Вода,0,95,л', 'Сол,0,85,кг'), [...read(4), '0.95', '0.85']],
    ['nine of ten long rows', list(...whole(8), 'Вода,1,05,л', 'Боя, бяла,7,кг'), [...read(8), '1.05', '']],
    [
      'eight of ten long rows',
      list(...whole(7), 'Вода,1,05,л', 'Боя, бяла,7,кг', 'Лак, бял,8,кг'),
      Array(10).fill(''),
    ],
  ])('READ-07 · %s', async (_, text, expected) => {
    expect(await prices(text)).toEqual(expected)
  })

  test('READ-07 · as many rows lack a field as have it', async () => {
    expect(await prices('Код;Стока;Цена;Кол.\n1;Сирене;1,20;5\n2;1,30;6\n')).toEqual(['1.2', ''])
  })
})
