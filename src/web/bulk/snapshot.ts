import type {
  AmbiguousReading,
  Assumption,
  Columns,
  Delimiter,
  Detection,
  Encoding,
  Format,
  PairIssue,
  PriceProblem,
  ReadError,
  Sheet,
  Warning,
} from '#catalogue/catalogue.ts'
import type { JobRow } from '#contract/conversions.ts'
import type { Lang } from '#domain/lang.ts'
import type { Cents, Currency, Stotinki } from '#domain/money.ts'
import type { Row, RowCounts, RowStatus } from '#domain/row.ts'

export type Source = 'upload' | 'manual'

/** What the file is, as the summary card shows it. */
export type FileFacts = {
  name: string
  size: number
  format: Format
  encoding?: Encoding
  hasBom?: boolean
  delimiter?: Delimiter
  sheets?: readonly Sheet[]
  sheet?: string
  warnings: readonly Warning[]
  detection: Detection
}

/** The person's choices over a file; what is absent is detected. */
export type FileChoices = { encoding?: Encoding; delimiter?: Delimiter; sheet?: string }

export type RowChoices = { columns: Columns; defaultCurrency: Currency; ambiguous?: AmbiguousReading }

/** The rows in hand: their counts and what is to be known before tokens are spent. */
export type RowsFacts = {
  source: Source
  file?: FileFacts
  choices?: RowChoices
  /** False while the columns are a guess that nobody has confirmed: nothing is converted on a guess. */
  columnsKnown: boolean
  /** Whether the person has changed rows since they were read: reading anew would lose that. */
  isEdited: boolean
  counts: RowCounts
  /** Valid rows that convert to 0.00 in the other currency. */
  zeroRows: number
  assumptions: readonly Assumption[]
  pairs: { count: number; first: readonly PairIssue[] }
}

/** A finished conversion, kept on the device. Totals are in the smallest units. */
export type ResultsFacts = {
  /** Email of the person whose results these are; nobody else is shown them. */
  owner: string
  jobId: string
  filename: string | null
  createdAt: string
  counts: RowCounts
  totals: { bgn: Stotinki; eur: Cents }
}

/** All that the page needs to draw itself, but the rows. `revision` changes with any change of rows or results. */
export type Snapshot = {
  /** `failed` when the workbench itself has stopped; what the device keeps is read again by starting anew. */
  phase: 'starting' | 'idle' | 'parsing' | 'ready' | 'error' | 'converting' | 'failed'
  progress: number
  fileName: string | null
  error: ReadError | null
  rows: RowsFacts | null
  /** Whether the file that the rows came from is at hand, so that it can be read another way. */
  hasFile: boolean
  /** Whose these rows are when they were sent and no answer has come: they may be paid for already. */
  unansweredOf: string | null
  results: ResultsFacts | null
  revision: number
}

export const EMPTY_SNAPSHOT: Snapshot = {
  phase: 'starting',
  progress: 0,
  fileName: null,
  error: null,
  rows: null,
  hasFile: false,
  unansweredOf: null,
  results: null,
  revision: 0,
}

/** One row of the preview. `line` is its number in the file, by which it is edited and deleted. */
export type PreviewRow = Row & {
  line: number
  status: RowStatus
  problem: PriceProblem | null
  isZero: boolean
}

/** What a person changes in a row; `problem` says what is wrong with a price that is none. */
export type RowChange = Partial<Row> & { problem?: PriceProblem }

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

/** What the page may ask of the workbench; each is answered over messages. */
export type Workbench = {
  restore(): Promise<void>
  open(file: File): Promise<void>
  /** Answers why the file cannot be read that way; the rows then stay as they were. */
  reopen(choices: FileChoices): Promise<ReadError | null>
  readRows(choices: RowChoices, columnsKnown: boolean): Promise<void>
  /** Changes the currency of the prices that name none, and leaves what was edited as it is. */
  setDefaultCurrency(currency: Currency): Promise<void>
  startManual(count: number): Promise<void>
  /** Answers the new row's line; null when there is no room. */
  addRow(): Promise<number | null>
  /** Rows are named by their line, which no deletion of another row changes. */
  removeRow(line: number): Promise<void>
  editRow(line: number, change: RowChange): Promise<void>
  clearRows(): Promise<void>
  page(offset: number, limit: number): Promise<PreviewRow[]>
  convert(options: ConvertOptions): Promise<ConvertOutcome>
  resultsPage(offset: number, limit: number): Promise<JobRow[]>
  resultsCsv(): Promise<Blob>
  resultsText(lang: Lang): Promise<string>
  clearResults(): Promise<void>
}

export type Op = keyof Workbench

export type ToWorker = { id: number; op: Op; args: unknown[] }

export type FromWorker =
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'snapshot'; snapshot: Snapshot }
