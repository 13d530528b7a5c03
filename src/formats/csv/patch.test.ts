import { bytesOf, converted, orderOf, pricedColumn } from '#test/priced-order.ts'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import type { Delimiter, Encoding } from '#table/text-source.ts'
import { openFile } from '../open-file.ts'
import { csvPatcher, patchCsv } from './patch.ts'
import type { AddedRow, CellContent, WriteBackPlan } from '#writeback/plan.ts'

/** 1 lev is 0.51 euro, 2 are 1.02 and 12.50 are 6.39; 10 euro are 19.56 lev. */
const written = (text: string, delimiter: Delimiter, order: Partial<WriteBackPlan>): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    bytesOf(
      patchCsv(
        new TextEncoder().encode(text),
        { encoding: 'utf-8', hasBom: false, delimiter },
        orderOf(order),
      ),
    ),
  )

const cells = (content: Readonly<Record<number, CellContent>>): ReadonlyMap<number, CellContent> =>
  new Map(Object.entries(content).map(([c, one]) => [Number(c), one]))

const added = (content: Readonly<Record<number, CellContent>>, price?: string): AddedRow => ({
  cells: cells(content),
  prices: new Map(price === undefined ? [] : [[1, converted(price, 'BGN')]]),
})

describe('CONV-08 · new columns in CSV', () => {
  const LIST = 'Име;Цена;Код\nХляб;1,00;7\nМляко;;8\nСирене;12,50;9\n'
  const PRICES = [pricedColumn(1, { 1: '1.00', 3: '12.50' })]

  test('next to the source', () => {
    expect(written(LIST, ';', { columns: PRICES })).toBe(
      'Име;Цена;Цена (EUR);Код\nХляб;1,00;0,51;7\nМляко;;;8\nСирене;12,50;6,39;9\n',
    )
  })

  test('at the end', () => {
    expect(written(LIST, ';', { columns: PRICES, placement: 'end' })).toBe(
      'Име;Цена;Код;Цена (EUR)\nХляб;1,00;7;0,51\nМляко;;8;\nСирене;12,50;9;6,39\n',
    )
  })

  test('in the place of the source', () => {
    expect(written(LIST, ';', { columns: PRICES, placement: 'replace' })).toBe(
      'Име;Цена;Код\nХляб;0,51;7\nМляко;;8\nСирене;6,39;9\n',
    )
  })

  test('a title that begins a formula stays, the new one begins none', () => {
    const text = 'Име;=2+2 цена;@SUM(A1) лв.\nХляб;1,00;1,00\n'
    const columns = [pricedColumn(1, { 1: '1.00' }), pricedColumn(2, { 1: '1.00' })]
    expect(written(text, ';', { columns })).toBe(
      "Име;=2+2 цена;'=2+2 цена (EUR);@SUM(A1) лв.;'@SUM(A1) евро\nХляб;1,00;0,51;1,00;0,51\n",
    )
  })

  test('without a header there is no title', () => {
    expect(
      written('Хляб\t1.00\nМляко\t2.00', '\t', {
        headerRow: null,
        columns: [pricedColumn(1, { 0: '1.00', 1: '2.00' })],
      }),
    ).toBe('Хляб\t1.00\t0.51\nМляко\t2.00\t1.02')
  })

  test('each price column has a new one next to it, or all are at the end in their order', () => {
    const text = 'n,price,old_price,x\na,1.00,2.00,y\n'
    const columns = [pricedColumn(2, { 1: '2.00' }), pricedColumn(1, { 1: '1.00' })]
    expect(written(text, ',', { columns })).toBe(
      'n,price,price_eur,old_price,old_price_eur,x\na,1.00,0.51,2.00,1.02,y\n',
    )
    expect(written(text, ',', { columns, placement: 'end' })).toBe(
      'n,price,old_price,x,price_eur,old_price_eur\na,1.00,2.00,y,0.51,1.02\n',
    )
  })

  test('prices in two currencies have two new columns, lev first', () => {
    expect(
      written('Име;Цена;Валута\na;1,00;BGN\nb;10,00;EUR\n', ';', {
        columns: [pricedColumn(1, { 1: '1.00', 2: '10.00 EUR' })],
      }),
    ).toBe('Име;Цена;Цена (BGN);Цена (EUR);Валута\na;1,00;1,00;0,51;BGN\nb;10,00;19,56;10,00;EUR\n')
  })

  test('a header of two rows has the currency in the second', () => {
    expect(
      written('Списък\nИме;На едро;На дребно\n;лв.;лв.\na;1,00;2,00\n', ';', {
        headerRow: 2,
        columns: [pricedColumn(1, { 3: '1.00' }), pricedColumn(2, { 3: '2.00' })],
      }),
    ).toBe('Списък\nИме;На едро;;На дребно;\n;лв.;евро;лв.;евро\na;1,00;0,51;2,00;1,02\n')
  })

  test('short and blank rows stay, and cells beyond the titles stay there', () => {
    const text = 'n;price\n\na;1.00\nonly\n;;\nb;1.00;left;over\n'
    const columns = [pricedColumn(1, { 2: '1.00' })]
    expect(written(text, ';', { columns })).toBe(
      'n;price;price_eur\n\na;1.00;0.51\nonly\n;;;\nb;1.00;;left;over\n',
    )
    expect(written(text, ';', { columns, placement: 'end' })).toBe(
      'n;price;price_eur\n\na;1.00;0.51\nonly\n;;;\nb;1.00;;left;over\n',
    )
  })

  test('at the end, header and rows with a price are filled up to the widest of these', () => {
    expect(
      written('n,price\na,1.00,x\nb,2.00\nc,\n', ',', {
        columns: [pricedColumn(1, { 1: '1.00', 2: '2.00' })],
        placement: 'end',
      }),
    ).toBe('n,price,,price_eur\na,1.00,x,0.51\nb,2.00,,1.02\nc,\n')
  })

  test.each([
    ['Име,"Цена", лв.', '', ''],
    ['Име,"Цена", лв.', ',К', ',7'],
    ['Име,Цена," лв."', '', ''],
    ['Име,Цена," лв."', ',К', ',7'],
    ['Име,"Цена"," лв."', ',К', ',7'],
    ['Име,Цена, лв.', '', ''],
  ])('a title cut in two of which a half has quotes: %s%s', (header, title, cell) => {
    const row = (price: string) => `Хляб,${price}${cell}\n`
    const columns = [pricedColumn(1, { 1: '12.50' })]
    const text = `${header}${title}\n${row('12.50')}`
    expect(written(text, ',', { columns })).toBe(`${header},"Цена, евро"${title}\n${row('12.50,6.39')}`)
    expect(written(text, ',', { columns, placement: 'end' })).toBe(
      `${header}${title},"Цена, евро"\nХляб,12.50${cell},6.39\n`,
    )
  })

  test('the new title follows a title that its comma split', () => {
    const text = 'Име,Цена, лв.,Код\nХляб,1.00,7\n'
    const columns = [pricedColumn(1, { 1: '1.00' })]
    expect(written(text, ',', { columns })).toBe('Име,Цена, лв.,"Цена, евро",Код\nХляб,1.00,0.51,7\n')
    expect(written(text, ',', { columns, placement: 'end' })).toBe(
      'Име,Цена, лв.,Код,"Цена, евро"\nХляб,1.00,7,0.51\n',
    )
    expect(written(text, ',', { columns, placement: 'replace' })).toBe('Име,Цена, евро,Код\nХляб,0.51,7\n')
  })

  test.each([
    ['Хляб,7,1.00', 'Име, К,Цена, лв.,"Цена, евро"', 'Хляб,7,1.00,0.51'],
    ['Напитки\nХляб,7,1.00,x', 'Име, К,Цена,Цена (EUR), лв.', 'Напитки\nХляб,7,1.00,0.51,x'],
  ])(
    'spaces before other titles split none where each row has as many fields: %j',
    (row, titles, patched) => {
      const columns = [pricedColumn(2, { [row.split('\n').length]: '1.00' })]
      expect(written(`Име, К,Цена, лв.\n${row}\n`, ',', { columns })).toBe(`${titles}\n${patched}\n`)
    },
  )

  test('a shorter row above the titles splits none of them', () => {
    const columns = [pricedColumn(2, { 2: '1.00' })]
    expect(written('Списък,2024\nИме, К,Цена, лв.\nХляб,7,1.00,x\n', ',', { headerRow: 1, columns })).toBe(
      'Списък,2024\nИме, К,Цена,Цена (EUR), лв.\nХляб,7,1.00,0.51,x\n',
    )
  })

  test('repeated titles get new titles too', () => {
    const text = 'n;Цена, лв.\na;1.00\nn;Цена, лв.\nb;2.00\n'
    const columns = [pricedColumn(1, { 1: '1.00', 3: '2.00' })]
    expect(written(text, ';', { columns })).toBe(
      'n;Цена, лв.;Цена, евро\na;1.00;0.51\nn;Цена, лв.;Цена, евро\nb;2.00;1.02\n',
    )
    expect(written(text, ';', { columns, placement: 'replace' })).toBe(
      'n;Цена, евро\na;0.51\nn;Цена, евро\nb;1.02\n',
    )
    // Over a further table in another order.
    expect(written('n;p;x\na;1.00;\nx;p;n\n;2.00;b\n', ';', { columns })).toBe(
      'n;p;p_eur;x\na;1.00;0.51;\nx;p;p_eur;n\n;2.00;1.02;b\n',
    )
  })

  test('the separator line is a row that has no cells', () => {
    expect(
      written('sep=§\r\nn;price\r\na;1.00\r\n', ';', {
        headerRow: 1,
        columns: [pricedColumn(1, { 2: '1.00' })],
      }),
    ).toBe('sep=§\r\nn;price;price_eur\r\na;1.00;0.51\r\n')
  })
})

describe('CONV-08 · new cells are formatted as their neighbours', () => {
  test.each([
    [
      'quoted beside quoted ones',
      '"n","price"\n"a","1,00"\n"b",""\n',
      '"n","price","price_eur"\n"a","1,00","0,51"\n"b","",""\n',
    ],
    ['by each row for itself', 'n,"price"\na,1.00\nb,""\n', 'n,"price","price_eur"\na,1.00,0.51\nb,"",""\n'],
    [
      'quoted where a decimal comma is the delimiter too',
      'n,price,x\na,"1,00",\nb,"2,00",\n',
      'n,price,price_eur,x\na,"1,00","0,51",\nb,"2,00","",\n',
    ],
    [
      'spaces around quotes stay',
      '"n", "price" \n"a", "1.00"\n',
      '"n", "price" ,"price_eur"\n"a", "1.00","0.51"\n',
    ],
    [
      'lines in quotes',
      'n,price,x\n"a\nb",1.00,"c\r\nd"\n',
      'n,price,price_eur,x\n"a\nb",1.00,0.51,"c\r\nd"\n',
    ],
    ['stray quotes', 'n,price\n"TV 32" LED",1.00\n', 'n,price,price_eur\n"TV 32" LED",1.00,0.51\n'],
    ['mixed line ends', 'n,price\r\na,1.00\rb,\nc,\n', 'n,price,price_eur\r\na,1.00,0.51\rb,,\nc,,\n'],
    ['no last line end', 'n,price\ra,1.00', 'n,price,price_eur\ra,1.00,0.51'],
  ])('%s', (_, text, expected) => {
    expect(written(text, ',', { columns: [pricedColumn(1, { 1: '1.00' })] })).toBe(expected)
  })

  test('a decimal comma next to an unquoted whole number is quoted', () => {
    const columns = [pricedColumn(1, { 1: '1', 2: '2.00' })]
    expect(written('n,price\na,1\nb,"2,00"\n', ',', { columns })).toBe(
      'n,price,price_eur\na,1,"0,51"\nb,"2,00","1,02"\n',
    )
  })

  test('no quote is added after one that is never closed', () => {
    const columns = [pricedColumn(1, { 1: '1', 2: '2.00' })]
    const result = written('n,price\n"a,1\nb,"2,00"\n', ',', { columns })
    expect(result).toBe('n,price,price_eur\n"a,1,0.51\nb,"2,00","1,02"\n')
    expect(written('n,price\n  "a,1\nb,"2,00"\n', ',', { columns })).toBe(
      'n,price,price_eur\n  "a,1,0.51\nb,"2,00","1,02"\n',
    )
  })

  test('nor for a replaced price or a number that the user enters', () => {
    const text = 'n,price\n"a,1 лв\nb,"2,00"\n'
    const replaced = (isMarked: boolean) =>
      written(text, ',', {
        placement: 'replace',
        columns: [{ column: 1, cells: new Map([[1, { ...converted('1', 'BGN'), isMarked }]]) }],
      })
    expect(replaced(false)).toBe('n,price\n"a,0.51\nb,"2,00"\n')
    expect(replaced(true)).toBe('n,price\n"a,0.51 EUR\nb,"2,00"\n')
    const entered = (content: CellContent) =>
      written(text, ',', { changed: [{ row: 1, cells: cells({ 1: content }) }] })
    expect(entered({ number: '2.5' })).toBe('n,price\n"a,2.5\nb,"2,00"\n')
    expect(entered({ number: '2.5', currency: 'EUR' })).toBe('n,price\n"a,2.5 EUR\nb,"2,00"\n')
  })

  test('a cell that gets the text that it has stays as it is', () => {
    const changed = [{ row: 1, cells: cells({ 0: 'TV 32" LED', 1: ' x' }) }]
    expect(written('n,p\nTV 32" LED, x\n', ',', { changed })).toBe('n,p\nTV 32" LED, x\n')
  })

  test('the user’s text in such a row loses what would need quotes, unless it replaces the open one', () => {
    const text = 'n,x,y\n"a,1,2\n'
    const change = (content: Readonly<Record<number, string>>) =>
      written(text, ',', { changed: [{ row: 1, cells: cells(content) }] })
    expect(change({ 1: ' TV 32", black\n', 2: 'b' })).toBe('n,x,y\n"a,TV 32\'  black,b\n')
    expect(change({ 0: 'b, c' })).toBe('n,x,y\n"b, c",1,2\n')
  })
})

describe('CONV-08 · replaced prices', () => {
  test.each([
    ['Име;Цена BGN;Цена EUR\na;1,00;9\n', 'Име;Цена EUR 2;Цена EUR\na;0,51;9\n'],
    ['n;PRICE_BGN;price_eur\na;1,00;9\n', 'n;PRICE_EUR_2;price_eur\na;0,51;9\n'],
    // Titles that stand again are the same as above; cut in two by its own comma a title is one all the same.
    [
      'Име;Цена BGN;Цена EUR\na;1,00;9\nИме;Цена BGN;Цена EUR\nСтока;Цена BGN;x\n',
      'Име;Цена EUR 2;Цена EUR\na;0,51;9\nИме;Цена EUR 2;Цена EUR\nСтока;Цена EUR 2;x\n',
    ],
  ])('no two titles become the same: %j', (text, expected) => {
    expect(written(text, ';', { placement: 'replace', columns: [pricedColumn(1, { 1: '1.00' })] })).toBe(
      expected,
    )
  })

  test('a space after a title stays', () => {
    const order = { placement: 'replace', columns: [pricedColumn(1, { 1: '1.00' })] } as const
    expect(written('n;Цена лв ;x\na;1,00;y\n', ';', order)).toBe('n;Цена евро ;x\na;0,51;y\n')
  })

  test('a title that its comma split does not become like another one', () => {
    const order = { placement: 'replace', columns: [pricedColumn(1, { 1: '1' })] } as const
    expect(written('Име,Цена, лв.,"Цена, евро"\nХляб,1,9\n', ',', order)).toBe(
      'Име,Цена, евро 2,"Цена, евро"\nХляб,0.51,9\n',
    )
  })

  test('two titles that would become equal stay different; below other titles they may be equal', () => {
    const columns = [pricedColumn(1, { 1: '1.00', 2: '1.00' }), pricedColumn(2, { 1: '2.00', 2: '2.00' })]
    expect(written('n;Цена лв;Цена BGN\na;1,00;2,00\n', ';', { placement: 'replace', columns })).toBe(
      'n;Цена евро;Цена EUR\na;0,51;1,02\n',
    )
    expect(written('n;Цена лв;Цена лв.\na;1,00;2,00\n', ';', { placement: 'replace', columns })).toBe(
      'n;Цена евро;Цена евро 2\na;0,51;1,02\n',
    )
    expect(
      written('Име;Цена;Едро\n;BGN;BGN\na;1,00;2,00\n', ';', {
        placement: 'replace',
        headerRow: 1,
        columns: [pricedColumn(1, { 2: '1.00' }), pricedColumn(2, { 2: '2.00' })],
      }),
    ).toBe('Име;Цена;Едро\n;EUR;EUR\na;0,51;1,02\n')
  })

  test('CONV-08 · a header repeated thousands of times is translated each time', () => {
    // A set of all titles for each of these would be a billion texts.
    const titles = Array.from({ length: 500 }, (_, c) => (c === 1 ? 'Цена BGN' : `Свойство ${c}`)).join(';')
    const text = `${titles}\na;1,00\n${`${titles}\n`.repeat(2000)}`
    const result = written(text, ';', { placement: 'replace', columns: [pricedColumn(1, { 1: '1.00' })] })
    expect(result.split('Цена EUR')).toHaveLength(2002)
  })

  test('words around prices and their currencies are translated', () => {
    expect(
      written(
        'Име;Цена в лв.;Стара;Вал.\na;12,50 лв./бр;"2,00";BGN\nb;по договаряне;;BGN\nc;10,00;;€\nd;1,00;;\n',
        ';',
        {
          placement: 'replace',
          currencyColumn: 3,
          columns: [
            pricedColumn(1, { 1: '12.50', 3: '10.00 EUR', 4: '1.00' }),
            pricedColumn(2, { 1: '2.00' }),
          ],
        },
      ),
    ).toBe(
      'Име;Цена в евро;Стара;Вал.\na;6,39 евро/бр;"1,02";EUR\nb;по договаряне;;BGN\nc;19,56;;лв.\nd;0,51;;\n',
    )
  })

  test.each([
    ['BGN', 'EUR'],
    ['bgn', 'eur'],
    ['лв', 'евро'],
    ['лв.', 'евро'],
    [' ЛВ. ', ' ЕВРО '],
    ['български лева', 'EUR'],
    ['-', '-'],
    // The text of the price itself was in lev.
    ['EUR', 'EUR'],
  ])('the currency %j turns into %j', (from, to) => {
    expect(
      written(`n;p;c\na;1.00;${from}\n`, ';', {
        placement: 'replace',
        currencyColumn: 2,
        columns: [pricedColumn(1, { 1: '1.00' })],
      }),
    ).toBe(`n;p;c\na;0.51;${to}\n`)
  })

  test('a new decimal comma is quoted', () => {
    expect(
      written('n,p\na,1\nb,"2,00"\n', ',', {
        placement: 'replace',
        columns: [pricedColumn(1, { 1: '1', 2: '2' })],
      }),
    ).toBe('n,p\na,"0,51"\nb,"1,02"\n')
  })
})

describe("CONV-08 · the user's changed and added rows", () => {
  const PRICES = [pricedColumn(1, { 1: '1.00', 2: '2.00' })]

  test('changed cells are written to their fields, quoted as needed and with the decimal mark of the column', () => {
    expect(
      written('n;price;x\na;"1,00";\n\nb\n', ';', {
        columns: [pricedColumn(1, { 1: '2.5', 2: '1' })],
        changed: [
          { row: 1, cells: cells({ 0: 'Сок; "1 л"', 1: { number: '2.5' }, 2: '=1+1' }) },
          { row: 2, cells: cells({ 0: ' нов', 1: { number: '1' } }) },
          { row: 3, cells: cells({ 2: 'край' }) },
        ],
      }),
    ).toBe('n;price;price_eur;x\n"Сок; ""1 л""";"2,5";"1,28";\'=1+1\n" нов";1;0,51\nb;;;край\n')
  })

  test.each([
    ['replace', 'n;x;price\na;;0,51\n;;1,02\nb;\n'],
    ['after', 'n;x;price;price_eur\na;;;0,51\n;;;1,02\nb;\n'],
    ['end', 'n;x;price;price_eur\na;;;0,51\n;;;1,02\nb;\n'],
  ] as const)('a row too short for the price that it has now is filled up: %s', (placement, expected) => {
    const columns = [pricedColumn(2, { 1: '1.00', 2: '2.00' })]
    expect(written('n;x;price\na\n\nb;\n', ';', { placement, columns })).toBe(expected)
  })

  test.each(['\r\n', '\n', '\r'])('an added row ends as the others do: %j', (end) => {
    const [before, after] = [
      ['n;price', 'a;1', 'b;2'],
      ['n;price;price_eur', 'a;1;0,51', 'b;2;1,02', 'c;;'],
    ]
    const lines = (rows: readonly string[]) => rows.map((row) => row + end).join('')
    const order = { columns: [pricedColumn(1, { 1: '1.00', 2: '2.00' })], added: [added({ 0: 'c' })] }
    expect(written(lines(before), ';', order)).toBe(lines(after))
  })

  test('an added row ends as most lines do, blank ones too', () => {
    const order = { columns: [pricedColumn(1, { 1: '1.00' })], added: [added({ 0: 'c' })] }
    expect(written('n;price\na;1.00\n\r\n\r\n\r\n', ';', order)).toBe(
      'n;price;price_eur\na;1.00;0.51\nc;;\r\n\r\n\r\n\r\n',
    )
    expect(written('n;price\r\na;1.00\r\n\n\n\n', ';', order)).toBe(
      'n;price;price_eur\r\na;1.00;0.51\r\nc;;\n\n\n\n',
    )
  })

  test('a blank cell under a blank title is no repeated title', () => {
    const columns = [pricedColumn(1, { 1: '1.00' })]
    expect(written('n;;x\na;1.00;y\nb;;z\n', ';', { columns })).toBe('n;;EUR;x\na;1.00;0.51;y\nb;;;z\n')
  })

  test('a changed price and currency are replaced', () => {
    expect(
      written('n;price;c\na;x;EUR\n', ';', {
        placement: 'replace',
        currencyColumn: 2,
        columns: [pricedColumn(1, { 1: '1' })],
        changed: [{ row: 1, cells: cells({ 1: { number: '1' }, 2: 'BGN' }) }],
      }),
    ).toBe('n;price;c\na;0,51;EUR\n')
  })

  test.each([
    ['a\r\n', 'b;2.00;1.02\r\n', 'Нов;1.00;0.51\r\n'],
    ['no last line end', 'b;2.00;1.02', '\r\nНов;1.00;0.51'],
    ['blank rows at the end', 'b;2.00;1.02\r\n', 'Нов;1.00;0.51\r\n', '\r\n\r\n'],
    ['the mark of an old end', 'b;2.00;1.02\r\n', 'Нов;1.00;0.51\r\n', '\u001a'],
  ])('added rows at the end: %s', (_, last, row, rest = '') => {
    const before = last.replace(';1.02', '')
    expect(
      written(`n;price\r\na;1.00\r\n${before}${rest}`, ';', {
        columns: PRICES,
        added: [added({ 0: 'Нов', 1: { number: '1.00' } }, '1.00')],
      }),
    ).toBe(`n;price;price_eur\r\na;1.00;0.51\r\n${last}${row}${rest}`)
  })

  test('added rows are quoted as the last one, and filled to the width of the table', () => {
    const order = { columns: PRICES, added: [added({ 0: '@x' }), added({ 1: '2' }, '2')] }
    const text = '"n","price",x\n"a","1.00",\n"b","2.00",\n'
    expect(written(text, ',', order)).toBe(
      `"n","price","price_eur",x\n"a","1.00","0.51",\n"b","2.00","1.02",\n"'@x","","",\n"","2","1.02",\n`,
    )
    expect(written(text, ',', { ...order, placement: 'end' })).toBe(
      `"n","price",x,"price_eur"\n"a","1.00",,"0.51"\n"b","2.00",,"1.02"\n"'@x","",,""\n"","2",,"1.02"\n`,
    )
    expect(written(text, ',', { ...order, placement: 'replace' })).toBe(
      `"n","price",x\n"a","0.51",\n"b","1.02",\n"'@x","",\n"","1.02",\n`,
    )
  })
})

test('CONV-08 · blank rows do not decide how an added row is quoted', () => {
  expect(written('"n";"p"\n"a";"1"\n;\n', ';', { added: [added({ 0: 'b' })] })).toBe(
    '"n";"p"\n"a";"1"\n"b";""\n;\n',
  )
})

describe('CONV-08 · new text is in the encoding of the file', () => {
  const encoded = (text: string, encoding: Encoding, bom: readonly number[] = []) =>
    withBom(encode(text, encoding), ...bom)

  test.each([
    ['utf-8', [0xef, 0xbb, 0xbf], 'Цена, лв.', 'Цена, евро'],
    ['utf-16le', [0xff, 0xfe], 'Цена, лв.', 'Цена, евро'],
    ['utf-16be', [0xfe, 0xff], 'Цена, лв.', 'Цена, евро'],
    ['utf-16le', [], 'Цена', 'Цена (EUR)'],
    ['windows-1251', [], 'Цена, лв.', 'Цена, евро'],
    ['ibm866', [], 'Цена, лв.', 'Цена, евро'],
    ['mik', [], 'Цена, лв.', 'Цена, евро'],
    ['x-mac-cyrillic', [], 'Цена, лв.', 'Цена, евро'],
    ['koi8-r', [], 'Цена, лв.', 'Цена, евро'],
    ['iso-8859-5', [], 'Цена, лв.', 'Цена, евро'],
    ['windows-1252', [], 'Prix é lv', 'Prix é eur'],
  ] as const)('%s %j', (encoding, bom, title, other) => {
    const file = encoded(`n;${title};x\r\na;1,00;y\r\n`, encoding, bom)
    const style = { encoding, hasBom: bom.length > 0, delimiter: ';' } as const
    const order = orderOf({ columns: [pricedColumn(1, { 1: '1.00' })] })
    expect(bytesOf(patchCsv(file, style, order))).toEqual(
      encoded(`n;${title};${other};x\r\na;1,00;0,51;y\r\n`, encoding, bom),
    )
  })

  test('words that it cannot encode become codes, other characters question marks', () => {
    const file = encoded('n;Price €;x\na;10.00 €;y\n', 'windows-1252')
    const style = { encoding: 'windows-1252', hasBom: false, delimiter: ';' } as const
    const columns = [pricedColumn(1, { 1: '10.00 EUR' })]
    const changed = [{ row: 1, cells: cells({ 0: 'Яб' }) }]
    expect(bytesOf(patchCsv(file, style, orderOf({ columns, changed })))).toEqual(
      encoded('n;Price €;Price BGN;x\n??;10.00 €;19.56;y\n', 'windows-1252'),
    )
    expect(bytesOf(patchCsv(file, style, orderOf({ columns, placement: 'replace' })))).toEqual(
      encoded('n;Price BGN;x\na;19.56 BGN;y\n', 'windows-1252'),
    )
  })

  test('damaged bytes stay', () => {
    const file = Uint8Array.of(...encode('n;price\nЯ', 'utf-8'), 0xd0, 0x3b, 0x31, 0xff, 0x0a)
    const style = { encoding: 'utf-8', hasBom: false, delimiter: ';' } as const
    const order = orderOf({ columns: [pricedColumn(1, { 1: '1' })] })
    expect(bytesOf(patchCsv(file, style, order))).toEqual(
      Uint8Array.of(
        ...encode('n;price;price_eur\nЯ', 'utf-8'),
        0xd0,
        0x3b,
        0x31,
        0xff,
        ...encode(';0,51\n', 'utf-8'),
      ),
    )
  })
})

describe('CONV-08 · a number that its comma split is one cell', () => {
  const TEXT = 'n,price,x\n"a","1,00",b\nc,2,00,"d"\n'
  const order = {
    columns: [pricedColumn(1, { 1: '1.00', 2: '2.00' })],
    joinedFields: new Map([[2, [1]]]),
    added: [added({ 0: 'e', 2: 'f' })],
  }

  test.each([
    ['after', 'n,price,price_eur,x\n"a","1,00","0,51",b\nc,2,00,"1,02","d"\ne,,,"f"\n'],
    ['end', 'n,price,x,price_eur\n"a","1,00",b,"0,51"\nc,2,00,"d","1,02"\ne,,"f",\n'],
    ['replace', 'n,price,x\n"a","0,51",b\nc,"1,02","d"\ne,,"f"\n'],
  ] as const)('with new prices %s', (placement, expected) => {
    expect(written(TEXT, ',', { ...order, placement })).toBe(expected)
  })

  test('a changed cell after it', () => {
    const changed = [{ row: 2, cells: cells({ 0: 'g', 2: 'h' }) }]
    expect(written(TEXT, ',', { joinedFields: order.joinedFields, changed })).toBe(
      'n,price,x\n"a","1,00",b\ng,2,00,"h"\n',
    )
  })
})

test('CONV-08 · below no header an added row without cells is as wide as the last one', () => {
  expect(written('a;b;"c"\n', ';', { headerRow: null, added: [added({})] })).toBe('a;b;"c"\n;;""\n')
})

describe('CONV-08 · a file is written as it is, not as it was read', () => {
  const patched = async (bytes: Uint8Array<ArrayBuffer>, part: Partial<WriteBackPlan>) => {
    const opened = await openFile(bytes, { fileName: 'list.csv', limits: { rows: 1 } })
    if (!opened.ok) throw new Error(opened.error.code)
    return bytesOf(await csvPatcher(bytes, opened.file, orderOf(part), () => {}))
  }

  test('a damaged byte stays', async () => {
    const [before, after] = [encode('n;price\nЯб', 'utf-8'), encode('лка;1.00', 'utf-8')]
    const file = Uint8Array.of(...before, 0xff, ...after)
    expect(await patched(file, { changed: [{ row: 1, cells: cells({ 1: '2.00' }) }] })).toEqual(
      Uint8Array.of(...before, 0xff, ...encode('лка;2.00', 'utf-8')),
    )
  })

  test('an added row follows the rows that were not read', async () => {
    const text = `n;price\n${'Хляб;1.00\n'.repeat(100)}`
    const order = { columns: [pricedColumn(1, {})], added: [added({ 0: 'Нов' })] }
    expect(await patched(encode(text, 'utf-8'), { ...order, placement: 'replace' })).toEqual(
      encode(`${text}Нов;\n`, 'utf-8'),
    )
  })
})

test('CONV-08 · a list of a hundred thousand rows is written in few parts', async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `${i};"Стока ${i}";a;b;c;d;e;1,50;f;g`)
  const bytes = new TextEncoder().encode(`k;n;a;b;c;d;e;Цена;f;g\r\n${rows.join('\r\n')}`)
  const opened = await openFile(bytes, { fileName: 'list.csv' })
  if (!opened.ok) throw new Error(opened.error.code)
  const { encoding, hasBom, delimiter } = opened.file
  const order = orderOf({
    columns: [{ column: 7, cells: new Map(rows.map((_, i) => [i + 1, converted('1.50', 'BGN')])) }],
  })
  const result = patchCsv(bytes, { encoding: encoding!, hasBom: hasBom!, delimiter: delimiter! }, order)
  expect(result.parts.length).toBeLessThan(100)
  expect(bytesOf(result).length).toBe(bytes.length + ';Цена (EUR)'.length + 4 + rows.length * 5)
})
