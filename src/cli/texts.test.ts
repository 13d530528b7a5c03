import { describe, expect, it } from 'vitest'
import type { JsonItemError, UnreadableReason } from '#formats/format.ts'
import type { ProblemSummary } from '#pricelist/rows/price-problems.ts'
import type { ColumnQuestion, CurrencyConflict, Detection, PriceProblem } from '#pricelist/types.ts'
import { columnLabel, describeColumn, listColumns, titleOrName } from './columns.ts'
import { warningText } from './convert.ts'
import { listSheets, readErrorMessage, counted, numberList, rowList } from './error.ts'
import { STATEMENT_LOCATION, currencyQuestion, openQuestions } from './questions.ts'
import type { PriceListReading } from './read-file.ts'
import { noValidPrice } from './reading-report.ts'

/** All keys of a type of words. */
const keysOf = <K extends string>(keys: Record<K, true>): K[] => Object.keys(keys) as K[]

/** Columns of these titles, from A on. */
const columnsOf = (...titles: string[]) =>
  ({ all: titles.map((title, index) => ({ title, index })) }) as unknown as Detection

const many = (count: number) => Array.from({ length: count }, (_, i) => `Л${i + 1}`)

describe('numbers and rows in a sentence', () => {
  it.each([
    [counted(0, 'row'), '0 rows'],
    [counted(1, 'row'), '1 row'],
    [counted(2, 'row'), '2 rows'],
    [counted(2, 'price in euro', 'prices in euro'), '2 prices in euro'],
    [numberList([]), ''],
    [numberList([1, 2]), '1, 2'],
    [numberList([1, 2], 2), '1, 2'],
    [numberList([1, 2], 3), '1, 2, …'],
    [rowList([4]), 'row 4'],
    [rowList([4, 5]), 'rows 4, 5'],
    [rowList([4, 5], 9), 'rows 4, 5, …'],
  ])('CONV-07 · %s', (text, expected) => {
    expect(text).toBe(expected)
  })
})

describe('columns and sheets in a sentence', () => {
  it.each([
    [listColumns(columnsOf('Код', '', 'Цена')), "the columns A 'Код', B, C 'Цена'"],
    [
      listColumns(columnsOf(...many(12))),
      `the columns ${many(12)
        .map((title, i) => `${'ABCDEFGHIJKL'[i]} '${title}'`)
        .join(', ')}`,
    ],
    [listColumns(columnsOf(...many(14))).replace(/^.*(?=L )/, ''), "L 'Л12' and 2 more"],
    [describeColumn(columnsOf('Код', 'Цена \n без ДДС'), 1), "'Цена без ДДС' (B)"],
    [describeColumn(columnsOf('Код', ''), 1), 'B'],
    [describeColumn(columnsOf('Код'), 5), 'F'],
    [columnLabel('', 'B'), 'B'],
    [titleOrName('', 27), 'AB'],
    [titleOrName(undefined, 0), 'A'],
    [titleOrName('Цена', 0), 'Цена'],
    [listSheets(['Цени'], 'sheet'), "sheet 'Цени'"],
    [listSheets(['Цени', 'Едро'], 'file'), "files 'Цени', 'Едро'"],
    [
      listSheets(many(12), 'sheet'),
      `sheets ${many(12)
        .map((name) => `'${name}'`)
        .join(', ')}`,
    ],
    [listSheets(many(15), 'list').replace(/^.*(?='Л12')/, ''), "'Л12' and 3 more"],
  ])('READ-07 · %s', (text, expected) => {
    expect(text).toBe(expected)
  })
})

describe('a file that cannot be read', () => {
  const REASONS = keysOf<UnreadableReason>({
    broken: true,
    encrypted: true,
    bomb: true,
    'not-a-workbook': true,
    'not-json': true,
    'xml-entities': true,
    'json-comment': true,
    'json-comma': true,
    'too-wide': true,
  })

  it('READ-07 · each reason has a sentence of its own', () => {
    const texts = REASONS.map((reason) => readErrorMessage({ code: 'unreadable', reason }))
    for (const text of texts) expect(text).toMatch(/^The file [a-z][^\n]+\.$/)
    expect(new Set(texts).size).toBe(REASONS.length)
    expect(texts[REASONS.indexOf('encrypted')]).toContain('password')
    expect(texts[REASONS.indexOf('not-json')]).toContain('JSON')
    expect(texts[REASONS.indexOf('xml-entities')]).toContain('<!ENTITY')
    expect(texts[REASONS.indexOf('too-wide')]).toContain('columns')
  })

  it.each<[JsonItemError['problem'], string]>([
    ['not-an-object', 'item 3 is not an object'],
    ['currency-missing', 'item 3 has no currency'],
    ['currency-unknown', 'item 3 has a currency that is neither BGN nor EUR'],
    ['price-missing', 'item 3 has no price'],
    ['price-not-positive', 'item 3 has a price that is not a positive number'],
    ['name-not-text', 'item 3 has a name that is not text'],
    ['name-too-long', 'item 3 has a name of more than 25 characters'],
  ])('READ-07 · a JSON item that is wrong is named: %s', (problem, said) => {
    const like = 'Each must be like {"name": "…", "price": 12.5, "currency": "BGN"}.'
    const errors = [{ item: 3, problem }]
    expect(readErrorMessage({ code: 'json-items', errors, more: 0 })).toBe(
      `The JSON items are not as they must be: ${said}. ${like}`,
    )
    expect(readErrorMessage({ code: 'json-items', errors: [...errors, ...errors], more: 1 })).toBe(
      `The JSON items are not as they must be: ${said}; ${said}; and 1 more. ${like}`,
    )
  })

  it.each([
    [{ code: 'too-big', limitBytes: 20 * 1024 * 1024 }, 'The file is larger than 20 MB.'],
    [{ code: 'too-big', limitBytes: 21 * 1024 * 1024 - 1 }, 'The file is larger than 20 MB.'],
    [{ code: 'no-rows' }, 'The file has no rows.'],
    [
      { code: 'unsupported-type' },
      'Unsupported file type: the content is no price list, and the name does not end in .csv, .tsv, .txt, .tab, .dat, .xlsx, .xls, .xlsm, .xlsb, .ods, .ots, .fods, .json, .jsonl, .ndjson, .xml, .dbf, .html, .htm, .gz or .zip.',
    ],
    [
      { code: 'other-file', file: { kind: 'zip', format: 'zip' } },
      'The file is an empty ZIP archive. Give the file with the prices.',
    ],
    [
      { code: 'other-file', file: { kind: 'zip', format: 'zip', files: { count: 1, names: ['a.csv'] } } },
      'The file is a ZIP archive with one file, a.csv, from which no prices can be read. Save the price list as CSV or Excel and give that.',
    ],
    [
      { code: 'other-file', file: { kind: 'misnamed', format: 'xlsx' } },
      'Its content can be read: change the extension of the file to .xlsx.',
    ],
  ] as const)('READ-07 · %o', (error, sentence) => {
    expect(readErrorMessage(error as Parameters<typeof readErrorMessage>[0])).toBe(sentence)
  })
})

describe('prices that cannot be read', () => {
  const PROBLEMS: Record<PriceProblem, string> = {
    'no-price': 'empty',
    'not-a-price': 'not a price|not prices',
    'not-positive': '0',
    'too-large': 'above 9,999,999\\.99',
    'unknown-currency': 'in an unknown currency',
    negative: 'negative',
    range: 'a range|ranges',
    'other-currency': 'in another currency',
    'two-prices': 'two prices that disagree',
    'no-number': 'no number',
    date: 'a date|dates',
    percent: 'a percentage|percentages',
    ambiguous: 'can be read in two ways',
    'cell-error': 'an error value|error values',
    'out-of-place': 'not under its title|not under their title',
    'not-hundredths': 'in a column of stotinki or cents that also has other amounts',
  }
  const sentence = (...problems: Partial<ProblemSummary>[]) =>
    noValidPrice(
      problems.map((one): ProblemSummary => {
        return { problem: 'date', nth: 0, count: 1, lines: [2], example: '', ...one }
      }),
      (nth) => `'Цена ${nth}'`,
    )

  it.each(Object.entries(PROBLEMS) as [PriceProblem, string][])(
    'READ-07 · one or several cells of a kind, with advice: %s',
    (problem, words) => {
      const verb = '(?:is|are|has|have|can)'
      const said = `${verb}(?: (?:be|not))?.*(?:${words}|${words.replace('can ', '')})`
      expect(sentence({ problem })).toMatch(
        new RegExp(
          `^The file has no row with a valid price: 1 cell of 'Цена 0' ${said}, in row 2\\. [A-Z].{15,}\\.$`,
        ),
      )
      expect(sentence({ problem, count: 2, lines: [2, 3], nth: 1 })).toMatch(
        new RegExp(`: 2 cells of 'Цена 1' ${said}, in rows 2, 3\\. [A-Z].{15,}\\.$`),
      )
    },
  )

  it('READ-07 · the four most frequent kinds are named, with the advice for the first', () => {
    const kinds = ['negative', 'date', 'percent', 'range', 'no-number'] as const
    const text = sentence(
      ...kinds.map((problem, i) => ({ problem, count: 9 - i, lines: [2, 3, 4], example: 'x' })),
    )
    expect(text).toBe(
      "The file has no row with a valid price: 9 cells of 'Цена 0' are negative ('x'), first in rows 2, 3, 4; " +
        "8 cells of 'Цена 0' are dates ('x'), first in rows 2, 3, 4; 7 cells of 'Цена 0' are percentages ('x'), first in rows 2, 3, 4; " +
        "6 cells of 'Цена 0' are ranges ('x'), first in rows 2, 3, 4. Correct the file, or name another column with --price.",
    )
    expect(sentence()).toBe(
      'The file has no row with a valid price: its cells are empty. Name the column with the prices with --price.',
    )
  })
})

describe('open questions', () => {
  /** A reading with one open question about its columns. */
  const asking = (question: ColumnQuestion | null, otherMoney?: string) =>
    ({
      choice: { certain: false },
      assumptions: [],
      detection: { ...columnsOf('Код', 'Цена', 'Сума'), question, candidates: [1, 2], otherMoney },
    }) as unknown as PriceListReading

  it('READ-02 · each question about the columns has a sentence of its own, with the columns to choose from', () => {
    const questions = keysOf<Exclude<ColumnQuestion, 'no-price-title' | 'other-money' | 'hundredths'>>({
      'equal-prices': true,
      'line-amount': true,
      'unknown-title': true,
      'titles-go-on': true,
      'titles-shifted': true,
      'opposed-title': true,
      'second-best': true,
      'damaged-header': true,
      'rows-above': true,
    })
    const texts = questions.map((question) => openQuestions(asking(question)))
    for (const text of texts)
      expect(text).toMatch(
        /^[A-Z].{20,}: 'Цена' \(B\), 'Сума' \(C\)\. Say which column is the price with --price\.$/,
      )
    expect(new Set(texts).size).toBe(questions.length)
    for (const [question, option] of [
      ['titles-go-on', '--header'],
      ['rows-above', '--header'],
    ] as const)
      expect(openQuestions(asking(question))).toContain(option)
  })

  it('READ-02 · there is none where no title names a price, and other money is quoted', () => {
    expect(openQuestions(asking('no-price-title'))).toBeUndefined()
    expect(openQuestions(asking(null))).toBeUndefined()
    expect(openQuestions(asking('other-money', 'Цени в USD'))).toMatch(
      /^The text 'Цени в USD' names money .+--price\.$/,
    )
    expect(openQuestions(asking('hundredths', 'Цена'))).toMatch(
      /^By the title the prices of 'Цена' \(B\), 'Сума' \(C\) are in stotinki or cents\. .+ divided by 100\.$/,
    )
  })

  it('READ-05 · a total, or several, of which the first is quoted with its name', () => {
    const reading = (name: number | null, lines: number[], example: string) =>
      ({
        choice: { certain: true, columns: { name } },
        rows: {
          table: [
            ['Хляб', '1'],
            [' Общо ', '6'],
          ],
        },
        assumptions: [
          { what: 'encoding', encoding: 'windows-1251' },
          { what: 'totals', asked: false, count: 9, lines: [1], example: 'не' },
          { what: 'totals', asked: true, count: lines.length, lines, example },
        ],
      }) as unknown as PriceListReading
    const answer = 'say --totals omit to leave them out, or --totals keep to convert them.'
    expect(openQuestions(reading(0, [2], '6'))).toBe(`A row may be a total (row 2: 'Общо · 6'): ${answer}`)
    expect(openQuestions(reading(null, [2, 1], '6'))).toBe(
      `2 rows may be a total (rows 2, 1: '6'): ${answer}`,
    )
    expect(openQuestions(reading(0, [2], 'Всичко · 6'))).toBe(
      `A row may be a total (row 2: 'Всичко · 6'): ${answer}`,
    )
    expect(openQuestions({ ...reading(0, [2], '6'), assumptions: [] })).toBeUndefined()
  })

  it('READ-04 · each place of a statement is named', () => {
    const places = Object.keys(STATEMENT_LOCATION) as (keyof typeof STATEMENT_LOCATION)[]
    const stated = { where: 'title', text: 'Цена €', currency: 'EUR' } as const
    const said = places.map((where) =>
      currencyQuestion({ taken: 'BGN', by: { ...stated, where, text: 'лв.' }, stated }),
    )
    for (const text of said)
      expect(text).toMatch(
        /^The prices are in BGN by (?:the|a) [\w' ]+ 'лв\.', and in EUR by the title 'Цена €': say which with --from BGN, or with --all-in EUR\.$/,
      )
    expect(new Set(said).size).toBe(8)
  })

  it.each<[CurrencyConflict, string]>([
    [
      { taken: 'EUR', by: 'formats', stated: { where: 'sheet', text: 'лева', currency: 'BGN' } },
      "The prices are in EUR by their number formats, and in BGN by the sheet's name 'лева': say which with --from EUR, or with --all-in BGN.",
    ],
    [
      { taken: 'EUR', by: 'formats', stated: { where: 'between', text: 'лева', currency: 'BGN' } },
      "The prices are in EUR by their number formats, and a part of them may be in BGN: the text between the products 'лева' names it. " +
        '--from EUR reads all of them in EUR. Where both are in the list, name a column of currencies with --currency, or convert two files.',
    ],
  ])('READ-04 · number formats may say it: %o', (conflict, sentence) => {
    expect(currencyQuestion(conflict)).toBe(sentence)
  })
})

it.each<[Parameters<typeof warningText>[0], string]>([
  [
    { code: 'extension-differs', extension: 'csv', format: 'xlsx' },
    'the name ends in .csv, the file is xlsx.',
  ],
  [{ code: 'rows-cut', limit: 5 }, 'only the first 5 rows were read.'],
  [
    { code: 'formula-cells', rows: { count: 2, first: [3, 4] } },
    'rows 3, 4 have cells that spreadsheet programs run as formulas; convert makes them harmless, apply leaves them as they are.',
  ],
  [
    { code: 'records-differ', counted: 7, present: 5, read: 5 },
    'records by the header of the table: 7; in the file: 5; read: 5. Check that the file is complete.',
  ],
  [
    {
      code: 'entries-unread',
      entries: [
        { path: 'a.zip', why: 'archive' },
        { path: '../b.csv', why: 'outside' },
        { path: 'c.rar', why: 'archive' },
      ],
    },
    "not read, and left as they are: ../b.csv (a path with '..' may lead out of the archive); a.zip, c.rar (an archive within the archive).",
  ],
  [
    { code: 'undecodable-bytes', count: 1, rows: { count: 0, first: [] } },
    '1 character could not be decoded; check there, and --encoding may name a better encoding.',
  ],
])('READ-08 · a warning says what was found: %o', (warning, text) => {
  expect(warningText(warning)).toBe(text)
})
