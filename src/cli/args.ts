import {
  type ReadingChoices,
  type WritingChoices,
  contradictsMixed,
  parseAmbiguous,
  parseDelimiter,
  parseEncoding,
  parseMixed,
  parsePlacement,
  parseTotals,
} from '#files/choices.ts'
import type { OpenedFile } from '#formats/format.ts'
import { parseCurrency } from '#money/currency.ts'

// An import would load much more (see read-file.ts).
const { parseArgs } = process.getBuiltinModule('node:util')

/** Validated command line options. */
export type CliOptions = ReadingChoices &
  WritingChoices & {
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
    /** Whether only errors are written to standard error. */
    readonly quiet: boolean
    /** Rows of data read at most; undefined for all of those that a file of its kind may have. */
    readonly limit: number | undefined
    readonly out: string | undefined
    /** The path of a document with choices for those options that are not given. */
    readonly recipe: string | undefined
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
    totals: values.totals === undefined ? undefined : oneOf('--totals', values.totals, parseTotals),
    quiet: values.quiet ?? false,
    limit: rowLimit(values.limit),
    sheet: values.sheet,
    header: values.header === undefined ? undefined : headerRow(values.header),
    name: values.name,
    price: values.price ?? [],
    place: values.place === undefined ? undefined : oneOf('--place', values.place, parsePlacement),
    mixed: values.mixed === undefined ? undefined : oneOf('--mixed', values.mixed, parseMixed),
    currency: values.currency,
    encoding: values.encoding === undefined ? undefined : oneOf('--encoding', values.encoding, parseEncoding),
    delimiter:
      values.delimiter === undefined ? undefined : oneOf('--delimiter', values.delimiter, parseDelimiter),
    ambiguous:
      values.ambiguous === undefined ? undefined : oneOf('--ambiguous', values.ambiguous, parseAmbiguous),
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
  if (contradictsMixed(request))
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
