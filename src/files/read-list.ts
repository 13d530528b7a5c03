import type { OpenOptions, OpenedFile, ReadError } from '#formats/format.ts'
import { openFile } from '#formats/open-file.ts'
import {
  type PriceListChoices,
  type PriceListRows,
  collectAssumptions,
  readPriceList,
} from '#formats/read-price-list.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { Assumption, Detection } from '#pricelist/types.ts'
import { FirstColumns } from '#table/table.ts'
import type { ReadingChoices } from './choices.ts'
import { type Choice, type ChoiceFailure, chooseIn, detectOrUseHeader } from './columns.ts'

/** What was read of a file by the choices. */
export type PriceListReading = {
  readonly file: OpenedFile
  readonly detection: Detection
  readonly choice: Choice
  readonly rows: PriceListRows
  readonly assumptions: readonly Assumption[]
}

/** A reading of a file that is in memory. */
export type WholeReading = PriceListReading & { readonly bytes: Uint8Array<ArrayBuffer> }

export type ReadFailure = { readonly ok: false; readonly error: ReadError }

type ReadResult = { readonly ok: true; readonly reading: WholeReading } | ReadFailure | ChoiceFailure

/** @param names whether the names of rows are read */
type ReadOptions = { readonly open: OpenOptions; readonly names: boolean }

/** Opens a file and reads its rows by the choices. Whether something is to be decided first is in `preflight`. */
export async function readList(
  bytes: Uint8Array<ArrayBuffer>,
  choices: ReadingChoices,
  { open, names }: ReadOptions,
): Promise<ReadResult> {
  const opened = await openFile(bytes, open)
  if (!opened.ok) return opened
  const { file } = opened
  const detected = detectOrUseHeader(file, choices)
  if (!detected.ok) return detected
  const chosen = chooseIn(file, await withMainKeys(file, detected.detection), choices)
  if (!chosen.ok) return chosen
  const { detection, choice } = chosen
  const rows = readPriceList(file, open.fileName, rowChoices(choices, choice, names))
  const assumptions = collectAssumptions(file, open, rows)
  return { ok: true, reading: { bytes, file, detection, choice, rows, assumptions } }
}

/** The choices as those of opening a file. */
export const openChoices = ({
  encoding,
  delimiter,
  sheet,
}: Pick<ReadingChoices, 'encoding' | 'delimiter' | 'sheet'>): Pick<
  OpenOptions,
  'encoding' | 'delimiter' | 'sheet'
> => ({
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  ...(sheet !== undefined && { sheet }),
})

/** How the rows are read. */
export function rowChoices(choices: ReadingChoices, choice: Choice, names: boolean): PriceListChoices {
  const usualCurrency = choices.recipeChoices?.answers?.currency
  return {
    // A guessed price column is only reported: no prices are read from it.
    columns: choice.certain
      ? choice.columns
      : { ...choice.columns, price: null, otherPrice: null, morePrices: [] },
    areNamesRead: names,
    areTotalsDetected: choices.totals !== 'convert',
    ...(usualCurrency && { usualCurrency }),
    ...(choices.from && { defaultCurrency: choices.from, currencyScope: 'settled' as const }),
    ...(choices.allIn && { defaultCurrency: choices.allIn, currencyScope: 'all' as const }),
    ...(choices.totals !== undefined && choices.totals !== 'convert' && { totals: choices.totals }),
    ...(choices.to && { wanted: choices.to }),
    ...(choices.ambiguous && { ambiguous: choices.ambiguous }),
  }
}

/** Detects the columns of JSON of the specified form from name, price and currency alone, whatever other keys the items have. */
async function withMainKeys({ isStrict, table }: OpenedFile, detection: Detection): Promise<Detection> {
  if (!isStrict) return detection
  const { MAIN_KEYS } = await import('#formats/json/read.ts')
  const { columns, certain } = detectColumns(new FirstColumns(table, MAIN_KEYS.length))
  return { ...detection, columns, certain }
}
