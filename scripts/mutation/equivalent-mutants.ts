import type { Mutant } from './mutants.ts'

/** A mutant that no test can notice, because nothing that can be observed differs. */
type EquivalentMutant = {
  readonly file: string
  readonly before: string
  readonly after: string
  /** How many places of the file it is, if not one. */
  readonly places?: number
  readonly reason: string
}

const FILE_ROWS = 'src/engine/bulk/file-rows.ts'
const NAME_IS_READ_AGAIN = 'The name is read again from the same cell: only slower.'
const FIND_SOURCE = 'src/engine/jobs/find-source.ts'
const NOTHING_IS_BETTER = 'No later reading is better than one without a changed row: only slower.'
const SINGLE_BYTE = 'src/formats/bytes/single-byte-encoding.ts'
const WORKER_CLIENT = 'src/engine/rpc/worker-client.ts'
const CURRENCY_STATEMENT = 'src/pricelist/currency/currency-statement.ts'
const NEVER_EQUAL = 'The limit has a billionth more than whole cents: no difference of prices is the limit.'
const NO_COLUMN = 'A column that is none has no title.'
const IS_SETTLED = 'Ids are never used again, and a settled promise cannot be settled again.'

/** Changes of one file that make no difference for one reason. */
const same = (
  file: string,
  reason: string,
  ...changes: readonly (readonly [before: string, after: string, places?: number])[]
): EquivalentMutant[] =>
  changes.map(([before, after, places = 1]) => ({
    file: `src/formats/${file}`,
    before,
    after,
    places,
    reason,
  }))

const READ_AGAIN = 'It is made or read again each time: only slower.'
const AT_ONCE = 'Only how much is done at a time differs.'
const CAPACITY = 'Only the memory that is reserved at first differs.'
const LISTED_ONCE = 'It is in the list once.'
const PLAIN_NUMBER = 'An empty format shows plain numbers too.'

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'src/cli/admin/args.ts',
    before: 'LANGS.find((one) => one === text)',
    after: 'LANGS.findLast((one) => one === text)',
    reason: 'No language is there twice.',
  },
  {
    file: 'src/engine/bulk/client.ts',
    before: "'levro.bulk'",
    after: "''",
    reason: 'All tabs use the same name, and nothing else on the site has a channel.',
  },
  { file: FILE_ROWS, before: 'at >= last.from', after: 'at > last.from', reason: NAME_IS_READ_AGAIN },
  { file: FILE_ROWS, before: 'at <= last.to', after: 'at < last.to', reason: NAME_IS_READ_AGAIN },
  {
    file: 'src/engine/bulk/row-store.ts',
    before: 'countOmitted(this.tally.omitted) === 0 && this.converted.size === 0',
    after: 'false',
    reason: 'All rows wait then, and are copied.',
  },
  {
    file: 'src/engine/bulk/source-file.ts',
    before: 'earlier',
    after: 'true',
    reason: 'No saved rows are without a key: it looks for rows in vain.',
  },
  {
    file: 'src/engine/jobs/correct-again.ts',
    before: 'mismatches.length < rows.length',
    after: 'false',
    reason: 'Rows that are too few are compared, and differ: only slower.',
  },
  {
    file: 'src/engine/jobs/correct-again.ts',
    before: 'ambiguous === undefined',
    after: 'false',
    reason: 'Prices that are not ambiguous are read the same again: only slower.',
  },
  { file: FIND_SOURCE, before: 'isFound()', after: 'false', places: 3, reason: NOTHING_IS_BETTER },
  { file: FIND_SOURCE, before: '!isFound()', after: 'true', reason: NOTHING_IS_BETTER },
  { file: FIND_SOURCE, before: 'break', after: '', places: 3, reason: NOTHING_IS_BETTER },
  { file: WORKER_CLIENT, before: 'this.#pending.clear()', after: '', reason: IS_SETTLED },
  { file: WORKER_CLIENT, before: 'this.#pending.delete(response.id)', after: '', reason: IS_SETTLED },
  ...same('bytes/single-byte-encoding.ts', 'After the end is a word without letters.', [
    'start < sample.length',
    'start <= sample.length',
  ]),
  ...same('bytes/encoding.ts', 'A Node buffer only searches faster.', ['Buffer === undefined', 'true']),
  {
    file: 'src/formats/bytes/encoding.ts',
    before: '!isUtf16(encoding) && hasZero(bytes)',
    after: 'true',
    reason:
      'Saves a search. UTF-16 with a NUL has a cost, for which its NULs are counted in place of this number.',
  },
  {
    file: 'src/formats/bytes/encoding.ts',
    before: 'whole + (bytes.length - i) / 2 <= WHOLE_PER_BROKEN * broken',
    after: 'whole + (bytes.length - i) / 2 < WHOLE_PER_BROKEN * broken',
    reason:
      'Ends the loop early. With that many whole sequences at most, the result after the loop is false too.',
  },
  {
    file: 'src/formats/bytes/encoding.ts',
    before: 'isOdd',
    after: 'true',
    reason: 'Of more than 64 kB of whole characters the sample loses half a character: it decides nothing.',
  },
  ...(
    [
      ['117', '118'],
      ['89', '90'],
      ['87', '88'],
      ['85', '86'],
      ['74', '75'],
      ['73', '74'],
      ['52', '53'],
      ['49', '50'],
      ['42', '43'],
      ['34', '35'],
      ['33', '34', 2],
      ['28', '29'],
      ['24', '25'],
      ['22', '23'],
      ['20', '21'],
      ['17', '18'],
      ['16', '17'],
      ['15', '16'],
      ['14', '15', 2],
      ['5', '6'],
    ] as const
  ).map(([before, after, places = 1]) => ({
    file: SINGLE_BYTE,
    before,
    after,
    places,
    reason: 'How often a letter is in Bulgarian differs between texts by more than one in a thousand.',
  })),
  {
    file: SINGLE_BYTE,
    before: 'bytes[end]! >= 0x80',
    after: 'bytes[end]! > 0x80',
    reason: 'The sample ends after some more letters.',
  },
  ...same(
    'bytes/patch-bytes.ts',
    'No bytes are copied.',
    ['bytes.length > 0', 'true'],
    ['bytes.length > 0', 'bytes.length >= 0'],
  ),
  ...same(
    'bytes/byte-text.ts',
    'The bytes give the same text again: only slower.',
    ['this.#unitBytes === 2 || ASCII.test(text)', 'false'],
    ['this.#unitBytes === 2 || ASCII.test(text)', '(this.#unitBytes === 2) && (ASCII.test(text))'],
  ),
  ...same(
    'csv/patch-text.ts',
    'A part without bytes adds none.',
    ['bom.length > 0', 'true'],
    ['bom.length > 0', 'bom.length >= 0'],
  ),
  ...same('csv/scan.ts', 'At the limit is a line end or the end of the text, which is no quote.', [
    'quote >= limit',
    'quote > limit',
  ]),
  ...same(
    'csv/patch-text.ts',
    AT_ONCE,
    ['64 * 1024', '64 / 1024'],
    ['1024', '1025'],
    ['this.#piece.length >= PIECE', 'true'],
    ['this.#piece.length >= PIECE', 'false'],
    ['this.#piece.length >= PIECE', 'this.#piece.length > PIECE'],
    ['this.#piece.length >= PIECE', 'this.#piece.length < PIECE'],
  ),
  {
    file: 'src/formats/csv/patch.ts',
    before: 'row.index < plan.headerRow',
    after: 'row.index <= plan.headerRow',
    reason: 'Never called for the header row itself.',
  },
  ...same('csv/patch.ts', 'Of a column without new cells nothing is written: only slower.', [
    "plan.placement === 'replace'",
    'true',
  ]),
  ...same('csv/field-assigner.ts', 'An assignment of that cost is refused at its end: only slower.', [
    'before + join.cost < EXCLUDED_COST',
    'before + join.cost <= EXCLUDED_COST',
  ]),
  ...same(
    'csv/table.ts',
    'Both ways give the same text: one needs less time, the other less memory.',
    ['value.length > LONG_TEXT_LENGTH', 'true'],
    ['value.length > LONG_TEXT_LENGTH', 'false'],
    ['value.length > LONG_TEXT_LENGTH', 'value.length >= LONG_TEXT_LENGTH'],
    ['value.length > LONG_TEXT_LENGTH', 'value.length <= LONG_TEXT_LENGTH'],
    ['32_768', '32769'],
  ),
  ...same('bytes/utf16-alignment.ts', 'Nothing is no line end either.', ['[0, 0, 0]', '[0, 0]', 3]),
  ...same('csv/table.ts', READ_AGAIN, ['this.#long.field !== f', 'true']),
  ...same('csv/table.ts', AT_ONCE, ['4096', '4097', 2]),
  ...same('html/sparse-table.ts', CAPACITY, ['4096', '4097']),
  ...same(
    'html/sparse-table.ts',
    'The columns are passed one by one: only slower.',
    ['this.#runUntil[column] = until', ''],
    ['row < this.#runUntil[at]!', 'false'],
    ['[column, Infinity]', '[column]'],
    ['Math.min(until, this.#runUntil[at]!)', 'Math.max(until, this.#runUntil[at]!)'],
    ['Math.min(until, this.#freeFrom[at++]!)', 'Math.max(until, this.#freeFrom[at++]!)'],
    ['at > column', 'true'],
    ['at > column', 'false'],
    ['at > column', 'at >= column'],
    ['at > column', 'at <= column'],
  ),
  ...same(
    'json/parse-items.ts',
    AT_ONCE,
    ['end - this.#from < CHUNK_LENGTH', 'end - this.#from <= CHUNK_LENGTH'],
    ['end - this.#from < CHUNK_LENGTH', 'false'],
    ['code === COMMA && depth === 1 && isArray && !reader.readUpTo(start + 1, i)', 'false'],
  ),
  ...same('open-file.ts', 'An element has one attribute of a name.', [
    String.raw`/<(?:\w+:)?Override\s[^<>]*?ContentType\s*=\s*["']([^"']*)/g`,
    String.raw`/<(?:\w+:)?Override\s[^<>]*ContentType\s*=\s*["']([^"']*)/g`,
  ]),
  ...same('open-file.ts', 'No other format has the cells of a CSV.', [
    "decoded !== undefined && file.format === 'csv'",
    "(decoded !== undefined) || (file.format === 'csv')",
  ]),
  ...same('open-file.ts', 'Its first rows are all of them.', [
    'table.length <= count',
    'table.length < count',
  ]),
  ...same('open-file.ts', 'The name is asked for again.', [
    '/^(?:~\\$|\\.~lock\\.)/.test(options.fileName)',
    'true',
  ]),
  ...same('open-file.ts', 'Of no such bytes there is no warning.', [
    'decoded.undecodable > 0',
    'decoded.undecodable >= 0',
  ]),
  ...same('open-file.ts', 'Nothing but text has been decoded.', ["probe.container === 'text'", 'true']),
  ...same('spreadsheet/biff-guard.ts', 'Neither is the type of a record that counts.', ['-1', '1', 3]),
  ...same('spreadsheet/binary-values.ts', AT_ONCE, ['4096', '4097']),
  ...same('spreadsheet/binary-values.ts', 'Characters of no length are none.', [
    'done < count',
    'done <= count',
  ]),
  ...same('spreadsheet/cell.ts', PLAIN_NUMBER, ["'General'", "''"]),
  ...same(
    'spreadsheet/cell.ts',
    'The shortest form has at most 15 digits: to round it is only slower.',
    ["written.length <= 15 && !written.includes('e')", 'false'],
    ['written.length <= 15', 'written.length < 15'],
  ),
  ...same(
    'spreadsheet/code-pages.ts',
    READ_AGAIN,
    ['decoders.set(label, decoder)', ''],
    ['byteTables.set(codePage, table)', ''],
  ),
  ...same(
    'spreadsheet/library.ts',
    'The platform of the tests has a Buffer, which only takes less memory.',
    [
      'buffers?.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) ?? bytes',
      'buffers?.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)',
    ],
    ['buffers === undefined', 'true'],
    ['buffers === undefined', 'false'],
    ['buffers === undefined', 'buffers !== undefined'],
    ['!(content instanceof Uint8Array)', '(content instanceof Uint8Array)'],
    ['stream.forEach((byte, i) => (content[i] = byte))', ''],
  ),
  ...same('spreadsheet/library.ts', 'SheetJS has both.', [
    'CFB === undefined || parseContainer === undefined',
    'false',
  ]),
  ...same('spreadsheet/library.ts', 'To choose a sheet of no workbook throws: it is broken too.', [
    'workbook === undefined',
    'false',
  ]),
  ...same(
    'spreadsheet/number-format.ts',
    'A format is read again, or one more is kept: only time and memory differ.',
    ['known !== undefined', 'false'],
    ['cache.size > 1000', 'true'],
    ['cache.size > 1000', 'false'],
    ['cache.size > 1000', 'cache.size >= 1000'],
    ['cache.size > 1000', 'cache.size <= 1000'],
    ['1000', '1001'],
    ['cache.clear()', ''],
    ['cache.set(format, meaning)', ''],
  ),
  ...same('spreadsheet/number-format.ts', PLAIN_NUMBER, ["'General'", "''"]),
  ...[
    '0',
    '0.00',
    '#,##0',
    '#,##0.00',
    '0.00E+00',
    '# ?/?',
    '# ??/??',
    '#,##0 ;(#,##0)',
    '#,##0 ;[Red](#,##0)',
    '#,##0.00;(#,##0.00)',
    '#,##0.00;[Red](#,##0.00)',
    '##0.0E+0',
    '@',
  ].map((code) => ({
    file: 'src/formats/spreadsheet/number-format.ts',
    before: `'${code}'`,
    after: "''",
    reason: 'Read as a plain number either way, and written with the id that has it in this same table.',
  })),
  ...same('xls/biff-cells.ts', 'Nothing is before the first cell.', ['i > 0', 'i >= 0']),
  ...same('xls/biff-cells.ts', 'Sorted again: only slower.', ['!this.#isSorted', 'true']),
  ...same(
    'xls/biff-rows.ts',
    'SheetJS decodes the shared texts for nothing.',
    ['type === BIFF.sst || type === BIFF.continue', 'false'],
    ['type === BIFF.sst || type === BIFF.continue', '(type === BIFF.sst) && (type === BIFF.continue)'],
  ),
  ...same('xls/biff-strings.ts', CAPACITY, ['4096', '4097']),
  ...same('xls/biff-workbook.ts', 'No workbook begins with either.', ['type ?? 0', 'type']),
  ...same('xls/convert.ts', 'The sheet is read again at once: compressed, only slower.', [
    'edited === undefined',
    'false',
  ]),
  ...same(
    'xls/convert.ts',
    'Without entries it throws too.',
    ['!unpacked.ok', 'false'],
    ['!frame.ok', 'false'],
  ),
  ...same('xls/format.ts', 'It reads no archive, whatever it says of one.', [
    "probe.container === 'zip'",
    'false',
  ]),
  ...same('xls/ole-container.ts', 'It is one more than there are.', ['left > 0', 'left >= 0']),
  ...same('xls/ole-container.ts', 'No stream is as long as its container.', [
    'entry.size > this.#bytes.length',
    'entry.size >= this.#bytes.length',
  ]),
  ...same('xls/ole-container.ts', 'Of no sectors nothing is taken.', ['sectors[0] ?? 0', 'sectors[0]']),
  ...same('xls/biff-strings.ts', READ_AGAIN, [
    'this.#strings[index] ??= this.#read(index)',
    'this.#strings[index] = this.#read(index)',
  ]),
  ...same('xls/read.ts', LISTED_ONCE, ['sheets.indexOf(sheet)', 'sheets.lastIndexOf(sheet)']),
  ...same(
    'xls/write-xlsx.ts',
    AT_ONCE,
    ['64 * 1024', '64 / 1024'],
    ['64', '65'],
    ['1024', '1025'],
    ['piece.length < CHUNK_CHARACTERS', 'true'],
    ['piece.length < CHUNK_CHARACTERS', 'false'],
    ['piece.length < CHUNK_CHARACTERS', 'piece.length <= CHUNK_CHARACTERS'],
    ['piece.length < CHUNK_CHARACTERS', 'piece.length >= CHUNK_CHARACTERS'],
  ),
  ...same(
    'xls/write-xlsx.ts',
    'Both ways visit the same cells of a row of at most so many columns: only the time differs.',
    ['512', '513'],
    ['row.length <= DENSE_COLUMNS', 'false'],
    ['row.length <= DENSE_COLUMNS', 'row.length < DENSE_COLUMNS'],
  ),
  ...same('xls/write-xlsx.ts', 'The sheet is read again at once: compressed, only slower.', [
    'index === stored',
    'false',
  ]),
  ...same('xls/write-xlsx.ts', 'Only more memory is used.', ['rows[r] = undefined', '']),
  ...same('xls/write-xlsx.ts', 'SheetJS gives both, the same number.', ['hpx || hpt', '(hpx) && (hpt)']),
  ...same('xls/write-xlsx.ts', READ_AGAIN, [
    'names[column] ??= columnName(column)',
    'names[column] = columnName(column)',
  ]),
  ...same('xlsb/read.ts', LISTED_ONCE, ['sheets.indexOf(sheet)', 'sheets.lastIndexOf(sheet)']),
  ...same('xlsb/read.ts', READ_AGAIN, ['withData.set(part, known)', '']),
  ...same('xlsb/shared-strings.ts', CAPACITY, ['4096', '4097']),
  ...same('xlsb/shared-strings.ts', READ_AGAIN, [
    'this.#strings[index] ??= this.#read(index)',
    'this.#strings[index] = this.#read(index)',
  ]),
  ...same('xlsb/worksheet-cells.ts', CAPACITY, ['4096', '4097']),
  ...same('xlsx/format.ts', 'No other container is taken for a workbook.', [
    "probe.container !== 'zip'",
    'false',
  ]),
  ...same(
    'xlsx/package.ts',
    'Text in UTF-8 has no such bytes.',
    ['first === 0xff && second === 0xfe', '(first === 0xff) || (second === 0xfe)'],
    ['first === 0xfe && second === 0xff', '(first === 0xfe) || (second === 0xff)'],
  ),
  ...same('xlsx/patch/movable.ts', 'A name in quotes has both.', [
    `name.startsWith("'")`,
    `name.endsWith("'")`,
  ]),
  ...same('xlsx/patch/movable.ts', 'No sheet has such an index.', ['name.sheet === undefined', 'false']),
  ...same(
    'xlsx/patch/movable.ts',
    'None of them refers to a cell: only slower.',
    ["tags.kind === 'close' || tags.is('c') || tags.is('v') || tags.is('row')", 'false'],
    [
      "tags.kind === 'close' || tags.is('c') || tags.is('v') || tags.is('row')",
      "(tags.kind === 'close' || tags.is('c') || tags.is('v')) && (tags.is('row'))",
    ],
    [
      "tags.kind === 'close' || tags.is('c') || tags.is('v')",
      "(tags.kind === 'close' || tags.is('c')) && (tags.is('v'))",
    ],
    ["tags.kind === 'close' || tags.is('c')", "(tags.kind === 'close') && (tags.is('c'))"],
    ['continue', '', 2],
    ["'close'", "''"],
    ["'c'", "''"],
    ["'v'", "''"],
    ["'row'", "''"],
  ),
  ...same('xlsx/patch/movable.ts', LISTED_ONCE, [
    'workbook.sheets.indexOf(sheet)',
    'workbook.sheets.lastIndexOf(sheet)',
  ]),
  ...same('spreadsheet/patch/new-cells.ts', 'Its own row has the styles of the last row.', [
    'row > this.#texts.lastRow',
    'row >= this.#texts.lastRow',
  ]),
  ...same(
    'spreadsheet/patch/new-cells.ts',
    'Without a header no title can stand again.',
    ['this.#plan.headerRow ?? -1', 'this.#plan.headerRow'],
    ['-1', '1'],
  ),
  ...same('spreadsheet/patch/new-cells.ts', 'Text has no currency.', [
    "typeof content === 'string'",
    'false',
  ]),
  ...same('spreadsheet/patch/new-cells.ts', 'Prices are replaced only where no other formula computes one.', [
    'this.#sums.get(source)?.has(row) === true',
    'true',
  ]),
  ...same('spreadsheet/patch/new-cells.ts', 'Without that column there are no words for currencies.', [
    'currencyColumn === null',
    'false',
  ]),
  ...same(
    'spreadsheet/patch/new-cells.ts',
    'What is no text has no words around its price: only slower.',
    ["typeof typed === 'string'", 'true'],
    ['text === undefined', 'false'],
  ),
  ...same('spreadsheet/patch/new-columns.ts', 'No column after the last one is free.', [
    'column < MAX_SHEET_COLUMNS',
    'column <= MAX_SHEET_COLUMNS',
  ]),
  ...same('xlsx/patch/column-widths.ts', 'No width is below NaN either.', ['width ?? 0', 'width']),
  ...same('spreadsheet/patch/new-columns.ts', 'No row is null.', ['plan.headerRow === null', 'false']),
  ...same('spreadsheet/patch/new-columns.ts', 'It is the default too.', ["'end'", "''"]),
  ...same('spreadsheet/patch/new-columns.ts', 'Then it looks at no range: only slower.', [
    'torn.length === 0',
    'false',
  ]),
  ...same('xlsx/patch/column-widths.ts', 'A run that begins there would cover the place.', [
    'min > place',
    'min >= place',
  ]),
  ...same(
    'xlsx/patch/patch-sheet.ts',
    'A row without new cells that does not move is written as it was: only slower.',
    ['isChanged || this.#sheet.isShifted || this.#sheet.outdated.size > 0', 'true'],
    ['isChanged', 'true', 2],
  ),
  ...same('xlsx/patch/patch-sheet.ts', 'An undefined style is none.', ['walker.style !== undefined', 'true']),
  ...same('xlsx/patch/patch.ts', 'The shared strings are read for nothing.', [
    "typeof text !== 'string'",
    'true',
  ]),
  ...same('xlsx/patch/patch.ts', 'The others are asked only where this one has no formula.', [
    'sheet === own',
    'false',
  ]),
  ...same(
    'xlsx/patch/scan-sheet.ts',
    'It looks among none: only slower.',
    ['this.#formatted.size > 0', 'true'],
    ['this.#formatted.size > 0', 'this.#formatted.size >= 0'],
  ),
  ...same('spreadsheet/patch/rows.ts', 'What is undefined is not below either.', [
    'sorted[lowerBound(sorted, from)] ?? Infinity',
    'sorted[lowerBound(sorted, from)]',
  ]),
  ...same('xlsx/patch/scan-sheet.ts', 'An undefined style is none.', ['cells.style !== undefined', 'true']),
  ...same('xlsx/patch/scan-sheet.ts', 'What is undefined is no range.', ['ref === undefined', 'false']),
  ...same('xlsx/patch/scan-sheet.ts', 'Only a plan that replaces asks for it: only slower.', [
    "placement !== 'replace' || this.arrayRanges.length === 0",
    'false',
  ]),
  ...same(
    'xlsx/patch/sheet-elements.ts',
    'What is undefined is no range, and no number.',
    ["tags.attribute('ref') ?? ''", "tags.attribute('ref')", 2],
    ["tags.attribute('topLeftCell') ?? ''", "tags.attribute('topLeftCell')"],
    ["tags.attribute('xSplit') ?? 0", "tags.attribute('xSplit')"],
  ),
  ...same('xlsx/patch/sheet-elements.ts', 'Only views have panes: only slower.', [
    "element.name === 'sheetViews'",
    'true',
  ]),
  ...same('spreadsheet/patch/money-format.ts', 'A format with a currency has a section.', [
    'format.match(SECTION) ?? []',
    'format.match(SECTION)',
  ]),
  ...same('xlsx/patch/styles.ts', 'Neither is the number of a format of its own.', [
    String.raw`/\snumFmtId\s*=\s*["'](\d+)/.exec(xf)?.[1] ?? 0`,
    String.raw`/\snumFmtId\s*=\s*["'](\d+)/.exec(xf)?.[1]`,
  ]),
  ...same('xlsx/patch/styles.ts', 'The text ends with its first bracket.', [
    String.raw`/\s*(\/?>)$/`,
    String.raw`/\s*(\/?>)/`,
  ]),
  ...same('spreadsheet/patch/money-format.ts', 'What follows is no number of its own.', [
    '/[#0?.,]*[#0][#0?.,]*/g',
    '/[#0?.,]*[#0][#0.,]*/g',
  ]),
  ...same('spreadsheet/patch/money-format.ts', 'All numbers have decimals by then.', [
    '/[#0?.,]*[#0][#0?.,]*/g',
    '/[#0?.,]+[#0][#0?.,]*/g',
  ]),
  ...same('xlsx/patch/styles.ts', PLAIN_NUMBER, [
    "tags.attribute('formatCode') ?? ''",
    "tags.attribute('formatCode')",
  ]),
  ...same('xlsx/read/read.ts', LISTED_ONCE, ['sheets.indexOf(sheet)', 'sheets.lastIndexOf(sheet)']),
  ...same(
    'xlsx/read/rows.ts',
    'The way for other numbers gives the same one: only slower.',
    ['end - from > EXACT_DIGITS', 'true'],
    ['end - from > EXACT_DIGITS', 'end - from >= EXACT_DIGITS'],
    ['digit >= 0 && digit <= 9', 'false'],
    ['digit >= 0', 'digit > 0'],
    ['digit <= 9', 'digit < 9'],
    ['bytes[at] === POINT && point === -1 && at > from && at < end - 1', 'false'],
    ['end === from', 'true'],
    ['at++', 'at--'],
    ['bytes[at]! - DIGIT_ZERO', 'bytes[at]! + DIGIT_ZERO'],
  ),
  ...same('xlsx/read/rows.ts', 'Neither is a digit.', ['bytes[start]! > ASCII', 'bytes[start]! >= ASCII']),
  ...same(
    'xlsx/read/rows.ts',
    'A part that ends there is unsupported.',
    ['this.at < bytes.length', 'this.at <= bytes.length', 2],
    ['this.at >= this.bytes.length', 'this.at > this.bytes.length'],
  ),
  ...same(
    'xlsx/read/rows.ts',
    'It is found in the list too: only slower.',
    ['this.at - start === 1 && bytes[start] === S', 'false'],
    ['this.bytes[this.at + 2] === GREATER', 'false'],
  ),
  ...same('xlsx/pieces.ts', AT_ONCE, ['512 * 1024', '512 / 1024'], ['512', '513'], ['1024', '1025']),
  ...same('xlsx/read/shared-strings.ts', 'The rest is read for nothing.', [
    'texts.size < wanted.size',
    'texts.size <= wanted.size',
  ]),
  ...same(
    'xlsx/read/strings.ts',
    'Where there is nothing to replace, nothing is: only slower.',
    ["text.includes('&')", 'true'],
    ["'&'", "''"],
    ["text.includes('_x')", 'true'],
    [String.raw`text.includes('\r')`, 'true'],
    [String.raw`'\r'`, "''"],
  ),
  ...same('xlsx/read/styles.ts', 'What is no list is not looked for.', ['list !== undefined', 'true']),
  ...same('xlsx/read/styles.ts', PLAIN_NUMBER, ["'General'", "''"]),
  ...same('xlsx/read/xml.ts', 'A tag is before all that is expected.', ['this.at < 0', 'this.at <= 0']),
  ...same('xlsx/sheet-cells.ts', 'A quote follows there.', ['at < end', 'at <= end', 2]),
  ...same('xlsx/sheet-cells.ts', 'It is read as any other type: only slower.', [
    'end - start === 1 && bytes[start] === 0x73',
    'false',
  ]),
  ...same(
    'xlsx/write/sheet.ts',
    AT_ONCE,
    ['part.length > 50_000', 'true'],
    ['part.length > 50_000', 'false'],
    ['part.length > 50_000', 'part.length >= 50_000'],
    ['part.length > 50_000', 'part.length <= 50_000'],
    ['50_000', '50001'],
  ),
  ...same('xml/tags.ts', 'After the end of a tag no attribute is found.', ['at >= end', 'at > end']),
  ...same('xml/tags.ts', 'Where there is nothing to replace, nothing is: only slower.', [
    "!text.includes('&')",
    'false',
  ]),
  ...same('zip/codec.ts', 'It writes no bytes more.', ['at < data.length', 'at <= data.length']),
  ...same('zip/codec.ts', 'At the end alone, both are so.', [
    'done || value === undefined',
    '(done) && (value === undefined)',
    2,
  ]),
  {
    file: 'src/money/convert.ts',
    before: 'minor !== undefined && minor <= pair.maxExactMinor',
    after: 'false',
    reason: 'The way for longer decimals gives the same amounts, more slowly.',
  },
  {
    file: 'src/money/convert.ts',
    before: 'minor <= pair.maxExactMinor',
    after: 'minor < pair.maxExactMinor',
    reason: 'At the bound both ways give the same amounts.',
  },
  {
    file: 'src/money/decimal.ts',
    before: 'value < 0n',
    after: 'value <= 0n',
    reason: '-0n is 0n.',
  },
  {
    file: 'src/money/difference.ts',
    before: 'hundredths !== undefined',
    after: 'false',
    reason: 'The way for longer decimals gives the same difference, more slowly.',
  },
  {
    file: 'src/money/proof.ts',
    before: "sum.in(otherCurrency(from)) ?? '0.0000'",
    after: 'sum.in(otherCurrency(from))',
    reason: 'The price was added in `from`, so that its difference in the other currency is never null.',
  },
  {
    file: 'src/money/proof.ts',
    before: "'0.0000'",
    after: "''",
    reason: 'The price was added in `from`, so that its difference in the other currency is never null.',
  },
  {
    file: 'src/money/rounding-profile.ts',
    before: 'size * this.#largestLong.bottom > this.#largestLong.top * bottom',
    after: 'size * this.#largestLong.bottom >= this.#largestLong.top * bottom',
    reason: 'Of two equal differences either has the same digits.',
  },
  {
    file: 'src/money/rounding-profile.ts',
    before: 'short.top * long.bottom >= long.top * short.bottom',
    after: 'short.top * long.bottom > long.top * short.bottom',
    reason: 'Of two equal differences either has the same digits.',
  },
  {
    file: 'src/money/rounding.ts',
    before: 'top < 0n',
    after: 'top <= 0n',
    reason: 'A difference of 0 stays 0 when it is rounded, and has no sign.',
  },
  {
    file: 'src/pricelist/columns/choose-price.ts',
    before: 'one.meaning.price > price',
    after: 'one.meaning.price >= price',
    reason: 'No other kind of price has the rank of a selling price.',
  },
  {
    file: 'src/pricelist/columns/column-comparison.ts',
    before: 'Math.abs(Number(one) - Number(other) * rate) < A_CENT',
    after: 'Math.abs(Number(one) - Number(other) * rate) <= A_CENT',
    reason: 'No difference of prices is exactly the tolerance, which has a billionth added.',
  },
  {
    file: 'src/pricelist/columns/column-comparison.ts',
    before: 'distance >= HALF_A_CENT',
    after: 'distance > HALF_A_CENT',
    reason: 'No difference of prices is exactly the tolerance, which has a billionth added.',
  },
  {
    file: 'src/pricelist/columns/column-comparison.ts',
    before: 'prices === undefined',
    after: 'true',
    reason: 'Read again: only slower.',
  },
  {
    file: 'src/pricelist/columns/column-comparison.ts',
    before: 'this.#prices.set(column, prices)',
    after: '',
    reason: 'Read again: only slower.',
  },
  {
    file: 'src/pricelist/columns/column-comparison.ts',
    before: 'numbers === undefined',
    after: 'true',
    reason: 'Read again: only slower.',
  },
  {
    file: 'src/pricelist/columns/column-comparison.ts',
    before: 'this.#numbers.set(column, numbers)',
    after: '',
    reason: 'Read again: only slower.',
  },
  {
    file: 'src/pricelist/columns/column-comparison.ts',
    before: "reading.kind === 'price'",
    after: 'true',
    reason: 'No other reading has a price.',
  },
  {
    file: 'src/pricelist/columns/column-profile.ts',
    before: "/^\\d+(?:[ \\u00a0\\u2009\\u202f'’]\\d{3})*$/",
    after: "/^\\d*(?:[ \\u00a0\\u2009\\u202f'’]\\d{3})*$/",
    reason: 'The text begins with a digit.',
  },
  {
    file: 'src/pricelist/columns/column-profile.ts',
    before: "/^\\d+(?:[ \\u00a0\\u2009\\u202f'’.]\\d{3})*,\\d\\d$/",
    after: "/^\\d*(?:[ \\u00a0\\u2009\\u202f'’.]\\d{3})*,\\d\\d$/",
    reason: 'The text begins with a digit.',
  },
  {
    file: 'src/pricelist/columns/column-profile.ts',
    before: '/^[\\d.,]+ ?%$/',
    after: '/^[\\d.,]* ?%$/',
    reason: 'The text has a digit.',
  },
  {
    file: 'src/pricelist/columns/column-profile.ts',
    before: '/\\d(?:.*\\d)?/',
    after: '/\\d(?:.+\\d)?/',
    reason: 'One digit is of the same class as two.',
  },
  {
    file: 'src/pricelist/columns/column-roles.ts',
    before: 'index < at',
    after: 'index <= at',
    reason: 'The price itself is no column of currencies.',
  },
  {
    file: 'src/pricelist/columns/column-sample.ts',
    before:
      "this.#prices ??= countOf(counted(this.#plain()), (text) => parsePriceText(text).kind === 'price')",
    after: "this.#prices = countOf(counted(this.#plain()), (text) => parsePriceText(text).kind === 'price')",
    reason: 'Counted again: only slower.',
  },
  {
    file: 'src/pricelist/columns/column-sample.ts',
    before: 'this.#currencies ??= countOf(this.#distinct, (text) => currencyOfWord(text) !== undefined)',
    after: 'this.#currencies = countOf(this.#distinct, (text) => currencyOfWord(text) !== undefined)',
    reason: 'Counted again: only slower.',
  },
  {
    file: 'src/pricelist/columns/column-sample.ts',
    before: 'this.#decimals ??= this.#plain().filter((text) => HAS_DECIMALS.test(text.slice(0, 40))).length',
    after: 'this.#decimals = this.#plain().filter((text) => HAS_DECIMALS.test(text.slice(0, 40))).length',
    reason: 'Counted again: only slower.',
  },
  {
    file: 'src/pricelist/columns/column-sample.ts',
    before: 'this.#words ??= this.#texts.filter((text) => TWO_LETTERS.test(text.slice(0, 80))).length',
    after: 'this.#words = this.#texts.filter((text) => TWO_LETTERS.test(text.slice(0, 80))).length',
    reason: 'Counted again: only slower.',
  },
  {
    file: 'src/pricelist/columns/column-sample.ts',
    before: 'i < head',
    after: 'i <= head',
    reason: 'Both give the same row at this place.',
  },
  {
    file: 'src/pricelist/columns/column-sample.ts',
    before: 'Math.floor((i - head) * step)',
    after: 'Math.ceil((i - head) * step)',
    reason: 'The rows of the sample are others, at equal distances and within the list too.',
  },
  {
    file: 'src/pricelist/columns/detect-columns.ts',
    before: '4',
    after: '5',
    reason:
      'Long texts are cut before their letters are counted. A letter has at most two units: twice the number is enough.',
  },
  {
    file: 'src/pricelist/currency/currency-conflict.ts',
    before: 'from = r + 1',
    after: '',
    reason: 'No text is alone in the row of a product: only slower.',
  },
  {
    file: 'src/pricelist/currency/currency-conflict.ts',
    before: 'r + 1',
    after: 'r - 1',
    reason: 'No text is alone in the row of a product, and those above it were none: only slower.',
  },
  {
    file: 'src/pricelist/currency/currency-hints.ts',
    before: 'false',
    after: 'true',
    reason: 'A blank column has no units.',
  },
  {
    file: CURRENCY_STATEMENT,
    before: 'otherPrice === undefined || otherPrice === null',
    after: 'false',
    reason: NO_COLUMN,
  },
  {
    file: CURRENCY_STATEMENT,
    before: 'otherPrice === undefined || otherPrice === null',
    after: '(otherPrice === undefined) && (otherPrice === null)',
    reason: NO_COLUMN,
  },
  {
    file: CURRENCY_STATEMENT,
    before: 'r < end',
    after: 'r <= end',
    reason: 'No text is alone in the last row, which is that of a product.',
  },
  {
    file: CURRENCY_STATEMENT,
    before: 'CURRENCY_CODES.find((currency) => IN_BRACKETS[currency].test(text))',
    after: 'CURRENCY_CODES.findLast((currency) => IN_BRACKETS[currency].test(text))',
    reason: 'A text ends with one word in brackets, which names one currency.',
  },
  {
    file: CURRENCY_STATEMENT,
    before: 'headerRow ?? 0',
    after: 'headerRow',
    reason: 'Above null, as above row 0, there are no rows.',
  },
  {
    file: CURRENCY_STATEMENT,
    before: "' - '",
    after: "''",
    reason:
      'A currency that directly follows a year is not a separate word, so that no other title is joined.',
  },
  {
    file: 'src/pricelist/currency/currency-words.ts',
    before: 'CURRENCY_CODES.find((currency) => WHOLE[currency].test(word))',
    after: 'CURRENCY_CODES.findLast((currency) => WHOLE[currency].test(word))',
    reason: 'No word names both.',
  },
  {
    file: 'src/pricelist/currency/currency-words.ts',
    before: "BGN_EUR.rateText.slice(0, 4).replace('.', '[.,]')",
    after: 'BGN_EUR.rateText.slice(0, 4)',
    reason: 'The whole pattern finds nothing in other texts: only slower.',
  },
  {
    file: 'src/pricelist/columns/side-tables.ts',
    before: 'block.findIndex(isPrice) > block.findIndex(isNamed)',
    after: 'block.findIndex(isPrice) >= block.findIndex(isNamed)',
    reason: 'Both are found, and no column has both.',
  },
  {
    file: 'src/pricelist/columns/side-tables.ts',
    before: 'block.findIndex(isPrice) > block.findIndex(isNamed)',
    after: 'block.findIndex(isPrice) <= block.findIndex(isNamed)',
    reason: 'It is asked of two tables, and compared.',
  },
  {
    file: 'src/pricelist/columns/side-tables.ts',
    before: 'one.index > start',
    after: 'one.index >= start',
    reason: 'No table begins with a blank column.',
  },
  {
    file: 'src/pricelist/columns/table-columns.ts',
    before: 'index >= start',
    after: 'index > start',
    reason: 'A table begins with names, not with currencies.',
  },
  {
    file: 'src/pricelist/columns/table-columns.ts',
    before: 'index < end',
    after: 'index <= end',
    reason: 'The next table begins with names, not with currencies.',
  },
  {
    file: 'src/pricelist/columns/table-columns.ts',
    before: 'start <= column',
    after: 'start > column',
    reason: 'Where as many tables begin after both columns, as many begin before both.',
  },
  {
    file: 'src/pricelist/currency/currency-words.ts',
    before: 'MAY_BE_RATE.test(text)',
    after: 'true',
    reason: 'The whole pattern finds nothing in other texts: only slower.',
  },
  ...[
    ['known.size === MOST_REMEMBERED', 'true'],
    ['known.size === MOST_REMEMBERED', 'false'],
    ['known.size === MOST_REMEMBERED', 'known.size !== MOST_REMEMBERED'],
    ['20_000', '20001'],
    ['known.clear()', ''],
    ['known.set(title, found)', ''],
  ].map(([before = '', after = '']) => ({
    file: 'src/pricelist/headers/header-meaning.ts',
    before,
    after,
    reason: 'More or fewer titles are remembered, with the same meanings: only slower, or more memory.',
  })),
  {
    file: 'src/pricelist/columns/detect-columns.ts',
    before: 'text.slice(0, 4 * SHOWN_OF_ROW.letters)',
    after: 'text',
    reason: 'Long texts are cut before their letters are counted: only slower.',
  },
  {
    file: 'src/pricelist/columns/detect-columns.ts',
    before: '/[ ·]+$/',
    after: '/[ ·]*$/',
    reason: 'Nothing is removed where nothing is there.',
  },
  {
    file: 'src/pricelist/headers/header-meaning.ts',
    before: 'words.search(PRICE_WORD) < words.search(VAT_UNSAID)',
    after: 'words.search(PRICE_WORD) <= words.search(VAT_UNSAID)',
    reason: 'Both words are there, and no word is of both kinds: they begin at different places.',
  },
  {
    file: 'src/pricelist/headers/header-warnings.ts',
    before:
      '/(?<!\\p{L})(?:(?:курс|rate)(?:[^.;!?]|\\.\\d)*|хил\\p{L}*\\.? (?:бр|опак)\\p{L}*|try (?=our|the|it|out|new|my))/giu',
    after:
      '/(?<!\\p{L})(?:(?:курс|rate)(?:[^.;!?]|\\.\\d)+|хил\\p{L}*\\.? (?:бр|опак)\\p{L}*|try (?=our|the|it|out|new|my))/giu',
    reason: 'The word for a rate alone is no money either.',
  },
  {
    file: 'src/pricelist/headers/header-meaning.ts',
    before: 'one.price > best.price',
    after: 'one.price >= best.price',
    reason: 'Parts of the same rank are of the same kind.',
  },
  {
    file: 'src/pricelist/headers/header-meaning.ts',
    before: '!/[a-zа-я]/.test(words) && !/\\p{L}/u.test(words)',
    after: '(!/[a-zа-я]/.test(words)) || (!/\\p{L}/u.test(words))',
    reason: 'No price is named without a Latin or a Bulgarian letter.',
  },
  {
    file: 'src/pricelist/headers/header-meaning.ts',
    before: 'divided.length > 1',
    after: 'divided.length >= 1',
    reason: 'A single part is the whole title.',
  },
  {
    file: 'src/pricelist/headers/header-meaning.ts',
    before: 'cap.price < base.price',
    after: 'cap.price <= base.price',
    reason: 'Of the same rank both are the same kind.',
  },
  {
    file: 'src/pricelist/headers/header-row.ts',
    before: 'mayBeTitle(cellAt(table, r, price))',
    after: 'true',
    reason: 'A row with a number is no header: only slower.',
  },
  {
    file: 'src/pricelist/headers/header-row.ts',
    before: "typeof cell === 'string'",
    after: 'true',
    reason: 'A row with a number is no header: only slower.',
  },
  {
    file: 'src/pricelist/headers/header-row.ts',
    before: 'r - 1',
    after: 'r + 1',
    reason: 'Of the same texts below each other it leaves out the first in place of the second.',
  },
  {
    file: 'src/pricelist/headers/header-row.ts',
    before: '/^\\s*\\d/',
    after: '/^\\s+\\d/',
    places: 2,
    reason: 'A row with a number is no header: only slower.',
  },
  {
    file: 'src/pricelist/headers/header-row.ts',
    before: 'found === undefined',
    after: 'false',
    reason: 'No header begins in no row: none is given back.',
  },
  {
    file: 'src/pricelist/headers/header-text.ts',
    before: '/[a-zа-я]+/gi',
    after: '/[a-zа-я]*/gi',
    reason: 'The blank texts between the words are given back as they are.',
  },
  {
    file: 'src/pricelist/headers/header-warnings.ts',
    before: "' '",
    after: "''",
    reason: 'What is left out is not between letters: none are joined by it.',
  },
  {
    file: 'src/pricelist/headers/title-rows.ts',
    before: "' - '",
    after: "''",
    places: 2,
    reason: 'A digit next to a year or a measure is never a number of its own.',
  },
  {
    file: 'src/pricelist/headers/title-rows.ts',
    before: '/^\\s*20[1-3]\\d(\\D+)$/u',
    after: '/^\\s*20[1-3]\\d(\\D*)$/u',
    reason: 'A blank text is no currency.',
  },
  {
    file: 'src/pricelist/headers/word-pattern.ts',
    before: '/(?<!^)\\([^()]*\\)/g',
    after: '/(?<!^)\\([^()]+\\)/g',
    reason: 'No pattern has a group of nothing.',
  },
  {
    file: 'src/pricelist/pairs/pair-columns.ts',
    before: 'r < table.length',
    after: 'r <= table.length',
    reason: 'Every cell after the last row is blank.',
  },
  {
    file: 'src/pricelist/pairs/pair-columns.ts',
    before: 'currency !== undefined',
    after: 'true',
    reason: 'Nothing reads the number of prices without a currency.',
  },
  {
    file: 'src/pricelist/pairs/pair-columns.ts',
    before: 'columns.find(({ index }) => index === national)',
    after: 'columns.findLast(({ index }) => index === national)',
    reason: 'Each column is there once.',
  },
  {
    file: 'src/pricelist/pairs/pair-columns.ts',
    before: `[NATIONAL, EURO].find(
    (currency) => named.filter((one) => one === currency).length > CURRENCY_SHARE * words.length,
  )`,
    after: `[NATIONAL, EURO].findLast(
    (currency) => named.filter((one) => one === currency).length > CURRENCY_SHARE * words.length,
  )`,
    reason: 'Only one of them can have more than half.',
  },
  {
    file: 'src/pricelist/pairs/pair-columns.ts',
    before: 'index === null',
    after: 'false',
    reason: 'No cell is at null.',
  },
  {
    file: 'src/pricelist/pairs/price-pair.ts',
    before: 'distanceOf(national, euro) > tolerance',
    after: 'distanceOf(national, euro) >= tolerance',
    reason: 'No difference of prices is exactly the tolerance, which has a billionth added.',
  },
  {
    file: 'src/pricelist/pairs/read-pairs.ts',
    before: "national.kind !== 'price' || euro.kind !== 'price' || areOfOneProduct(prices)",
    after: 'false',
    reason:
      'The same prices are found again: only slower. A cell without a price is compared as NaN, which is never near.',
  },
  {
    file: 'src/pricelist/pairs/read-pairs.ts',
    before: "national.kind !== 'price' || euro.kind !== 'price' || areOfOneProduct(prices)",
    after: "(national.kind !== 'price' || euro.kind !== 'price') && (areOfOneProduct(prices))",
    reason:
      'The same prices are found again: only slower. A cell without a price is compared as NaN, which is never near.',
  },
  {
    file: 'src/pricelist/pairs/read-pairs.ts',
    before: "national.kind !== 'price' || euro.kind !== 'price'",
    after: "(national.kind !== 'price') && (euro.kind !== 'price')",
    places: 2,
    reason: 'A cell without a price is compared as NaN, which is never near.',
  },
  {
    file: 'src/pricelist/pairs/read-pairs.ts',
    before: "national.kind !== 'price' || euro.kind !== 'price'",
    after: 'false',
    reason: 'A cell without a price is compared as NaN, which is never near.',
  },
  {
    file: 'src/pricelist/pairs/read-pairs.ts',
    before: 'other === undefined',
    after: 'false',
    reason: 'A cell without a price is compared as NaN, which is never near.',
  },
  {
    file: 'src/pricelist/pairs/suggested-reading.ts',
    before: "'either'",
    after: "''",
    reason: 'Any other direction accepts both.',
  },
  {
    file: 'src/pricelist/pairs/suggested-reading.ts',
    before: "(['decimal', 'thousands'] as const).find(agrees)",
    after: "(['decimal', 'thousands'] as const).findLast(agrees)",
    reason: 'One of them agrees at most.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: "text.indexOf(',')",
    after: "text.lastIndexOf(',')",
    reason: 'A common text has one mark at most.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: "text.indexOf('.')",
    after: "text.lastIndexOf('.')",
    reason: 'A common text has one mark at most.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: "whole === '0' && fraction === ''",
    after: 'true',
    reason: 'A common text is read in the same way as any other: only slower.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: "whole === '0' && fraction === ''",
    after: "(whole === '0') || (fraction === '')",
    reason: 'A common text is read in the same way as any other: only slower.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: 'COMMON.test(text)',
    after: 'false',
    reason: 'A common text is read in the same way as any other: only slower.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: 'VAT_WORD.test(text)',
    after: 'true',
    reason: 'Without one of these words the long pattern does not match: only slower.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: 'UNIT_WORD.test(untaxed)',
    after: 'true',
    reason: 'Without one of these words the long pattern does not match: only slower.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: '/[ ,]+$/',
    after: '/[ ,]*$/',
    reason: 'Nothing is removed where nothing is there.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: '/^[ /|;=(-]+/',
    after: '/[ /|;=(-]+/',
    reason: 'The text begins with one of these signs.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: '/^[ /|;=(-]+/',
    after: '/^[ /|;=(-]*/',
    reason: 'The text begins with one of these signs.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: "/^[\\d.,' ]+$/",
    after: "/^[\\d.,' ]*$/",
    reason: 'The text has a digit.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: "/^[\\d.,' ()-]+$/",
    after: "/^[\\d.,' ()-]*$/",
    reason: 'The text has a digit.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: '/[.,]--?$/',
    after: '/[.,]--?/',
    reason: 'The dashes follow the number, at the end of the text.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: '/^-|^\\(.*\\)$|-$/',
    after: '/^-|^\\(.+\\)$|-$/',
    reason: 'The text has a digit.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: "/^(?:\\d+|[1-9]\\d{0,2}([ '.,])\\d{3}(?:\\1\\d{3})*)$/",
    after: "/^(?:\\d*|[1-9]\\d{0,2}([ '.,])\\d{3}(?:\\1\\d{3})*)$/",
    reason: 'The part is never empty.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: '/^(?:0|[1-9]\\d{0,6})(?:[.,]\\d\\d?)?$/',
    after: '/^(?:0|[1-9]\\d{0,6})(?:[.,]\\d\\d)?$/',
    reason: 'A common text is read in the same way as any other: only slower.',
  },
  {
    file: 'src/pricelist/price-text.ts',
    before: '/^(?:0|[1-9]\\d{0,6})(?:[.,]\\d\\d?)?$/',
    after: '/^(?:0|[1-9]\\d{0,6})(?:[.,]\\d\\d?)$/',
    reason: 'A common text is read in the same way as any other: only slower.',
  },
  {
    file: 'src/pricelist/product-name.ts',
    before: 'TIDY.test(head)',
    after: 'false',
    reason: 'A tidy name is cleaned to itself: only slower.',
  },
  {
    file: 'src/pricelist/product-name.ts',
    before: 'SIMPLE.test(text)',
    after: 'false',
    reason: 'Each code unit of such letters is a grapheme cluster: only slower.',
  },
  {
    file: 'src/pricelist/product-name.ts',
    before: "segmenter ??= new Intl.Segmenter(DEFAULT_LANG, { granularity: 'grapheme' })",
    after: "segmenter = new Intl.Segmenter(DEFAULT_LANG, { granularity: 'grapheme' })",
    reason: 'Created again: only slower.',
  },
  {
    file: 'src/pricelist/product-name.ts',
    before: 'text.length <= count',
    after: 'false',
    reason: 'A text that is not longer is kept whole below too: only slower.',
  },
  {
    file: 'src/pricelist/product-name.ts',
    before: 'text.length <= count',
    after: 'text.length < count',
    reason: 'A text that is not longer is kept whole below too: only slower.',
  },
  {
    file: 'src/pricelist/row.ts',
    before: 'hundredths !== undefined',
    after: 'false',
    reason: 'A price is converted to the same amounts digit by digit: only slower.',
  },
  {
    file: 'src/pricelist/row.ts',
    before: '!/^0*\\.0/.test(row.price)',
    after: 'false',
    reason: 'The price is converted, and the amount is not zero: only slower.',
  },
  {
    file: 'src/pricelist/row.ts',
    before: '/^0*\\.0/',
    after: '/0*\\.0/',
    reason: 'The price is converted, and the amount is not zero: only slower.',
  },
  {
    file: 'src/pricelist/rows/misaligned-prices.ts',
    before: 'Math.floor(i * step)',
    after: 'Math.ceil(i * step)',
    reason: 'The rows of the sample are others, at equal distances and within the list too.',
  },
  {
    file: 'src/pricelist/rows/misaligned-prices.ts',
    before: 'suspects.size === 0',
    after: 'false',
    reason: 'No row is checked then: only slower.',
  },
  {
    file: 'src/pricelist/rows/misaligned-prices.ts',
    before: 'wholes.length > 0',
    after: 'wholes.length >= 0',
    reason: 'Without such rows none are added: only slower.',
  },
  {
    file: 'src/pricelist/rows/price-column.ts',
    before: "reading.kind === 'blank'",
    after: 'false',
    reason: 'A blank reading is given back as it is.',
  },
  {
    file: 'src/pricelist/rows/price-column.ts',
    before: 'reading.notation !== undefined',
    after: 'true',
    reason: 'Nothing reads the number of texts without a notation.',
  },
  {
    file: 'src/pricelist/rows/read-rows.ts',
    before: "main.kind === 'price' && other.kind === 'price'",
    after: "(main.kind === 'price') || (other.kind === 'price')",
    reason: 'A cell without a price is compared as NaN, which is never too far from the other price.',
  },
  {
    file: 'src/pricelist/rows/read-rows.ts',
    before: 'options.wanted !== undefined',
    after: 'true',
    reason: 'No row is without a currency: only slower.',
  },
  {
    file: 'src/pricelist/rows/read-rows.ts',
    before: 'further.length === 0',
    after: 'false',
    reason: 'One column is merged as several are: only slower.',
  },
  {
    file: 'src/pricelist/rows/read-rows.ts',
    before: 'text !== this.#lastName.text',
    after: 'true',
    reason: 'The same name is cleaned again: only slower.',
  },
  {
    file: 'src/pricelist/rows/read-rows.ts',
    before: "main.kind === 'price' && other.kind === 'price'",
    after: 'true',
    reason: 'A cell without a price is compared as NaN, which is never too far from the other price.',
  },
  {
    file: 'src/pricelist/rows/read-rows.ts',
    before: 'end > from',
    after: 'end >= from',
    reason: 'There are no rows in either case.',
  },
  {
    file: 'src/pricelist/rows/read-rows.ts',
    before: 'this.#areNamesRead',
    after: 'false',
    reason: 'The names are tested again: only slower.',
  },
  ...(
    [
      ['count <= SAMPLE_ROWS', 'true', 'All rows are compared, which is slower.'],
      ['count <= SAMPLE_ROWS', 'count < SAMPLE_ROWS', 'The sample of so many rows is all of them.'],
      [
        'Math.floor((i * count) / SAMPLE_ROWS)',
        'Math.ceil((i * count) / SAMPLE_ROWS)',
        'The rows of the sample are others, at equal distances and within the list too.',
      ],
      ["cell.kind === 'price'", 'true', 'A cell that is no price has none: its number is NaN as well.'],
      [
        'Math.abs(expected - price * near) > 2 * A_CENT',
        'Math.abs(expected - price * near) >= 2 * A_CENT',
        NEVER_EQUAL,
      ],
      ['Math.abs(expected - amount) > A_CENT', 'Math.abs(expected - amount) >= A_CENT', NEVER_EQUAL],
      ["'between'", "''", 'Texts between rows are not among these statements.'],
    ] as const
  ).map(([before, after, reason]) => ({ file: 'src/pricelist/warnings.ts', before, after, reason })),
  {
    file: 'src/pricelist/rows/total-names.ts',
    before: '8191',
    after: '8192',
    reason: 'More names share the hash of a word, or fewer: only slower.',
  },
  {
    file: 'src/pricelist/rows/total-names.ts',
    before: '/(?:общо|всичко|total)[^\\p{L}\\d]*$/iu',
    after: '/(?:общо|всичко|total)[^\\p{L}\\d]*/iu',
    reason: 'Of more names the whole patterns are run: only slower.',
  },
  {
    file: 'src/pricelist/rows/total-names.ts',
    before: '0x450',
    after: '1105',
    reason: 'No letter of the two alphabets is there.',
  },
  {
    file: 'src/pricelist/rows/total-names.ts',
    before: 'code > 0x39',
    after: 'code <= 0x39',
    reason: 'Of more names the whole patterns are run: only slower.',
  },
  {
    file: 'src/pricelist/rows/total-rows.ts',
    before: 'hundredths === undefined',
    after: 'true',
    reason: 'The sum is the same with decimals of any length: only slower.',
  },
  {
    file: 'src/pricelist/rows/total-rows.ts',
    before: 'this.products.find(isSum)',
    after: 'this.products.findLast(isSum)',
    reason: 'Prices are positive: two equal sums are of the same rows.',
  },
  {
    file: 'src/pricelist/rows/total-rows.ts',
    before: 'this.withDoubtful.find(isSum)',
    after: 'this.withDoubtful.findLast(isSum)',
    reason: 'The addends of neither are told.',
  },
  {
    file: 'src/pricelist/rows/total-rows.ts',
    before: 'name.length <= LONGEST_NAME',
    after: 'true',
    reason: 'No total names such a long group: only slower.',
  },
  {
    file: 'src/pricelist/rows/total-rows.ts',
    before: 'name.length <= LONGEST_NAME',
    after: 'name.length < LONGEST_NAME',
    reason: 'No total names such a long group.',
  },
  {
    file: 'src/pricelist/sale-prices.ts',
    before: 'exact.find(({ column }) => column.index === price)',
    after: 'exact.findLast(({ column }) => column.index === price)',
    reason: 'No column is there twice.',
  },
  {
    file: 'src/pricelist/sale-prices.ts',
    before: "sale.kind !== 'price' || regular.kind !== 'price'",
    after: "(sale.kind !== 'price') && (regular.kind !== 'price')",
    reason: 'A cell without a price is compared as NaN, which is never more.',
  },
  {
    file: 'src/server/account/personal-data.ts',
    before: '1000',
    after: '1001',
    reason: 'Only how many entries are read at a time differs.',
  },
  {
    file: 'src/server/auth/devices.ts',
    before: "''",
    after: "'other'",
    reason: 'No device has this hash either.',
  },
  {
    file: 'src/server/auth/devices.ts',
    before: 'tokenHash === undefined',
    after: 'false',
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/auth/devices.ts',
    before: `trx
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')`,
    after: `trx
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')`,
    reason: 'Of devices that were used at the same time any may be forgotten.',
  },
  {
    file: 'src/server/auth/email-tokens.ts',
    before: 'tokenHash === undefined',
    after: 'false',
    places: 2,
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/auth/email.ts',
    before: "''",
    after: "'other'",
    places: 2,
    reason: 'There is always a part before the @, and a domain of one word is refused as an empty one is.',
  },
  {
    file: 'src/server/auth/email.ts',
    before: '/\\.\\d+$/',
    after: '/\\.\\d*$/',
    reason: 'A name that ends with a dot is refused before, for its empty label.',
  },
  {
    file: 'src/server/auth/password-hash.ts',
    before: '/^\\$argon2id\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)$/',
    after: '/^\\$argon2id\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]*)$/',
    reason: 'An empty tag is refused by its length, with the same error.',
  },
  {
    file: 'src/server/auth/password-policy.ts',
    before: '/\\P{L}+$/u',
    after: '/\\P{L}*$/u',
    reason: 'Nothing is replaced by nothing.',
  },
  {
    file: 'src/server/auth/password-policy.ts',
    before: '/^\\P{L}+/u',
    after: '/^\\P{L}*/u',
    reason: 'Nothing is replaced by nothing.',
  },
  ...['accountId', 'account?.id'].map((after) => ({
    file: 'src/server/auth/routes.ts',
    before: `${after} ?? ''`,
    after,
    reason: 'No account has an undefined id: the database finds none either.',
  })),
  {
    file: 'src/server/auth/routes.ts',
    before: "''",
    after: "'other'",
    places: 2,
    reason: 'No account has this id either.',
  },
  {
    file: 'src/server/auth/routes.ts',
    before: 'device !== undefined',
    after: 'true',
    reason: 'No row has an undefined hash: the database deletes nothing either.',
  },
  {
    file: 'src/server/auth/second-factor/challenges.ts',
    before: 'hash === undefined',
    after: 'false',
    places: 2,
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/auth/second-factor/settings-routes.ts',
    before: `body.password ?? ''`,
    after: 'body.password',
    reason: 'A request with neither a password nor a passkey is refused by the contract.',
  },
  {
    file: 'src/server/auth/second-factor/settings-routes.ts',
    before: "''",
    after: "'other'",
    places: 2,
    reason: 'There is a password (see above), and this is not like a code of an app either.',
  },
  {
    file: 'src/server/auth/second-factor/sign-in-routes.ts',
    before: '(await mayBeCodeOf(ownId, body.code))',
    after: 'true',
    reason: 'Only the time differs: the account is locked for a code that is refused.',
  },
  {
    file: 'src/server/auth/second-factor/sign-in-routes.ts',
    before: `account?.id ?? ''`,
    after: 'account?.id',
    reason: 'No account has an undefined id: the database finds none either.',
  },
  {
    file: 'src/server/auth/second-factor/sign-in-routes.ts',
    before: "''",
    after: "'other'",
    places: 2,
    reason: 'No account has this id either.',
  },
  {
    file: 'src/server/auth/second-factor/sign-in-routes.ts',
    before: 'accountId || email.key',
    after: '(accountId) && (email.key)',
    reason:
      'An account has one address, by which its tries may be counted too. Without one every code is refused.',
  },
  {
    file: 'src/server/auth/sessions.ts',
    before: 'tokenHash === undefined',
    after: 'false',
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/mail/dispatcher.ts',
    before: '2000',
    after: '2001',
    reason: 'Only how often it looks for emails of other processes differs, by a millisecond.',
  },
  {
    file: 'src/server/mail/dispatcher.ts',
    before: 'accepted.delete(id)',
    after: '',
    reason: 'An id is never used again: only its memory is kept.',
  },
  {
    file: 'src/server/mail/transport.ts',
    before: 'await file.sync()',
    after: '',
    reason: 'Only after a loss of power is there a difference.',
  },
  ...['10_000', '20_000'].map((before) => ({
    file: 'src/server/mail/transport.ts',
    before,
    after: before.replace('_000', '001'),
    reason: 'A mail server that does not answer is given up a millisecond later.',
  })),
  {
    file: 'src/server/conversions/admission.ts',
    before: 'declaredLength(request) ?? LIMITS.bulkBytes',
    after: 'declaredLength(request)',
    reason: 'An unknown length is neither small nor too long.',
  },
  {
    file: 'src/server/conversions/admission.ts',
    before: `''`,
    after: `'other'`,
    reason: 'Who is not signed in does not convert.',
  },
  {
    file: 'src/server/conversions/parse-body.ts',
    before: '/[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]+/gu',
    after: '/[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]*/gu',
    reason: 'Nothing is replaced by nothing.',
  },
  {
    file: 'src/server/conversions/parse-body.ts',
    before: 'SOURCES.find((one) => one === source)',
    after: 'SOURCES.findLast((one) => one === source)',
    reason: 'No value is there twice.',
  },
  {
    file: 'src/server/conversions/parse-body.ts',
    before: 'PARTS.find((one) => one === part)',
    after: 'PARTS.findLast((one) => one === part)',
    reason: 'No value is there twice.',
  },
  {
    file: 'src/server/conversions/row-chunks.ts',
    before: '3',
    after: '4',
    reason: 'Only how well the stored rows are compressed differs.',
  },
  {
    file: 'src/server/conversions/row-chunks.ts',
    before: '16',
    after: '17',
    reason: 'Only how much memory is reserved at once differs.',
  },
  ...[
    ['256', '257'],
    ['256 * 1024', '256 / 1024'],
    ['rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES', 'rowsJson.byteLength < MAX_BUFFERED_REPLY_BYTES'],
    ['rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES', 'rowsJson.byteLength > MAX_BUFFERED_REPLY_BYTES'],
    ['rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES', 'true'],
    ['rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES', 'false'],
  ].map(([before = '', after = '']) => ({
    file: 'src/server/conversions/row-chunks.ts',
    before,
    after,
    reason: 'The same bytes are sent, copied together or one part after another.',
  })),
  {
    file: 'src/server/payments/checkout.ts',
    before: 'session_id !== null',
    after: 'true',
    reason: 'A disputed purchase has a session.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: '6000',
    after: '6001',
    reason: 'A request is given up a millisecond later.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: '6500',
    after: '6501',
    reason: 'A call is given up a millisecond later.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: '/^t=(\\d{1,12})(?:,(?!t=)[^,]*)+$/.exec(signature) ?? []',
    after: '/^t=(\\d{1,12})(?:,(?!t=)[^,]*)+$/.exec(signature)',
    reason: 'What is thrown then is caught: the event is refused either way.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: '/^t=(\\d{1,12})(?:,(?!t=)[^,]*)+$/',
    after: '/^t=(\\d{1,12})(?:,(?!t=)[^,]*)*$/',
    reason: 'A time without a signature is refused by the SDK.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: 'cause instanceof Stripe.errors.StripeError',
    after: 'true',
    reason: 'No other error has a status.',
  },
  {
    file: 'src/server/payments/sync.ts',
    before: `account_id ?? ''`,
    after: 'account_id',
    reason: 'No account has the id null: the database finds none either.',
  },
  {
    file: 'src/server/payments/sync.ts',
    before: `''`,
    after: `'other'`,
    reason: 'No account has this id: the database finds none either.',
  },
  {
    file: 'src/server/payments/sync.ts',
    before: 'account === undefined',
    after: 'false',
    reason: 'The account is locked, and there.',
  },
  {
    file: 'src/server/payments/token-reversal.ts',
    before: 'accountId === null',
    after: 'false',
    reason: 'No account has the id null: the database finds none either.',
  },
  {
    file: 'src/server/payments/token-reversal.ts',
    before: 'accountId === null || state === undefined',
    after: '(accountId === null) && (state === undefined)',
    reason: 'A purchase without an account has no state, and the account of another is locked, and there.',
  },
  {
    file: 'src/server/rate-limit/keys.ts',
    before: '32',
    after: '33',
    reason: 'An IPv4 address has four bytes: no more of them can be kept.',
  },
  {
    file: 'src/server/rate-limit/token-buckets.ts',
    before: 'oldest !== undefined',
    after: 'true',
    reason: 'With more keys than there may be, there is an oldest one.',
  },
  {
    file: 'src/server/security-log/log-requests.ts',
    before: `scope.decorateRequest('subjectId', undefined)`,
    after: '',
    reason: 'The property is added to each request instead: only slower.',
  },
  {
    file: 'src/server/security-log/security-log.ts',
    before: '500',
    after: '501',
    reason: 'Only how many rows a statement stores differs.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: '2000',
    after: '2001',
    reason: 'Only how much is read at a time differs.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'last.position < end && faults.length < MAX_FAULTS',
    after: '(last.position < end) || (faults.length < MAX_FAULTS)',
    reason: 'It ends by the empty page after the last link; what is found beyond the limit is cut off.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'last.position < end',
    after: 'last.position <= end',
    reason: 'It reads one more page, which is empty.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'faults.length < MAX_FAULTS',
    after: 'faults.length <= MAX_FAULTS',
    reason: 'It reads another page, whose faults are cut off.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'link.at < chainedSince',
    after: 'link.at <= chainedSince',
    reason: 'It sets the value that is there.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: `db
    .selectFrom('token_entry')
    .selectAll()
    .where('position', '>', after)`,
    after: `db
    .selectFrom('token_entry')
    .selectAll()`,
    reason: 'Only how much is read at a time differs.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'missing.size === 0',
    after: 'false',
    reason: 'Accounts are read for nothing.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: `db
    .selectFrom('token_entry')
    .leftJoin('ledger_link', 'ledger_link.position', 'token_entry.position')
    .selectAll('token_entry')
    .select('ledger_link.hash')
    .where((e) => e.or([e('token_entry.position', 'is', null), e('token_entry.position', '>', end)]))
    .where('ledger_link.hash', 'is', null)
    .limit(MAX_FAULTS)`,
    after: `db
    .selectFrom('token_entry')
    .leftJoin('ledger_link', 'ledger_link.position', 'token_entry.position')
    .selectAll('token_entry')
    .select('ledger_link.hash')
    .where((e) => e.or([e('token_entry.position', 'is', null), e('token_entry.position', '>', end)]))
    .where('ledger_link.hash', 'is', null)`,
    reason: 'More than the limit are cut off by the caller.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: '2000',
    after: '2001',
    reason: 'Only how often it looks for new entries differs.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: '500',
    after: '501',
    reason: 'Only how many entries a transaction chains differs.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: `trx
      .selectFrom('token_entry')
      .selectAll()
      .where('position', 'is', null)
      .orderBy('account_id')`,
    after: `trx
      .selectFrom('token_entry')
      .selectAll()
      .where('position', 'is', null)`,
    reason: 'The entries of an account stay in their order; that of accounts is any.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: `db
      .selectFrom('token_entry')
      .select('seq')
      .where('position', 'is', null)
      .limit(1)`,
    after: `db
      .selectFrom('token_entry')
      .select('seq')
      .where('position', 'is', null)`,
    reason: 'Only the first row is taken.',
  },
  {
    file: 'src/server/tokens/free-tokens.ts',
    before: '24',
    after: '25',
    places: 2,
    reason: 'An IPv4 address is cut to whole bytes.',
  },
  {
    file: 'src/server/tokens/free-tokens.ts',
    before: `email.indexOf('@')`,
    after: `email.lastIndexOf('@')`,
    reason: 'A normalised address has one @.',
  },
  {
    file: 'src/server/tokens/free-tokens.ts',
    before: 'FAMILIES.find(({ domains }) => domains.includes(domain))',
    after: 'FAMILIES.findLast(({ domains }) => domains.includes(domain))',
    reason: 'No domain is in two families.',
  },
]

export const isEquivalent = (mutant: Mutant): boolean =>
  EQUIVALENT_MUTANTS.some((known) => isSame(known, mutant))

/** The entries that are not as many mutants of the sources as they say: a place is gone, or one is new. */
export const staleEquivalents = (mutants: readonly Mutant[]): readonly EquivalentMutant[] =>
  EQUIVALENT_MUTANTS.filter(
    (known) => mutants.filter((mutant) => isSame(known, mutant)).length !== (known.places ?? 1),
  )

const isSame = (known: EquivalentMutant, { file, before, after }: Mutant): boolean =>
  known.file === file && known.before === before && known.after === after
