import type { CurrencyStatement, Detection, PriceProblem, RowsOptions } from '#pricelist/types.ts'
import {
  type FormatId,
  type NoRoomError,
  type Packing,
  type ReadPart,
  type Sheet,
  type Warning,
  writeBackFormat,
  writtenExtension,
} from '#formats/format.ts'
import type { Delimiter, Encoding } from '#table/text-source.ts'
import type { JobRow } from '#api/conversions.ts'
import type { Cents, MinorUnits } from '#money/amount.ts'
import type { Currency } from '#money/currency.ts'
import type { RowCounts } from '#pricelist/row.ts'
import type { MixedPricesChoice } from '#writeback/mixed-currencies.ts'
import type { Placement, WriteBackWarning } from '#writeback/plan.ts'
import type { Lang } from '#i18n/language.ts'
import type { PairColumns, PairSearch } from '#pricelist/pairs/pair-columns.ts'
import type { FileFingerprint } from './fingerprint.ts'

/** What the summary card shows of a file. */
export type FileSummary = {
  name: string
  size: number
  format: FormatId
  packing?: Packing
  encoding?: Encoding
  hasBom?: boolean
  delimiter?: Delimiter
  isStrict?: true
  sheets?: readonly Sheet[]
  sheet?: string
  equalSheets?: readonly string[]
  warnings: readonly Warning[]
  detection: Detection
  /** Detected currency of prices that name none; absent in records of earlier versions of the page. */
  usualCurrency?: Currency
}

/** The user's choices about a file; what is absent is detected. */
export type FileChoices = { encoding?: Encoding; delimiter?: Delimiter; sheet?: string }

/** The user's choices about the rows, saved on the device. */
export type RowChoices = Omit<RowsOptions, 'areTotalsDetected' | 'areNamesRead'> & {
  /** Where a recipe puts the new prices in the user's own file. */
  placement?: Placement
}

/** A finished conversion, saved on the device. Totals are in minor units. */
export type ConversionSummary = {
  /** Email of the user; other users do not see the results. */
  owner: string
  jobId: string
  filename: string | null
  createdAt: string
  counts: RowCounts
  totals: { bgn: MinorUnits<'national'>; eur: Cents }
  rounding: Rounding
  /** The price columns, where there are several; `title` is '' for one without. */
  priceColumns: readonly { index: number; title: string }[]
  /** Price columns of the file that were not converted. */
  keptColumns?: readonly { index: number; title: string }[]
  /** The part of the file that was read, where it has several. */
  read?: ReadPart
  /** Of the source file, where it was available. */
  file?: FileFingerprint
  /** Identifies the reading of the file, or the typed rows, that was converted. */
  readingId?: string
  /** The jobs that the rows are of, where they were converted in several parts; the last one is `jobId`. */
  jobIds?: readonly string[]
  /** Number of prices of the same reading that are not converted yet. */
  waiting?: number
}

/** A row of the results. Those that earlier versions of the page saved know only what a job has. */
export type ResultRow = JobRow & {
  /** Its price column index from 0, where there are several. */
  nth?: number
  /** Its line in the file, or among the typed rows; from 1. */
  line?: number
  /** The whole name, where it is longer than the one that is stored. */
  fullName?: string
  /** Why the cell of the file is no price. */
  problem?: PriceProblem
  /** Index of its job in `ConversionSummary.jobIds`. */
  part?: number
}

/** Difference of each total from the exact value of all prices; null where nothing was rounded. */
export type Rounding = { eur: string | null; bgn: string | null }

/** Kinds of files made from the results in a worker. */
export type ExportKind = 'xlsx' | 'pdf' | OwnKind | ProtocolKind

export type ProtocolKind = 'protocol-xlsx' | 'protocol-pdf'

/** The source file: patched in its own format, or its table in another format. */
export type OwnKind = 'own' | 'own-xlsx' | 'own-csv'

export type ExportedFile = {
  readonly file: Blob
  readonly warnings: readonly WriteBackWarning[]
  /** Of the user's own file: where it has the new prices. */
  readonly placement?: Placement
  /** A text in the file that still names the former currency of replaced prices. */
  readonly statement?: CurrencyStatement | undefined
  /** Columns whose amounts formulas work out from replaced prices, so that they do not stay as they were. */
  readonly computed?: readonly number[]
}

/** Why the user's own file cannot have its new prices there: its form has no room for those of these columns. */
export type NoRoom = {
  readonly noRoom: NoRoomError['of']
  readonly columns: readonly { readonly index: number; readonly title: string }[]
  readonly placement: Placement
}

/** What every exported file states about the results. */
export type ReportSummary = Pick<
  ConversionSummary,
  'filename' | 'createdAt' | 'counts' | 'totals' | 'rounding' | 'priceColumns'
>

/** The user's input for a protocol; either may be empty. */
export type ProtocolInput = { readonly purpose: string; readonly preparedBy: string }

/** What a protocol states beyond the other files (PROOF-03). */
export type ProtocolSummary = ReportSummary &
  ProtocolInput & {
    readonly jobId: string
    readonly jobIds?: readonly string[]
    readonly waiting?: number
    /** Undefined for typed rows, and for a file that was not available. */
    readonly file: FileFingerprint | undefined
  }

/** One line of a table of properties; a `hash` is drawn in groups to be compared by eye. */
export type KeyValue = { readonly label: string; readonly text: string; readonly look?: 'hash' }

/** First rows of the user's own file that are shown before it is downloaded. */
export const PREVIEW_ROWS = 10

/** The user's own file with the new prices, to be made. */
export type OwnFileTask = OwnFileRequest & {
  readonly lang: Lang
  readonly rows: readonly ResultRow[]
  readonly source: ResultsSource
  /** Whether other prices of the file are still to be converted: they are not replaced (CONV-08). */
  readonly isPartial?: boolean
}

export type ExportTask = { readonly lang: Lang; readonly rows: readonly ResultRow[] } & (
  | { readonly kind: 'xlsx' | 'pdf'; readonly facts: ReportSummary }
  | OwnFileTask
  | {
      readonly kind: ProtocolKind
      readonly facts: ProtocolSummary
      readonly source: ResultsSource | undefined
    }
)

/** The source file of the results: how it was read, and the id of each result row. */
export type ResultsSource = {
  version: 1
  jobId: string
  name: string
  format: FormatId
  packing?: Packing
  bytes: Uint8Array<ArrayBuffer>
  choices: FileChoices
  rowChoices: RowChoices
  ids: readonly number[]
}

/** The columns that are compared; `found` are those detected from titles and cells. */
export type ComparedColumns = {
  readonly pairs: readonly PairColumns[]
  readonly found: readonly PairColumns[]
  readonly areNamed: boolean
  readonly guess: PairSearch['guess']
}

export type MismatchFile = 'csv' | 'xlsx'

/** A requested export of the user's own file. */
export type OwnFileRequest = {
  readonly kind: OwnKind
  readonly placement: Placement
  /** How to replace prices where one column has both currencies. */
  readonly mixed?: MixedPricesChoice
}

/** A requested export. */
export type ExportRequest =
  | { readonly kind: 'xlsx' | 'pdf' }
  | OwnFileRequest
  | { readonly kind: ProtocolKind; readonly input: ProtocolInput }

/**
 * Format of an exported file.
 * @param own format of the source file
 */
export const formatOf = (kind: ExportKind, own: FormatId | null): FormatId | 'pdf' => {
  switch (kind) {
    case 'pdf':
    case 'protocol-pdf':
      return 'pdf'
    case 'own-csv':
      return 'csv'
    case 'own':
      return own === null ? 'csv' : writeBackFormat(own)
    case 'xlsx':
    case 'own-xlsx':
    case 'protocol-xlsx':
      return 'xlsx'
  }
}

/** The extension of an exported file of the user's own, without its first dot. */
export const extensionOfOwn = (
  kind: ExportKind,
  source: Pick<ResultsSource, 'name' | 'format' | 'packing'>,
): string => (kind === 'own' ? writtenExtension(source, source.name) : formatOf(kind, source.format))
