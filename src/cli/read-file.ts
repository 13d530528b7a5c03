import { basename } from 'node:path'
import {
  type PriceListChoices,
  type PriceListRows,
  collectAssumptions,
  readPriceList,
} from '#formats/read-price-list.ts'
import type { Assumption, Detection } from '#pricelist/types.ts'
import type { OpenOptions, OpenedFile } from '#formats/format.ts'
import { FirstColumns } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { type Choice, chooseIn } from './columns.ts'
import type { CliOptions } from './args.ts'
import { CliError, codeOf, readErrorMessage } from './error.ts'
import { showRead, turn } from './output.ts'

// An import would also load the modules of streams and promises: a tenth of the start-up time.
const { readFileSync, statSync } = process.getBuiltinModule('node:fs')

/** More text does not fit into one string of V8. */
export const MAX_BYTES = 500 * 1024 * 1024

export type PriceListReading = {
  readonly file: OpenedFile
  readonly detection: Detection
  readonly choice: Choice
  readonly rows: PriceListRows
  readonly assumptions: readonly Assumption[]
}

type ReadOptions = {
  /** Whether all keys of JSON become columns, or only name, price and currency. */
  readonly allKeys: boolean
  /** Whether the names of rows are read. */
  readonly names: boolean
}

/** A reading of a file that is in memory. */
export type WholeReading = PriceListReading & { readonly bytes: Uint8Array<ArrayBuffer> }

/**
 * Opens the file and reads its rows by the options.
 * @throws {CliError} when it cannot be read or has no such column
 */
export async function readPriceListFile(
  request: CliOptions,
  { allKeys, names }: ReadOptions,
): Promise<WholeReading> {
  const options = { ...openOptions(request), allKeys }
  const bytes = await readWholeFile(request)
  const opened = await openFile(bytes, options)
  if (!opened.ok) throw new CliError(readErrorMessage(opened.error))
  const { file } = opened
  const found = await withMainKeys(file, detectOrUseHeader(file, request))
  const { detection, choice } = chooseIn(file, found, request)
  const rows = readPriceList(file, options.fileName, rowChoices(request, choice, names))
  return { bytes, file, detection, choice, rows, assumptions: collectAssumptions(file, options, rows) }
}

/** How the rows are read. */
export function rowChoices(request: CliOptions, choice: Choice, names: boolean): PriceListChoices {
  const usualCurrency = request.recipeChoices?.answers?.currency
  return {
    // A guessed price column is only reported: no prices are read from it.
    columns: choice.certain
      ? choice.columns
      : { ...choice.columns, price: null, otherPrice: null, morePrices: [] },
    areNamesRead: names,
    areTotalsDetected: request.totals !== 'convert',
    ...(usualCurrency && { usualCurrency }),
    ...(request.from && { defaultCurrency: request.from, currencyScope: 'settled' as const }),
    ...(request.allIn && { defaultCurrency: request.allIn, currencyScope: 'all' as const }),
    ...(request.totals !== undefined && request.totals !== 'convert' && { totals: request.totals }),
    ...(request.to && { wanted: request.to }),
    ...(request.ambiguous && { ambiguous: request.ambiguous }),
  }
}

/** Detects the columns, by the header row of `--header` if given; JSON has no header row. */
export function detectOrUseHeader(file: OpenedFile, { header }: CliOptions): Detection {
  if (header === undefined || file.format === 'json') return detectColumns(file.table)
  const { length } = file.table
  if (header !== null && header >= length)
    throw new CliError(`--header: the file has ${length === 1 ? 'only one row' : `only ${length} rows`}.`)
  return columnsForHeader(file, header)
}

/** Detects the columns of JSON of the specified form from name, price and currency alone, whatever other keys the items have. */
async function withMainKeys({ isStrict, table }: OpenedFile, detection: Detection): Promise<Detection> {
  if (!isStrict) return detection
  const { MAIN_KEYS } = await import('#formats/json/read.ts')
  const { columns, certain } = detectColumns(new FirstColumns(table, MAIN_KEYS.length))
  return { ...detection, columns, certain }
}

export const openOptions = ({
  file,
  fileName = basename(file),
  encoding,
  delimiter,
  sheet,
  limit,
}: CliOptions): OpenOptions => ({
  fileName,
  // A user's own file is no attack on the computer that it is on.
  limits: { bytes: MAX_BYTES, rows: limit ?? Infinity, isUnpackedLimited: false },
  onProgress: showRead,
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  ...(sheet !== undefined && { sheet }),
})

/** Calls `read`, and names the file in what it throws. */
export function readingFrom<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`${path}: ${READ_PROBLEMS[codeOf(error)] ?? 'the file cannot be read'}.`)
  }
}

export async function readWholeFile({ file, content, onRead }: CliOptions): Promise<Uint8Array<ArrayBuffer>> {
  if (content !== undefined) return content
  const bytes = readingFrom(file, () => {
    const { size } = statSync(file)
    if (size > MAX_BYTES) throw new CliError(readErrorMessage({ code: 'too-big', limitBytes: MAX_BYTES }))
    // `slice` of a Buffer does not copy, so a plain Uint8Array is returned.
    const { buffer, byteOffset, byteLength } = readFileSync(file)
    return new Uint8Array(buffer, byteOffset, byteLength)
  })
  // A signal in the meantime would be lost with the handlers that `onRead` may remove. The first turn is the rest of this one.
  await turn()
  await turn()
  onRead?.()
  return bytes
}

/** By the code of the system error. */
const READ_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read',
}
