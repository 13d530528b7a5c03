import { type OpenedFile, type ReadError, otherSheets } from '#formats/format.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { NATIONAL } from '#money/currency.ts'
import { findStatedCurrency, readPriceList } from '#formats/read-price-list.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import type { FileChoices, FileSummary, RowChoices } from '#reports/types.ts'
import type { FileReading, RowsSummary } from '../types.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { columnsToRemember, applyRememberedColumns, fileShape } from '../storage/remembered-columns.ts'
import type { History } from '../storage/history.ts'
import { hasTitlesOnly, summarizeFile } from '../file.ts'
import { throttleProgress } from '../rpc/worker-server.ts'
import type { SourceFile } from './source-file.ts'
import { fileWarnings, fileContextFor } from './file-warnings.ts'
import type { RowStore } from './row-store.ts'

/** Share of the progress when the file is opened; detecting its columns and reading its rows is the rest. */
const OPENED = 0.9

type Detected = { ok: true; opened: OpenedFile; how: FileReading } | { ok: false; error: ReadError }

type DetectOptions = {
  /** The rows of the file when it is read again with other file choices. */
  previous: RowsSummary | null
  owner: string
  history: History
  onProgress: (progress: number, rowsRead: number | null) => void
}

/** Opens the file with these choices, and finds how its rows are read. */
export async function openAndDetect(
  source: SourceFile,
  fileName: string,
  choices: FileChoices,
  { previous, owner, history, onProgress }: DetectOptions,
): Promise<Detected> {
  // The browser computes it in parallel; null in an insecure context.
  const hashing = previous?.guards?.hash ?? sha256Hex(source.bytes)
  const onOpening = throttleProgress((progress: number, rowsRead: number | null = null) =>
    onProgress(progress * OPENED, rowsRead),
  )
  const result = await openFile(source.bytes, { fileName, ...choices, onProgress: onOpening })
  if (!result.ok) return result
  const { file: opened } = result
  onProgress(OPENED, opened.table.length)
  const summary = summarizeFile(opened, fileName, source.bytes.length)
  // Another sheet that has data is offered instead, unless this one was chosen.
  const isChosen = choices.sheet !== undefined || otherSheets(opened).length === 0
  if (isChosen && hasTitlesOnly(opened, summary.detection)) return { ok: false, error: { code: 'no-rows' } }
  source.opened = opened
  const hash = await hashing
  const remembered = await rememberedReading(opened, summary, hash, { owner, history })
  if (!remembered) return { ok: true, opened, how: detectedReading(summary, hash, previous) }
  const { wanted } = previous?.choices ?? {}
  const how = { ...remembered, choices: { ...remembered.choices, ...(wanted && { wanted }) } }
  return { ok: true, opened, how }
}

/**
 * Reads a file as detected.
 * @param previous its rows when it is read again with other file choices
 */
export function detectedReading(
  file: FileSummary,
  hash: string | null,
  previous: RowsSummary | null = null,
): FileReading {
  const { columns, certain } = file.detection
  const choices = { columns, defaultCurrency: file.usualCurrency ?? NATIONAL, ...chosenBefore(previous) }
  return { file, choices, columnsKnown: certain, isRemembered: false, hash }
}

/** Whose column choices are remembered, and where. */
type Remembering = { readonly owner: string; readonly history: History }

/** Reads a file by the columns that `owner` chose for the last file of its shape; undefined without such columns. */
export async function rememberedReading(
  opened: OpenedFile,
  file: FileSummary,
  hash: string | null,
  { owner, history }: Remembering,
): Promise<FileReading | undefined> {
  const shape = fileShape(file.format, file.detection)
  const remembered = (await history.load('columns', owner)).find((one) => one.shape === shape)
  const recalled = remembered && applyRememberedColumns(opened, file.detection, remembered)
  return (
    recalled && {
      file: { ...file, detection: recalled.detection },
      choices: {
        columns: recalled.columns,
        // A currency that the file states has priority over the remembered one.
        defaultCurrency:
          findStatedCurrency(opened, file.name, recalled.columns) ?? remembered.defaultCurrency,
      },
      columnsKnown: true,
      isRemembered: true,
      hash,
    }
  )
}

/** Choices of the user that do not depend on the columns. */
function chosenBefore(previous: RowsSummary | null): Partial<RowChoices> {
  const { defaultCurrency, wanted } = previous?.choices ?? {}
  const isChosen = defaultCurrency !== (previous?.file?.usualCurrency ?? NATIONAL)
  return { ...(isChosen && defaultCurrency && { defaultCurrency }), ...(wanted && { wanted }) }
}

/** Remembers chosen columns for files of this shape; deletes them when they equal the detected ones. */
export async function saveColumnChoice(
  opened: OpenedFile,
  { detection, usualCurrency }: FileSummary,
  { columns, defaultCurrency }: RowChoices,
  { owner, history }: Remembering,
): Promise<void> {
  const found = detectColumns(opened.table)
  const shape = fileShape(opened.format, found)
  // A currency that the file states is not a choice.
  const chosen = defaultCurrency === usualCurrency ? NATIONAL : defaultCurrency
  const entry = columnsToRemember(opened.format, found, detection, columns, chosen)
  await history.save('columns', owner, entry, (earlier) => earlier.shape === shape)
}

/** Deletes the columns remembered for files of this shape. */
export async function deleteColumnChoice(opened: OpenedFile, { owner, history }: Remembering): Promise<void> {
  const shape = fileShape(opened.format, detectColumns(opened.table))
  await history.save('columns', owner, undefined, (earlier) => earlier.shape === shape)
}

/** Reads the rows again with another default currency, and applies the currencies to `store`. */
export function applyDefaultCurrency(
  opened: OpenedFile,
  { file, choices: before, ...rows }: RowsSummary & { file: FileSummary; choices: RowChoices },
  choices: RowChoices,
  store: RowStore,
): Pick<RowsSummary, 'choices' | 'guards' | 'assumptions'> {
  const after = readPriceList(opened, file.name, choices)
  store.applyCurrency(readPriceList(opened, file.name, before), after)
  const known = fileContextFor({ ...rows, file, choices: before }, choices)
  return {
    choices,
    guards: fileWarnings({ file, choices, ...known }, after, opened),
    assumptions: after.assumptions,
  }
}

/** The summary with the columns below the chosen header row. */
export const withHeader = (file: FileSummary, opened: OpenedFile, { columns }: RowChoices): FileSummary =>
  file.detection.columns.headerRow === columns.headerRow
    ? file
    : { ...file, detection: columnsForHeader(opened, columns.headerRow) }
