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
import type { Lang } from '#i18n/language.ts'
import type { Currency } from '#money/currency.ts'
import type { Row, RowCounts, RowStatus } from '#pricelist/row.ts'
import type {
  ConversionSummary,
  ExportRequest,
  FileChoices,
  FileFacts,
  ResultRow,
  RowChoices,
} from '#reports/types.ts'
import type { ExportOutcome, Exporting } from './export/types.ts'
import type { PriceListWarning } from '#pricelist/warnings.ts'
import type { ProblemSummary } from '#pricelist/rows/price-problems.ts'
import type { ColumnSuggestion } from '#pricelist/columns/shop-exports.ts'

export type Source = 'upload' | 'manual'

/** The rows in hand: their counts and what is to be known before tokens are spent. */
export type RowsFacts = {
  source: Source
  file?: FileFacts
  choices?: RowChoices
  /** False while the columns are a guess that nobody has confirmed: nothing is converted on a guess. */
  columnsKnown: boolean
  /** Whether the person has changed rows since they were read: reading anew would lose that. */
  isEdited: boolean
  /** Of the rows that are not left out. */
  counts: RowCounts
  omitted: OmittedCounts
  /** Valid prices by their currency, those too that are left out for being in the wanted one. */
  inCurrency: CurrencyCounts
  /** Valid rows that convert to 0.00 in the other currency. */
  zeroRows: number
  assumptions: readonly Assumption[]
  pairs: { count: number; first: readonly PairMismatch[] }
  /** Of rows from a file. */
  guards?: FileWarnings
}

/** What a row is in the preview: its status, or left out of the conversion. */
export type ShownStatus = RowStatus | 'omitted'

// Spelled out so that a page loads none of the modules of rows for it.
export const ROW_FILTERS = ['all', 'valid', 'invalid', 'empty', 'omitted'] as const satisfies readonly (
  | 'all'
  | ShownStatus
)[]

/** Which rows are shown. */
export type RowFilter = (typeof ROW_FILTERS)[number]

/** The last step, which can be taken back: what it was, how many rows it was about, and the first of them by id and line. */
export type UndoFacts = {
  what: 'edit' | 'add' | 'count' | 'delete' | 'paste' | 'clear' | 'leave-out' | 'convert-too'
  count: number
  id: number
  line: number
}

/** All that the page needs to draw itself, but the rows. `revision` changes with any change of rows or results. */
export type Snapshot = {
  /** `failed` when the workbench itself has stopped; what the device keeps is read again by starting anew. */
  phase: 'starting' | 'idle' | 'parsing' | 'ready' | 'error' | 'converting' | 'failed'
  progress: number
  fileName: string | null
  error: ReadError | null
  rows: RowsFacts | null
  /** Which of the rows are shown, and how many those are. */
  view: { filter: RowFilter; total: number }
  undo: UndoFacts | null
  /** Whether the file that the rows came from is at hand, so that it can be read another way. */
  hasFile: boolean
  /** Whose these rows are when they were sent and no answer has come: they may be paid for already. */
  unansweredOf: string | null
  results: ConversionSummary | null
  /** The format of the file that the results came from, when it is at hand to be given back with the new prices. */
  ownFormat: FormatId | null
  /** Whether prices of both currencies stand in one of its columns, and no column of currencies tells them apart. */
  isOwnMixed: boolean
  /** The file of the results that is being made. */
  exporting: Exporting | null
  revision: number
}

export const EMPTY_SNAPSHOT: Snapshot = {
  phase: 'starting',
  progress: 0,
  fileName: null,
  error: null,
  rows: null,
  view: { filter: 'all', total: 0 },
  undo: null,
  hasFile: false,
  unansweredOf: null,
  results: null,
  ownFormat: null,
  isOwnMixed: false,
  exporting: null,
  revision: 0,
}

/**
 * One row of the preview. It is edited and deleted by its `id`; `line` is its number in the file, and `nth` tells which of the
 * price columns it is from.
 */
export type PreviewRow = Row & {
  id: number
  line: number
  nth: number
  status: ShownStatus
  problem: PriceProblem | null
  isZero: boolean
  /** Why the row can be left out of the conversion; null where it cannot. */
  omission: LeftOutReason | null
}

/** What a person changes in a row; `problem` says what is wrong with a price that is none. */
export type RowChange = Partial<Row> & { problem?: PriceProblem }

/** Where a row is: `index` counts among the rows that are shown. */
export type RowPlace = { id: number; index: number }

/** A block of cells for the rows from `id` on; `ambiguous` is the answer to a question that was asked before. */
export type PasteRequest = {
  id: number
  column: 'name' | 'price'
  text: string
  ambiguous?: AmbiguousReading
}

/** `ask`: nothing was filled in before the person says what a price like '12,500' is. `isCut`: not all had room. */
export type PasteOutcome =
  | { outcome: 'pasted'; rows: number; isCut: boolean }
  | { outcome: 'ask'; example: string }

export type ConvertOutcome =
  | { outcome: 'converted'; balance: number }
  | { outcome: 'refused'; status: number; code: string | undefined; sentence: string | undefined }
  | { outcome: 'unreachable' }
  /** Nothing was sent: other rows were, earlier, and nobody knows whether they were converted. */
  | { outcome: 'earlier-unanswered' }
  /** Nothing was sent: there are no rows, or they are being converted already. */
  | { outcome: 'not-sent' }

export type ConvertOptions = {
  headers: Record<string, string>
  delayMs: number
  owner: string
  /** Sends even though an earlier sending of other rows was never answered. */
  evenIfUnanswered: boolean
}

/** What the page may ask of the workbench about file and rows; each is answered over messages. */
export type FileBench = {
  restore(): Promise<void>
  open(file: File): Promise<void>
  /** Answers why the file cannot be read that way; the rows then stay as they were. */
  reopen(choices: FileChoices): Promise<ReadError | null>
  readRows(choices: RowChoices, columnsKnown: boolean): Promise<void>
  /** Reads the rows by the columns that are detected, and forgets those that were remembered. */
  detectAgain(): Promise<void>
  /** The columns as they are when this row is the header; null when the file is not at hand. */
  columnsUnder(headerRow: number | null): Promise<Detection | null>
  /** Changes the currency of the prices that name none, and leaves what was edited as it is. */
  setDefaultCurrency(currency: Currency): Promise<void>
  /** Leaves out the prices that are in this currency already; none when it is null. */
  setWanted(currency: Currency | null): Promise<void>
  startManual(count: number): Promise<void>
  clearRows(): Promise<void>
  convert(options: ConvertOptions): Promise<ConvertOutcome>
}

/** What the page may ask about the rows. They are named by their id, which no deletion of another row changes. */
export type RowsBench = {
  /** Some of the rows that are shown. */
  page(offset: number, limit: number): Promise<PreviewRow[]>
  /** Shows the rows that have this status now. */
  filterRows(filter: RowFilter): Promise<void>
  /** The next invalid row behind an id, or from the start again; all rows are shown when it is not among those shown. */
  nextInvalid(after: number): Promise<RowPlace | null>
  /** Answers the new row; null when there is no room. */
  addRow(): Promise<RowPlace | null>
  removeRow(id: number): Promise<void>
  editRow(id: number, change: RowChange): Promise<void>
  /** Leaves a row out of the conversion that can be, or lets it be converted too. */
  leaveOut(id: number, isLeftOut: boolean): Promise<void>
  /** Leaves out every valid row that converts to 0.00. */
  leaveOutZeros(): Promise<void>
  /** Adds blank rows up to this number, or takes blank ones away from the end, never a filled one; answers how many there are. */
  setRowCount(count: number): Promise<number>
  pasteRows(request: PasteRequest): Promise<PasteOutcome>
  /** Takes the last step back, and answers where to look. */
  undo(): Promise<RowPlace | null>
}

/** What the page may ask about the results of the last conversion. */
export type ResultsBench = {
  resultsPage(offset: number, limit: number): Promise<ResultRow[]>
  resultsCsv(): Promise<Blob>
  resultsText(lang: Lang): Promise<string>
  /** Makes a file of the results, in a worker of its own; `exporting` says how far it is. */
  exportResults(order: ExportRequest, lang: Lang): Promise<ExportOutcome>
  cancelExport(): Promise<void>
  clearResults(): Promise<void>
}

export type BulkApi = FileBench & RowsBench & ResultsBench

export type Op = keyof BulkApi

/** `owner` is the email of whoever is here, '' for nobody. */
export type ToWorker = { id: number; op: Op; args: unknown[]; owner: string }

export type FromWorker =
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'snapshot'; snapshot: Snapshot }

/** A column with prices that is not converted; `kind` is null where its title says nothing. */
export type Rival = Omit<RivalColumn, 'kind'> & { readonly kind: RivalColumn['kind'] | null }

/** What stays as it is however the rows of a file are read. */
export type FileKnown = {
  /** By what the file is known again; null where the browser cannot tell. */
  hash: string | null
  /** Whether the columns are those that the person chose for an earlier file of this shape. */
  isRemembered: boolean
}

/** How the rows of a file are read, and what is known of it. */
export type FileReading = FileKnown & { file: FileFacts; choices: RowChoices; columnsKnown: boolean }

/** What is to be known about a file before tokens are spent on it. */
export type FileWarnings = FileKnown & {
  doubts: readonly PriceListWarning[]
  shop: ColumnSuggestion | null
  /** Columns with prices that are not converted. */
  rivals: readonly Rival[]
  /** Why rows have no price, where none has a valid one. */
  problems?: readonly ProblemSummary[]
}

/** Why a row is left out; `zero`: it converts to 0.00. */
export type LeftOutReason = OmissionReason | 'zero'

/** A row that can be left out of the conversion, and whether it is. */
export type Omission = { readonly reason: LeftOutReason; readonly isLeftOut: boolean }

/** How many rows are left out of the conversion, by their reason. */
export type OmittedCounts = Record<LeftOutReason, number>

export const noneOmitted = (): OmittedCounts => ({ total: 0, 'wanted-currency': 0, zero: 0 })

export const countOmitted = (counts: OmittedCounts): number =>
  counts.total + counts['wanted-currency'] + counts.zero

/** How many valid prices are in each currency. */
export type CurrencyCounts = Record<Currency, number>
