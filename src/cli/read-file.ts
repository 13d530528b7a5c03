import { basename } from 'node:path'
import { type PriceListReading, collectAssumptions, readPriceList } from '#formats/read-price-list.ts'
import type { Assumption, Detection } from '#pricelist/types.ts'
import type { OpenOptions, OpenedFile } from '#formats/format.ts'
import { FirstColumns } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { type Choice, chooseColumns } from './columns.ts'
import type { CliOptions } from './args.ts'
import { CliError, readErrorMessage } from './error.ts'
import { showProgress } from './output.ts'

// An import takes each of its exports, and with them the modules of streams and promises: a tenth of a start.
const { readFileSync, statSync } = process.getBuiltinModule('node:fs')

/** Text of more does not fit one string of the run time. */
const MAX_BYTES = 500 * 1024 * 1024

export type CatalogueReading = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly file: OpenedFile
  readonly detection: Detection
  readonly choice: Choice
  readonly rows: PriceListReading
  readonly assumptions: readonly Assumption[]
}

type Wanted = {
  /** Whether all keys of JSON are columns that can be named, or the three that every item has. */
  readonly allKeys: boolean
  /** Whether the rows are to have their names. */
  readonly names: boolean
}

/**
 * Opens the file and reads its rows by the options.
 * @throws {CliError} when it cannot be read or has no such column
 */
export async function readCatalogue(
  request: CliOptions,
  { allKeys, names }: Wanted,
): Promise<CatalogueReading> {
  const options = { ...openOptions(request), allKeys }
  const bytes = await bytesOf(request.file)
  const opened = await openFile(bytes, options)
  if (!opened.ok) throw new CliError(readErrorMessage(opened.error))
  const { file } = opened
  const detection = await withMainKeys(file, detectionOf(file, request))
  const choice = chooseColumns(file.table, detection, request)
  // A guess is only shown: no price is read by it.
  const columns = choice.certain
    ? choice.columns
    : { ...choice.columns, price: null, otherPrice: null, morePrices: [] }
  const rows = readPriceList(file, options.fileName, {
    columns,
    areNamesRead: names,
    areTotalsDetected: request.totals !== 'convert',
    ...(request.from && { defaultCurrency: request.from, currencyScope: 'settled' as const }),
    ...(request.allIn && { defaultCurrency: request.allIn, currencyScope: 'all' as const }),
    ...(request.totals !== undefined && request.totals !== 'convert' && { totals: request.totals }),
    ...(request.to && { wanted: request.to }),
    ...(request.ambiguous && { ambiguous: request.ambiguous }),
  })
  return { bytes, file, detection, choice, rows, assumptions: collectAssumptions(file, options, rows) }
}

/** Items of JSON have no header row to be named. */
export function detectionOf(file: OpenedFile, { header }: CliOptions): Detection {
  if (header === undefined || file.format === 'json') return detectColumns(file.table)
  const { length } = file.table
  if (header !== null && header >= length)
    throw new CliError(`--header: the file has ${length === 1 ? 'only one row' : `only ${length} rows`}.`)
  return columnsForHeader(file, header)
}

/** Whatever other keys the items of JSON have: name, price and currency are what they are called. */
async function withMainKeys({ format, table }: OpenedFile, detection: Detection): Promise<Detection> {
  if (format !== 'json') return detection
  const { MAIN_KEYS } = await import('#formats/json/read.ts')
  const { columns, certain } = detectColumns(new FirstColumns(table, MAIN_KEYS.length))
  return { ...detection, columns, certain }
}

export const openOptions = ({ file, encoding, delimiter, sheet, limit }: CliOptions): OpenOptions => ({
  fileName: basename(file),
  limits: { bytes: MAX_BYTES, rows: limit },
  onProgress: showProgress,
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  ...(sheet !== undefined && { sheet }),
})

export async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = statSync(path)
    if (size > MAX_BYTES) throw new CliError(readErrorMessage({ code: 'too-big', limitBytes: MAX_BYTES }))
    // A Buffer is an array of bytes whose slices are no copies.
    const { buffer, byteOffset, byteLength } = readFileSync(path)
    return new Uint8Array(buffer, byteOffset, byteLength)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`${path}: ${reasonOf(error)}.`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read',
  EISDIR: 'that is a folder, not a file',
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? 'the file cannot be read'
}
