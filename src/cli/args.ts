import type { OpenedFile } from '#formats/format.ts'
import type { AmbiguousReading } from '#pricelist/types.ts'
import { DELIMITERS, type Delimiter, ENCODINGS, type Encoding } from '#table/text-source.ts'
import { PLACEMENTS, type Placement } from '#writeback/plan.ts'
import { MIXED_PRICES_CHOICES, type MixedPricesChoice } from '#writeback/mixed-currencies.ts'
import { type Currency, parseCurrency } from '#money/currency.ts'
import type { Recipe } from '#formats/recipe/recipe.ts'

// An import would load much more (see read-file.ts).
const { parseArgs } = process.getBuiltinModule('node:util')

/** Validated command line options. */
export type CliOptions = {
  /** As they were given: files and folders. */
  readonly files: readonly string[]
  /** The file that is read: the first of them, or one that was found in them. */
  readonly file: string
  /** Its bytes, where they are in memory already. */
  readonly content?: Uint8Array<ArrayBuffer>
  /** What the user calls it: its path, or `-` for standard input. */
  readonly source: string
  /** Its name, where it is not that of its path. */
  readonly fileName?: string
  /** Called when the file is in memory, and not needed any more. */
  readonly onRead?: () => void
  /** Of several files: what each line about this one begins with. */
  readonly subject?: string
  /** Currency of prices that name none; undefined to use what the file states. */
  readonly from: Currency | undefined
  /** Prices in this currency are left as they are. */
  readonly to: Currency | undefined
  /** How certain and possible total rows are treated. */
  readonly totals: 'omit' | 'keep' | 'convert' | undefined
  /** Currency of every price, whatever titles, number formats and statements say. */
  readonly allIn: Currency | undefined
  /** Whether only errors are written to standard error. */
  readonly quiet: boolean
  /** Rows of data read at most; undefined for all of those that a file of its kind may have. */
  readonly limit: number | undefined
  readonly sheet: string | undefined
  /** Index of the header row, null for none. */
  readonly header: number | null | undefined
  readonly name: string | undefined
  /** The price columns, the main one first; empty when they are to be detected. */
  readonly price: readonly string[]
  readonly currency: string | undefined
  readonly encoding: Encoding | undefined
  readonly delimiter: Delimiter | undefined
  readonly ambiguous: AmbiguousReading | undefined
  /** Where the new prices go, only for `apply`. */
  readonly place: Placement | undefined
  /** How prices of both currencies in one column are converted; only for `apply --place replace`. */
  readonly mixed: MixedPricesChoice | undefined
  readonly out: string | undefined
  /** The path of a document with choices for those options that are not given. */
  readonly recipe: string | undefined
  /** What is in it. */
  readonly recipeChoices?: Recipe
  /** Where the choices of these options are written as such a document, only for `inspect`. */
  readonly saveRecipe: string | undefined
  /** Called for each of several files that cannot be read, besides what is printed; only for `check`. */
  readonly onFailed?: (source: string, file: string, error: unknown) => void
  /** The folder of the results of several files. */
  readonly outDir: string | undefined
  /** The path of the result in it, which depends on the form in which the file comes back; only for `apply`. */
  readonly pathFor?: (file: Pick<OpenedFile, 'format' | 'packing'>) => string
}

/** Wrong usage: the message is one sentence, and the process exits with 2. */
export class UsageError extends Error {}

const TEXT = { type: 'string' } as const

const OPTIONS = {
  from: TEXT,
  to: TEXT,
  'all-in': TEXT,
  totals: TEXT,
  quiet: { type: 'boolean', short: 'q' },
  sheet: TEXT,
  header: TEXT,
  name: TEXT,
  price: { type: 'string', multiple: true },
  place: TEXT,
  mixed: TEXT,
  currency: TEXT,
  encoding: TEXT,
  delimiter: TEXT,
  ambiguous: TEXT,
  out: TEXT,
  recipe: TEXT,
  'save-recipe': TEXT,
  'out-dir': TEXT,
  limit: TEXT,
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Parses the arguments after `inspect`, `convert` or `apply`.
 * @returns 'help' for `--help`
 * @throws {UsageError} with one sentence
 */
export function parseCommandLine(args: readonly string[]): CliOptions | 'help' {
  const { values, positionals } = parsed(args)
  if (values.help) return 'help'
  const [file] = positionals
  if (file === undefined || positionals.includes('')) throw new UsageError('Which FILE?')
  const outDir = values['out-dir']
  if (outDir === '') throw new UsageError('--out-dir takes the path of a folder.')
  if (outDir !== undefined && values.out !== undefined)
    throw new UsageError('--out is for one file, and --out-dir for several: give one of them.')
  if (positionals.includes('-') && (positionals.length > 1 || outDir !== undefined))
    throw new UsageError('Standard input (-) is one FILE alone, without --out-dir.')
  return {
    files: positionals,
    file,
    source: file,
    from: values.from === undefined ? undefined : oneOf('--from', values.from.toUpperCase(), parseCurrency),
    allIn:
      values['all-in'] === undefined
        ? undefined
        : oneOf('--all-in', values['all-in'].toUpperCase(), parseCurrency),
    to: values.to === undefined ? undefined : oneOf('--to', values.to.toUpperCase(), parseCurrency),
    totals: values.totals === undefined ? undefined : oneOf('--totals', values.totals, totalsOf),
    quiet: values.quiet ?? false,
    limit: rowLimit(values.limit),
    sheet: values.sheet,
    header: values.header === undefined ? undefined : headerRow(values.header),
    name: values.name,
    price: values.price ?? [],
    place: values.place === undefined ? undefined : oneOf('--place', values.place, placementOf),
    mixed: values.mixed === undefined ? undefined : oneOf('--mixed', values.mixed, mixedOf),
    currency: values.currency,
    encoding: values.encoding === undefined ? undefined : oneOf('--encoding', values.encoding, encodingOf),
    delimiter:
      values.delimiter === undefined ? undefined : oneOf('--delimiter', values.delimiter, delimiterOf),
    ambiguous:
      values.ambiguous === undefined ? undefined : oneOf('--ambiguous', values.ambiguous, ambiguousOf),
    out: values.out,
    recipe: values.recipe,
    saveRecipe: values['save-recipe'],
    outDir,
  }
}

/** @throws {UsageError} for options that contradict each other, whatever the file */
export function requireApplyOptions(request: CliOptions): void {
  if (request.out === undefined && request.outDir === undefined)
    throw new UsageError('apply needs --out OUT, the file to be written, or --out-dir DIR.')
  if (request.mixed !== undefined && request.place !== 'replace')
    throw new UsageError('--mixed goes with --place replace.')
  const { to, mixed } = request
  if (to !== undefined && mixed !== undefined && mixed !== 'mark' && mixed.toUpperCase() !== to)
    throw new UsageError(
      `--to ${to} leaves those prices as they are, and --mixed ${mixed} converts them: name one currency.`,
    )
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : 'Wrong arguments.')
  }
}

export const firstSentence = (text: string): string => `${text.split(/\.(?:\s|$)|\n/)[0] ?? text}.`

function oneOf<T>(flag: string, text: string, parse: (text: string) => T | undefined): T {
  const value = parse(text)
  if (value === undefined) throw new UsageError(`${flag} does not know '${text}'.`)
  return value
}

function encodingOf(text: string): Encoding | undefined {
  const name = text.toLowerCase().replace(/ with bom$/, '')
  const full = /^(?:cp)?(1251|1252)$/.test(name)
    ? `windows-${name.slice(-4)}`
    : name.replace(/^utf(?=\d)/, 'utf-')
  const known = full === 'cp866' ? 'ibm866' : full === 'utf-16' ? 'utf-16le' : full
  return ENCODINGS.find((encoding) => encoding === known)
}

const DELIMITER_NAMES: Readonly<Record<string, Delimiter>> = {
  tab: '\t',
  '\\t': '\t',
  semicolon: ';',
  comma: ',',
  pipe: '|',
}

function delimiterOf(text: string): Delimiter | undefined {
  const named = Object.hasOwn(DELIMITER_NAMES, text.toLowerCase())
    ? DELIMITER_NAMES[text.toLowerCase()]
    : undefined
  return named ?? DELIMITERS.find((delimiter) => delimiter === text)
}

const placementOf = (text: string): Placement | undefined => PLACEMENTS.find((one) => one === text)

const totalsOf = (text: string): CliOptions['totals'] =>
  text === 'omit' || text === 'keep' || text === 'convert' ? text : undefined

const mixedOf = (text: string): MixedPricesChoice | undefined =>
  MIXED_PRICES_CHOICES.find((one) => one.toLowerCase() === text.toLowerCase())

const ambiguousOf = (text: string): AmbiguousReading | undefined =>
  text === 'decimal' || text === 'thousands' ? text : undefined

function headerRow(text: string): number | null {
  if (text.toLowerCase() === 'none') return null
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError('--header takes the number of a row, or none.')
  return Number(text) - 1
}

function rowLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const limit = Number(text)
  if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError('--limit takes a whole number above 0.')
  return limit
}
