import { describe, expect, test } from 'vitest'
import { type Table, columnCount } from '#table/table.ts'
import type { Candidate } from '../columns/choose-price.ts'
import { ColumnSample } from '../columns/column-sample.ts'
import { meaningOfHeader } from './header-meaning.ts'
import { headerTitles } from './header-row.ts'
import { areTitlesShifted, isTitleDamaged, mayContinue, untitledNumbers } from './header-warnings.ts'

/** The columns of a table whose titles end in row `headerRow`. */
function columnsOf(table: Table, headerRow = 0): Candidate[] {
  const titles = headerTitles(table, headerRow)
  return Array.from({ length: columnCount(table) }, (_, index) => {
    const title = titles[index] ?? ''
    const sample = new ColumnSample(table, index, headerRow + 1)
    return { index, title, meaning: meaningOfHeader(title), sample }
  })
}

const tableOf = (...rows: string[]): Table => rows.map((row) => row.split(';'))

const NAMES = 'Хляб;Сирене;Мед;Чай;Ориз'
const AMOUNTS = '1,80;9,90;7,50;2,40;3,20'
const PIECES = 'бр;бр;бр;бр;бр'

describe('READ-03 · titles that contradict their own columns, and not those to the right of them', () => {
  /** Whether one title is found to belong to the untitled second column in place of the first. */
  const isShifted = (title: string, own: string, next: string) => {
    const [left, right] = [own.split(';'), next.split(';')]
    const columns = columnsOf([[title, ''], ...left.map((cell, r) => [cell, right[r] ?? ''])])
    return areTitlesShifted(columns[0]!, columns)
  }

  test.each([
    ['no price in five cells', 'А1;Б2;В3;Г4;Д5', true],
    ['one price in five cells', 'А1;Б2;В3;Г4;1,80', true],
    ['one price in four cells', 'А1;Б2;В3;1,80', false],
    ['a counter of three', '1;2;3', true],
    ['a counter of two', '1;2', false],
    ['no counter', '1;2;4', false],
  ])('READ-03 · a price title over %s', (_, own, isOther) => {
    expect(isShifted('Цена', own, AMOUNTS)).toBe(isOther)
  })

  test.each([
    ['лв.;бр;бр;бр;бр', true],
    ['лв.;бр;бр;бр', false],
  ])('READ-03 · the title of a currency over %s', (own, isOther) => {
    expect(isShifted('Валута', own, 'лв.;лв.;лв.;лв.;лв.')).toBe(isOther)
  })

  test.each([
    [NAMES, true],
    ['Хляб;Сирене;Мед;Чай;12', true],
    ['Хляб;Сирене;Мед;-;-', false],
    ['Хляб;Сирене;Мед;Чай;3 броя', true],
    ['Хляб;Сирене;Мед;2 броя;3 броя', false],
    ['1;2;4;5;6', false],
  ])('READ-03 · titles of numbers over %s', (own, isOther) => {
    for (const title of ['Тегло', 'Отстъпка', 'ЗЗ %', 'Количество', 'Разлика в цената'])
      expect([title, isShifted(title, own, '5;3;5;3;5')]).toEqual([title, isOther])
  })

  test.each([
    ['half amounts', '1,80;9,90;бр;бр', true],
    ['a quarter amounts', '1,80;бр;бр;бр', false],
    ['four whole numbers of five', '5;3;5;3;бр', true],
    ['three whole numbers of five', '5;3;5;-;-', false],
    ['one number with a word of five', '5;3;5;3;5 лв.', true],
    ['two numbers with a word of five', '5;3;5;3 лв.;5 лв.', false],
    ['four dates of five', '01.05.2026;02.05.2026;03.05.2026;05.05.2026;бр', true],
    ['three dates of five', '01.05.2026;02.05.2026;03.05.2026;бр;бр', false],
    ['codes', 'А1;Б2;В3;Г4;Д5', false],
  ])('READ-03 · the title of a text over %s', (_, own, isOther) => {
    for (const title of ['Мярка', 'Описание'])
      expect([title, isShifted(title, own, 'кг;бр;кг;бр;кг')]).toEqual([title, isOther])
  })

  test.each([
    ['codes', 'А1;Б2;В3;Г4;Д5', NAMES, true],
    ['four codes and a word', 'А1;Б2;В3;Г4;Хляб', NAMES, true],
    ['three codes and two words', 'А1;Б2;В3;Мед;Хляб', NAMES, false],
    ['four prices with a word of five', '5 лв.;3 лв.;5 лв.;3 лв.;Мед', NAMES, true],
    ['three prices with a word of five', '5 лв.;3 лв.;5 лв.;Мед;Чай', NAMES, false],
    ['more numbers than words', '5;3;5;Мед;Чай', NAMES, true],
    ['as many numbers as words', '5;3;Мед;Чай;-', NAMES, false],
    ['one unit beside three names', PIECES, 'Хляб;Мед;Чай;Мед;Чай', true],
    ['one unit beside two names', PIECES, 'Хляб;Мед;Хляб;Мед;Хляб', false],
    ['one unit beside four names and a number', PIECES, 'Хляб;Мед;Чай;Ориз;12', true],
    ['one unit beside three names and two codes', PIECES, 'Хляб;Мед;Чай;А1;Б2', false],
    ['names', NAMES, 'Плодове;Млечни;Млечни;Плодове;Млечни', false],
  ])('READ-03 · the title of names over %s', (_, own, next, isOther) => {
    for (const title of ['Име', 'Handle']) expect(isShifted(title, own, next)).toBe(isOther)
    // One that only has a word of names may be about something else.
    expect(isShifted('Име по БДС', own, next)).toBe(false)
  })

  test('READ-03 · a title that contradicts both columns, or stands over a blank one, says nothing', () => {
    expect(isShifted('Цена', NAMES, PIECES)).toBe(false)
    expect(isShifted('Цена', ';;;;', AMOUNTS)).toBe(false)
    expect(isShifted('Наш код', NAMES, AMOUNTS)).toBe(false)
  })
})

describe('READ-03 · how many titles must be shifted', () => {
  const areShifted = (...rows: string[]) => {
    const columns = columnsOf(tableOf(...rows))
    return areTitlesShifted(
      columns.find(({ meaning }) => meaning.price > 0)!,
      columns,
    )
  }

  test('READ-03 · one, beside an untitled column of two and more cells and at least half of the prices', () => {
    const beside = (...untitled: string[]) =>
      areShifted('Име;Цена;', ...untitled.map((text, r) => `${NAMES.split(';')[r]};бр;${text}`))
    expect(beside('1,80')).toBe(false)
    expect(beside('1,80', '')).toBe(false)
    expect(beside('1,80', '9,90')).toBe(true)
    expect(beside('1,80', '9,90', '', '')).toBe(true)
    expect(beside('1,80', '9,90', '', '', '')).toBe(false)
  })

  test('READ-03 · more to their own column than to the next', () => {
    // The name stands over codes, and in place of the unit there are names: one of two is mended.
    const rows = ['А1;Хляб;1,80;1', 'Б2;Сирене;9,90;3', 'В3;Мед;7,50;5']
    expect(areShifted('Име;Цена;Мярка;', ...rows)).toBe(true)
    expect(areShifted('Име;Вид;Цена;', ...rows)).toBe(false)
  })

  test('READ-03 · two and all, beside a column that is mostly blank', () => {
    expect(areShifted('Име;Цена;Мярка;', 'А1;Хляб;1,80;', 'Б2;Сирене;9,90;')).toBe(true)
    expect(areShifted('Име;Цена;Вид;', 'А1;Хляб;бял;', 'Б2;Сирене;твърдо;')).toBe(false)
    expect(areShifted('Име;Цена;Тегло;', 'А1;Хляб;1,80;', 'Б2;Сирене;9,90;')).toBe(true)
    expect(areShifted('Код;Цена;Тегло;', 'А1;Хляб;1,80;', 'Б2;Сирене;9,90;')).toBe(false)
    expect(areShifted('Име;XY;Цена;Мярка;', 'А1;Хляб;бял;1,80;', 'Б2;Сирене;твърдо;9,90;')).toBe(true)
    expect(areShifted('Име;Цена;Мярка;', 'А1;Хляб;1,80;')).toBe(false)
    expect(areShifted('Име;Цена;Мярка', 'А1;Хляб;1,80', 'Б2;Сирене;9,90')).toBe(false)
  })
})

describe('READ-03 · columns of numbers without a title', () => {
  const untitledIn = (...rows: string[]) => {
    const columns = columnsOf(tableOf(...rows))
    const price = columns.find(({ meaning }) => meaning.price > 0)!
    return untitledNumbers(price, columns).map(({ index }) => index)
  }
  const twice = (row: string) => [row, row.replaceAll('1', '2')]

  test('READ-03 · stand right of the price, before the next title, or after the last', () => {
    const rows = twice('11,10;Хляб;1,80;1,60;1,50;А1;1,40;бял')
    expect(untitledIn(';Име;Цена;;;Код;;Вид', ...rows)).toEqual([3, 4])
    expect(untitledIn(';Име;Цена;;;Код;;', ...rows)).toEqual([3, 4, 6])
    expect(untitledIn(';Име;Цена;Едро;;Код;;Вид', ...rows)).toEqual([])
    expect(untitledIn('Код;Име;Цена;;;;;', ...rows)).toEqual([3, 4, 6])
  })

  test('READ-03 · are none after a blank column', () => {
    expect(untitledIn('Име;Цена;;', ...twice('Хляб;1,80;;1,60'))).toEqual([])
    expect(untitledIn('Име;Цена;;;', ...twice('Хляб;1,80;1,60;;1,50'))).toEqual([2])
    expect(untitledIn('Име;Цена;;', ...twice('Хляб;1,80;бял;1,60'))).toEqual([3])
  })

  test('READ-03 · are filled in half of the rows with a price, in two and more', () => {
    const filled = (...cells: string[]) =>
      untitledIn('Име;Цена;', ...cells.map((cell) => `Хляб;1,80;${cell}`))
    expect(filled('1,60', '1,50', '', '')).toEqual([2])
    expect(filled('1,60', '1,50', '', '', '')).toEqual([])
    expect(filled('1,60')).toEqual([])
    expect(filled('1,60', '')).toEqual([])
  })

  test('READ-03 · are whole numbers only beside whole prices, and no words', () => {
    expect(untitledIn('Име;Цена;', ...twice('Хляб;1,80;10'))).toEqual([])
    expect(untitledIn('Име;Цена;', ...twice('Хляб;18;10'))).toEqual([2])
    expect(untitledIn('Име;Цена;', ...twice('Хляб;18;1,60'))).toEqual([2])
    expect(untitledIn('Име;Цена;', ...twice('Хляб;18;бял'))).toEqual([])
  })
})

test.each([
  ['Ц\ufffdна;Доставна цена', 1, 0, true],
  ['Ц\0на;Доставна цена', 1, 0, true],
  ['Код;Доставна цена', 1, 0, false],
  ['Код\ufffd;Доставна цена', 1, 0, false],
  ['Цена\ufffd;Доставна цена', 1, 0, true],
  ['Код;Цена\ufffd', 1, 0, false],
  ['Код;Цена\ufffd', 1, 1, true],
  ['Бележка;Цена', 1, 1, false],
])(
  'READ-08 · a title that could not be decoded may be that of the price: %j',
  (titles, index, rivals, may) => {
    const columns = columnsOf(tableOf(titles, '1,20;1,80', '1,30;0,90'))
    expect(isTitleDamaged(columns[index]!, rivals, columns)).toBe(may)
    const ofOne = columnsOf(tableOf(titles, '1,20;1,80'))
    expect(isTitleDamaged(ofOne[index]!, rivals, ofOne)).toBe(may)
    const ofWords = columnsOf(tableOf(titles, 'Хляб;Сол'))
    expect(isTitleDamaged(ofWords[index]!, rivals, ofWords)).toBe(false)
  },
)

describe('READ-03 · titles that may go on above or below the header', () => {
  const AMOUNTS_OF_TWO = ['Хляб;1,80;3', 'Сол;0,90;4']
  const PIECES_OF_TWO = ['Хляб;18;3', 'Сол;9;4']
  const ROWS = [...AMOUNTS_OF_TWO, 'Мед;7,50;7', 'Чай;2,40;2']
  const mayGoOn = (rows: readonly string[], columns: { headerRow: number | null; name: number | null }) => {
    const table = tableOf(...rows)
    const others = { price: 1, currency: null, otherPrice: null, morePrices: [] }
    return mayContinue(table, { ...columns, ...others }, columnsOf(table, columns.headerRow ?? 0))
  }

  test.each([
    // What makes another kind of price of the title, alone or among other prices.
    [';Промо', 'XY;Цена', true],
    [';Доставна', 'XY;Цена', true],
    [';без отстъпка', 'XY;Цена', true],
    [';Каталожна', 'XY;Цена', false],
    [';Дата', 'XY;Цена', false],
    [';Промо', 'XY;Промо цена', false],
    ['Промо;', 'XY;Цена', false],
    ['Код;Промо', 'XY;Цена', false],
    ['Цена;Промо', 'Име;Цена', true],
    ['\ufffd;Промо', 'XY;Цена', true],
    [' \0;Промо', 'XY;Цена', true],
    ['12,50;Промо', 'XY;Цена', false],
    // A price title over one that names none.
    ['Код;Цена', 'XY;бр.', true],
    ['Код;Дата', 'XY;бр.', false],
    ['Код;Цена', 'XY;Едро цена', false],
    ['Код;Цени в лева', 'XY;бр.', false],
    ['Код;Цена;12,50', 'XY;бр.', false],
    ['', 'XY;Цена', false],
  ])('READ-03 · %s above %s: %s', (above, titles, may) => {
    expect(mayGoOn([above, titles, ...AMOUNTS_OF_TWO], { headerRow: 1, name: 0 })).toBe(may)
    // In the first row there is nothing above.
    expect(mayGoOn([titles, ...AMOUNTS_OF_TWO], { headerRow: 0, name: 0 })).toBe(false)
  })

  test('READ-03 · above numbers in most of the rows, with cents where other titles stand beside the price', () => {
    const above = (titles: readonly string[], ...rows: string[]) =>
      mayGoOn([...titles, ...rows], { headerRow: 1, name: 0 })
    expect(above([';Промо', 'XY;Цена'], ...PIECES_OF_TWO)).toBe(true)
    expect(above([';Промо', 'XY;Цена'], 'Хляб;бял', 'Сол;18')).toBe(true)
    expect(above([';Промо', 'XY;Цена'], 'Хляб;бял', 'Сол;бяла')).toBe(false)
    expect(above(['Код;Цена', 'XY;бр.'], ...PIECES_OF_TWO)).toBe(false)
    expect(above(['Код;Цена', 'XY;бр.'], ...AMOUNTS_OF_TWO, ...PIECES_OF_TWO)).toBe(true)
    expect(above(['Код;Цена', 'XY;бр.'], 'Хляб;1,80', ...PIECES_OF_TWO)).toBe(false)
    expect(above(['Цена;Цена', 'Име;бр.'], ...PIECES_OF_TWO)).toBe(true)
    expect(above(['Цена;Цена', 'Име;бр.'], ...PIECES_OF_TWO, 'Плодове;виж')).toBe(true)
    expect(above(['Цена;Цена', 'Име;бр.'], ...PIECES_OF_TWO, 'Плодове;виж', 'Мед;няма')).toBe(false)
  })

  test.each([
    [';лева за опаковка', true],
    [';лв.', false],
    [';  Хлебни', false],
    [';на Едро', true],
    [';(£)', true],
    [';5 £', false],
    [';5 лв.', false],
    [';2026 €', true],
    [';2026 €;XY', false],
    [';На едро;На дребно', true],
    [';;на дребно', false],
    [';10;20', true],
    [';10', false],
    [';10,50;20,50', false],
    [';10;XY', false],
    [' ;на едро', true],
    ['Кафе;на едро', false],
  ])('READ-03 · %s below the titles: %s', (below, may) => {
    expect(mayGoOn(['Име;Цена;Кол.', '', below, ...ROWS], { headerRow: 0, name: 0 })).toBe(may)
  })

  test('READ-03 · words below amounts of any title, or below a price in whole numbers', () => {
    const below = (title: string, rows: readonly string[]) =>
      mayGoOn([`Име;${title}`, '', ';на едро', ...rows], { headerRow: 0, name: 0 })
    expect(below('Цена', PIECES_OF_TWO)).toBe(true)
    expect(below('XY', AMOUNTS_OF_TWO)).toBe(true)
    expect(below('XY', PIECES_OF_TWO)).toBe(false)
  })

  test.each([0, 1, 2])(
    'READ-03 · numbers alone where there are names below them, and %i blank rows above',
    (blank) => {
      const table = ['Име;Цена;Кол.', ...Array.from({ length: blank }, () => ''), ';10;20']
      expect(mayGoOn([...table, 'Хляб;1,80;3'], { headerRow: 0, name: 0 })).toBe(true)
      expect(mayGoOn([...table, 'Хляб;1,80;3', '', 'Сол;0,90;4'], { headerRow: 0, name: 0 })).toBe(true)
      expect(mayGoOn([...table, ''], { headerRow: 0, name: 0 })).toBe(false)
      expect(mayGoOn([...table, 'Хляб;1,80;3'], { headerRow: 0, name: null })).toBe(false)
      expect(mayGoOn([...table, ';1,80;3', 'Хляб;1,80;3'], { headerRow: 0, name: 0 })).toBe(false)
    },
  )

  test('READ-03 · nothing goes on without a header', () => {
    expect(mayGoOn(['Име;Цена', ';на едро', ...ROWS], { headerRow: null, name: 0 })).toBe(false)
    expect(mayGoOn(['Име;Цена'], { headerRow: 0, name: 0 })).toBe(false)
  })
})
