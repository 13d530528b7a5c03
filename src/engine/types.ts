import type {
  AmbiguousReading,
  Assumption,
  Detection,
  OmissionReason,
  PairMismatch,
  PriceProblem,
  RivalColumn,
} from '#pricelist/types.ts'
import type { FormatId, ReadError } from '#formats/format.ts'
import type { RecipeMisfit } from '#formats/recipe/apply.ts'
import type { RecipeError } from '#formats/recipe/document.ts'
import type { Lang } from '#i18n/language.ts'
import type { Currency } from '#money/currency.ts'
import type { Row, RowCounts, RowStatus } from '#pricelist/row.ts'
import type {
  ConversionSummary,
  ExportRequest,
  NoRoom,
  OwnFileRequest,
  FileChoices,
  FileSummary,
  ResultRow,
  RowChoices,
} from '#reports/types.ts'
import type { ResultsProfile } from '#reports/results.ts'
import type { OwnFilePreview } from '#reports/own-file-preview.ts'
import type { ExportOutcome, ExportState } from './export/types.ts'
import type { PriceListWarning } from '#pricelist/warnings.ts'
import type { ProblemSummary } from '#pricelist/rows/price-problems.ts'
import type { Placement, WriteBackWarning } from '#writeback/plan.ts'
import type { ColumnSuggestion } from '#pricelist/columns/shop-exports.ts'

export type RowsSource = 'upload' | 'manual'

/**
 * The editable rows: their counts, and what the user should know before spending tokens. Saved on the device in this form:
 * a property keeps the name that earlier versions saved (`guards`, `doubts`, `rivals`) or needs a change in
 * `storage/migrate-records.ts`.
 */
export type RowsSummary = {
  source: RowsSource
  file?: FileSummary
  choices?: RowChoices
  /** False while the columns are a guess that the user has not confirmed: guesses are not converted. */
  columnsKnown: boolean
  /** Whether rows were changed since they were read: reading the file again would lose the edits. */
  isEdited: boolean
  /** Of the rows that are to be converted: neither omitted nor converted already. */
  counts: RowCounts
  omitted: OmittedCounts
  /** Valid prices by currency, including those omitted because they are in the wanted one. */
  inCurrency: CurrencyCounts
  /** Counts of prices in currencies that are not converted, by their names; under '' those that are not named. */
  inOther: readonly (readonly [unit: string, count: number])[]
  /** Invalid rows with nothing to correct: they have no price, or one in a currency that is not converted. */
  leftRows: number
  /** Valid rows that convert to 0.00 in the other currency. */
  zeroRows: number
  /** Sums in hundredths of all valid prices that are converted or to be converted. */
  totals: { bgn: number; eur: number }
  /** Rows that an earlier conversion of the first rows has converted. */
  convertedRows: number
  assumptions: readonly Assumption[]
  pairs: { count: number; first: readonly PairMismatch[] }
  /** Of rows from a file. */
  guards?: FileWarnings
}

/**
 * A price list of more rows or bytes than one conversion takes: it is looked at and read in other ways, and neither changed
 * nor converted.
 */
export type LargeSummary = RowsSummary &
  Required<Pick<RowsSummary, 'file' | 'choices'>> & {
    /** Rows of the file below its header, blank ones included. */
    readonly lines: number
    /** What the user has chosen of the file; the rest was detected. */
    readonly fileChoices: FileChoices
  }

/**
 * A row of it; `converted` is in hundredths of the other currency, of a total the sum of the new prices, and null without a
 * valid price. An omitted one is a total.
 */
export type LargeRow = Pick<
  PreviewRow,
  'line' | 'name' | 'price' | 'currency' | 'problem' | 'converted' | 'status'
>

/** Status of a row in the preview; omitted rows are not converted. */
export type PreviewStatus = RowStatus | 'omitted'

/** Listed here, and not made of `ROW_STATUSES`: the page's start would load the row validation with them. */
export const ROW_FILTERS = ['all', 'valid', 'invalid', 'empty', 'omitted'] as const satisfies readonly (
  | 'all'
  | PreviewStatus
)[]

export type RowFilter = (typeof ROW_FILTERS)[number]

/** The step that undo reverts: what it was, its number of rows, and the first of them by id and line. */
export type UndoableStep = {
  what: 'edit' | 'add' | 'count' | 'delete' | 'paste' | 'clear' | 'omit' | 'include'
  count: number
  id: number
  line: number
}

/**
 * What the user has said about prices that can be read in two ways or name no currency, until other rows are read. Saved on
 * the device in this form.
 */
export type PriceAnswers = {
  /** Ids of the rows whose price the user has confirmed or corrected. */
  readonly settled: readonly number[]
  /** Typed prices that their point alone tells how to read: the id of the row, and what was typed. */
  readonly typedPoints: readonly (readonly [id: number, text: string])[]
  /** Whether the user has said which currency the prices are in that name none. */
  readonly isCurrencySettled: boolean
}

/** An answer, or a typed price that needs one: the id of its row, and what was typed. */
export type PriceAnswersChange =
  | { settled: number }
  | { typedPoint: readonly [id: number, text: string] }
  | 'currency'

/** Rows that were submitted without a response; `first`: so many of the first prices alone. `owner`: '' where unknown. */
export type PendingConversion = { readonly owner: string; readonly first: number | undefined }

/** State of the bulk session for the page, without the rows. `revision` changes with rows and results. */
export type Snapshot = {
  /** `failed`: the worker stopped; a restart restores what the device has saved. */
  phase: 'starting' | 'idle' | 'parsing' | 'ready' | 'error' | 'converting' | 'failed'
  progress: number
  /** Rows counted so far while a file is read; null when unknown. */
  rowsRead: number | null
  fileName: string | null
  error: ReadError | null
  rows: RowsSummary | null
  /** In place of rows. */
  large: LargeSummary | null
  answers: PriceAnswers
  /** The filter, and the number of rows it shows. */
  view: { filter: RowFilter; total: number }
  undo: UndoableStep | null
  /** Whether the file of the rows is available, so that it can be read with other choices. */
  hasFile: boolean
  /** The submission of these rows that had no response: they may be charged already. */
  pending: PendingConversion | null
  results: ConversionSummary | null
  /** What rounding did to the prices of the results. */
  rounding: ResultsProfile | null
  /** Format of the file of the results, when it is available for write-back. */
  sourceFormat: FormatId | null
  /** The extension of that file when it is given back, without its first dot. */
  sourceExtension: string | null
  /** Where a recipe puts the new prices in it. */
  sourcePlacement: Placement | null
  /** Whether one of its price columns holds both currencies, without a currency column. */
  hasMixedCurrencies: boolean
  /** The export in progress. */
  exporting: ExportState | null
  revision: number
  /** The first rows of a file that has just been read; empty in every later snapshot. */
  firstRows: readonly PreviewRow[]
}

export const NO_ANSWERS: PriceAnswers = { settled: [], typedPoints: [], isCurrencySettled: false }

export const EMPTY_SNAPSHOT: Snapshot = {
  phase: 'starting',
  progress: 0,
  rowsRead: null,
  fileName: null,
  error: null,
  rows: null,
  large: null,
  answers: NO_ANSWERS,
  view: { filter: 'all', total: 0 },
  undo: null,
  hasFile: false,
  pending: null,
  results: null,
  rounding: null,
  sourceFormat: null,
  sourceExtension: null,
  sourcePlacement: null,
  hasMixedCurrencies: false,
  exporting: null,
  revision: 0,
  firstRows: [],
}

/**
 * One row of the preview, edited and deleted by its `id`. `line` is its number in the file, 1-based; `priceColumnIndex`
 * counts the chosen price columns from 0.
 */
export type PreviewRow = Row & {
  id: number
  line: number
  priceColumnIndex: number
  status: PreviewStatus
  problem: PriceProblem | null
  /** Whether the problem is that of a price typed into the cell. */
  isTypedProblem: boolean
  isZero: boolean
  /** Why the row can be omitted; null where it cannot. */
  omission: RowOmissionReason | null
  /** The whole name as the file has it; that of the row where the user typed it. */
  fullName: string
  /** Texts of the cells of this line, by column index; empty for added rows, and while the file is not opened. */
  cells: readonly string[]
  /**
   * Hundredths of the other currency. Before the conversion only for the first prices of the file as they were read, and
   * for the first typed rows: deleting or filtering rows shows no others.
   */
  converted: number | null
  /** Whether an earlier conversion of the first rows has converted it: it is not submitted again, and not changed. */
  isConverted: boolean
}

/** An edit of a row; `problem` is that of an edited price, and `isTyped` tells one typed into the cell from a pasted block. */
export type RowChange = Partial<Row> & { problem?: PriceProblem; isTyped?: boolean }

/** One row, or several that change in one step. */
export type RowIds = number | readonly number[]

/** `index` counts the rows that are shown, from 0. */
export type RowPosition = { id: number; index: number }

/** The number of rows, and the line of the last one. */
export type RowCount = { count: number; lastLine: number }

/** A block of cells for the rows from `id` on; `ambiguous` is the answer to a previous `ask`. */
export type PasteRequest = {
  id: number
  column: 'name' | 'price'
  text: string
  ambiguous?: AmbiguousReading
}

/** `ask`: nothing is pasted until the user says how to read a price like '12,500'. `isCut`: the row limit cut rows off. */
export type PasteOutcome =
  | { outcome: 'pasted'; rows: number; isCut: boolean }
  | { outcome: 'ask'; example: string }

export type ConvertOutcome =
  | { outcome: 'converted'; balance: number }
  | { outcome: 'rejected'; status: number; code: string | undefined; sentence: string | undefined }
  | { outcome: 'unreachable' }
  /** Sent, and the user did not wait for the response. */
  | { outcome: 'not-awaited' }
  /** Not sent: an earlier submission of other rows has no known outcome. */
  | { outcome: 'submission-pending' }
  /** Not sent: another tab has converted rows of the same reading. The session now shows its results. */
  | { outcome: 'converted-elsewhere' }
  /** Not sent: there are no rows, or the session is busy. */
  | { outcome: 'not-sent' }

export type ConvertOptions = {
  headers: Record<string, string>
  /** How long a success takes at least, ms; by default no longer than its response. */
  delayMs?: number
  owner: string
  /** Submits even if the outcome of an earlier submission of other rows is unknown. */
  evenIfPending: boolean
  /** Converts only this many of the first valid rows; the others stay. */
  first?: number
}

/** Why a recipe cannot be used for a file. */
export type RecipeProblem =
  | RecipeError
  | RecipeMisfit
  /** The file cannot be opened with the encoding, delimiter or sheet of the recipe. */
  | { readonly code: 'not-readable-so' }

/** Requests about the file and its conversion. */
export type FileApi = {
  restore(): Promise<void>
  /** @param email of the signed-in user, '' for none */
  setOwner(email: string): Promise<void>
  /** @returns why the file could not be read. Earlier rows are then restored; if there were none, the snapshot has the error */
  open(file: File): Promise<ReadError | null>
  /** Reads the file with other choices. Null, or why it cannot be read so; the rows then stay. */
  reopen(choices: FileChoices): Promise<ReadError | null>
  readRows(choices: RowChoices, columnsKnown: boolean): Promise<void>
  /** Reads the rows by the detected columns, and deletes the remembered ones. */
  detectAgain(): Promise<void>
  /** How the rows of the file are read, as a document for later files; null where that cannot be kept. */
  recipe(): Promise<string | null>
  /**
   * Reads the rows as such a document says, and remembers its columns for files of this shape.
   * @returns why it cannot be read or does not fit; the rows then stay
   */
  applyRecipe(document: Blob): Promise<RecipeProblem | null>
  /** Detects the columns below this header row, 0-based; null when the file is not available. */
  columnsForHeader(headerRow: number | null): Promise<Detection | null>
  /** Changes the currency of prices that name none, except in edited rows. */
  setDefaultCurrency(currency: Currency): Promise<void>
  /** Omits the prices that are in this currency already; none when it is null. */
  setWanted(currency: Currency | null): Promise<void>
  /** Keeps what the user has said about the prices of these rows. */
  changePriceAnswers(answer: PriceAnswersChange): Promise<void>
  /** A slice of the rows of a large list. */
  largePage(offset: number, limit: number): Promise<LargeRow[]>
  /** The file as it was given; null without one. */
  givenFile(): Promise<File | null>
  startManual(count: number): Promise<void>
  clearRows(): Promise<void>
  convert(options: ConvertOptions): Promise<ConvertOutcome>
  /**
   * Ends the waiting for the response to a conversion. It may be carried out all the same: the rows stay, and to send them
   * again is charged once.
   */
  stopWaiting(): Promise<void>
  /**
   * Takes over what another tab has converted of these rows, so that it is neither offered nor charged again.
   * @returns whether there was anything
   */
  sync(): Promise<boolean>
}

/** Requests about the rows, by id: deleting other rows does not change it. */
export type RowsApi = {
  /** A slice of the rows that are shown. */
  page(offset: number, limit: number): Promise<PreviewRow[]>
  filterRows(filter: RowFilter): Promise<void>
  /** The next invalid row after an id, else the first one; resets a filter that hides it. */
  nextInvalid(after: number): Promise<RowPosition | null>
  /** Where a row is; resets a filter that hides it. */
  showRow(id: number): Promise<RowPosition>
  /** Sums of so many of the first valid prices that are not converted yet. */
  firstTotals(count: number): Promise<RowsSummary['totals']>
  /** Null at the row limit. */
  addRow(): Promise<RowPosition | null>
  /** Removes one row, or those of a line in one step. */
  removeRow(ids: RowIds): Promise<void>
  editRow(ids: RowIds, change: RowChange): Promise<void>
  /**
   * Changes rows while a cell of theirs is being typed in. With the `editRow` that ends the typing it is one step.
   * @param change from the state before the typing; null for that state itself
   */
  typeRow(ids: RowIds, change: RowChange | null): Promise<void>
  /** Omits a row that can be omitted, or includes it again. */
  setOmitted(ids: RowIds, isLeftOut: boolean): Promise<void>
  /** Omits every valid row that converts to 0.00. */
  omitZeroRows(): Promise<void>
  /**
   * Adds blank rows up to this number, or removes blank ones from the end, never a filled one.
   * @returns how many there are then
   */
  setRowCount(count: number): Promise<RowCount>
  pasteRows(request: PasteRequest): Promise<PasteOutcome>
  /**
   * Reverts the last step.
   * @returns the row to show
   */
  undo(): Promise<RowPosition | null>
}

/** How a converted file was read, and by which ids the rows of each job have their place in it. */
export type ConvertedSource = {
  readonly choices: FileChoices
  readonly rowChoices: RowChoices
  readonly parts: readonly JobPart[]
}

/** The ids of the rows of a job, in its order. */
export type JobPart = { readonly jobId: string; readonly ids: readonly number[] }

/** Requests about the results of the last conversion. */
export type ResultsApi = {
  /** How the file of the results was read; null where it is not available. */
  convertedSource(): Promise<ConvertedSource | null>
  resultsPage(offset: number, limit: number): Promise<ResultRow[]>
  resultsCsv(lang: Lang): Promise<Blob>
  resultsText(lang: Lang): Promise<string>
  /** Makes a file of the results in a separate worker; `Snapshot.exporting` has its progress. */
  exportResults(request: ExportRequest, lang: Lang): Promise<ExportOutcome>
  cancelExport(): Promise<void>
  /** Shows the results that the device has. */
  loadResults(): Promise<void>
  /** The first rows of the user's own file before and after; null where it cannot be made. A later request ends this one. */
  previewOwnFile(request: OwnFileRequest, lang: Lang): Promise<OwnFilePreview | NoRoom | null>
  clearResults(): Promise<void>
}

export type BulkApi = FileApi & RowsApi & ResultsApi

/** A column with prices that is not converted; `kind` is null where its title names none. */
export type UnconvertedColumn = Omit<RivalColumn, 'kind'> & {
  readonly kind: RivalColumn['kind'] | null
  /** The one that its title names. */
  readonly currency?: Currency
}

/** Properties of a file that do not depend on how its rows are read. */
export type FileContext = {
  /** SHA-256; null in an insecure context. */
  hash: string | null
  /** Whether the columns are those that the user chose for an earlier file of this shape. */
  isRemembered: boolean
  /** The name of the recipe that they are of. */
  recipe?: string
}

/** How the rows of a file are read, with its context. */
export type FileReading = FileContext & Required<Pick<RowsSummary, 'file' | 'choices' | 'columnsKnown'>>

/** What the user should know about a file before spending tokens on it. */
export type FileWarnings = FileContext & {
  doubts: readonly PriceListWarning[]
  shop: ColumnSuggestion | null
  /** Columns with prices that are not converted. */
  rivals: readonly UnconvertedColumn[]
  /** What would differ from it where the new prices are to replace the old ones. Absent in records of earlier versions of the page. */
  replacing?: readonly WriteBackWarning[]
  /** Why rows have no price, where none has a valid one. */
  problems?: readonly ProblemSummary[]
}

/** Why a row is omitted; `zero`: it converts to 0.00. */
export type RowOmissionReason = OmissionReason | 'zero'

/** A row that can be omitted, and whether it is. Saved on the device in this form, as {@link RowsSummary}. */
export type Omission = { readonly reason: RowOmissionReason; readonly isLeftOut: boolean }

/** Omitted rows by reason. */
export type OmittedCounts = Record<RowOmissionReason, number>

export const emptyOmittedCounts = (): OmittedCounts => ({ total: 0, 'wanted-currency': 0, zero: 0 })

/** Whether a row with this problem has nothing to correct: no price, or one in a currency that is not converted. */
export const isLeftAsIs = (problem: PriceProblem | null): boolean =>
  problem === 'no-price' || problem === 'other-currency'

export const countOmitted = (counts: OmittedCounts): number =>
  counts.total + counts['wanted-currency'] + counts.zero

export type CurrencyCounts = Record<Currency, number>
