import { describe, expect, it } from 'vitest'
import { UsageError, parseCommandLine } from './args.ts'
import { parseCheck } from './check/request.ts'

const NOTHING = {
  files: ['a.csv'],
  file: 'a.csv',
  source: 'a.csv',
  from: undefined,
  allIn: undefined,
  to: undefined,
  totals: undefined,
  quiet: false,
  limit: undefined,
  sheet: undefined,
  header: undefined,
  name: undefined,
  price: [],
  place: undefined,
  mixed: undefined,
  currency: undefined,
  encoding: undefined,
  delimiter: undefined,
  ambiguous: undefined,
  out: undefined,
  recipe: undefined,
  saveRecipe: undefined,
  outDir: undefined,
}

const usageOf = (parse: () => unknown): string => {
  try {
    parse()
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return expect.fail('It is no wrong usage.')
}

describe('the arguments of the command line', () => {
  it.each<[string, object]>([
    ['', {}],
    ['--from bgn', { from: 'BGN' }],
    ['--from EUR', { from: 'EUR' }],
    ['--all-in eur', { allIn: 'EUR' }],
    ['--to Bgn', { to: 'BGN' }],
    ['--totals omit', { totals: 'omit' }],
    ['--totals keep', { totals: 'keep' }],
    ['--totals convert', { totals: 'convert' }],
    ['--quiet', { quiet: true }],
    ['-q', { quiet: true }],
    ['--limit 1', { limit: 1 }],
    ['--recipe r.json --save-recipe s.json', { recipe: 'r.json', saveRecipe: 's.json' }],
    ['--sheet Цени', { sheet: 'Цени' }],
    ['--header 1', { header: 0 }],
    ['--header 9999999', { header: 9_999_998 }],
    ['--header None', { header: null }],
    ['--name A', { name: 'A' }],
    ['--price B --price 3', { price: ['B', '3'] }],
    ['--place after', { place: 'after' }],
    ['--place end', { place: 'end' }],
    ['--mixed eur', { mixed: 'EUR' }],
    ['--mixed Mark', { mixed: 'mark' }],
    ['--currency D', { currency: 'D' }],
    ['--ambiguous decimal', { ambiguous: 'decimal' }],
    ['--ambiguous thousands', { ambiguous: 'thousands' }],
    ['--out b.csv', { out: 'b.csv' }],
    ['--delimiter tab', { delimiter: '\t' }],
    ['--delimiter \\t', { delimiter: '\t' }],
    ['--delimiter Semicolon', { delimiter: ';' }],
    ['--delimiter comma', { delimiter: ',' }],
    ['--delimiter pipe', { delimiter: '|' }],
    ['--delimiter ;', { delimiter: ';' }],
    ['--delimiter |', { delimiter: '|' }],
    ['--encoding utf8', { encoding: 'utf-8' }],
    ['--encoding UTF-8', { encoding: 'utf-8' }],
    ['--encoding utf16', { encoding: 'utf-16le' }],
    ['--encoding utf-16be', { encoding: 'utf-16be' }],
    ['--encoding 1251', { encoding: 'windows-1251' }],
    ['--encoding cp1251', { encoding: 'windows-1251' }],
    ['--encoding CP1252', { encoding: 'windows-1252' }],
    ['--encoding cp866', { encoding: 'ibm866' }],
    ['--encoding ibm866', { encoding: 'ibm866' }],
    ['--encoding MIK', { encoding: 'mik' }],
    ['--encoding KOI8-R', { encoding: 'koi8-r' }],
  ])('CONV-07 · "%s" is read', (line, options) => {
    const args = line === '' ? [] : line.split(' ')
    expect(parseCommandLine(['a.csv', ...args])).toEqual({ ...NOTHING, ...options })
    expect(parseCommandLine([...args, 'a.csv'])).toEqual({ ...NOTHING, ...options })
  })

  it('CONV-07 · an encoding is named as inspect prints it', () => {
    const args = ['a.csv', '--encoding', 'utf-16le with BOM']
    expect(parseCommandLine(args)).toMatchObject({ encoding: 'utf-16le' })
  })

  it.each([['--help'], ['-h'], ['a.csv', '--help', '--limit', 'x']])(
    'CONV-07 · %s asks for help',
    (...args) => {
      expect(parseCommandLine(args)).toBe('help')
      expect(parseCheck(args)).toBe('help')
    },
  )

  it.each([
    ['Which FILE?', []],
    ['Which FILE?', ['']],
    ['Which FILE?', ['a.csv', '']],
    ['Standard input (-) is one FILE alone, without --out-dir.', ['a.csv', '-']],
    ['Standard input (-) is one FILE alone, without --out-dir.', ['-', '--out-dir', 'out']],
    ['--out-dir takes the path of a folder.', ['a.csv', '--out-dir', '']],
    [
      '--out is for one file, and --out-dir for several: give one of them.',
      ['a.csv', '--out', 'b.csv', '--out-dir', 'out'],
    ],
    ["--from does not know 'USD'.", ['a.csv', '--from', 'usd']],
    ["--all-in does not know 'X'.", ['a.csv', '--all-in', 'x']],
    ["--to does not know 'DEM'.", ['a.csv', '--to', 'dem']],
    ["--totals does not know 'Omit'.", ['a.csv', '--totals', 'Omit']],
    ["--place does not know 'left'.", ['a.csv', '--place', 'left']],
    ["--mixed does not know 'both'.", ['a.csv', '--mixed', 'both']],
    ["--encoding does not know 'x1251'.", ['a.csv', '--encoding', 'x1251']],
    ["--encoding does not know '12510'.", ['a.csv', '--encoding', '12510']],
    ["--encoding does not know 'utfx'.", ['a.csv', '--encoding', 'utfx']],
    ["--encoding does not know 'my-utf8'.", ['a.csv', '--encoding', 'my-utf8']],
    ["--encoding does not know 'utf-8 with BOM or not'.", ['a.csv', '--encoding', 'utf-8 with BOM or not']],
    ["--delimiter does not know 'x'.", ['a.csv', '--delimiter', 'x']],
    ["--delimiter does not know 'constructor'.", ['a.csv', '--delimiter', 'constructor']],
    ["--ambiguous does not know 'Decimal'.", ['a.csv', '--ambiguous', 'Decimal']],
    ['--header takes the number of a row, or none.', ['a.csv', '--header', '0']],
    ['--header takes the number of a row, or none.', ['a.csv', '--header', '10000000']],
    ['--header takes the number of a row, or none.', ['a.csv', '--header', 'x1']],
    ['--header takes the number of a row, or none.', ['a.csv', '--header', '1x']],
    ['--limit takes a whole number above 0.', ['a.csv', '--limit', '0']],
    ['--limit takes a whole number above 0.', ['a.csv', '--limit', '1.5']],
    ["Unknown option '--nonsense'.", ['a.csv', '--nonsense']],
    ["Option '--sheet <value>' argument missing.", ['a.csv', '--sheet']],
  ])('CONV-07 · wrong usage is told in one sentence: %j', (message, args) => {
    expect(usageOf(() => parseCommandLine(args))).toBe(message)
  })
})

describe('the arguments of check', () => {
  const CHECK = { ...NOTHING, bgn: undefined, eur: undefined, direction: 'either', format: 'json' }

  it.each<[string, object]>([
    ['a.csv', {}],
    ['--direction BGN-EUR a.csv', { direction: 'bgn-eur' }],
    ['a.csv --format JUnit', { format: 'junit' }],
    ['a.csv --direction=eur-bgn --limit 5', { direction: 'eur-bgn', limit: 5 }],
    ['--bgn B a.csv --eur C', { bgn: 'B', eur: 'C' }],
    ['--bgn=B --eur=C --sheet x a.csv', { bgn: 'B', eur: 'C', sheet: 'x' }],
    ['--bgn B --eur C --bgn D a.csv', { bgn: 'D', eur: 'C' }],
  ])('CHECK-01 · "%s" is read', (line, options) => {
    expect(parseCheck(line.split(' '))).toEqual({ ...CHECK, ...options })
  })

  it('CHECK-01 · a column may have any title where it is written with =', () => {
    expect(parseCheck(['a.csv', '--bgn=--лв', '--eur='])).toEqual({ ...CHECK, bgn: '--лв', eur: '' })
  })

  it.each([
    ...['from', 'to', 'all-in', 'totals', 'price', 'currency', 'place', 'mixed'].map(
      (name) => [`check takes --bgn and --eur, and no --${name}.`, ['a.csv', `--${name}`, 'x']] as const,
    ),
    ['--bgn needs a value.', ['a.csv', '--eur', 'C', '--bgn']],
    ['--eur needs a value.', ['a.csv', '--eur', '--bgn', 'B']],
    ['--bgn and --eur go together: name the columns of both prices.', ['a.csv', '--bgn', 'B']],
    ['--bgn and --eur go together: name the columns of both prices.', ['a.csv', '--eur', 'C']],
    ["--direction does not know 'up'.", ['a.csv', '--direction', 'up']],
    ['Which FILE?', ['--bgn', 'B', '--eur', 'a.csv']],
  ] as const)('CHECK-01 · wrong usage is told in one sentence: %s', (message, args) => {
    expect(usageOf(() => parseCheck(args))).toBe(message)
  })
})
