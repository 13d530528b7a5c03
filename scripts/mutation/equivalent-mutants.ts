import type { Mutant } from './mutants.ts'

/** A mutant that no test can notice, because nothing that can be observed differs. */
type EquivalentMutant = {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

const FILE_ROWS = 'src/engine/bulk/file-rows.ts'
const NAME_IS_READ_AGAIN = 'The name is read again from the same cell: only slower.'
const FIND_SOURCE = 'src/engine/jobs/find-source.ts'
const NOTHING_IS_BETTER = 'No later reading is better than one without a changed row: only slower.'
const WORKER_CLIENT = 'src/engine/rpc/worker-client.ts'
const IS_SETTLED = 'Ids are never used again, and a settled promise cannot be settled again.'

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: FILE_ROWS,
    before: 'this.#last?.column === column',
    after: 'false',
    reason: NAME_IS_READ_AGAIN,
  },
  {
    file: FILE_ROWS,
    before: 'last && at >= last.from && at <= last.to',
    after: 'false',
    reason: NAME_IS_READ_AGAIN,
  },
  { file: FILE_ROWS, before: 'at >= last.from', after: 'at > last.from', reason: NAME_IS_READ_AGAIN },
  { file: FILE_ROWS, before: 'at <= last.to', after: 'at < last.to', reason: NAME_IS_READ_AGAIN },
  {
    file: FILE_ROWS,
    before: 'last.to = Math.max(line, last.to)',
    after: '',
    reason: NAME_IS_READ_AGAIN,
  },
  {
    file: FILE_ROWS,
    before: 'Math.max(line, last.to)',
    after: 'Math.min(line, last.to)',
    reason: NAME_IS_READ_AGAIN,
  },
  {
    file: FILE_ROWS,
    before: 'this.#last = { column, from: at, to: line, text }',
    after: '',
    reason: NAME_IS_READ_AGAIN,
  },
  {
    file: 'src/engine/jobs/correct-again.ts',
    before: 'mismatches.length < rows.length',
    after: 'false',
    reason: 'Rows that are too few are compared, and differ: only slower.',
  },
  { file: FIND_SOURCE, before: 'isFound()', after: 'false', reason: NOTHING_IS_BETTER },
  { file: FIND_SOURCE, before: '!isFound()', after: 'true', reason: NOTHING_IS_BETTER },
  { file: FIND_SOURCE, before: 'break', after: '', reason: NOTHING_IS_BETTER },
  { file: WORKER_CLIENT, before: 'this.#pending.clear()', after: '', reason: IS_SETTLED },
  { file: WORKER_CLIENT, before: 'this.#pending.delete(response.id)', after: '', reason: IS_SETTLED },
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
    file: 'src/formats/csv/patch.ts',
    before: 'row.index < plan.headerRow',
    after: 'row.index <= plan.headerRow',
    reason: 'Never called for the header row itself.',
  },
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
  {
    file: 'src/formats/xlsx/patch/patch-sheet.ts',
    before: 'column >= first',
    after: 'column > first',
    reason: 'With a new cell in the first column the same spans are written in their place.',
  },
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
    file: 'src/money/proof.ts',
    before: '2n * rest >= bottom',
    after: '2n * rest > bottom',
    reason:
      'The rest is never half of the last digit: a quotient by the rate does not end there, and a product that is cut has digits up to its own end.',
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
    file: 'src/pricelist/columns/detect-columns.ts',
    before: '4',
    after: '5',
    reason:
      'Long texts are cut before their letters are counted. A letter has at most two units: twice the number is enough.',
  },
]

export const isEquivalent = ({ file, before, after }: Mutant): boolean =>
  EQUIVALENT_MUTANTS.some((known) => known.file === file && known.before === before && known.after === after)
