import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DELIMITERS, type Delimiter } from '#table/text-source.ts'
import { cellAt, lengthOfRow, rowAt } from '#table/table.ts'
import { csvLine } from './write.ts'
import { scanCsv } from './scan.ts'
import { CsvOffsets, CsvTable } from './table.ts'
import { detectDelimiter, readSeparatorLine } from './delimiter.ts'

function rowsOf(text: string, delimiter: Delimiter = ',', limit = 1000): readonly (readonly string[])[] {
  const layout = new CsvOffsets(text, delimiter, 0, { limit })
  expect(layout.isTooWide).toBe(false)
  return new CsvTable(layout).slice()
}

describe('BULK-16 · CSV', () => {
  // The cases of csv-spectrum, written out.
  test.each([
    [
      'a,b,c\n1,2,3',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'first,address\nJohn,"120 any st., Anytown, WW"',
      [
        ['first', 'address'],
        ['John', '120 any st., Anytown, WW'],
      ],
    ],
    [
      'a,b\n1,"ha ""ha"" ha"\n3,4\n',
      [
        ['a', 'b'],
        ['1', 'ha "ha" ha'],
        ['3', '4'],
      ],
    ],
    [
      'a,b,c\n1,"",""\n2,3,4\n',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
        ['2', '3', '4'],
      ],
    ],
    [
      'key,val\n1,"{""type"": ""Point"", ""c"": [1.5, 0]}"\n',
      [
        ['key', 'val'],
        ['1', '{"type": "Point", "c": [1.5, 0]}'],
      ],
    ],
    [
      'a,b,c\n1,2,3\n"Once upon \na time",5,6\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
        ['Once upon \na time', '5', '6'],
      ],
    ],
    [
      'a,b\n1,"ha \n""ha"" \nha"\n3,4\n',
      [
        ['a', 'b'],
        ['1', 'ha \n"ha" \nha'],
        ['3', '4'],
      ],
    ],
    [
      'a,b,c\r\n1,2,3\r\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'a,b\n1,ʤ\n',
      [
        ['a', 'b'],
        ['1', 'ʤ'],
      ],
    ],
  ])('%j', (text, rows) => {
    expect(rowsOf(text)).toEqual(rows)
  })

  test.each([
    [
      'a space before the quote',
      '"a", "b"\n"1", "2,5"\n',
      [
        ['a', 'b'],
        ['1', '2,5'],
      ],
    ],
    [
      'spaces after the quote',
      '"a" ,"b"  \n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CR alone',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['ragged rows', 'a,b,c\n1\n1,2,3,4\n', [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']]],
    ['blank lines stay rows', 'a,b\n\n1,2\n\n', [['a', 'b'], [], ['1', '2'], []]],
    [
      'an empty last field',
      'a,b,\n1,2,',
      [
        ['a', 'b', ''],
        ['1', '2', ''],
      ],
    ],
    [
      'a quote inside a word',
      'TV 32",5\nТел "Nokia",3',
      [
        ['TV 32"', '5'],
        ['Тел "Nokia"', '3'],
      ],
    ],
    [
      'stray quotes in quotes',
      '"TV 32" LED",5\nb,3',
      [
        ['TV 32" LED', '5'],
        ['b', '3'],
      ],
    ],
    [
      'a quote that is never closed',
      '"TV 32,5\nb,3\n"c",4',
      [
        ['"TV 32', '5'],
        ['b', '3'],
        ['c', '4'],
      ],
    ],
    [
      'one that would swallow rows',
      '"TV,5\nb,3\nc "d" e,4\n',
      [
        ['"TV', '5'],
        ['b', '3'],
        ['c "d" e', '4'],
      ],
    ],
    [
      'a quote after one that is never closed',
      '"TV,"b\nc",4\n',
      [
        ['"TV', '"b'],
        ['c"', '4'],
      ],
    ],
    [
      'an open quote at the end',
      'a,b\n1,"',
      [
        ['a', 'b'],
        ['1', '"'],
      ],
    ],
  ])('%s', (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows)
  })

  test('any values that are written are read back', () => {
    const value = fc.array(
      fc.constantFrom('a', 'ж', '"', ',', ';', '\n', '\r\n', '\r', ' ', "'", '😀', '\t'),
      { maxLength: 8 },
    )
    const table = fc.array(
      fc.array(
        value.map((parts) => parts.join('')),
        { minLength: 2, maxLength: 5 },
      ),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        expect(rowsOf(rows.map((row) => csvLine(row)).join(end) + end)).toEqual(rows)
      }),
      { numRuns: 1000 },
    )
  })

  test('the fields and line ends together are the whole text, in order', () => {
    const text = fc.array(fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '""'), { maxLength: 40 })
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('')
        let at = 0
        scanCsv(whole, ',', 0, {
          field: (start, end) => {
            expect(start).toBeGreaterThanOrEqual(at)
            expect(end).toBeGreaterThanOrEqual(start)
            at = end
          },
          endRow: (end) => {
            expect(end).toBeGreaterThanOrEqual(at)
            at = end
            return true
          },
        })
        expect(at).toBe(whole.length)
      }),
      { numRuns: 2000 },
    )
  })
})

test('BULK-16 · a table of the first rows equals an array of them', () => {
  const layout = new CsvOffsets('a,b\n"c ""x""",d,e\n\nf\n', ',', 0)
  const rows = [['a', 'b'], ['c "x"', 'd', 'e'], []]
  const table = new CsvTable(layout).first(rows.length)
  expect(table.length).toBe(rows.length)
  expect([...table]).toEqual(rows)
  expect(table.map((row, r) => [r, row])).toEqual(rows.map((row, r) => [r, row]))
  expect([table.slice(), table.slice(1, 2), table.slice(2, 9)]).toEqual([
    rows,
    rows.slice(1, 2),
    rows.slice(2, 9),
  ])
  expect(table.some((row) => row.length === 3)).toBe(true)
  expect(table.some((row) => row.includes('f'))).toBe(false)
  for (let r = -1; r <= rows.length + 1; r++) {
    expect(rowAt(table, r)).toEqual(rowAt(rows, r))
    expect(lengthOfRow(table, r)).toBe(lengthOfRow(rows, r))
    for (let c = -1; c < 4; c++) expect(cellAt(table, r, c)).toBe(cellAt(rows, r, c))
  }
})

// A reader of quadratic time would take hours here, and the tests run out of time.
describe('BULK-15 · hostile CSV is rejected or read in linear time', () => {
  test('twenty million commas', () => {
    expect(new CsvOffsets(','.repeat(20e6), ',', 0).isTooWide).toBe(true)
  })

  test('a line of fifty million characters', () => {
    expect(rowsOf('a'.repeat(50e6))).toHaveLength(1)
  })

  test.each(['"a,', '"a\n', ' "', '"a\n"b"c,', ',"\n', '""a\n', '"\r'])('a million times %j', (part) => {
    expect(typeof new CsvOffsets(part.repeat(1e6), ',', 0, { limit: 3e6 }).isTooWide).toBe('boolean')
    expect(detectDelimiter(part.repeat(1e6)).delimiter).toHaveLength(1)
  })

  test('rows beyond the limit are dropped, and blank ones do not count as cut', () => {
    const cut = new CsvOffsets('1\n2\n3\n', ',', 0, { limit: 2 })
    expect(new CsvTable(cut).slice()).toEqual([['1'], ['2']])
    expect(cut).toMatchObject({ isCut: true, isComplete: false })
    const blank = new CsvOffsets('1\n2\n\n,,\n', ',', 0, { limit: 2 })
    expect(new CsvTable(blank).slice()).toEqual([['1'], ['2']])
    expect(blank).toMatchObject({ isCut: false, isComplete: false })
  })
})

describe('BULK-16 · the delimiter is detected', () => {
  test.each([
    // A date among the titles.
    ['Име;Нова цена от 01.05.2026, EUR\nТръба;145,55\nЗахар;74,68;;\nГауда;25,05\n', ';'],
    ['a;b\n1,5;2,5\n', ';'],
    ['a,b\n1,2\n', ','],
    ['a\tb\n1,5\t2\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['Име;Цена\n"Хляб; бял";1,20\nСирене;12,50\n', ';'],
    ['"a","b;c"\n"1","2;3"\n', ','],
    // One line in forty has no semicolon, and each a decimal comma.
    [`${'Хляб;1,20;бр\n'.repeat(39)}Общо 46,80\n`, ';'],
    [`${'Хляб\t1,20\n'.repeat(39)}Общо 46,80\n`, '\t'],
    ['Ценова листа\n\nИме;Цена\nХляб;1,20\nВода;0,60\n', ';'],
    ['Име,Цена\nХляб,"1,20"\nВода,"0,60"\n', ','],
    // Sentences above the list have the words of titles, and other signs between them.
    ['Стоки, цени\nХляб;1,69\nМляко;2\nСирене;12\nБоб;4,50\nОриз;3', ';'],
    ['Стоки, цени в лв.\nКод;Опис;2026\nХляб;1,69\nМляко;2\nСирене;12\nБоб;4,50\nОриз;3', ';'],
    ['Списък на продукти; цени с ДДС\n\nАртикул,Ст-ст\nХляб,1.69\nМляко,2.49', ','],
    // More rows have a comma than have one number of semicolons; the titles tell.
    [
      'Листа\nот май\n2026\nИме;Цена;Мярка\nХляб;;бр\nХляб;€ 1,-;бр\n;€ 1,-;бр\nХляб;€ 1,-;бр\nВода;€ 1,-\nСок;1,- €\nОбщо;3,45',
      ';',
    ],
  ] as const)('%j', (text, delimiter) => {
    expect(detectDelimiter(text)).toEqual({ delimiter, isEven: true })
  })

  test('each delimiter in a generated table of any width', () => {
    const width = fc.integer({ min: 2, max: 6 })
    fc.assert(
      fc.property(width, fc.constantFrom(...DELIMITERS), (columns, delimiter) => {
        const row = Array.from({ length: columns }, (_, i) => `x${i}`).join(delimiter)
        expect(detectDelimiter(`${row}\n`.repeat(20)).delimiter).toBe(delimiter)
      }),
    )
  })

  test('one column has none', () => {
    expect(detectDelimiter('a\nb\nc\n')).toEqual({ delimiter: ',', isEven: false })
  })

  const counted = (line: string, count: number, other = '', rest = 0) =>
    `${line}\n`.repeat(count) + `${other}\n`.repeat(rest)

  test('of two that split nearly as many rows the one further left in this order counts: tab ; | ,', () => {
    expect(detectDelimiter(counted('а,б;в', 19, 'а,б', 1)).delimiter).toBe(';')
    expect(detectDelimiter(counted('а,б;в', 18, 'а,б', 2)).delimiter).toBe(',')
    expect(detectDelimiter(counted('а;б|в', 20)).delimiter).toBe(';')
    expect(detectDelimiter(counted('а,б|в', 20)).delimiter).toBe('|')
    expect(detectDelimiter(counted('а;б\tв', 20)).delimiter).toBe('\t')
    // In a single row.
    expect(detectDelimiter(counted('а', 40, 'а|б', 1))).toEqual({ delimiter: '|', isEven: true })
  })

  test('commas between digits are decimal marks where half of the rows have another delimiter', () => {
    expect(detectDelimiter(`Име;Цена\n${counted('Хляб;1,20', 9, 'Хляб 1,20', 10)}`).delimiter).toBe(';')
    for (const sign of ['-', ';', '|', '\t'])
      expect(detectDelimiter(`Код|Цена\n${counted(`а|1,${sign}`, 10, 'а 1,-', 9)}`).delimiter).not.toBe(',')
    // Titles are a line without digits, whatever ends it.
    for (const end of ['\n', '\r', '\r\n']) {
      const rows = counted('Хляб;1,20', 9, 'Хляб 1,20', 9)
      const text = `Списък 7\nНещо;Друго\n${rows}`.replaceAll('\n', end)
      expect(detectDelimiter(text).delimiter).toBe(';')
    }
    // Not where what stands in half of the rows is in names.
    const names = counted('а|б,1,20', 5, 'а,1,20', 3)
    expect(detectDelimiter(`Име,Цена\n${names}`).delimiter).toBe(',')
    // Commas before a space belong to sentences.
    expect(detectDelimiter(`к;ц\n${counted('а, б, в, г;1,2', 10, 'а, б, в, г 1,2', 1)}`).delimiter).toBe(';')
  })

  test('titles of a name and a price decide from three rows in ten on', () => {
    const titled = (count: number) => counted('а;1', count - 1, 'а, б', 10 - count)
    expect(detectDelimiter(`Име;Цена\n${titled(3)}`).delimiter).toBe(';')
    expect(detectDelimiter(`Име;Цена\n${titled(2)}`).delimiter).toBe(',')
  })

  test('the last row of a long text is not counted, as it may be cut', () => {
    // 65,536 code units are read: rows of eight, and half of one that is longer.
    expect(detectDelimiter(`${'аб;в;гд\n'.repeat(8191)}а;б;в;г;д;е;ж\n`)).toEqual({
      delimiter: ';',
      isEven: true,
    })
    expect(detectDelimiter(`${'а'.repeat(65_000)}\n${'б;в;'.repeat(200)}`)).toEqual({
      delimiter: ',',
      isEven: false,
    })
    expect(detectDelimiter('б;в;г').delimiter).toBe(';')
    // A text of just so many is not cut.
    expect(detectDelimiter(`${'а'.repeat(65_532)}\nб;в`)).toEqual({ delimiter: ';', isEven: true })
  })

  test('blank lines do not count', () => {
    expect(detectDelimiter(counted('', 50, 'а;б', 3) + counted('', 50))).toEqual({
      delimiter: ';',
      isEven: true,
    })
    for (const text of ['', '\n\n']) expect(detectDelimiter(text)).toEqual({ delimiter: ',', isEven: false })
  })

  test.each([
    ['sep=,', ',', 5],
    ['sep=\t\n', '\t', 6],
    ['SEP=;\r', ';', 6],
    ['"sep=;"\r\n', ';', 9],
    ['sep=§\r\n', undefined, 7],
    ['sep=\r\n', undefined, 6],
    ['sep=', undefined, 4],
    ['sep=;;\n', undefined, 0],
    ['sep=; \n', undefined, 0],
    [' sep=;\n', undefined, 0],
    ['x sep=;\n', undefined, 0],
    ['', undefined, 0],
  ])('the separator line %j', (text, delimiter, length) => {
    expect(readSeparatorLine(text)).toEqual({ delimiter, length })
    if (length > 0 && /[\r\n]/.test(text))
      expect(readSeparatorLine(`${text}a;b\n`)).toEqual({ delimiter, length })
  })

  test.each([
    [19, ';'],
    [18, ','],
  ])('of 20 rows with commas %i have semicolons too', (count, delimiter) => {
    // Within one row in twenty of the best, the first of tab, semicolon, bar and comma counts.
    const text = 'a;b,c\n'.repeat(count) + 'b,c\n'.repeat(20 - count)
    expect(detectDelimiter(text)).toEqual({ delimiter, isEven: true })
  })

  test("Excel's separator line names it", () => {
    expect(readSeparatorLine('sep=;\r\na,b')).toEqual({ delimiter: ';', length: 7 })
    expect(readSeparatorLine('"sep=|"\na')).toEqual({ delimiter: '|', length: 8 })
    expect(readSeparatorLine('separate')).toEqual({ delimiter: undefined, length: 0 })
  })
})

describe('BULK-15 · limits of delimited text', () => {
  const offsetsOf = (text: string, options = {}) => new CsvOffsets(text, ',', 0, options)

  test('16,384 columns are read, one more is too wide', () => {
    const wide = (columns: number) => `a\n${','.repeat(columns - 1)}\nb\n`
    expect(offsetsOf(wide(16_384))).toMatchObject({ isTooWide: false, isComplete: true, rowCount: 3 })
    expect(offsetsOf(wide(16_385))).toMatchObject({ isTooWide: true, isComplete: false })
    expect(offsetsOf(wide(16_385), { isUnlimited: true })).toMatchObject({ isTooWide: false, rowCount: 3 })
  })

  test('rows up to the limit are complete, text in a later one is cut', () => {
    expect(offsetsOf('1\n2\n', { limit: 2 })).toMatchObject({ rowCount: 2, isCut: false, isComplete: true })
    expect(offsetsOf('1\n2\n\n ,"  ",\n', { limit: 2 })).toMatchObject({ isCut: false, isComplete: false })
    expect(offsetsOf('1\n2\n\n,,x\n', { limit: 2 })).toMatchObject({ isCut: true })
    expect(offsetsOf('1\n2\n\n," ""x""",\n', { limit: 2 })).toMatchObject({ isCut: true })
  })

  test('the separator line is a row beside the limit', () => {
    const offsets = new CsvOffsets('sep=,\n1\n2\n3\n', ',', 6, { limit: 2 })
    expect(new CsvTable(offsets).slice()).toEqual([[], ['1'], ['2']])
    expect(offsets).toMatchObject({ firstRow: 1, isCut: true })
    expect(offsetsOf('1\n')).toMatchObject({ firstRow: 0 })
  })

  test('doubled quotes in a text of any length', () => {
    // Around the lengths of a chunk and of a text that is read in chunks.
    for (const length of [1, 4095, 4096, 4097, 32_766, 32_767, 32_768, 32_769, 40_960]) {
      const value = `${'а'.repeat(length - 1)}"`
      const row = [value, `"${value}`, `"${'""'.repeat(length)}`]
      const table = new CsvTable(offsetsOf(`${csvLine(row)}\n${csvLine(['x'])}`))
      expect(table.at(0)).toEqual(row)
      expect([0, 1, 2, 1, 0].map((c) => table.cell(0, c))).toEqual([0, 1, 2, 1, 0].map((c) => row[c]))
    }
  })
})

test('BULK-16 · cells of a table that is read in place', () => {
  const table = new CsvTable(new CsvOffsets('a, ,"",""" """\n\n,\nb,a\n', ',', 0))
  const tested = (r: number, c: number) =>
    table.testCell(r, c, (text, start, end) => text.slice(start, end) === 'a')
  expect([tested(0, 0), tested(0, 1), tested(0, 3), tested(0, 4), tested(1, 0), tested(3, 0)]).toEqual([
    true,
    false,
    false,
    undefined,
    undefined,
    false,
  ])
  expect(tested(3, 1)).toBe(true)
  expect([0, 1, 2, 3].map((c) => table.isEmpty(0, c))).toEqual([false, false, true, false])
  expect([table.isEmpty(3, 0), table.isEmpty(2, 1)]).toEqual([false, true])
  expect([-1, 0, 1, 2, 3, 4].map((r) => table.isBlank(r))).toEqual([true, false, true, true, false, true])
  const { offsets } = table
  expect([0, 1, 2, 3].map((f) => [offsets.isQuoted(f), offsets.isBlank(f)])).toEqual([
    [false, false],
    [false, true],
    [true, true],
    [true, false],
  ])
  expect([0, 1, 2, 3, 4].map((r) => offsets.rowStart(r))).toEqual([0, 15, 16, 18, 22])
})
