import { CURRENCY_CODES, NATIONAL } from '#money/currency.ts'

/** What is written after an option. */
type OptionValue = {
  /** In the help: `FILE`. */
  readonly label: string
  /** All that it can be, where these are few. */
  readonly choices?: readonly string[]
  readonly path?: 'file' | 'folder'
}

export type CommandOption = {
  /** Without its dashes. */
  readonly name: string
  readonly short?: string
  readonly value?: OptionValue
  readonly commands: readonly CommandName[]
  /** May have line breaks; the help keeps them. */
  readonly text: string
}

export const COMMANDS = [
  {
    name: 'inspect',
    usage: 'FILE… [options]',
    text: 'what the file is and how it would be read, as one JSON object',
  },
  {
    name: 'convert',
    usage: 'FILE… [options]',
    text: 'the converted rows as CSV: seq,name,bgn,eur,status,originalPrice,originalCurrency',
  },
  {
    name: 'check',
    usage: 'FILE… [options]',
    text: 'the pairs of a lev and a euro price that are not exact to the cent, as one JSON object',
  },
  {
    name: 'apply',
    usage: 'FILE --out OUT',
    text: 'your own file with the converted prices in it, everything else as it was',
  },
  { name: 'apply', usage: 'FILE… --out-dir DIR', text: 'the same for several files' },
  {
    name: 'sql',
    usage: '--dialect D',
    text: 'the conversion as an SQL expression and as a function, for prices in a database',
  },
  {
    name: 'completion',
    usage: 'SHELL',
    text: 'a script that completes commands and options in bash, zsh or fish',
  },
  { name: 'admin', usage: '…', text: 'administration of accounts; see levro admin --help' },
] as const

export type CommandName = (typeof COMMANDS)[number]['name']

export const COMMAND_NAMES: readonly CommandName[] = [...new Set(COMMANDS.map(({ name }) => name))]

export const SHELLS = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof SHELLS)[number]

/** Those that read price lists, and those of them that convert. */
const READING = ['inspect', 'convert', 'check', 'apply'] as const
const CONVERTING = ['inspect', 'convert', 'apply'] as const

const CURRENCY = { label: CURRENCY_CODES.join('|'), choices: CURRENCY_CODES }
const COLUMN = { label: 'COLUMN' }

/** In the order of the help. */
export const OPTIONS: readonly CommandOption[] = [
  {
    name: 'from',
    value: CURRENCY,
    commands: CONVERTING,
    text: `currency of prices that name none (default: what the file states around its table, else ${NATIONAL})`,
  },
  {
    name: 'all-in',
    value: CURRENCY,
    commands: CONVERTING,
    text: 'currency of every price, where titles, number formats and statements disagree',
  },
  {
    name: 'to',
    value: CURRENCY,
    commands: CONVERTING,
    text: 'prices in this currency are left as they are (default: every price is converted)',
  },
  {
    name: 'totals',
    value: { label: 'HOW', choices: ['omit', 'keep', 'convert'] },
    commands: CONVERTING,
    text: `rows that may be totals: omit leaves them out, keep converts them; sure totals are left out unless it
is convert, which converts every row`,
  },
  {
    name: 'sheet',
    value: { label: 'NAME' },
    commands: READING,
    text: 'sheet of a workbook (default: the first visible one with data), or path of a file in an archive',
  },
  {
    name: 'header',
    value: { label: 'ROW' },
    commands: READING,
    text: 'number of the row with the titles, counted from 1, or none (default: found)',
  },
  { name: 'name', value: COLUMN, commands: READING, text: 'column of the names' },
  {
    name: 'price',
    value: COLUMN,
    commands: CONVERTING,
    text: 'column of the prices; needed when no header names one. More than once: each of these columns',
  },
  {
    name: 'place',
    value: { label: 'PLACE', choices: ['after', 'end', 'replace'] },
    commands: ['apply', 'inspect'],
    text: `of apply, where the new prices go: after (next to each price; the default), end, or replace. In a workbook after
becomes end where formulas, tables or pictures would have to move`,
  },
  {
    name: 'mixed',
    value: { label: 'M', choices: ['eur', 'bgn', 'mark'] },
    commands: ['apply'],
    text: `of apply with --place replace, for prices of both currencies in one column: eur or bgn (all in that
one; those in it already stay as they are) or mark (each in the other, with its currency written after the price)`,
  },
  { name: 'currency', value: COLUMN, commands: CONVERTING, text: 'column of the currencies' },
  {
    name: 'direction',
    value: { label: 'D', choices: ['bgn-eur', 'eur-bgn', 'either'] },
    commands: ['check'],
    text: `of check, which price is the original: bgn-eur (the lev price), eur-bgn (the euro price), or
either (default: right when it fits in one direction)`,
  },
  {
    name: 'bgn',
    value: COLUMN,
    commands: ['check'],
    text: 'of check, the column of the lev price, together with --eur (default: found)',
  },
  {
    name: 'eur',
    value: COLUMN,
    commands: ['check'],
    text: 'of check, the column of the euro price, together with --bgn (default: found)',
  },
  {
    name: 'format',
    value: { label: 'F', choices: ['json', 'github', 'junit', 'sarif'] },
    commands: ['check'],
    text: `of check, what is written: json (default), or one report on all files for continuous integration: github
(annotations of GitHub Actions), junit (JUnit XML, for Jenkins and GitLab) or sarif (SARIF 2.1.0, for code scanning)`,
  },
  {
    name: 'encoding',
    value: {
      label: 'E',
      choices: [
        'utf-8',
        'utf-16le',
        'utf-16be',
        'windows-1251',
        'windows-1252',
        'ibm866',
        'mik',
        'x-mac-cyrillic',
        'koi8-r',
        'iso-8859-5',
      ],
    },
    commands: READING,
    text: 'utf-8, utf-16le, utf-16be, windows-1251, windows-1252, ibm866, mik, x-mac-cyrillic, koi8-r, iso-8859-5',
  },
  {
    name: 'delimiter',
    value: { label: 'D', choices: ['semicolon', 'comma', 'pipe', 'tab'] },
    commands: READING,
    text: 'one of ; , | or tab',
  },
  {
    name: 'ambiguous',
    value: { label: 'READING', choices: ['decimal', 'thousands'] },
    commands: READING,
    text: "decimal or thousands: how prices like '12,500' are read where their column does not tell",
  },
  {
    name: 'out',
    value: { label: 'FILE', path: 'file' },
    commands: READING,
    text: 'write the result there instead of to standard output; apply always needs it (- is standard output)',
  },
  {
    name: 'recipe',
    value: { label: 'FILE', path: 'file' },
    commands: READING,
    text: `choices of an earlier file (columns, currency, answers) for the options that are not given; what it does not
answer is asked. What is used of it is written to standard error`,
  },
  {
    name: 'save-recipe',
    value: { label: 'OUT', path: 'file' },
    commands: ['inspect'],
    text: 'of inspect, write the columns that were read and the other options as such a file',
  },
  {
    name: 'out-dir',
    value: { label: 'DIR', path: 'folder' },
    commands: READING,
    text: `of several files, write the results into this folder, in the layout of the folders that were read; of an
archive with several lists convert, inspect and check read each`,
  },
  { name: 'quiet', short: 'q', commands: READING, text: 'write nothing but errors to standard error' },
  {
    name: 'limit',
    value: { label: 'N' },
    commands: READING,
    text: 'rows of data read at most (default: all)',
  },
  {
    name: 'dialect',
    value: { label: 'D', choices: ['duckdb', 'postgres', 'mysql', 'sqlite', 'mssql', 'spark', 'bigquery'] },
    commands: ['sql'],
    text: 'of sql: duckdb, postgres, mysql (MariaDB too), sqlite, mssql, spark or bigquery',
  },
  {
    name: 'column',
    value: COLUMN,
    commands: ['sql'],
    text: 'of sql, the column of the prices (default: price)',
  },
  { name: 'help', short: 'h', commands: [...READING, 'sql', 'completion'], text: 'this text' },
  { name: 'version', commands: [], text: 'the version; only as levro --version' },
]

export const COLUMN_TEXT =
  'COLUMN is the title in the header row (in any case), or a letter (B) or number from 1; a name of two columns is refused.'
